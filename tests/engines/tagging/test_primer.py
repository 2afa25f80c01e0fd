"""The primer's made-up disclosures become examples like those of filings."""

import re

import pytest

from tieout.benchmarks.fintagging.concepts import read_concepts
from tieout.engines.tagging.engine import Tagger
from tieout.engines.tagging.examples import Example
from tieout.engines.tagging.mention import mentions_in
from tieout.engines.tagging.numbers import TYPES
from tieout.engines.tagging.primer import examples_of_primer, inline_document, primer_files

TEXT = """% a maker of kites, amounts in thousands
# Note 4 – Kites & Strings
> Kites in stock were as follows:
| | Kites | Price | Held at year end
Opened with:  ::
Box kites :: -Goodwill ; SharePrice ; -
Stunt kites :: Goodwill

* The rate was {21.3=EffectiveIncomeTaxRateContinuingOperations}%; {two=NumberOfReportableSegments} kites, ${1.5=Land} million.
"""


@pytest.fixture(scope="module")
def shipped() -> dict[str, tuple[str, list[Example]]]:
    """Of each shipped file its text and its examples of concepts."""
    return {
        name: (text, [e for c in examples_of_primer(name, text) for e in c.examples if e.concept])
        for name, text in primer_files()
    }


def told(text: str) -> dict[str, tuple[str | None, str | None]]:
    return {e.mention.text: (e.concept, e.type) for c in examples_of_primer("kites.a", text) for e in c.examples}


def examples(text: str = TEXT):
    return [e for c in examples_of_primer("kites.a", text) for e in c.examples if e.concept is not None]


def test_a_row_has_one_concept_or_one_for_each_column():
    found = [(e.mention.row_label, e.mention.column_headers, e.concept) for e in examples() if e.mention.kind == "table"]
    assert found == [
        ("Box kites", ("Kites",), "Goodwill"),
        ("Box kites", ("Price",), "SharePrice"),
        ("Stunt kites", ("Kites",), "Goodwill"),
        ("Stunt kites", ("Price",), "Goodwill"),
        ("Stunt kites", ("Held at year end",), "Goodwill"),
    ]


def test_a_row_stands_in_its_surroundings_as_in_a_filing():
    first = examples()[0].mention
    assert first.section_rows == ("Opened with:",)
    assert first.caption.startswith("Kites in stock were as follows:")
    assert first.headings == ("Note 4 – Kites & Strings",)
    assert first.negative and first.flat is not None
    assert not examples()[2].mention.negative


def test_numbers_of_prose_are_those_that_are_written():
    found = told(TEXT)
    assert found["21.3"] == ("EffectiveIncomeTaxRateContinuingOperations", "percentItemType")
    assert found["two"] == ("NumberOfReportableSegments", "integerItemType")
    assert found["1.5"] == ("Land", "monetaryItemType")


def test_the_same_text_gives_the_same_numbers_and_files_of_a_letter_one_issuer():
    assert inline_document("kites.a", TEXT) == inline_document("kites.a", TEXT) != inline_document("strings.a", TEXT)
    assert {c.issuer for c in [*examples_of_primer("kites.a", TEXT), *examples_of_primer("strings.a", TEXT)]} == {"primer a"}


@pytest.mark.parametrize("line", ["Box kites, two of them", "Box kites :: Goodwill"])
def test_a_line_that_is_nothing_or_a_row_outside_a_table_is_refused(line):
    with pytest.raises(ValueError, match=r"kites\.a, line 3: .*Box kites"):
        inline_document("kites.a", f"% kites\n\n{line}\n")


def test_what_only_the_primer_has_is_learned(model):
    rows = "".join(
        f"<tr><td>{label}</td><td>{n}</td><td>{n + 1}</td></tr>" for n, label in ((512, "Kite strings"), (87, "Finished kites"))
    )
    found = mentions_in(f"<table><tr><td></td><td>2025</td><td>2024</td></tr>{rows}</table>")
    ranked = Tagger.load(model).rank([m.of_type("monetaryItemType") for m in found], 1)
    assert [best[0][0] for best in ranked] == ["InventoryRawMaterials"] * 2 + ["InventoryFinishedGoods"] * 2


def test_every_number_of_the_shipped_files_becomes_an_example(shipped):
    assert len(shipped) >= 250
    for name, (text, found) in shipped.items():
        sentences, rows = re.findall(r"\{[^{}=]+=\w+\}", text), re.findall(r"^[^|#>*%].*::.*[A-Za-z]", text, re.MULTILINE)
        assert len(found) >= 0.9 * (len(sentences) + len(rows)) > 80, name


def test_the_shipped_files_use_concepts_as_the_taxonomy_types_them(shipped, corpus):
    known = read_concepts(corpus / "fintagging" / "us_gaap_2024_concepts.jsonl")
    used = {e.concept: e.type for _, found in shipped.values() for e in found}
    assert set(used.values()) == set(TYPES)
    assert len(used) > 4_000
    assert not [name for name, type_ in used.items() if known.type_of(name) not in (type_, None)]
    assert len([name for name in used if known.type_of(name) is None]) < 60
