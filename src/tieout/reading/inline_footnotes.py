"""Footnotes of an Inline XBRL document set, and the facts that they belong to."""

from __future__ import annotations

from tieout.reading.inline_names import tags
from tieout.reading.inline_set import InlineSet
from tieout.reading.limits import over
from tieout.report import Footnote

__all__ = ["footnote_table"]


def footnote_table(inline: InlineSet) -> dict[str, list[Footnote]]:
    """Footnotes by fact id; those of Inline XBRL 1.0, which facts name themselves, under NUL + footnote id."""
    notes: dict[str, Footnote] = {}
    links: dict[str, list[Footnote]] = {}
    pairs = 0
    for document in inline.documents:
        for e in document.root.iter(*tags("footnote")):
            id_ = e.get("id") or e.get("footnoteID") or ""
            language = document.languages.of(e)
            role = e.get("footnoteRole") or "http://www.xbrl.org/2003/role/footnote"
            notes[id_] = Footnote(inline.joined(e, ("footnote", id_)), role, language)
            links.setdefault("\0" + id_, []).append(notes[id_])
    for document in inline.documents:
        for e in document.root.iter(*tags("relationship")):
            targets = [notes[t] for t in (e.get("toRefs") or "").split() if t in notes]
            sources = (e.get("fromRefs") or "").split()
            pairs += len(targets) * len(sources)
            if pairs > inline.limits.relations:
                raise over(inline.limits, "relations", f"{document.file}: its footnotes belong to more facts")
            for source in sources:
                links.setdefault(source, []).extend(targets)
    return links
