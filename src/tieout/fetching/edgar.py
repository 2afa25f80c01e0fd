"""The SEC's EDGAR: filings by ticker or CIK, form and fiscal year, as document or XBRL package; all facts of a company."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from tieout.engines.kpis.fiscal import fiscal_year_of
from tieout.fetching.manifest import Manifest
from tieout.fetching.places import place, places
from tieout.fetching.transfer import Fetcher, FetchError
from tieout.report.errors import InputError

__all__ = ["Company", "Filing", "company", "company_facts", "fetch_filing", "filings"]

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,200}")
_FIELDS = ("accessionNumber", "form", "filingDate", "reportDate", "acceptanceDateTime", "primaryDocument")


@dataclass(frozen=True, slots=True)
class Company:
    cik: int
    ticker: str


@dataclass(frozen=True, slots=True)
class Filing:
    """One filing. ``year`` is the fiscal year that its period ends in, by LEDGER's rule; ``accepted`` is in UTC."""

    company: Company
    accession: str
    form: str
    filed: str
    period: str
    accepted: str
    document: str

    @property
    def year(self) -> int | None:
        try:
            return fiscal_year_of(date.fromisoformat(self.period))
        except ValueError:
            return None


def company(fetcher: Fetcher, name: str) -> Company:
    """The company of a ticker or CIK. Raises InputError where EDGAR knows none."""
    if name.isascii() and name.isdigit() and len(name) <= 10:
        return Company(int(name), f"CIK{int(name):010d}")
    known = fetcher.json(place("edgar", "tickers"))
    for entry in known.values() if isinstance(known, dict) else ():
        if isinstance(entry, dict) and str(entry.get("ticker", "")).upper() == name.upper():
            try:
                return Company(int(entry["cik_str"]), _safe(str(entry["ticker"]).upper()))
            except (KeyError, TypeError, ValueError):
                raise FetchError(f"EDGAR's list of tickers can't be read at {name}") from None
    raise InputError(f"{name}: EDGAR knows no such ticker; a CIK works too")


def filings(fetcher: Fetcher, one: Company, form: str, year: int | None = None) -> Iterator[Filing]:
    """The company's filings of a form (10-K/A is another form than 10-K), the latest first; of one fiscal year, if asked.

    Raises FetchError; a list that isn't as EDGAR's is one.
    """
    content = fetcher.json(place("edgar", "submissions", name=f"CIK{one.cik:010d}.json"))
    try:
        recent, older = content["filings"]["recent"], content["filings"].get("files", [])
        yield from _matching(one, recent, form, year)
        for part in older:
            if year is None or int(str(part["filingTo"])[:4]) >= year:
                yield from _matching(one, fetcher.json(place("edgar", "submissions", name=_safe(part["name"]))), form, year)
    except (KeyError, TypeError, ValueError, AttributeError):
        raise FetchError(f"EDGAR's list of filings of CIK {one.cik} can't be read") from None


def fetch_filing(fetcher: Fetcher, filing: Filing, out: Path, package: bool = False) -> Path:
    """The filing's document, or its XBRL package (a zip), in ``out/TICKER/``; its entry in the manifest. Not fetched twice."""
    folder = filing.accession.replace("-", "")
    name = f"{filing.accession}-xbrl.zip" if package else _safe(filing.document)
    stem = f"{filing.company.ticker}-{filing.form.replace('/', '')}-{filing.period or filing.filed}"
    target = out / filing.company.ticker / f"{stem}{Path(name).suffix.lower()}"
    manifest = Manifest(out)
    if not manifest.has(target):
        received = fetcher.download(place("edgar", "file", cik=filing.company.cik, folder=_safe(folder), name=name), target)
        about = {"cik": filing.company.cik, "form": filing.form, "period": filing.period, "accepted": filing.accepted}
        manifest.add(received, places("edgar")["licence"], accession=filing.accession, **about)
    return target


def company_facts(fetcher: Fetcher, one: Company, out: Path) -> Path:
    """All XBRL facts that EDGAR has of a company, as ``out/TICKER/companyfacts.json``."""
    target = out / one.ticker / "companyfacts.json"
    received = fetcher.download(place("edgar", "facts", cik=one.cik), target)
    Manifest(out).add(received, places("edgar")["licence"], cik=one.cik)
    return target


def _matching(one: Company, table: dict[str, Any], form: str, year: int | None) -> Iterator[Filing]:
    for values in zip(*(table[name] for name in _FIELDS), strict=True):
        accession, kind, filed, period, accepted, document = map(str, values)
        found = Filing(one, _safe(accession), kind, filed, period, accepted, document)
        if kind.upper() == form.upper() and document and (year is None or found.year == year):
            yield found


def _safe(name: str) -> str:
    """A name from a server as a part of a path. Raises FetchError for one that could lead elsewhere."""
    if not _NAME.fullmatch(name) or ".." in name:
        raise FetchError(f"the server names a file {name[:80]!r}, which can't be a name here")
    return name
