"""From ``REPORT/page_0012`` to a page number. The official judgments count pages from 0; data made by others may count from 1.

Which it is can be told from the data: a page 0 that is judged, or the digits of the value on the page that is judged primary.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from tieout.benchmarks.ledger.texts import ReportText
from tieout.report.errors import InputError

__all__ = ["first_page", "page_of"]

_PAGE = re.compile(r"(?:(?P<report>.*)/)?page_(?P<page>\d{1,6})", re.DOTALL)
_LOOKED_AT = 12  # reports


def page_of(doc_id: str, document: str) -> int | None:
    """The number in a judged page's id; None where the id is of another report or of no page."""
    found = _PAGE.fullmatch(str(doc_id))
    if found is None or (found["report"] is not None and found["report"] != document):
        return None
    return int(found["page"])


def first_page(rows: Sequence[Mapping[str, Any]], text_of: Callable[[Mapping[str, Any], str], ReportText]) -> int:
    """The number that these judgments give to a report's first page: 0, or 1 where the printed values say so.

    ``text_of(row, report)`` is the text of a row's report; those that have none don't vote.
    """
    judged = (_PAGE.fullmatch(str(one["doc_id"])) for row in rows for one in row["qrels"] or ())
    if any(found is not None and int(found["page"]) == 0 for found in judged):
        return 0
    votes = {0: 0, 1: 0}
    reports: set[str] = set()
    for row in rows:
        primary = [one["doc_id"] for one in row["qrels"] or () if one["relevance"] == 2]
        if not primary or row["value"] is None:
            continue
        report = str(primary[0]).rpartition("/")[0]
        if report not in reports and len(reports) == _LOOKED_AT:
            continue
        reports.add(report)
        try:
            pages = text_of(row, report).pages()
        except InputError:
            continue
        for doc_id in primary:
            number = page_of(doc_id, report)
            for first in votes:
                place = (number or 0) - first
                votes[first] += 0 <= place < len(pages) and _printed(Decimal(str(row["value"])), pages[place])
    return 1 if votes[1] > votes[0] else 0


def _printed(value: Decimal, page: str) -> bool:
    """Whether the value's digits stand on the page in units, thousands or millions."""
    for power in (0, 3, 6):
        scaled = abs(value).scaleb(-power)
        text = f"{scaled.normalize():,f}"
        if len(text) > 3 and re.search(rf"(?<![\d.,]){re.escape(text)}(?![\d]|[.,]\d)", page):
            return True
    return False
