"""Figures as tags: the periods of the filing, and how a value is printed and marked up."""

from __future__ import annotations

from decimal import Decimal

from make_samples.story import Tag, Where

FY25, FY24, FY23 = (Where(f"{y - 1}-10-01", f"{y}-09-30") for y in (2025, 2024, 2023))
AT25, AT24, AT23, AT22 = (Where(None, f"{y}-09-30") for y in (2025, 2024, 2023, 2022))
COVER = Where(None, "2024-11-14")
"""Date of the share count on the cover. A year too early: one of the mistakes."""
COVER_RIGHT = "2025-11-14"
FLOAT = Where(None, "2025-03-31")
LATER = Where("2025-10-28", "2025-10-28")

WORDS = "zero one two three four five six seven eight nine ten eleven twelve".split()
DASH = "\u2014"


def grouped(value: Decimal) -> str:
    return f"{value:,f}"


def number(
    concept: str,
    where: Where,
    value: str | int | Decimal,
    *,
    unit: str = "usd",
    scale: int = 0,
    decimals: int | str | None = None,
    places: int = 0,
    mark: str = "",
    note: str = "",
) -> Tag:
    """A number printed with ``places`` decimals in units of ten to the ``scale``; ``value`` is what is printed, signed."""
    shown = Decimal(value)
    if shown == 0 and places == 0:
        return Tag(
            concept,
            where,
            DASH,
            unit,
            str(decimals if decimals is not None else -scale),
            scale,
            format="ixt:fixed-zero",
            mark=mark,
            note=note,
        )
    digits = grouped(abs(shown).quantize(Decimal(1).scaleb(-places)))
    accuracy = decimals if decimals is not None else places - scale
    return Tag(
        concept, where, digits, unit, str(accuracy), scale, shown < 0, format="ixt:num-dot-decimal", mark=mark, note=note
    )


def millions(concept: str, where: Where, value: str, mark: str = "") -> Tag:
    """A sentence's amount such as 5.8 in "$5.8 million"."""
    places = len(value.partition(".")[2])
    return number(concept, where, value, scale=6, places=places, mark=mark)


def percent(concept: str, where: Where, value: str, mark: str = "") -> Tag:
    places = len(value.partition(".")[2])
    return number(concept, where, value, unit="number", scale=-2, places=places, decimals=places + 2, mark=mark)


def per_share(concept: str, where: Where, value: str) -> Tag:
    places = len(value.partition(".")[2])
    return number(concept, where, value, unit="usdPerShare", places=places)


def words(concept: str, where: Where, value: int, unit: str = "number") -> Tag:
    """A count in words: "two", read by ixt-sec:numwordsen."""
    return Tag(concept, where, WORDS[value], unit, "INF", 0, format="ixt-sec:numwordsen")


def lasting(concept: str, where: Where, printed: str) -> Tag:
    """A duration in words: "three years", read by ixt-sec:durwordsen."""
    return Tag(concept, where, printed, format="ixt-sec:durwordsen")


def years(concept: str, where: Where, printed: str) -> Tag:
    """A decimal number of years, read by ixt-sec:duryear."""
    return Tag(concept, where, printed, format="ixt-sec:duryear")


def said(concept: str, where: Where, printed: str, format: str = "", mark: str = "") -> Tag:
    return Tag(concept, where, printed, format=format, mark=mark)
