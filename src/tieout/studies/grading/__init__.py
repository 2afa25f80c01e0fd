"""Grading of OCR'd tables by people: who sees what, what they said, and how far they agree (LEDGER, section 3.1)."""

from tieout.studies.grading.agreement import Agreement, agreement
from tieout.studies.grading.assignment import assign
from tieout.studies.grading.items import Item, find_items
from tieout.studies.grading.store import GRADES, Grade, Grades

__all__ = ["GRADES", "Agreement", "Grade", "Grades", "Item", "agreement", "assign", "find_items"]
