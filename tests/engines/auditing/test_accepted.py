"""Files of accepted findings: what they may say, and what they cover."""

from __future__ import annotations

from pathlib import Path

import pytest

from tieout import InputError
from tieout.engines.auditing import AuditResult, Finding, Severity, read_accepted
from tieout.report import Period

FINDING = Finding(
    rule="statement-sum",
    dqc="DQC_0126",
    severity=Severity.error,
    message="does not add up",
    role="http://x.example/role/BalanceSheet",
    concepts=("us-gaap:Assets", "us-gaap:Cash"),
    period=Period(instant="2024-12-31"),
)


def covered(tmp_path: Path, text: str) -> list[str]:
    path = tmp_path / "accepted"
    path.write_text(text, "utf-8")
    result = AuditResult("filings/one", [FINDING])
    read_accepted(path).set_aside(result)
    assert len(result.findings) + len(result.accepted) == 1
    return [a.reason for a in result.accepted]


@pytest.mark.parametrize(
    "fields",
    [
        'rule = "0126"',
        'rule = "DQC_0126"\nconcept = "us-gaap:Assets"',
        'rule = "statement-sum"\nrole = "role/BalanceSheet"\nperiod = "2024-12-31"',
        f'fingerprint = "{FINDING.fingerprint}"',
        'rule = "0126"\nreport = "one"\nby = "A. Reviewer"\ndate = "2025-01-31"',
    ],
)
def test_all_fields_that_are_given_must_be_the_findings(tmp_path: Path, fields: str) -> None:
    assert covered(tmp_path, f'[[accepted]]\n{fields}\nreason = "Rounded by hand."\n') == ["Rounded by hand."]


@pytest.mark.parametrize(
    "fields",
    [
        'rule = "0117"',
        'rule = "0126"\nconcept = "us-gaap:Cash"',
        'rule = "0126"\nperiod = "2023-12-31"',
        'fingerprint = "0123456789abcdef"',
        'rule = "0126"\nreport = "two"',
    ],
)
def test_one_field_that_differs_is_enough_not_to_cover(tmp_path: Path, fields: str) -> None:
    assert covered(tmp_path, f'[[accepted]]\n{fields}\nreason = "Rounded by hand."\n') == []


def test_json_lines_say_the_same(tmp_path: Path) -> None:
    assert covered(tmp_path, '{"rule": "0126", "reason": "a"}\n\n{"rule": "0117", "reason": "b"}\n') == ["a"]


def test_a_byte_order_mark_says_nothing(tmp_path: Path) -> None:
    assert covered(tmp_path, "\ufeff[[accepted]]\nrule = '0126'\nreason = 'a'\n") == ["a"]


def test_the_first_entry_that_covers_gives_the_reason_and_the_rest_are_unused(tmp_path: Path) -> None:
    path = tmp_path / "accepted.jsonl"
    path.write_text('{"rule": "0126", "reason": "a"}\n{"rule": "statement-sum", "reason": "b"}\n')
    accepted = read_accepted(path)
    accepted.set_aside(AuditResult("one", [FINDING]))
    assert [e.reason for e in accepted.unused] == ["b"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[[accepted]]\nrule = '0126'\n", "says no reason"),
        ("[[accepted]]\nreason = 'x'\n", "neither rule nor fingerprint"),
        ("[[accepted]]\nrule = '0126'\nreason = 'x'\nconcepts = 'y'\n", "'concepts' means nothing here"),
        ("[[accepted]]\nrule = 126\nreason = 'x'\n", "table of texts"),
        ("[[accepted]]\nrule = '9999'\nreason = 'x'\n", "no audit rule is called '9999'"),
        ("accepted = 3\n", "[[accepted]] tables"),
        ("rule = '0126'\n", "[[accepted]] tables"),
        ("{not json\n", "line 1: is no JSON"),
        ("not toml", "neither TOML nor JSON lines"),
    ],
)
def test_what_means_nothing_is_refused_with_its_place(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "accepted"
    path.write_text(text)
    with pytest.raises(InputError) as e:
        read_accepted(path)
    assert says in str(e.value)
    assert str(path) in str(e.value)


def test_the_fingerprint_does_not_depend_on_wording_or_ids() -> None:
    from dataclasses import replace

    assert replace(FINDING, message="other", contexts=("c9",)).fingerprint == FINDING.fingerprint
    assert replace(FINDING, reported="1").fingerprint != FINDING.fingerprint


def test_a_review_accepts_what_stands_accepted(tmp_path: Path) -> None:
    one = f'"kind": "finding", "by": "ana", "at": "2025-01-31T00:00:00Z", "fingerprint": "{FINDING.fingerprint}"'
    accept = f'{{"id": "1", "action": "accept", {one}}}\n'
    assert covered(tmp_path, accept) == ["accepted by ana on 2025-01-31"]
    assert covered(tmp_path, accept.replace('"by"', '"reason": "agreed", "by"')) == ["agreed"]
    assert covered(tmp_path, accept + f'{{"id": "2", "action": "reject", {one}}}\n') == []
    assert covered(tmp_path, accept + '{"id": "2", "action": "undo", "undoes": "1"}\n') == []
    assert covered(tmp_path, accept + '{"id": "2", "act') == ["accepted by ana on 2025-01-31"]
    plain = f'{{"fingerprint": "{FINDING.fingerprint}", "reason": "by hand"}}\n'
    assert covered(tmp_path, plain + accept) == ["by hand"]
