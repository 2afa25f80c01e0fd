"""Filings with the moment at which EDGAR accepted each: from a CSV table, EDGAR's submissions JSON, or what was fetched."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from tieout.engines.kpis.fiscal import fiscal_year_of
from tieout.report.errors import InputError, LimitError
from tieout.studies.csv_files import LARGEST_FILE, Line, read_lines

__all__ = ["Filing", "read_filings"]

_COLUMNS: Mapping[str, Sequence[str]] = {
    "ticker": ("symbol",),
    "cik": ("cik_str",),
    "fiscal_year": ("fiscal_year_focus", "document_fiscal_year_focus", "fy", "year"),
    "period_end": ("report_date", "period_of_report", "fiscal_year_end_date", "document_period_end_date"),
    "form": ("form_type", "document_type"),
    "accepted": ("acceptance_date_time", "acceptance_time", "acceptance"),
    "accession": ("accession_number", "accession_no"),
}
_MOMENT = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:\d\d)?", re.ASCII)
_CIK_IN_NAME = re.compile(r"CIK(\d{10})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Filing:
    """``fiscal_year`` is what the filer calls it where that is stated, else by the period's end; ``accepted`` is UTC.

    ``where`` is the line or place it was read from.
    """

    ticker: str
    cik: str
    fiscal_year: int | None
    form: str
    accepted: datetime
    period_end: date | None = None
    accession: str = ""
    where: str = ""

    @property
    def company(self) -> str:
        """What tells companies apart: the CIK, which stays when a ticker changes, else the ticker."""
        return self.cik or self.ticker


def read_filings(paths: Iterable[Path]) -> list[Filing]:
    """The filings of CSV tables, of EDGAR's submissions JSON (also the further files that it names) and of manifests, in order.

    A manifest is the ``manifest.json`` of `tieout fetch filing`.

    In a CSV, times without a zone are UTC. A fiscal year that is not stated follows from the period's end: one that ends in
    January is the year before's. Companies without a ticker get it from another file with the same CIK. Raises InputError.
    """
    found: list[Filing] = []
    for path in paths:
        if not path.is_file():
            raise InputError(f"{path}: there is no such file")
        with path.open("rb") as stream:
            head = stream.read(64).removeprefix(b"\xef\xbb\xbf").lstrip()
        found.extend(_of_json(path) if head.startswith((b"{", b"[")) else _of_table(path))
    tickers = {filing.cik: filing.ticker for filing in reversed(found) if filing.cik and filing.ticker}
    return [filing if filing.ticker else replace(filing, ticker=tickers.get(filing.cik, "")) for filing in found]


def _of_table(path: Path) -> Iterator[Filing]:
    for line in read_lines(path, _COLUMNS, ("form", "accepted")):
        if not line["ticker"] and not line["cik"]:
            raise InputError(f"{line.where}: names neither a ticker nor a cik")
        end = line.day("period_end")
        yield Filing(
            ticker=line["ticker"].upper(),
            cik=line["cik"].lstrip("0"),
            fiscal_year=_fiscal_year(line.year("fiscal_year"), end),
            form=line["form"].upper(),
            accepted=_moment(line["accepted"], line.where),
            period_end=end,
            accession=line["accession"],
            where=line.where,
        )


def _of_json(path: Path) -> Iterator[Filing]:
    if path.stat().st_size > LARGEST_FILE:
        raise LimitError(f"{path}: has more than {LARGEST_FILE:,} bytes")
    try:
        content = json.loads(path.read_bytes())
    except (ValueError, RecursionError) as e:
        raise InputError(f"{path}: is neither CSV nor JSON ({e})") from None
    company: dict[str, Any] = content if isinstance(content, dict) else {}
    files = company.get("files")
    return _of_manifest(path, files) if isinstance(files, dict) else _of_submissions(path, company)


def _of_manifest(path: Path, files: Mapping[str, Any]) -> Iterator[Filing]:
    """The filings among what `tieout fetch` put down: a file's folder is called by its ticker, or where it has none by CIK."""
    for name, entry in files.items():
        if not isinstance(entry, dict) or "form" not in entry or "accepted" not in entry:
            continue
        folder = name.partition("/")[0]
        names = ("form", "accepted", "period", "accession", "cik")
        cells = {key: str(entry.get(key) or "") for key in names}
        line = Line(f"{path}: {name}", {**cells, "period_end": cells["period"]})
        ticker = "" if _CIK_IN_NAME.fullmatch(folder) else folder.upper()
        end = line.day("period_end")
        yield Filing(
            ticker, line["cik"].lstrip("0"), _fiscal_year(None, end), line["form"].upper(),
            _moment(line["accepted"], line.where), end, line["accession"], line.where,
        )  # fmt: skip


def _of_submissions(path: Path, company: Mapping[str, Any]) -> Iterator[Filing]:
    filings = company.get("filings")
    recent = filings.get("recent") if isinstance(filings, dict) else company  # a further file has the columns alone
    if not isinstance(recent, dict) or not isinstance(recent.get("acceptanceDateTime"), list):
        raise InputError(f"{path}: is not EDGAR's submissions JSON: it has no filings.recent.acceptanceDateTime")
    named = _CIK_IN_NAME.search(path.name)
    cik = str(company.get("cik") or (named[1] if named else "")).lstrip("0")
    tickers = company.get("tickers")
    ticker = str(tickers[0]).upper() if isinstance(tickers, list) and tickers else ""
    if not cik and not ticker:
        raise InputError(f"{path}: doesn't say whose filings they are; keep the name that EDGAR gives it (CIK##########…)")
    names = ("form", "acceptanceDateTime", "reportDate", "accessionNumber")
    columns = [recent.get(name) for name in names]
    if not all(isinstance(column, list) and len(column) == len(columns[1] or ()) for column in columns):
        raise InputError(f"{path}: its columns {', '.join(names)} are not all there, or not of one length")
    for number, row in enumerate(zip(*(column or () for column in columns), strict=True)):
        cells = dict(zip(("form", "accepted", "period_end", "accession"), map(str, row), strict=True))
        line = Line(f"{path}: filing {number}", cells)
        end = line.day("period_end")
        yield Filing(
            ticker, cik, _fiscal_year(None, end), line["form"].upper(), _moment(line["accepted"], line.where), end,
            line["accession"], line.where,
        )  # fmt: skip


def _fiscal_year(stated: int | None, end: date | None) -> int | None:
    if stated is not None:
        return stated
    return None if end is None else fiscal_year_of(end)


def _moment(text: str, where: str) -> datetime:
    try:
        if not _MOMENT.fullmatch(text):
            raise ValueError
        moment = datetime.fromisoformat(text)
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError):
        raise InputError(f"{where}: {text[:40]!r} is no date and time; write it as 2024-02-20T21:06:32Z (UTC)") from None
