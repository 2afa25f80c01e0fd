"""The compact form of a segment: networks as indented lines and sums, facts as one line each; written and read here.

::

    Role: http://example.com/role/BalanceSheet | 0002 - Statement - Balance sheet
    Presentation:
    us-gaap:AssetsAbstract
      us-gaap:AssetsCurrent [total]
    Calculation:
    us-gaap:AssetsCurrent = 1 us-gaap:InventoryNet + -1 us-gaap:Allowance
    Definition:
    dimension-domain | srt:RangeAxis | srt:RangeMember
    Facts:
    us-gaap:InventoryNet | 2023-12-31 | srt:RangeAxis=srt:MinimumMember | USD | -3 | 1200
"""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal, InvalidOperation

from tieout.benchmarks.finauditing.solver.segment import Arc, Context, Fact, Segment

__all__ = ["is_compact", "read_compact", "starts_at"]

_HEAD = re.compile(r"^Role: .*$", re.MULTILINE)
_SECTIONS = ("presentation", "calculation", "definition", "labels", "facts")
_TERM = re.compile(r"(-?[\d.]+)\s+(\S+)")
_LONGEST_NUMBER = 100
_DECIMALS = re.compile(r"-?\d{1,3}")


def starts_at(text: str) -> int | None:
    """Where the compact segment starts; None where there is none."""
    head = _HEAD.search(text)
    return head.start() if head is not None and "\nFacts:" in text else None


def is_compact(text: str) -> bool:
    return starts_at(text) is not None


def read_compact(text: str) -> tuple[Segment, str]:
    """The segment, and the rest of the text; a line that isn't of the form ends the segment's part."""
    reader = _Reader()
    rest: list[str] = []
    for line in text.splitlines():
        if not reader.take(line):
            rest.append(line)
    return reader.segment, "\n".join(rest)


class _Reader:
    def __init__(self) -> None:
        self.segment = Segment()
        self._role = ""
        self._section: Callable[[str], bool] | None = None
        self._path: list[tuple[int, str]] = []
        self._order = 0.0

    def take(self, line: str) -> bool:
        """Whether the line was part of the segment."""
        if line.startswith("Role: "):
            self._role, _, title = line[6:].partition(" | ")
            self.segment.definitions.append(title)
            self._section = None
            return True
        name = line.rstrip(":").lower()
        if line.endswith(":") and name in _SECTIONS:
            self._section = getattr(self, f"_{name}")
            self._path = []
            return True
        return self._section is not None and bool(line.strip()) and self._section(line)

    def _name(self, written: str) -> str:
        local = written.rpartition(":")[2]
        self.segment.names.setdefault(local, written)
        return local

    def _arc(self, kind: str, arcrole: str, parent: str, child: str, weight: Decimal = Decimal(1), preferred: str = "") -> None:
        self._order += 1
        self.segment.arcs.append(Arc(kind, arcrole, self._role, parent, child, self._order, weight, preferred))

    def _presentation(self, line: str) -> bool:
        body = line.strip()
        written, _, label = body.partition(" ")
        if ":" not in written or (label and not label.startswith("[")):
            return False
        depth = len(line) - len(line.lstrip())
        while self._path and self._path[-1][0] >= depth:
            self._path.pop()
        concept = self._name(written)
        if self._path:
            self._arc("presentation", "parent-child", self._path[-1][1], concept, preferred=label.strip("[]"))
        self._path.append((depth, concept))
        return True

    def _calculation(self, line: str) -> bool:
        parent, mark, terms = line.partition(" = ")
        if not mark:
            return False
        for weight, child in _TERM.findall(terms):
            try:
                self._arc("calculation", "summation-item", self._name(parent.strip()), self._name(child), Decimal(weight))
            except InvalidOperation:
                continue
        return True

    def _definition(self, line: str) -> bool:
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) != 3:
            return False
        self._arc("definition", cells[0], self._name(cells[1]), self._name(cells[2]))
        return True

    def _labels(self, line: str) -> bool:
        written, mark, label = line.partition(" | ")
        if mark:
            self.segment.labels.setdefault(self._name(written.strip()), []).append(label.strip())
        return bool(mark)

    def _facts(self, line: str) -> bool:
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) < 6:
            return False
        concept, period, members, unit, decimals = cells[:5]
        text = "|".join(cells[5:])
        start, _, end = period.rpartition("/")
        pairs = [pair.partition("=") for pair in members.split(";") if "=" in pair]
        context = Context("", start or None, end or None, {self._name(a.strip()): self._name(m.strip()) for a, _, m in pairs})
        value = _number(text)
        exact: int | str | None = int(decimals) if _DECIMALS.fullmatch(decimals) else decimals or None
        self.segment.facts.append(Fact(self._name(concept), context, value, text, exact, unit or None))
        return True


def _number(text: str) -> Decimal | None:
    try:
        found = Decimal(text) if len(text) <= _LONGEST_NUMBER else None
    except InvalidOperation:
        return None
    return found if found is not None and found.is_finite() else None
