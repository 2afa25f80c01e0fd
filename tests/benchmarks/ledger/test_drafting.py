"""Wordings drafted by a model on loopback, in a file that the builder takes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.llm.server import LoopbackServer, answering
from tieout.benchmarks.ledger.build.templates import read_templates
from tieout.benchmarks.ledger.drafting import draft, wordings
from tieout.engines.kpis.catalogue import catalogue
from tieout.evaluation import LLMSettings
from tieout.report.errors import InputError


@pytest.mark.parametrize(
    ("output", "found"),
    [
        ('["Revenue of ABC in X?", "sales ABC X", "sales ABC X"]', ["Revenue of ABC in X?", "sales ABC X"]),
        ("1. Revenue of ABC in X?\n- sales  ABC X", ["Revenue of ABC in X?", "sales ABC X"]),
        ('["Revenue of ABC in 2023?", "Revenue in X?", 7]', []),
        ("[not json ABC X", ["[not json ABC X"]),
        ("", []),
    ],
)
def test_only_wordings_with_company_and_year_are_taken(output: str, found: list[str]) -> None:
    assert wordings(output) == found


def test_a_draft_is_a_file_of_templates(tmp_path: Path) -> None:
    def write(prompt: str) -> str:
        figure = prompt.partition("The figure: ")[2].split(".")[0]
        return "no idea" if figure.startswith("Inventory") else json.dumps([f"ABC {figure[:9]} {n} X" for n in range(5)])

    with LoopbackServer(default=answering(write)) as server:
        drafted, without = draft(f"llm:toy@{server.base_url}", 3, LLMSettings())
    assert without == 1
    assert set(drafted) == set(catalogue()) - {"inventory"}
    assert all(len(found) == 3 for found in drafted.values())
    path = tmp_path / "wordings.json"
    path.write_text(json.dumps({"inventory": ["ABC inventory X"], **drafted}))
    assert read_templates(path)


def test_what_is_no_model_is_refused() -> None:
    for spec, count in (("oracle", 3), ("llm:x@http://127.0.0.1:9", 0)):
        with pytest.raises(InputError):
            draft(spec, count, LLMSettings())
