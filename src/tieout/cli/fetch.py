"""`tieout fetch`: filings, company facts, KPI labels and public datasets from where they are published."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tieout.cli.examples import examples
from tieout.cli.statuses import MISTAKE
from tieout.cli.terminal import tell

if TYPE_CHECKING:
    from tieout.fetching import Fetcher

__all__ = ["register"]

OutOption = Annotated[Path, typer.Option("--out", "-o", metavar="DIR", help="The folder for the files.", show_default=False)]
AgentOption = Annotated[
    str | None,
    typer.Option("--agent", metavar="TEXT", help="Who asks: name and address (TIEOUT_AGENT).", show_default=False),
]
MirrorOption = Annotated[
    str | None, typer.Option("--mirror", metavar="URL", help="Another server with the same paths.", show_default=False)
]
EPILOG = examples(
    ("tieout fetch filing KO --form 10-K --year 2023 --out filings", "the inline document of a 10-K"),
    ("tieout fetch filing 21344 --form 10-Q --package --out filings", "the latest 10-Q's XBRL package"),
    ("tieout fetch kpis KO PEP --out labels", "31 KPIs a year, from companyfacts"),
    ("tieout fetch edinet --day 2024-06-27 --out reports", "Japanese securities reports of a day"),
    ("tieout fetch dataset finer-ord --out data --accept-licence", "a benchmark's public data, in its layout"),
)


def register(app: typer.Typer) -> None:
    """Adds the verb, with its commands, to the program."""
    verb = typer.Typer(rich_markup_mode=None, no_args_is_help=True, epilog=EPILOG)
    verb.callback()(_fetch)
    for command in (filing, facts, kpis, edinet, dataset):
        verb.command(command.__name__, no_args_is_help=True)(command)
    app.add_typer(verb, name="fetch", short_help="Download filings and public datasets (needs a network).")


def _fetch() -> None:
    """Download filings, labels and public datasets. The only verb that goes to other machines of its own accord.

    Each file appears when it is whole; manifest.json says where it comes from, when, under which licence, and its hash.
    """


def filing(
    companies: Annotated[list[str], typer.Argument(metavar="COMPANY...", help="Tickers or CIKs.", show_default=False)],
    out: OutOption,
    form: Annotated[str, typer.Option("--form", metavar="FORM", help="10-K, 10-Q, 20-F, 10-K/A, …")] = "10-K",
    year: Annotated[
        int | None, typer.Option("--year", metavar="YEAR", help="Fiscal year (the latest).", show_default=False)
    ] = None,
    package: Annotated[bool, typer.Option("--package", help="The XBRL package instead of the document.")] = False,
    agent: AgentOption = None,
    mirror: MirrorOption = None,
) -> None:
    """A company's filing from the SEC's EDGAR: the document as filed, or the zip with its XBRL."""
    from tieout.fetching.edgar import company, fetch_filing, filings
    from tieout.report.errors import InputError

    def fetch(name: str) -> dict[str, Any]:
        found = next(filings(fetcher, company(fetcher, name), form, year), None)
        if found is None:
            raise InputError(f"{name}: EDGAR has no {form}" + (f" for fiscal year {year}" if year is not None else ""))
        path = fetch_filing(fetcher, found, out, package)
        return {"company": name, "form": found.form, "period": found.period, "accepted": found.accepted, "path": str(path)}

    with _fetcher("edgar", agent, mirror) as fetcher:
        _each(companies, fetch)


def facts(
    companies: Annotated[list[str], typer.Argument(metavar="COMPANY...", help="Tickers or CIKs.", show_default=False)],
    out: OutOption,
    agent: AgentOption = None,
    mirror: MirrorOption = None,
) -> None:
    """All XBRL facts that EDGAR has of a company (companyfacts)."""
    from tieout.fetching.edgar import company, company_facts

    def fetch(name: str) -> dict[str, Any]:
        return {"company": name, "path": str(company_facts(fetcher, company(fetcher, name), out))}

    with _fetcher("edgar", agent, mirror) as fetcher:
        _each(companies, fetch)


def kpis(
    companies: Annotated[list[str], typer.Argument(metavar="COMPANY...", help="Tickers.", show_default=False)],
    out: OutOption,
    yahoo: Annotated[bool, typer.Option("--yahoo", help="Yahoo Finance too (needs the package yfinance).")] = False,
    alpha_vantage_key: Annotated[
        str | None,
        typer.Option("--alpha-vantage", metavar="KEY", help="Alpha Vantage too, with this key.", envvar="ALPHA_VANTAGE_KEY"),
    ] = None,
    agent: AgentOption = None,
    mirror: MirrorOption = None,
) -> None:
    """LEDGER's KPI labels: companyfacts, then Yahoo, then Alpha Vantage for holes; labels.csv and coverage.csv."""
    from tieout.fetching import FetchError
    from tieout.fetching import labels as of
    from tieout.fetching.edgar import company, company_facts
    from tieout.report.errors import InputError, TieoutError

    failed = False
    found: dict[str, dict[tuple[int, str], of.Label]] = {}
    with _fetcher("edgar", agent, mirror) as fetcher, _fetcher("alpha_vantage", agent, mirror) as quotes:
        for name in companies:
            sources: list[dict[tuple[int, str], of.Label]] = []
            try:
                path = company_facts(fetcher, company(fetcher, name), out)
                sources.append(of.from_company_facts(json.loads(path.read_text(encoding="utf-8"))))
            except TieoutError as error:  # a company that files elsewhere has none
                if isinstance(error, FetchError) and error.lasting:
                    raise
                tell(str(error))
                failed |= not yahoo and alpha_vantage_key is None
            if yahoo:
                sources.append(of.from_yahoo(_yahoo(name)))
            if alpha_vantage_key is not None:
                sources.append(of.from_alpha_vantage(of.alpha_vantage(quotes, name, alpha_vantage_key)))
            found[name] = of.merged(*sources)
    if not any(found.values()):
        raise InputError("no source has any label of these companies")
    rows = [
        {"ticker": name, "year": year, "kpi": kpi, "value": format(own[year, kpi].value, "f")}
        | {"source": own[year, kpi].source, "tag": own[year, kpi].tag}
        for name, own in found.items()
        for year, kpi in sorted(own)
    ]
    _csv(out / "labels.csv", rows)
    _csv(out / "coverage.csv", of.coverage(found))
    _write(
        {
            "labels": len(rows),
            "companies": len(found),
            "out": str(out),
            "sources": of.sources_of([one for own in found.values() for one in own.values()]),
        }
    )
    if failed:
        raise typer.Exit(MISTAKE)


def edinet(
    out: OutOption,
    documents: Annotated[
        list[str] | None, typer.Argument(metavar="[ID...]", help="Ids of documents.", show_default=False)
    ] = None,
    day: Annotated[
        str | None, typer.Option("--day", metavar="DATE", help="All of a day's securities reports.", show_default=False)
    ] = None,
    type: Annotated[str, typer.Option("--type", metavar="TYPE", help="xbrl, csv or pdf.")] = "xbrl",
    key: Annotated[
        str | None,
        typer.Option("--key", metavar="KEY", help="The API's key (EDINET_KEY).", envvar="EDINET_KEY", show_default=False),
    ] = None,
    agent: AgentOption = None,
    mirror: MirrorOption = None,
) -> None:
    """Documents of Japan's EDINET: the ones named, or a day's annual securities reports."""
    from tieout.fetching.edinet import document_ids, fetch_document
    from tieout.report.errors import InputError

    if not key:
        raise InputError("EDINET's API needs a key: --key, or EDINET_KEY in the environment")
    if bool(documents) == (day is not None):
        raise InputError("name documents by their ids, or a day with --day")
    with _fetcher("edinet", agent, mirror) as fetcher:
        ids = list(documents or ())
        if day is not None:
            try:
                ids = [str(one["docID"]) for one in document_ids(fetcher, key, date.fromisoformat(day))]
            except ValueError:
                raise InputError(f"--day {day}: write it as 2024-06-27") from None
            tell(f"{len(ids)} securities reports on {day}")
        _each(ids, lambda id_: {"document": id_, "path": str(fetch_document(fetcher, key, id_, out, type))})


def dataset(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME", help="finer-ord, fintagging, finauditing, ledger, ufo-2024, ntcir18-u4.", show_default=False
        ),
    ],
    out: OutOption,
    accept_licence: Annotated[bool, typer.Option("--accept-licence", help="You agree to its licence.")] = False,
    repository: Annotated[
        str | None, typer.Option("--repository", metavar="OWNER/NAME", help="Another repository.", show_default=False)
    ] = None,
    revision: Annotated[
        str | None, typer.Option("--revision", metavar="REV", help="A commit or tag.", show_default=False)
    ] = None,
    agent: AgentOption = None,
    mirror: MirrorOption = None,
) -> None:
    """A benchmark's public data, into the layout that `tieout eval --data` takes."""
    from tieout.fetching.datasets import dataset as named
    from tieout.fetching.datasets import fetch_dataset
    from tieout.report.errors import InputError

    one = named(name)
    tell(one.notice or f"{name}: licence: {one.licence}")
    if one.notice and not accept_licence:
        raise InputError("nothing was fetched: --accept-licence says that you agree")
    with _fetcher(one.host, agent, mirror) as fetcher:
        count = fetch_dataset(fetcher, one, out, repository, revision)
    _write({"dataset": name, "files": count, "licence": one.licence, "out": str(out)})


def _each(names: Sequence[str], fetch: Callable[[str], dict[str, Any]]) -> None:
    """Fetches all and writes a row each; what failed is told at the end, and typer.Exit(2) raised.

    Where the server can't be reached or refuses, the others are not tried.
    """
    from tieout.fetching import FetchError
    from tieout.report.errors import TieoutError

    failed: list[str] = []
    left = len(names)
    for name in names:
        left -= 1
        try:
            _write(fetch(name))
        except TieoutError as error:
            failed.append(str(error))
            if isinstance(error, FetchError) and error.lasting:
                break
    if not failed:
        return
    if len(names) > 1:
        untried = f"; {left} were not tried" if left else ""
        tell(f"{len(names) - len(failed) - left} of {len(names)} were fetched{untried}")
    for reason in failed:
        tell(f"{'  ' if len(names) > 1 else ''}{reason}")
    raise typer.Exit(MISTAKE)


@contextmanager
def _fetcher(publisher: str, agent: str | None, mirror: str | None) -> Iterator[Fetcher]:
    from tieout.fetching import Fetcher
    from tieout.fetching.places import places

    who = agent if agent is not None else os.environ.get("TIEOUT_AGENT", "")
    with Fetcher(who, places(publisher)["rate"], mirror=mirror, say=tell) as fetcher:
        yield fetcher


def _yahoo(ticker: str) -> list[Any]:
    from tieout.report.errors import InputError

    try:
        import yfinance
    except ImportError:
        raise InputError("--yahoo needs the package yfinance: pip install yfinance") from None
    one = yfinance.Ticker(ticker)
    return [one.income_stmt, one.balance_sheet, one.cash_flow]


def _csv(path: Path, rows: list[dict[str, Any]]) -> None:
    import csv

    from tieout.cli.output import destination

    path.parent.mkdir(parents=True, exist_ok=True)
    names = list(dict.fromkeys(name for row in rows for name in row))
    with destination(path) as where, where.text() as handle:
        writer = csv.DictWriter(handle, names)
        writer.writeheader()
        writer.writerows(rows)


def _write(row: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(row, ensure_ascii=False) + "\n")
    sys.stdout.flush()
