"""Pages ranked for a question: where the answer stands, where it is printed again, and where its words stand."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tieout.engines.kpis.candidates import Candidate, row_matches
from tieout.engines.kpis.catalogue import Kpi
from tieout.engines.kpis.statements import locate
from tieout.engines.kpis.view import ReportView

__all__ = ["PageIndex", "index_of", "rank"]

_WORD = re.compile(r"[a-z]{2,}|[0-9][0-9,.]*[0-9]|[0-9]")
_STOP = frozenset({"the", "of", "and", "for", "in", "to", "was", "what", "is", "on", "by", "as", "at", "its", "it", "how"})
_K1, _B = 1.2, 0.75
_TOLD_DIGITS = 3


@dataclass(frozen=True, slots=True)
class PageIndex:
    """Words of each page, counted, and on how many pages each stands; page n is at n - 1."""

    words: tuple[Counter[str], ...]
    lengths: tuple[int, ...]
    spread: Mapping[str, int]
    average: float

    def lexical(self, query: Sequence[str]) -> list[float]:
        """BM25 (Robertson and Zaragoza 2009) of each page."""
        scores = [0.0] * len(self.words)
        for word in set(query):
            spread = self.spread.get(word, 0)
            if not spread:
                continue
            weight = math.log(1 + (len(self.words) - spread + 0.5) / (spread + 0.5))
            for place, counted in enumerate(self.words):
                count = counted.get(word, 0)
                if count:
                    long = 1 - _B + _B * self.lengths[place] / self.average
                    scores[place] += weight * count * (_K1 + 1) / (count + _K1 * long)
        return scores


def index_of(view: ReportView) -> PageIndex:
    """The index of a report's pages; kept with the view."""
    kept = view.kept.get("pages")
    if isinstance(kept, PageIndex):
        return kept
    words = tuple(Counter(split(page.text)) for page in view.pages)
    lengths = tuple(sum(counted.values()) for counted in words)
    spread: Counter[str] = Counter(word for counted in words for word in counted)
    index = PageIndex(words, lengths, spread, max(1.0, sum(lengths) / max(1, len(lengths))))
    view.kept["pages"] = index
    return index


def split(text: str) -> list[str]:
    return [word for word in _WORD.findall(text.casefold()) if word not in _STOP]


def rank(view: ReportView, question: str, kpi: Kpi | None, year: int | None, found: Sequence[Candidate]) -> list[int]:
    """Page numbers, the best first. ``found`` are the weighed candidates of the KPI and year, the chosen one first."""
    index = index_of(view)
    lexical = index.lexical(_query(question, kpi))
    most = max(lexical, default=0.0) or 1.0
    scores = [0.5 * score / most for score in lexical]
    if kpi is not None:
        for page, score in _by_structure(view, kpi, year).items():
            scores[page - 1] += score
        for page, score in _by_value(view, index, found).items():
            scores[page - 1] += score
    order = sorted(range(len(scores)), key=lambda place: -scores[place])
    return [view.pages[place].number for place in order]


@lru_cache(maxsize=4_096)
def _query(question: str, kpi: Kpi | None) -> tuple[str, ...]:
    words = split(question)
    return tuple(words + (split(kpi.title) if kpi is not None else []))


def _by_structure(view: ReportView, kpi: Kpi, year: int | None) -> dict[int, float]:
    """Pages of the KPI's statement, and pages with a row that means it, more so with a column of the year."""
    key = f"structure/{kpi.name}/{year}"
    kept = view.kept.get(key)
    if isinstance(kept, dict):
        return kept
    scores: dict[int, float] = defaultdict(float)
    statement = locate(view).get(kpi.statement)
    if statement is not None:
        for table in statement.tables:
            scores[table.page] = max(scores[table.page], 0.6)
    for match in row_matches(view)[kpi.name]:
        score = 0.4 * match.sure + (0.4 if year is not None and match.row.value(year) is not None else 0.0)
        scores[match.table.page] = max(scores[match.table.page], score)
    view.kept[key] = dict(scores)
    return dict(scores)


def _by_value(view: ReportView, index: PageIndex, found: Sequence[Candidate]) -> dict[int, float]:
    """The page of the answer; pages of other places that say the same; pages that print its digits."""
    scores: dict[int, float] = {}
    if not found:
        return scores
    best = found[0]
    sure = 0.3 + 0.7 * best.score
    for one in found:
        if one is best or (one.value == best.value and best.value):
            score = 2.0 * sure if one is best else 1.4 * sure * (0.5 + 0.5 * one.score)
            score += 0.4 if one.features.get("in_statement") else 0.0
            scores[one.page] = max(scores.get(one.page, 0.0), score)
    digits = best.source.text[best.span[0] : best.span[1]]
    printed = re.search(r"[0-9][0-9,.]*", digits)
    if printed is not None and sum(ch.isdigit() for ch in printed[0]) >= _TOLD_DIGITS:
        word = printed[0].rstrip(".,")
        pages = [place for place, counted in enumerate(index.words) if word in counted]
        weight = 0.9 * sure if len(pages) <= 6 else 0.4 * sure
        for place in pages:
            number = place + 1
            scores[number] = max(scores.get(number, 0.0), weight + (0.3 * sure if number in scores else 0.0))
    return scores
