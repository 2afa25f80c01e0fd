"""The shared tasks' normalisation of values: both sides go through it before they are compared."""

from __future__ import annotations

import unicodedata

__all__ = ["normalise"]

_NEGATIVE = str.maketrans(dict.fromkeys("▲△▴▵", "-"))
_UNITS = "円株個倍人年"


def normalise(value: str) -> str:
    """The value as it is compared.

    The steps, in the official order: NFKC; no white space; no commas; triangles become ``-``; 百万円, 千円 and 千 at the
    end become zeros (``0百万円`` becomes ``0``); a percentage is divided by 100; a unit at the end (円株個倍人年) is
    dropped where a number is left; and a number is written with four decimals, zero without a sign.
    """
    text = "".join(unicodedata.normalize("NFKC", value).split()).replace(",", "").translate(_NEGATIVE)
    text = _percentage(_unscaled(text))
    number = _number(text.rstrip(_UNITS))
    if number is None:
        return text
    written = f"{number:.4f}"
    return "0.0000" if written == "-0.0000" else written


def _unscaled(text: str) -> str:
    if text == "0百万円":
        return "0"
    if text.endswith("百万円"):
        return text.replace("百万円", "000000")
    if text.endswith("千円"):
        return text.replace("千円", "000")
    if text.endswith("千"):
        return text.replace("千", "000")
    return text


def _percentage(text: str) -> str:
    if not text.endswith("%"):
        return text
    number = _number(text[:-1])
    return text if number is None else str(number / 100)


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
