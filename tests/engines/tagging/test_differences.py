"""Which number of a filing is which of the engine's."""

from decimal import Decimal

from tests.engines.tagging.made_up import inline_filing
from tieout.engines.tagging.differences import differences
from tieout.engines.tagging.examples import PREFIX, examples_of
from tieout.engines.tagging.tagging import TaggedNumber
from tieout.reading import read


def test_a_number_that_is_printed_before_without_a_tag_takes_nothing_from_the_tagged_one(tmp_path):
    text = inline_filing(0, tables=1)
    discussed = "<table><tr><td></td><td>2024</td></tr><tr><td>Total assets</td><td>$9,876</td></tr></table>"
    tagged = discussed.replace(
        "9,876",
        '<ix:nonFraction name="us-gaap:Assets" contextRef="i" unitRef="usd" decimals="-6" scale="6" '
        'format="ixt:num-dot-decimal">9,876</ix:nonFraction>',
    )
    path = tmp_path / "filing.htm"
    path.write_text(text.replace("</body>", f"{discussed}<p>The statement:</p>{tagged}</body>"), encoding="utf-8")
    report = read(path)
    (one,) = [e for c in examples_of(report) for e in c.examples if e.mention.text == "9,876" and e.concept]
    assert one.mention.evidence is not None
    number = TaggedNumber(
        Decimal(9876), "9,876", "monetaryItemType", f"{PREFIX}Liabilities", 0.9, 0.9, ((f"{PREFIX}Liabilities", 0.9),),
        one.mention.evidence, one.mention,
    )  # fmt: skip
    found = [d for d in differences([number], report) if d.text == "9,876"]
    assert [(d.kind, d.filed, d.suggested) for d in found] == [("concept", f"{PREFIX}Assets", f"{PREFIX}Liabilities")]
    assert found[0].label == "Total assets"
