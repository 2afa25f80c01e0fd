"""Facts laid out as the statements a person expects: by presentation networks, else by printed tables."""

from tieout.statements.choosing import primary, statements_of
from tieout.statements.model import PRIMARY, Row, Statement

__all__ = ["PRIMARY", "Row", "Statement", "primary", "statements_of"]
