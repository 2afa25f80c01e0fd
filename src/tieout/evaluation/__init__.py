"""Evaluation: tasks, solvers, runs and honest scores. Knows no benchmark by name; tasks register themselves."""

from tieout.evaluation.comparison import Difference, compare
from tieout.evaluation.jobs import Evaluated, compare_runs, evaluate, export, predictions_of, rescore
from tieout.evaluation.loading import load_samples
from tieout.evaluation.options import RunOptions
from tieout.evaluation.outcomes import OUTCOMES, Abstained, Answer, Outcome, Unparsable
from tieout.evaluation.prompts import Prompt
from tieout.evaluation.published import Published, load_published
from tieout.evaluation.registry import all_tasks, find_task
from tieout.evaluation.samples import Sample, SampleInput
from tieout.evaluation.solvers import LLMSettings
from tieout.evaluation.statistics import Scored, Sums, ratio
from tieout.evaluation.tasks import Engine, EngineAnswer, EngineFactory, EngineSetup, Metric, Retrieval, Scorer, Task

__all__ = [
    "OUTCOMES",
    "Abstained",
    "Answer",
    "Difference",
    "Engine",
    "EngineAnswer",
    "EngineFactory",
    "EngineSetup",
    "Evaluated",
    "LLMSettings",
    "Metric",
    "Outcome",
    "Prompt",
    "Published",
    "Retrieval",
    "RunOptions",
    "Sample",
    "SampleInput",
    "Scored",
    "Scorer",
    "Sums",
    "Task",
    "Unparsable",
    "all_tasks",
    "compare",
    "compare_runs",
    "evaluate",
    "export",
    "find_task",
    "load_published",
    "load_samples",
    "predictions_of",
    "ratio",
    "rescore",
]
