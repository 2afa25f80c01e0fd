"""Two made-up scans: Markdown of two pages with pictures of them."""

from __future__ import annotations

from pathlib import Path

from tests.reading.pdf_writer import Sheet, pdf
from tieout.reading.pdf.pictures import page_pictures

TABLE = "<table><tr><td>{name}</td><td>2023</td></tr><tr><td>Sales &lt;b&gt;</td><td>1,250</td></tr></table>"


def write(folder: Path, reports: int = 2) -> Path:
    """``one/one.mmd``, ``two/two.mmd``, … with ``pages/`` beside each; three tables a report."""
    (picture,) = page_pictures(pdf(Sheet().text(72, 100, "Sales 1,250")), "a.pdf", dpi=36)
    assert picture is not None
    for name in ("one", "two", "three", "four", "five", "six")[:reports]:
        place = folder / name
        (place / "pages").mkdir(parents=True)
        for page in (1, 2):
            (place / "pages" / f"page_000{page}.png").write_bytes(picture)
        first = TABLE.format(name=f"{name} A") + "\n\n" + TABLE.format(name=f"{name} B")
        (place / f"{name}.mmd").write_text(
            f"{first}\n<--- Page Split --->\n{TABLE.format(name=f'{name} C')}\n", encoding="utf-8"
        )
    return folder
