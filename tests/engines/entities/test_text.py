"""Words and sentences of raw text, and the places where they stand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tieout.engines.entities.text import normalise, sentences, words


def texts(text: str) -> list[str]:
    return [word.text for word in words(text)]


@pytest.mark.parametrize(
    ("text", "due"),
    [
        ("Mr. Bell's plan", ["Mr.", "Bell", "'s", "plan"]),
        ("U.S. and AT&T", ["U.S", ".", "and", "AT&T"]),
        ("Jean-Luc Orme", ["Jean", "-", "Luc", "Orme"]),
        ("$1,234.50, up 3%.", ["$", "1,234.50", ",", "up", "3", "%", "."]),
        ("Zephyr.com Inc.", ["Zephyr.com", "Inc", "."]),
        ("Bell’s “plan”", ["Bell", "'s", '"', "plan", '"']),
        ("Ｔｏｋｙｏ", ["Tokyo"]),
        ("Ze\u200bphyr", ["Zephyr"]),
        ("ロンドンでTim Bellと会った。", ["ロンドンで", "Tim", "Bell", "と会った", "。"]),
        ("", []),
    ],
)
def test_words(text, due):
    assert texts(text) == due


def test_sentences_end_at_full_stops_and_empty_lines_but_not_at_abbreviations():
    text = 'Dr. Orme left. "Why?" she asked.\n\nZephyr Inc. rose\nagain'
    assert [" ".join(word.text for word in sentence) for sentence in sentences(text)] == [
        "Dr. Orme left .",
        '" Why ? "',
        "she asked .",
        "Zephyr Inc . rose again",
    ]


def test_one_endless_line_is_cut():
    assert max(len(sentence) for sentence in sentences("word " * 5_000)) <= 120


@given(st.text(max_size=200))
def test_words_stand_where_they_say(text):
    end = 0
    for word in words(text):
        assert end <= word.end and word.start < word.end <= len(text)
        assert normalise(text[word.start : word.end]).text.find(word.text) >= 0
        end = word.end


@given(st.text(max_size=200))
def test_sentences_hold_every_word_once(text):
    assert [word for sentence in sentences(text) for word in sentence] == list(words(text))
