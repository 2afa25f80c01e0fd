"""Lines, and the chunks of a line that stand apart from each other."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from tieout.reading.pdf.words import Word

__all__ = ["Chunk", "Line", "is_value", "join_words", "lines_of"]

# What can stand alone in a number column: a number with its signs, a dash, or a word that says that there is none.
# Possessive where what is repeated could be cut in many ways: a hostile text would have all of them tried.
_VALUE = re.compile(
    r"""(?ix)
    [(\[<+\-−–—△▲]*+ \s* (?:(?:us|c|a|hk|nt|r)?[$€£¥￥]|usd|eur|gbp|chf)? \s* [(+\-−–—△▲]*+ \s*
    (?: \d{1,3}(?:[,.'’ ]\d{3})+(?:[.,]\d+)? | \d+(?:[.,]\d+)? | [.,]\d+ )
    \s* (?: % | ％ | x | ¢ | bps? | pts? | pp | ppts? | [bm]n? | 百万円 | 千円 | 円 | 株 )?
    \s* [)\]>]* \s* %?
    (?: \s* (?: \([a-z0-9]{1,3}\) | [*†‡§¹²³]++ ) )*
    | [$€£¥]? \s* \(? [\-−–—―ー‐]{1,3} \)? \s* %?
    | (?: \d{4} | \d+(?:\.\d+)?\s?% ) \s* [-–—] \s* (?: \d{4} | \d+(?:\.\d+)?\s?% )
    | n/?a | n\.a\. | n/?m | n\.m\. | nil | \*+
    """
)
_OPEN = re.compile(r"(?i)(?:(?:us|c|a|hk|nt|r)?[$€£¥￥]|usd|eur|gbp|chf)?[(△▲-]*")
_RANGE = re.compile(r"[-–—]\s?\d")
_MARK = re.compile(r"\([a-z]{1,2}\)|[*†‡§]+")
_CURRENCY = re.compile(r"(?i)(?:us|c|a|hk|nt|r)?[$€£¥￥]|[$€£¥]\(")
_CLOSE = re.compile(r"[)\]]?\s*(?:%|％|x|¢|bps|pts|pp)?\)?")
_WORDY = re.compile(r"[^\W\d_]{2}")
_LEADERS = ".…·_"
LONGEST_VALUE = 40
_CJK = re.compile(r"[぀-ヿ㐀-鿿＀-￯　-〿]")


def is_value(text: str) -> bool:
    """Is this what a number column holds: one number, or a mark that there is none?"""
    return len(text) <= LONGEST_VALUE and _VALUE.fullmatch(text) is not None


def join_words(words: list[Word]) -> str:
    """Text of words of one line: parted by one space, by none where they touch (a footnote mark, a closing parenthesis)."""
    parts: list[str] = []
    last: Word | None = None
    for word in words:
        if last is not None and not _touch(last, word):
            parts.append(" ")
        parts.append(word.text)
        last = word
    return "".join(parts)


def _touch(last: Word, word: Word) -> bool:
    gap = word.x0 - last.x1
    if gap < 0.08 * max(last.y1 - last.y0, word.y1 - word.y0):
        return True
    a, b = last.text[-1], word.text[0]
    if a < "\x7f" and b < "\x7f" and a not in "([" and b not in ")]%x":
        return False
    if (b in ")]%％" and _CLOSE.fullmatch(word.text)) or (a in "([" and b.isdigit()):
        return True
    return bool(_CJK.match(a) and _CJK.match(b)) and gap < 0.5 * word.height


@dataclass(slots=True)
class Chunk:
    """Words of a line with ordinary spaces between them; ``value`` if the chunk is what a number column holds.

    ``right`` is the right edge of the number proper: closing parentheses, percent signs and footnote marks hang out.
    """

    words: list[Word]
    text: str = ""
    value: bool = False
    x0: float = 0.0
    x1: float = 0.0
    right: float = 0.0

    def __post_init__(self) -> None:
        self.text = join_words(self.words)
        self.value = is_value(self.text)
        self.x0 = self.words[0].x0
        self.x1 = self.right = self.words[0].x1 if len(self.words) == 1 else max(w.x1 for w in self.words)
        if self.value:
            for i, word in enumerate(self.words):
                found = re.search(r"[\d—–−-](?=[^\d]*$)", word.text)
                if found and not any(re.search(r"\d", w.text) for w in self.words[i + 1 :]):
                    self.right = word.x0 + (word.x1 - word.x0) * found.end() / len(word.text)
                    break

    @property
    def y0(self) -> float:
        return min(w.y0 for w in self.words)

    @property
    def y1(self) -> float:
        return max(w.y1 for w in self.words)

    @property
    def centre(self) -> float:
        return (self.x0 + self.x1) / 2

    @property
    def bold(self) -> bool:
        return all(w.bold for w in self.words)


@dataclass(slots=True)
class Line:
    """Words on one base line, from left to right, and their chunks."""

    words: list[Word]
    x0: float = 0.0
    y0: float = 0.0
    x1: float = 0.0
    y1: float = 0.0
    size: float = 0.0
    _bold: bool | None = field(default=None, repr=False)
    _text: str | None = field(default=None, repr=False)
    _chunks: list[Chunk] | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        self.words.sort(key=lambda w: w.x0)
        self.x0 = self.words[0].x0
        self.x1 = max(w.x1 for w in self.words)
        self.y0 = min(w.y0 for w in self.words)
        self.y1 = max(w.y1 for w in self.words)
        weight = Counter[float]()
        for w in self.words:
            weight[round(w.height, 1)] += len(w.text)
        self.size = weight.most_common(1)[0][0] or 1.0

    @property
    def middle(self) -> float:
        return (self.y0 + self.y1) / 2

    @property
    def bold(self) -> bool:
        if self._bold is None:
            self._bold = all(w.bold for w in self.words if any(c.isalnum() for c in w.text))
        return self._bold

    @property
    def text(self) -> str:
        if self._text is None:
            self._text = join_words(self.words)
        return self._text

    @property
    def chunks(self) -> list[Chunk]:
        if self._chunks is None:
            self._chunks = _chunks(self.words, self.size)
        return self._chunks


def lines_of(words: list[Word]) -> list[Line]:
    """Words put together in lines, from top to bottom. A raised footnote mark belongs to the line that it stands on."""
    lines: list[list[Word]] = []
    # Of the word that each line is told by: the tallest, more or less.
    middles: list[float] = []
    heights: list[float] = []
    for middle, height, word in sorted(((w.middle, w.height, w) for w in words), key=lambda m: (m[0], m[2].x0)):
        best, least = -1, 1e9
        for k in range(len(lines) - 1, max(-1, len(lines) - 5), -1):
            apart = abs(middle - middles[k])
            tallest = heights[k] if heights[k] > height else height
            if apart < least and apart <= 0.38 * tallest:
                best, least = k, apart
        if best < 0:
            lines.append([word])
            middles.append(middle)
            heights.append(height)
        else:
            lines[best].append(word)
            if height > 1.1 * heights[best]:
                middles[best], heights[best] = middle, height
    found = [Line(words) for words in lines]
    found.sort(key=lambda line: (line.middle, line.x0))
    return found


def _chunks(words: list[Word], size: float) -> list[Chunk]:
    """Cut a line where the space is wider than between words, and between a number and what follows it.

    Dot leaders are left out. ``$``, ``(`` join the number to their right, ``)`` and ``%`` the one to their left.
    """
    groups: list[list[Word]] = []
    last: Word | None = None
    for word in words:
        word = _without_leader(word)
        if not word.text:
            last = None
            continue
        gap = word.x0 - last.x1 if last is not None else 1e9
        if gap > 0.85 * size or (last is not None and _parts(groups[-1], word.text, gap / size)):
            groups.append([word])
        else:
            groups[-1].append(word)
        last = word
    return _join_fragments([Chunk(g) for g in groups], size)


def _parts(group: list[Word], after: str, gap: float) -> bool:
    """Does a word that is an ordinary space away stand in another column? ``gap`` is in heights of the line."""
    if gap > 0.42 and is_value(after) and is_value(group[-1].text):
        return True
    return gap > 0.1 and _CURRENCY.fullmatch(after) is not None and len(group) <= 4 and is_value(join_words(group))


def _without_leader(word: Word) -> Word:
    text = word.text.rstrip(_LEADERS)
    if text and len(word.text) - len(text) < 3:
        return word
    share = len(text) / len(word.text)
    return Word(text, word.x0, word.y0, word.x0 + share * (word.x1 - word.x0), word.y1, word.bold)


def _join_fragments(chunks: list[Chunk], size: float) -> list[Chunk]:
    joined: list[Chunk] = []
    for chunk in chunks:
        if joined:
            before = joined[-1]
            gap = chunk.x0 - before.x1
            opens = _OPEN.fullmatch(before.text) and not (before.value and before.text in "-") and chunk.value
            closes = before.value and gap < 2.5 * size and (_CLOSE.fullmatch(chunk.text) or _is_mark(chunk, before))
            ranges = before.value and gap < size and _RANGE.match(chunk.text) and len(before.text) > 1
            if ranges or (opens and (gap < 16 * size or _CURRENCY.fullmatch(before.text))) or closes:
                joined[-1] = Chunk(before.words + chunk.words)
                continue
        joined.append(chunk)
    return [part for chunk in joined for part in _cut_values(chunk, size)]


def _is_mark(chunk: Chunk, before: Chunk) -> bool:
    """A footnote mark behind a number; one with a digit, such as ``(1)``, is told from a negative number by its small type."""
    if _MARK.fullmatch(chunk.text):
        return True
    small = chunk.words[0].height < 0.85 * before.words[0].height
    return small and re.fullmatch(r"\(?\d{1,2}\)", chunk.text) is not None


def _cut_values(chunk: Chunk, size: float) -> list[Chunk]:
    """Several numbers side by side with narrow spaces (``$ 126 $ 75``) are as many chunks."""
    if chunk.value or len(chunk.words) < 2 or any(_WORDY.search(w.text) and not is_value(w.text) for w in chunk.words):
        return [chunk]
    parts: list[Chunk] = []
    current: list[Word] = []
    text = ""  # of the current words, as `join_words` has it
    for word in chunk.words:
        longer = f"{text}{'' if _touch(current[-1], word) else ' '}{word.text}" if current else word.text
        if current and not is_value(longer) and is_value(text):
            parts.append(Chunk(current))
            current, longer = [], word.text
        current.append(word)
        text = longer
        if len(text) > LONGEST_VALUE:  # no value, and further words won't make it one
            return [chunk]
    parts.append(Chunk(current))
    return parts if all(p.value for p in parts) else [chunk]
