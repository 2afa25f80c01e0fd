"""Reports cut up at random and questions of any characters: an answer with evidence, or none with a reason, never a fault."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.engines.kpis import reports
from tieout.engines.kpis import kpis
from tieout.engines.pages import PagesEngine
from tieout.report import TieoutError

WHOLE = reports.SPLIT.join(reports.PAGES)
PIECES = (
    "<td>", "</td>", "</tr><tr>", "<table>", "</table>", '<td rowspan="3">', '<td colspan="9">', "20",
    "2024", "(", ")", "$", "—", "\u00a0",
    "<--- Page Split --->\n", "in thousands", "₹ crore", "Note", "Dec-24", "1.234,5", "9" * 40, "total", "Less: allowance for",
    "shares outstanding", "Exact name of registrant", "| a | b |\n|---|---|\n| 1 | 2 |\n", "￿", "\x00", "ſ", "İ",
)  # fmt: skip
edits = st.lists(st.tuples(st.integers(0, len(WHOLE)), st.integers(0, 400), st.sampled_from(PIECES)), min_size=1, max_size=12)
engine = PagesEngine.load()


def edited(changes: list[tuple[int, int, str]]) -> str:
    text = WHOLE
    for at, length, piece in changes:
        text = text[:at] + piece + text[at + length :]
    return text


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(edits)
def test_spoiled_reports_have_answers_with_evidence_or_reasons(changes):
    try:
        report = reports.report(edited(changes))
        answers = kpis(report)
    except TieoutError:  # too deep, or no text left
        return
    assert len(answers) == 31
    for answer in answers:
        assert answer.found == (answer.value is not None) == (answer.evidence is not None) != bool(answer.reason)
        if answer.evidence is not None and answer.evidence.cell is not None and answer.evidence.span is not None:
            start, end = answer.evidence.span
            assert report.cell(answer.evidence.cell).text[start:end] == answer.evidence.quote


WORDS = (
    "what", "was", "the", "op.", "inc.", "LTD,", "FY24", "Harrow's", "3M", "of", "2024", "’s", "-", "&", "net", "cash", "İſ",
)  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=200) | st.lists(st.sampled_from(WORDS)).map(" ".join))
def test_any_question_is_answered_or_refused(question):
    found = engine.answer(HARROW, question)
    assert found.found or found.reason
    assert sorted(found.pages) == list(range(1, 7))


HARROW = reports.report()
