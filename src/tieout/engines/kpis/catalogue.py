"""The catalogue of KPIs: what each is called, where a report shows it, and which tags state it (`kpis.toml`)."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Literal

__all__ = ["Kpi", "catalogue"]


@dataclass(frozen=True, slots=True)
class Kpi:
    """One KPI. ``tags`` are canonical concept names in the order of preference; ``sums`` are (sign, concept) terms."""

    name: str
    title: str
    statement: Literal["income", "balance", "cash_flow"]
    period: Literal["flow", "stock"]
    kind: Literal["money", "per_share", "shares"]
    tags: tuple[str, ...]
    sums: tuple[tuple[tuple[int, str], ...], ...]
    also: tuple[str, ...]


@cache
def catalogue() -> dict[str, Kpi]:
    """All KPIs by name, in the benchmark's order."""
    text = resources.files(__package__).joinpath("kpis.toml").read_text(encoding="utf-8")
    return {entry["name"]: _kpi(entry) for entry in tomllib.loads(text)["kpi"]}


def _kpi(entry: dict[str, object]) -> Kpi:
    told = {key: value for key, value in entry.items() if key not in ("tags", "sums", "also")}
    return Kpi(
        **told,  # type: ignore[arg-type]
        tags=tuple(_concept(tag) for tag in _listed(entry, "tags")),
        sums=tuple(tuple(_term(tag) for tag in terms) for terms in _listed(entry, "sums")),
        also=tuple(_concept(tag) for tag in _listed(entry, "also")),
    )


def _listed(entry: dict[str, object], key: str) -> list[str]:
    found = entry.get(key, [])
    return found if isinstance(found, list) else []


def _term(tag: str) -> tuple[int, str]:
    return (-1, _concept(tag[1:])) if tag.startswith("-") else (1, _concept(tag))


def _concept(tag: str) -> str:
    return tag if ":" in tag else f"us-gaap:{tag}"
