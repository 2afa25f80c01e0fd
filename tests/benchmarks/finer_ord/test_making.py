"""Making a set: Doccano's export, the four steps, agreement, and files that the task reads."""

from __future__ import annotations

import json

import pytest

from tieout.benchmarks.finer_ord.data import samples
from tieout.benchmarks.finer_ord.making import agreement, build, clean, read_doccano
from tieout.benchmarks.finer_ord.making.doccano import Annotated, Mark
from tieout.report.errors import InputError


@pytest.mark.parametrize(
    ("text", "marked", "due"),
    [
        ("met Bell  today", "Bell  ", "Bell"),
        ("met Bell today", " Bel", "Bell"),
        ("at Vexholm's plant", "Vexholm's", "Vexholm"),
        ("the Bells’ house", "Bells’", "Bells"),
        ("Vexholm, Inc. said", "Vexholm,", "Vexholm"),
        ("Vexholm Inc. said", "Vexholm Inc.", "Vexholm Inc."),
        ("R-Texas", "Texas", "Texas"),
        ("Tarn.com rose", "Tarn.co", "Tarn.com"),
    ],
)
def test_marks_are_put_right(text, marked, due):
    start = text.index(marked)
    (mark,) = clean(text, [Mark(start, start + len(marked), "ORG")])
    assert text[mark.start : mark.end] == due


def test_marks_of_nothing_go_and_overlaps_are_settled():
    text = "New York Times"
    assert clean(text, [Mark(3, 4, "LOC")]) == ()
    assert clean(text, [Mark(0, 8, "LOC"), Mark(0, 14, "ORG")]) == (Mark(0, 14, "ORG"),)


def export(path, *documents):
    path.write_text("\n".join(json.dumps(document) for document in documents) + "\n", encoding="utf-8")
    return path


def test_exports_of_several_versions_are_read(tmp_path):
    path = export(
        tmp_path / "all.jsonl",
        {"id": 7, "text": "Bell met Tarn", "label": [[0, 4, "PER"], [9, 13, "Organization"]]},
        {"id": 8, "data": "Bell", "entities": [{"id": 1, "label": "Person", "start_offset": 0, "end_offset": 4}]},
        {"id": 9, "text": "  ", "label": []},
    )
    read = list(read_doccano(path))
    assert [document.id for document in read] == ["7", "8"]
    assert read[0].marks == (Mark(0, 4, "PER"), Mark(9, 13, "ORG"))
    assert read[1].marks == (Mark(0, 4, "PER"),)


@pytest.mark.parametrize(
    "document",
    [
        [],
        {"text": 1, "label": [[0, 1, "PER"]]},
        {"text": "a", "label": [[0, 9, "PER"]]},
        {"text": "a", "label": [[0, 1, "MISC"]]},
    ],
)
def test_what_is_no_export_is_refused_with_its_line(tmp_path, document):
    with pytest.raises(InputError, match="line 1"):
        list(read_doccano(export(tmp_path / "x.jsonl", document)))


def test_what_was_built_is_what_the_task_reads(tmp_path):
    text = "Mara Bell's firm, Vexholm Ltd, left Los Angeles. It rained."
    places = [
        (text.index(name), name, kind)
        for name, kind in (("Mara Bell's", "PER"), ("Vexholm Ltd", "ORG"), ("Los Angeles", "LOC"))
    ]
    marks = tuple(Mark(start, start + len(name), kind) for start, name, kind in places)
    counts = build([Annotated(str(n), text, marks) for n in range(6)], tmp_path, (4, 1, 1))
    assert counts == {"train": 4, "val": 1, "test": 1}
    first, second = samples(tmp_path, "val")
    assert list(zip(first.input.fields["tokens"], first.gold, strict=True)) == [
        ("Mara", "B-PER"), ("Bell", "I-PER"), ("'s", "O"), ("firm", "O"), (",", "O"), ("Vexholm", "B-ORG"), ("Ltd", "I-ORG"),
        (",", "O"), ("left", "O"), ("Los", "B-LOC"), ("Angeles", "I-LOC"), (".", "O"),
    ]  # fmt: skip
    assert second.gold == ["O", "O", "O"]


def test_agreement_tells_how_annotators_differ():
    text = "Mara Bell of Vexholm Ltd in Ottawa"
    one = Annotated("1", text, (Mark(0, 9, "PER"), Mark(13, 24, "ORG"), Mark(28, 34, "LOC")))
    two = Annotated("1", text, (Mark(0, 9, "PER"), Mark(13, 20, "ORG"), Mark(28, 34, "ORG")))
    found = agreement([one], [two])
    assert (found.same, found.other_border, found.other_type, found.one_only) == (1, 1, 1, 0)
    assert found.share == pytest.approx(1 / 3)
    assert found.f1 == pytest.approx(2 * 1 / 6)
    assert agreement([one], [one]).share == 1
    with pytest.raises(InputError, match="ids differ"):
        agreement([one], [])
