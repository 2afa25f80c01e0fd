"""One token classifier on any local encoder. Words beyond its length get O, as in the paper."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import torch
from transformers import AutoModelForTokenClassification, AutoTokenizer

from tieout.benchmarks.fintagging.bio import Tagged
from tieout.benchmarks.fintagging.plm.recipe import Recipe

__all__ = ["Tuner"]

_NO_LABEL = -100
_PREDICTED = 16  # instances at once


class Tuner:
    """A model in training, and then a tagger."""

    def __init__(self, encoder: Path, labels: Sequence[str], recipe: Recipe) -> None:
        torch.manual_seed(recipe.seed)
        local: dict[str, Any] = {"local_files_only": True, "trust_remote_code": False}
        self._pieces = AutoTokenizer.from_pretrained(encoder, add_prefix_space=True, **local)
        self._labels, self._recipe = list(labels), recipe
        self._model = AutoModelForTokenClassification.from_pretrained(
            encoder, num_labels=len(labels), use_safetensors=True, **local
        )
        self._device = "cuda" if torch.cuda.is_available() else "cpu"
        self._model.to(self._device)

    def train(self, instances: Sequence[Tagged], say: Callable[[str], None]) -> None:
        """All epochs; the last one's weights stay, as in the paper."""
        recipe = self._recipe
        places = {label: place for place, label in enumerate(self._labels)}
        optimiser = torch.optim.AdamW(self._model.parameters(), lr=recipe.rate, weight_decay=0.0)
        steps = recipe.epochs * -(-len(instances) // recipe.batch)
        falling = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: max(0.0, 1 - step / steps))
        self._model.train()
        for epoch in range(1, recipe.epochs + 1):
            order = torch.randperm(len(instances)).tolist()
            total = 0.0
            for start in range(0, len(order), recipe.batch):
                chosen = [instances[place] for place in order[start : start + recipe.batch]]
                inputs, first = self._inputs([one.tokens for one in chosen])
                gold = torch.full(inputs["input_ids"].shape, _NO_LABEL)
                for row, one in enumerate(chosen):
                    for word, at in first[row].items():
                        gold[row, at] = places[one.labels[word]]
                loss = self._model(**inputs.to(self._device), labels=gold.to(self._device)).loss
                optimiser.zero_grad()
                loss.backward()
                torch.nn.utils.clip_grad_norm_(self._model.parameters(), 1.0)
                optimiser.step()
                falling.step()
                total += loss.item() * len(chosen)
            say(f"epoch {epoch} of {recipe.epochs}: loss {total / len(instances):.4f}")

    def predict(self, instances: Sequence[Tagged]) -> Iterator[Tagged]:
        """The same tokens with the model's labels."""
        self._model.eval()
        for start in range(0, len(instances), _PREDICTED):
            part = instances[start : start + _PREDICTED]
            inputs, first = self._inputs([one.tokens for one in part])
            with torch.no_grad():
                best = self._model(**inputs.to(self._device)).logits.argmax(-1)
            for row, one in enumerate(part):
                labels = ["O"] * len(one.tokens)
                for word, at in first[row].items():
                    labels[word] = self._labels[int(best[row, at])]
                yield Tagged(one.tokens, tuple(labels))

    def save(self, folder: Path) -> None:
        """Weights (safetensors), tokenizer and label names."""
        self._model.config.id2label = dict(enumerate(self._labels))
        self._model.config.label2id = {label: place for place, label in enumerate(self._labels)}
        self._model.save_pretrained(folder, safe_serialization=True)
        self._pieces.save_pretrained(folder)

    def _inputs(self, sentences: Sequence[Sequence[str]]) -> tuple[Any, list[dict[int, int]]]:
        """What the model takes, and for each instance the place of each word's first piece, as far as it is not cut off."""
        inputs = self._pieces(
            [list(words) for words in sentences],
            is_split_into_words=True,
            truncation=True,
            max_length=self._recipe.longest,
            padding=True,
            return_tensors="pt",
        )
        first: list[dict[int, int]] = []
        for row in range(len(sentences)):
            places: dict[int, int] = {}
            for at, word in enumerate(inputs.word_ids(row)):
                if word is not None:
                    places.setdefault(word, at)
            first.append(places)
        return inputs, first
