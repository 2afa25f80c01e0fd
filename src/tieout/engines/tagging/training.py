"""`tieout train tagging`: from filings to an artefact, with metrics by issuer-wise cross-validation on its card."""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tieout.engines.tagging.artefact import Artefact
from tieout.engines.tagging.bare import bare_examples
from tieout.engines.tagging.calibration import Calibration, expected_error, reliability
from tieout.engines.tagging.examples import ExampleContext, examples_of
from tieout.engines.tagging.fields import View
from tieout.engines.tagging.finder_training import Found, Prepared, found_rows, prepared, train_trees, train_words
from tieout.engines.tagging.finding import ALONE_THRESHOLD
from tieout.engines.tagging.learning import Ranked, learn, ranked_rows
from tieout.engines.tagging.numbers import TYPES
from tieout.engines.tagging.pseudo import examples_of_presentation
from tieout.engines.tagging.ranking import FEATURES, Scorer
from tieout.engines.tagging.tagging import FACT_THRESHOLD
from tieout.report import InputError, Report, TieoutError

__all__ = ["Gathered", "gather", "train_artefact", "train_ranker"]

FOLDS = 3
LEAST_FACTS = 50
"""A filing with fewer tagged numbers was most likely not tagged in full, and would teach that facts are none."""

_VIEWS: tuple[View, ...] = ("full", "context", "context", "row")
_MOST_WHOLE = 60
_MOST_BARE, _BARE_EACH = 120, 2
"""The finder learns little more from more filings, and next to nothing from a third one of an issuer."""

Say = Callable[[str], None]


@dataclass(slots=True)
class Gathered:
    """Examples by filing, in the order of each; those of some filings as bare strings; rows made of presentations; and how many
    filings could not be used."""

    filings: list[list[ExampleContext]] = field(default_factory=list)
    bare: list[list[ExampleContext]] = field(default_factory=list)
    presentations: list[ExampleContext] = field(default_factory=list)
    packages: int = 0
    skipped: int = 0
    periods: list[str] = field(default_factory=list)
    types: Mapping[str, str] = field(default_factory=dict)

    @property
    def issuers(self) -> list[str]:
        return sorted({c.issuer for filing in self.filings for c in filing})

    def names(self) -> list[tuple[str, str]]:
        """Every concept that could be an answer: the taxonomy's, where there is one, and those that any filing used."""
        used = {
            e.concept: e.type
            for contexts in (*self.filings, self.presentations)
            for c in contexts
            for e in c.examples
            if e.concept is not None and e.type is not None
        }
        return list({**self.types, **used}.items())


def gather(
    readers: Sequence[tuple[str, Callable[[], Report]]],
    types: Mapping[str, str] | None = None,
    *,
    say: Say = lambda _: None,
) -> Gathered:
    """Examples from reports, each given as its name and what reads it; what can't be read or used is skipped."""
    found = Gathered(types=types or {})
    for number, (name, read) in enumerate(readers, 1):
        try:
            report = read()
            filing = list(examples_of(report, types)) if report.kind == "inline-xbrl" else []
            facts = sum(e.concept is not None for c in filing for e in c.examples)
            if facts >= LEAST_FACTS:
                found.filings.append(filing)
                of_issuer = sum(f[0].issuer == filing[0].issuer for f in found.bare)
                if len(found.bare) < _MOST_BARE and of_issuer < _BARE_EACH:
                    found.bare.append(list(bare_examples(report, filing)))
            elif report.kind == "xbrl":
                rows = list(examples_of_presentation(report, types))
                found.presentations += rows
                found.packages += bool(rows)
                found.skipped += not rows
            else:
                found.skipped += 1
            found.periods += [d for f in report.facts for d in (f.context.period.last_day,) if d][:1]
        except TieoutError as fault:
            found.skipped += 1
            say(f"{name}: {fault}")
        gc.collect()
        if number % 10 == 0 or number == len(readers):
            say(f"read {number} of {len(readers)}: {len(found.filings)} filings, {found.packages} packages")
    return found


def _one_each(filings: Sequence[list[ExampleContext]], random: np.random.Generator) -> list[list[ExampleContext]]:
    """A filing of each issuer, drawn."""
    chosen: dict[str, list[ExampleContext]] = {}
    for i in random.permutation(len(filings)):
        chosen.setdefault(filings[i][0].issuer, filings[i])
    return list(chosen.values())


class _Fold(NamedTuple):
    """What one fold's issuers look like to models trained on the others."""

    ranked: Ranked
    found: Found
    contexts: list[Prepared]


def train_artefact(gathered: Gathered, *, seed: int = 1, most: int = 6_000, say: Say = lambda _: None) -> Artefact:
    """Word models and towers on all issuers; rerankers on what models of other issuers say of each fold's.

    ``most`` mentions of each fold are ranked for the reranker. Raises InputError where there are fewer issuers than folds.
    """
    issuers = gathered.issuers
    if len(issuers) < FOLDS:
        raise InputError(
            f"training needs inline filings (of {LEAST_FACTS} tagged numbers or more) of at least {FOLDS} issuers; "
            f"there are {len(issuers)}"
        )
    random = np.random.default_rng(seed)
    order = [issuers[i] for i in random.permutation(len(issuers))]
    fold_of = {issuer: number % FOLDS for number, issuer in enumerate(order)}
    seen = prepared(_one_each(gathered.filings, random)[:_MOST_WHOLE], gathered.bare, random)
    tagged = [ExampleContext(c.issuer, c.examples) for filing in gathered.filings for c in filing if c.tagged]
    folds: list[_Fold] = []
    for fold in range(FOLDS):
        say(f"fold {fold + 1} of {FOLDS}")
        folds.append(_fold(gathered, seen, tagged, fold_of, fold, most, random, say))
    calibration, metrics = _validated(folds, say)
    say("all issuers together")
    ranker = train_ranker([f.ranked for f in folds], say=say)
    finder = train_trees(_joined([f.found for f in folds]), say=say)
    del folds
    knowledge = learn(tagged, gathered.presentations, seed=seed, say=say)
    words = train_words(seen)
    facts = {
        "filings": len(gathered.filings),
        "packages": gathered.packages,
        "issuers": len(issuers),
        "examples": sum(len(c.examples) for c in tagged),
        "concepts": len(knowledge.names.names),
        "periods": [min(gathered.periods, default=None), max(gathered.periods, default=None)],
        "seed": seed,
        "validation": metrics,
        "calibration": calibration.to_json(),
    }
    return Artefact(knowledge, words, {"finder": finder, "ranker": ranker}, facts)


def _fold(
    gathered: Gathered,
    seen: Sequence[Prepared],
    tagged: Sequence[ExampleContext],
    fold_of: Mapping[str, int],
    fold: int,
    most: int,
    random: np.random.Generator,
    say: Say,
) -> _Fold:
    knowledge = learn([c for c in tagged if fold_of[c.issuer] != fold], _others(gathered, fold_of, fold), epochs=4, say=say)
    own = [c for c in tagged if fold_of[c.issuer] == fold]
    # In use too there are names that training never met: the reranker has to learn how often those are right.
    ranked = ranked_rows(Scorer(knowledge.widened(gathered.names())), own, _VIEWS, random, most)
    words = train_words([c for c in seen if fold_of[c.issuer] != fold])
    held = [c for c in seen if fold_of[c.issuer] == fold]
    return _Fold(ranked, found_rows(words, held), held)


def _others(gathered: Gathered, fold_of: Mapping[str, int], fold: int) -> list[ExampleContext]:
    """Every second presentation of issuers outside the fold: enough for a fold, in half the time."""
    return [c for c in gathered.presentations[::2] if fold_of.get(c.issuer, -1) != fold]


def train_ranker(rows: Sequence[Ranked], *, trees: int = 150, seed: int = 1, say: Say = lambda _: None) -> str:
    """LightGBM's model as text: scores by which a mention's candidates are ordered (lambdarank; Burges 2010)."""
    import lightgbm

    # A mention whose concept is not among its candidates teaches nothing about their order.
    keep = [np.repeat(r.places >= 0, r.sizes) for r in rows]
    x = np.concatenate([r.features[k] for r, k in zip(rows, keep, strict=True)])
    y = np.concatenate([r.right[k] for r, k in zip(rows, keep, strict=True)])
    sizes = np.concatenate([r.sizes[r.places >= 0] for r in rows])
    say(f"reranker: trees on {len(sizes):,} numbers with {len(y):,} candidates")
    settings = {
        "objective": "rank_xendcg", "learning_rate": 0.1, "num_leaves": 31, "min_data_in_leaf": 50, "feature_fraction": 0.6,
        "bagging_fraction": 0.7, "bagging_freq": 1, "lambda_l2": 5.0, "num_threads": 1, "seed": seed, "verbosity": -1,
        "objective_seed": seed, "deterministic": True,
    }  # fmt: skip
    data = lightgbm.Dataset(x, y, group=sizes, feature_name=list(FEATURES), free_raw_data=True)
    text: str = lightgbm.train(settings, data, trees).model_to_string()
    return text


def _validated(folds: Sequence[_Fold], say: Say) -> tuple[Calibration, dict[str, Any]]:
    """Rerankers and finders of the other folds on each fold: calibration, and the card's metrics."""
    import lightgbm

    scores: list[NDArray[np.float64]] = []
    right: list[NDArray[np.bool_]] = []
    before: list[NDArray[np.bool_]] = []
    kinds: list[tuple[str, str, str]] = []
    finni: dict[str, list[float]] = {}
    for number, fold in enumerate(folds):
        others = [f for i, f in enumerate(folds) if i != number]
        ranker = lightgbm.Booster(model_str=train_ranker([f.ranked for f in others], trees=80, say=say))
        width = int(fold.ranked.sizes[0])
        raw = np.asarray(ranker.predict(fold.ranked.features, num_threads=1)).reshape(-1, width)
        order = np.argsort(-raw, axis=1, kind="stable")
        scores.append(np.take_along_axis(raw, order, axis=1))
        right.append(order == fold.ranked.places[:, None])
        before.append(fold.ranked.places == 0)
        kinds += fold.ranked.kinds
        finder = lightgbm.Booster(model_str=train_trees(_joined([f.found for f in others]), say=say))
        p = np.asarray(finder.predict(fold.found.features, num_threads=1))
        for view, full in (("report", True), ("alone", False)):
            finni.setdefault(view, [0, 0, 0])
            for i, count in enumerate(_pairs(fold.contexts, p, full, FACT_THRESHOLD if full else ALONE_THRESHOLD)):
                finni[view][i] += count
    all_scores, all_right = np.concatenate(scores), np.concatenate(right)
    calibration = Calibration.fit(all_scores, all_right[:, 0])
    return calibration, {"linking": _linking(all_scores, all_right, np.concatenate(before), kinds, calibration), "finding": {
        view: _f1(*counts) for view, counts in finni.items()
    }}  # fmt: skip


def _linking(
    scores: NDArray[np.float64],
    right: NDArray[np.bool_],
    before: NDArray[np.bool_],
    kinds: Sequence[tuple[str, str, str]],
    calibration: Calibration,
) -> dict[str, Any]:
    result: dict[str, Any] = {}
    views = np.array([view for _, view, _ in kinds])
    for view in ("full", "context", "row"):
        own = right[views == view]
        result[view] = {f"acc@{k}": round(float(own[:, :k].any(axis=1).mean()), 4) for k in (1, 5, 20)}
        result[view] |= {"acc@1_before_reranking": round(float(before[views == view].mean()), 4), "n": len(own)}
    p, first = calibration.probabilities(scores)[:, 0], right[:, 0].astype(float)
    sure = p >= 0.9
    result["calibration"] = {
        "expected_error": round(expected_error(p, first), 4),
        "sure": round(float(sure.mean()), 4),
        "right_when_sure": round(float(first[sure].mean()), 4) if sure.any() else None,
        "reliability": [{k: round(v, 4) for k, v in row.items()} for row in reliability(p, first)],
    }
    return result


def _pairs(contexts: Sequence[Prepared], p: NDArray[np.float64], full: bool, threshold: float) -> tuple[int, int, int]:
    """Pairs that are right, found, and there, by set in each context."""
    hit = said = there = start = 0
    for context in contexts:
        own = p[start : start + len(context.bags)]
        start += len(context.bags)
        if context.full != full:
            continue
        gold, found = set(), set()
        for example, target, row in zip(context.context.examples, context.targets.tolist(), own, strict=False):
            if target:
                gold.add((example.mention.value, TYPES[target - 1]))
            if 1 - row[0] >= threshold:
                found.add((example.mention.value, TYPES[int(row[1:].argmax())]))
        hit, said, there = hit + len(gold & found), said + len(found), there + len(gold)
    return hit, said, there


def _f1(hit: float, said: float, there: float) -> dict[str, float]:
    precision, recall = hit / max(said, 1), hit / max(there, 1)
    f1 = 2 * precision * recall / max(precision + recall, 1e-9)
    return {"precision": round(precision, 4), "recall": round(recall, 4), "f1": round(f1, 4)}


def _joined(rows: Sequence[Found]) -> Found:
    return Found(
        np.concatenate([r.features for r in rows]),
        np.concatenate([r.targets for r in rows]),
        [issuer for r in rows for issuer in r.issuers],
        np.concatenate([r.contexts for r in rows]),
        np.concatenate([r.full for r in rows]),
    )
