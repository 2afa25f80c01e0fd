"""Concepts of the standard taxonomy by words of their names, for who changes a tag."""

from __future__ import annotations

from functools import lru_cache

__all__ = ["find_concepts"]

_MOST, _LONGEST = 30, 200


def find_concepts(query: str) -> list[dict[str, str]]:
    """At most 30 of ``{concept, type}`` whose names hold every word of the query, the shortest names first."""
    words = query[:_LONGEST].lower().split()
    if not words:
        return []
    found = [(name, type_) for lower, name, type_ in _names() if all(word in lower for word in words)]
    found.sort(key=lambda one: (len(one[0]), one[0]))
    return [{"concept": f"us-gaap:{name}", "type": type_} for name, type_ in found[:_MOST]]


@lru_cache(maxsize=1)
def _names() -> tuple[tuple[str, str, str], ...]:
    """Name in lower case, name, and item type of the concepts that the tagging engine chooses from."""
    from tieout.engines.tagging.artefact import shipped_artefact
    from tieout.engines.tagging.numbers import TYPES

    names = shipped_artefact().knowledge.names
    return tuple((f"us-gaap:{n}".lower(), n, TYPES[c]) for n, c in zip(names.names, names.types.tolist(), strict=True))
