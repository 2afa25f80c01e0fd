"""One printed number in its surroundings, as the engine sees it, whether it was read from a report or from a plain string.

`mentions` reads a whole report; `mentions_in` reads a string that holds a sentence or a table's HTML; `mention_of_row` takes
the cells of a single row. All three give the same kind of object, so that one model serves all. Inline tags are not looked at.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from tieout.engines.tagging.numbers import Candidate, candidates, in_cell
from tieout.engines.tagging.runs import Run, runs
from tieout.engines.tagging.steps import stepped
from tieout.report.evidence import Evidence
from tieout.report.layout import Table

if TYPE_CHECKING:
    from tieout.report import Report
    from tieout.report.layout import Block, Cell, Layout

__all__ = [
    "Mention",
    "Place",
    "cell_is_number",
    "closed_up",
    "contexts",
    "mention_of_row",
    "mentions",
    "mentions_in",
    "mentions_of_block",
    "mentions_of_table",
    "short_label",
    "undoubled",
]

_LONGEST_LABEL = 300
_LONGEST_SIDE = 400
_LONGEST_WORDS = 30
_MOST_LABELS = 80
_MOST_CELLS = 60  # of a row, and of heads that are told by their order
_MOST_HEADS = 12
_LETTER = re.compile(r"[A-Za-z]")
_CURRENCY = re.compile(r"[$€£¥]\s?\(?\s?$")
_PERCENT = re.compile(r"\s?\)?\s?(?:%|percent\b)")
_SENTENCE_END = re.compile(r"(?<![A-Z])(?<!Inc)(?<!Corp)(?<!No)(?<!vs)[.!?]\s+(?=[A-Z“\"(])")
_YEAR_CELL = re.compile(r"\s*(?:19|20)\d\d\s*")
_SPAN = re.compile(r"\b(?:col|row)span\s*=", re.IGNORECASE)
_TABLE = re.compile(r"\s*<table\b", re.IGNORECASE)
_GAPS = (
    (re.compile(r"([$€£¥])\s+(?=[(\d.—–-])"), r"\1"),
    (re.compile(r"(?<=[\d)—–])\s+(?=%)"), ""),
    (re.compile(r"\(\s+(?=[$€£¥\d.])"), "("),
    (re.compile(r"(?<=\d)\s+(?=\))"), ""),
    (re.compile(r"(?<=[\w)%])\s+(?=[,;.](?:\s|$))"), ""),
)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a mention stands among the others of its context: in a table its ``row`` and ``column``, in prose its ordinal.

    ``context`` is the ordinal of the table or block among all contexts, ``contexts`` how many there are (0: not known, the
    context stands alone).
    """

    context: int = 0
    contexts: int = 0
    row: int = 0
    column: int = 0
    start: int = 0


_ALONE = Run()


@dataclass(frozen=True, slots=True)
class Mention:
    """One printed number in its surroundings. All texts have normal white space.

    ``text`` is the bare number as printed (``1,511.4``, ``two``, ``—``); ``value`` the same without commas. ``type`` is one of
    the five item types, or None while nobody has said. In a table: the row's label and display texts of all its cells, the
    header texts above the number from the top, open section rows from the outermost, the line before the table, labels of
    all its rows, and the ``corner`` above those (``Dollars in millions``). In prose: the sentence, and what stands before and
    after the number in the block. ``headings`` are the report's headings above, outermost first. ``currency``, ``percent`` and
    ``negative`` tell what is printed around the number, ``column_currency`` and ``column_percent`` whether its column has a
    currency or percent sign somewhere. ``alone``: nothing else stands in the cell. ``row_step`` and ``column_step`` tell
    which of several years the row and the column are about (see `steps.py`). ``run`` tells
    which numbers of prose are said in one breath (see `runs.py`). ``flat`` is the same number with no more than the
    order of cells tells (see `flat.py`): set where no more is known, and for training.
    """

    text: str
    kind: Literal["text", "table"]
    form: str = "number"
    type: str | None = None
    row_label: str = ""
    row: tuple[str, ...] = ()
    column_headers: tuple[str, ...] = ()
    section_rows: tuple[str, ...] = ()
    caption: str = ""
    headings: tuple[str, ...] = ()
    table_labels: tuple[str, ...] = ()
    sentence: str = ""
    before: str = ""
    after: str = ""
    currency: bool = False
    percent: bool = False
    negative: bool = False
    column_currency: bool = False
    column_percent: bool = False
    alone: bool = False
    place: Place = Place()
    evidence: Evidence | None = None
    corner: str = ""
    row_step: str = ""
    column_step: str = ""
    run: Run = _ALONE
    flat: Mention | None = None

    @property
    def value(self) -> str:
        return self.text.replace(",", "")

    @property
    def label(self) -> str:
        """What a reader would call the number: the label and section of its row, in prose the words on both sides."""
        if self.kind == "text":
            before, after = _shortened(self.before, _LONGEST_WORDS, last=True), _shortened(self.after, _LONGEST_WORDS)
            return f"{before} [{self.text}] {after}".strip()
        label = undoubled(self.row_label) or self.sentence
        return " – ".join(part.rstrip(": ") for part in (label, *self.section_rows[-1:]) if part)

    def of_type(self, type_: str | None) -> Mention:
        """The same mention with another type."""
        return replace(self, type=type_)


def closed_up(text: str) -> str:
    """Text with normal white space, and none between a number and its currency sign, percent sign, parentheses or full stop.

    Inline tags often leave a space at their border; closing all such gaps makes tagged and untagged numbers look alike.
    """
    text = " ".join(text.replace("​", " ").split())
    for pattern, into in _GAPS:
        text = pattern.sub(into, text)
    return text


def mentions(report: Report) -> list[Mention]:
    """Every candidate number of the report's visible tables, headings and paragraphs, in reading order, with evidence."""
    return [mention for context in contexts(report) for mention in context]


def contexts(report: Report, flat: bool = False) -> Iterator[list[Mention]]:
    """The same mentions, those of one table or block together; contexts without any are left out.

    ``flat``: those of tables carry what the order of cells alone tells.
    """
    items = [(page, item) for page in report.pages for item in page.items if not item.hidden]
    trail: list[Block] = []
    for ordinal, (page, item) in enumerate(items):
        if isinstance(item, Table):
            found = mentions_of_table(item, _caption(item, trail), (ordinal, len(items)))
            if flat:
                found = _with_flat(item, found)
        else:
            found = mentions_of_block(item, _headings(trail), report.name, page.printed, (ordinal, len(items)))
            trail = [*trail[-7:], item]
        if found:
            yield found


def mentions_of_table(table: Table, caption: str = "", ordinal: tuple[int, int] = (0, 0)) -> list[Mention]:
    """Candidates of a table, row by row. Cells of the header rows are looked at too, as ragged tables have numbers there."""
    labels = tuple(short_label(table.row_label(r)) for r in range(table.rows))
    marks = _marks(table)
    headings = tuple(_cut(h) for h in table.headings[-4:])
    named = tuple(label for label in labels[table.header_rows :] if label)[:_MOST_LABELS]
    open_sections = _sections(table)
    headers: dict[int, tuple[str, ...]] = {}
    rows: dict[int, tuple[str, ...]] = {}
    heads = _heads_by_order(table)
    corner = _corner(table)
    found: list[Mention] = []
    for cell in sorted(table.cells, key=lambda c: (c.row, c.column)):
        numbers = in_cell(cell.text)
        if len(numbers) > 1 and undoubled(cell.text) != cell.text:
            numbers = numbers[: len(numbers) // 2]
        if not numbers:
            continue
        r, c = cell.row, cell.column
        if r not in rows:
            rows[r] = _row(table, r)
        if c not in headers:
            headers[c] = tuple(short_label(h) for h in table.column_headers(c))
        dollar, percent = marks.get(c, (False, False))
        for number in numbers:
            before, after = cell.text[: number.start], cell.text[number.end :]
            found.append(
                Mention(
                    text=number.text,
                    kind="table",
                    form=number.form,
                    row_label=labels[r] if c >= table.label_columns else _sides(cell.text, number),
                    row=rows[r],
                    column_headers=headers[c] or heads.get((r, c), ()),
                    section_rows=open_sections[r],
                    caption=caption,
                    headings=headings,
                    table_labels=named,
                    sentence=_cut(cell.display) if c < table.label_columns or len(cell.text) > 40 else "",
                    before=closed_up(before[-_LONGEST_SIDE:]),
                    after=closed_up(after[:_LONGEST_SIDE]),
                    currency=bool(_CURRENCY.search(before)),
                    percent=bool(_PERCENT.match(after)),
                    negative=before.rstrip().endswith(("(", "-", "−")),
                    column_currency=dollar,
                    column_percent=percent,
                    alone=not _LETTER.search(before + after) and len(numbers) == 1,
                    place=Place(*ordinal, r, c, number.start),
                    evidence=_cell_evidence(cell, number),
                    corner=corner,
                )
            )
    return stepped(found)


def mentions_of_block(
    block: Block,
    headings: tuple[str, ...] = (),
    report: str = "",
    printed_page: str | None = None,
    ordinal: tuple[int, int] = (0, 0),
) -> list[Mention]:
    """Candidates of a heading, paragraph or list item, from left to right."""
    found: list[Mention] = []
    numbers = candidates(block.text)
    if not numbers:
        return found
    bounds = _sentences(block.text)
    spans = runs(block.text, numbers)
    for place, number in enumerate(numbers):
        evidence = Evidence(
            report, block.file, block.element, None, block.page, printed_page, block.id, None, None,
            (number.start, number.end), number.text,
        )  # fmt: skip
        found.append(
            _in_prose(block.text, number, spans[place], bounds, headings, Place(*ordinal, 0, place, number.start), evidence)
        )
    return found


def mentions_in(context: str) -> list[Mention]:
    """Candidates of a string that holds one context: the HTML of a table (``<table><tr><td>…``), or else a piece of prose."""
    if not _TABLE.match(context):
        text = closed_up(context)
        bounds, numbers = _sentences(text), candidates(text)
        spans = runs(text, numbers)
        return [
            _in_prose(text, number, spans[place], bounds, (), Place(column=place, start=number.start), None)
            for place, number in enumerate(numbers)
        ]
    layout = _layout_of(context)
    found: list[Mention] = []
    for page in layout.pages:
        for ordinal, item in enumerate(page.items):
            if isinstance(item, Table):
                own = mentions_of_table(item, "", (ordinal, 0))
                found += own if _SPAN.search(context) else _with_flat(item, own)
            else:
                found += [replace(m, kind="table") for m in mentions_of_block(item, ordinal=(ordinal, 0))]
    return [replace(mention, evidence=None, flat=mention.flat and replace(mention.flat, evidence=None)) for mention in found]


def mention_of_row(text: str, cells: Sequence[str], type_: str | None = None) -> Mention:
    """The mention of ``text`` in a table's row of which only the cells are known; the first with letters is the label."""
    shown = tuple(cell for cell in (closed_up(cell) for cell in cells) if cell)
    bare = text.replace(",", "").strip()
    label = next((cell for cell in shown if _LETTER.search(cell)), "")
    at = next((i for i, cell in enumerate(shown) if bare and bare in cell.replace(",", "")), None)
    before = shown[at - 1] if at else ""
    after = shown[at + 1] if at is not None and at + 1 < len(shown) else ""
    own = shown[at] if at is not None else ""
    return Mention(
        text=text.strip(),
        kind="table",
        form=_form(text),
        type=type_,
        row_label=short_label(label),
        row=tuple(short_label(cell) for cell in shown),
        currency="$" in own or before == "$",
        percent="%" in own or after == "%",
        negative="(" in own,
        column_currency="$" in shown or any(cell.startswith("$") for cell in shown),
        column_percent=any(cell.endswith("%") for cell in shown),
        alone=own.strip("$ ()%").replace(",", "") == bare,
        place=Place(column=at or 0),
    )


def undoubled(text: str) -> str:
    """A label that was written twice, once (``Net sales Net sales``): what is left of spans nested in a cell."""
    words = text.split()
    half = len(words) // 2
    return " ".join(words[:half]) if len(words) > 1 and len(words) % 2 == 0 and words[:half] == words[half:] else text


def _shortened(text: str, length: int, last: bool = False) -> str:
    """At most so many characters of the text's end (``last``) or beginning, whole words, with an ellipsis where it was cut."""
    if len(text) <= length:
        return text
    return "…" + text[-length:].partition(" ")[2] if last else text[:length].rpartition(" ")[0] + "…"


def _with_flat(table: Table, found: Sequence[Mention]) -> list[Mention]:
    from tieout.engines.tagging.flat import flattened

    return [replace(mention, flat=flat) for mention, flat in zip(found, flattened(table, found), strict=True)]


def _form(text: str) -> str:
    if any(c.isdigit() for c in text):
        return "number"
    return "word" if any(c.isalpha() for c in text) else "dash"


def _layout_of(html: str) -> Layout:
    from tieout.reading.read import read_bytes

    return read_bytes(f"<html><body>{html}</body></html>".encode(), "context.html").layout


def _caption(table: Table, trail: Sequence[Block]) -> str:
    """The table's own caption, or the last line before it that says something."""
    last = next((b.display for b in reversed(trail) if len(b.text) > 3 and _LETTER.search(b.text)), "")
    return _cut(" ".join(x for x in (last[-_LONGEST_LABEL:], table.caption) if x))


def _headings(trail: Sequence[Block]) -> tuple[str, ...]:
    return tuple(_cut(b.display) for b in trail if b.kind == "heading")[-3:]


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST_LABEL else text[:_LONGEST_LABEL]


def short_label(text: str) -> str:
    """A label once, even where it was written twice, and of bounded length."""
    return _cut(undoubled(text))


def _sides(text: str, number: Candidate) -> str:
    return closed_up(f"{text[: number.start]} # {text[number.end :]}")[:_LONGEST_LABEL]


def _row(table: Table, row: int) -> tuple[str, ...]:
    seen: list[Cell] = []
    for column in range(table.columns):
        cell = table.get(row, column)
        if cell is not None and cell.text and (not seen or seen[-1] is not cell):
            seen.append(cell)
            if len(seen) == _MOST_CELLS:
                break
    return tuple(short_label(closed_up(cell.display)) for cell in seen)


def _corner(table: Table) -> str:
    """Texts of the header rows' label cells."""
    cells = (table.get(r, c) for r in range(table.header_rows) for c in range(table.label_columns))
    texts = dict.fromkeys(short_label(cell.display) for cell in cells if cell is not None and cell.text)
    return _cut(" ".join(texts))


def _heads_by_order(table: Table) -> dict[tuple[int, int], tuple[str, ...]]:
    """Headers of the cells of columns without any, by their order: for tables that lost their empty cells.

    The n-th number of a row stands below the n-th head of a row above all numbers that has as many heads, or fewer by a whole
    factor.
    """
    filled: list[list[Cell]] = []
    for r in range(table.rows):
        row = [cell for c in range(table.columns) if (cell := table.get(r, c)) is not None and cell.text]
        filled.append(list(dict.fromkeys(row)))
    first = next((r for r, row in enumerate(filled) if sum(1 for cell in row if cell_is_number(cell)) > 0), len(filled))
    heads = [[cell.display for cell in row] for row in filled[:first] if 0 < len(row) <= _MOST_CELLS][-_MOST_HEADS:]
    found: dict[tuple[int, int], tuple[str, ...]] = {}
    if not heads:
        return found
    by_count: dict[int, list[tuple[str, ...]]] = {}
    for r in range(first, table.rows):
        numbers = [cell for cell in filled[r] if cell_is_number(cell)]
        if not 0 < len(numbers) <= _MOST_CELLS:
            continue
        if len(numbers) not in by_count:
            by_count[len(numbers)] = _spread(heads, len(numbers))
        for cell, above in zip(numbers, by_count[len(numbers)], strict=True):
            found[(r, cell.column)] = above
    return found


def _spread(heads: Sequence[Sequence[str]], count: int) -> list[tuple[str, ...]]:
    """The heads of each of ``count`` numbers."""
    above: list[list[str]] = [[] for _ in range(count)]
    for row in heads:
        for texts in (row, row[1:]):
            if len(texts) > 0 and count % len(texts) == 0:
                for n in range(count):
                    above[n].append(short_label(texts[n * len(texts) // count]))
                break
    return [tuple(texts) for texts in above]


def cell_is_number(cell: Cell) -> bool:
    """Whether the cell holds a number and no words; a year counts as none."""
    text = cell.text
    return len(text) < 30 and not _LETTER.search(text) and not _YEAR_CELL.fullmatch(text) and bool(in_cell(text))


def _marks(table: Table) -> dict[int, tuple[bool, bool]]:
    """By column: whether a cell below the headers has a currency sign, a percent sign."""
    marks: dict[int, tuple[bool, bool]] = {}
    for cell in table.cells:
        if cell.row < table.header_rows or len(cell.text) > 40 or not (set(cell.text) & set("$€£¥%")):
            continue
        dollar, percent = marks.get(cell.column, (False, False))
        marks[cell.column] = (dollar or cell.text.lstrip("( ")[:1] in "$€£¥", percent or "%" in cell.text)
    return marks


def _sections(table: Table) -> list[tuple[str, ...]]:
    """`Table.sections` of every row, in one pass."""
    opened: list[tuple[float, str]] = []
    result: list[tuple[str, ...]] = [()] * table.rows
    for r in range(table.header_rows, table.rows):
        first = next((cell for c in range(table.columns) if (cell := table.get(r, c)) is not None and cell.text), None)
        if first is None:
            result[r] = tuple(text for _, text in opened)
            continue
        while opened and first.indent < opened[-1][0]:
            opened.pop()
        result[r] = tuple(text for _, text in opened)
        if table.is_section(r):
            while opened and first.indent <= opened[-1][0]:
                opened.pop()
            opened.append((first.indent, short_label(first.display)))
    return result


def _sentences(text: str) -> list[int]:
    """Offsets at which sentences begin, and the end of the text."""
    return [0, *(match.end() for match in _SENTENCE_END.finditer(text)), len(text)]


def _in_prose(
    text: str,
    number: Candidate,
    run: Run,
    bounds: Sequence[int],
    headings: tuple[str, ...],
    place: Place,
    evidence: Evidence | None,
) -> Mention:
    begin = bounds[bisect_right(bounds, number.start) - 1]
    after_it = bisect_left(bounds, number.end)
    end = bounds[after_it] if after_it < len(bounds) else len(text)
    before, after = text[max(0, number.start - _LONGEST_SIDE) : number.start], text[number.end : number.end + _LONGEST_SIDE]
    return Mention(
        text=number.text,
        kind="text",
        form=number.form,
        headings=headings,
        sentence=closed_up(text[max(begin, number.start - 2 * _LONGEST_SIDE) : min(end, number.end + 2 * _LONGEST_SIDE)]),
        before=closed_up(before),
        after=closed_up(after),
        currency=bool(_CURRENCY.search(before)),
        percent=bool(_PERCENT.match(after)),
        negative=before.rstrip().endswith("("),
        run=run,
        place=place,
        evidence=evidence,
    )


def _cell_evidence(cell: Cell, number: Candidate) -> Evidence:
    return replace(cell.evidence, span=(number.start, number.end), quote=number.text)
