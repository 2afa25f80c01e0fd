"""The probe's parts equal scikit-learn's; the whole finds a signal that is there, and none that isn't."""

from __future__ import annotations

import json
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import average_precision_score

from tests.llm.server import LoopbackServer
from tieout.evaluation.solvers.llm import LLMSettings
from tieout.report.errors import InputError
from tieout.samples import path as sample
from tieout.studies.letters.probe import average_precision, embedded_by, probe_target, read_samples, targets_of
from tieout.studies.letters.probe.average_precision import chance_average_precision, permutation_p, weighted_average_precision
from tieout.studies.letters.probe.embedding import LONGEST_PART, parts_of
from tieout.studies.letters.probe.folds import grouped_folds
from tieout.studies.letters.probe.logistic import fit
from tieout.studies.letters.probe.tfidf import Tfidf

FILES = sample("studies")

CASES = st.lists(
    # Few different scores, so that many are equal; weights of a bootstrap, 0 among them.
    st.tuples(st.booleans(), st.integers(0, 6) | st.floats(-1, 1, width=32), st.integers(0, 3)), min_size=1, max_size=60
).filter(lambda rows: any(label and weight for label, _, weight in rows))  # fmt: skip


@settings(max_examples=400, deadline=None)
@given(CASES)
def test_average_precision_is_scikit_learns(rows):
    labels, scores, weights = (np.array(column, dtype=float) for column in zip(*rows, strict=True))
    assert average_precision(labels, scores) == pytest.approx(average_precision_score(labels, scores), abs=1e-12)
    expected = average_precision_score(labels, scores, sample_weight=weights)
    found = weighted_average_precision(labels, scores, np.stack([weights, weights]))
    assert found == pytest.approx([expected, expected], abs=1e-12)


def test_without_a_positive_there_is_no_average_precision():
    assert np.isnan(average_precision(np.zeros(3), np.arange(3.0)))


@pytest.mark.parametrize(("positives", "count"), [(1, 1), (1, 7), (3, 7), (7, 7), (2, 5)])
def test_chance_is_the_mean_over_all_orders(positives, count):
    from itertools import combinations

    scores = -np.arange(count, dtype=float)
    labels = [np.isin(np.arange(count), chosen).astype(float) for chosen in combinations(range(count), positives)]
    mean = np.mean([average_precision(one, scores) for one in labels])
    assert chance_average_precision(positives, count) == pytest.approx(mean)


def test_p_is_small_for_a_perfect_order_and_large_for_a_bad_one():
    labels = np.array([1.0] * 5 + [0.0] * 5)
    assert permutation_p(labels, -np.arange(10.0), 1.0, 500, 1) < 0.02
    assert permutation_p(labels, np.arange(10.0), average_precision(labels, np.arange(10.0)), 500, 1) > 0.98


@pytest.mark.parametrize("strength", [0.1, 1.0, 30.0])
def test_the_regression_is_scikit_learns(strength):
    draw = np.random.default_rng(3)
    features = draw.normal(size=(60, 7))
    labels = (features[:, 0] + draw.normal(size=60) > 0.4).astype(float)
    weights, intercept = fit(features, labels, strength)
    oracle = LogisticRegression(C=strength, tol=1e-10, max_iter=5000).fit(features, labels)
    assert weights == pytest.approx(oracle.coef_[0], abs=1e-4)
    assert intercept == pytest.approx(oracle.intercept_[0], abs=1e-4)


def test_one_class_alone_is_foretold_as_such():
    weights, intercept = fit(np.ones((3, 2)), np.ones(3))
    assert (weights.tolist(), intercept) == ([0.0, 0.0], 10.0)


def test_tfidf_is_scikit_learns():
    texts = ["Orders rose, and orders rose again.", "Orders fell in 2022", "costs rose; costs, costs", "ÉCLAT naïve 12 a"]
    ours = Tfidf(texts[:3], least_texts=1)
    oracle = TfidfVectorizer(sublinear_tf=True, token_pattern=r"[^\W\d_]{2,}").fit(texts[:3])  # noqa: S106
    columns = [ours.places[word] for word in oracle.get_feature_names_out()]
    assert ours.matrix(texts).toarray()[:, columns] == pytest.approx(oracle.transform(texts).toarray())


@given(st.lists(st.sampled_from("ABCDEFGH"), min_size=2, max_size=60), st.integers(2, 5), st.integers(0, 9))
def test_no_company_is_in_two_folds_and_the_split_repeats(groups, folds, seed):
    split = grouped_folds(groups, folds, seed)
    assert all(len({f for g, f in zip(groups, split, strict=True) if g == group}) == 1 for group in groups)
    assert set(split) == set(range(min(folds, len(set(groups)))))
    assert split == grouped_folds(groups, folds, seed)


def test_a_signal_in_the_wording_is_found_and_where_there_is_none_it_is_not():
    targets = targets_of(FILES / "targets.csv")
    samples = read_samples(FILES / "letters.jsonl", targets)
    surprise, forward = (probe_target(samples, name) for name in targets.names)
    assert surprise.interval is not None
    assert surprise.base_rate == 0.5
    assert surprise.pr_auc == pytest.approx(0.8, abs=0.05)
    assert surprise.interval[0] > 0.5
    assert surprise.p == pytest.approx(0.001, abs=0.002)
    assert forward.p is not None
    assert forward.p > 0.1
    held = {(score.ticker, score.fold) for score in surprise.scores}
    assert len(held) == len({ticker for ticker, _ in held})


def test_a_companys_own_wording_is_no_help():
    """Each company has a word of its own and always the same label: only a split by company keeps that out."""
    from decimal import Decimal

    from tieout.studies.letters.probe import TextSample

    draw = np.random.default_rng(0)
    samples = [
        TextSample(f"C{c}", year, f"own{'abcdefghijklmnopqrstuvwxyzäöüß'[c] * 3} " * 5 + "we thank you", {"t": Decimal(value)})
        for c, value in enumerate(draw.permutation([1, -1] * 15).tolist())
        for year in range(2018, 2022)
    ]
    result = probe_target(samples, "t")
    assert result.pr_auc is not None
    assert result.pr_auc < 0.75


def test_zero_is_not_positive_and_too_little_has_a_reason():
    from decimal import Decimal

    from tieout.studies.letters.probe import TextSample

    def result(*rows):
        return probe_target([TextSample(t, 2020, "words of a letter", {"t": Decimal(v)}) for t, v in rows], "t")

    assert result(("A", 0), ("B", -1)).reason == "all values have the same sign"
    assert result(("A", 1), ("A", -1)).reason == "all letters are of one company"
    assert probe_target([], "t").reason == "no letter has this target"


def test_an_endpoints_embeddings_are_probed_alike():
    """The server's vector holds how often two words occur: what the made-up letters differ in."""

    def vectors(exchange):
        texts = exchange.request.body["input"]
        rows = [
            [text.count("confident") + text.count("strong"), text.count("challenging") + text.count("Demand"), 1.0]
            for text in texts
        ]
        data = [{"index": i, "object": "embedding", "embedding": row} for i, row in enumerate(rows)]
        exchange.send(200, json.dumps({"data": data, "model": "m", "usage": {"prompt_tokens": 1, "total_tokens": 1}}).encode())

    targets = targets_of(FILES / "targets.csv", ["eps_surprise"])
    samples = read_samples(FILES / "letters.jsonl", targets)
    with LoopbackServer(default=vectors) as server:
        embedding = embedded_by(f"loopback-model@{server.base_url}", LLMSettings())
        result = probe_target(samples, "eps_surprise", embedding, strength=10)
    assert result.embedding == "embed:loopback-model"
    assert result.pr_auc is not None
    assert result.pr_auc > 0.6


@given(st.lists(st.text("ab", min_size=0, max_size=9000), max_size=6))
@settings(max_examples=30, deadline=None)
def test_parts_hold_all_of_a_letter_and_are_no_longer_than_allowed(paragraphs):
    parts = parts_of("\n\n".join(paragraphs))
    assert all(0 < len(part) <= LONGEST_PART for part in parts)
    letters = "".join(paragraphs)
    assert "".join("".join(parts).split("\n\n")).replace("\n", "") in (letters, "(blank)")


@pytest.mark.parametrize(
    ("letters", "targets", "said"),
    [
        (
            '{"ticker": "A", "fiscal_year": 2020, "text": "x"}',
            "ticker,fiscal_year\nA,2020\n",
            "t.csv: has no column eps_surprise",
        ),
        ("{", "ticker,fiscal_year,eps_surprise\nA,2020,1\n", "l.jsonl: is neither JSON lines nor CSV"),
        ("[1]", "ticker,fiscal_year,eps_surprise\nA,2020,1\n", "a line is no object"),
        ('{"report": "r.mmd", "text": "x"}', "ticker,fiscal_year,eps_surprise\nA,2020,1\n", "EXCHANGE_TICKER_YEAR"),
        ("", "ticker,fiscal_year,eps_surprise\nA,2020,much\n", "eps_surprise 'much' is no number"),
        ("", "ticker,fiscal_year,eps_surprise\nA,MMXX,1\n", "fiscal_year 'MMXX' is no year"),
    ],
)
def test_a_mistake_in_the_files_is_told(tmp_path, letters, targets, said):
    (tmp_path / "l.jsonl").write_text(letters)
    (tmp_path / "t.csv").write_text(targets)
    with pytest.raises(InputError) as error, warnings.catch_warnings():
        read_samples(tmp_path / "l.jsonl", targets_of(tmp_path / "t.csv"))
    assert said in str(error.value)
