"""BM25 over pages."""

from __future__ import annotations

from tieout.benchmarks.ledger.baselines import Bm25, words


def test_words_leave_tags_out_and_keep_numbers_whole() -> None:
    assert words("<td class='x'>Net sales</td> 1,234.5 R&D") == ["net", "sales", "1,234.5", "r", "d"]


def test_a_page_with_more_and_rarer_words_of_the_question_comes_first() -> None:
    pages = ["the report of the year", "net sales of the year 2023 were high", "net income", "sales " * 3]
    assert Bm25(pages).rank("net sales 2023")[0] == 1
    assert 0 not in Bm25(pages).rank("net sales 2023")


def test_blank_pages_and_strange_questions_rank_nothing() -> None:
    assert Bm25(["", ""]).rank("sales") == []
    assert Bm25([]).rank("sales") == []
    assert Bm25(["sales"]).rank("?!") == []
