"""What the viewer is given: parts that fit together, on the samples that ship."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from tieout.reading import read
from tieout.samples import path
from tieout.viewer.payload import PARTS
from tieout.viewer.subject import Subject

FAST = [name for name in PARTS if name != "tags"]


def subject(sample: str, **more: Any) -> Subject:
    return Subject(sample, lambda: read(path(sample)), **more)


@pytest.fixture(scope="module")
def tagged() -> Subject:
    return subject("us_10k", questions=("What was net income in 2025?",))


def test_statements_point_at_their_facts_and_sums(tagged: Subject) -> None:
    facts = {f["id"]: f for f in tagged.base()["facts"]}
    calculations = tagged.part("concepts")["calculations"]
    statements = tagged.part("statements")["statements"]
    assert [s["kind"] for s in statements[:3]] == ["income", "comprehensive", "balance"]
    cells = [(row, cell) for s in statements for row in s["rows"] for cell in row["cells"] if cell is not None]
    assert len(cells) > 300
    for row, cell in cells:
        for id_ in cell.get("facts", ()):
            assert facts[id_]["concept"] == row["concept"]
        for n in cell.get("checks", ()):
            assert calculations[n]["total"] in cell["facts"]
    assert {n for _, cell in cells for n in cell.get("checks", ())}


def test_a_sum_that_does_not_agree_says_by_how_much(tagged: Subject) -> None:
    for check in tagged.part("concepts")["calculations"]:
        assert Decimal(check["reported"]) - Decimal(check["expected"]) == Decimal(check["difference"])
        assert check["agrees"] or Decimal(check["difference"])
    assert any(not check["agrees"] for check in tagged.part("concepts")["calculations"])


def test_every_item_has_an_id_of_its_own_a_target_and_places(tagged: Subject) -> None:
    items = list(tagged.base()["facts"])
    for name in FAST:
        part = tagged.part(name)
        for key in ("numbers", "findings", "kpis", "answers", "entities"):
            items += part.get(key, [])
    assert len({item["id"] for item in items}) == len(items)
    length = tagged.base()["documents"][0]["characters"]
    for item in items:
        assert item["target"]
        for place in item["at"]:
            assert 0 <= place["start"] <= place["end"] <= length


def test_no_number_is_both_explained_and_not(tagged: Subject) -> None:
    facts = [(f["at"][0]["start"], f["at"][0]["end"]) for f in tagged.base()["facts"] if f.get("numeric") and f["at"]]
    for number in tagged.part("layout")["numbers"]:
        start, end = number["at"][0]["start"], number["at"][0]["end"]
        assert not any(start < stop and begin < end and begin < stop for begin, stop in facts), number


def test_a_question_asked_at_the_start_is_answered(tagged: Subject) -> None:
    (answer,) = tagged.part("kpis")["answers"]
    assert answer["found"] and answer["value"] and answer["at"]


@pytest.mark.parametrize(
    ("sample", "kind"), [("us_10k.md", "text"), ("us_statements.pdf", "pictures"), ("japan_edinet", "markup")]
)
def test_reports_of_every_kind_have_documents_pages_and_parts(sample: str, kind: str) -> None:
    shown = subject(sample)
    assert {d["kind"] for d in shown.base()["documents"]} == {kind}
    for name in FAST:
        assert "error" not in shown.part(name), name
    assert shown.part("layout")["pages"]
    assert all(page["document"] is not None for page in shown.part("layout")["pages"])


def test_the_tags_of_a_report_without_tags_are_suggestions() -> None:
    tags = subject("us_statements.pdf").part("tags")["tags"]
    assert tags and all(t["at"] and t["candidates"] and "difference" not in t for t in tags)
