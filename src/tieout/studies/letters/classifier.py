"""Whether a report is a 10-K: any of four markers in its first pages (LEDGER, section 5).

Letters are looked for in reports that are none: a 10-K's own text has no letter, and a glossy report that wraps one begins with
other pages.
"""

from __future__ import annotations

from dataclasses import dataclass

from tieout.report import Block, Cell, Evidence, Report
from tieout.studies.letters.phrases import phrases, squeezed

__all__ = ["PAGES", "Marker", "find_marker"]

PAGES = 4
_SHORT = 120  # characters of a line that is a header and no sentence
_LONGEST = 20_000  # characters of a page that are looked at: covers are shorter


@dataclass(frozen=True, slots=True)
class Marker:
    """``name`` is the paper's; ``evidence`` the block or cell in which the phrase begins."""

    name: str
    evidence: Evidence


def find_marker(report: Report) -> Marker | None:
    """The first marker in the first four pages, in reading order; None where the report is no 10-K.

    A phrase may run over several blocks or cells of a page, as on a cover. Case, punctuation and white space don't count.
    """
    for page in report.pages[:PAGES]:
        pieces = [piece for item in page.items if not item.hidden for piece in _pieces(item)]
        squeezed_pieces: list[tuple[int, str, Block | Cell]] = []
        length = 0
        for piece in pieces:
            text = squeezed(piece.text[:_LONGEST])
            squeezed_pieces.append((length, text, piece))
            length += len(text)
            if length > _LONGEST:
                break
        whole = "".join(text for _, text, _ in squeezed_pieces)
        best: tuple[int, str, Block | Cell] | None = None
        for marker in phrases()["marker"]:
            for phrase in marker["phrases"]:
                found = _find(whole, phrase.replace(" ", ""), squeezed_pieces, marker.get("short", False))
                if found is not None and (best is None or found[0] < best[0]):
                    best = found[0], marker["name"], found[1]
        if best is not None:
            return Marker(best[1], _evidence(report, best[2], page.number, page.printed))
    return None


def _pieces(item: object) -> list[Block | Cell]:
    if isinstance(item, Block):
        return [item]
    cells: list[Cell] = getattr(item, "cells", [])
    return list(cells)


def _find(whole: str, phrase: str, pieces: list[tuple[int, str, Block | Cell]], short: bool) -> tuple[int, Block | Cell] | None:
    at = whole.find(phrase)
    while at >= 0:
        touched = [(start, text, piece) for start, text, piece in pieces if start < at + len(phrase) and start + len(text) > at]
        if not short or all(len(piece.display) <= _SHORT for _, _, piece in touched):
            return at, touched[0][2]
        at = whole.find(phrase, at + 1)
    return None


def _evidence(report: Report, piece: Block | Cell, page: int, printed: str | None) -> Evidence:
    if isinstance(piece, Cell):
        return piece.evidence
    return Evidence(
        report.name, piece.file, piece.element, page=page, printed_page=printed, block=piece.id,
        span=(0, len(piece.text)), quote=piece.text,
    )  # fmt: skip
