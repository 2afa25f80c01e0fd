"""`tieout ask`: one answer with its evidence, or an honest "not found" with exit status 1."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from decimal import Decimal
from importlib import resources
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
REPORT = resources.files("tieout.samples") / "japan" / "table_qa" / "valid" / "reports" / "S100SMPL"


def ask(*arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "TIEOUT_CACHE": ""}
    return subprocess.run(
        [sys.executable, "-m", "tieout", "ask", *arguments], check=False, capture_output=True, text=True, env=environment
    )


def test_an_answer_with_its_evidence() -> None:
    done = ask(str(REPORT), "株式会社星見川計器の2024年における「売上高、経営指標等」は？", "--format", "json")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert answer["found"] is True
    assert answer["value"] == "51960000000"
    assert (answer["unit"], answer["unit_scale"]) == ("iso4217:JPY", 6)
    assert answer["cell"] == "S100SMPL-0101010-tab2-r3c7"
    assert answer["evidence"]["quote"] == "51,960"
    assert answer["evidence"]["span"][1] - answer["evidence"]["span"][0] == len("51,960")


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("2024年の連結売上高はいくらですか", "51960000000"),
        ("令和4年の「売上高」は？", "45390000000"),
        ("What was net sales in 2024?", "51960000000"),
        ("How many employees were there in 2024?", "1502"),
        (
            'What is the value of "土地" in the 2023 point individual annual securities report of 株式会社星見川計器?',
            "2406500000",
        ),
    ],
)
def test_free_wordings_in_japanese_and_english(question: str, value: str) -> None:
    done = ask(str(REPORT), question, "--format", "json")
    assert done.returncode == 0, done.stdout
    answer = json.loads(done.stdout)
    assert Decimal(answer["value"]) == Decimal(value)
    assert answer["evidence"]["quote"]


@pytest.mark.parametrize("question", ["How is the weather?", "2024年の宇宙船打上げ回数は？", "What was net sales in 1950?"])
def test_what_the_report_does_not_say_has_a_reason(question: str) -> None:
    done = ask(str(REPORT), question, "--format", "json")
    assert done.returncode == 1
    assert json.loads(done.stdout)["reason"]


def test_another_company_is_not_found() -> None:
    done = ask(str(REPORT), "株式会社まるで別物商事の2024年における「売上高、経営指標等」は？", "--format", "json")
    assert done.returncode == 1
    answer = json.loads(done.stdout)
    assert answer["found"] is False
    assert answer["reason"]
    assert answer["evidence"] is None


def test_a_path_where_nothing_is() -> None:
    done = ask("nowhere", "2024年の「売上高」は？")
    assert done.returncode == 2
    assert "nowhere" in done.stderr
