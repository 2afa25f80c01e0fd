"""What `samples.jsonl` promises: nothing kept is lost, nothing broken is believed."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tieout.evaluation import OUTCOMES, Answer
from tieout.evaluation.records import Journal, Record, read_records
from tieout.report.errors import InputError

texts = st.text(st.characters(exclude_categories=[]), max_size=30)  # also lone surrogates, NUL and line separators
answers = st.builds(
    Answer,
    output=st.none() | texts,
    finish_reason=st.sampled_from(["stop", "length", "content_filter"]),
    refused=st.booleans(),
    error=st.none() | texts.filter(bool),
    cut=st.booleans(),
    prompt_hash=st.none() | st.just("ab" * 32),
    usage=st.none() | st.just({"prompt_tokens": 3}),
    cost=st.none() | st.decimals(0, 5, places=6),
    cached=st.booleans(),
    latency_s=st.none() | st.floats(0, 10),
)
records = st.builds(
    Record,
    id=texts,
    repeat=st.integers(0, 5),
    outcome=st.sampled_from(OUTCOMES),
    prediction=st.none() | st.lists(st.integers()),
    answer=answers,
    reason=texts,
)


def record(id_: str, output: str = "even") -> Record:
    return Record(id_, 0, "ok", output, Answer(output))


@given(records)
def test_a_record_is_one_line_that_gives_it_back(kept: Record) -> None:
    line = kept.to_line()
    assert line.count(b"\n") == 1
    assert Record.from_line(line, "here") == kept


def test_costs_stay_exact() -> None:
    kept = Record("a", 0, "ok", None, Answer("x", cost=Decimal("0.1000000000000000055")))
    assert Record.from_line(kept.to_line(), "here").answer.cost == Decimal("0.1000000000000000055")


@pytest.mark.parametrize("torn", [b"{", b'{"id":"b","repeat":0', b"\x00" * 70_000, '{"id":"ü'.encode()[:-1]])
def test_a_torn_last_line_is_cut_off_and_the_rest_kept(tmp_path: Path, torn: bytes) -> None:
    path = tmp_path / "samples.jsonl"
    path.write_bytes(record("a").to_line() + torn)
    with Journal(path) as journal:
        assert list(journal.records) == [("a", 0)]
        journal.append(record("b"))
    assert path.read_bytes() == record("a").to_line() + record("b").to_line()


def test_a_file_of_nothing_but_a_torn_line(tmp_path: Path) -> None:
    path = tmp_path / "samples.jsonl"
    path.write_bytes(b'{"id"')
    with Journal(path) as journal:
        assert journal.records == {}
    assert path.read_bytes() == b""


def test_a_broken_line_inside_is_named(tmp_path: Path) -> None:
    path = tmp_path / "samples.jsonl"
    path.write_bytes(record("a").to_line() + b"rubbish\n" + record("b").to_line())
    with pytest.raises(InputError, match="line 2: not a sample record"):
        Journal(path)


@pytest.mark.parametrize(
    "line", [b"[]\n", b"{}\n", b"null\n", b'{"id":"a","repeat":0,"outcome":"fine"}\n', b"[" * 100_000 + b"\n"]
)
def test_json_that_is_no_record_is_refused(line: bytes) -> None:
    with pytest.raises(InputError, match="not a sample record"):
        Record.from_line(line, "here")


def test_the_last_answer_of_a_sample_wins(tmp_path: Path) -> None:
    path = tmp_path / "samples.jsonl"
    failed = Record("a", 0, "error", None, Answer(None, error="timeout"))
    with Journal(path) as journal:
        journal.append(failed)
        journal.append(record("a"))
    with Journal(path) as journal:
        assert journal.records[("a", 0)] == record("a")
    assert len(list(read_records(path))) == 2


def test_only_one_process_writes_a_run(tmp_path: Path) -> None:
    path = tmp_path / "samples.jsonl"
    with Journal(path), pytest.raises(InputError, match="another process"):
        Journal(path)
    with Journal(path):
        pass
