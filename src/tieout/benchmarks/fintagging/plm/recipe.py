"""The paper's recipe (Appendix F.2): batch 4, learning rate 3e-5, 20 epochs, 512 pieces, loss on each word's first piece."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from tieout.benchmarks.fintagging.bio import read_bio, write_bio
from tieout.benchmarks.fintagging.bio_scoring import score_files
from tieout.benchmarks.fintagging.concepts import ListedConcept, read_concepts
from tieout.report.errors import InputError, TieoutError

__all__ = ["Recipe", "labels_for", "tune"]


@dataclass(frozen=True, slots=True)
class Recipe:
    """``labels``: the whole taxonomy's (34,777 for its 17,388 concepts), as the paper has them, where a concept list is given.

    The rate falls to zero by steps of equal size, the default of the library that the paper used.
    """

    batch: int = 4
    rate: float = 3e-5
    epochs: int = 20
    longest: int = 512
    seed: int = 42


def tune(
    train: Path,
    test: Path,
    encoder: Path,
    out: Path,
    recipe: Recipe,
    concepts: Path | None = None,
    say: Callable[[str], None] = lambda line: None,
) -> dict[str, float]:
    """Trains on one BIO file, tags another (``out/predictions.txt``; the model lies beside), and returns the scores.

    Without ``concepts`` the labels are those of ``train``. Raises InputError where a file or the model is missing, TieoutError
    without ``tieout[plm]``.
    """
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise InputError(f"{out}: not empty; --out names a new folder")
    training, held = list(read_bio(train)), list(read_bio(test))
    if not training or not held:
        raise InputError(f"{test if training else train}: has no instances")
    if not (encoder / "config.json").is_file():
        raise InputError(f"{encoder}: no config.json in it: name a folder that holds a transformers model")
    try:
        from tieout.benchmarks.fintagging.plm.tuning import Tuner
    except ImportError as error:
        raise TieoutError(f"fine-tuning needs torch and transformers ({error}): pip install 'tieout[plm]'") from None
    listed = read_concepts(concepts).concepts if concepts is not None else ()
    tuner = Tuner(encoder, labels_for((label for one in training for label in one.labels), listed), recipe)
    tuner.train(training, say)
    out.mkdir(parents=True, exist_ok=True)
    write_bio(out / "predictions.txt", tuner.predict(held))
    tuner.save(out / "model")
    return score_files(test, out / "predictions.txt")


def labels_for(seen: Iterable[str], listed: Iterable[ListedConcept]) -> list[str]:
    """O, then B and I of every listed concept and of every label seen."""
    labels: dict[str, None] = {"O": None}
    for concept in listed:
        labels |= {f"B-us-gaap:{concept.name}": None, f"I-us-gaap:{concept.name}": None}
    for label in seen:
        labels.setdefault(label)
    return list(labels)
