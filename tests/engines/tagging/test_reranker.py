"""What both passes of the reranker say of a context's candidates."""

import numpy as np
import pytest

from tieout.engines.tagging.engine import Tagger
from tieout.engines.tagging.mention import mentions_in
from tieout.engines.tagging.ranking import FINALISTS, SECOND, Candidates
from tieout.engines.tagging.reranker import Ranked, asked

ROWS = (("", "2024"), ("Goodwill", "1,201"), ("Net income", "77"))
TABLE = f"<table>{''.join(f'<tr><td>{label}</td><td>{figure}</td></tr>' for label, figure in ROWS)}</table>"


@pytest.fixture(scope="module")
def ranked() -> Ranked:
    mentions = [m.of_type("monetaryItemType") for m in mentions_in(TABLE)]
    return Tagger.shipped()._reranker.ranked(mentions)


def test_finalists_come_first_and_every_candidate_once(ranked):
    assert ranked.scores.shape == (2, FINALISTS) and ranked.two.shape == (2, 2, len(SECOND))
    assert (np.diff(ranked.scores, axis=1) <= 0).all()
    assert (np.sort(ranked.order, axis=1) == np.arange(ranked.found.concepts.shape[1])).all()
    assert (ranked.concepts[:, :2] == ranked.first_concepts).all()


def test_of_a_single_candidate_the_first_two_are_the_same():
    one = Candidates(
        np.array([[7], [8]]), np.zeros((2, 1, 3), dtype=np.float32), np.zeros((2, 1), dtype=bool), np.zeros((2, 9))
    )
    alone = Ranked(one, np.zeros((2, 1), dtype=np.intp), np.ones((2, 1)), np.zeros((2, 2, 3), dtype=np.float32))
    assert alone.first_concepts.tolist() == [[7, 7], [8, 8]]


def test_many_mentions_are_asked_about_piece_by_piece():
    sizes = []

    class Trees:
        def predict(self, rows, num_threads):
            sizes.append(len(rows))
            return rows[:, 0] * 2

    features = np.arange(4_500 * 2 * 3, dtype=np.float32).reshape(4_500, 2, 3)
    assert (asked(Trees(), features) == features[:, :, 0] * 2).all()
    assert sizes == [4_000, 4_000, 1_000]
