"""Training: from questions with their answers to knowledge and rankers, reproducibly.

Features of a training question must not know its own answer. So companies are dealt into folds, and the features of one fold's
questions are made with what the other folds tell; what ships knows all of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from zlib import crc32

import numpy as np

from tieout.engines.tables.artefact import Artefact
from tieout.engines.tables.features import NAMES as CELL_NAMES
from tieout.engines.tables.features import candidates, cell_features, first_scores
from tieout.engines.tables.habits import Habits
from tieout.engines.tables.index import KINDS, ROLES, ReportIndex, index_of
from tieout.engines.tables.knowledge import TABLE_ROLES, Knowledge, keys_of, learn_cell, learn_table, merged
from tieout.engines.tables.questions import Question, parse_question
from tieout.engines.tables.ranking import Ranker, train_ranker
from tieout.engines.tables.strings import Array
from tieout.engines.tables.tablefeatures import NAMES as TABLE_NAMES
from tieout.engines.tables.tablefeatures import table_features
from tieout.engines.tables.view import ReportView
from tieout.report.errors import InputError

__all__ = ["FOLDS", "Example", "Groups", "fold_of", "gather", "knowledge_by_fold", "learn", "train_artefact", "train_rankers"]

FOLDS = 5
_MOST_IN_TABLE = 250
_MOST_OF_REPORT = 100  # questions of a report that the rankers learn from; knowledge is of all
_MOST_NEGATIVES = 30  # rows of a question that a ranker is trained on, besides the right one
_BINS = 24  # of the calibration curves

Opening = Callable[[str], ReportView]
Told = tuple[int, Mapping[str, str], Mapping[str, str], str | None]
"""Fold, keys, texts by role, and the cell's kind (None: only the table is known)."""
Seen = tuple[str, str, str]
"""Item, printed text, value."""


@dataclass(frozen=True, slots=True)
class Example:
    """A question about a report (named as the opener takes it) with its table, and where it is known its cell and value."""

    report: str
    question: str
    table_id: str
    cell_id: str | None = None
    value: str | None = None


@dataclass(slots=True)
class Groups:
    """Ranking groups, one a question: feature rows, relevance, and for each group its fold, size, tables and question."""

    values: list[Array] = field(default_factory=list)
    relevant: list[np.ndarray] = field(default_factory=list)
    tables: list[np.ndarray] = field(default_factory=list)
    folds: list[int] = field(default_factory=list)
    gold_table: list[int] = field(default_factory=list)
    examples: list[Example] = field(default_factory=list)
    missed: int = 0

    def add(self, example: Example, fold: int, values: Array, relevant: np.ndarray, tables: np.ndarray, gold: int) -> None:
        self.values.append(values)
        self.relevant.append(relevant)
        self.tables.append(tables)
        self.folds.append(fold)
        self.gold_table.append(gold)
        self.examples.append(example)


def fold_of(question: Question) -> int:
    """The fold of the question's company: all its reports, of whatever year, are in one."""
    return crc32(question.company.encode()) % FOLDS


def learn(examples: Sequence[Example], opening: Opening) -> tuple[list[Told], list[Seen]]:
    """What each example tells, report by report: where its cell stands, and how its value is printed."""
    told: list[Told] = []
    seen: list[Seen] = []
    for report, group in _by_report(examples).items():
        index = index_of(opening(report))
        places = {cell.id: place for place, cell in enumerate(index.cells)}
        tables = {table.id: place for place, table in enumerate(index.view.tables)}
        for example in group:
            question = parse_question(example.question)
            place = places.get(example.cell_id or "")
            if place is not None:
                texts = {role: index.strings[role].texts[index.roles[role][place]] for role in ROLES}
                told.append((fold_of(question), keys_of(question, index), texts, KINDS[index.kind[place]]))
                if example.value is not None:
                    seen.append((question.item, index.cells[place].text, example.value))
            elif example.table_id in tables:
                rows = index.of_table(tables[example.table_id])
                if len(rows):
                    texts = {role: index.strings[role].texts[index.roles[role][rows[0]]] for role in TABLE_ROLES}
                    told.append((fold_of(question), keys_of(question, index), texts, None))
        _forget(index)
    return told, seen


def _forget(index: ReportIndex) -> None:
    """Drops what questions have left with a report's view, but not the index itself: it is asked again."""
    index.view.cache.clear()
    index.view.cache["index"] = index


def knowledge_by_fold(told: Iterable[Told]) -> list[Knowledge]:
    """What each fold's examples tell."""
    parts = [Knowledge() for _ in range(FOLDS)]
    for fold, keys, texts, kind in told:
        if kind is None:
            learn_table(parts[fold], keys, texts)
        else:
            learn_cell(parts[fold], keys, texts, kind)
    return parts


def gather(examples: Sequence[Example], opening: Opening, knowledge: Sequence[Knowledge]) -> tuple[Groups, Groups]:
    """Ranking groups within the gold table (examples with a cell), and within the report (all); ``knowledge`` by fold."""
    within, across = Groups(), Groups()
    for report, group in _by_report(examples).items():
        view = opening(report)
        index = index_of(view)
        tables = {table.id: place for place, table in enumerate(view.tables)}
        places = {cell.id: place for place, cell in enumerate(index.cells)}
        for example in _spread(group, _MOST_OF_REPORT):
            table = tables.get(example.table_id)
            if table is not None:
                _add(within, across, example, index, table, places.get(example.cell_id or ""), knowledge)
        _forget(index)
    return within, across


def _add(
    within: Groups,
    across: Groups,
    example: Example,
    index: ReportIndex,
    table: int,
    gold: int | None,
    knowledge: Sequence[Knowledge],
) -> None:
    question = parse_question(example.question)
    fold = fold_of(question)
    known = knowledge[fold]
    scores = first_scores(index, question, known)
    if gold is not None:
        rows = index.of_table(table)
        rows = rows[np.argsort(-scores[rows], kind="stable")[:_MOST_IN_TABLE]]
        if gold in rows:
            matrix = cell_features(index, question, known, rows)
            within.add(example, fold, matrix.values, (rows == gold).astype(np.int8), index.table[rows], table)
        else:
            within.missed += 1
    rows = candidates(scores)
    matrix = cell_features(index, question, known, rows)
    relevant = (rows == gold).astype(np.int8) if gold is not None else np.zeros(len(rows), dtype=np.int8)
    across.add(example, fold, matrix.values, relevant, index.table[rows], table)


def _by_report(examples: Iterable[Example]) -> dict[str, list[Example]]:
    groups: dict[str, list[Example]] = defaultdict(list)
    for example in examples:
        groups[example.report].append(example)
    return groups


def _spread(group: Sequence[Example], most: int) -> list[Example]:
    """At most so many examples, evenly from the whole group."""
    if len(group) <= most:
        return list(group)
    return [group[place * len(group) // most] for place in range(most)]


def train_artefact(
    examples: Sequence[Example], opening: Opening, *, seed: int = 1, say: Callable[[str], None] = lambda line: None
) -> Artefact:
    """Knowledge, habits and rankers from examples; the same examples and seed give the same artefact.

    The rankers learn from at most a hundred questions of a report, so that a report with thousands doesn't outweigh the others.
    Raises InputError where too few examples have their table in a report.
    """
    say(f"{len(examples):,} questions; reading their reports")
    opening = cache(opening)  # a report is opened once, and its index kept: some 8 MB each
    told, seen = learn(examples, opening)
    say("what other companies' questions tell of each fold's")
    parts = knowledge_by_fold(told)
    others = [merged(part for number, part in enumerate(parts) if number != fold) for fold in range(FOLDS)]
    within, across = gather(examples, opening, others)
    if len(set(within.folds)) < FOLDS:
        raise InputError(
            f"only {len(within.values)} questions with a cell that is in their report; training needs more companies"
        )
    trees, calibration, measured = train_rankers(within, across, seed, say)
    facts = {"calibration": calibration, "held_out": measured, "questions": len(examples), "seed": seed}
    return Artefact(merged(parts), Habits.of(seen), trees, facts)


def train_rankers(
    within: Groups, across: Groups, seed: int = 1, say: Callable[[str], None] = lambda line: None
) -> tuple[dict[str, str], dict[str, list[float]], dict[str, float]]:
    """Trees by ranker, calibration curves, and accuracies on the fold that was held out to make the curves.

    The ranker of tables learns from scores of cell rankers that have not seen the question's company: each of the two halves of
    the folds is scored by a ranker trained on the other.
    """
    say("ranking cells within a table")
    held = train_ranker(*_training_rows(within, lambda fold: fold != 0), CELL_NAMES, seed=seed)
    margins, right = _margins(within, Ranker(held, len(CELL_NAMES)), lambda fold: fold == 0)
    trees = {"within": train_ranker(*_training_rows(within, lambda fold: True), CELL_NAMES, seed=seed)}
    calibration, measured = {"within": _curve(margins, right)}, {"within": float(np.mean(right))}
    say(f"held-out companies: cell accuracy {measured['within']:.4f}; ranking cells across a report")
    low = train_ranker(*_training_rows(across, lambda fold: fold < FOLDS // 2), CELL_NAMES, seed=seed)
    high = train_ranker(*_training_rows(across, lambda fold: fold >= FOLDS // 2), CELL_NAMES, seed=seed)
    trees["across"] = train_ranker(*_training_rows(across, lambda fold: True), CELL_NAMES, seed=seed)
    say("ranking tables")
    tables = _table_groups(across, Ranker(high, len(CELL_NAMES)), Ranker(low, len(CELL_NAMES)))
    held = train_ranker(*_training_rows(tables, lambda fold: fold != 0), TABLE_NAMES, seed=seed)
    margins, right = _margins(tables, Ranker(held, len(TABLE_NAMES)), lambda fold: fold == 0)
    trees["tables"] = train_ranker(*_training_rows(tables, lambda fold: True), TABLE_NAMES, seed=seed)
    calibration["tables"], measured["tables"] = _curve(margins, right), float(np.mean(right))
    say(f"held-out companies: table accuracy {measured['tables']:.4f}")
    return trees, calibration, measured


def _training_rows(groups: Groups, chosen: Callable[[int], bool]) -> tuple[Array, np.ndarray, list[int]]:
    """Rows of the chosen folds' groups that have a relevant row: it, and the best others by first score."""
    values, relevant, sizes = [], [], []
    for rows, marks, fold in zip(groups.values, groups.relevant, groups.folds, strict=True):
        if chosen(fold) and marks.any():
            kept = np.union1d(np.arange(min(_MOST_NEGATIVES, len(rows))), np.flatnonzero(marks))
            values.append(rows[kept])
            relevant.append(marks[kept])
            sizes.append(len(kept))
    if not sizes:
        raise InputError("training needs questions of more companies: one fold of them has no answer")
    return np.concatenate(values), np.concatenate(relevant), sizes


def _margins(groups: Groups, ranker: Ranker, chosen: Callable[[int], bool]) -> tuple[np.ndarray, np.ndarray]:
    """For the chosen folds' groups: by how much the best row leads, and whether it is relevant."""
    picked = [place for place, fold in enumerate(groups.folds) if chosen(fold)]
    scores = ranker.score(np.concatenate([groups.values[place] for place in picked]))
    margins, right = [], []
    start = 0
    for place in picked:
        own = scores[start : start + len(groups.values[place])]
        start += len(own)
        order = np.argsort(-own, kind="stable")
        margins.append(float(own[order[0]] - own[order[1]]) if len(own) > 1 else 9.0)
        right.append(bool(groups.relevant[place][order[0]]))
    return np.array(margins), np.array(right)


def _curve(margins: np.ndarray, right: np.ndarray) -> list[float]:
    """Margins and, for each, the share of right answers around it, made monotone: the points of a piecewise linear curve."""
    order = np.argsort(margins, kind="stable")
    parts = [part for part in np.array_split(order, _BINS) if len(part)]
    points = [float(np.mean(margins[part])) for part in parts]
    shares = np.maximum.accumulate([float((right[part].sum() + 0.5) / (len(part) + 1)) for part in parts])
    return [*(round(point, 5) for point in points), *(round(float(share), 5) for share in shares)]


def _table_groups(across: Groups, for_low: Ranker, for_high: Ranker) -> Groups:
    """Groups of tables from groups of cells, each scored by the ranker that has not seen its fold."""
    groups = Groups()
    for start in range(0, len(across.values), 500):
        stop = min(start + 500, len(across.values))
        for low in (True, False):
            picked = [
                place for place in range(start, stop) if (across.folds[place] < FOLDS // 2) == low and len(across.values[place])
            ]
            if not picked:
                continue
            scores = (for_low if low else for_high).score(np.concatenate([across.values[place] for place in picked]))
            begin = 0
            for place in picked:
                values = across.values[place]
                own = scores[begin : begin + len(values)]
                begin += len(values)
                ranked, rows = table_features(values, own, across.tables[place])
                gold = across.gold_table[place]
                relevant = (ranked == gold).astype(np.int8)
                groups.add(across.examples[place], across.folds[place], rows, relevant, ranked, gold)
    return groups
