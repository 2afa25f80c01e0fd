"""Scale and currency words around a table: ``(in millions, except per share data)``, ``€ million``, ``RMB'000``."""

from __future__ import annotations

import re
from functools import lru_cache

__all__ = ["Measure", "measure_in"]

_WORDS = {
    "thousand": 3, "million": 6, "billion": 9, "000": 3, "mm": 6, "mn": 6, "bn": 9, "hundred": 2, "m": 6, "k": 3, "lakh": 5,
    "lac": 5, "crore": 7, "cr": 7, "mio": 6, "mrd": 9, "tsd": 3, "trillion": 12, "teur": 3, "t€": 3, "tchf": 3,
}  # fmt: skip
_SCALE = re.compile(
    r"\b(?:in|of)\s+(?:u\.?s\.?\s+)?(?:\$|€|£|¥|us\$|usd|eur|gbp)?\s?(?:[a-z]+\s)?(thousand|million|billion|trillion|lakh|lac|crore)s?\b"
    r"|(?:₹|\brs\.?|\binr|\brupees|\bin)\s?(?:in\s)?(?:₹\s?|rs\.?\s?)?(lakh|lac|crore|cr)s?\b"
    r"|\b(?:in\s)?(mio|mrd|tsd)\b\.?|\b(teur|t€|tchf)(?:\b|$)"
    r"|\((?:[^()]{0,40}?[\s$€£¥])?(thousand|million|billion|mn|bn|mm)s?\b[^()]{0,80}(?:\)|$)"
    r"|(?:\$|€|£|¥|us\$|usd|eur|gbp|rmb|hk\$|chf|jpy|cad|aud|inr|₹|dkk|sek|nok|brl|zar|sgd|krw|twd|mxn)\s?(thousand|million|billion|mn|bn|mm|m|k)s?\b"
    r"|\b(thousand|million|billion)s?\s+(?:of\s+)?(?:u\.?s\.?\s+)?(?:dollars|euros?|pounds|yen|francs|rmb|yuan|\$|€|£)"
    r"|(?:\$|€|£|¥|us\$|rmb|hk\$|usd)\s?['’](000)s?|\(?(?:\$|in)?\s?(?:000|0{3})['’]?s\b|['’](000)s?\b"
    r"|^\s*(thousand|million|billion)s?\b",
    re.I,
)
_NO_SCALE = re.compile(r"\b(?:in|expressed in|stated in)\s+(?:whole\s+|actual\s+|u\.?s\.?\s+)?dollars\b(?!\s+in)", re.I)
_CURRENCIES = (
    ("HKD", r"hk\$|hong kong dollars?|hkd"), ("CAD", r"c\$|ca\$|cad\b|canadian dollars?"),
    ("AUD", r"a\$|au\$|\baud\b|australian dollars?"),
    ("CNY", r"rmb|renminbi|\bcny\b|yuan"), ("JPY", r"¥|\bjpy\b|japanese yen|\byen\b"), ("EUR", r"€|\beuros?\b|\bt?eur\b"),
    ("GBP", r"£|\bgbp\b|pounds? sterling|sterling"), ("CHF", r"\bchf\b|swiss francs?"),
    ("INR", r"₹|\binr\b|rupees?|\brs\.?\b|crores?|\blakhs?"),
    ("KRW", r"₩|\bkrw\b|korean won"), ("BRL", r"r\$|\bbrl\b|reais|brazilian real"),
    ("SEK", r"\bsek\b|swedish kron"),
    ("DKK", r"\bdkk\b|danish kron"), ("NOK", r"\bnok\b|norwegian kron"), ("MXN", r"\bmxn\b|mexican pesos"),
    ("TWD", r"nt\$|\btwd\b"),
    ("SGD", r"(?<!u)s\$|\bsgd\b|singapore dollars"), ("ILS", r"\bnis\b|₪"), ("ZAR", r"\bzar\b|\brand\b"),
    ("USD", r"us\$|u\.s\. dollars?|\busd\b|\$|dollars"),
)  # fmt: skip
_CURRENCY = tuple((code, re.compile(pattern, re.I)) for code, pattern in _CURRENCIES)


_PER_SHARE = re.compile(r"per[\s-]share", re.I)
_SHARES = re.compile(r"\bshares?\b", re.I)


class Measure(tuple[int | None, str | None, int | None]):
    """(scale of money as a power of ten, currency, scale of shares); each None where the text doesn't say."""

    __slots__ = ()

    @property
    def scale(self) -> int | None:
        return self[0]

    @property
    def currency(self) -> str | None:
        return self[1]

    @property
    def shares(self) -> int | None:
        return self[2]


@lru_cache(maxsize=20_000)
def measure_in(text: str) -> Measure:
    """What a line near a table says about its numbers; what follows ``except`` counts for shares only."""
    text = text[:400]
    main, _, exception = _split(text)
    scale = _scale(main)
    if scale is None and _NO_SCALE.search(main):
        scale = 0
    shares: int | None = None
    if exception and _SHARES.search(_PER_SHARE.sub("", exception)):
        shares = _scale(exception)
        shares = 0 if shares is None else shares
    elif re.search(r"shares in (thousand|million)", text, re.I):
        shares = 3 if "thousand" in text.lower() else 6
    return Measure((scale, _currency(text), shares))


def _split(text: str) -> tuple[str, str, str]:
    found = re.search(r"\bexcept|\bexcluding|\bother than|\bunless\b", text, re.I)
    return (text, "", "") if found is None else (text[: found.start()], found[0], text[found.end() :])


def _scale(text: str) -> int | None:
    found = _SCALE.search(text)
    if found is None:
        return None
    word = next((group for group in found.groups() if group), "000").lower()
    return _WORDS[word]


def _currency(text: str) -> str | None:
    return next((code for code, pattern in _CURRENCY if pattern.search(text)), None)
