"""The page of an evaluation run, and the list of a folder of reports."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run
from tests.viewer.served import Served
from tieout.samples import path


@pytest.fixture(scope="module")
def run(tieout: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("eval") / "run"
    command = ("eval", "securities-tables/qa", "--data", path("japan"), "--split", "valid", "--solver", "engine", "--out", out)
    assert tieout(*command).returncode == 0
    return out


def look(page: Any) -> None:
    """Results with a chart beside published numbers, and a sample with all that belongs to it."""
    page.wait_for_selector("html[data-complete]", state="attached")
    results = page.get_by_role("region", name="Results")
    assert "value_accuracy" in results.inner_text()
    assert "Published" in results.inner_text()
    assert page.locator("img.chart").first.evaluate("image => image.complete && image.naturalWidth > 0")
    page.keyboard.press("j")
    page.keyboard.press("j")
    detail = page.locator("#detail")
    detail.get_by_role("heading", name="question_tqa_valid2").wait_for()
    for name in ("Output", "Gold", "Evidence", "Prompt"):
        assert detail.get_by_role("heading", name=name, exact=True).is_visible(), name
    assert "cell_id" in detail.locator("pre").first.inner_text()
    page.get_by_role("searchbox").fill("valid27")
    assert page.locator("#count").inner_text() == "1 of 27"


def test_a_run_shows_results_and_samples(page: Any, run: Path) -> None:
    with Served(run) as served:
        page.goto(served.link)
        look(page)
        page.goto("about:blank")


def test_an_exported_run_shows_the_same_from_disk(page: Any, run: Path, tieout: Run, tmp_path: Path) -> None:
    out = tmp_path / "run.html"
    done = tieout("view", run, "--export", out)
    assert done.returncode == 0, done.stderr
    page.context.set_offline(True)
    page.goto(out.as_uri())
    look(page)


def test_a_folder_is_listed_searched_and_opened(page: Any, tmp_path: Path) -> None:
    for name in ("alpha.md", "beta.md"):
        shutil.copy(path("us_10k.md"), tmp_path / name)
    with Served(tmp_path) as served:
        page.goto(served.link)
        page.get_by_role("link", name="alpha").wait_for()
        page.get_by_role("searchbox").fill("bet")
        assert page.get_by_role("link").count() == 1
        page.get_by_role("link", name="beta").click()
        page.wait_for_selector("html[data-shown]", state="attached", timeout=60_000)
        home = page.get_by_role("link", name="Reports")
        home.wait_for()
        home.click()
        page.get_by_role("link", name="alpha").wait_for()
        page.goto("about:blank")
