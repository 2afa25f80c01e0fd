"""Reports of other kinds: several documents, Markdown pages, and pictures of PDF pages with boxes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.viewer.browser.desk.opened import Desk
from tests.viewer.served import Served
from tieout.samples import path


def test_the_document_changes_with_the_fact_that_is_chosen(page: Any, tmp_path: Path) -> None:
    with Served(path("japan_edinet"), "--review", tmp_path / "review.jsonl") as served:
        opened = Desk(page, served.link, whole=False)
        documents = page.get_by_label("Document", exact=True)
        first = documents.input_value()
        page.wait_for_selector("#list .row")
        opened.search("NetSales")
        opened.rows.first.click()
        page.wait_for_function("first => document.getElementById('documents').value !== first", arg=first)
        page.wait_for_function("() => document.querySelectorAll('#frames iframe').length === 2")
        page.wait_for_timeout(500)
        value = opened.selected.locator(".value").inner_text().split()[0]
        assert value.startswith(opened.ringed().strip("△"))
        assert opened.ring_is_seen()
        page.goto("about:blank")


def test_a_number_of_a_pdf_is_boxed_on_the_picture_of_its_page(page: Any, tmp_path: Path) -> None:
    with Served(path("us_statements.pdf"), "--review", tmp_path / "review.jsonl") as served:
        opened = Desk(page, served.link, "tab=numbers&q=Total+assets", whole=False)
        opened.rows.first.click()
        box = opened.frame.locator(".box.tieout-chosen")
        box.wait_for(state="attached")
        assert box.inner_text() == opened.selected.locator(".value").inner_text().split()[0]
        assert opened.frame.locator(".page img").first.evaluate("image => image.complete || image.loading === 'lazy'")
        opened.frame.locator(".box", has_text="206,475").first.click(force=True)
        assert "206,475" in opened.selected.inner_text()
        page.goto("about:blank")


def test_a_number_of_a_markdown_page_is_ringed(page: Any, tmp_path: Path) -> None:
    with Served(path("us_10k.md"), "--review", tmp_path / "review.jsonl") as served:
        opened = Desk(page, served.link, "tab=numbers&q=Total+current+assets", whole=False)
        opened.rows.first.click()
        assert opened.ringed().strip("$") == "112,567"
        assert opened.ring_is_seen()
        page.goto("about:blank")
