"""The paper's metrics (3.4 and Appendix D) as sums of statistics.

FinNI: pairs as a set and as a multiset. Two Fact strings are equal when they are after `same_number`; ``…/official`` compares
the strings as they stand. FinCL: accuracy, and how often the gold concept is among the first k. Full: over facts, one class a
concept; over BIO labels and tokens, one class a label (a fact of n tokens is one B token and n - 1 I tokens); triplets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Literal

from tieout.benchmarks.fintagging.bio import tokens_of
from tieout.benchmarks.fintagging.facts import Fact, bare, same_number
from tieout.benchmarks.fintagging.parsing import Facts, Linked
from tieout.evaluation import Metric, Sample, Scorer, Sums, ratio
from tieout.evaluation.metrics import average, f1, precision, recall
from tieout.evaluation.statistics import Array

__all__ = ["CUTOFFS", "fincl_query_scorer", "fincl_scorer", "finni_scorer", "full_scorer"]

CUTOFFS = (1, 10, 20, 50, 100, 150, 200)

Measure = Literal["precision", "recall", "f1"]
_MEASURES: tuple[Measure, ...] = ("f1", "precision", "recall")
_FROM_COUNTS: dict[Measure, Callable[[Array, Array, Array], Array]] = {
    "precision": lambda hits, predicted, gold: precision(hits, predicted),
    "recall": lambda hits, predicted, gold: recall(hits, gold),
    "f1": f1,
}


def finni_scorer() -> Scorer[list[Fact], Facts]:
    described = {
        "set": "(Fact, Type) pairs, each counted once an instance",
        "multiset": "(Fact, Type) pairs, counted as often as they stand",
        "set/official": "(Fact, Type) pairs, strings compared as they stand",
        "set/text": "pairs in text instances",
        "set/table": "pairs in table instances",
    }
    metrics = tuple(
        Metric(f"{measure}_{family}", f"{measure} over {what}", _counted(measure, family))
        for family, what in described.items()
        for measure in _MEASURES
    )
    return Scorer(statistics=_finni, metrics=metrics, main="f1_set")


def fincl_scorer() -> Scorer[str, Linked]:
    metrics = [
        _share("accuracy", "n", "share of entities whose first concept is the gold one, whole context given"),
        _share("accuracy/query", "n/query", "the same, the official query alone given"),
    ]
    for place, said in (("", ""), ("/text", " (in text)"), ("/table", " (in tables)")):
        if place:
            metrics.append(_share(f"accuracy{place}", f"n{place}", f"accuracy{said}"))
            metrics.append(_share(f"accuracy/query{place}", f"n/query{place}", f"accuracy, query alone{said}"))
        metrics += [
            _share(f"acc@{k}{place}", f"n{place}", f"share of entities with the gold concept among the first {k}{said}")
            for k in CUTOFFS
        ]
    return Scorer(statistics=_fincl, metrics=tuple(metrics), main="accuracy")


def fincl_query_scorer() -> Scorer[str, Linked]:
    """The official query alone: its accuracy under the key that stands beside the published ones."""
    metrics = [_share("accuracy/query", "n", "share of entities whose first concept is the gold one, the official query given")]
    for place in ("", "/text", "/table"):
        metrics += [_share(f"acc@{k}{place}", f"n{place}", f"share with the gold concept among the first {k}") for k in CUTOFFS]
    return Scorer(statistics=_fincl_query, metrics=tuple(metrics), main="accuracy/query")


def full_scorer() -> Scorer[list[Fact], Facts]:
    metrics: list[Metric] = []
    for how in ("micro", "macro"):
        for measure in _MEASURES:
            over = "over all facts" if how == "micro" else "of each concept's facts, averaged over concepts"
            metrics.append(Metric(f"{how}_{measure}", f"{measure} {over}", _of_family("", measure, how)))
            label = "over all labelled tokens" if how == "micro" else "of each BIO label's tokens, averaged over labels"
            metrics.append(Metric(f"{how}_{measure}_bio", f"{measure} {label} (Appendix D)", _of_family("bio/", measure, how)))
    for measure in _MEASURES:
        metrics.append(Metric(f"triplet_{measure}", f"{measure} over (Fact, Type, Tag)", _counted(measure, "triplet")))
    return Scorer(statistics=_full, metrics=tuple(metrics), main="micro_f1")


def _finni(sample: Sample[list[Fact]], prediction: Facts | None) -> dict[str, float]:
    gold, found = sample.gold, (prediction or {"facts": []})["facts"]
    category = sample.input.fields.get("category", "text")
    as_set = _overlap("set", set(_pairs(gold)), set(_pairs(found)))
    exact = [{(fact["Fact"], fact["Type"]) for fact in facts} for facts in (gold, found)]
    return {
        **as_set,
        **{f"{name}/{category}": value for name, value in as_set.items()},
        **_overlap("multiset", list(_pairs(gold)), list(_pairs(found))),
        **_overlap("set/official", *exact),
    }


def _pairs(facts: Iterable[Fact]) -> Iterable[tuple[str, str]]:
    return ((same_number(fact["Fact"]), fact["Type"]) for fact in facts)


def _fincl(sample: Sample[str], prediction: Linked | None) -> dict[str, float]:
    category = sample.input.fields.get("category", "text")
    ranked = prediction["ranked"] if prediction is not None else []
    query = prediction["query"] if prediction is not None else None
    statistics = _ranked(sample.gold, ranked, category)
    statistics["accuracy"] = statistics[f"accuracy/{category}"] = float(ranked[:1] == [sample.gold])
    if query is not None:
        hit = float(query[:1] == [sample.gold])
        statistics |= {"n/query": 1, f"n/query/{category}": 1, "accuracy/query": hit, f"accuracy/query/{category}": hit}
    return statistics


def _fincl_query(sample: Sample[str], prediction: Linked | None) -> dict[str, float]:
    category = sample.input.fields.get("category", "text")
    ranked = prediction["ranked"] if prediction is not None else []
    return {**_ranked(sample.gold, ranked, category), "accuracy/query": float(ranked[:1] == [sample.gold])}


def _ranked(gold: str, ranked: Sequence[str], category: str) -> dict[str, float]:
    place = ranked.index(gold) if gold in ranked else len(ranked) + max(CUTOFFS)
    statistics: dict[str, float] = {"n": 1, f"n/{category}": 1}
    for k in CUTOFFS:
        statistics[f"acc@{k}"] = statistics[f"acc@{k}/{category}"] = float(place < k)
    return statistics


def _full(sample: Sample[list[Fact]], prediction: Facts | None) -> dict[str, float]:
    both = sample.gold, (prediction or {"facts": []})["facts"]
    statistics: dict[str, float] = {}
    _add_classes(statistics, "", *(Counter(_tagged(facts).keys()) for facts in both))
    _add_classes(statistics, "bio/", *(_tokens(facts) for facts in both))
    untyped = any(not fact["Type"] for fact in sample.gold)  # BIO data without a concept list know no types
    triplets = [
        {(tag, number, "" if untyped else fact["Type"]) for fact in facts for tag, number in _tagged([fact])} for facts in both
    ]
    return {**statistics, **_overlap("triplet", *triplets)}


def _tagged(facts: Iterable[Fact]) -> dict[tuple[str, str], Fact]:
    """The facts by concept and number: a pair counts once an instance, as the gold has it."""
    return {(bare(fact.get("Tag", "")), same_number(fact["Fact"])): fact for fact in facts}


def _tokens(facts: Iterable[Fact]) -> Counter[tuple[str, str]]:
    """(label, number) with the count of such tokens: a B token for each fact, and an I token for each further token of it."""
    counted: Counter[tuple[str, str]] = Counter()
    for (tag, number), fact in _tagged(facts).items():
        counted[f"B-{tag}", number] += 1
        inside = len(tokens_of(fact["Fact"])) - 1
        if inside > 0:
            counted[f"I-{tag}", number] += inside
    return counted


def _add_classes(
    statistics: dict[str, float], family: str, gold: Counter[tuple[str, str]], found: Counter[tuple[str, str]]
) -> None:
    """Sums ``tp/``, ``predicted/`` and ``gold/`` by class; the class is the first part of each counted item."""
    for name, counted in (("tp", gold & found), ("predicted", found), ("gold", gold)):
        for (label, _), count in counted.items():
            key = f"{family}{name}/{label}"
            statistics[key] = statistics.get(key, 0) + count


def _overlap(name: str, gold: Iterable[Hashable], found: Iterable[Hashable]) -> dict[str, float]:
    one, other = Counter(gold), Counter(found)
    return {
        f"hits/{name}": (one & other).total(), f"found/{name}": other.total(), f"wanted/{name}": one.total(),
    }  # fmt: skip


def _counted(measure: Measure, name: str) -> Callable[[Sums], Array]:
    return lambda sums: _FROM_COUNTS[measure](sums[f"hits/{name}"], sums[f"found/{name}"], sums[f"wanted/{name}"])


def _of_family(family: str, measure: Measure, how: str) -> Callable[[Sums], Array]:
    compute = average(measure, "micro" if how == "micro" else "macro")
    return lambda sums: compute(_Within(sums, family)) if family else compute(sums)


class _Within(Sums):
    """Sums whose names begin with ``family``, by the rest of their names."""

    __slots__ = ("_family", "_sums")

    def __init__(self, sums: Sums, family: str) -> None:
        self._sums, self._family = sums, family

    def __getitem__(self, name: str) -> Array:
        return self._sums[self._family + name]

    def names(self, prefix: str) -> list[str]:
        return self._sums.names(self._family + prefix)

    def family(self, prefix: str, members: Sequence[str]) -> Array:
        return self._sums.family(self._family + prefix, members)


def _share(name: str, out_of: str, description: str) -> Metric:
    return Metric(name, description, lambda sums: ratio(sums[name], sums[out_of]), hits=name, out_of=out_of)
