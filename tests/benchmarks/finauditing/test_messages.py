"""DQC messages, read by pattern, become instances of the filings that they name."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from tests.benchmarks.finauditing import filings
from tieout.benchmarks.finauditing.build import BuildOptions, build
from tieout.benchmarks.finauditing.build.messages import parse_message, read_messages
from tieout.benchmarks.finauditing.task import FINMR, FINRE, FINSM
from tieout.report.errors import InputError

URL = "https://filings.example/Archives/edgar/data/1/000000000124000001/brook-20231231.xml"
NEGATIVE = (
    "[DQC.US.0015.1] us-gaap:PaymentsOfDividends is -60, but should not be below zero. The properties of this item are: "
    "Period: 2023-01-01 to 2023-12-31 Unit: USD Rule version: 24.0"
)
SUM = (
    "DQC_0126: us-gaap:AssetsCurrent is given as 1,200 while its parts us-gaap:InventoryNet and others come to 1,250. "
    "The properties of this item are: Period: 2023-12-31"
)
SECTION = "us-gaap:NetCashProvidedByUsedInInvestingActivitiesAbstract has us-gaap:PaymentsOfDividends below it."
UNSUMMED = "us-gaap:Goodwill and us-gaap:InventoryNet take part in no calculation."


def test_a_message_says_rule_elements_numbers_and_period() -> None:
    found = parse_message(SUM)
    assert found is not None
    assert found.rule == "DQC_0126"
    assert found.concepts == ("us-gaap:AssetsCurrent", "us-gaap:InventoryNet")
    assert [str(v) for v in found.values] == ["1200", "1250"]
    assert found.period == "2023-12-31"


def test_other_rules_and_messages_without_elements_are_none() -> None:
    assert parse_message("[DQC.US.0095.1] us-gaap:Assets looks odd.") is None
    assert parse_message("DQC_0126: a sum is wrong.") is None


def test_messages_become_rows(tmp_path: Path) -> None:
    filings.write(tmp_path / "in" / "brookside")
    with (tmp_path / "messages.csv").open("w", newline="") as handle:
        writer = csv.writer(handle)
        writer.writerow(["DQC US ID", "Message", "sec-url"])
        writer.writerows([["", NEGATIVE, URL], ["", SUM, "https://filings.example/other.xml"], ["DQC_0145", SECTION, URL]])
        writer.writerow(["DQC_0099", UNSUMMED, URL])
    (tmp_path / "in" / "brookside" / "brook-20231231.xml").write_text(
        filings.instance().replace('decimals="0">60<', 'decimals="0">-60<')
    )
    build(tmp_path / "in", tmp_path / "out", BuildOptions(messages=tmp_path / "messages.csv"))
    (number,) = FINMR.samples(tmp_path / "out", "test")
    assert number.gold == {"extracted_value": "-60", "calculated_value": "60"}
    (pair,) = FINRE.samples(tmp_path / "out", "test")
    assert pair.gold == "Inappropriateness"
    (tags,) = FINSM.samples(tmp_path / "out", "test")
    assert tags.gold == ["us-gaap:Goodwill", "us-gaap:InventoryNet"]


@pytest.mark.parametrize("content", ["", "{}", "[[1]]", '{"message": 3}', "{"])
def test_a_file_that_is_none_is_named(tmp_path: Path, content: str) -> None:
    (tmp_path / "messages.json").write_text(content)
    with pytest.raises(InputError, match=r"messages\.json"):
        read_messages(tmp_path / "messages.json")


def test_json_lines_are_read(tmp_path: Path) -> None:
    (tmp_path / "m.jsonl").write_text(json.dumps({"rule": "DQC_0015", "message": NEGATIVE, "sec-url": URL}) + "\n")
    assert [m.url for m in read_messages(tmp_path / "m.jsonl")] == [URL]
