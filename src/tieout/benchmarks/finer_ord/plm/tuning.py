"""One run of fine-tuning: a token classifier on any local encoder, the loss on each word's first piece.

The paper's loss weighs O with .001, which ruins precision; here all labels weigh the same.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import torch
from transformers import AutoModelForTokenClassification, AutoTokenizer
from transformers.utils import logging

from tieout.benchmarks.finer_ord.labels import OFFICIAL
from tieout.benchmarks.finer_ord.plm.grid import Grid
from tieout.benchmarks.finer_ord.training import entity_metrics
from tieout.engines.entities.tagger import Sentences

__all__ = ["Tuner"]

_NO_LABEL = -100


class Tuner:
    """Runs of one encoder on one set of data."""

    def __init__(self, encoder: Path, train: Sentences, validation: Sentences, test: Sentences, grid: Grid) -> None:
        logging.set_verbosity_error()  # of a token classifier's new layer it would warn in every run
        logging.disable_progress_bar()
        self._folder = encoder
        self._pieces = AutoTokenizer.from_pretrained(
            encoder, local_files_only=True, trust_remote_code=False, add_prefix_space=True
        )
        self._train, self._validation, self._test = train, validation, test
        self._grid = grid

    def run(self, rate: float, batch: int, seed: int, say: Callable[[str], None]) -> dict[str, Any]:
        """Metrics on validation and test of the epoch that was best on validation."""
        torch.manual_seed(seed)
        model = AutoModelForTokenClassification.from_pretrained(
            self._folder, num_labels=len(OFFICIAL), local_files_only=True, trust_remote_code=False, use_safetensors=True
        )
        optimiser = torch.optim.AdamW(model.parameters(), lr=rate)
        best, kept, since, epoch = -1.0, copy.deepcopy(model.state_dict()), 0, 0
        for epoch in range(1, self._grid.epochs + 1):
            self._epoch(model, optimiser, batch)
            found = self._metrics(model, self._validation)["main"]
            say(f"rate {rate:g}, batch {batch}, seed {seed}, epoch {epoch}: {found:.4f}")
            if found >= best + self._grid.min_delta or best < 0:
                best, kept, since = found, copy.deepcopy(model.state_dict()), 0
            else:
                since += 1
                if since >= self._grid.patience:
                    break
        model.load_state_dict(kept)
        validation, test = self._metrics(model, self._validation), self._metrics(model, self._test)
        return {"rate": rate, "batch": batch, "seed": seed, "epochs": epoch, "val": validation, "test": test}

    def _epoch(self, model: Any, optimiser: Any, batch: int) -> None:
        model.train()
        order = torch.randperm(len(self._train.words)).tolist()
        for start in range(0, len(order), batch):
            chosen = order[start : start + batch]
            inputs, first = self._inputs([self._train.words[place] for place in chosen])
            gold = torch.full(inputs["input_ids"].shape, _NO_LABEL)
            for row, place in enumerate(chosen):
                for word, at in first[row].items():
                    gold[row, at] = OFFICIAL.index(self._train.labels[place][word])
            loss = model(**inputs, labels=gold).loss
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()

    def _metrics(self, model: Any, sentences: Sentences) -> dict[str, float]:
        return entity_metrics(sentences.labels, list(self._labels(model, sentences.words)))

    def _labels(self, model: Any, sentences: Sequence[Sequence[str]], batch: int = 32) -> Iterator[list[str]]:
        model.eval()
        for start in range(0, len(sentences), batch):
            part = sentences[start : start + batch]
            inputs, first = self._inputs(part)
            with torch.no_grad():
                best = model(**inputs).logits.argmax(-1)
            for row, words in enumerate(part):
                labels = ["O"] * len(words)
                for word, at in first[row].items():
                    labels[word] = OFFICIAL[int(best[row, at])]
                yield labels

    def _inputs(self, sentences: Sequence[Sequence[str]]) -> tuple[Any, list[dict[int, int]]]:
        """What the model takes, and for each sentence the place of each word's first piece."""
        words = [[word if word.strip() else "." for word in sentence] or ["."] for sentence in sentences]
        inputs = self._pieces(
            words, is_split_into_words=True, truncation=True, max_length=self._grid.longest, padding=True, return_tensors="pt"
        )
        first: list[dict[int, int]] = []
        for row in range(len(words)):
            places: dict[int, int] = {}
            for at, word in enumerate(inputs.word_ids(row)):
                if word is not None and word < len(sentences[row]):
                    places.setdefault(word, at)
            first.append(places)
        return inputs, first
