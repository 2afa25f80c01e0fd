"""`tieout.entities` and the recogniser behind it: evidence quotes exactly what stands there."""

from __future__ import annotations

import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tieout
from tieout import samples
from tieout.engines.entities import Recogniser
from tieout.engines.entities.recogniser import spans
from tieout.reading import read_bytes

NEWS = "Shares of Apple Inc. fell in London after Tim Cook, its chief executive, met the European Commission."


def found(text: str):
    report = read_bytes(text.encode("utf-8", "surrogatepass"), "news.txt", texts=True)
    mentions = tieout.entities(report)
    for mention in mentions:
        at = mention.evidence
        assert report.layout.stored_text(at.block, at.cell)[at.span[0] : at.span[1]] == at.quote
        assert at.quote and at.quote == at.quote.strip()
    return [(mention.type, mention.text) for mention in mentions]


def test_news():
    names = found(NEWS)
    assert ("LOC", "London") in names
    assert ("PER", "Tim Cook") in names
    assert ("ORG", "European Commission") in names


def test_zero_width_characters_are_quoted_and_not_seen():
    assert ("LOC", "Lon\u200bdon") in found(NEWS.replace("London", "Lon\u200bdon"))


def test_names_across_lines_are_found_and_shown_on_one():
    assert ("PER", "Tim Cook") in found(NEWS.replace("Tim Cook", "Tim\nCook"))


def test_letters_of_other_scripts_are_never_part_of_a_name():
    assert found("東京のトヨタ自動車の社長はロンドンでTim Cookと会った。") == [("PER", "Tim Cook")]
    assert all(text.isascii() for _, text in found("Тим Кук of Яблоко Inc. met Tim Cook; 東京エレクトロン Ltd fell."))


def test_a_word_longer_than_a_name_is_none():
    assert found("Apple" * 100 + " Inc. fell.") == []


@pytest.mark.parametrize(
    "text", ["", " \n\n ", "🙂🙂🙂", "東京のトヨタ自動車は増益だった。", "\u200b\ufeff", "‮abc", "a" * 10_000, "\ud800"]
)
def test_odd_input_gives_exact_quotes_or_nothing(text):
    found(text)


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.sampled_from([*NEWS.split(), "\u200b", "🙂", "東京", "\n\n", "U.S.", "\u00ad", "ﬁ", "Å"]), max_size=40))
def test_any_mixture_gives_exact_quotes(words):
    found(" ".join(words))
    found("".join(words))


@pytest.mark.slow
def test_one_line_of_5_megabytes_is_done_in_time():
    started = time.process_time()
    names = found((NEWS + " ") * (5_000_000 // len(NEWS)))
    assert len(names) > 100_000
    assert time.process_time() - started < 180


def test_tables_and_text_of_a_report_have_evidence():
    report = tieout.read(samples.path("us_10k.htm"))
    mentions = tieout.entities(report)
    assert any("Marrowbrook" in mention.text and mention.type == "ORG" for mention in mentions)
    for mention in mentions:
        at = mention.evidence
        assert report.layout.stored_text(at.block, at.cell)[at.span[0] : at.span[1]] == at.quote
        assert at.page is not None and at.file


def test_labels_mean_spans_leniently():
    assert [(one.type, one.start, one.end) for one in spans(["I-ORG", "I-ORG", "B-ORG", "O", "I-PER", "I-LOC"])] == [
        ("ORG", 0, 2),
        ("ORG", 2, 3),
        ("PER", 4, 5),
        ("LOC", 5, 6),
    ]


def test_no_sentences_and_empty_sentences_are_fine():
    shipped = Recogniser.shipped()
    assert list(shipped.label([])) == []
    assert list(shipped.label([[], [""], ["London"]]))[:2] == [[], ["O"]]


def test_a_model_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(tieout.InputError, match=r"manifest\.json is missing"):
        tieout.entities(tieout.read(samples.path("us_10k.md")), model=tmp_path)
