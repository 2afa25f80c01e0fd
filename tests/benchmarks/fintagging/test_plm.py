"""Fine-tuning a tiny transformer with made-up weights, from a local folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from tieout.benchmarks.fintagging.bio import Tagged, read_bio, write_bio
from tieout.benchmarks.fintagging.concepts import ListedConcept
from tieout.benchmarks.fintagging.plm import Recipe, tune
from tieout.benchmarks.fintagging.plm.recipe import labels_for
from tieout.report.errors import InputError, TieoutError

TRAIN = [Tagged(("paid", "46", "of", "notes"), ("O", "B-us-gaap:Paid", "O", "O")), Tagged(("of", "notes"), ("O", "O"))] * 4


def files(folder: Path) -> tuple[Path, Path]:
    write_bio(folder / "train.txt", TRAIN)
    write_bio(folder / "test.txt", [Tagged(("paid", "46", *("of",) * 40), ("O", "B-us-gaap:Paid", *("O",) * 40))])
    return folder / "train.txt", folder / "test.txt"


def test_the_recipe_trains_tags_and_scores(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason="needs tieout[plm]")
    transformers = pytest.importorskip("transformers", reason="needs tieout[plm]")
    torch.manual_seed(0)
    model = tmp_path / "model"
    config = transformers.BertConfig(
        vocab_size=12, hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=16
    )
    transformers.BertModel(config).save_pretrained(model)
    (model / "vocab.txt").write_text(
        "\n".join(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "paid", "46", "of", "notes"]) + "\n"
    )
    transformers.BertTokenizerFast(str(model / "vocab.txt")).save_pretrained(model)
    told: list[str] = []
    scores = tune(*files(tmp_path), model, tmp_path / "out", Recipe(rate=1e-2, epochs=12, longest=16), say=told.append)
    assert len(told) == 12
    assert scores["micro_f1"] == 1.0
    (predicted,) = read_bio(tmp_path / "out" / "predictions.txt")
    assert predicted.labels[20:] == ("O",) * 22  # beyond the longest that the model reads
    assert (tmp_path / "out" / "model" / "model.safetensors").is_file()


def test_labels_are_those_of_the_taxonomy_twice_and_o() -> None:
    listed = [ListedConcept("Assets", "monetaryItemType", "Assets"), ListedConcept("Goodwill", "monetaryItemType", "Goodwill")]
    labels = labels_for(["O", "B-us-gaap:Assets", "B-us-gaap:Own"], listed)
    assert labels[:5] == ["O", "B-us-gaap:Assets", "I-us-gaap:Assets", "B-us-gaap:Goodwill", "I-us-gaap:Goodwill"]
    assert labels[5:] == ["B-us-gaap:Own"]


def test_what_is_missing_is_told(tmp_path: Path) -> None:
    train, test = files(tmp_path)
    with pytest.raises(InputError, match=r"no config\.json"):
        tune(train, test, tmp_path / "none", tmp_path / "out", Recipe())
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "config.json").write_text("{}")
    with pytest.raises((TieoutError, OSError, ValueError)):
        tune(train, test, tmp_path / "model", tmp_path / "out", Recipe())
    (tmp_path / "empty.txt").write_text("\n")
    with pytest.raises(InputError, match="has no instances"):
        tune(tmp_path / "empty.txt", test, tmp_path / "model", tmp_path / "out", Recipe())
