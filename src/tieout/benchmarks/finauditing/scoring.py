"""The metrics of the paper's Appendix C."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from tieout.benchmarks.finauditing.judging import judge
from tieout.benchmarks.finauditing.parsing import LABELS, Relation, Values
from tieout.evaluation import Metric, Sample, Scorer, Sums, ratio
from tieout.evaluation.metrics import classification
from tieout.evaluation.statistics import Array

__all__ = ["CUTOFFS", "finmr_scorer", "finre_scorer", "finsm_scorer"]

CUTOFFS = (1, 5, 10, 20)

_NAMES = {"hr": "share of queries with a right tag among the first {k}", "recall": "right tags found among the first {k}"}
_NAMES["macro_f1"] = "F1 of the first {k}, averaged over queries with an answer"


# FinSM ------------------------------------------------------------------------------------------------------------------


def finsm_scorer() -> Scorer[list[str], list[str]]:
    """HR and R over all queries, Macro-F1 over those with an answer (C.1); ``compat/`` as the start kit, over the latter alone.

    ``ceiling/`` is what a perfect answer could reach: no list of k tags holds more than k right ones.
    """
    metrics = [
        _at(
            f"{variant}{name}", k, f"{said}{meaning}", "queries" if variant != "compat/" and name != "macro_f1" else "with_gold"
        )
        for variant, said in (("", ""), ("ceiling/", "the most that can be reached: "), ("compat/", "empty answers left out: "))
        for name, meaning in _NAMES.items()
        for k in (*CUTOFFS, None)
    ]
    return Scorer(statistics=_tag_statistics, metrics=tuple(metrics), main="hr@mean")


def _at(name: str, k: int | None, description: str, out_of: str) -> Metric:
    statistic = name.removeprefix("compat/")
    if k is None:
        text = f"mean of @1, @5, @10 and @20: {description.format(k='k')}"
        return Metric(f"{name}@mean", text, partial(_mean_at, [f"{statistic}@{one}" for one in CUTOFFS], out_of))
    hits = f"{statistic}@{k}" if statistic == "hr" else None
    return Metric(f"{name}@{k}", description.format(k=k), partial(_mean_at, [f"{statistic}@{k}"], out_of), hits, out_of)


def _mean_at(names: Sequence[str], out_of: str, sums: Sums) -> Array:
    total = sums[names[0]]
    for name in names[1:]:
        total = total + sums[name]
    return ratio(total, sums[out_of] * len(names))


def _tag_statistics(sample: Sample[list[str]], prediction: list[str] | None) -> dict[str, float]:
    gold = set(sample.gold)
    statistics: dict[str, float] = {"n": 1, "queries": 1, "with_gold": float(bool(gold))}
    for k in CUTOFFS:
        first = set((prediction or ())[:k])
        right, most = len(first & gold), min(k, len(gold))
        statistics[f"hr@{k}"] = float(right > 0)
        statistics[f"ceiling/hr@{k}"] = float(most > 0)
        if gold:
            statistics[f"recall@{k}"] = right / len(gold)
            statistics[f"macro_f1@{k}"] = 2 * right / (len(first) + len(gold))
            statistics[f"ceiling/recall@{k}"] = most / len(gold)
            statistics[f"ceiling/macro_f1@{k}"] = 2 * most / (most + len(gold))
    return statistics


# FinRE ------------------------------------------------------------------------------------------------------------------


def finre_scorer() -> Scorer[str, Relation]:
    """Accuracy and macro P, R, F1 over the classes in the data (C.2); ``compat/`` by the start kit's search for labels."""
    metrics: list[Metric] = []
    for variant, said in (("", ""), ("compat/", " (the start kit's reading of outputs)")):
        metrics.append(
            Metric(f"{variant}accuracy", f"share of right labels{said}", partial(_accuracy, variant), f"{variant}correct")
        )
        metrics.extend(
            Metric(f"{variant}macro_{name}", f"{name} averaged over the classes present{said}", partial(_macro, variant, name))
            for name in ("f1", "precision", "recall")
        )
        metrics.extend(
            Metric(f"{variant}f1/{label}", f"F1 of {label}{said}", partial(_class_f1, variant, label)) for label in LABELS
        )
    return Scorer(statistics=_relation_statistics, metrics=tuple(metrics), main="accuracy")


class _Variant(Sums):
    """The sums of one variant under plain names."""

    __slots__ = ("_prefix",)

    def __init__(self, sums: Sums, prefix: str) -> None:
        super().__init__(sums._columns, sums._values)
        self._prefix = prefix

    def __getitem__(self, name: str) -> Array:
        return super().__getitem__(self._prefix + name)

    def names(self, prefix: str) -> list[str]:
        return super().names(self._prefix + prefix)


def _accuracy(variant: str, sums: Sums) -> Array:
    return classification.accuracy(_Variant(sums, variant))


def _macro(variant: str, measure: classification.Measure, sums: Sums) -> Array:
    compute: Callable[[Sums], Array] = classification.average(measure, "macro", only_gold=True)
    return compute(_Variant(sums, variant))


def _class_f1(variant: str, label: str, sums: Sums) -> Array:
    return classification.class_f1(label)(_Variant(sums, variant))


def _relation_statistics(sample: Sample[str], prediction: Relation | None) -> dict[str, float]:
    statistics: dict[str, float] = {}
    readings = ("", prediction["label"] if prediction else None), ("compat/", prediction["compat"] if prediction else None)
    for variant, label in readings:
        found = classification.class_statistics(sample.gold, label)
        statistics.update({f"{variant}{name}": value for name, value in found.items()})
    return statistics


# FinMR ------------------------------------------------------------------------------------------------------------------

_VERDICTS = {
    "accuracy": ("A", "share of answers with both values right"),
    "ser": ("S", "structural errors: not an object with both values"),
    "eer": ("E", "extraction errors: another reported value"),
    "cer": ("C", "calculation errors: another calculated value"),
}


def finmr_scorer() -> Scorer[Values, Values]:
    """The four shares of Appendix C.3, by the exact judge, which judges every answer."""
    metrics = tuple(
        Metric(name, text, partial(_share, letter), letter, higher_is_better=letter == "A")
        for name, (letter, text) in _VERDICTS.items()
    )
    return Scorer(statistics=_verdict_statistics, metrics=metrics, main="accuracy")


def _share(letter: str, sums: Sums) -> Array:
    return ratio(sums[letter], sums["n"])


def _verdict_statistics(sample: Sample[Values], prediction: Values | None) -> dict[str, float]:
    verdict = judge(sample.gold, prediction)
    return {"n": 1, **{letter: float(letter == verdict) for letter, _ in _VERDICTS.values()}}
