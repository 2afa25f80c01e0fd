"""A real browser: Debian's Chromium, driven by Playwright (`make test-browser`).

Skipped where either is missing, but not where ``TIEOUT_BROWSER=required`` says that they have to be there.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

REQUIRED = os.environ.get("TIEOUT_BROWSER") == "required"
CHROMIUM = os.environ.get("TIEOUT_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser") or ""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = os.path.dirname(__file__)  # noqa: PTH120
    for item in items:
        if str(item.path).startswith(here):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium without its own sandbox, which needs rights that a container's root does not have."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        if REQUIRED:
            raise
        pytest.skip("playwright is not installed")
    if not CHROMIUM:
        if REQUIRED:
            raise FileNotFoundError("no Chromium: install it, or name it in TIEOUT_CHROMIUM")
        pytest.skip("there is no Chromium")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield opened
        opened.close()


class Watch:
    """What a page asked for elsewhere than of this machine or of its own file, and what went wrong in it."""

    def __init__(self) -> None:
        self.elsewhere: list[str] = []
        self.errors: list[str] = []

    def said(self, message: Any) -> None:
        # What Playwright itself puts into a frame without scripts is blocked too, which shows that the frame has none.
        if message.type == "error" and not message.text.startswith("Blocked script execution"):
            self.errors.append(message.text)

    def request(self, request: Any) -> None:
        if not request.url.startswith(("http://127.0.0.1:", "file:///", "data:", "about:", "blob:")):
            self.elsewhere.append(request.url)


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def page(browser: Any, watch: Watch) -> Iterator[Any]:
    """A fresh page; at the end nothing may have gone wrong in it, nor anything been asked for elsewhere."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, accept_downloads=True)
    context.on("request", watch.request)
    opened = context.new_page()
    opened.on("pageerror", lambda error: watch.errors.append(str(error)))
    opened.on("console", watch.said)
    opened.on("dialog", lambda dialog: (watch.errors.append(f"dialog {dialog.message}"), dialog.dismiss()))
    yield opened
    context.close()
    assert watch.elsewhere == []
    assert watch.errors == [], "\n".join(watch.errors)
