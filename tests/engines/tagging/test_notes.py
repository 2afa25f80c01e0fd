"""Numbers of notes that an instance carries as text are told by the facts with their value."""

from html import escape
from pathlib import Path

import tieout
from tests.reading.filings import US_GAAP, arc, instance, link, linkbase, linkbase_ref, loc, role_type, schema, write
from tieout.engines.tagging.notes import examples_of_notes

DEBT = "http://norvant.example/role/DebtDetails"
TABLE = (
    "<table><tr><td>(In thousands)</td><td>2023</td></tr><tr><td>Term loan of the saw mill</td><td>1,234</td></tr>"
    "<tr><td>Drawn of the bank's line</td><td>456</td></tr><tr><td>Costs of raising it</td><td>(78)</td></tr>"
    "<tr><td>Saws in the shop</td><td>991</td></tr><tr><td>Forged twice</td><td>555</td></tr></table>"
)
PROSE = "<p>The loan bears 8.25% and $2.7 million were repaid. In all 12 people know of it.</p>"


def fact(name: str, value: str, context: str = "i", unit: str = "usd") -> str:
    return f'<us-gaap:{name} contextRef="{context}" unitRef="{unit}" decimals="-3">{value}</us-gaap:{name}>'


def package(folder: Path, note: str) -> Path:
    named = ("LoansPayable", "LineOfCredit", "DeferredFinanceCostsNet", "RepaymentsOfDebt", "Goodwill", "Land")
    rate = "DebtInstrumentInterestRateStatedPercentage"
    padding = "<p>" + "Norvant Tools borrows from its bank, as it always did. " * 12 + "</p>"
    facts = (
        fact(named[0], "1234000") + fact(named[1], "456000") + fact(named[2], "78000") + fact(named[3], "2700000", "d")
        + fact(named[4], "555000") + fact(named[5], "555000") + fact(rate, "0.0825", "i", "pure")
        + f'<us-gaap:DebtDisclosureTextBlock contextRef="d">{escape(note + padding)}</us-gaap:DebtDisclosureTextBlock>'
    )  # fmt: skip
    locs = "".join(loc(name, f"{US_GAAP}#us-gaap_{name}") for name in ("DebtAbstract", *named, rate))
    arcs = "".join(arc("DebtAbstract", name, more=f'order="{i}"') for i, name in enumerate((*named, rate), 1))
    files = {
        "nvt.xml": instance(facts, more='<xbrli:unit id="pure"><xbrli:measure>xbrli:pure</xbrli:measure></xbrli:unit>'),
        "nvt.xsd": schema("", role_type(DEBT, "0000003 - Disclosure - Debt (Details)") + linkbase_ref("nvt_pre.xml")),
        "nvt_pre.xml": linkbase(link(locs + arcs, role=DEBT)),
    }
    return write(folder, files)


def told(folder: Path, note: str) -> dict[str, str | None]:
    return {e.mention.text: e.concept for c in examples_of_notes(tieout.read(package(folder, note))) for e in c.examples}


def test_a_tables_numbers_are_told_by_the_facts_with_their_value_in_its_scale(tmp_path):
    found = told(tmp_path, TABLE)
    assert found["1,234"] == "LoansPayable"
    assert found["456"] == "LineOfCredit"


def test_few_digits_are_enough_where_the_role_holds_most_of_the_table(tmp_path):
    assert told(tmp_path, TABLE)["78"] == "DeferredFinanceCostsNet"


def test_a_number_without_a_fact_and_one_of_two_concepts_are_not_told(tmp_path):
    found = told(tmp_path, TABLE)
    assert found["991"] is None
    assert found["555"] is None


def test_numbers_of_prose_are_told_with_their_scale_word_and_per_cent(tmp_path):
    found = told(tmp_path, TABLE + PROSE)
    assert found["8.25"] == "DebtInstrumentInterestRateStatedPercentage"
    assert found["2.7"] == "RepaymentsOfDebt"
    assert found["12"] is None


def test_a_table_that_its_own_text_block_repeats_is_taken_once(tmp_path):
    contexts = list(examples_of_notes(tieout.read(package(tmp_path, TABLE + PROSE + TABLE))))
    assert [c.examples[0].mention.kind for c in contexts] == ["table", "text"]
    assert {c.issuer for c in contexts} == {"0000000042"}
    assert all(e.mention.evidence is None for c in contexts for e in c.examples)


def test_a_note_that_no_role_is_about_tells_nothing(tmp_path):
    assert (
        told(tmp_path, "<table><tr><td>Saws sold</td><td>31,400</td></tr><tr><td>Blades sold</td><td>77,123</td></tr></table>")
        == {}
    )


def test_a_note_that_is_no_html_does_no_harm(tmp_path):
    assert told(tmp_path, "<table><tr><td " * 200 + "1,234 & <<<") in ({}, {"1,234": "LoansPayable"})
