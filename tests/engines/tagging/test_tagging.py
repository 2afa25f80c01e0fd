import json
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.engines.tagging.made_up import without_tags
from tieout.engines.tagging.artefact import read_artefact
from tieout.engines.tagging.differences import differences
from tieout.engines.tagging.engine import Tagger
from tieout.engines.tagging.examples import examples_of
from tieout.engines.tagging.mention import mention_of_row
from tieout.engines.tagging.tagging import tag
from tieout.reading import read
from tieout.report import InputError


def _gold(report):
    return {
        (e.mention.evidence.block, e.mention.evidence.cell, e.mention.evidence.span): f"us-gaap:{e.concept}"
        for context in examples_of(report)
        for e in context.examples
        if e.concept is not None
    }


def test_an_unknown_companys_numbers_are_found_typed_and_linked(model, unknown):
    report = read(unknown)
    gold = _gold(report)
    tagged = {(t.evidence.block, t.evidence.cell, t.evidence.span): t for t in tag(report, model=model)}
    found = gold.keys() & tagged.keys()
    assert len(found) >= 0.9 * len(gold)
    assert len(tagged) <= 1.2 * len(gold)
    assert sum(tagged[k].concept == gold[k] for k in found) >= 0.8 * len(found)
    rate = next(t for t in tagged.values() if t.concept and "TaxRate" in t.concept)
    assert rate.type == "percentItemType"


def test_whole_reports_are_held_against_their_own_tags(model, unknown):
    gold = _gold(read(unknown))
    right = sum(
        gold.get((n.evidence.block, n.evidence.cell, n.evidence.span)) == n.concept for n in tag(read(unknown), model=model)
    )
    script = Path(__file__).parents[3] / "scripts" / "measure_tagging.py"
    done = subprocess.run([sys.executable, script, unknown, "--model", model], capture_output=True, text=True, check=True)
    first, every, error, *_ = done.stdout.splitlines()
    assert first.startswith(f"fennel.htm: {len(gold)} tagged, ") and first.endswith(f" {right:,} right")
    assert " numbers, " in every and error.startswith("expected calibration error 0.")


def test_the_reports_own_tags_are_never_seen(model, unknown, tmp_path):
    plain = tmp_path / unknown.name
    plain.write_text(without_tags(unknown.read_text(encoding="utf-8")), encoding="utf-8")
    assert read(plain).kind == "html" and read(unknown).kind == "inline-xbrl"

    def told(path):
        return [
            (t.value, t.text, t.type, t.concept, t.score, t.candidates, t.evidence.cell) for t in tag(read(path), model=model)
        ]

    assert told(plain) == told(unknown)


def test_every_answer_leads_to_its_printed_number(model, unknown):
    report = read(unknown)
    for number in tag(report, model=model):
        evidence = number.evidence
        stored = report.layout.stored_text(evidence.block, evidence.cell)
        assert stored[evidence.span[0] : evidence.span[1]] == number.text == evidence.quote
        assert str(number.value) == number.text.replace(",", "")


def test_below_the_threshold_no_concept_is_named_but_candidates_are(model, unknown):
    numbers = tag(read(unknown), model=model, threshold=1.0)
    assert numbers and all(n.concept is None for n in numbers if n.score < 1.0)
    assert all(n.candidates for n in numbers)


def test_probabilities_fall_and_types_bind(model):
    mention = mention_of_row("1,234", ["Total assets", "$", "1,234"], "monetaryItemType")
    (ranked,) = Tagger.load(model).rank(mention, 200)
    scores = [score for _, score in ranked]
    assert scores == sorted(scores, reverse=True) and 0 <= scores[-1] <= scores[0] <= 1
    names = [name for name, _ in ranked]
    assert names[0] == "Assets" and len(set(names)) == len(names)
    assert "EffectiveIncomeTaxRateContinuingOperations" not in names


def test_concepts_that_training_never_saw_can_be_an_answer(model):
    tagger = Tagger.load(model, [("LongTermDebtNoncurrent", "monetaryItemType"), ("SomeMember", "domainItemType")])
    assert "LongTermDebtNoncurrent" in tagger.concepts and "SomeMember" not in tagger.concepts
    (ranked,) = tagger.rank(mention_of_row("5", ["Long-term debt, noncurrent", "5"], "monetaryItemType"), 20)
    assert "LongTermDebtNoncurrent" in [name for name, _ in ranked]


def test_a_wrong_tag_is_the_first_difference(model, unknown, tmp_path):
    spoilt = tmp_path / "spoilt.htm"
    text = unknown.read_text(encoding="utf-8")
    at = text.rindex('name="us-gaap:Assets"')
    spoilt.write_text(text[:at] + 'name="us-gaap:Liabilities"' + text[at + len('name="us-gaap:Assets"') :], encoding="utf-8")
    found = differences(tag(read(unknown), model=model), read(spoilt))
    concepts = [d for d in found if d.kind == "concept"]
    assert any((d.filed, d.suggested) == ("us-gaap:Liabilities", "us-gaap:Assets") for d in concepts)
    assert [d.suspicion for d in found] == sorted((d.suspicion for d in found), reverse=True)
    before = differences(tag(read(unknown), model=model), read(unknown))
    assert Counter(d.kind for d in found)["concept"] == Counter(d.kind for d in before)["concept"] + 1


def test_a_damaged_artefact_is_refused(model, tmp_path):
    copy = tmp_path / "copy"
    shutil.copytree(model, copy)
    (copy / "names.json").write_text("{}", encoding="utf-8")
    with pytest.raises(InputError, match="SHA-256"):
        read_artefact(copy)
    with pytest.raises(InputError, match=r"manifest\.json is missing"):
        read_artefact(tmp_path)


def test_the_card_tells_what_it_was_trained_on_and_how_good_it_is(model):
    card = json.loads((model / "manifest.json").read_text(encoding="utf-8"))
    assert (card["filings"], card["issuers"]) == (10, 5)
    assert card["validation"]["finding"]["report"]["f1"] > 0.8
    assert card["validation"]["linking"]["context"]["acc@1"] > 0.5
    assert card["validation"]["linking"]["calibration"]["reliability"]
