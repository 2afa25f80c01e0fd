"""Reasoning that a model wrote into its answer, taken out before the answer is parsed."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

__all__ = ["strip_reasoning"]


def strip_reasoning(text: str) -> str:
    """``text`` without its reasoning blocks; text that holds no marker comes back unchanged, other text stripped.

    Blocks are ``<think>…</think>`` and the other markers of ``reasoning.toml``. A block that never closes reaches to the end
    (the answer was truncated while thinking). A closing marker alone ends a block that began in the prompt (as the chat
    templates of several reasoning models have it), so everything before it goes. Of the gpt-oss format only the ``final``
    channel stays. Linear in the length of the text, and stripping twice changes nothing more.
    """
    markers = _markers()
    visible = _final_channel(text, markers)
    visible = _without_blocks(visible, markers)
    visible = _bare_final(visible, markers)
    return text if visible == text else visible.strip()


@dataclass(frozen=True, slots=True)
class _Markers:
    pattern: re.Pattern[str]
    """Matches any opening, closing or wrapping marker; the group's name says which."""
    literals: tuple[str, ...]
    """The same markers, casefolded: most answers hold none, and looking for strings is faster than for the pattern."""
    closes: dict[str, str]
    """Opening group name to closing group name."""
    channel: re.Pattern[str]
    final: re.Pattern[str]
    ends: re.Pattern[str]
    bare: re.Pattern[str]
    bare_answer: str


@cache
def _markers() -> _Markers:
    data = tomllib.loads((files("tieout.llm") / "reasoning.toml").read_text(encoding="utf-8"))
    parts, closes = [], {}
    pairs = [(rf"<{re.escape(tag)}>", rf"</{re.escape(tag)}>") for tag in data["tags"]]
    pairs += [(re.escape(pair["open"]), re.escape(pair["close"])) for pair in data["pair"]]
    for number, (opening, closing) in enumerate(pairs):
        parts += [rf"(?P<open{number}>{opening})", rf"(?P<close{number}>{closing})"]
        closes[f"open{number}"] = f"close{number}"
    parts.append("(?P<wrapper>" + "|".join(map(re.escape, data["wrappers"]["markers"])) + ")")
    literals = [*(f"<{tag}>" for tag in data["tags"]), *(f"</{tag}>" for tag in data["tags"]), *data["wrappers"]["markers"]]
    literals += [marker for pair in data["pair"] for marker in (pair["open"], pair["close"])]
    harmony = data["harmony"]
    channel, message = re.escape(harmony["channel"]), re.escape(harmony["message"])
    return _Markers(
        pattern=re.compile("|".join(parts), re.IGNORECASE),
        literals=tuple(marker.casefold() for marker in literals),
        closes=closes,
        channel=re.compile(channel),
        final=re.compile(rf"{channel}\s*{harmony['answer']}\b[^<]{{0,80}}(?:<\|constrain\|>[^<]{{0,40}})?{message}"),
        ends=re.compile("|".join(map(re.escape, [*harmony["ends"], harmony["channel"]]))),
        bare=re.compile(rf"\s*{harmony['bare_start']}"),
        bare_answer=harmony["bare_answer"],
    )


def _final_channel(text: str, markers: _Markers) -> str:
    if markers.channel.search(text) is None:
        return text
    begins = max((found.end() for found in markers.final.finditer(text)), default=None)
    if begins is None:  # only analysis or commentary: the answer never began
        return ""
    ended = markers.ends.search(text, begins)
    return text[begins : ended.start() if ended else len(text)]


def _bare_final(text: str, markers: _Markers) -> str:
    if markers.bare.match(text) and markers.bare_answer in text:
        return text.rpartition(markers.bare_answer)[2]
    return text


def _without_blocks(text: str, markers: _Markers) -> str:
    folded = text.casefold()
    if not any(marker in folded for marker in markers.literals):
        return text
    kept: list[str] = []
    awaited: str | None = None
    start = 0
    for found in markers.pattern.finditer(text):
        kind = str(found.lastgroup)
        if awaited is not None:
            if kind == awaited:
                awaited, start = None, found.end()
            continue
        if kind in markers.closes:
            kept.append(text[start : found.start()])
            awaited = markers.closes[kind]
        elif kind == "wrapper":
            kept.append(text[start : found.start()])
            start = found.end()
        else:  # a closing marker alone: what stands before it was reasoning
            kept.clear()
            start = found.end()
    if awaited is None:
        kept.append(text[start:])
    if len(kept) == 1:
        return kept[0]
    # Joined by a line break, so that the pieces around a removed block can't form a new marker.
    return "\n".join(piece for piece in kept if piece.strip())
