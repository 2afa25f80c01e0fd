"""The shipped tagging model on real filings: it never sees their tags, and its answers lead to printed numbers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tieout.engines.tagging.examples import examples_of
from tieout.engines.tagging.tagging import TaggedNumber, tag
from tieout.reading import read

pytestmark = pytest.mark.corpus


def _stripped(path: Path, out: Path) -> Path:
    """The document without inline elements and without names of namespaces: plain HTML."""
    text = path.read_text(encoding="utf-8")
    text = re.sub(r"<ix:header>.*?</ix:header>", "", text, flags=re.DOTALL | re.IGNORECASE)
    text = re.sub(r' xmlns:[\w-]+="[^"]*"', "", re.sub(r"</?ix:[^>]*>", "", text))
    out.write_text(text, encoding="utf-8")
    return out


@pytest.mark.parametrize("folder", ["inline-10q/10-Q/MCD", "inline-10q/10-Q/GM", "inline-10k/10-K/NVDA"])
def test_a_filing_without_its_tags_gets_the_same_answers(corpus: Path, folder: str, tmp_path: Path) -> None:
    path = sorted((corpus / "filings" / folder).glob("*.htm"))[0]
    with_tags, without = read(path), read(_stripped(path, tmp_path / path.name))
    assert (with_tags.kind, without.kind) == ("inline-xbrl", "html")

    def told(numbers: list[TaggedNumber]) -> list[tuple[object, ...]]:
        # Ids of blocks count hidden ones too, and the header that was taken out is one.
        return [(n.value, n.text, n.type, n.concept, n.score, n.candidates, n.evidence.span, n.evidence.page) for n in numbers]

    answers = tag(with_tags)
    assert len(answers) > 500
    assert told(answers) == told(tag(without))


def test_most_facts_of_an_issuer_held_out_are_found_and_answers_point_at_them(corpus: Path) -> None:
    path = sorted((corpus / "filings/inline-10q/10-Q/UPS").glob("*.htm"))[0]
    report = read(path)
    gold = {
        (e.mention.evidence.block, e.mention.evidence.cell, e.mention.evidence.span): (e.type, f"us-gaap:{e.concept}")
        for context in examples_of(report)
        for e in context.examples
        if e.concept is not None and e.mention.evidence is not None
    }
    answers = {(n.evidence.block, n.evidence.cell, n.evidence.span): n for n in tag(report)}
    for number in answers.values():
        start, end = number.evidence.span or (0, 0)
        assert report.layout.stored_text(number.evidence.block, number.evidence.cell)[start:end] == number.text
    found = gold.keys() & answers.keys()
    assert len(found) > 0.8 * len(gold)
    assert len(found) > 0.75 * len(answers)
    assert sum(answers[k].concept == gold[k][1] for k in found) > 0.4 * len(found)
