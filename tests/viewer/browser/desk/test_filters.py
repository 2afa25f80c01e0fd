"""Filters, search and deep links."""

from __future__ import annotations

from collections.abc import Callable

from tests.viewer.browser.desk.opened import Desk

Open = Callable[..., Desk]


def pick(opened: Desk, facet: str, value: str) -> None:
    opened.page.get_by_role("button", name=f"Filter by {facet.lower()}").click()
    search = opened.page.locator("#facet input[type=search]")
    if search.count():
        search.fill(value)
    opened.page.locator("#facet label", has_text=value).first.locator("input").check()
    opened.page.keyboard.press("Escape")


def test_filters_narrow_the_list_together_and_say_how_many_are_left(desk: Open) -> None:
    opened = desk()
    everything = int(opened.count())
    pick(opened, "Sign", "negative")
    negative = int(opened.count().split(" of ")[0])
    assert 0 < negative < everything
    pick(opened, "Period", "Year to 2025-09-30")
    both = int(opened.count().split(" of ")[0])
    assert 0 < both < negative
    rows = opened.rows.all_inner_texts()
    assert all("−" in row and "Year to 2025-09-30" in row for row in rows)
    opened.page.get_by_role("button", name="Clear all").click()
    assert opened.count() == str(everything)


def test_there_are_filters_for_kind_rule_concept_period_sign_dimension_and_page_and_for_confidence(desk: Open) -> None:
    opened = desk()
    for facet in ("kind", "rule", "concept", "period", "sign", "dimension", "page", "review"):
        assert opened.page.get_by_role("button", name=f"Filter by {facet}").count() == 1, facet
    opened.tab("Tags")
    assert opened.page.get_by_role("button", name="Filter by confidence").count() == 1


def test_values_come_with_the_number_of_items_they_would_leave(desk: Open) -> None:
    opened = desk("tab=findings")
    opened.page.get_by_role("button", name="Filter by rule").click()
    value = opened.page.locator("#facet label").first
    count = int(value.locator(".n").inner_text())
    value.locator("input").check()
    opened.page.keyboard.press("Escape")
    assert opened.count().split(" of ")[0] == str(count)
    assert opened.rows.count() == count


def test_a_deep_link_brings_tab_filter_query_and_item(desk: Open) -> None:
    opened = desk()
    opened.tab("Tags")
    pick(opened, "Page", "Page 10")
    opened.search("inventor")
    opened.rows.first.click()
    view, rows = opened.page.evaluate("location.hash"), opened.rows.all_inner_texts()
    opened.page.goto("about:blank")
    again = desk(view[1:])
    assert again.page.get_by_role("tab", selected=True).inner_text().startswith("Tags")
    assert again.page.get_by_role("searchbox", name="Search the list").input_value() == "inventor"
    assert again.rows.all_inner_texts() == rows
    assert again.selected.count() == 1
    assert again.ringed()


def test_text_in_the_document_is_found_over_spaces_and_lines_with_next_and_previous(desk: Open) -> None:
    opened = desk(whole=False)
    find = opened.page.get_by_role("searchbox", name="Find in the document")
    find.fill("total current")
    found = opened.page.locator("#found")
    first = found.inner_text()
    assert first.startswith("1 of ")
    count = int(first.removeprefix("1 of "))
    assert count >= 2
    find.press("Enter")
    assert found.inner_text() == f"2 of {count}"
    opened.page.get_by_role("button", name="Previous match").click()
    opened.page.get_by_role("button", name="Previous match").click()
    assert found.inner_text() == f"{count} of {count}"
    find.fill("there is no such text")
    assert found.inner_text() == "no match"


def test_a_search_that_finds_nothing_says_so(desk: Open) -> None:
    opened = desk(whole=False)
    opened.search("qqqq")
    opened.page.get_by_text("Nothing passes these filters.").wait_for()
