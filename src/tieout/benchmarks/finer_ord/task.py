"""The declaration of ``finer-ord/ner``."""

from __future__ import annotations

from tieout.benchmarks.finer_ord.data import files, samples
from tieout.benchmarks.finer_ord.labels import Labelling
from tieout.benchmarks.finer_ord.parsing import parse
from tieout.benchmarks.finer_ord.prompts import ideal, prompt
from tieout.benchmarks.finer_ord.scoring import scorer
from tieout.benchmarks.finer_ord.solver import engines
from tieout.evaluation import Task, load_published

__all__ = ["NER"]

NER: Task[list[str], Labelling] = Task(
    name="finer-ord/ner",
    version="1",
    title="FiNER-ORD: named entities in financial news",
    description="Label each token of a sentence as part of a person, a location, an organisation, or none.",
    paper="arXiv:2302.11157",
    licence="CC BY-NC 4.0",
    layout="a folder with any of train.csv, val.csv and test.csv (columns gold_label, gold_token, doc_idx, sent_idx)",
    splits=("train", "val", "test"),
    files=files,
    samples=samples,
    prompt=prompt(),
    parse=parse,
    ideal=ideal,
    scorer=scorer(),
    engines=engines(),
    published=load_published("tieout.benchmarks.finer_ord"),
    notes=(
        "the prompt is in our own words, in the protocol of the paper's Appendix I",
        "published zero-shot figures were aligned as compat/weighted_f1 is; those of fine-tuned models need no aligner",
    ),
    max_tokens=1000,
    sizes={"train": 3262, "val": 402, "test": 1075},
)
