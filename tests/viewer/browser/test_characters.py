"""Whatever the markup: the characters that the server counts are those that the browser has, in the same order."""

from __future__ import annotations

import random
from typing import Any

from lxml import etree

from tieout.reading.html import parse_html
from tieout.viewer.document.safe_markup import safe_markup
from tieout.viewer.frame import frame_page

WORDS = (
    "p div span table tbody tr td th b i a ul li h1 h2 pre br hr font center nobr button form select option textarea svg math "
    "title caption col colgroup dl dt dd sup ruby rt article script style body html head frameset noscript label input"
)
NAMES = WORDS.split()
TREES, DEPTH = 120, 6
BLANKS = r"/[\t\n\v\f\r\x1c-\x1f \x85\xa0\u1680\u2000-\u200b\u2028\u2029\u202f\u205f\u2060\u3000\ufeff]+/g"


def tree(chance: random.Random, depth: int) -> str:
    pieces = []
    for _ in range(chance.randrange(4)):
        pieces.append(chance.choice(("", "1,234", " x ", "&amp;", "&lt;b&gt;", "\u3000\u00a0y", "\U0001f600")))
        if depth and chance.random() < 0.8:
            name = chance.choice(NAMES)
            pieces.append(f"<{name}>{tree(chance, depth - 1)}</{name}>")
    return "".join(pieces)


def test_the_browser_has_the_characters_that_the_server_counts(page: Any) -> None:
    chance = random.Random(3)
    wrong = []
    for n in range(TREES):
        inside = tree(chance, DEPTH)
        for markup in (f'<html xmlns="http://www.w3.org/1999/xhtml"><body>{inside}</body></html>', f"<body>{inside}"):
            root = etree.fromstring(markup) if "xmlns" in markup else parse_html(markup.encode() + b"<p>end", "x.htm")
            document = safe_markup("x.htm", root, {})
            page.set_content(frame_page(document, str))
            shown = page.evaluate(f"document.body.textContent.replace({BLANKS}, '')")
            if shown != document.characters:
                wrong.append((n, markup, document.characters, shown))
    assert wrong == []
