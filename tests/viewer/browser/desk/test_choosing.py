"""Choosing from either side: an item shows its evidence, a number of the document shows all that is known of it."""

from __future__ import annotations

from collections.abc import Callable

from tests.viewer.browser.desk.opened import Desk

Open = Callable[..., Desk]


def test_an_item_scrolls_to_its_evidence_and_rings_exactly_its_characters(desk: Open) -> None:
    opened = desk()
    opened.search("AssetsCurrent 112,567")
    opened.choose("Total current assets")
    assert opened.ringed() == "112,567"
    assert opened.ring_is_seen()


def test_evidence_that_is_a_part_of_a_sentence_is_ringed_to_the_character(desk: Open) -> None:
    opened = desk("tab=entities")
    opened.search("Puddle")
    name = opened.rows.first.locator(".title").inner_text()
    opened.rows.first.click()
    assert opened.ringed() == name.replace(" ", "")


def test_a_number_of_the_document_shows_all_that_is_known_of_it(desk: Open) -> None:
    opened = desk()
    opened.printed("112,567").click()
    known = opened.detail()
    for told in (
        "112,567,000 USD",
        "At 2025-09-30",
        "rounded to thousands",
        "us-gaap:AssetsCurrent",
        "page 10",
        "Total current assets",  # its label, and the row
        "Cash and cash equivalents",  # the sum's parts
        "≠ does not add up",
        "−90,000",
        "Consolidated Balance Sheets",  # the network that shows it
        "SUGGESTED TAGS",
        "%",
        "FINDINGS ON IT",
        "statement-sum",
    ):
        assert told in known, told
    assert opened.ringed() == "112,567"
    assert "Total current assets" in opened.selected.inner_text()


def test_facts_with_dimensions_say_them_in_words_and_in_names(desk: Open) -> None:
    opened = desk()
    opened.printed("168,420").click()
    known = opened.detail()
    assert "Product Or Service: Product" in known
    assert "srt:ProductOrServiceAxis = us-gaap:ProductMember" in known


def test_a_number_that_nothing_explains_is_shown_as_that(desk: Open) -> None:
    opened = desk("tab=numbers")
    opened.printed("20549").click()
    assert "Unexplained number".upper() in opened.detail()
    assert "no tag covers it" in opened.detail()


def test_parts_of_a_sum_lead_to_their_facts(desk: Open) -> None:
    opened = desk()
    opened.printed("112,567").click()
    opened.page.locator("#detail .sum").get_by_role("button", name="Inventories").first.click()
    assert opened.ringed() == "29,460"


def test_a_link_to_an_item_opens_it_and_back_leads_back(desk: Open) -> None:
    opened = desk("item=k0")
    assert opened.page.get_by_role("tab", selected=True).inner_text().startswith("KPIs")
    assert "Revenue" in opened.detail()
    assert opened.ringed() == "214,600"
    opened.choose("Gross profit")
    assert "item=k0" not in opened.view
    opened.page.go_back()
    opened.page.locator("#detail h2", has_text="Revenue").wait_for()
    assert "item=k0" in opened.view
