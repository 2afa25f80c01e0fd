"""From an answer to its prediction and outcome: the one place where that is decided."""

from __future__ import annotations

from typing import Any

from tieout.evaluation.outcomes import Abstained, Answer, Outcome, Unparsable
from tieout.evaluation.samples import SampleInput
from tieout.evaluation.tasks import Task

__all__ = ["read_answer"]


def read_answer(task: Task[Any, Any], sample: SampleInput, answer: Answer) -> tuple[Any, Outcome, str]:
    """Prediction (None unless the outcome is ok), outcome, and the reason where there is something to say.

    An output that was cut off by its length limit is `truncated` even where its beginning could be parsed: half an answer
    is not what was asked for.
    """
    from tieout.llm import strip_reasoning

    if answer.error is not None:
        return None, "error", answer.error
    if answer.refused or answer.finish_reason == "content_filter":
        return None, "refused", "the model or its provider declined to answer"
    if answer.finish_reason == "length":
        return None, "truncated", "the prompt doesn't fit" if answer.output is None else "the output reached its length limit"
    if answer.output is None:
        return None, "abstained", ""
    try:
        return task.parse(strip_reasoning(answer.output), sample), "ok", ""
    except Abstained as word:
        return None, "abstained", str(word)
    except Unparsable as word:
        return None, "unparsable", str(word)
    except Exception as error:  # a fault of the parser, not of the answer: one sample of it must not lose the run
        return None, "error", f"the parser of {task.name} failed: {type(error).__name__}: {error}"
