"""Measures of our own, each tested for equality with the field's tool: one small file a measure."""

from tieout.evaluation.metrics.classification import accuracy, average, class_f1, class_statistics
from tieout.evaluation.metrics.counts import f1, macro, precision, recall, weighted
from tieout.evaluation.metrics.measures import Measure, parse_measure
from tieout.evaluation.metrics.ranking import Qrels, ranked
from tieout.evaluation.metrics.spans import Span, span_statistics, spans_of

__all__ = [
    "Measure",
    "Qrels",
    "Span",
    "accuracy",
    "average",
    "class_f1",
    "class_statistics",
    "f1",
    "macro",
    "parse_measure",
    "precision",
    "ranked",
    "recall",
    "span_statistics",
    "spans_of",
    "weighted",
]
