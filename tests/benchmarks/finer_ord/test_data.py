"""The official CSV files, read as they are meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.benchmarks.finer_ord.made_up import DOCUMENTS, write, write_csv
from tieout.evaluation import find_task, load_samples
from tieout.report.errors import InputError

NER = find_task("finer-ord/ner")
HEADER = "gold_label,gold_token,doc_idx,sent_idx\n"


def test_a_sentence_is_a_sample_and_a_document_a_document(tmp_path: Path) -> None:
    write(tmp_path)
    samples = load_samples(NER, tmp_path, "test")
    assert [sample.input.id for sample in samples][:4] == ["test-0-0", "test-0-1", "test-0-2", "test-1-0"]
    assert [sample.input.document for sample in samples][:4] == ["test-0", "test-0", "test-0", "test-1"]
    assert samples[0].input.fields == {"tokens": [token for token, _ in DOCUMENTS[0][0]]}
    assert samples[0].gold == ["B-ORG", "I-ORG", "O", "O", "B-LOC", "O"]


def test_the_word_none_and_the_empty_string_are_tokens(tmp_path: Path) -> None:
    (tmp_path / "val.csv").write_text(HEADER + "0,None,0,0\n0,,0,0\n0,NA,0,0\n5,nan,0,0\n")
    (sample,) = load_samples(NER, tmp_path, "val")
    assert sample.input.fields["tokens"] == ["None", "", "NA", "nan"]


def test_numbers_that_start_anew_make_new_documents(tmp_path: Path) -> None:
    (tmp_path / "test.csv").write_text(HEADER + "0,a,0,0\n0,b,1,0\n0,c,0,0\n0,d,0,1\n")
    samples = load_samples(NER, tmp_path, "test")
    assert [sample.input.id for sample in samples] == ["test-0-0", "test-1-0", "test-0.2-0", "test-0.2-1"]
    assert len({sample.input.document for sample in samples}) == 3


def test_a_byte_order_mark_and_another_order_of_columns_do_no_harm(tmp_path: Path) -> None:
    (tmp_path / "val.csv").write_text("doc_idx,sent_idx,gold_token,gold_label\n3,1,Oslo,3\n", encoding="utf-8-sig")
    (sample,) = load_samples(NER, tmp_path, "val")
    assert (sample.input.id, sample.gold) == ("val-3-1", ["B-LOC"])


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "not a FiNER-ORD file"),
        ("a,b\n1,2\n", "not a FiNER-ORD file"),
        (HEADER + "7,x,0,0\n", "line 2: gold_label is '7'"),
        (HEADER + "0,x,0,0\n0,y\n", "line 3: fewer than 4 columns"),
        (HEADER, "no samples"),
        (HEADER + "0," + "x" * 200_000 + ",0,0\n", "line 2: field larger"),
    ],
)
def test_a_file_that_is_wrong_is_one_clear_line(tmp_path: Path, content: str, said: str) -> None:
    (tmp_path / "test.csv").write_text(content)
    with pytest.raises(InputError, match=said):
        load_samples(NER, tmp_path, "test")


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    (tmp_path / "test.csv").write_bytes(HEADER.encode() + b"0,\xff\xfe,0,0\n")
    with pytest.raises(InputError, match=r"test\.csv"):
        load_samples(NER, tmp_path, "test")


def test_a_link_inside_the_folder_is_followed_and_one_out_of_it_refused(tmp_path: Path) -> None:
    data, elsewhere = tmp_path / "data", tmp_path / "elsewhere.csv"
    (data / "files").mkdir(parents=True)
    write_csv(data / "files" / "v.csv", DOCUMENTS)
    write_csv(elsewhere, DOCUMENTS)
    (data / "val.csv").symlink_to(data / "files" / "v.csv")
    (data / "test.csv").symlink_to(elsewhere)
    assert load_samples(NER, data, "val")
    with pytest.raises(InputError, match=r"test.csv leads out of the data folder"):
        load_samples(NER, data, "test")


@pytest.mark.corpus
def test_the_official_splits_have_the_papers_sizes(corpus: Path) -> None:
    # Table 1: sentences and tokens; entities are counted there by their B tags.
    data = corpus / "finer_ord"
    for split, sentences, tokens, entities in (("train", 3262, 80531, (821, 966, 2026)), ("val", 402, 10233, (138, 193, 274))):
        samples = load_samples(NER, data, split)
        labels = [label for sample in samples for label in sample.gold]
        assert (len(samples), len(labels)) == (sentences, tokens)
        assert tuple(labels.count(f"B-{kind}") for kind in ("PER", "LOC", "ORG")) == entities
    assert len({sample.input.document for sample in load_samples(NER, data, "train")}) == 135
