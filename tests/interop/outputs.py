"""Outputs of an imaginary model for any task: right, wrong, half right, empty, talkative."""

from __future__ import annotations

from typing import Any

from tieout.evaluation import Sample, Task


def outputs(task: Task[Any, Any], samples: list[Sample[Any]]) -> dict[str, str]:
    """One output for each sample id."""
    ideal = [task.ideal(sample) for sample in samples]
    kinds = ["ideal", "half", "other", "none", "talk", "thought"]
    made = {}
    for place, sample in enumerate(samples):
        answer = ideal[place]
        made[sample.input.id] = {
            "ideal": answer,
            "other": ideal[(place + 1) % len(ideal)],
            "half": answer[: len(answer) // 2],
            "none": "I don't know.",
            "talk": f"Sure, here it is.\n\n{answer}\n\nAnything else?",
            "thought": f"<think>\nLet me see.\n</think>\n{answer}",
        }[kinds[place % len(kinds)]]
    return made
