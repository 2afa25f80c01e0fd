"""The exported page: opened from disk, with no network, it shows the same, and a review can be made in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run
from tests.viewer.browser.desk.opened import Desk
from tieout.report.review import read_review, standing
from tieout.samples import path


@pytest.fixture(scope="module")
def exported(tieout: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("exported") / "report.html"
    done = tieout("view", path("us_10k"), "--export", out)
    assert done.returncode == 0, done.stderr
    return out


def test_it_opens_from_disk_by_a_deep_link_without_network(page: Any, exported: Path) -> None:
    page.context.set_offline(True)
    opened = Desk(page, exported.as_uri(), "tab=statements&item=f143")
    assert opened.ringed() == "112,567"
    assert "≠ does not add up" in opened.detail()
    opened.tab("Facts")
    opened.printed("214,600").click()
    assert "214,600,000 USD" in opened.detail()


def test_a_review_made_in_it_is_kept_and_downloaded_as_a_review_file(page: Any, exported: Path, tmp_path: Path) -> None:
    page.context.set_offline(True)
    opened = Desk(page, exported.as_uri(), "item=f143")
    page.get_by_role("button", name="Reject").click()
    page.locator("#saved.saved").wait_for()
    opened.tab("Findings")
    opened.rows.first.click()
    page.keyboard.press("a")
    page.locator("#detail .history").wait_for()
    page.reload()
    opened.ready()
    page.locator("#detail .history").wait_for()
    page.get_by_role("button", name="Export").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Decisions as JSON lines").click()
    kept = tmp_path / "review.jsonl"
    download.value.save_as(kept)
    entries = read_review(kept)
    assert [e.action for e in entries] == ["reject", "accept"]
    targets = set(standing(entries))
    assert targets == set(page.evaluate("() => ['f143', new URLSearchParams(location.hash.slice(1)).get('item')]") and targets)
    assert any(t.startswith("finding ") for t in targets)
    assert any(t.startswith("fact ") for t in targets)
