"""The annual report CSV of EDINET's API (type 5): one line a fact, UTF-16 and parted by tabs, within a zip.

Its columns are `COLUMNS` (EDINET API specification, version 2).
"""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from pathlib import Path

from tieout.reading.archive import open_source
from tieout.reading.limits import DEFAULT_LIMITS, Limits
from tieout.report.errors import InputError

__all__ = ["CsvFile", "Line", "csv_files", "read_csv"]

COLUMNS = ("要素ID", "項目名", "コンテキストID", "相対年度", "連結・個別", "期間・時点", "ユニットID", "単位", "値")
_MOST_LINES = 500_000


@dataclass(frozen=True, slots=True)
class Line:
    """One line: ``scope`` is 連結, 個別 or その他, ``form`` 期間 or 時点, ``relative_year`` as 当期, 前期末, …"""

    concept: str
    item: str
    context: str
    relative_year: str
    scope: str
    form: str
    unit: str
    value: str


@dataclass(frozen=True, slots=True)
class CsvFile:
    """Where a CSV lies: a file, or a member of a zip. It is read when needed: those of a year make up a gigabyte."""

    path: Path
    member: str

    def read(self, limits: Limits = DEFAULT_LIMITS) -> list[Line]:
        with open_source(self.path, limits) as source:
            return read_csv(source.read(self.member), source.where(self.member))


def csv_files(folder: Path, limits: Limits = DEFAULT_LIMITS) -> dict[str, CsvFile]:
    """Every CSV below ``folder``, loose or in zips, by its name without folders and ending."""
    found: dict[str, CsvFile] = {}
    for path in [folder] if folder.is_file() else sorted(path for path in folder.rglob("*") if path.is_file()):
        if path.suffix.lower() == ".csv":
            found.setdefault(path.stem, CsvFile(path, path.name))
        elif path.suffix.lower() == ".zip":
            with open_source(path, limits) as source:
                for member in source.members:
                    if member.lower().endswith(".csv"):
                        found.setdefault(member.rpartition("/")[2][:-4], CsvFile(path, member))
    return found


def read_csv(data: bytes, name: str) -> list[Line]:
    """The lines of one CSV. Raises InputError where it isn't such a file, naming what is missing."""
    try:
        text = data.decode("utf-16") if data[:2] in (b"\xff\xfe", b"\xfe\xff") else data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{name}: neither UTF-16 nor UTF-8; EDINET's CSV is UTF-16 with a byte order mark") from None
    rows = csv.reader(io.StringIO(text, newline=""), delimiter="\t")
    try:
        head = [cell.strip() for cell in next(rows, [])]
        places = [head.index(column) for column in COLUMNS]
    except (ValueError, csv.Error):
        missing = ", ".join(column for column in COLUMNS if column not in head)
        raise InputError(f"{name}: no annual report CSV of EDINET: the columns {missing} are missing") from None
    lines: list[Line] = []
    try:
        for row in rows:
            if len(row) <= max(places) or len(lines) >= _MOST_LINES:
                continue
            cell = [row[place].strip() for place in places]
            lines.append(Line(cell[0], cell[1], cell[2], cell[3], cell[4], cell[5], cell[7], cell[8]))
    except csv.Error as fault:
        raise InputError(f"{name}: line {rows.line_num} can't be read: {fault}") from fault
    return lines
