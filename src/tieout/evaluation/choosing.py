"""From what the user wrote after --solver to a solver."""

from __future__ import annotations

import random
from decimal import Decimal
from pathlib import Path
from typing import Any

from tieout.evaluation.loading import load_samples
from tieout.evaluation.options import RunOptions
from tieout.evaluation.prompts import Prompt
from tieout.evaluation.samples import SampleInput
from tieout.evaluation.solvers import EmbeddingSolver, EngineSolver, LLMSolver, PredictionsSolver, Solver, parse_llm_spec
from tieout.evaluation.tasks import EngineSetup, Task
from tieout.report.errors import InputError

__all__ = ["choose_solver"]


def choose_solver(task: Task[Any, Any], options: RunOptions, spent: Decimal) -> Solver:
    """The solver that ``options.solver`` names; raises InputError where it names none, or one that can't work.

    ``spent``: what earlier sessions of the run cost.
    """
    kind, _, rest = options.solver.partition(":")
    if kind != "llm":
        given = [name for name, is_given in (("--few-shot", options.few_shot), ("--prompt", options.prompt)) if is_given]
        if given:
            raise InputError(f"{given[0]} is for llm: solvers; {options.solver} takes no prompt")
    if kind != "engine" and options.model is not None:
        raise InputError(f"--model names an engine's trained artefact; {options.solver} has none")
    if kind == "engine":
        return EngineSolver(task, rest, EngineSetup(model=options.model, seed=options.seed or 0))
    if kind == "predictions" and rest:
        return PredictionsSolver(Path(rest).expanduser())
    if kind == "llm":
        model, base_url = parse_llm_spec(rest)
        return LLMSolver(
            task, model, base_url, options.llm, prompt=_prompt(task, options), shots=_shots(task, options), spent=spent
        )
    if kind == "embed":
        return EmbeddingSolver(task, rest, options.llm, spent)
    raise InputError(
        f"--solver {options.solver}: write engine, engine:VARIANT, llm:MODEL@BASE_URL, embed:MODEL@BASE_URL or predictions:FILE"
    )


def _prompt(task: Task[Any, Any], options: RunOptions) -> Prompt:
    if options.prompt is None:
        return task.prompt
    try:
        template = options.prompt.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"--prompt {options.prompt}: {error}") from None
    return task.prompt.with_template(template, str(options.prompt))


def _shots(task: Task[Any, Any], options: RunOptions) -> list[tuple[SampleInput, str]]:
    """Examples drawn with the seed from the task's few-shot split, which is never the one being evaluated."""
    if options.few_shot == 0:
        return []
    split = task.few_shot_split
    if split is None or split == options.split:
        raise InputError(f"--few-shot: {task.name} has no other split to take examples from than the one being evaluated")
    examples = load_samples(task, options.data, split)
    if options.few_shot > len(examples):
        raise InputError(f"--few-shot {options.few_shot}: the split {split} has only {len(examples)} samples")
    chosen = random.Random(options.seed or 0).sample(examples, options.few_shot)  # noqa: S311 - a draw, not a secret
    return [(sample.input, task.ideal(sample)) for sample in chosen]
