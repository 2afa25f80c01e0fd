"""Reviews: lines that are only ever added to, of which the last word on each target stands."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tieout import InputError
from tieout.report.review import Entry, is_review, is_unfinished, read_review, standing


def line(id_: str, action: str = "accept", **more: Any) -> dict[str, Any]:
    row = {"id": id_, "action": action, "kind": "finding", "by": "ana", "at": "2025-01-31T00:00:00+00:00", "fingerprint": "f"}
    return row | more


def written(tmp_path: Path, *rows: Any, end: str = "") -> Path:
    path = tmp_path / "review.jsonl"
    path.write_text("".join(json.dumps(r) + "\n" for r in rows) + end, "utf-8")
    return path


def stands(tmp_path: Path, *rows: Any) -> dict[str, str]:
    return {target: e.id for target, e in standing(read_review(written(tmp_path, *rows))).items()}


def test_the_last_word_stands(tmp_path: Path) -> None:
    assert stands(tmp_path, line("1"), line("2", "reject")) == {"finding f": "2"}


def test_what_is_undone_gives_way_to_what_stood_before(tmp_path: Path) -> None:
    undo = {"id": "3", "action": "undo", "undoes": "2"}
    assert stands(tmp_path, line("1"), line("2", "reject"), undo) == {"finding f": "1"}
    assert stands(tmp_path, line("1"), {"id": "2", "action": "undo", "undoes": "1"}) == {}


def test_a_note_leaves_the_decision_standing(tmp_path: Path) -> None:
    assert stands(tmp_path, line("1"), line("2", "note", reason="see page 4")) == {"finding f": "1"}
    assert stands(tmp_path, line("1", "note"), line("2")) == {"finding f": "2"}


def test_an_entry_is_written_as_it_was_read(tmp_path: Path) -> None:
    rows = [
        line("1", reason="agreed", rule="statement-sum", concept="us-gaap:Assets"),
        {
            "id": "2", "action": "retag", "kind": "number", "by": "bo", "at": "x", "concept": "us-gaap:Cash",
            "evidence": {"file": "a.htm", "cell": "t1-r1c1", "span": [0, 3]}, "text": "123",
        },
    ]  # fmt: skip
    assert [e.to_dict() for e in read_review(written(tmp_path, *rows))] == rows


def test_decisions_about_one_place_have_one_target() -> None:
    def target(kind: str, **where: Any) -> str:
        return Entry("", "accept", kind, "", "", more={"evidence": where}).target

    assert target("number", file="a", cell="c", span=[0, 3]) == target("number", file="a", cell="c", span=[0, 3], page=7)
    assert target("number", file="a", cell="c", span=[0, 3]) != target("number", file="a", cell="c", span=[4, 5])
    assert target("fact", file="a", element=3) != target("fact", file="a", element=4)


def test_an_unfinished_line_was_never_kept(tmp_path: Path) -> None:
    path = written(tmp_path, line("1"), end='{"id": "2", "action": "rej')
    assert [e.id for e in read_review(path)] == ["1"]
    path.write_text(path.read_text("utf-8") + "\n" + json.dumps(line("3")) + "\n", "utf-8")
    assert [e.id for e in read_review(path)] == ["1", "3"]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"action": "maybe", "kind": "fact"}, "'maybe' is no action"),
        ({"action": "accept", "kind": "page"}, "'page' is no kind"),
        ({"action": "undo"}, "undoes nothing"),
        ({"action": "retag", "kind": "fact"}, "no concept"),
        ({"action": "accept", "kind": "fact", "reason": 3}, "'reason' has to be a text"),
        ([1], "no entry"),
    ],
)
def test_a_line_that_is_no_entry_is_told_with_its_number(tmp_path: Path, row: Any, said: str) -> None:
    with pytest.raises(InputError, match=f"line 2: .*{said}"):
        read_review(written(tmp_path, line("1"), row))


def test_a_review_is_told_by_its_first_line(tmp_path: Path) -> None:
    assert is_review(written(tmp_path, line("1")))
    assert not is_review(written(tmp_path, {"fingerprint": "f", "reason": "x"}))
    assert not is_review(tmp_path / "none")


def test_a_line_that_is_cut_anywhere_is_passed_over(tmp_path: Path) -> None:
    whole = json.dumps(
        {"id": "a", "action": "note", "kind": "fact", "reason": 'a "}" \\', "evidence": {"span": [1, {}]}, "text": "1"}
    )
    file = tmp_path / "x.review.jsonl"
    for cut in range(1, len(whole)):
        assert is_unfinished(whole[:cut]), whole[:cut]
        file.write_text(f"{whole}\n{whole[:cut]}\n", "utf-8")
        assert len(read_review(file)) == 1
    assert not is_unfinished(whole)


def test_a_whole_line_with_something_behind_it_is_not_lost_unsaid(tmp_path: Path) -> None:
    file = tmp_path / "x.review.jsonl"
    file.write_text('{"id": "a", "action": "note", "kind": "fact"},\n', "utf-8")
    with pytest.raises(InputError, match="line 1"):
        read_review(file)
