"""Whose report it is, and whether a question asks about that company."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from tieout.report.layout import Page

__all__ = ["Names", "company_of", "tokens"]

_REGISTRANT = re.compile(r"exact\s+name\s+of\s+(?:the\s+)?(?:registrant|company|small)", re.I)
_FORM = re.compile(
    r"\b(?:inc|incorporated|corp|corporation|company|co|ltd|limited|plc|llc|l\.?p|n\.?v|s\.?a|ag|se|ab|asa|oyj|a/s|s\.?p\.?a|holdings?|group|trust|"
    r"bancorp|partners)\b\.?",
    re.I,
)
_BOILERPLATE = re.compile(
    r"\b(?:commission|securities|exchange|form|washington|registrant|indicate|telephone|section|fiscal|annual|report|table|contents|"
    r"yes|no|title|stock|shares|mark|one|page|item|part|financial|management|business|risk|letter|shareholders|stockholders|"
    r"january|february|march|april|may|june|july|august|september|october|november|december|true|false|year|irs|delaware|street|"
    r"consolidated|balance|cash|sales|income|total|avenue|notes?|none|information|statements?|data|results?|overview|highlights|about|directors|corporate|governance)\b",
    re.I,
)
_WORD = re.compile(r"[A-Za-z0-9À-ÿ]+(?:[&'’.-][A-Za-z0-9À-ÿ]+)*")
_CALLED = re.compile(
    r"[(“\"‘']\s*(?:the\s+|collectively,?\s+)?[“\"‘']?([A-Z][\w&.-]{1,24}(?:\s[A-Z][\w&.-]{1,24})?)[”\"’'],?", re.S
)


@cache
def _generic() -> frozenset[str]:
    """Words of names that tell no company from another, and what reports call themselves."""
    data = tomllib.loads(resources.files(__package__).joinpath("lexicon.toml").read_text(encoding="utf-8"))
    return frozenset(data["names"]["generic"].split())


@dataclass(frozen=True, slots=True)
class Names:
    """What a report's company is called. ``own`` are the tokens of its name that tell, ``short`` initials and short names.

    ``counts`` says how often words stand with a capital in the report, ``ordinary`` are the words that stand there without.
    ``cover`` is the first pages' text in small letters; ``stated`` tells whether the cover names the registrant as such.
    """

    name: str
    own: frozenset[str]
    short: frozenset[str]
    counts: Counter[str]
    ordinary: frozenset[str]
    cover: str = ""
    stated: bool = False

    def is_own(self, word: str) -> bool:
        """A word of the company's name, its initials, a short name the report gives, or a name it uses nearly as often."""
        low = _plain(word)
        if low in self.own or low in self.short or low.removesuffix("s") in self.own:
            return True
        if len(low) >= 5 and any(_near(low, one) for one in self.own):
            return True
        most = max((self.counts[one] for one in self.own), default=0)
        return self.counts[low] >= max(12, 0.25 * most)

    def on_cover(self, words: Sequence[str]) -> bool:
        """Whether the words stand side by side on the first pages of a report whose own name is only guessed at."""
        phrase = " ".join(_plain(word) for word in words)
        return not self.stated and len(phrase) > 3 and f" {phrase} " in self.cover

    def covered(self, words: Iterable[str]) -> bool:
        """Whether all tokens of the company's own name are among the words."""
        said = {_plain(word) for word in words}
        return bool(self.own) and all(
            any(own == word or (len(own) >= 5 and _near(word, own)) for word in said) for own in self.own
        )


def tokens(text: str) -> list[str]:
    return [match[0] for match in _WORD.finditer(text)]


def _plain(word: str) -> str:
    """Small letters, without full stops and apostrophes; a possessive ``s`` goes, once or twice (``McDonald's's``)."""
    low = word.casefold().replace("’", "'").replace(".", "")
    while low.endswith(("'s", "'")):
        low = low.removesuffix("'").removesuffix("'s")
    return low.replace("'", "")


def company_of(pages: Sequence[Page], counted: str) -> Names:
    """The company that a report is of: named on its cover, else the name in it that stands there most often."""
    said = tokens(counted)
    counts: Counter[str] = Counter(_plain(word) for word in said if word[:1].isupper())
    ordinary = frozenset(word for word in said if word.islower())
    stated = _on_cover(pages)
    name = stated or _usual(pages, counts)
    words = [_plain(word) for word in tokens(name)]
    own = frozenset(word for word in words if word not in _generic() and len(word) > 1)
    parts = frozenset(part for word in own for part in re.split(r"[-&]", word) if len(part) > 2)
    own_words = own or frozenset(words)
    initials = {"".join(word[0] for word in words if word not in ("the",)), "".join(w[0] for w in words if w not in _generic())}
    joined = {"&".join(w[0] for w in words if w not in _generic()), "".join(words)}
    given = _given(own_words, "\n".join(page.text for page in pages[:8])[:60_000]) | _symbols(pages)
    short = {word for word in initials | joined | parts | given if len(word) > 1} - _generic()
    first = " ".join(_plain(word) for page in pages[:2] for word in tokens(page.text[:20_000]))
    return Names(name, own_words, frozenset(short), counts, ordinary, f" {first} ", bool(stated))


def _given(own: frozenset[str], text: str) -> set[str]:
    """Short names given in brackets right after the company's own: ``RTX Corporation (“RTX”)``."""
    found = set()
    for match in _CALLED.finditer(text):
        before = {_plain(word) for word in tokens(text[max(0, match.start() - 60) : match.start()])}
        if own & before:
            found |= {_plain(word) for word in tokens(match[1])}
    return {word for word in found if word not in _generic()}


def _symbols(pages: Sequence[Page]) -> set[str]:
    """Trading symbols that the cover's table states."""
    for page in pages[:4]:
        for table in page.tables:
            heads = [cell for cell in table.cells if re.search(r"trading\s+symbol|ticker", cell.text, re.I)]
            if heads:
                column = heads[0].column
                cells = (cell.text.strip() for cell in table.cells if cell.column == column and cell is not heads[0])
                return {text.casefold() for text in cells if re.fullmatch(r"[A-Z][A-Z0-9.]{0,5}", text)}
    return set()


def _on_cover(pages: Sequence[Page]) -> str:
    """The line above ``(Exact name of registrant …)``, or the cell below it where the cover has a table of registrants."""
    for page in pages[:4]:
        for table in page.tables:
            head = next((cell for cell in table.cells if _REGISTRANT.search(cell.text[:400])), None)
            below = table.get(head.row + 1, head.column) if head is not None else None
            if head is not None and below is not None and not _REGISTRANT.search(below.text):
                name = _clean(re.split(r"[;\n(]|\s{3,}", below.text.strip())[0])
                if _is_name(name) and re.search("[A-Za-z]{2}", name):
                    return name
        before = ""
        for line in page.text.split("\n"):
            found = _REGISTRANT.search(line)
            if found:
                head_text = line[: found.start()].strip(" (\t")
                name = _clean(head_text) if len(head_text) > 2 else _clean(before)
                if _is_name(name):
                    return name
            if re.search(r"[A-Za-z]{2}", line):
                before = line
    return ""


_NO_NAME = re.compile(
    r"\b(?:commission|washington|registrant|indicate|telephone (?:number|no)|section|pursuant|form 10|annual report|"
    r"file number|fiscal year|year ended|title of|true|irs|zip code|address)\b",
    re.I,
)


def _is_name(line: str) -> bool:
    """What stands where a cover names its registrant is one, whatever words it has, but those of a cover's other lines."""
    return bool(line) and len(line) <= 120 and not _NO_NAME.search(line)


def _clean(name: str) -> str:
    text = " ".join(re.sub(r"[#*_|]+|\(.*$", " ", name).split())[:160]
    repeated = re.fullmatch(r"(.{4,50}?)(?: \1)+", text)  # a name set on each line of a cover's table
    return (repeated[1] if repeated else text).removeprefix("of ")


def _usual(pages: Sequence[Page], counts: Counter[str]) -> str:
    """The line of the first pages, in capitals like a name, whose words stand in the report most often."""
    best, most = "", 0.0
    for page in pages[:3]:
        for line in page.text.split("\n")[:80]:
            name = _clean(line)
            words = [_plain(word) for word in tokens(name)]
            telling = [word for word in words if word not in _generic() and len(word) > 1]
            if not 0 < len(words) <= 7 or not telling or not name[:1].isupper() or _BOILERPLATE.search(name):
                continue
            small = any(word.islower() and word not in _generic() for word in tokens(name))
            if small or not telling[0].isalpha():
                continue
            score = sum(min(counts[word], 300) for word in telling) / len(telling) * (2.5 if _FORM.search(name) else 1.0)
            if score > most:
                best, most = name, score
    return best


def _near(one: str, other: str) -> bool:
    """At most one letter apart, or two in words of nine letters and more."""
    most = 1 if len(other) < 9 else 2
    if abs(len(one) - len(other)) > most or len(one) > 40 or len(other) > 40:
        return False
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, start=1):
        before, row[0] = row[0], i
        for j, with_ in enumerate(other, start=1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (letter != with_))
    return row[-1] <= most
