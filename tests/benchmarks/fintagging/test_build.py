"""Rows built from inline documents: what is gold, what is drawn, and that nothing in them shows tags."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest
from lxml import etree

from tests.benchmarks.fintagging import filings, made_up
from tieout.benchmarks.fintagging.bio import facts_of, read_bio
from tieout.benchmarks.fintagging.build import BuildOptions, build
from tieout.benchmarks.fintagging.build.filing import Filing, filing_of, official_row
from tieout.benchmarks.fintagging.build.types import listed_concepts
from tieout.benchmarks.fintagging.build.walk import parts_of
from tieout.benchmarks.fintagging.task import FINCL, FINNI, FULL
from tieout.benchmarks.fintagging.whitespace import tidy
from tieout.evaluation import load_samples
from tieout.reading import read_bytes
from tieout.report.errors import InputError


def filing(compat: bool = False, text: str | None = None, seed: str = "0") -> Filing:
    report = read_bytes((text or filings.document()).encode(), "10k.htm")
    return filing_of(report, {}, compat, seed)


def rows(path: Path) -> list[dict[str, str]]:
    csv.field_size_limit(1 << 24)
    with path.open(encoding="utf-8", newline="") as handle:
        return list(csv.DictReader(handle))


def test_the_sentence_and_the_table_with_tags_are_positive() -> None:
    positives = [instance for instance in filing().instances if instance.facts]
    assert [(i.kind, [(g.fact, g.type, g.tag) for g in i.facts]) for i in positives] == [
        (
            "text",
            [
                ("46", "monetaryItemType", "RepaymentsOfNotesPayable"),
                ("4.5", "percentItemType", "DebtInstrumentInterestRateStatedPercentage"),
                ("two", "integerItemType", "NumberOfInstallments"),
            ],
        ),
        (
            "table",
            [
                ("1250", "monetaryItemType", "InventoryNet"),
                ("72", "monetaryItemType", "AllowanceForDoubtfulAccountsReceivableCurrent"),
                ("—", "monetaryItemType", "AllowanceForDoubtfulAccountsReceivableCurrent"),
            ],
        ),
    ]


def test_the_contexts_are_plain_text_and_a_rebuilt_table() -> None:
    text, table = (instance.context for instance in filing().instances if instance.facts)
    assert text == "In 2031 we repaid $46 million of our notes, which bore 4.5% interest, in two instalments."
    assert table.startswith(
        "<table><tr><td></td><td></td><td></td></tr><tr><td>(in millions)</td><td>2031</td><td>2030</td></tr>"
    )
    assert "<tr><td>Allowance</td><td>(72)</td><td>—</td></tr></table>" in table


def test_spans_point_at_the_printed_numbers() -> None:
    for compat in (False, True):
        for instance in filing(compat).instances:
            for gold in instance.facts:
                assert instance.context[gold.start : gold.end].replace(",", "") == gold.fact


def test_context_strategies_give_the_row_and_the_window() -> None:
    table = next(instance for instance in filing().instances if instance.kind == "table" and instance.facts)
    inventory, allowance, _ = table.facts
    assert inventory.sac == "Inventories | $ | 1,250"
    assert allowance.sac == "Allowance | (72) | —"
    assert allowance.fwc == table.context[max(0, allowance.start - 50) : allowance.end + 50]


def test_compat_has_the_faults_of_the_public_data() -> None:
    text, table = (instance for instance in filing(compat=True).instances if instance.facts)
    assert "we repaid $ 46 million of our notes, which bore 4.5 % interest," in text.context
    assert "<td>Inventories Inventories</td>" in table.context
    assert "<td>( 72 )</td>" in table.context
    assert [gold.sac for gold in table.facts] == [
        "Inventories Inventories | $ | 1,250", "Prepaid parts | $ | 72", "Allowance | ( 72 ) | —"
    ]  # fmt: skip
    without = filings.document().replace("<tr><td>Prepaid parts</td><td>$</td><td>72</td></tr>", "")
    table = next(i for i in filing(compat=True, text=without).instances if i.kind == "table" and i.facts)
    assert table.facts[1].sac == "None"


def test_tidied_compat_texts_are_the_plain_ones_where_nothing_is_nested() -> None:
    plain, compat = ({i.context for i in filing(compat).instances if i.kind == "text"} for compat in (False, True))
    assert {tidy(context) for context in compat} == plain


def test_no_text_tells_what_is_tagged() -> None:
    """The document without its tags reads the same, text by text and cell by cell: nothing in them can come from a tag."""

    def texts(document: str) -> list[tuple[str, list[list[str]]]]:
        parts = parts_of(etree.fromstring(document.encode()), {})
        return [(part.kind, [[strip.plain()[0] for strip in row] for row in part.rows]) for part in parts]

    assert texts(filings.document()) == texts(filings.untagged(filings.document()))


def test_negatives_have_numbers_and_are_drawn_by_the_seed() -> None:
    negatives = [i for i in filing().instances if not i.facts]
    assert {i.kind for i in negatives} == {"text", "table"}
    assert all(re.search(r"\d|three", i.context) for i in negatives)
    assert all(len(i.context) > 20 for i in negatives if i.kind == "text")
    assert sum(1 for i in negatives if i.kind == "table") == 1
    draws = {tuple(i.context for i in filing(seed=str(seed)).instances) for seed in range(8)}
    assert len(draws) > 1
    assert filing(seed="3").instances == filing(seed="3").instances


def test_what_is_hidden_and_what_is_the_filers_own_is_no_gold() -> None:
    made = filing()
    assert "CommonStockSharesAuthorized" not in {g.tag for i in made.instances for g in i.facts}
    assert not any("12." in i.context and i.facts for i in made.instances)
    assert (made.standard, made.custom) == (7, 1)


def test_types_come_from_the_list_before_the_unit(tmp_path: Path) -> None:
    made_up.write_concepts(tmp_path)
    path = tmp_path / "made_up_concepts.jsonl"
    path.write_text(
        path.read_text().replace(
            '"NumberOfInstallments", "entity_type": "integerItemType"', '"NumberOfInstallments", "entity_type": "pureItemType"'
        )
    )
    made = filing_of(read_bytes(filings.document().encode(), "10k.htm"), listed_concepts([path]), False, "0")
    assert "NumberOfInstallments" not in {g.tag for i in made.instances for g in i.facts}
    assert made.types["pureItemType"] == 1


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built")
    filings.write(folder / "filings")
    build(folder / "filings", folder / "data", BuildOptions())
    return folder / "data"


def test_a_folder_gives_rows_that_the_tasks_load(built: Path) -> None:
    finni, fincl, full = (load_samples(task, built, "test") for task in (FINNI, FINCL, FULL))
    assert sum(len(s.gold) for s in finni) == len(fincl) == sum(len(s.gold) for s in full) == 18
    assert {s.input.document for s in fincl} == {"morrow.zip/morrow/10k.htm", "quillet/10k.htm", "quillet/later.htm"}
    assert {s.input.fields["context"] for s in finni} == {row["context"] for row in rows(built / "finni" / "test.csv")}


def test_bio_files_say_the_same_as_the_rows(built: Path) -> None:
    tagged = list(read_bio(built / "bio" / "test.txt"))
    answers = [json.loads(row["answer"])["result"] for row in rows(built / "full" / "test.csv")]
    assert [
        [{"Fact": text.replace(",", ""), "Tag": f"us-gaap:{concept}"} for text, concept in facts_of(one)] for one in tagged
    ] == [[{"Fact": fact["Fact"], "Tag": fact["Tag"]} for fact in facts] for facts in answers]


def test_statistics_are_the_papers_tables(built: Path) -> None:
    said = json.loads((built / "statistics.json").read_text())
    assert said["table_2"]["reports"] == 3 and said["table_2"]["companies"] == 2
    assert said["table_2"]["standard_tags"] == 21 and said["table_2"]["custom_tags"] == 3
    positive = [row for row in said["table_3"]["rows"] if row["positive"]]
    assert [(row["structure"], row["instances"], row["entities"]["mean"]) for row in positive] == [
        ("sentence", 3, 3),
        ("table", 3, 3),
    ]
    assert said["table_3"]["total_entities"] == 18 and said["table_3"]["unique_concepts"] == 5
    assert [row["dataset"] for row in said["table_4"]] == ["finni", "fincl"]
    assert said["figure_2"][0] == {"type": "monetaryItemType", "facts": 12, "share": 0.5714, "reports": 3}
    assert {(row["strategy"], row["structure"]) for row in said["table_13"]} == {
        (strategy, structure) for strategy in ("SAC", "FWC") for structure in ("sentence", "table", "overall")
    }
    assert list(said["filed_twice"]) == ["quillet/once more.htm"]
    assert list(said["skipped"]) == ["cut.htm"]
    companies = rows(built / "companies.csv")
    assert [row["CIK"] for row in companies] == ["0000000002", "0000000001", "0000000001"]


def test_the_concept_list_is_that_of_the_filings_or_of_the_taxonomy(built: Path, tmp_path: Path) -> None:
    names = [json.loads(line)["us_gaap_tag"] for line in (built / "concepts.jsonl").read_text().splitlines()]
    assert "InventoryNet" in names and "CommonStockSharesAuthorized" in names
    filings.write(tmp_path / "filings")
    made_up.write_concepts(tmp_path)
    build(tmp_path / "filings", tmp_path / "data", BuildOptions(taxonomy=(tmp_path / "made_up_concepts.jsonl",)))
    listed = [json.loads(line)["us_gaap_tag"] for line in (tmp_path / "data" / "concepts.jsonl").read_text().splitlines()]
    assert listed[:6] == [name for name, _ in made_up.CONCEPTS] and listed[6:] == ["CommonStockSharesAuthorized"]


def test_splits_go_by_issuer(tmp_path: Path) -> None:
    filings.write(tmp_path / "filings")
    build(tmp_path / "filings", tmp_path / "data", BuildOptions(splits=(1, 0, 1)))
    documents = {
        split: {row["document"] for row in rows(tmp_path / "data" / "finni" / f"{split}.csv")} for split in ("train", "test")
    }
    assert {"quillet/10k.htm", "quillet/later.htm"} in documents.values()
    assert {"morrow.zip/morrow/10k.htm"} in documents.values()
    assert FINNI.splits_in(tmp_path / "data") == ["train", "test", "test-official"]


def test_a_build_that_was_killed_goes_on_and_ends_alike(built: Path, tmp_path: Path) -> None:
    filings.write(tmp_path / "filings")
    target = tmp_path / "data"
    program = (
        "import sys, os, signal\nfrom pathlib import Path\nfrom tieout.benchmarks.fintagging.build import BuildOptions, build\n"
        "def stop(line):\n    print(line, flush=True)\n    if 'later' in line: os.kill(os.getpid(), signal.SIGKILL)\n"
        "build(Path(sys.argv[1]), Path(sys.argv[2]), BuildOptions(), stop)\n"
    )
    source = Path(__file__).resolve().parents[3] / "src"
    killed = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "filings"), str(target)],
        env={**os.environ, "PYTHONPATH": str(source)}, check=False, capture_output=True, text=True,
    )  # fmt: skip
    assert killed.returncode == -signal.SIGKILL
    assert not (target / "statistics.json").exists()
    told: list[str] = []
    build(tmp_path / "filings", target, BuildOptions(), told.append)
    assert told and not any("10k.htm" in line for line in told)  # what was done is not done again
    for name in ("finni/test.csv", "fincl/test.csv", "full/test.csv", "bio/test.txt", "concepts.jsonl", "statistics.json"):
        assert (target / name).read_bytes() == (built / name).read_bytes()
    assert not (target / ".parts").exists()


def test_other_options_do_not_continue_a_build_and_a_done_one_is_kept(built: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is built already"):
        build(built, built, BuildOptions())
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "build.json").write_text("{}")
    with pytest.raises(InputError, match="other options"):
        build(built, tmp_path / "data", BuildOptions())
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.doc").write_text("precious")
    with pytest.raises(InputError, match="not empty"):
        build(built, tmp_path / "mine", BuildOptions())


def test_a_folder_without_filings_is_told(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="no inline document"):
        build(tmp_path / "empty", tmp_path / "data", BuildOptions())
    with pytest.raises(InputError, match="no such folder"):
        build(tmp_path / "nowhere", tmp_path / "data2", BuildOptions())


def test_archives_that_cannot_be_trusted_are_named(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "out.zip", "w") as archive:
        archive.writestr("../10k.htm", filings.document())
    with pytest.raises(InputError, match="leads out of the archive"):
        build(tmp_path, tmp_path / "data", BuildOptions())
    assert not (tmp_path / "data").exists()


def test_a_hostile_table_ends_soon() -> None:
    deep = "<div>" * 900 + "1" + "</div>" * 900
    wide = "".join(f"<tr><td>{'<span>' * 60}9{'</span>' * 60}</td></tr>" for _ in range(2000))
    nested = "<table><tr><td>" * 150 + "7" + "</td></tr></table>" * 150
    text = filings.document().replace("</body>", f"{deep}<table>{wide}</table>{nested}</body>")
    for compat in (False, True):
        started = time.perf_counter()
        assert filing(compat, text).instances
        assert time.perf_counter() - started < 20


@pytest.mark.corpus
def test_every_us_gaap_fact_of_a_real_filing_stands_in_an_instance_or_in_a_short_text(corpus: Path) -> None:
    path = sorted((corpus / "filings" / "inline-10k" / "10-K" / "KO").glob("*.htm"))[0]
    report = read_bytes(path.read_bytes(), path.name)
    made = filing_of(report, {}, False, "0")
    typed = sum(count for type_, count in made.types.items() if type_.endswith("ItemType"))
    placed = sum(len(instance.spans) for instance in made.instances)
    assert placed >= 0.97 * typed


@pytest.mark.corpus
def test_compat_finds_the_row_of_every_official_query(corpus: Path) -> None:
    """The whole published context of each table query, from its table and number alone."""
    found = [row for row in rows(corpus / "fintagging" / "FinCL-eval-subset.csv") if row["category"] == "table"]
    assert len(found) == 225
    for row in found:
        table = [re.findall("<td>(.*?)</td>", line, re.DOTALL) for line in row["context"].split("<tr>")[1:]]
        assert row["query"].endswith(f"<context> {official_row(table, row['entity'])} </context>")
