"""The value of a cell: its number with the unit that applies, or its text.

Values are exact decimals in full (yen, shares, persons), percentages are fractions, as the shared tasks' gold has them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal

from tieout.engines.tables.units import Unit, unit_after, unit_in, unit_of_line
from tieout.engines.tables.view import CellView, TableView, plain

__all__ = [
    "DASH",
    "Printed",
    "is_dash",
    "label_unit",
    "lenient_number",
    "printed_value",
    "read_printed",
    "table_unit",
    "text_value",
    "written",
]

DASH = "－"
"""What an empty amount, printed as any kind of dash, is as a value."""

_DASHES = frozenset("-－―─—–ー−‐")
_MARK = re.compile(
    r"(?:[※*†](?:\(?\d{1,2}\)?(?:\s*[,、]\s*\(?\d{1,2}\)?(?=\s))*)?|[(]?注\)?\d{0,2}[)]?)(?:\s*[,、](?=\s*[※*†注(]))?\s*"
)
_NUMBER = re.compile(
    r"(?P<minus>[△▲▴▵\-−])?(?P<open>\()?(?P<minus2>[△▲▴▵\-−])?(?P<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)\)?"
)


_ANY_NUMBER = re.compile(r"(?:[△▲▴▵\-−]\s*)?[0-9０-９][0-9０-９,，]*(?:[.．][0-9０-９]+)?")


@dataclass(frozen=True, slots=True)
class Printed:
    """A number as it stands in a cell. ``span`` counts code points of the stored text; ``unit`` is the one printed after it."""

    number: Decimal
    negative: bool
    unit: Unit | None
    span: tuple[int, int]
    bare: bool
    brackets: bool = False
    """``bare``: nothing but footnote marks, sign, brackets and unit stands beside it. ``brackets``: it stands in round ones."""


def read_printed(text: str) -> Printed | None:
    """The amount of a cell's stored text; None for a text, a dash, or several numbers.

    Footnote marks before the number (``※1 39,814``) are parted from it by white space, so the stored text is read, not the
    normalised one.
    """
    flat, places = _flat(text)
    start = 0
    while (mark := _MARK.match(flat, start)) and mark.end() > start:
        start = mark.end()
    rest = flat[start:].lstrip()
    start = len(flat) - len(rest)
    packed, packed_places = _packed(flat, start)
    found = _NUMBER.search(packed)
    if found is None:
        return None
    after = packed[found.end() :]
    unit = unit_after(after)
    left = after[len(unit.word) :] if unit is not None else after
    bare = not packed[: found.start()].strip("¥\\(") and not left.strip(")")
    if not bare and _NUMBER.search(left):
        return None
    in_brackets = packed[max(0, found.start() - 1) : found.start()] == "(" or bool(found["open"])
    digits = found["digits"].replace(",", "")
    span = (places[packed_places[found.start()]], places[packed_places[found.end() - 1]] + 1)
    return Printed(Decimal(digits), bool(found["minus"] or found["minus2"]), unit, span, bare, in_brackets)


def lenient_number(text: str) -> Printed | None:
    """The first number of a text that is known to hold an amount: ``139.6 (128.6)``, ``普通株式 0``, ``9,191 (注)4``."""
    printed = read_printed(text)
    if printed is not None:
        return printed
    cut = re.split(r"[(（\[〔［](?!\s*[\d△▲])", text, maxsplit=1)[0]
    if cut != text and (printed := read_printed(cut)) is not None:
        return printed
    for found in sorted(_ANY_NUMBER.finditer(text), key=lambda found: not _stands_alone(text, found)):
        printed = read_printed(found[0])
        if printed is not None:
            begin = found.start()
            return replace(printed, span=(begin + printed.span[0], begin + printed.span[1]), bare=False)
    return None


def _stands_alone(text: str, found: re.Match[str]) -> bool:
    """Whether white space parts the number from the words around it, as markup parts an amount (``1単元の株式数 100 株``)."""
    before, after = text[: found.start()], text[found.end() :]
    return (not before or before[-1].isspace()) and (not after or after[0].isspace())


def is_dash(text: str) -> bool:
    """An amount that is printed as a dash, perhaps in brackets."""
    flat = "".join(_MARK.sub("", text).split()).strip("()（）[]［］〔〕,、")
    return bool(flat) and set(flat) <= _DASHES


def printed_value(table: TableView, cell: CellView) -> str:
    """The cell's value by what is printed alone: no question, nothing learned."""
    printed = read_printed(cell.text)
    if printed is None or not printed.bare:
        return text_value(cell.text)
    unit = printed.unit or label_unit(table, cell) or table_unit(table)
    return written(printed, unit)


def text_value(text: str) -> str:
    """A text as a value: without the white space of its markup; a dash of any kind is the full-width one."""
    flat = "".join(text.split())
    return DASH if flat and set(flat) <= _DASHES else " ".join(text.split())


def written(printed: Printed, unit: Unit | None, negative: bool | None = None) -> str:
    """The number times the unit's scale, without exponent; ``negative`` overrides the printed sign."""
    sign = printed.negative if negative is None else negative
    value = printed.number.scaleb(unit.scale if unit is not None else 0)
    value = value if not sign or not value else -value
    return format(value, "f")


def table_unit(table: TableView) -> Unit | None:
    """The unit that the nearest line above states, or a header cell of the table itself."""
    if "unit" not in table.cache:
        lines = [*reversed(table.above), *(cell.text for cell in table.cells if cell.row < max(1, table.header_rows))]
        table.cache["unit"] = next((found for line in lines if (found := unit_of_line(plain(line))) is not None), None)
    unit: Unit | None = table.cache["unit"]
    return unit


def label_unit(table: TableView, cell: CellView) -> Unit | None:
    """From the labels of the cell's row, nearest first, then from its headers, lowest first."""
    beside = [c for c in table.cells if c.rows and c.row <= cell.row < c.row + c.rows and c.column < cell.column]
    over = [c for c in table.cells if c.rows and c.row < cell.row and c.column <= cell.column < c.column + c.columns]
    labels = [c for c in reversed(beside) if read_printed(c.text) is None]
    headers = [c for c in reversed(over) if c.header or c.row < table.header_rows]
    return next((unit for c in (*labels, *headers) if (unit := unit_in(plain(c.text))) is not None), None)


def _flat(text: str) -> tuple[str, list[int]]:
    """Full-width digits and signs as ASCII, character by character, with each one's place in ``text``."""
    import unicodedata

    out: list[str] = []
    places: list[int] = []
    for place, character in enumerate(text):
        for normal in unicodedata.normalize("NFKC", character):
            out.append(normal)
            places.append(place)
    return "".join(out), places


def _packed(flat: str, start: int) -> tuple[str, list[int]]:
    kept = [place for place in range(start, len(flat)) if not flat[place].isspace()]
    return "".join(flat[place] for place in kept), kept
