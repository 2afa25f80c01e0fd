"""Facts laid out as the statements a person expects."""

from tieout.cli.statements.model import Row, Statement
from tieout.cli.statements.render import render
from tieout.cli.statements.show import show, statements_of

__all__ = ["Row", "Statement", "render", "show", "statements_of"]
