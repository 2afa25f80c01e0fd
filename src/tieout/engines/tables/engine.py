"""The table engine: a question and a report in, a table or a cell with its value out, or an abstention with its reason."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from math import prod
from pathlib import Path

import numpy as np

from tieout.engines.tables.artefact import Artefact, read_artefact, shipped_artefact
from tieout.engines.tables.beside import missing_word
from tieout.engines.tables.features import NAMES as CELL_NAMES
from tieout.engines.tables.features import candidates, cell_features, first_scores
from tieout.engines.tables.fiscal import ending_year
from tieout.engines.tables.index import ReportIndex, index_of
from tieout.engines.tables.questions import Question, parse_question, readings
from tieout.engines.tables.ranking import Ranker
from tieout.engines.tables.tablefeatures import NAMES as TABLE_NAMES
from tieout.engines.tables.tablefeatures import table_features
from tieout.engines.tables.traits import traits_of
from tieout.engines.tables.valuing import Value, value_of
from tieout.engines.tables.view import CellView, ReportView, TableView, plain

__all__ = ["FoundCell", "FoundTable", "NotFound", "TableEngine"]


_TIES = ("item.label.share", "item.label.cosine", "item.header.share", "text.label", "head.label", "text.header", "head.header")
_LEAST_TIE = 0.3  # of a share or a cosine
_LEAST_TIE_UNMET = 0.5  # where training never met the item: its words alone have to tell
_DATE = re.compile(r"[(自至]*(?:(?:19|20)\d\d|(?:令和|平成)(?:元|\d{1,2}))年(?:\d{1,2}月(?:\d{1,2}日|期|末)?)?\)?|第\d{1,3}期")
_OF_YEARS = ("label", "section", "header", "near")
_RATE = re.compile(r"率|割合|比|%|利回り|[A-Z]{3}")  # what a row called …率 may be asked as
_LEAST_CALLED = 0.75  # of a cosine, for a free wording


@dataclass(frozen=True, slots=True)
class FoundTable:
    """``score`` is the calibrated chance that the table is the right one; ``others`` the next best."""

    table: TableView
    score: float
    others: tuple[TableView, ...] = ()


@dataclass(frozen=True, slots=True)
class FoundCell:
    table: TableView
    cell: CellView
    value: Value
    score: float


@dataclass(frozen=True, slots=True)
class NotFound:
    """An abstention; ``reason`` is one line for people."""

    reason: str


class TableEngine:
    """Safe to use for any number of reports and questions; holds no state but the artefact."""

    def __init__(self, artefact: Artefact) -> None:
        self._knowledge = artefact.knowledge
        self._habits = artefact.habits
        sizes = {"tables": len(TABLE_NAMES)}
        self._rankers = {name: Ranker(text, sizes.get(name, len(CELL_NAMES))) for name, text in artefact.trees.items()}
        self._calibration: dict[str, list[float]] = artefact.facts.get("calibration", {})

    @classmethod
    def load(cls, folder: Path | None = None) -> TableEngine:
        """With the artefact in ``folder``, or the shipped one. Raises InputError where there is none."""
        return _loaded(folder)

    def table(self, report: ReportView, question: str) -> FoundTable | NotFound:
        """The table that answers the question."""
        return self._table(report, parse_question(question))

    def _table(self, report: ReportView, asked: Question, group: bool = False) -> FoundTable | NotFound:
        """With ``group``, of the tables that don't stand under a heading of the company's own accounts."""
        refused = _refusal(report, asked)
        if refused is not None:
            return refused
        index = index_of(report)
        if not index.cells:
            return NotFound("the report has no table with text in it")
        ranked = self._ranked_tables(index, asked)
        if group:
            consolidated = traits_of(index).consolidated
            ranked = [pair for pair in ranked if consolidated[pair[0]] >= 0]
        if not ranked:
            return NotFound("no table of the group has it")
        tables = [report.tables[place] for place, _ in ranked[:4]]
        margin = ranked[0][1] - ranked[1][1] if len(ranked) > 1 else 9.0
        return FoundTable(tables[0], self._chance("tables", margin), tuple(tables[1:]))

    def cell(self, report: ReportView, question: str, table_id: str) -> FoundCell | NotFound:
        """The cell of a given table that answers the question, with its value."""
        return self._cell(report, parse_question(question), table_id)

    def _cell(self, report: ReportView, asked: Question, table_id: str) -> FoundCell | NotFound:
        table = report.table(table_id)
        if table is None:
            return NotFound(f"the report has no table {table_id}")
        refused = _refusal(report, asked)
        if refused is not None:
            return refused
        index = index_of(report)
        rows = index.of_table(report.places[table_id])
        if not len(rows):
            return NotFound(f"table {table_id} has no text in it")
        return self._best(index, asked, table, rows)

    def answer(self, report: ReportView, question: str) -> FoundCell | NotFound:
        """The table first, then its cell; the score is the chance of both.

        Abstains where the cell stands under another year than the one asked, and where neither training nor the report's own
        words tie the item to the cell. A free wording is read in each way that the grammar has for it: the surest answer
        counts, and other cells that print the same value bear it out. It means the group, unless it says 個別 or the report has
        no such figure of the group.
        """
        placed = _placed(parse_question(question), report)
        asked = placed[0]
        ways = [reading for one in placed for reading in readings(one)]
        group = not asked.formal and asked.scope != "個別"
        answers = [self._answer(report, way, group) for way in ways]
        if group and not any(isinstance(answer, FoundCell) for answer in answers):
            answers = [self._answer(report, way) for way in ways]
        cells = [answer for answer in answers if isinstance(answer, FoundCell)]
        if not cells:
            return answers[0]
        best = max(cells, key=lambda cell: cell.score)
        unsaid = self._unsaid(report, asked, best)
        if unsaid is not None:
            return NotFound(f"nothing about the nearest cell ({best.cell.id}) says {unsaid!r}")
        same = {cell.cell.id: 0.0 for cell in cells if cell.value.text == best.value.text}
        for cell in cells:
            if cell.cell.id in same:
                same[cell.cell.id] = max(same[cell.cell.id], cell.score)
        return replace(best, score=1 - prod(1 - score for score in same.values()))

    def _answer(self, report: ReportView, asked: Question, group: bool = False) -> FoundCell | NotFound:
        found = self._table(report, asked, group)
        if isinstance(found, NotFound):
            return found
        cell = self._cell(report, asked, found.table.id)
        if isinstance(cell, NotFound):
            return cell
        doubt = self._doubt(index_of(report), asked, cell)
        if doubt is not None:
            return doubt
        return FoundCell(cell.table, cell.cell, cell.value, cell.score * found.score)

    def _unsaid(self, report: ReportView, asked: Question, found: FoundCell) -> str | None:
        index = index_of(report)
        rows = index.of_table(report.places[found.table.id])
        place = next(int(row) for row in rows if index.cells[int(row)].id == found.cell.id)
        sections = [index.strings[role].texts[index.roles[role][place]] for role in ("section", "outer")]
        return missing_word(asked.beside, report, found.table, found.cell, "|".join(sections))

    def _doubt(self, index: ReportIndex, asked: Question, found: FoundCell) -> NotFound | None:
        rows = index.of_table(index.view.places[found.table.id])
        place = next(int(row) for row in rows if index.cells[int(row)].id == found.cell.id)
        year = int(index.any_year()[place])
        if (
            asked.year is not None
            and year
            and year != asked.year
            and abs(year - asked.year) > int(asked.instant and asked.formal)
        ):
            return NotFound(f"the nearest cell ({found.cell.id}) is of {year}, the question is about {asked.year}")
        if asked.fiscal is not None and _says_fiscal(index, place) != (asked.year == asked.fiscal):
            return NotFound(f"nothing about the nearest cell ({found.cell.id}) says that it is of {asked.fiscal}年度")
        if not asked.formal and _DATE.fullmatch(plain(found.cell.text)):
            return NotFound(f"the nearest cell ({found.cell.id}) holds no figure but a date")
        values = cell_features(index, asked, self._knowledge, np.array([place])).values[0]
        ties = [values[at] for at, name in enumerate(CELL_NAMES) if name in _TIES]
        if not asked.formal and not self._called(index, asked, place, values):
            ties = [0.0]
        met = values[CELL_NAMES.index("known.item")] > 0
        if max(ties) < (_LEAST_TIE if met else _LEAST_TIE_UNMET):
            if asked.item.isascii() and not asked.formal:
                return NotFound("the question names no item that is known in English; quote it in Japanese, as 「売上高」")
            return NotFound(f"no table has a row or column that is called like {asked.item!r}")
        return None

    def _called(self, index: ReportIndex, asked: Question, place: int, values: np.ndarray) -> bool:
        """Whether the cell is called what a free wording asks for: nobody has said that the report has such an item, so a
        row of similar letters (営業利益 for 営業収益) or a header that all rows share does not do."""
        item = asked.item.partition("、")[0]
        texts = [index.strings[role].texts[index.roles[role][place]] for role in ("label", "header", "section")]
        if "率" in texts[0] and not _RATE.search(item):
            return False
        sure = {"item.label.share": _LEAST_TIE, "head.label": _LEAST_CALLED, "head.header": _LEAST_CALLED}
        if any(values[CELL_NAMES.index(name)] >= least for name, least in sure.items()):
            return True
        return len(item) > 1 and any(part.startswith(item) for text in texts for part in text.split("|"))

    def _ranked_tables(self, index: ReportIndex, asked: Question) -> list[tuple[int, float]]:
        rows = candidates(first_scores(index, asked, self._knowledge))
        values = cell_features(index, asked, self._knowledge, rows).values
        scores = self._rankers["across"].score(values)
        tables, features = table_features(values, scores, index.table[rows])
        final = self._rankers["tables"].score(features)
        return [(int(tables[place]), float(final[place])) for place in np.argsort(-final, kind="stable")]

    def _best(self, index: ReportIndex, asked: Question, table: TableView, rows: np.ndarray) -> FoundCell:
        values = cell_features(index, asked, self._knowledge, rows).values
        scores = self._rankers["within"].score(values)
        order = np.argsort(-scores, kind="stable")
        cell = index.cells[int(rows[order[0]])]
        margin = float(scores[order[0]] - scores[order[1]]) if len(order) > 1 else 9.0
        value = value_of(index.view, table, cell, asked.item, self._habits)
        return FoundCell(table, cell, value, self._chance("within", margin))

    def _chance(self, ranker: str, margin: float) -> float:
        """The share of right answers among training answers (of companies not trained on) with such a margin."""
        curve = self._calibration.get(ranker)
        if not curve:
            return 0.5
        half = len(curve) // 2
        return float(np.interp(margin, curve[:half], curve[half:]))


@lru_cache(maxsize=2)
def _loaded(folder: Path | None) -> TableEngine:
    return TableEngine(shipped_artefact() if folder is None else read_artefact(folder))


def _says_fiscal(index: ReportIndex, place: int) -> bool:
    """Whether the report itself calls a cell's year a 年度."""
    return any("Y度" in index.strings[role].texts[index.roles[role][place]] for role in _OF_YEARS)


def _placed(asked: Question, report: ReportView) -> list[Question]:
    """What a free wording's year means in this report: 前期 the year before the report's, 前々期 two before it.

    A 年度 is the business year that begins in it; the report knows that one by the year in which it ends, or says 年度 itself.
    """
    if asked.formal or report.year is None:
        return [replace(asked, fiscal=None)]
    if asked.year is None:
        return [replace(asked, year=report.year - asked.before) if asked.before else asked]
    ending = ending_year(report, asked.fiscal) if asked.fiscal is not None else asked.year
    if ending in (None, asked.year):
        return [replace(asked, fiscal=None)]
    return [replace(asked, year=ending), asked]


def _refusal(report: ReportView, asked: Question) -> NotFound | None:
    """Why a question can't be about this report: another company, or a year that it doesn't cover."""
    if not asked.item:
        return NotFound("the question names no item")
    if asked.company and report.company and not _same_company(asked.company, report.company):
        return NotFound(f"the question is about {asked.company}, the report is of {report.company}")
    if asked.year is not None and report.year is not None and not report.year - 10 <= asked.year <= report.year + 3:
        return NotFound(f"the question is about {asked.year}, the report's business year ends in {report.year}")
    return None


_FORMS = ("株式会社", "(株)", "ホールディングス", "グループ", "本社", "日本", "・", ".", "-", " ")


def _same_company(asked: str, printed: str) -> bool:
    """Names are alike without the company's form, or share most of their characters (old names, abbreviations)."""
    one, other = plain(asked), plain(printed)
    for form in _FORMS[:2]:
        one, other = one.replace(form, ""), other.replace(form, "")
    if not one or one in other or other in one:
        return True
    shared = len(set(one) & set(other))
    return shared * 2 >= min(len(set(one)), len(set(other)))
