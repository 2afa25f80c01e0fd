"""Rows in the official layout, written as they come: FinNI, FinCL, full and BIO, by split."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO

from tieout.benchmarks.finauditing.build.statistics import tokens
from tieout.benchmarks.fintagging.bio import bio_text, label_tokens
from tieout.benchmarks.fintagging.build.filing import Gold, Instance
from tieout.benchmarks.fintagging.build.statistics import Collected, Drawn
from tieout.benchmarks.fintagging.prompts import finni_prompt
from tieout.evaluation import SampleInput

__all__ = ["Writers", "linking_query", "write_companies"]

_COLUMNS = {
    "finni": ("context_index", "context", "query", "answer", "document"),
    "fincl": ("context", "category", "entity", "entity_type", "query", "answer", "id", "document", "query_fwc"),
    "full": ("context_index", "context", "query", "answer", "document"),
}


def linking_query(kind: str, gold: Gold, context: str) -> str:
    """FinCL's official query."""
    return f"{kind}: <entity> {gold.fact} </entity> <entity type> {gold.type} </entity type> <context> {context} </context>"


class Writers:
    """The open files of all splits. Use as a context manager."""

    def __init__(self, out: Path, collected: Collected, drawn: Drawn) -> None:
        self._out, self._collected, self._drawn = out, collected, drawn
        self._files = ExitStack()
        self._csv: dict[tuple[str, str], Any] = {}
        self._bio: dict[str, TextIO] = {}
        self._prompt = finni_prompt()
        self.tokenizer, self._count = tokens()
        self.counts: dict[str, dict[str, int]] = {}

    def __enter__(self) -> Writers:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._files.close()

    def write(self, split: str, document: str, instance: Instance) -> None:
        """The rows of one instance."""
        counts = self.counts.setdefault(split, {"instances": 0, "entities": 0})
        place = counts["instances"]
        counts["instances"] += 1
        counts["entities"] += len(instance.facts)
        self._collected.add_instance(instance.kind, [gold.tag for gold in instance.facts], self._count(instance.context))
        pairs = [{"Fact": gold.fact, "Type": gold.type} for gold in instance.facts]
        triplets = [{**pair, "Tag": f"us-gaap:{gold.tag}"} for pair, gold in zip(pairs, instance.facts, strict=True)]
        query = self._finni_query(instance)
        answer = _answer(pairs)
        self._collected.add_row("finni", self._count(query), self._count(answer))
        self._row("finni", split, (place, instance.context, query, answer, document))
        self._row("full", split, (place, instance.context, "", _answer(triplets), document))
        for number, gold in enumerate(instance.facts):
            self._link(split, document, instance, gold, f"{place}-{number}")
        tagged = label_tokens(instance.context, instance.spans)
        self._bio_file(split).write(bio_text(tagged.tokens, tagged.labels) + "\n")

    def _link(self, split: str, document: str, instance: Instance, gold: Gold, id_: str) -> None:
        query, tag = linking_query(instance.kind, gold, gold.sac), f"us-gaap:{gold.tag}"
        fixed = linking_query(instance.kind, gold, gold.fwc)
        self._collected.add_row("fincl", self._count(query), self._count(tag))
        self._drawn.add((instance.kind, gold.type, gold.tag, gold.sac, gold.fwc))
        row = (instance.context, instance.kind, gold.fact, gold.type, query, tag, id_, document, fixed)
        self._row("fincl", split, row)

    def _finni_query(self, instance: Instance) -> str:
        fields = {"context": instance.context, "category": instance.kind, "query": ""}
        messages = self._prompt.render(SampleInput("", "", fields)).messages
        return "\n\n".join(message["content"] for message in messages)

    def _row(self, task: str, split: str, row: Sequence[Any]) -> None:
        if (task, split) not in self._csv:
            self._csv[task, split] = csv.writer(self._open(task, f"{split}.csv"), lineterminator="\n")
            self._csv[task, split].writerow(_COLUMNS[task])
        self._csv[task, split].writerow(row)

    def _bio_file(self, split: str) -> TextIO:
        if split not in self._bio:
            self._bio[split] = self._open("bio", f"{split}.txt")
        return self._bio[split]

    def _open(self, folder: str, name: str) -> TextIO:
        (self._out / folder).mkdir(exist_ok=True)
        return self._files.enter_context((self._out / folder / name).open("w", encoding="utf-8", newline=""))


def write_companies(path: Path, filings: Sequence[Mapping[str, Any]], split_of: Mapping[str, str]) -> None:
    """The company table of Appendix C, with form, split and what each report gave."""
    columns = ("CIK", "Company Name", "Ticker", "Form", "Period End", "Document", "Split", "Positive Instances", "Instances")
    with path.open("w", encoding="utf-8", newline="") as handle:
        writer = csv.writer(handle, lineterminator="\n")
        writer.writerow(columns)
        for meta in filings:
            said = [meta[key] for key in ("issuer", "name", "ticker", "form", "period", "label")]
            writer.writerow([*said, split_of[meta["issuer"]], meta["positive"], meta["instances"]])


def _answer(facts: Sequence[Mapping[str, str]]) -> str:
    return json.dumps({"result": facts}, ensure_ascii=False)
