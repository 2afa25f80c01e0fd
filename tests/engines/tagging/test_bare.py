"""A report's contexts as strings, with the labels that its tags give."""

import tieout
from tests.engines.tagging.made_up import inline_filing
from tieout.engines.tagging.bare import bare_examples, bare_string
from tieout.engines.tagging.examples import examples_of
from tieout.report.layout import Table

PAGE = """<html><body><table>
<tr><td></td><td colspan="2">2031</td><td colspan="2">2030</td></tr>
<tr><td>Net sales</td><td>$</td><td>1,250</td><td>$</td><td>1,100</td></tr>
<tr><td>Costs &amp; more</td><td colspan="2">(40)</td><td></td><td></td></tr>
</table></body></html>"""


def _table(tmp_path) -> Table:
    path = tmp_path / "page.htm"
    path.write_text(PAGE, encoding="utf-8")
    report = tieout.read(path)
    return next(item for page in report.pages for item in page.items if isinstance(item, Table))


def test_a_table_is_given_by_the_order_of_its_cells_alone(tmp_path):
    table = _table(tmp_path)
    assert bare_string(table) == (
        "<table><tr><td></td><td>2031</td><td>2030</td></tr>"
        "<tr><td>Net sales</td><td>$</td><td>1,250</td><td>$</td><td>1,100</td></tr>"
        "<tr><td>Costs &amp; more</td><td>(40)</td><td></td></tr></table>"
    )
    assert "<td>$1,250</td>" in bare_string(table, split_signs=False).replace(" ", "")


def test_each_number_keeps_its_label_and_loses_what_stands_around_its_context(tmp_path):
    path = tmp_path / "filing.htm"
    path.write_text(inline_filing(0), encoding="utf-8")
    report = tieout.read(path)
    whole = list(examples_of(report))
    bare = list(bare_examples(report, whole))
    assert [[(e.mention.value, e.concept, e.type) for e in c.examples] for c in bare] == [
        [(e.mention.value, e.concept, e.type) for e in c.examples] for c in whole
    ]
    assert any(e.mention.headings for c in whole for e in c.examples)
    assert not any(e.mention.headings or e.mention.caption for c in bare for e in c.examples)
