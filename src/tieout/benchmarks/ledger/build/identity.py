"""Who filed a report, under which names, and what the report is called in the benchmark."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tieout.report import Report
from tieout.report.errors import InputError

__all__ = ["Identity", "identity_of", "read_aliases"]

_EXCHANGES = {"NYSE": "NYSE", "NASDAQ": "NASDAQ", "NYSEAMER": "AMEX", "CboeBZX": "CBOE"}
_ENDING = re.compile(
    r"[\s,]+(?:inc|incorporated|corp|corporation|co|company|companies|ltd|limited|llc|plc|n\.?v|s\.?a|ag|se|holdings?|/[a-z]{2}/?)\.?$",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Identity:
    """Columns that tell whose report it is. ``aliases`` are the names that questions may use, the registrant's own first."""

    exchange: str
    ticker: str
    company_name: str
    industry: str
    cik: str
    year: int
    aliases: tuple[str, ...]

    @property
    def report(self) -> str:
        """The report's name in the benchmark: EXCHANGE_TICKER_YEAR."""
        return f"{self.exchange}_{self.ticker}_{self.year}"


def identity_of(report: Report, year: int, names: Mapping[str, Sequence[str]]) -> Identity:
    """What the cover page says, by its tags; ``names`` are further aliases by registrant's name, ticker or CIK."""
    told: dict[str, str] = {}
    for fact in report.facts:
        if fact.concept.startswith("dei:") and fact.value is not None:
            told.setdefault(fact.concept[4:], str(fact.value).strip())
    cik = told.get("EntityCentralIndexKey", "").lstrip("0")
    # Of an issuer without a symbol the file tells little: instances are often called the same.
    fallback = f"CIK{cik}" if cik else re.sub(r"[^A-Za-z0-9]+", "", Path(report.name).stem.upper())[:24] or "REPORT"
    ticker = re.sub(r"[^A-Z0-9.]+", "", told.get("TradingSymbol", "").upper().split(" ")[0].split(",")[0]) or fallback
    company = " ".join(told.get("EntityRegistrantName", "").split()) or ticker
    exchange = _EXCHANGES.get(told.get("SecurityExchangeName", ""), "OTHER")
    own = dict.fromkeys([company, *_shorter(company)])
    for key in (company, ticker, cik):
        own.update(dict.fromkeys(names.get(key, ())))
    return Identity(exchange, ticker, company, "", cik, year, tuple(own))


def _shorter(name: str) -> list[str]:
    """The name as people write it: its last words of form left out, one after the other, and no capitals throughout."""
    text = name.title() if name.isupper() and len(name) > 5 else name
    found = [text] if text != name else []
    while (cut := _ENDING.sub("", text).rstrip(" ,&")) != text and cut:
        text = cut
        found.append(text)
    return found


def read_aliases(path: Path | None) -> dict[str, list[str]]:
    """A user's file of aliases: JSON, registrant's name, ticker or CIK to a list of names. Raises InputError if it is none."""
    if path is None:
        return {}
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: no file of aliases: {error}") from error
    if not isinstance(found, dict) or not all(
        isinstance(v, list) and all(isinstance(n, str) for n in v) for v in found.values()
    ):
        raise InputError(f"{path}: aliases are a JSON object of lists of names, by registrant's name, ticker or CIK")
    return found
