"""`tieout audit`: formats, exit statuses, choice of rules, accepted findings, many filings."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest
from pydantic import ValidationError
from pydantic_sarif.model import StaticAnalysisResultsFormatSarifVersion210JsonSchema

import tieout.samples
from tests.cli.conftest import Run
from tests.cli.filings import FILING, write_filing

SAMPLE = tieout.samples.path("us_10k")


def lines(output: bytes) -> list[dict[str, object]]:
    return [json.loads(line) for line in output.splitlines()]


def test_findings_are_json_lines_in_a_pipe_and_errors_make_the_status_one(tieout: Run) -> None:
    done = tieout("audit", SAMPLE)
    assert done.returncode == 1
    rows = lines(done.stdout)
    total = next(r for r in rows if r["dqc"] == "DQC_0126" and r["concepts"][0] == "us-gaap:AssetsCurrent")  # type: ignore[index]
    assert (total["reported"], total["expected"]) == ("112567000", "112657000")
    assert total["evidence"][0]["quote"] == "112,567"  # type: ignore[index]
    assert total["evidence"][0]["cell"] is not None  # type: ignore[index]
    assert sum(int(t["value"]) for t in total["arithmetic"]) == 112657000  # type: ignore[attr-defined]


def test_each_finding_has_the_documented_keys(tieout: Run) -> None:
    keys = [
        *("rule", "dqc", "severity", "message", "role", "concepts", "contexts", "period", "dimensions"),
        *("reported", "expected", "arithmetic", "evidence", "fingerprint"),
    ]
    assert all(list(row) == keys for row in lines(tieout("audit", SAMPLE, "--no-locate").stdout))


@pytest.mark.parametrize("asked", ["0126", "DQC_0126", "statement-sum"])
def test_a_rule_is_known_by_its_id_and_by_its_public_number(tieout: Run, asked: str) -> None:
    rows = lines(tieout("audit", SAMPLE, "--rules", asked, "--no-locate").stdout)
    assert {r["rule"] for r in rows} == {"statement-sum"}


def test_excluded_rules_do_not_run(tieout: Run) -> None:
    rows = lines(tieout("audit", SAMPLE, "-a", "calculation,0001", "--no-locate").stdout)
    assert rows
    assert not {"statement-sum", "calculation-consistency", "axis-member"} & {str(r["rule"]) for r in rows}


def test_that_no_rule_is_left_is_the_users_mistake(tieout: Run) -> None:
    done = tieout("audit", SAMPLE, "--rules", "0126", "--exclude", "calculation")
    assert done.returncode == 2
    assert b"no audit rule is left to run" in done.stderr


def test_a_name_that_is_no_rule_is_the_users_mistake(tieout: Run) -> None:
    done = tieout("audit", SAMPLE, "--rules", "0999")
    assert done.returncode == 2
    assert b"no audit rule is called '0999'" in done.stderr


@pytest.mark.parametrize(("fail_on", "status"), [("error", 0), ("warning", 1), ("never", 0)])
def test_fail_on_decides_the_status(tieout: Run, fail_on: str, status: int) -> None:
    done = tieout("audit", SAMPLE, "--rules", "concentration", "--fail-on", fail_on, "--no-locate")
    assert done.returncode == status
    assert len(lines(done.stdout)) == 1


def test_json_is_one_array(tieout: Run) -> None:
    assert len(json.loads(tieout("audit", SAMPLE, "--format", "json", "--rules", "0015").stdout)) == 1


def test_csv_has_a_row_a_finding_with_places_and_arithmetic(tieout: Run) -> None:
    text = tieout("audit", SAMPLE, "--format", "csv", "--rules", "0126").stdout.decode()
    rows = list(csv.DictReader(io.StringIO(text)))
    assert len(rows) == 2
    assert "1 × 31840000 us-gaap:CashAndCashEquivalentsAtCarryingValue" in rows[0]["arithmetic"]
    assert 'p. 10 t9-r12c5 "112,567"' in rows[0]["evidence"]


def test_sarif_names_rules_files_and_fingerprints(tieout: Run) -> None:
    log = json.loads(tieout("audit", SAMPLE, "--format", "sarif", "--no-locate").stdout)
    assert log["version"] == "2.1.0"
    run = log["runs"][0]
    known = {r["id"] for r in run["tool"]["driver"]["rules"]}
    assert run["results"]
    for result in run["results"]:
        assert result["ruleId"] in known
        assert result["level"] in ("error", "warning", "note")
        assert len(result["partialFingerprints"]["tieout/v1"]) == 16


@pytest.mark.parametrize("located", [(), ("--no-locate",)])
def test_sarif_is_what_its_schema_allows(tieout: Run, tmp_path: Path, located: tuple[str, ...]) -> None:
    """By models that were made of the published JSON schema of SARIF 2.1.0, which allow nothing that it doesn't name."""
    broken = tmp_path / "broken.zip"
    broken.write_bytes(b"no archive")
    text = tieout("audit", SAMPLE, write_filing(tmp_path / "filing"), broken, "--format", "sarif", *located).stdout
    log = StaticAnalysisResultsFormatSarifVersion210JsonSchema.model_validate_json(text)
    assert sum(len(run.results or ()) for run in log.runs) > 12
    wrong = json.loads(text)
    wrong["runs"][0]["results"][0]["severity"] = "error"
    with pytest.raises(ValidationError):
        StaticAnalysisResultsFormatSarifVersion210JsonSchema.model_validate(wrong)


def test_sarif_tells_which_rules_did_not_run(tieout: Run, tmp_path: Path) -> None:
    run = json.loads(tieout("audit", write_filing(tmp_path), "--format", "sarif").stdout)["runs"][0]
    told = {n["associatedRule"]["id"] for n in run["invocations"][0]["toolExecutionNotifications"]}
    assert "calculation-consistency" in told


def test_markdown_spells_out_the_arithmetic(tieout: Run, tmp_path: Path) -> None:
    out = tmp_path / "audit.md"
    tieout("audit", SAMPLE, "--out", out, "--rules", "0126")
    text = out.read_text("utf-8")
    assert text.startswith("# Audit of ")
    assert "| us-gaap:InventoryNet | 1 | 29,460,000 |" in text
    assert "| **sum** | | 112,657,000 |" in text


def test_a_table_is_for_reading(tieout: Run) -> None:
    text = tieout("audit", SAMPLE, "--format", "table").stdout.decode()
    assert "error   statement-sum (DQC_0126)" in text
    assert 'p. 10 t9-r12c5 "112,567"' in text
    assert all(line == line.rstrip() for line in text.splitlines())


@pytest.mark.parametrize("extension", ["xlsx", "parquet"])
def test_workbooks_and_parquet_are_written(tieout: Run, tmp_path: Path, extension: str) -> None:
    out = tmp_path / f"findings.{extension}"
    assert tieout("audit", SAMPLE, "--out", out, "--no-locate").returncode == 1
    assert out.stat().st_size > 1000


def test_accepted_findings_no_longer_fail_the_check(tieout: Run, tmp_path: Path) -> None:
    accepted = tmp_path / "accepted.toml"
    accepted.write_text('[[accepted]]\nrule = "0015"\nreason = "Tagged so on purpose."\n')
    done = tieout("audit", SAMPLE, "--rules", "0015", "--fail-on", "info", "--accepted", accepted)
    assert (done.returncode, done.stdout) == (0, b"")
    assert b"1 accepted" in done.stderr


def test_an_acceptance_of_something_that_is_gone_is_told(tieout: Run, tmp_path: Path) -> None:
    accepted = tmp_path / "accepted.jsonl"
    accepted.write_text('{"fingerprint": "0000000000000000", "reason": "Looked at."}\n')
    done = tieout("audit", SAMPLE, "--rules", "0015", "--accepted", accepted)
    assert b"isn't there any more: Looked at." in done.stderr


def test_accepted_findings_need_reasons(tieout: Run, tmp_path: Path) -> None:
    accepted = tmp_path / "accepted.toml"
    accepted.write_text('[[accepted]]\nrule = "0015"\n')
    done = tieout("audit", SAMPLE, "--accepted", accepted)
    assert done.returncode == 2
    assert b"entry 1: says no reason" in done.stderr


def test_a_folder_of_filings_goes_on_after_a_failure(tieout: Run, tmp_path: Path) -> None:
    write_filing(tmp_path / "one")
    (tmp_path / "broken.zip").write_bytes(b"PK\x03\x04 broken")
    write_filing(tmp_path / "two")
    done = tieout("audit", tmp_path, "--format", "jsonl")
    assert done.returncode == 2
    assert b"in 2 of 3 reports" in done.stderr
    assert b"broken.zip: " in done.stderr


def test_rules_are_listed(tieout: Run) -> None:
    rows = lines(tieout("audit", "--list").stdout)
    assert {"DQC_0001", "DQC_0015", "DQC_0081", "DQC_0099", "DQC_0109", "DQC_0117", "DQC_0126", "DQC_0137", "DQC_0145"} <= {
        r["dqc"] for r in rows
    }
    assert len({r["rule"] for r in rows}) == len(rows)


def test_rules_that_lack_their_input_are_told(tieout: Run, tmp_path: Path) -> None:
    done = tieout("audit", write_filing(tmp_path), "--format", "md")
    assert re.search(rb"not run: [^:]*calculation-consistency[^:]*: the report has no calculation network", done.stdout)


def test_in_a_pipe_the_rules_that_lacked_something_are_one_line(tieout: Run, tmp_path: Path) -> None:
    done = tieout("audit", write_filing(tmp_path))
    (line,) = [x for x in done.stderr.decode().splitlines() if "not run" in x]
    assert re.match(r"tieout: not run: \d+ rules: .* \(\d+\)", line)


def test_facts_without_their_context_are_one_finding_for_each_context(tieout: Run, tmp_path: Path) -> None:
    filing = tmp_path / "x.htm"
    filing.write_text(FILING.replace('<xbrli:context id="i23"', '<xbrli:context id="i22"'), encoding="utf-8")
    done = tieout("audit", filing, "--rules", "unreadable-facts")
    (finding,) = [json.loads(line) for line in done.stdout.splitlines()]
    assert finding["contexts"] == ["i23"]
    assert len(finding["evidence"]) == 4
    assert finding["message"].endswith("and 3 more facts can't be read: no context has the id 'i23'.")
