"""The samples as a whole: what ships is what the generator writes, and the two forms of the 10-K agree."""

from __future__ import annotations

import html
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tieout import samples
from tieout.report import TieoutError

ROOT = Path(__file__).resolve().parents[2]
GENERATOR = ROOT / "scripts" / "make_samples"


def test_what_ships_is_what_the_generator_writes(tmp_path):
    subprocess.run([sys.executable, str(GENERATOR), str(tmp_path)], check=True, capture_output=True)
    made = {p.relative_to(tmp_path).as_posix(): p.read_bytes() for p in tmp_path.rglob("*") if p.is_file()}
    home = ROOT / "src" / "tieout" / "samples"
    shipped = {
        p.relative_to(home).as_posix(): p.read_bytes()
        for p in home.rglob("*")
        if p.is_file() and p.suffix != ".pyc" and p.name != "__init__.py"
    }
    assert sorted(made) == sorted(shipped)
    assert [name for name in made if made[name] != shipped[name]] == []


@pytest.mark.parametrize("name", samples.NAMES)
def test_every_name_leads_to_something_that_ships(name):
    assert samples.path(name).exists()


def test_an_unknown_name_says_which_there_are():
    with pytest.raises(TieoutError, match=r"no sample 'us_20k': choose one of us_10k"):
        samples.path("us_20k")


def words(text: str) -> list[str]:
    return re.findall(r"[\w☒☐—.,’'/-]+", text)


def bare(markup: str) -> str:
    """Text without tags; only ix elements and spans may stand inside a word."""
    joined = re.sub(r"</?(ix:|span)[^>]*>", "", markup)
    return html.unescape(re.sub(r"<[^>]+>", " ", joined))


def html_pages() -> list[str]:
    raw = samples.path("us_10k.htm").read_text(encoding="ascii")
    body = raw[raw.index("</ix:header>") :]
    return [bare(part) for part in body.split('<hr style="page-break-after:always"/>')]


def test_markdown_has_the_pages_and_the_words_of_the_inline_document():
    pages = samples.path("us_10k.md").read_text(encoding="utf-8").split("<--- Page Split --->")
    assert len(pages) == 20
    for number, (markdown, inline) in enumerate(zip(pages, html_pages(), strict=True), 1):
        assert sorted(words(bare(markdown))) == sorted(words(inline)), f"page {number}"


def test_pages_carry_their_printed_numbers():
    pages = samples.path("us_10k.md").read_text(encoding="utf-8").split("<--- Page Split --->")
    assert [p.strip().splitlines()[-1] for p in pages[1:]] == [str(n) for n in range(2, 21)]
