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


def main() -> None:
    chromium = os.environ.get("TIEOUT_CHROMIUM") or shutil.which("chromium")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        out = Path(folder) / "report.html"
        command = [sys.executable, "-m", "tieout", "view", str(path("us_10k")), "--export", str(out)]
        subprocess.run([*command, "--ask", "What was total revenue in 2025?"], check=True)
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name, scheme, where in (
            ("facts", "light", "tab=facts&q=total+assets"),
            ("findings", "light", "tab=findings"),
            ("statements", "dark", "tab=statements"),
        ):
            page = browser.new_page(viewport=SIZE, color_scheme=scheme)
            page.goto(f"{out.as_uri()}#{where}")
            page.wait_for_selector("html[data-complete]")
            choose(page, name)
            page.wait_for_timeout(500)
            page.screenshot(path=IMAGES / f"viewer-{name}.png")
            page.close()
        browser.close()


def choose(page: Any, name: str) -> None:
    """The first item of the list, so that its evidence and details show."""
    if name != "statements":
        page.locator("#list .row").first.click()


if __name__ == "__main__":
    main()
