"""The solver as engines of the three tasks: the query's text goes in, an answer in the task's format comes out.

`--model PATH` names a package of the standard taxonomy, which the prompt's reader may use beside the prompt.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from tieout.evaluation import Engine, EngineAnswer, EngineFactory, EngineSetup, SampleInput

if TYPE_CHECKING:
    from tieout.benchmarks.finauditing.solver.knowledge import Knowledge

__all__ = ["finmr_engines", "finre_engines", "finsm_engines"]


def finsm_engines() -> Mapping[str, EngineFactory]:
    return {"": _factory(_finsm)}


def finre_engines() -> Mapping[str, EngineFactory]:
    return {"": _factory(_finre)}


def finmr_engines() -> Mapping[str, EngineFactory]:
    return {"": _factory(_finmr)}


def _factory(solve: Callable[[str, EngineSetup], EngineAnswer]) -> EngineFactory:
    def make(setup: EngineSetup) -> Engine:
        if setup.model is not None:
            _knowledge(setup)  # a package that can't be read is told before the first sample

        def engine(sample: SampleInput) -> EngineAnswer:
            return solve(str(sample.fields["query"]), setup)

        return engine

    return make


def _knowledge(setup: EngineSetup) -> Knowledge:
    from tieout.benchmarks.finauditing.solver.knowledge import Knowledge

    return Knowledge((str(setup.model),) if setup.model is not None else ())


def _finsm(query: str, setup: EngineSetup) -> EngineAnswer:
    from tieout.benchmarks.finauditing.solver.question import read_prompt
    from tieout.benchmarks.finauditing.solver.tags import solve_tags

    question, segment = read_prompt(query)
    tags, rule = solve_tags(question, segment, _knowledge(setup))
    return EngineAnswer(json.dumps(tags), {"rule": rule})


def _finre(query: str, setup: EngineSetup) -> EngineAnswer:
    from tieout.benchmarks.finauditing.solver.question import read_prompt
    from tieout.benchmarks.finauditing.solver.relations import solve_relation

    question, segment = read_prompt(query)
    found = solve_relation(question, segment, _knowledge(setup))
    return EngineAnswer(None) if found is None else EngineAnswer(found.label, {"reason": found.reason})


def _finmr(query: str, setup: EngineSetup) -> EngineAnswer:
    from tieout.benchmarks.finauditing.solver.numbers import solve_numbers
    from tieout.benchmarks.finauditing.solver.question import read_prompt

    question, segment = read_prompt(query)
    found = solve_numbers(question, segment)
    if found is None:
        return EngineAnswer(None)
    answer = {"extracted_value": found.fact.text, "calculated_value": format(found.expected, "f")}
    return EngineAnswer(json.dumps(answer), found.evidence(segment))
