"""`tieout train tagging`: from filings to an artefact, with metrics by issuer-wise cross-validation on its card."""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from tieout.engines.tagging.artefact import Artefact
from tieout.engines.tagging.bare import bare_examples
from tieout.engines.tagging.confidence_training import Confidence, ask, train_confidence
from tieout.engines.tagging.corpus import Corpus, corpus_of
from tieout.engines.tagging.drawing import drawn
from tieout.engines.tagging.examples import ExampleContext, examples_of
from tieout.engines.tagging.finder_training import train_finder
from tieout.engines.tagging.learning import learn
from tieout.engines.tagging.notes import examples_of_notes
from tieout.engines.tagging.primer import examples_of_primer
from tieout.engines.tagging.pseudo import examples_of_presentation, examples_of_taxonomy
from tieout.engines.tagging.ranker_training import Context, ranked_contexts, train_rankers
from tieout.engines.tagging.ranking import Scorer
from tieout.engines.tagging.record import Record
from tieout.engines.tagging.reranker import Reranker
from tieout.report import InputError, Report, TieoutError

__all__ = ["Gathered", "gather", "train_artefact"]

FOLDS = 4
LEAST_ISSUERS = 3
LEAST_FACTS = 50
"""A filing with fewer tagged numbers was most likely not tagged in full, and would teach that facts are none."""

_MOST_BARE, _BARE_EACH = 120, 2
"""The finder learns little more from more filings, and next to nothing from a third one of an issuer."""

Say = Callable[[str], None]


@dataclass(slots=True)
class Gathered:
    """Examples by filing, in the order of each; those that the finder learns from (the first filings of each issuer), whole and
    as bare strings; examples from notes that packages carry as text; rows made of filings' and taxonomies' presentations; and
    counts of both kinds, with that of filings which could not be used."""

    filings: list[list[ExampleContext]] = field(default_factory=list)
    whole: list[list[ExampleContext]] = field(default_factory=list)
    bare: list[list[ExampleContext]] = field(default_factory=list)
    notes: list[ExampleContext] = field(default_factory=list)
    presentations: list[ExampleContext] = field(default_factory=list)
    taxonomies: list[ExampleContext] = field(default_factory=list)
    packages: int = 0
    skipped: int = 0
    periods: list[str] = field(default_factory=list)
    types: Mapping[str, str] = field(default_factory=dict)

    @property
    def issuers(self) -> list[str]:
        return sorted({c.issuer for filing in self.filings for c in filing})

    def names(self) -> list[tuple[str, str]]:
        """Every concept that could be an answer: the taxonomy's, where there is one, and those that any filing used."""
        used = {
            e.concept: e.type
            for contexts in (*self.filings, self.notes, self.presentations, self.taxonomies)
            for c in contexts
            for e in c.examples
            if e.concept is not None and e.type is not None
        }
        return list({**self.types, **used}.items())


def gather(
    readers: Sequence[tuple[str, Callable[[], Report]]],
    types: Mapping[str, str] | None = None,
    taxonomies: Sequence[Report] = (),
    *,
    say: Say = lambda _: None,
) -> Gathered:
    """Examples from reports, each given as its name and what reads it; what can't be read or used is skipped.

    ``types`` are item types by concept; ``taxonomies`` are packages whose presentations become rows too.
    """
    found = Gathered(types=types or {}, taxonomies=[c for one in taxonomies for c in examples_of_taxonomy(one)])
    for number, (name, read) in enumerate(readers, 1):
        try:
            report = read()
            filing = list(examples_of(report, types)) if report.kind == "inline-xbrl" else []
            facts = sum(e.concept is not None for c in filing for e in c.examples)
            if facts >= LEAST_FACTS:
                found.filings.append(filing)
                of_issuer = sum(f[0].issuer == filing[0].issuer for f in found.bare)
                if len(found.bare) < _MOST_BARE and of_issuer < _BARE_EACH:
                    found.whole.append(filing)
                    found.bare.append(list(bare_examples(report, filing)))
            elif report.kind == "xbrl":
                rows = list(examples_of_presentation(report, types))
                found.presentations += rows
                found.notes += examples_of_notes(report, types)
                found.packages += bool(rows)
                found.skipped += not rows
            else:
                found.skipped += 1
            found.periods += [d for f in report.facts for d in (f.context.period.last_day,) if d][:1]
        except TieoutError as fault:
            found.skipped += 1
            say(f"{name}: {fault}")
        gc.collect()
        if number % 10 == 0 or number == len(readers):
            say(f"read {number} of {len(readers)}: {len(found.filings)} filings, {found.packages} packages")
    return found


class _Fold(NamedTuple):
    """What one fold's issuers look like to models trained on the others."""

    scorer: Scorer
    ranked: list[Context]


def train_artefact(
    gathered: Gathered,
    primer: Sequence[tuple[str, str]] = (),
    *,
    seed: int = 1,
    most: int = 16_000,
    asked: int = 32_000,
    say: Say = lambda _: None,
) -> Artefact:
    """Finder, word models and towers on all issuers; rerankers on what models of other issuers say of each fold's, and
    confidence on what such rerankers say in turn.

    ``primer`` are names and texts of made-up disclosures (`primer_files`), which words and towers are learned from too.
    ``most`` mentions of each fold are ranked for the reranker, ``asked`` for confidence. Raises InputError where there are
    fewer than three issuers.
    """
    issuers = gathered.issuers
    if len(issuers) < LEAST_ISSUERS:
        raise InputError(
            f"training needs inline filings (of {LEAST_FACTS} tagged numbers or more) of at least {LEAST_ISSUERS} issuers; "
            f"there are {len(issuers)}"
        )
    random = np.random.default_rng(seed)
    parts = min(FOLDS, len(issuers))
    order = [issuers[i] for i in random.permutation(len(issuers))]
    others = sorted({c.issuer for c in gathered.notes} - set(issuers))
    fold_of = {issuer: number % parts for part in (order, others) for number, issuer in enumerate(part)}
    finder = train_finder(gathered.whole, gathered.bare, seed=seed, say=say)
    tagged = [*(c for filing in gathered.filings for c in filing if c.tagged), *gathered.notes]
    made_up = [c for name, text in primer for c in examples_of_primer(name, text)]
    corpus = corpus_of(tagged, gathered.presentations, gathered.taxonomies, made_up)
    folds: list[_Fold] = []
    for fold in range(parts):
        say(f"fold {fold + 1} of {parts}")
        folds.append(_fold(gathered, corpus, tagged, fold_of, fold, most, random, say))
    rankers = train_rankers([f.ranked for f in folds], [f.scorer for f in folds], seed=seed, say=say)
    del folds
    confidence = _confidence(gathered, fold_of, rankers.unknowing, asked, seed, say)
    say("all issuers together")
    knowledge = learn(corpus, seed=seed, say=say)
    facts = {
        "filings": len(gathered.filings),
        "packages": gathered.packages,
        "issuers": len(issuers),
        "examples": sum(len(c.examples) for c in tagged),
        "primer": sum(e.concept is not None for c in made_up for e in c.examples),
        "concepts": len(knowledge.names.names),
        "periods": [min(gathered.periods, default=None), max(gathered.periods, default=None)],
        "seed": seed,
        "validation": {"linking": confidence.metrics, "finding": finder.metrics},
        "calibration": confidence.calibration.to_json(),
    }
    trees = {"finder": finder.trees, "first": rankers.first, "second": rankers.second, "confidence": confidence.trees}
    record = Record.of(confidence.shares.values(), knowledge.names.names)
    return Artefact(knowledge, finder.words, record, trees, facts)


def _fold(
    gathered: Gathered,
    corpus: Corpus,
    tagged: Sequence[ExampleContext],
    fold_of: Mapping[str, int],
    fold: int,
    most: int,
    random: np.random.Generator,
    say: Say,
) -> _Fold:
    # As much is learned as in the end: what the reranker is trained on must look like what it meets in use.
    knowledge = learn(corpus, [issuer for issuer, number in fold_of.items() if number == fold], seed=fold, say=say)
    own = [c for c in tagged if fold_of[c.issuer] == fold]
    # In use too there are names that training never met: the reranker has to learn how often those are right.
    scorer = Scorer(knowledge.widened(gathered.names()))
    return _Fold(scorer, ranked_contexts(scorer, drawn(own, random, most)))


def _confidence(
    gathered: Gathered, fold_of: Mapping[str, int], unknowing: Sequence[Reranker], asked: int, seed: int, say: Say
) -> Confidence:
    """Of filings only: of notes not all numbers are known, which makes them harder to tell than in use."""
    said = []
    for fold, reranker in enumerate(unknowing):
        say(f"confidence: fold {fold + 1} of {len(unknowing)}")
        own = [c for filing in gathered.filings for c in filing if c.tagged and fold_of[c.issuer] == fold]
        said.append(ask(reranker, drawn(own, np.random.default_rng([seed, fold]), asked)))
    return train_confidence(said, seed=seed)
