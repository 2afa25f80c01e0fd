"""The question of a prompt, whatever its wording: the concepts it names, the period, words that hint at a rule."""

from __future__ import annotations

import html
import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tieout.benchmarks.finauditing.solver.compact import is_compact, read_compact
from tieout.benchmarks.finauditing.solver.markup import outside
from tieout.benchmarks.finauditing.solver.segment import Segment, read_segment

__all__ = ["Question", "read_prompt"]

_NAME = re.compile(r"(?<![\w/#.-])([A-Za-z][\w.-]*?)[:_]([A-Z]\w+)")
_BARE = re.compile(r"(?<![\w:/#.-])([A-Z][A-Za-z0-9]+)(?!\w|:\w)")
_BETWEEN = re.compile(r"[^\n:=]{0,40}[:=]?\W{0,5}")
_UNIT_END = re.compile(r"[.?!]\s+|\n\s*")
_EXAMPLE = re.compile(r"\b(?:[Ee]xamples?|e\.g|[Ff]or instance|[Ss]uch as|[Ss]ay|[Ll]ike)\b")
_ISO = re.compile(r"(?<!\d)(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?!\d)")
_US = re.compile(r"(?<!\d)(\d{1,2})/(\d{1,2})/(\d{4})(?!\d)")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = "(" + "|".join(_MONTHS) + r")[a-z]*\.?"
_MONTH_FIRST = re.compile(rf"\b{_MONTH}\s+(\d{{1,2}})(?:st|nd|rd|th)?,?\s+(\d{{4}})", re.IGNORECASE)
_DAY_FIRST = re.compile(rf"\b(\d{{1,2}})(?:st|nd|rd|th)?\s+{_MONTH},?\s+(\d{{4}})", re.IGNORECASE)
_YEAR = re.compile(r"(?<![\d-])((?:19|20)\d\d)(?![\d-])")
_CUT = re.compile(r"<[^>]*$")
_RUN = re.compile(r">([^<>]{20,3000})<")
_SHORTEST = 4  # characters of a name that stands without its prefix
# Tags around the parts of a prompt, which are none of the filing's.
_FRAME = re.compile(r"</?(?:question|query|task|prompt|instructions?|user|system|assistant|human|request)>", re.IGNORECASE)
_LONGEST = 30_000  # characters of a question that are looked at


Mention = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class Question:
    """``concepts`` are local names in the order in which they are named, those that the segment has; ``others`` the rest.

    ``dates`` are ISO dates in their order; ``years`` those that stand alone. ``mentions`` are (start, end, local name) of all
    names in the text. Where a prompt tells what to do, with examples, before or after it asks, what it asks comes first.
    """

    text: str
    concepts: tuple[str, ...]
    others: tuple[str, ...]
    dates: tuple[str, ...]
    years: tuple[str, ...]
    mentions: tuple[Mention, ...] = ()

    def has(self, *words: str) -> bool:
        """Whether a word of the question begins so; parts of the names of concepts don't count."""
        return any(re.search(rf"(?<![a-z]){re.escape(word)}", self.text.lower()) is not None for word in words)

    def pair(self) -> tuple[str, str] | None:
        """Head and tail: where the question calls them so, else the two elements that it names (the last two of more)."""
        head, tail = (_called(word, self.text, self.mentions) for word in ("head", "tail"))
        if head is not None and tail is not None and head != tail and {head, tail} & {*self.concepts, *self.others}:
            return head, tail
        named = self.concepts if len(self.concepts) >= 2 else (*self.concepts, *self.others)
        return (named[-2], named[-1]) if len(named) >= 2 else None


def read_prompt(text: str) -> tuple[Question, Segment]:
    """The segment in a prompt, and the question around it."""
    text = _unwrapped(_FRAME.sub("\n", text))
    if is_compact(text):
        segment, rest = read_compact(text)
    else:
        segment = read_segment(text)
        rest = _CUT.sub("", outside(text))
    question = _question(rest[:_LONGEST], segment)
    if not question.concepts and not question.others:  # perhaps the question stands inside an element
        runs = [run for run in _RUN.findall(text) if " " in run.strip() and (_NAME.search(run) or "?" in run)]
        if runs:
            question = _question(rest[:_LONGEST] + "\n" + "\n".join(runs)[:_LONGEST], segment)
    return question, segment


def _unwrapped(text: str) -> str:
    """The text without the escapes that it got as a JSON string or as the content of another document."""
    if '=\\"' in text:
        text = text.replace('\\"', '"').replace("\\n", "\n")
    if "&lt;" in text and "<" not in text:
        text = html.unescape(text)
    return text


def _question(text: str, segment: Segment) -> Question:
    known = _concepts_of(segment)
    mentions = _mentions(text, segment, known)
    asked, around = _asked(
        text, [(start, end) for start, end, local in mentions if local in known] or [m[:2] for m in mentions]
    )
    inside = [local for start, _, local in mentions if asked[0] <= start < asked[1]]
    unique = list(dict.fromkeys((*inside, *(local for _, _, local in mentions))))
    if len({*inside} & known) >= 2:
        unique = list(dict.fromkeys(inside))
    dates = _dates(text[asked[0] : asked[1]]) or _dates(text[around[0] : around[1]]) or _dates(text)
    years = _YEAR.findall(text[asked[0] : asked[1]]) or _YEAR.findall(text)
    return Question(
        text,
        tuple(one for one in unique if one in known),
        tuple(one for one in unique if one not in known),
        tuple(dict.fromkeys(dates)),
        tuple(dict.fromkeys(years)) if not dates else (),
        tuple(mentions),
    )


def _mentions(text: str, segment: Segment, known: set[str]) -> list[Mention]:
    """(start, end, local name) of each name in the text: with its prefix, else bare; where none is there, by its label."""
    found = [(m.start(), m.end(), m[2]) for m in _NAME.finditer(text)]
    bare = [(m.start(), m.end(), m[1]) for m in _BARE.finditer(text) if m[1] in known and len(m[1]) >= _SHORTEST]
    found += _apart([one for one in bare if _is_compound(one[2])], found)
    if not any(local in known for _, _, local in found):
        found += _apart(_by_label(text, segment, known), found)
    return sorted(found + _apart(bare, found))


def _apart(ones: Iterable[Mention], others: Sequence[Mention]) -> list[Mention]:
    """Those that overlap none of the others."""
    return [one for one in ones if all(one[1] <= start or one[0] >= end for start, end, _ in others)]


def _is_compound(name: str) -> bool:
    return re.search(r"[a-z0-9][A-Z]", name) is not None


def _asked(text: str, places: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], tuple[int, int]]:
    """(start, end) of the sentence that asks, and of what may go on about it.

    It is the last that names something, examples left out; what goes on about it reaches to the next that does.
    """
    units: list[tuple[int, int]] = []
    at = 0
    for found in _UNIT_END.finditer(text):
        units.append((at, found.end()))
        at = found.end()
    units.append((at, len(text)))
    starts = sorted(start for start, _ in places)
    naming = [u for u in units if bisect_left(starts, u[0]) < bisect_left(starts, u[1])]
    if not naming:
        return (0, len(text)), (0, len(text))
    plain = [u for u in naming if _EXAMPLE.search(text[u[0] : u[1]]) is None] or naming
    chosen = plain[-1]
    before = max((u[1] for u in naming if u[1] <= chosen[0]), default=0)
    after = min((u[0] for u in naming if u[0] >= chosen[1]), default=len(text))
    return chosen, (before, after)


def _called(word: str, text: str, mentions: Sequence[Mention]) -> str | None:
    """What a text calls its head or tail: ``X (head)``, ``head: X``, ``the head element "X"``; the last such."""
    found: str | None = None
    for said in re.finditer(rf"\b{word}(?:\b|_)", text, re.IGNORECASE):
        before = next((m for m in reversed(mentions) if m[1] <= said.start()), None)
        after = next((m for m in mentions if m[0] >= said.end()), None)
        if before is not None and re.fullmatch(r"\W{0,3}\((?:the )?", text[before[1] : said.start()]):
            found = before[2]
        elif after is not None and _BETWEEN.fullmatch(text[said.end() : after[0]]):
            found = after[2]
    return found


def _concepts_of(segment: Segment) -> set[str]:
    found = {fact.concept for fact in segment.facts}
    for arc in segment.arcs:
        found.update((arc.parent, arc.child))
    for fact in segment.facts:
        for axis, member in fact.context.members.items():
            found.update((axis, member))
    return found | segment.types.keys()


def _by_label(text: str, segment: Segment, known: Iterable[str]) -> list[Mention]:
    """The concepts whose label, or whose name in words, the question holds; the longest counts where several overlap."""
    lower = re.sub(r"\s", " ", text.lower())
    found: list[Mention] = []
    for local in known:
        words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", local)
        for label in (*segment.labels.get(local, ()), words):
            plain = " ".join(label.lower().split())
            at = lower.find(plain) if len(plain) >= 4 else -1
            if at >= 0:
                found.append((at, at + len(plain), local))
    best: list[Mention] = []
    reported = {fact.concept for fact in segment.facts}
    for start, end, local in sorted(
        found, key=lambda one: (one[0] - one[1], text[one[0] : one[1]] != one[2], one[2] not in reported)
    ):
        if all(end <= s or start >= e for s, e, _ in best):
            best.append((start, end, local))
    return sorted(best)


def _dates(text: str) -> list[str]:
    found: list[tuple[int, str]] = []
    for m in _ISO.finditer(text):
        found.append((m.start(), _date(m[1], m[2], m[3])))
    for m in _US.finditer(text):
        found.append((m.start(), _date(m[3], m[1], m[2])))
    for m in _MONTH_FIRST.finditer(text):
        found.append((m.start(), _date(m[3], str(_MONTHS.index(m[1].lower()) + 1), m[2])))
    for m in _DAY_FIRST.finditer(text):
        found.append((m.start(), _date(m[3], str(_MONTHS.index(m[2].lower()) + 1), m[1])))
    return [date for _, date in sorted(found)]


def _date(year: str, month: str, day: str) -> str:
    return f"{year}-{int(month):02d}-{int(day):02d}"
