"""Any report as page-split Markdown, which reads back as the same pages and tables."""

from __future__ import annotations

from tieout import samples
from tieout.reading import read_bytes
from tieout.reading.to_markdown import PAGE_SPLIT, report_markdown

TEXT = f"""# Cash flow

Cash rose by 3 < 4.

{PAGE_SPLIT}

{PAGE_SPLIT}
<table><tr><td colspan="2">Assets &amp; more</td></tr><tr><td>Cash</td><td>$ (1,204)</td></tr></table>
"""


def test_pages_headings_and_tables_come_back() -> None:
    written = report_markdown(read_bytes(TEXT.encode(), "r.md"))
    assert [page.strip() for page in written.split(PAGE_SPLIT)] == [
        "# Cash flow\n\nCash rose by 3 < 4.",
        "",
        '<table><tr><td colspan="2">Assets &amp; more</td></tr><tr><td>Cash</td><td>$ (1,204)</td></tr></table>',
    ]
    assert report_markdown(read_bytes(written.encode(), "r.md")) == written


def test_what_would_open_a_tag_is_text() -> None:
    report = read_bytes(b"a <b and x<y", "r.md")
    assert report_markdown(report) == "a < b and x< y\n"


def test_a_filing_is_written_and_read_again_with_the_same_pages() -> None:
    import tieout

    report = tieout.read(samples.path("us_10k"))
    again = read_bytes(report_markdown(report).encode(), "again.md")
    assert len(again.pages) == len(report.pages)
    assert sum(len(page.tables) for page in again.pages) == sum(len(page.tables) for page in report.pages)
