"""Token classification scored from two BIO files: the paper's macro and micro P/R/F1 (Appendix D), and whole chunks.

Token figures equal scikit-learn's over all labels but O; chunk figures equal seqeval's, whose lenient reading of an I without
its B is used. A label that occurs in gold or prediction is a class.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import zip_longest
from pathlib import Path

from tieout.benchmarks.fintagging.bio import Tagged, chunks_of, read_bio
from tieout.report.errors import InputError

__all__ = ["score_bio", "score_files"]


def score_files(gold: Path, predicted: Path) -> dict[str, float]:
    """The scores of a file of predictions; raises InputError where its tokens aren't those of the gold file."""
    return score_bio(_paired(gold, predicted))


def score_bio(pairs: Iterable[tuple[Tagged, Tagged]]) -> dict[str, float]:
    """``{macro,micro}_{precision,recall,f1}`` over BIO labels and tokens, and ``micro_…_chunks``; of (gold, predicted)."""
    counts = {name: Counter[str]() for name in ("hits", "found", "wanted")}
    chunks = dict.fromkeys(("hits", "found", "wanted"), 0)
    instances = tokens = 0
    for gold, predicted in pairs:
        instances += 1
        tokens += len(gold.tokens)
        for one, other in zip(gold.labels, predicted.labels, strict=True):
            counts["wanted"][one] += 1
            counts["found"][other] += 1
            counts["hits"][one] += one == other
        both = [set(chunks_of(tagged.labels)) for tagged in (gold, predicted)]
        for name, found in (("hits", both[0] & both[1]), ("wanted", both[0]), ("found", both[1])):
            chunks[name] += len(found)
    labels = sorted((counts["wanted"].keys() | counts["found"].keys()) - {"O"})
    each = [_measures(counts["hits"][label], counts["found"][label], counts["wanted"][label]) for label in labels]
    macro = [sum(values) / len(each) if each else 0.0 for values in zip(*each, strict=True)] if each else [0.0] * 3
    micro = _measures(*(sum(counts[name][label] for label in labels) for name in ("hits", "found", "wanted")))
    scores: dict[str, float] = {"instances": instances, "tokens": tokens, "labels": len(labels)}
    for name, values in (("macro", macro), ("micro", micro), ("micro_chunks", _measures(**chunks))):
        for measure, value in zip(("precision", "recall", "f1"), values, strict=True):
            scores[f"{name}_{measure}"] = value
    return scores


def _measures(hits: int, found: int, wanted: int) -> tuple[float, float, float]:
    return (
        hits / found if found else 0.0,
        hits / wanted if wanted else 0.0,
        2 * hits / (found + wanted) if found + wanted else 0.0,
    )


def _paired(gold: Path, predicted: Path) -> Iterable[tuple[Tagged, Tagged]]:
    for number, (one, other) in enumerate(zip_longest(read_bio(gold), read_bio(predicted)), start=1):
        if one is None or other is None:
            raise InputError(f"{predicted}: has {'more' if one is None else 'fewer'} instances than {gold}")
        if one.tokens != other.tokens:
            raise InputError(f"{predicted}: instance {number} has not the tokens of {gold}")
        yield one, other
