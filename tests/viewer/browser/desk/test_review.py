"""The review: decisions are on the disk at once, can be taken back, and are taken away as tables."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.viewer.browser.conftest import Watch
from tests.viewer.browser.desk.opened import Desk
from tieout.report.review import read_review, standing

Open = Callable[..., Desk]


def saved(opened: Desk) -> None:
    opened.page.locator("#saved.saved").wait_for()


def last(review_file: Path) -> dict[str, Any]:
    return dict(json.loads(review_file.read_text("utf-8").splitlines()[-1]))


def test_a_decision_is_in_the_file_when_the_page_says_saved(desk: Open, review_file: Path) -> None:
    opened = desk("item=f143")
    opened.page.get_by_label("Reviewer").fill("Ottoline")
    opened.page.get_by_label("Reviewer").press("Enter")
    opened.page.get_by_role("button", name="Reject").click()
    saved(opened)
    entry = last(review_file)
    assert (entry["action"], entry["kind"], entry["by"], entry["text"], entry["filed"]) == (
        "reject",
        "fact",
        "Ottoline",
        "112,567",
        "us-gaap:AssetsCurrent",
    )
    assert "Rejected" in opened.selected.inner_text()
    assert "Ottoline" in opened.detail()


def test_undo_takes_the_last_decision_back_by_button_and_by_key(desk: Open, review_file: Path) -> None:
    opened = desk("item=f144")
    opened.page.get_by_role("button", name="Accept").click()
    saved(opened)
    opened.page.get_by_role("button", name="Undo").click()
    opened.page.locator("#detail .history .undone").wait_for()
    assert last(review_file)["action"] == "undo"
    assert opened.selected.locator(".decision").count() == 0
    opened.page.keyboard.press("a")
    opened.page.locator("#detail .history li").nth(1).wait_for()
    opened.page.keyboard.press("Control+z")
    opened.page.locator("#detail .history .undone").nth(1).wait_for()
    assert not any("f-140" in target for target in standing(read_review(review_file)))


def test_the_tag_is_changed_to_a_candidate_or_to_any_concept(desk: Open, review_file: Path) -> None:
    opened = desk("item=f145")
    opened.page.get_by_role("button", name="Change tag").click()
    dialog = opened.page.get_by_role("dialog", name="Change the tag")
    assert dialog.get_by_role("option").count() > 1
    concept = dialog.get_by_role("combobox", name="Concept")
    concept.fill("goodwill")
    dialog.get_by_role("option").filter(has_text="us-gaap:Goodwill").first.wait_for()
    concept.press("ArrowDown")
    concept.press("Enter")
    assert concept.input_value().startswith("us-gaap:")
    concept.fill("cryptoasset")  # of the taxonomy, and not of this filing
    dialog.get_by_role("option").filter(has_text="us-gaap:Crypto").first.wait_for()
    concept.fill("mrw:OtherThing")
    dialog.get_by_label("Note").fill("as last year")
    concept.press("Enter")
    opened.page.locator("#detail .history code", has_text="mrw:OtherThing").wait_for()
    entry = last(review_file)
    assert (entry["action"], entry["concept"], entry["reason"]) == ("retag", "mrw:OtherThing", "as last year")


def test_a_note_stands_beside_a_decision(desk: Open, review_file: Path) -> None:
    opened = desk("tab=findings")
    opened.rows.first.click()
    opened.page.get_by_role("button", name="Note").click()
    note = opened.page.get_by_role("textbox", name="Note")
    note.fill("<b>ask the controller</b>")
    note.press("Control+Enter")
    opened.page.locator("#detail .history q").wait_for()
    assert opened.page.locator("#detail .history q").inner_text() == "<b>ask the controller</b>"
    assert last(review_file)["kind"] == "finding"
    assert last(review_file)["fingerprint"]


def test_what_could_not_be_saved_is_said_and_can_be_tried_again(desk: Open, watch: Watch, review_file: Path) -> None:
    opened = desk("item=f146")
    before = review_file.read_text("utf-8") if review_file.exists() else ""
    opened.page.route("**/review", lambda route: route.abort())
    opened.page.get_by_role("button", name="Accept").click()
    opened.page.locator("#saved.failed", has_text="Could not be saved").wait_for()
    assert opened.selected.locator(".decision").count() == 0
    assert (review_file.read_text("utf-8") if review_file.exists() else "") == before
    opened.page.unroute("**/review")
    opened.page.get_by_role("button", name="Try again").click()
    saved(opened)
    assert last(review_file)["action"] == "accept"
    watch.errors.clear()  # the browser's own line on the request that this test failed


def test_decisions_are_filtered_by_and_exported_as_xlsx_csv_and_json(desk: Open) -> None:
    opened = desk("item=f147")
    opened.page.get_by_role("button", name="Accept").click()
    saved(opened)
    opened.page.goto(opened.page.url.partition("#")[0] + "#review=accepted")
    opened.page.locator("#count", has_text=" of ").wait_for()
    assert opened.rows.count() >= 1
    opened.page.get_by_role("button", name="Export").click()
    for name, begins in (("Excel", b"PK"), ("Table", b"at,by,action"), ("JSON", b"[")):
        with opened.page.expect_download() as download:
            opened.page.get_by_role("link", name=name).click()
        content = Path(download.value.path()).read_bytes()
        assert content.lstrip(b"\xef\xbb\xbf").startswith(begins), name
