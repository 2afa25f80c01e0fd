"""The metrics of the three tasks. Values are compared as exact decimals, within 0.05 % (main) and within 1 %.

Recall is right values over gold values, precision right values over values given; questions that the report doesn't answer, and
KPIs without gold, are in neither: ``not_found_rate`` is the share of them for which nothing was given (sections 4.2 and 4.3 of
the paper, and its public scorer for the kinds of errors).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from functools import partial

from tieout.benchmarks.ledger.data import KpisGold, NeedleGold, PagesGold
from tieout.benchmarks.ledger.parsing import NeedlePrediction
from tieout.engines.kpis.catalogue import catalogue
from tieout.evaluation import Metric, Sample, Scorer, Sums, ratio
from tieout.evaluation.metrics import parse_measure
from tieout.evaluation.statistics import Array

__all__ = ["ERRORS", "error_kind", "kpis_scorer", "needle_scorer", "pages_scorer", "within"]

TIGHT, LOOSE = Decimal("0.0005"), Decimal("0.01")

ERRORS = ("year_shift", "sign", "scale", "scope", "other")

_MEASURES = {
    "mrr": ("RR", "1 over the rank of the first relevant page"),
    "recall@1": ("R@1", "share of relevant pages that come first"),
    "recall@3": ("R@3", "share of relevant pages among the first 3"),
    "recall@5": ("R@5", "share of relevant pages among the first 5"),
    "precision@5": ("P@5", "share of the first 5 pages that are relevant"),
    "map": ("AP", "average precision"),
    "ndcg@5": ("nDCG@5", "gain of the first 5 pages (grades 2 and 1), of the most that can be had"),
    "ndcg@10": ("nDCG@10", "gain of the first 10 pages (grades 2 and 1), of the most that can be had"),
}


def within(given: Decimal, gold: Decimal, tolerance: Decimal) -> bool:
    """Whether ``given`` differs from ``gold`` by at most ``tolerance`` of it; a gold of 0 has to be 0."""
    return abs(given - gold) <= tolerance * abs(gold)


def error_kind(given: Decimal, gold: NeedleGold) -> str:
    """What a wrong value is: another year's, with the wrong sign, off by a power of 1,000, of another scope, or other."""
    if gold.value is None:
        return "other"
    if any(within(given, value, TIGHT) for value in gold.years.values()):
        return "year_shift"
    if within(given, -gold.value, TIGHT):
        return "sign"
    if any(within(given, gold.value.scaleb(power), TIGHT) for power in (3, 6, 9, -3, -6, -9)):
        return "scale"
    if any(within(given, value, TIGHT) for value in gold.siblings.values()):
        return "scope"
    if gold.value and Decimal("0.5") <= abs(given / gold.value) <= 2:
        return "scope"
    return "other"


def pages_scorer() -> Scorer[PagesGold, list[int]]:
    metrics = tuple(Metric(name, text, partial(_share, name, "n")) for name, (_, text) in _MEASURES.items())
    return Scorer(statistics=_pages, metrics=metrics, main="mrr")


def needle_scorer() -> Scorer[NeedleGold, NeedlePrediction]:
    metrics = (
        *_values("questions with an answer"),
        Metric("attempted", "share of questions with an answer that were given a value", partial(_share, "given", "gold")),
        Metric("page_precision", "share of given values whose page holds the value", partial(_share, "on_page", "given")),
        *(Metric(f"error/{kind}", _ERROR_TEXT[kind], partial(_share, f"error/{kind}", "given")) for kind in ERRORS),
    )
    return Scorer(statistics=_needle, metrics=metrics, main="recall")


def kpis_scorer() -> Scorer[KpisGold, dict[str, str]]:
    metrics = (
        *_values("KPIs with gold"),
        Metric("extra", "share of all values given that have no gold to compare with", partial(_share, "extra", "all_given")),
        *(
            Metric(
                f"recall/{name}",
                f"share of reports with {name} where it is right",
                partial(_share, f"right/{name}", f"gold/{name}"),
                f"right/{name}",
                f"gold/{name}",
            )
            for name in catalogue()
        ),
    )
    return Scorer(statistics=_kpis, metrics=metrics, main="recall")


_ERROR_TEXT = {
    "year_shift": "share of given values that are the company's value of a year nearby",
    "sign": "share of given values with the wrong sign",
    "scale": "share of given values off by a power of 1,000",
    "scope": "share of given values that are another KPI's, or between half and twice the right one",
    "other": "share of given values that are wrong in another way",
}


def _values(of: str) -> tuple[Metric, ...]:
    return (
        Metric("recall", f"share of {of} whose value is within 0.05 %", partial(_share, "right", "gold"), "right", "gold"),
        Metric("precision", "share of given values within 0.05 %", partial(_share, "right", "given")),
        Metric("recall_1pct", f"share of {of} whose value is within 1 %", partial(_share, "right_1pct", "gold")),
        Metric("precision_1pct", "share of given values within 1 %", partial(_share, "right_1pct", "given")),
        Metric(
            "not_found_rate", "share of what has no answer for which none was given", partial(_share, "none_given", "no_gold")
        ),
    )


def _share(part: str, whole: str, sums: Sums) -> Array:
    return ratio(sums[part], sums[whole])


def _pages(sample: Sample[PagesGold], prediction: list[int] | None) -> dict[str, float]:
    ranking = [str(page) for page in prediction or ()]
    qrels = {str(page): grade for page, grade in sample.gold.grades.items()}
    return {"n": 1, **{name: measure(ranking, qrels) for name, measure in _PAGE_MEASURES.items()}}


_PAGE_MEASURES: Mapping[str, Callable[[list[str], Mapping[str, int]], float]] = {
    name: parse_measure(form) for name, (form, _) in _MEASURES.items()
}


def _needle(sample: Sample[NeedleGold], prediction: NeedlePrediction | None) -> dict[str, float]:
    """An output that holds no answer at all (None) is not the word "not found": it earns nothing anywhere."""
    gold = sample.gold
    given = Decimal(prediction["value"]) if prediction is not None and prediction["value"] is not None else None
    if gold.value is None:
        return {"no_gold": 1, "none_given": float(prediction is not None and given is None)}
    statistics: dict[str, float] = {"gold": 1, "given": 0, "right": 0}
    if given is None or prediction is None:
        return statistics
    right = within(given, gold.value, TIGHT)
    statistics.update(given=1, right=float(right), right_1pct=float(within(given, gold.value, LOOSE)))
    statistics["on_page"] = float(prediction["page"] in gold.pages)
    if not right:
        statistics[f"error/{error_kind(given, gold)}"] = 1
    return statistics


def _kpis(sample: Sample[KpisGold], prediction: dict[str, str] | None) -> dict[str, float]:
    gold = sample.gold.values
    given = {name: Decimal(value) for name, value in (prediction or {}).items()}
    statistics: dict[str, float] = {
        "gold": len(gold),
        "given": sum(1 for name in gold if name in given),
        "all_given": len(given),
        "extra": sum(1 for name in given if name not in gold),
        "no_gold": len(catalogue()) - len(gold),
        "right": 0,
        "right_1pct": 0,
    }
    statistics["none_given"] = statistics["no_gold"] - statistics["extra"] if prediction is not None else 0
    for name, value in gold.items():
        right = name in given and within(given[name], value, TIGHT)
        statistics["right"] += right
        statistics["right_1pct"] += name in given and within(given[name], value, LOOSE)
        statistics[f"gold/{name}"], statistics[f"right/{name}"] = 1, float(right)
    return statistics
