"""Statements as tables, with the checks of their sums."""

from __future__ import annotations

from collections.abc import Callable

from tests.viewer.browser.desk.opened import Desk

Open = Callable[..., Desk]


def test_a_statement_is_a_grid_whose_sums_are_checked_in_the_cells(desk: Open) -> None:
    opened = desk("tab=statements")
    opened.page.get_by_label("Statement", exact=True).select_option(label="Consolidated Balance Sheets")
    grid = opened.page.get_by_role("grid", name="Consolidated Balance Sheets")
    total = grid.get_by_role("row").filter(has_text="Total current assets").get_by_role("gridcell")
    differs, agrees = ("".join(text.split()) for text in total.all_inner_texts())
    assert differs == "≠−90,000!112,567"
    assert agrees == "✓100,020"
    assert "sums differ" in opened.page.locator(".summary").inner_text()


def test_a_cell_shows_its_evidence_and_arrow_keys_walk_the_grid(desk: Open) -> None:
    opened = desk("tab=statements&item=f143")
    cell = opened.page.get_by_role("gridcell", selected=True)
    assert "112,567" in cell.inner_text()
    assert opened.ringed() == "112,567"
    cell.focus()
    opened.page.keyboard.press("ArrowRight")
    opened.page.keyboard.press("Enter")
    assert opened.ringed() == "100,020"
    assert opened.page.get_by_role("tab", selected=True).inner_text().startswith("Statements")
    opened.page.keyboard.press("ArrowUp")
    opened.page.keyboard.press("Enter")
    assert opened.ringed() == "4,870"
