"""Everything by keyboard alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.viewer.browser.desk.opened import Desk

Open = Callable[..., Desk]


def focused(opened: Desk) -> str:
    return str(opened.page.evaluate("document.activeElement.id"))


def test_a_whole_review_without_a_mouse(desk: Open, review_file: Path) -> None:
    opened = desk()
    keyboard = opened.page.keyboard
    keyboard.press("3")
    assert opened.page.get_by_role("tab", selected=True).inner_text().startswith("Findings")
    keyboard.press("j")
    keyboard.press("j")
    keyboard.press("k")
    assert opened.selected.get_attribute("aria-posinset") == "1"
    keyboard.press("1")
    keyboard.press("/")
    assert focused(opened) == "query"
    keyboard.type("inventories 29,460")
    keyboard.press("Enter")
    assert focused(opened) == "list"
    opened.selected.wait_for()
    assert opened.ringed() == "29,460"
    keyboard.press("r")
    opened.page.locator("#saved.saved").wait_for()
    assert "Rejected" in opened.selected.inner_text()
    keyboard.press("t")
    opened.page.get_by_role("dialog", name="Change the tag").wait_for()
    keyboard.press("ArrowDown")
    keyboard.press("Enter")
    keyboard.press("Enter")
    opened.page.locator("#detail .history .decision.retag").wait_for()
    keyboard.press("n")
    opened.page.get_by_role("dialog", name="Note").wait_for()
    keyboard.type("counted twice")
    keyboard.press("Control+Enter")
    opened.page.locator("#detail .history q", has_text="counted twice").wait_for()
    for _ in range(3):
        before = opened.page.locator("#detail .history .undone").count()
        keyboard.press("u")
        opened.page.locator("#detail .history .undone").nth(before).wait_for()
    assert opened.selected.locator(".decision").count() == 0
    keyboard.press("Enter")
    assert focused(opened) == "detail"
    keyboard.press("Escape")
    assert focused(opened) == "list"
    keyboard.press("x")
    assert opened.page.get_by_role("searchbox", name="Search the list").input_value() == ""


def test_the_sheet_of_keys_tells_every_key_and_closes_by_escape(desk: Open) -> None:
    opened = desk(whole=False)
    opened.page.keyboard.press("?")
    sheet = opened.page.get_by_role("dialog", name="Keys")
    keys = sheet.locator("kbd").all_inner_texts()
    for key in ("j", "k", "/", "f", "Enter", "a", "r", "t", "n", "u", "Ctrl+Z", "Esc", "?", *"12345678"):
        assert key in keys, key
    opened.page.keyboard.press("Escape")
    sheet.wait_for(state="hidden")


def test_keys_work_from_within_the_document_and_not_while_writing(desk: Open) -> None:
    opened = desk(whole=False)
    opened.printed("112,567").click()
    first = opened.view
    opened.page.keyboard.press("j")
    assert opened.view != first
    opened.page.keyboard.press("f")
    assert focused(opened) == "findtext"
    chosen = opened.view
    opened.page.keyboard.type("jkuar")
    assert opened.view == chosen
    assert opened.page.locator("#findtext").input_value() == "jkuar"


def test_dividers_move_by_arrow_keys_and_everything_is_reached_by_tab(desk: Open) -> None:
    opened = desk(whole=False)
    divider = opened.page.get_by_role("separator", name="Width of the document")
    width = opened.page.locator("#paper").bounding_box()["width"]
    divider.focus()
    opened.page.keyboard.press("ArrowRight")
    opened.page.keyboard.press("ArrowRight")
    assert opened.page.locator("#paper").bounding_box()["width"] > width
    reached = set()
    opened.page.locator("#skip").focus()
    for _ in range(60):
        opened.page.keyboard.press("Tab")
        reached.add(focused(opened))
        if "split" in reached:
            break
    assert reached >= {"by", "take", "theme", "keys", "findtext", "divider", "tab-facts", "query", "order", "list", "split"}


def test_arrow_keys_walk_through_tabs(desk: Open) -> None:
    opened = desk()
    opened.page.get_by_role("tab", selected=True).focus()
    opened.page.keyboard.press("ArrowRight")
    assert opened.page.get_by_role("tab", selected=True).inner_text().startswith("Tags")
    assert focused(opened) == "tab-tags"
    opened.page.keyboard.press("End")
    assert focused(opened) == "tab-statements"
