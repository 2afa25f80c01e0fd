"""The made-up securities report: `japan.txt` as a report of the NTCIR U4 form, and questions with their answers.

The form (NTCIR-18 U4 and SIG-FIN UFO-2024): one HTML file a part of the report, pretty-printed, ``table-id`` on tables and
``cell-id`` on cells. Tables are numbered through the whole report. A cell's row counts every row of its table, a nested
table's rows included; its column counts every cell of the row, nested cells included; a nested cell keeps the id that the
outer table gave it.
"""

from __future__ import annotations

import html
import json
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

from lxml import etree

HERE = Path(__file__).parent
DOC = "S100SMPL"
SPLIT = "valid"
UNITS: dict[str, int | Decimal] = {"百万円": 1_000_000, "千円": 1_000, "％": Decimal("0.01")}
CSS = "td{border:solid 0.75pt #000000} p{font-family:serif;font-size:9pt;margin:0} .head{font-weight:700;margin-top:9pt} .tbld{margin-bottom:9pt} .tblR{text-align:right}"
TABLE_STYLE = "border-collapse:collapse;width:484pt;table-layout:fixed;"
CELL_STYLE = "vertical-align:middle;"
STATEMENT_WIDTHS = (10, 10, 10, 10, 224, 110, 110)
DEPTH = 5
"""Cells that a statement's labels are indented over."""


@dataclass
class TableText:
    key: str
    kind: str
    rows: list[list[str]] = field(default_factory=list)


@dataclass
class Part:
    """A file of the report: headings, paragraphs and page breaks as (tag, text), and tables."""

    number: str
    title: str
    items: list[tuple[str, str] | TableText] = field(default_factory=list)


def parts() -> list[Part]:
    """`japan.txt`, read."""
    made: list[Part] = []
    table: TableText | None = None
    for line in (HERE / "japan.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("#") or not line:
            continue
        if not line.startswith("="):
            assert table is not None, line
            table.rows.append(line.split("|"))
            continue
        table = None
        tag, _, words = line[1:].partition(" ")
        if tag == "file":
            number, _, title = words.partition(" ")
            made.append(Part(number, title))
        elif tag == "table":
            kind, _, key = words.partition(" ")
            table = TableText(key, kind)
            made[-1].items.append(table)
        else:
            made[-1].items.append((tag, words))
    return made


def fill(cell: etree._Element, text: str) -> None:
    """Text of a cell: ``/`` breaks the line, blanks part marks from a figure, ``@`` begins a nested table."""
    words, _, nested = text.partition("@")
    figure = any(c.isdigit() for c in words) and not any(c.isalpha() and not c.isdigit() for c in words)
    p = etree.SubElement(cell, "p", {"class": "tblR" if figure else "tblL"})
    lines = words.split("/")
    p.text = lines[0]
    if figure and " " in words:
        marks = words.split(" ")
        p.text = None
        for mark in marks[:-1]:
            etree.SubElement(p, "span").text = mark
        p[-1].tail = marks[-1]
    for line in lines[1:]:
        etree.SubElement(p, "br").tail = line
    if nested:
        inner = etree.SubElement(cell, "table", cellspacing="0", cellpadding="0", style="border-collapse:collapse;width:100%;")
        for row in nested.split(";"):
            tr = etree.SubElement(inner, "tr")
            for piece in row.split(":"):
                etree.SubElement(etree.SubElement(tr, "td"), "p").text = piece


def grid_rows(rows: list[list[str]]) -> Iterator[list[tuple[str, int, int]]]:
    """Cells of each row as (text, columns, rows)."""
    for r, row in enumerate(rows):
        found = []
        for c, text in enumerate(row):
            if text in ("<", "^"):
                continue
            across = 1
            while c + across < len(row) and row[c + across] == "<":
                across += 1
            down = 1
            while r + down < len(rows) and c < len(rows[r + down]) and rows[r + down][c] == "^":
                down += 1
            found.append((text, across, down))
        yield found


def statement_rows(rows: list[list[str]]) -> Iterator[list[tuple[str, int, int]]]:
    """Rows of a statement: the label stands behind as many empty cells as it is indented by."""
    figures = max(len(row) for row in rows) - 1
    for label, *values in rows:
        depth = len(label) - len(label.lstrip(">"))
        if not label:
            empty = DEPTH + figures - len(values)
            yield [("", 1, 1)] * empty + [(v, 1, 1) for v in values]
            continue
        yield [("", 1, 1)] * depth + [(label[depth:], DEPTH - depth, 1)] + [(v, 1, 1) for v in values]


def table_element(table: TableText) -> etree._Element:
    made = etree.Element("table", cellpadding="0", cellspacing="0", style=TABLE_STYLE)
    if table.kind == "statement":
        columns = etree.SubElement(made, "colgroup")
        for width in STATEMENT_WIDTHS:
            etree.SubElement(columns, "col", style=f"width:{width}pt;")
    for row in (statement_rows if table.kind == "statement" else grid_rows)(table.rows):
        tr = etree.SubElement(made, "tr", style="height:15pt;")
        for text, across, down in row:
            td = etree.SubElement(tr, "td", style=CELL_STYLE)
            if across > 1:
                td.set("colspan", str(across))
            if down > 1:
                td.set("rowspan", str(down))
            fill(td, text)
    return made


def number_tables(tables: list[etree._Element], file: str, first: int) -> int:
    """Give ids to tables and cells as the data sets do; returns the next table's number."""
    for table in tables:
        name = f"{DOC}-{file}-tab{first}"
        table.set("table-id", name)
        for r, tr in enumerate(table.iter("tr"), 1):
            for c, td in enumerate(tr.iter("td"), 1):
                if td.get("cell-id") is None:
                    td.set("cell-id", f"{name}-r{r}c{c}")
        first += 1
    return first


def pretty(element: etree._Element, depth: int = 1) -> Iterator[str]:
    """Every tag and every text on a line of its own, indented by one blank a level."""
    pad, tag = " " * depth, str(element.tag)
    attributes = "".join(f' {k!s}="{html.escape(str(v))}"' for k, v in sorted(element.attrib.items()))
    if tag in ("br", "col"):
        yield f"{pad}<{tag}{attributes}/>"
    else:
        yield f"{pad}<{tag}{attributes}>"
        if element.text:
            yield f"{pad} {html.escape(element.text)}"
        for child in element:
            yield from pretty(child, depth + 1)
            if child.tail:
                yield f"{pad} {html.escape(child.tail)}"
        yield f"{pad}</{tag}>"


@dataclass
class Answer:
    """Where a question is answered, and by what."""

    table: str
    cell: str
    text: str
    unit: int | Decimal


class JapaneseReport:
    """The files of the report, and its tables by key."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.tables: dict[str, tuple[TableText, etree._Element]] = {}
        first = 1
        for part in parts():
            first = self.write(part, first)

    def write(self, part: Part, first: int) -> int:
        body = etree.Element("body")
        for item in part.items:
            if isinstance(item, TableText):
                made = table_element(item)
                self.tables[item.key] = (item, made)
                etree.SubElement(body, "div", {"class": "tbld"}).append(made)
            elif item[0] == "break":
                etree.SubElement(body, "p", style="page-break-before:always; line-height:0.75pt; width:100%; font-size:0.75pt;")
            else:
                etree.SubElement(body, item[0], {"class": "text" if item[0] == "p" else "head"}).text = item[1]
        following = number_tables(list(body.iter("table")), part.number, first)
        # A byte order mark and an XML declaration inside a paragraph: so the data sets' files begin.
        head = (
            '<html>\n <body>\n  <p>\n   \ufeff\n   <?xml version="1.0" encoding="utf-8"?>\n  </p>\n'
            f'  <title>\n   {part.number}_honbun.htm\n  </title>\n  <meta content="text/html; charset=utf-8" http-equiv="content-type"/>\n'
            f'  <style type="text/css">\n   {CSS}\n  </style>\n'
        )
        lines = [line for child in body for line in pretty(child, 2)]
        self.files[f"{DOC}-{part.number}.html"] = (head + "\n".join(lines) + "\n </body>\n</html>\n").encode("utf-8")
        return following

    def find(self, key: str, label: str, place: int, nth: int = 1) -> Answer:
        """The cell at ``place`` after the label in the nth row of that label; 0 is the label itself, -1 the row's last."""
        text, made = self.tables[key]
        for tr in made.iterfind("tr"):
            cells = tr.findall("td")
            for i, td in enumerate(cells):
                if shown(td) == label:
                    nth -= 1
                    if nth == 0:
                        cell = cells[place if place < 0 else i + place]
                        return Answer(made.get("table-id") or "", cell.get("cell-id") or "", shown(cell), unit_of(text, cells))
        raise LookupError(f"table {key} has no row {label!r}")


def shown(cell: etree._Element) -> str:
    """Texts of a cell's own paragraphs, parted by blanks."""
    return " ".join(str(t) for p in cell.findall("p") for t in p.itertext())


def unit_of(table: TableText, row: list[etree._Element]) -> int | Decimal:
    """What a figure of the row counts in: the row's own unit, else the table's."""
    own = "".join(shown(td) for td in row)
    whole = "".join(table.rows[0])
    for unit, factor in UNITS.items():
        if f"（{unit}）" in own or f"（単位：{unit}）" in whole:
            return factor
    return 1


def value(answer: Answer, times: int) -> str:
    """The answer as the data sets give it: figures as plain numbers in yen, everything else as printed."""
    bare = answer.text.split(" ")
    digits = bare[-1].replace(",", "")
    if not digits.replace(".", "").isascii() or not digits.replace(".", "").isdigit():
        return answer.text
    sign = -1 if "△" in bare[:-1] else 1
    number = Decimal(digits) * answer.unit * times * sign
    if isinstance(answer.unit, Decimal):
        return format(number.normalize(), "f")
    return format(number, "f")


def questions(report: JapaneseReport) -> Iterator[tuple[str, Answer, str]]:
    spec: dict[str, Any] = tomllib.loads((HERE / "japan_questions.toml").read_text(encoding="utf-8"))
    for q in spec["qa"]:
        key, label, place = q["cell"]
        answer = report.find(key, label, place, q.get("nth", 1))
        yield f"{spec['company']}の{q['ask']}は？", answer, value(answer, q.get("times", 1))


def dump(content: object) -> bytes:
    return (json.dumps(content, ensure_ascii=False, indent=4) + "\n").encode("utf-8")


def files() -> dict[str, bytes]:
    """The report in the official layout of both tasks."""
    report = JapaneseReport()
    asked = list(questions(report))
    qa, tr = f"table_qa/{SPLIT}", f"table_retrieval/{SPLIT}"
    made = {f"{task}/reports/{DOC}/{name}": body for task in (qa, tr) for name, body in report.files.items()}
    ids = [f"question_tqa_{SPLIT}{i}" for i in range(1, len(asked) + 1)]
    made[f"{qa}/questions.json"] = dump(
        {
            id: {"question": q, "doc_id": DOC, "table_id": a.table, "cell_id": a.cell, "value": v}
            for id, (q, a, v) in zip(ids, asked, strict=True)
        }
    )
    made[f"{qa}/answersheet.json"] = dump({id: {"cell_id": "", "value": ""} for id in ids})
    made[f"{qa}/gold_standard.json"] = dump(
        {id: {"cell_id": a.cell, "value": v} for id, (_, a, v) in zip(ids, asked, strict=True)}
    )
    ids = [f"question_tr_{SPLIT}{i}" for i in range(1, len(asked) + 1)]
    made[f"{tr}/questions.json"] = dump(
        {id: {"question": q, "doc_id": DOC, "table_id": a.table} for id, (q, a, _) in zip(ids, asked, strict=True)}
    )
    made[f"{tr}/answersheet.json"] = dump(dict.fromkeys(ids, ""))
    made[f"{tr}/gold_standard.json"] = dump({id: a.table for id, (_, a, _) in zip(ids, asked, strict=True)})
    return made
