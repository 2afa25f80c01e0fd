"""The solver, on prompts that nothing of ours wrote: other wordings, orders, prefixes, and ends that are missing."""

from __future__ import annotations

import ast
import html
import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tieout.benchmarks.finauditing.solver as solver
from tests.benchmarks.finauditing import filings
from tieout.benchmarks.finauditing.solver.question import read_prompt
from tieout.benchmarks.finauditing.solver.segment import read_segment
from tieout.benchmarks.finauditing.task import FINMR, FINRE, FINSM
from tieout.evaluation import EngineSetup, SampleInput, Task


def solve(task: Task, query: str) -> str | None:  # type: ignore[type-arg]
    return task.engines[""](EngineSetup())(SampleInput("1", "1", {"query": query})).output


def segment(role: str, instance: str | None = None) -> str:
    """A role's fragments, without a common root."""
    inner = re.sub(r"^<xbrli:xbrl[^>]*>|</xbrli:xbrl>$", "", instance or filings.instance())
    return "\n".join([filings.presentation(role), filings.calculation(role), inner])


def altered(concept: str, before: int, after: int, context: str = "i23") -> str:
    fact = f'<{concept} contextRef="{context}" unitRef="usd" decimals="0">'
    assert f"{fact}{before}<" in filings.instance()
    return filings.instance().replace(f"{fact}{before}<", f"{fact}{after}<")


WRONG_TOTAL = altered("us-gaap:AssetsCurrent", 1250, 1200)


@pytest.mark.parametrize(
    "question",
    [
        "Reported and correct value of us-gaap:AssetsCurrent at 2023-12-31?",
        "What was AssetsCurrent on December 31, 2023, and what should it have been?",
        "q1: value of us-gaap_AssetsCurrent, 31 December 2023. q2: its real value.",
        "For the concept us-gaap:AssetsCurrent as of 12/31/2023 give both numbers.",
        "Assets current, end of fiscal year 2023: as reported, and recomputed?",
        "Example: us-gaap:Assets at 2022-12-31 gives two numbers. Now yours.\nAssetsCurrent at 2023-12-31?",
        "The concept is us-gaap:AssetsCurrent. The period is December 31, 2023. Answer like the one for us-gaap:Assets.",
        "<question>us-gaap:AssetsCurrent (2023-12-31): both values?</question>",
        '{"concept": "us-gaap:AssetsCurrent", "period": "2023-12-31"}',
    ],
)
def test_finmr_understands_the_question_in_any_wording(question: str) -> None:
    for query in (
        f"{question}\n{segment(filings.BALANCE, WRONG_TOTAL)}",
        f"{segment(filings.BALANCE, WRONG_TOTAL)}\n{question}",
    ):
        answer = solve(FINMR, query)
        assert answer is not None
        assert json.loads(answer) == {"extracted_value": "1200", "calculated_value": "1250"}


PROLOG = '<?xml version="1.0"?>\n'
QUESTION = "Reported and correct value of us-gaap:AssetsCurrent at 2023-12-31?\n"
WHOLE = segment(filings.BALANCE, WRONG_TOTAL)


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(reversed(WHOLE.split("\n"))),
        re.sub(r"(</?)(link|xbrli):", r"\1", WHOLE),
        WHOLE.replace("us-gaap:", "gaap:").replace("<gaap:", "<gaap:").replace("xlink:", "xl:"),
        WHOLE.replace("loc_us-gaap_", "x_"),
        re.sub(r"<link:loc [^>]*>", "", WHOLE),
        PROLOG + WHOLE.replace("<link:calculationLink", f"{PROLOG}<!-- calculation -->\n<link:calculationLink"),
        WHOLE.replace('"', "'"),
        WHOLE[: WHOLE.index("<us-gaap:NetIncomeLoss") + 30],
        WHOLE + "<unclosed attribute='",
        json.dumps(WHOLE),
        html.escape(WHOLE),
    ],
    ids=[
        "order",
        "no prefixes",
        "other prefixes",
        "labels",
        "no locators",
        "documents",
        "quotes",
        "cut off",
        "unclosed",
        "JSON",
        "HTML",
    ],
)
def test_the_segment_is_read_whatever_its_form(text: str) -> None:
    answer = solve(FINMR, QUESTION + text)
    assert answer is not None
    assert json.loads(answer) == {"extracted_value": "1200", "calculated_value": "1250"}


def test_a_number_that_cannot_be_negative_gets_its_sign_turned() -> None:
    text = segment(filings.CASH, altered("us-gaap:PaymentsOfDividends", 60, -60, "d23"))
    answer = solve(FINMR, f"us-gaap:PaymentsOfDividends, 2023-01-01 to 2023-12-31: reported and right value?\n{text}")
    assert answer is not None
    assert json.loads(answer) == {"extracted_value": "-60", "calculated_value": "60"}


def test_a_number_that_is_right_stays_as_it_is() -> None:
    answer = solve(FINMR, f"us-gaap:NetCashProvidedByUsedInFinancingActivities in 2023?\n{segment(filings.CASH)}")
    assert answer is not None
    assert json.loads(answer) == {"extracted_value": "-60", "calculated_value": "-60"}


def test_a_concept_that_is_not_there_gets_no_answer() -> None:
    assert solve(FINMR, "us-gaap:Liabilities at 2023-12-31?\n" + segment(filings.BALANCE)) is None


CHOICES = "One of Reversal, Inappropriateness, CombinationErr, None.\n"


def test_finre_tells_a_turned_arc_from_a_right_one() -> None:
    question = f"{CHOICES}Between us-gaap:AssetsCurrent and us-gaap:InventoryNet?\n"
    assert solve(FINRE, question + segment(filings.BALANCE)) == "None"
    arc = 'xlink:from="loc_us-gaap_AssetsCurrent" xlink:to="loc_us-gaap_InventoryNet"'
    turned = 'xlink:from="loc_us-gaap_InventoryNet" xlink:to="loc_us-gaap_AssetsCurrent"'
    calculation = filings.calculation(filings.BALANCE)
    assert arc in calculation
    text = segment(filings.BALANCE).replace(calculation, calculation.replace(arc, turned))
    assert solve(FINRE, question + text) == "Reversal"


@pytest.mark.parametrize(
    "question",
    [
        "Is {h} rightly above {t}?",
        "Relation under review: {h} -> {t}",
        "Consider {h} (head) and {t} (tail). What is wrong between them?",
        "The tail {t} hangs on the head {h}. Why?",
        "tail: {t}\nhead: {h}",
        "Reversal: levels are mixed up (say, us-gaap:InventoryNet above {h}).\nNow {h} and {t}: which error?",
        '{{"head_element": "{h}", "tail_element": "{t}"}}',
        "<question>{h} and {t}?</question>",
    ],
)
@pytest.mark.parametrize("write", ["us-gaap:{}", "us-gaap_{}", "`us-gaap:{}`", "{}"])
@pytest.mark.parametrize("is_first", [True, False])
def test_finre_knows_which_two_are_meant(question: str, write: str, is_first: bool) -> None:
    asked = question.format(h=write.format("AssetsCurrent"), t=write.format("CashAndCashEquivalentsAtCarryingValue"))
    shown = segment(filings.BALANCE)
    understood, _ = read_prompt(f"{asked}\n{shown}" if is_first else f"{shown}\n{asked}")
    assert understood.pair() == ("AssetsCurrent", "CashAndCashEquivalentsAtCarryingValue")


def test_an_escaped_segment_may_stand_beside_a_question_in_tags() -> None:
    asked = "<question>us-gaap:AssetsCurrent, 2023-12-31?</question>\n"
    answer = solve(FINMR, asked + html.escape(segment(filings.BALANCE, WRONG_TOTAL), quote=False))
    assert answer is not None
    assert json.loads(answer) == {"extracted_value": "1200", "calculated_value": "1250"}


def test_cash_is_a_part_of_current_assets() -> None:
    question = f"{CHOICES}us-gaap:AssetsCurrent and us-gaap:CashAndCashEquivalentsAtCarryingValue?\n"
    assert solve(FINRE, question + segment(filings.BALANCE)) == "None"


def test_a_total_below_one_of_its_lines_is_reversed() -> None:
    total, line = "NetCashProvidedByUsedInFinancingActivities", "PaymentsOfDividends"
    question = f"{CHOICES}us-gaap:{line} and us-gaap:{total}?\n"
    arc = f'xlink:from="loc_us-gaap_{total}" xlink:to="loc_us-gaap_{line}"'
    calculation = filings.calculation(filings.CASH)
    assert arc in calculation
    turned = f'xlink:from="loc_us-gaap_{line}" xlink:to="loc_us-gaap_{total}"'
    text = segment(filings.CASH).replace(calculation, calculation.replace(arc, turned))
    assert solve(FINRE, question + text) == "Reversal"
    assert solve(FINRE, question + segment(filings.CASH)) == "None"


ABSTRACT = "us-gaap:NetCashProvidedByUsedIn{}ActivitiesAbstract"
TOTAL = "us-gaap:NetCashProvidedByUsedIn{}Activities"


def moved(text: str, kind: str, line: str, before: str, after: str) -> str:
    """The text with the arc of a kind that leads to the line starting elsewhere."""
    drawn = getattr(filings, kind)(filings.CASH)
    arc = 'xlink:from="loc_{}" xlink:to="loc_{}"'
    old, new = (arc.format(parent.replace(":", "_"), line.replace(":", "_")) for parent in (before, after))
    assert old in drawn
    return text.replace(drawn, drawn.replace(old, new))


def test_finre_tells_a_line_in_the_wrong_section() -> None:
    line = "us-gaap:PaymentsOfDividends"
    question = f"{CHOICES}Head: {ABSTRACT}\nTail: {line}\n"
    text = segment(filings.CASH)
    assert solve(FINRE, question.format("Financing") + text) == "None"
    assert solve(FINRE, question.format("Investing") + text) == "None", "it isn't there"
    shifted = moved(text, "presentation", line, ABSTRACT.format("Financing"), ABSTRACT.format("Investing"))
    assert solve(FINRE, question.format("Investing") + shifted) == "Inappropriateness"


def test_the_sums_tell_the_section_of_a_line_that_nobody_knows() -> None:
    text = segment(filings.CASH).replace("PaymentsOfDividends", "Quux").replace("us-gaap:Quux", "brook:Quux")
    text = text.replace("us-gaap_Quux", "brook_Quux")
    question = f"{CHOICES}Head: {ABSTRACT}\nTail: brook:Quux\n"
    assert solve(FINRE, question.format("Financing") + text) == "None"
    drawn = filings.calculation(filings.CASH)
    wrong = drawn.replace("PaymentsOfDividends", "Quux").replace("us-gaap_Quux", "brook_Quux")
    arc = '"loc_us-gaap_NetCashProvidedByUsedIn{}Activities" xlink:to="loc_brook_Quux"'
    assert arc.format("Financing") in wrong
    both = text.replace(arc.format("Financing"), arc.format("Investing"))
    shown = '"loc_us-gaap_NetCashProvidedByUsedIn{}ActivitiesAbstract" xlink:to="loc_brook_Quux"'
    both = both.replace(shown.format("Financing"), shown.format("Investing"))
    assert solve(FINRE, question.format("Investing") + both) == "Inappropriateness"


def test_finre_tells_a_line_that_was_put_below_its_neighbour() -> None:
    question = f"{CHOICES}us-gaap:InventoryNet, us-gaap:AccountsReceivableNetCurrent\n"
    assert solve(FINRE, question + segment(filings.BALANCE)) == "None"
    drawn = filings.calculation(filings.BALANCE)
    arc = 'xlink:from="loc_us-gaap_{}" xlink:to="loc_us-gaap_AccountsReceivableNetCurrent"'
    assert arc.format("AssetsCurrent") in drawn
    wrong = drawn.replace(arc.format("AssetsCurrent"), arc.format("InventoryNet"))
    assert solve(FINRE, question + segment(filings.BALANCE).replace(drawn, wrong)) == "Reversal"


def test_finre_tells_a_part_that_was_put_beside_its_total() -> None:
    question = f"{CHOICES}us-gaap:AssetsCurrent, us-gaap:InventoryNet\n"
    drawn = filings.calculation(filings.BALANCE)
    arc = 'xlink:from="loc_us-gaap_{}" xlink:to="loc_us-gaap_InventoryNet"'
    assert arc.format("AssetsCurrent") in drawn
    wrong = drawn.replace(arc.format("AssetsCurrent"), arc.format("Assets"))
    assert solve(FINRE, question + segment(filings.BALANCE).replace(drawn, wrong)) == "Reversal"


def test_finre_tells_a_member_on_the_wrong_axis() -> None:
    question = f"{CHOICES}srt:ProductOrServiceAxis and us-gaap:ProductMember?\n"
    assert solve(FINRE, question + segment(filings.NOTE)) == "None"
    wrong = "us-gaap:FairValueInputsLevel1Member"
    text = (
        segment(filings.NOTE).replace("us-gaap:ProductMember", wrong).replace("us-gaap_ProductMember", wrong.replace(":", "_"))
    )
    assert solve(FINRE, question.replace("us-gaap:ProductMember", wrong) + text) == "CombinationErr"


def test_without_a_label_for_sound_pairs_one_of_the_three_is_given() -> None:
    answer = solve(FINRE, "us-gaap:AssetsCurrent, us-gaap:InventoryNet: which of the three?\n" + segment(filings.BALANCE))
    assert answer == "Reversal"


def test_finsm_finds_lines_without_a_sum() -> None:
    calculation = filings.calculation(filings.BALANCE)
    cut = re.sub(r"<link:calculationArc [^>]*(Goodwill|Turbines)[^>]*/>", "", calculation)
    text = segment(filings.BALANCE).replace(calculation, cut)
    assert solve(FINSM, "Which currency tags are mismatched?\n" + text) == '["us-gaap:Goodwill", "brook:Turbines"]'


def test_finsm_finds_a_concentration_that_says_nothing_of_whom() -> None:
    name = "us-gaap:ConcentrationRiskPercentage"
    fact = f'<{name} contextRef="d23" unitRef="pure" decimals="2">0.21</{name}>'
    query = f"Which tags for revenue from one customer are inappropriate?\n{filings.context('d23')}\n{fact}"
    assert solve(FINSM, query) == '["us-gaap:ConcentrationRiskPercentage"]'


def test_the_question_is_not_searched_for_in_the_segment() -> None:
    question, _ = read_prompt(f"About us-gaap:Goodwill?\n{segment(filings.BALANCE)}\nAnswer as JSON.")
    assert question.concepts == ("Goodwill",)


def test_the_solver_sees_neither_builder_nor_files() -> None:
    """What it imports, module by module: nothing that builds, reads files or runs audit rules."""
    for path in Path(solver.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            for name in names:
                assert ".build" not in name
                assert not name.startswith("tieout.engines.auditing.rules")
                assert name not in ("tieout", "tieout.reading", "tieout.reading.read", "pathlib", "os", "io", "tempfile")


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="<>/=\"' abclinkcontextRef:&;\n-!", max_size=300))
def test_any_text_is_read_without_a_fault(text: str) -> None:
    read_segment(text)
    read_prompt(text)


@pytest.mark.parametrize("piece", ["<a", '<a b="', "<a:b c='d' ", "<!--", "</", "<loc label='", "<us-gaap:A contextRef='c'>"])
def test_hostile_repetition_costs_linear_time(piece: str) -> None:
    read_prompt(piece * 40_000)
