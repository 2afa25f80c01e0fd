"""Training on a few made-up sentences: it learns them, repeats itself exactly, and keeps what it learnt."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace

import numpy as np
import pytest

from tieout.engines.entities.tagger import Encoded, Sentences, Settings, Tagger, train
from tieout.engines.entities.tagger.model import LABELS as LABELS_IN_ORDER
from tieout.engines.entities.trained import lexicon, shipped
from tieout.engines.entities.training import Pace, choose, encoder_named
from tieout.report.errors import InputError

WORDS = [
    ["Vexholm", "buys", "Tarn", "Ltd", "in", "Ottawa"],
    ["Mara", "Ellingsen", "left", "Vexholm"],
    ["It", "was", "a", "good", "year"],
    [],
    ["Ottawa", "likes", "Mara", "Ellingsen"],
]
LABELS = [
    ["B-ORG", "O", "B-ORG", "I-ORG", "O", "B-LOC"],
    ["B-PER", "I-PER", "O", "B-ORG"],
    ["O"] * 5,
    [],
    ["B-LOC", "O", "B-PER", "I-PER"],
]
EXAMPLES = Sentences(WORDS, LABELS)
SMALL = Settings(penalty=0.05, steps=40, bits=14)


def test_what_was_shown_is_learnt():
    assert list(train(EXAMPLES, lexicon(), SMALL).label(WORDS)) == LABELS


def test_training_twice_gives_the_same():
    first, second = (train(EXAMPLES, lexicon(), SMALL).scores(WORDS)[0] for _ in range(2))
    np.testing.assert_array_equal(first, second)


def test_the_gradient_is_the_slope_of_the_loss():
    from tieout.engines.entities.tagger.features import featurise
    from tieout.engines.entities.tagger.training import _Objective

    features = featurise(WORDS, lexicon(), 10)
    labels = np.array([1, 0, 5, 6, 0, 3, 1, 2, 0, 5, 0, 0, 0, 0, 0, 3, 0, 1, 2])
    draw = np.random.default_rng(0)
    objective = _Objective(features, labels, draw.normal(size=(len(labels), 3)).astype(np.float32), 0.3)
    place = draw.normal(size=objective.size).astype(np.float32) * 0.1
    _, slope = objective(place)
    towards = draw.normal(size=objective.size).astype(np.float32)
    step = np.float32(1e-2)
    rise = (objective(place + step * towards)[0] - objective(place - step * towards)[0]) / (2 * step)
    assert rise == pytest.approx(float(slope @ towards), rel=1e-2)


def test_a_saved_model_labels_alike_with_and_without_an_encoder(tmp_path):
    encoder = encoder_named("shipped")
    assert encoder is not None
    vectors = encoder.vectors(WORDS, (2,))
    for number, encoded in enumerate((None, Encoded(encoder, (2,), vectors))):
        tagger = train(EXAMPLES, lexicon(), SMALL, encoded)
        tagger.save(tmp_path / str(number), {"licence": "none"})
        again = Tagger.load(tmp_path / str(number), lexicon())
        assert list(again.label(WORDS)) == list(tagger.label(WORDS)) == LABELS
        np.testing.assert_allclose(again.scores(WORDS)[0], tagger.scores(WORDS)[0], atol=0.2)


def test_what_a_prior_knows_is_leant_on_and_saved(tmp_path):
    fine = replace(SMALL, bits=21)
    alone, leaning = train(EXAMPLES, lexicon(), fine), train(EXAMPLES, lexicon(), fine, prior=shipped())
    unseen = [["Mara", "likes", "Zurich"]]
    city = LABELS_IN_ORDER.index("B-LOC")
    with_it, without = (tagger.scores(unseen)[0][2] for tagger in (leaning, alone))
    assert with_it[city] - np.delete(with_it, city).max() > without[city] - np.delete(without, city).max()
    leaning.save(tmp_path / "a", {})
    assert list(Tagger.load(tmp_path / "a", lexicon()).label([*WORDS, *unseen])) == list(leaning.label([*WORDS, *unseen]))
    with pytest.raises(ValueError, match="can't be added"):
        train(EXAMPLES, lexicon(), SMALL, prior=shipped())


def test_weights_and_prior_add_up_to_what_was_trained():
    from tieout.engines.entities.tagger.features import featurise
    from tieout.engines.entities.tagger.training import _Objective

    prior = train(EXAMPLES, lexicon(), replace(SMALL, bits=12))
    leaning = train(EXAMPLES, lexicon(), replace(SMALL, fewest=2), prior=prior)
    own = _Objective(featurise(WORDS, lexicon(), 14), np.zeros(19, np.int64), np.zeros((19, 0), np.float32), 1.0, 2).used
    by = np.eye(7, dtype=np.float32) * 2
    used, weights = prior.added(own, np.ones((len(own), 7), np.float32), 14, by)
    summed = Tagger(lexicon(), 14, used, weights, leaning.chain).scores(WORDS)[0]
    ones = Tagger(lexicon(), 14, own, np.ones((len(own), 7), np.float32), leaning.chain).scores(WORDS)[0]
    np.testing.assert_allclose(summed, ones + 2 * prior.scores(WORDS)[0], atol=1e-3)


def test_the_best_on_validation_is_kept():
    seen = []

    def judge(labels):
        seen.append(labels)
        return {"main": float(len(seen) == 2)}

    grid = (SMALL, Settings(penalty=100.0, steps=5, bits=14), SMALL)
    chosen = choose(EXAMPLES, WORDS, judge, grid=grid)
    assert chosen.settings == grid[1]
    assert [tried["main"] for tried in chosen.tried] == [0.0, 1.0, 0.0]


def test_a_model_with_other_shapes_is_refused(tmp_path):
    from tieout.engines.artefacts import read_files, write_files
    from tieout.engines.entities.tagger.model import KIND

    train(EXAMPLES, lexicon(), SMALL).save(tmp_path / "a", {})
    read = read_files(KIND, tmp_path / "a")
    contents = {"used.npy": read.array("used.npy", "uint32", 1)[:-1], "weights.npy": read.array("weights.npy", "int8", 2)}
    write_files(KIND, tmp_path / "b", {}, {**contents, "model.json": read.json("model.json")})
    with pytest.raises(InputError, match="another version"):
        Tagger.load(tmp_path / "b", lexicon())


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("model.json", '"bits": 14', '"bits": 1e999'),
        ("model.json", '"bits": 14', '"bits": 40'),
        ("model.json", '"labels"', '"lables"'),
        ("encoding.json", "2", "99"),
        ("encoder.json", '"heads": 12', '"heads": 0'),
        ("encoder.json", '"heads": 12', '"heads": 7'),
        ("encoder.json", '"layers": 2', '"layers": 3'),
        ("encoder.json", '"family": "bert"', '"family": "mpnet"'),
        ("encoder.json", '"shape": [\n    384\n   ]', '"shape": []'),
        ("encoder.json", '"epsilon": 1e-12', '"epsilon": NaN'),
        ("encoder.json", '"name": "1.query.bias"', '"name": "1.query.bios"'),
    ],
)
def test_settings_that_do_not_fit_are_refused_before_anything_is_worked_out(tmp_path, small_model, name, old, new):
    contents = {path.name: path.read_bytes() for path in small_model.iterdir()}
    said = contents[name].decode()
    assert old in said
    contents[name] = said.replace(old, new, 1).encode()
    manifest = json.loads(contents.pop("manifest.json"))
    for file, data in contents.items():
        (tmp_path / file).write_bytes(data)
        manifest["files"][file] = {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(InputError, match="train"):
        Tagger.load(tmp_path, lexicon())


@pytest.fixture(scope="module")
def small_model(tmp_path_factory):
    encoder = encoder_named("shipped")
    assert encoder is not None
    folder = tmp_path_factory.mktemp("small") / "model"
    train(EXAMPLES, lexicon(), SMALL, Encoded(encoder, (2,), encoder.vectors(WORDS, (2,)))).save(folder, {})
    return folder


def test_progress_says_how_long_the_rest_takes(monkeypatch):
    clock = iter([0.0, 5.0, 12.0, 20.0, 21.0, 40.0])
    monkeypatch.setattr("tieout.engines.entities.training.time.monotonic", lambda: next(clock))
    said = []
    pace = Pace("setting 1 of 2", said.append, whole=100, more=1)
    for step in (10, 9, 40, 41, 80):
        pace(step, 1.0)
    assert said == ["setting 1 of 2: 40%, at most 80 s more", "setting 1 of 2: 80%, at most 60 s more"]
