"""Official files as samples: found by their names, read unchanged, and refused in one line where they are broken."""

from __future__ import annotations

import json
from pathlib import Path

import duckdb
import pytest

from tests.benchmarks.fintagging import made_up
from tieout.benchmarks.fintagging.concepts import read_concepts, words_of
from tieout.benchmarks.fintagging.task import FINCL, FINCL_QUERY, FINNI, FULL
from tieout.evaluation import load_samples
from tieout.report.errors import InputError

HEADER = ("context_index", "context", "query", "answer")


def test_official_finni_rows_are_samples_with_their_pairs(tmp_path: Path) -> None:
    made_up.write_finni(tmp_path)
    table, sentence, plain = load_samples(FINNI, tmp_path, "test")
    assert [sample.input.id for sample in (table, sentence, plain)] == ["11", "12", "13"]
    assert sentence.gold == [
        {"Fact": "46", "Type": "monetaryItemType"},
        {"Fact": "4.5", "Type": "percentItemType"},
        {"Fact": "two", "Type": "integerItemType"},
    ]
    assert plain.gold == []
    assert table.input.fields["category"] == "table"


def test_white_space_that_shows_tags_is_gone_from_every_field_but_in_the_official_split(tmp_path: Path) -> None:
    made_up.write_finni(tmp_path)
    shown = load_samples(FINNI, tmp_path, "test")[1].input.fields
    assert "$46 million" in shown["context"] and "4.5%" in shown["context"]
    assert "$46 million" in shown["query"] and "$ 46" not in shown["query"]
    assert load_samples(FINNI, tmp_path, "test-official")[1].input.fields["context"] == made_up.SENTENCE


def test_fincl_has_the_whole_context_and_fincl_query_has_not(tmp_path: Path) -> None:
    made_up.write_fincl(tmp_path)
    whole, alone = load_samples(FINCL, tmp_path, "test"), load_samples(FINCL_QUERY, tmp_path, "test")
    assert [s.gold for s in whole] == [s.gold for s in alone] == list(made_up.TAGS.values())
    assert "<td>$1,250</td>" in whole[0].input.fields["context"]
    assert all("context" not in s.input.fields for s in alone)
    assert alone[0].input.fields["query"] == made_up.fincl_rows()[0][4]


def test_the_notes_count_what_is_wrong_with_official_queries(tmp_path: Path) -> None:
    made_up.write_fincl(tmp_path)
    assert list(FINCL.data_notes(tmp_path, "test")) == [
        "1 of 7 official queries have no context (None): the row of a negative number was not found"
    ]


@pytest.mark.parametrize(
    "name", ["FinNI-eval.csv", "FinNI-eval-subset.csv", "finni/test.csv", "FinNI/data/test.csv", "finni.csv"]
)
def test_files_are_found_by_the_names_they_go_by(tmp_path: Path, name: str) -> None:
    made_up.write_csv(tmp_path / name, HEADER, [("1", "It paid $ 5.", "", made_up.finni_answer([]))])
    assert FINNI.splits_in(tmp_path) == ["test", "test-official"]
    with pytest.raises(InputError, match=r"fincl/test\.csv"):
        FINCL.files(tmp_path, "test")


def test_the_whole_file_is_taken_before_its_subset_and_two_whole_ones_are_refused(tmp_path: Path) -> None:
    for name in ("FinNI-eval.csv", "FinNI-eval-subset.csv"):
        made_up.write_csv(tmp_path / name, HEADER, [("1", "It paid $ 5.", "", made_up.finni_answer([]))])
    assert FINNI.files(tmp_path, "test")[0].name == "FinNI-eval.csv"
    (tmp_path / "finni-test.csv").write_bytes((tmp_path / "FinNI-eval.csv").read_bytes())
    with pytest.raises(InputError, match="several files of finni for test"):
        FINNI.files(tmp_path, "test")


def test_splits_are_told_apart_by_name(tmp_path: Path) -> None:
    for split in ("train", "validation", "test"):
        made_up.write_csv(tmp_path / "finni" / f"{split}.csv", HEADER, [(split, "It paid $ 5.", "", made_up.finni_answer([]))])
    assert FINNI.splits_in(tmp_path) == ["train", "val", "test", "test-official"]
    assert [s.input.id for s in load_samples(FINNI, tmp_path, "val")] == ["validation"]


def test_parquet_rows_are_read_as_csv_rows_are(tmp_path: Path) -> None:
    made_up.write_finni(tmp_path)
    wanted = load_samples(FINNI, tmp_path, "test")
    source, target = tmp_path / "FinNI-eval-subset.csv", tmp_path / "test-00000-of-00001.parquet"
    duckdb.sql(f"COPY (SELECT * FROM read_csv('{source}', all_varchar=true)) TO '{target}' (FORMAT parquet)")  # noqa: S608
    (tmp_path / "FinNI-eval").mkdir()
    target.rename(tmp_path / "FinNI-eval" / target.name)
    source.unlink()
    assert load_samples(FINNI, tmp_path, "test") == wanted


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ('{"facts": []}', 'no list "result"'),
        ('{"result": ["46"]}', "no object with Fact and Type"),
        ('{"result": [{"Fact": "46", "Type": "dateItemType"}]}', "none of the types"),
    ],
)
def test_a_broken_answer_is_told_with_its_row(tmp_path: Path, answer: str, told: str) -> None:
    made_up.write_csv(tmp_path / "FinNI-eval.csv", HEADER, [("1", "It paid $ 5.", "", answer)])
    with pytest.raises(InputError, match="row 1: ") as error:
        load_samples(FINNI, tmp_path, "test")
    assert told in str(error.value)
    assert len(str(error.value)) < 400


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"context_index,context\n1,x\n", "no answer"),
        (b'context_index,context,query,answer\n1,"x', "not CSV"),
        (b"context_index,context,query,answer\n1,x\n", "not as many cells"),
        (b"context_index,context,query,answer\n1,\xff,x,{}\n", "not UTF-8"),
        (b"context_index,context,query,answer\n1,a\x00b,x,{}\n", "NUL|answer"),
        (b"", "no samples"),
    ],
)
def test_a_broken_file_is_told_in_one_line(tmp_path: Path, content: bytes, told: str) -> None:
    (tmp_path / "FinNI-eval.csv").write_bytes(content)
    with pytest.raises(InputError, match=told) as error:
        load_samples(FINNI, tmp_path, "test")
    assert "\n" not in str(error.value)


def test_full_takes_built_rows_and_else_bio_files(tmp_path: Path) -> None:
    made_up.write_full(tmp_path)
    built = load_samples(FULL, tmp_path, "test")
    assert built[1].gold[0] == {"Fact": "46", "Type": "monetaryItemType", "Tag": "RepaymentsOfNotesPayable"}
    assert {s.input.document for s in built} == {"quillet"}
    (tmp_path / "full" / "test.csv").unlink()
    (tmp_path / "bio").mkdir()
    (tmp_path / "bio" / "test.txt").write_text("It O\npaid O\n$ O\n46 B-us-gaap:RepaymentsOfNotesPayable\n\nNothing O\n")
    from_bio = load_samples(FULL, tmp_path, "test")
    assert from_bio[0].input.fields["context"] == "It paid $46"
    assert from_bio[0].gold == [{"Fact": "46", "Type": "monetaryItemType", "Tag": "RepaymentsOfNotesPayable"}]
    assert from_bio[1].gold == []


def test_finnis_rows_cannot_feed_the_full_task(tmp_path: Path) -> None:
    made_up.write_finni(tmp_path)
    (tmp_path / "full").mkdir()
    (tmp_path / "FinNI-eval-subset.csv").rename(tmp_path / "full" / "test.csv")
    with pytest.raises(InputError, match="without Tag"):
        load_samples(FULL, tmp_path, "test")


def test_the_concept_list_is_read_and_a_broken_one_told(tmp_path: Path) -> None:
    made_up.write_concepts(tmp_path)
    concepts = read_concepts(tmp_path / "made_up_concepts.jsonl")
    assert concepts.type_of("InventoryNet") == "monetaryItemType"
    assert concepts.type_of("Unheard") is None
    broken = tmp_path / "broken.jsonl"
    broken.write_text(json.dumps({"us_gaap_tag": "A", "entity_type": "x"}) + "\n{\n")
    with pytest.raises(InputError, match="not JSON lines"):
        read_concepts(broken)


def test_words_of_a_concepts_name() -> None:
    assert words_of("CashAndDueFromBanks") == "Cash And Due From Banks"
    assert words_of("OtherAOCINetOfTax1") == "Other AOCI Net Of Tax 1"


@pytest.mark.corpus
def test_the_official_files_load_whole(corpus: Path) -> None:
    folder = corpus / "fintagging"
    finni = load_samples(FINNI, folder, "test")
    assert len(finni) == 106
    assert sum(len(sample.gold) for sample in finni) == 899
    fincl = load_samples(FINCL, folder, "test")
    assert len(fincl) == 245
    concepts = read_concepts(fincl[0].input.fields["concepts"])
    assert len(concepts) == 17_388
    assert all(sample.gold in concepts.by_name for sample in fincl)
    assert not [s for s in finni if "$ " in s.input.fields["context"] or " %" in s.input.fields["context"]]
