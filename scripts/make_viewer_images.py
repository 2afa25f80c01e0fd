"""Writes docs/images/viewer-*.png: the pictures of the README, of the real viewer with the sample report.

python scripts/make_viewer_images.py   (needs Chromium, and `pip install '.[browser]'`)
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from tieout.samples import path

IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images"
SIZE = {"width": 1280, "height": 800}


# Name of the picture, colour scheme, and what the address says is looked at.
SHOWN = (
    ("facts", "light", "tab=facts&q=total+assets"),
    ("statements", "dark", "tab=statements&statement=s2"),
)


def main() -> None:
    chromium = os.environ.get("TIEOUT_CHROMIUM") or shutil.which("chromium")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        out = Path(folder) / "report.html"
        command = [sys.executable, "-m", "tieout", "view", str(path("us_10k")), "--export", str(out)]
        subprocess.run([*command, "--reviewer", "A. Reviewer"], check=True)  # noqa: S603
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name, scheme, where in SHOWN:
            page = browser.new_page(viewport=SIZE, color_scheme=scheme)
            page.goto(f"{out.as_uri()}#{where}")
            page.wait_for_selector("html[data-complete]")
            choose(page, name)
            page.wait_for_timeout(500)
            page.screenshot(path=IMAGES / f"viewer-{name}.png")
            page.close()
        browser.close()


def choose(page: Any, name: str) -> None:
    """An item of the list, or a number of the statement, so that its evidence and details show."""
    if name == "statements":
        page.locator("#statements td", has_text="220,847").first.click()
    else:
        page.locator("#list .row").first.click()


if __name__ == "__main__":
    main()
