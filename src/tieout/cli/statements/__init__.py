"""Statements on a terminal."""

from tieout.cli.statements.render import render
from tieout.cli.statements.show import show
from tieout.statements import Row, Statement, statements_of

__all__ = ["Row", "Statement", "render", "show", "statements_of"]
