"""The question of a prompt, whatever its wording: the concepts it names, the period, words that hint at a rule."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from dataclasses import dataclass

from tieout.benchmarks.finauditing.solver.compact import is_compact, read_compact
from tieout.benchmarks.finauditing.solver.markup import outside
from tieout.benchmarks.finauditing.solver.segment import Segment, read_segment

__all__ = ["Question", "read_prompt"]

_NAME = re.compile(r"(?<![\w/#.-])([A-Za-z][\w.-]*?)[:_]([A-Z]\w+)")
_BARE = re.compile(r"(?<![\w:/#.-])([A-Z][A-Za-z0-9]+)(?![\w:])")
_HEAD = re.compile(r"\bhead\b[^\n:=]{0,40}[:=]?\W{0,5}(?:[A-Za-z][\w.-]*[:_])?([A-Z]\w+)")
_TAIL = re.compile(r"\btail\b[^\n:=]{0,40}[:=]?\W{0,5}(?:[A-Za-z][\w.-]*[:_])?([A-Z]\w+)")
_ISO = re.compile(r"(?<!\d)(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?!\d)")
_US = re.compile(r"(?<!\d)(\d{1,2})/(\d{1,2})/(\d{4})(?!\d)")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = "(" + "|".join(_MONTHS) + r")[a-z]*\.?"
_MONTH_FIRST = re.compile(rf"\b{_MONTH}\s+(\d{{1,2}})(?:st|nd|rd|th)?,?\s+(\d{{4}})", re.IGNORECASE)
_DAY_FIRST = re.compile(rf"\b(\d{{1,2}})(?:st|nd|rd|th)?\s+{_MONTH},?\s+(\d{{4}})", re.IGNORECASE)
_YEAR = re.compile(r"(?<![\d-])((?:19|20)\d\d)(?![\d-])")
_CUT = re.compile(r"<[^>]*$")
_RUN = re.compile(r">([^<>]{20,3000})<")
_LONGEST = 30_000  # characters of a question that are looked at


@dataclass(frozen=True, slots=True)
class Question:
    """``concepts`` are local names in the order in which they are named, those that the segment has; ``others`` the rest.

    ``dates`` are ISO dates in their order; ``years`` those that stand alone.
    """

    text: str
    concepts: tuple[str, ...]
    others: tuple[str, ...]
    dates: tuple[str, ...]
    years: tuple[str, ...]

    def has(self, *words: str) -> bool:
        """Whether a word of the question begins so; parts of the names of concepts don't count."""
        return any(re.search(rf"(?<![a-z]){re.escape(word)}", self.text.lower()) is not None for word in words)

    def pair(self) -> tuple[str, str] | None:
        """Head and tail: where the question calls them so, else the two elements that it names (the last two of more)."""
        head, tail = _HEAD.search(self.text), _TAIL.search(self.text)
        if head is not None and tail is not None and head[1] != tail[1] and {head[1], tail[1]} & {*self.concepts, *self.others}:
            return head[1], tail[1]
        named = self.concepts if len(self.concepts) >= 2 else (*self.concepts, *self.others)
        return (named[-2], named[-1]) if len(named) >= 2 else None


def read_prompt(text: str) -> tuple[Question, Segment]:
    """The segment in a prompt, and the question around it."""
    text = _unwrapped(text)
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
    prefixed = [(m.start(), m[2]) for m in _NAME.finditer(text)]
    named = [local for _, local in prefixed]
    if not any(local in known for local in named):
        bare = [m[1] for m in _BARE.finditer(text)]
        named += [local for local in bare if local in known and _is_compound(local)]
    if not any(local in known for local in named):
        named += _by_label(text, segment, known)
    unique = list(dict.fromkeys(named))
    dates = _dates(text)
    return Question(
        text,
        tuple(one for one in unique if one in known),
        tuple(one for one in unique if one not in known),
        tuple(dict.fromkeys(dates)),
        tuple(dict.fromkeys(_YEAR.findall(text))) if not dates else (),
    )


def _concepts_of(segment: Segment) -> set[str]:
    found = {fact.concept for fact in segment.facts}
    for arc in segment.arcs:
        found.update((arc.parent, arc.child))
    for fact in segment.facts:
        for axis, member in fact.context.members.items():
            found.update((axis, member))
    return found | segment.types.keys()


def _is_compound(name: str) -> bool:
    return re.search(r"[a-z0-9][A-Z]", name) is not None


def _by_label(text: str, segment: Segment, known: Iterable[str]) -> list[str]:
    """The concepts whose label, or whose name in words, the question holds; the longest counts where several overlap."""
    lower = " ".join(text.lower().split())
    found: list[tuple[int, int, str]] = []
    for local in known:
        words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", local)
        for label in (*segment.labels.get(local, ()), words):
            plain = " ".join(label.lower().split())
            at = lower.find(plain) if len(plain) >= 4 else -1
            if at >= 0:
                found.append((at, at + len(plain), local))
    best: list[tuple[int, int, str]] = []
    for start, end, local in sorted(found, key=lambda one: one[0] - one[1]):
        if all(end <= s or start >= e for s, e, _ in best):
            best.append((start, end, local))
    return [local for _, _, local in sorted(best)]


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
