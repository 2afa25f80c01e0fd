"""How `tieout demo` writes: numbered headings, and lines that are wrapped where the screen is too narrow."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["heading", "number", "say"]


def say(console: Console, text: str, style: str = "", indent: int = 0) -> None:
    """A line, wrapped and indented where the screen is too narrow for it."""
    from rich.text import Text

    from tieout.cli.statements.render import print_line

    for line in Text(text, style).wrap(console, console.width - indent):
        print_line(console, Text(" " * indent) + line)


def heading(console: Console, number: int, text: str) -> None:
    console.print()
    say(console, f"{number}. {text}", "bold magenta")


def number(value: Decimal | None) -> str:
    """With thousands separators, without zeros that say nothing."""
    text = format(value or 0, ",f")
    return text.rstrip("0").rstrip(".") if "." in text else text
