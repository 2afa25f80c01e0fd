"""The primer: disclosures of issuers that don't exist, written for this project, in which every number names its concept.

Filings at hand show how some dozens of issuers word things. The primer adds what a reader of many filings knows: how less
common concepts are worded, and in which tables they stand. Each file of ``disclosures/`` is one made-up issuer:

- ``% …`` says who it is;
- ``# …`` is a heading, ``> …`` a line of prose before a table;
- ``| corner | header | header`` begins a table, a second such line adds a row of headers, an empty line ends it;
- ``label :: Concept`` is a row in which all numbers are of one concept, ``label :: A ; B ; -`` one with a concept for each
  column (``-``: no number of a concept there), ``label ::`` a row without numbers; ``-Concept`` is printed in parentheses;
- ``* …`` is prose, with ``{number=Concept}`` for each number.

Numbers of tables are drawn at random: nothing is to be learned from them. A file is turned into an inline document and read as
any filing is, so that its examples look like those of filings.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from html import escape
from importlib.resources import files

import numpy as np

from tieout.engines.tagging.examples import ExampleContext, examples_of

__all__ = ["examples_of_primer", "inline_document", "primer_files"]

_FOLDER = files("tieout.engines.tagging") / "disclosures"
_TAGGED = re.compile(r"\{([^{}=]+)=(\w+)\}")
_MONEY, _PER_SHARE, _SHARES, _PERCENT, _INTEGER = (
    "monetaryItemType", "perShareItemType", "sharesItemType", "percentItemType", "integerItemType",
)  # fmt: skip
_UNITS = {_MONEY: "usd", _PER_SHARE: "each", _SHARES: "shares", _PERCENT: "pure", _INTEGER: "pure"}


def primer_files() -> list[tuple[str, str]]:
    """Name and text of each file that comes with Tieout, by name."""
    found = [f for f in _FOLDER.iterdir() if f.name.endswith(".txt")]
    return [(f.name.removesuffix(".txt"), f.read_text("utf-8")) for f in sorted(found, key=lambda f: f.name)]


def examples_of_primer(name: str, text: str) -> list[ExampleContext]:
    """Examples of the file ``NAME.LETTER``, whose issuer is ``primer LETTER``: files of one letter together are one issuer.

    Raises ValueError for a line that isn't understood.
    """
    from tieout.reading.read import read_bytes

    report = read_bytes(inline_document(name, text).encode(), f"{name}.htm")
    return [context for context in examples_of(report, _types()) if context.tagged]


def inline_document(name: str, text: str) -> str:
    """The file as an inline XBRL document."""
    random = np.random.default_rng(list(name.encode()))
    head = (_FOLDER / "head.html").read_text("utf-8")
    parts = [head.replace("{issuer}", escape(f"primer {name.rpartition('.')[2]}"))]
    table: list[str] = []
    columns = 0
    for number, line in enumerate([*text.splitlines(), ""], 1):
        mark, rest = line[:1], line[1:].strip()
        if table and (not line.strip() or (mark in "#>*%" and "::" not in line)):
            parts.append(f"<table>{''.join(table)}</table>")
            table = []
        if not line.strip() or (mark == "%" and "::" not in line):
            continue
        if "::" in line and table and mark != "|":
            table.append(_row(line, columns, len(table), random))
        elif mark == "|":
            cells = [cell.strip() for cell in line[1:].split("|")]
            columns = max(columns, len(cells) - 1) if table else len(cells) - 1
            table.append("<tr>" + "".join(f"<th>{escape(cell)}</th>" for cell in cells) + "</tr>")
        elif mark in "#>":
            parts.append(f"<h2>{escape(rest)}</h2>" if mark == "#" else f"<p>{escape(rest)}</p>")
        elif mark == "*":
            parts.append(f"<p>{_prose(rest)}</p>")
        else:
            raise ValueError(f"{name}, line {number}: neither a heading, prose nor a row of a table: {line[:60]}")
    return "".join(parts) + "</body></html>"


@cache
def _types() -> Mapping[str, str]:
    """Item types of concepts; those that aren't here are amounts of money."""
    text = (_FOLDER / "types.tsv").read_text("utf-8")
    return dict(line.split("\t") for line in text.splitlines() if line)


def _type(concept: str) -> str:
    return _types().get(concept, _MONEY)


def _row(line: str, columns: int, place: int, random: np.random.Generator) -> str:
    label, _, right = line.partition("::")
    concepts = [concept.strip() for concept in right.split(";")] if right.strip() else []
    if len(concepts) == 1:
        concepts = concepts * columns
    cells = [f"<td>{escape(label.strip())}</td>"]
    for concept in concepts:
        if concept in ("", "-"):
            cells.append("<td></td>")
            continue
        name, negative = concept.removeprefix("-"), concept.startswith("-")
        number = _number(_type(name), random)
        before = "$" if place <= 2 and _type(name) in (_MONEY, _PER_SHARE) else ""
        after = "%" if _type(name) == _PERCENT else ""
        cells.append(f"<td>{before}{'(' if negative else ''}{_fact(number, name)}{')' if negative else ''}{after}</td>")
    return "<tr>" + "".join(cells) + "</tr>"


def _prose(text: str) -> str:
    parts, last = [], 0
    for found in _TAGGED.finditer(text):
        parts += [escape(text[last : found.start()]), _fact(found[1].strip(), found[2])]
        last = found.end()
    return "".join([*parts, escape(text[last:])])


def _fact(number: str, concept: str) -> str:
    form = "num-dot-decimal" if number[:1].isdigit() or number[:1] == "." else "fixed-zero" if number in "—–-" else "numwordsen"
    unit = _UNITS.get(_type(concept), "pure")
    return (
        f'<ix:nonFraction name="us-gaap:{concept}" contextRef="c" unitRef="{unit}" decimals="0"'
        f' format="ixt:{form}">{escape(number)}</ix:nonFraction>'
    )


def _number(type_: str, random: np.random.Generator) -> str:
    """A number as such are printed."""
    size = float(random.uniform())
    if type_ == _PERCENT:
        return f"{60 * size * size + 0.1:.1f}"
    if type_ == _PER_SHARE:
        return f"{10 ** (3 * size - 1):,.2f}"
    if type_ == _INTEGER:
        return str(int(10 ** (2.5 * size)))
    return "—" if size < 0.04 else f"{int(10 ** (0.5 + 5 * size)):,}"
