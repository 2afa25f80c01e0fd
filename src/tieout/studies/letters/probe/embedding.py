"""Embeddings of letters by an endpoint: a letter is longer than such models read, so its parts are embedded and averaged."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from tieout.evaluation.solvers.llm import LLMSettings, parse_llm_spec

__all__ = ["Embedding", "embedded_by", "parts_of"]

LONGEST_PART = 6_000
"""Characters of a part: well within what small embedding models read (about 2,000 tokens)."""

Array = NDArray[np.float64]
Embedding = tuple[str, Callable[[Sequence[str]], Array]]
"""A name, and what turns texts into a matrix with one row a text."""


def embedded_by(spec: str, settings: LLMSettings) -> Embedding:
    """Embeds by ``MODEL@BASE_URL``; InputError for a spec that isn't one. Calling it raises LLMError if the endpoint fails."""
    model, base_url = parse_llm_spec(spec.removeprefix("embed:"), "embed")

    def embed(texts: Sequence[str]) -> Array:
        return asyncio.run(_embed(texts, model, base_url, settings))

    return f"embed:{model}", embed


async def _embed(texts: Sequence[str], model: str, base_url: str, settings: LLMSettings) -> Array:

    client = settings.client(model, base_url)
    parts = [(number, part) for number, text in enumerate(texts) for part in parts_of(text)]
    async with client:
        vectors = _normal(np.asarray(await client.embed([part for _, part in parts]), dtype=np.float64))
    sums = np.zeros((len(texts), vectors.shape[1]))
    np.add.at(sums, [number for number, _ in parts], vectors)
    return _normal(sums)


def parts_of(text: str) -> list[str]:
    """Paragraphs joined to parts of at most `LONGEST_PART` characters; a longer paragraph is cut."""
    parts: list[str] = []
    for paragraph in text.split("\n\n"):
        for start in range(0, max(len(paragraph), 1), LONGEST_PART):
            piece = paragraph[start : start + LONGEST_PART]
            if parts and len(parts[-1]) + len(piece) + 2 <= LONGEST_PART:
                parts[-1] = f"{parts[-1]}\n\n{piece}"
            else:
                parts.append(piece)
    return [part for part in parts if part.strip()] or ["(blank)"]


def _normal(vectors: Array) -> Array:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    rows: Array = np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 0)
    return rows
