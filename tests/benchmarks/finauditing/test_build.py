"""Building from a folder of filings: what comes out is exact, repeatable, and solvable from the prompt alone."""

from __future__ import annotations

import io
import json
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.benchmarks.finauditing import filings
from tieout.benchmarks.finauditing.build import BuildOptions, build
from tieout.benchmarks.finauditing.build.cases import Candidate
from tieout.benchmarks.finauditing.build.quality import second_reading
from tieout.benchmarks.finauditing.judging import judge
from tieout.benchmarks.finauditing.task import FINMR, FINRE, FINSM
from tieout.evaluation import EngineSetup
from tieout.reading import read_bytes
from tieout.report.errors import InputError


@pytest.fixture(scope="module", params=["raw", "compact"])
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built")
    filings.write(folder / "in" / "brookside")
    build(folder / "in", folder / "out", BuildOptions(seed=3, per_kind=2, form=request.param))
    return folder / "out"


def log(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]


def test_each_kind_of_injection_is_there(built: Path) -> None:
    kinds = {row["kind"] for row in log(built)}
    assert {"total", "total-within-tolerance", "sign", "reversal", "section", "member", "dropped", "none-sum"} <= kinds


def test_the_gold_of_an_altered_total_is_the_sum_of_its_lines(built: Path) -> None:
    row = next(row for row in log(built) if row["kind"] == "total")
    answer = json.loads(row["answer"])
    facts = {c: v for facts in filings.FACTS.values() for c, v in facts}
    concept = row["question"]["concept"]
    right = {v for facts in filings.FACTS.values() for c, v in facts if c == concept}
    assert concept in facts
    assert int(answer["calculated_value"]) in right
    assert int(answer["extracted_value"]) not in right
    assert {edit["after"] for edit in row["edits"]} == {answer["extracted_value"]}


def test_the_solver_answers_from_the_prompt_alone(built: Path) -> None:
    for task in (FINSM, FINRE, FINMR):
        engine = task.engines[""](EngineSetup())  # type: ignore[attr-defined]
        for sample in task.samples(built, "test"):  # type: ignore[attr-defined]
            output = engine(sample.input).output
            prediction = task.parse(output, sample.input)  # type: ignore[attr-defined]
            if task is FINMR:
                assert judge(sample.gold, prediction) == "A", sample.input.id
            else:
                assert (prediction["label"] if task is FINRE else prediction) == sample.gold, sample.input.id


def test_the_same_seed_gives_the_same_data(built: Path, tmp_path: Path) -> None:
    statistics = json.loads((built / "statistics.json").read_text())
    filings.write(tmp_path / "in" / "brookside")
    build(tmp_path / "in", tmp_path / "out", BuildOptions(seed=3, per_kind=2, form=statistics["form"]))
    for name in ("finsm/test.jsonl", "finre/test.jsonl", "finmr/test.jsonl", "log.jsonl"):
        assert (tmp_path / "out" / name).read_bytes() == (built / name).read_bytes()


def test_statistics_have_the_papers_two_tables(built: Path) -> None:
    statistics = json.loads((built / "statistics.json").read_text())
    assert sum(one["cases"] for one in statistics["error_types"]) == statistics["lengths"]["total"]["instances"]
    assert statistics["lengths"]["finmr"]["max"] >= statistics["lengths"]["finmr"]["mean"] > 0


def test_folders_without_filings_and_folders_in_use_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no filing"):
        build(tmp_path, tmp_path / "out", BuildOptions())
    filings.write(tmp_path / "in" / "one")
    (tmp_path / "used").mkdir()
    (tmp_path / "used" / "file").write_text("")
    with pytest.raises(InputError, match="not empty"):
        build(tmp_path / "in", tmp_path / "used", BuildOptions())


def test_a_build_that_was_stopped_goes_on_with_the_same_result(tmp_path: Path) -> None:
    for name, entity in (("first", "0000000001"), ("second", "0000000002"), ("third", "0000000003")):
        filings.write(tmp_path / "in" / name, entity)
    options = BuildOptions(seed=5, per_kind=1)
    build(tmp_path / "in", tmp_path / "whole", options)

    def stop(line: str) -> None:
        if line.startswith("2 of 3"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build(tmp_path / "in", tmp_path / "out", options, stop)
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"parts"}
    (tmp_path / "out" / "parts" / "00002.jsonl").write_text("{}")  # no part: it is built again
    told: list[str] = []
    build(tmp_path / "in", tmp_path / "out", options, told.append)
    assert told[0] == "2 of 3 filings were built before"
    assert sum(" of 3: " in line for line in told) == 1
    whole, again = (
        {p.relative_to(f): p.read_bytes() for p in f.rglob("*") if p.is_file()} for f in (tmp_path / "whole", tmp_path / "out")
    )
    assert whole == again


def test_a_build_goes_on_only_with_the_same_arguments(tmp_path: Path) -> None:
    filings.write(tmp_path / "in" / "brookside")

    def stop(line: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build(tmp_path / "in", tmp_path / "out", BuildOptions(seed=1), stop)
    with pytest.raises(InputError, match="other filings or options"):
        build(tmp_path / "in", tmp_path / "out", BuildOptions(seed=2))


def test_a_filing_that_cannot_be_read_is_told_and_left_out(tmp_path: Path) -> None:
    filings.write(tmp_path / "in" / "brookside")
    broken = tmp_path / "in" / "broken"
    broken.mkdir()
    (broken / "a.xml").write_text('<xbrli:xbrl xmlns:xbrli="http://www.xbrl.org/2003/instance"><xbrli:context')
    statistics = build(tmp_path / "in", tmp_path / "out", BuildOptions(per_kind=1))
    assert list(statistics["skipped_filings"]) == ["broken"]
    assert statistics["filings"] == 1


def test_half_of_the_instances_are_read_twice(built: Path) -> None:
    quality = json.loads((built / "statistics.json").read_text())["quality"]
    assert set(quality) == {"finsm", "finre", "finmr"}
    for one in quality.values():
        assert 0 < one["read_twice_and_agreed"] < one["instances"]


def test_a_segment_that_lost_an_arc_or_its_value_is_told() -> None:
    report = read_bytes(zipped({"brook-20231231.xsd": filings.schema(), "brook-20231231.xml": filings.instance()}), "brook.zip")
    case = Candidate(
        "finmr",
        "total",
        "DQC_0126",
        filings.BALANCE,
        {"concept": "us-gaap:Assets"},
        {"extracted_value": "2400", "calculated_value": "1"},
    )
    segment = filings.presentation(filings.BALANCE) + filings.calculation(filings.BALANCE) + filings.instance()
    assert second_reading(segment, report, case) is None
    arc = re.search(r"<link:calculationArc [^>]*>", segment)
    assert arc is not None
    assert "calculation hierarchy" in str(second_reading(segment.replace(arc[0], ""), report, case))
    assert "reported value" in str(second_reading(segment.replace(">2400<", ">2401<"), report, case))


def zipped(files: dict[str, str]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return packed.getvalue()
