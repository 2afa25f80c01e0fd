"""A reviewer's job from end to end, in a real browser: look, choose, decide, take away, send."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from tests.cli.conftest import Run
from tests.viewer.served import Served
from tieout.samples import path

TOTAL = "us-gaap:Assets"
SHOWN, COMPLETE = "html[data-shown]", "html[data-complete]"


@pytest.fixture
def filing(tmp_path: Path) -> Path:
    return Path(shutil.copytree(path("us_10k"), tmp_path / "filing"))


@pytest.fixture
def opened(page: Any, filing: Path) -> Iterator[Any]:
    with Served(filing) as served:
        page.goto(served.link)
        page.wait_for_selector(SHOWN)
        yield page
        page.goto("about:blank")


def search(page: Any, words: str) -> None:
    page.fill("#query", words)
    # The list follows a moment after the last letter; the address tells when it has.
    page.wait_for_function("words => new URLSearchParams(location.hash.slice(1)).get('q') === words", arg=words)
    page.locator("#list .row").first.wait_for()


def chosen_in_document(page: Any) -> str:
    """The text under the ring that the page draws around what is chosen."""
    return str(
        page.evaluate(
            """() => {
          const doc = document.querySelector('iframe').contentDocument;
          const ring = [...doc.querySelectorAll('.tieout-ring > div')].map(e => e.getBoundingClientRect())
            .find(r => r.width > 0);
          const [x, y] = [ring.x + ring.width / 2, ring.y + ring.height / 2];
          const spot = doc.caretPositionFromPoint(x, y);
          const of = spot.offsetNode.parentElement.closest('[data-t]') ?? spot.offsetNode;
          return of.textContent;
        }"""
        )
    )


def test_choosing_a_fact_shows_where_it_is_printed(opened: Any) -> None:
    search(opened, "220,847")
    opened.locator("#list .row").first.click()
    opened.locator("#detail", has_text="220,847").wait_for()
    opened.wait_for_timeout(300)
    assert chosen_in_document(opened) == "220,847"


def test_choosing_a_number_in_the_document_shows_what_is_known_of_it(opened: Any) -> None:
    opened.wait_for_selector(COMPLETE, timeout=60_000)
    frame = opened.frames[-1]
    number = frame.locator("[data-t]", has_text="220,847").first
    number.scroll_into_view_if_needed()
    number.click()
    opened.locator("#detail", has_text="220,847").wait_for()
    told = opened.inner_text("#detail")
    for known in (TOTAL, "2025-09-30", "USD"):
        assert known in told, known


def test_a_decision_is_kept_taken_back_and_taken_away(opened: Any, filing: Path, tmp_path: Path) -> None:
    file = filing.with_name("filing.review.jsonl")
    opened.fill("#by", "Ana")
    search(opened, "220,847")
    opened.locator("#list .row").first.click()
    opened.get_by_role("button", name="Reject").click()
    opened.locator("#detail .history").wait_for()
    (entry,) = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert (entry["action"], entry["by"], entry["filed"]) == ("reject", "Ana", TOTAL)
    opened.click("#undo")
    opened.locator("#detail .history .undone").first.wait_for()
    assert [json.loads(line)["action"] for line in file.read_text("utf-8").splitlines()] == ["reject", "undo"]
    opened.click("#take")
    with opened.expect_download() as waiting:
        opened.locator("#downloads a", has_text="xlsx").or_(opened.locator("#downloads a[href$='xlsx']")).first.click()
    waiting.value.save_as(tmp_path / "review.xlsx")
    rows = list(openpyxl.load_workbook(tmp_path / "review.xlsx").active.values)
    assert rows[0][:3] == ("at", "by", "action") and [row[2] for row in rows[1:]] == ["reject", "undo"]


def test_the_page_to_send_opens_from_disk_and_shows_the_same(page: Any, filing: Path, tieout: Run, tmp_path: Path) -> None:
    out = tmp_path / "report.html"
    assert tieout("view", filing, "--export", out, "--ask", "What was total revenue in 2025?").returncode == 0
    page.context.set_offline(True)
    page.goto(out.as_uri())
    page.wait_for_selector(SHOWN)
    search(page, "220,847")
    page.locator("#list .row").first.click()
    page.wait_for_timeout(300)
    assert chosen_in_document(page) == "220,847"
    page.get_by_role("button", name="Reject").click()  # kept by the browser, as no server is there
    page.locator("#detail .history").wait_for()
    page.reload()
    page.wait_for_selector(SHOWN)
    page.locator("#detail .history").wait_for()
    number = page.frames[-1].locator("[data-t]", has_text="0.86").first
    number.scroll_into_view_if_needed()
    number.click()
    page.locator("#detail", has_text="EarningsPerShareDiluted").wait_for()
