"""Predictions from files: three formats, told apart by looking into them, none of them trusted."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tieout.evaluation.interop.logs import read_outputs
from tieout.report.errors import InputError


def inspect_sample(id_: str, text: Any, epoch: int = 1, stop: str = "stop") -> dict[str, Any]:
    return {"id": id_, "epoch": epoch, "output": {"choices": [{"message": {"content": text}, "stop_reason": stop}]}}


def test_plain_lines(tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    path.write_text('{"id": "a", "output": "even"}\n\n{"id": 7, "output": {"found": false}}\n{"id": "c", "output": null}\n')
    kind, _, outputs = read_outputs(path)
    assert kind == "jsonl"
    assert [(one.id, one.output) for one in outputs] == [("a", "even"), ("7", '{"found": false}'), ("c", None)]


def test_an_lm_eval_log(tmp_path: Path) -> None:
    row = {"doc_id": 0, "doc": {"id": "test-1", "prompt": "?"}, "target": "odd", "resps": [["odd"]], "filtered_resps": ["odd"]}
    (tmp_path / "samples_x.jsonl").write_text(json.dumps(row) + "\n")
    kind, _, outputs = read_outputs(tmp_path / "samples_x.jsonl")
    assert (kind, outputs[0].id, outputs[0].output) == ("lm_eval", "test-1", "odd")


def test_an_inspect_log_as_json_or_as_zip(tmp_path: Path) -> None:
    samples = [
        inspect_sample("a", "even"),
        inspect_sample("a", "odd", epoch=2),
        inspect_sample("b", [{"type": "reasoning", "reasoning": "hm"}, {"type": "text", "text": "odd"}], stop="max_tokens"),
        inspect_sample("c", "", stop="content_filter"),
        {"id": "d", "epoch": 1, "output": {"choices": []}, "error": {"message": "no connection"}},
    ]
    as_json, as_zip = tmp_path / "log.json", tmp_path / "log.eval"
    as_json.write_text(json.dumps({"version": 2, "eval": {"task": "t"}, "samples": samples}))
    with zipfile.ZipFile(as_zip, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("header.json", "{}")
        for sample in samples:
            archive.writestr(f"samples/{sample['id']}_epoch_{sample['epoch']}.json", json.dumps(sample))
    for path in (as_json, as_zip):
        kind, _, outputs = read_outputs(path)
        assert kind == "inspect_ai"
        found = {(one.id, one.repeat): one for one in outputs}
        assert (found["a", 0].output, found["a", 1].output) == ("even", "odd")
        assert (found["b", 0].output, found["b", 0].finish_reason) == ("odd", "length")
        assert found["c", 0].refused
        assert found["d", 0].error == "no connection"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "no predictions in it"),
        (b"hello\n", "line 1: not JSON"),
        (b'{"id": "a"}\n', "line 1: not a prediction (no 'output')"),
        (b'{"id": "a", "output": "x"}\n[1]\n', "line 2: not a prediction"),
        (b'{"id": "a", "output": "x", "repeat": "first"}\n', "line 1: not a prediction"),
        (b'{"id": "a", "output": "x"}\n{"id": "b", "out', "line 2: not JSON"),
        (b"[" * 200_000, "line 1: not JSON"),
        (b"PK\x03\x04 not really a zip", "can't be unpacked"),
        (b"\xff\xfe\x00", "line 1: not JSON"),
        (b'{"doc": {"id": "a"}, "resps": []}\n', "line 1: not a prediction"),
    ],
)
def test_a_file_that_is_none_of_them_is_one_clear_line(tmp_path: Path, content: bytes, said: str) -> None:
    (tmp_path / "p").write_bytes(content)
    with pytest.raises(InputError) as caught:
        read_outputs(tmp_path / "p")
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_zip_that_is_no_log(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as archive:
        archive.writestr("readme.txt", "hello")
    with pytest.raises(InputError, match="a zip without samples"):
        read_outputs(tmp_path / "x.zip")


def test_a_folder_and_a_file_that_is_missing(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nowhere.jsonl"):
        with pytest.raises(InputError, match="predictions:"):
            read_outputs(path)


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.mktemp("any") / "p"
    path.write_bytes(content)
    try:
        read_outputs(path)
    except InputError as error:
        assert "\n" not in str(error).replace(str(path), "")
