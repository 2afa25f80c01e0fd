"""Writes docs/images/demo.svg: the picture of the README, made from what `tieout demo` really prints.

python scripts/make_demo_image.py
"""

from __future__ import annotations

import io
import re
from pathlib import Path

from rich.console import Console

from tieout.cli.demo import show_demo
from tieout.reading import read
from tieout.samples import path

WIDTH = 110
IMAGE = Path(__file__).resolve().parent.parent / "docs" / "images" / "demo.svg"


def main() -> None:
    console = Console(file=io.StringIO(), width=WIDTH, record=True, force_terminal=True, color_system="truecolor", markup=False)
    show_demo(console, read(path("us_10k")))
    svg = console.export_svg(title="$ tieout demo", unique_id="tieout-demo")
    # The picture loads nothing: whoever looks at it has a monospaced font.
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.S).replace(
        "Fira Code", "ui-monospace, Menlo, Consolas, DejaVu Sans Mono"
    )
    IMAGE.parent.mkdir(parents=True, exist_ok=True)
    IMAGE.write_text(re.sub(r"[ \t]+$", "", svg, flags=re.M), encoding="utf-8")


if __name__ == "__main__":
    main()
