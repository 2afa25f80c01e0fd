"""`tieout events`: how the market took annual reports."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tieout.cli.examples import examples
from tieout.cli.options import FormatOption, OutOption, choose_format
from tieout.cli.statuses import NO
from tieout.cli.terminal import is_terminal, tell

if TYPE_CHECKING:
    from tieout.cli.output import Columns
    from tieout.studies.events import Filing, Horizon, MeanReturn, Prices, Selected
    from tieout.studies.events.prices import PriceKind

__all__ = ["events", "register"]

YAHOO = "yfinance"

EPILOG = examples(
    ("tieout events filings.csv --prices prices.csv", "session, event day and returns of each annual report"),
    ("tieout events CIK0000021344.json --prices prices.csv", "the same, of EDGAR's submissions of a company"),
    ("tieout events filings.csv --prices prices.csv --mean", "the mean return at each horizon, with intervals"),
    ("tieout events filings.csv --prices prices.csv --chart mean.svg", "and the picture of it"),
)


def register(app: typer.Typer) -> None:
    """Adds the verb to the program."""
    app.command("events", short_help="How the market took annual reports.", epilog=EPILOG, no_args_is_help=True)(events)


def events(
    filings: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILINGS...", help="CSV tables, EDGAR's submissions JSON, manifests of fetch.", show_default=False
        ),
    ],
    prices: Annotated[
        str,
        typer.Option(
            "--prices", metavar="FILE", help="CSV of ticker, date, close[, adjusted]; or yfinance.", show_default=False
        ),
    ],
    eps: Annotated[
        Path | None,
        typer.Option("--eps", metavar="FILE", help="CSV of ticker, fiscal_year, reported, consensus.", show_default=False),
    ] = None,
    reports: Annotated[
        Path | None,
        typer.Option("--reports", metavar="FILE", help="CSV of ticker, fiscal_year: only these.", show_default=False),
    ] = None,
    horizons: Annotated[
        str, typer.Option("--horizons", metavar="DAYS", help="Trading days from the event day; 90d: calendar days.")
    ] = "-20,-10,-5,-1,1,5,10,20,90",
    price: Annotated[
        str | None,
        typer.Option("--price", metavar="KIND", help="adjusted or close; by default adjusted if there.", show_default=False),
    ] = None,
    mean: Annotated[bool, typer.Option("--mean", help="The mean at each horizon, not the events.")] = False,
    chart: Annotated[
        Path | None, typer.Option("--chart", metavar="FILE", help="Draw the means (SVG).", show_default=False)
    ] = None,
    format: FormatOption = None,
    out: OutOption = None,
) -> None:
    """Tell how the market took annual reports: when each came, what the price did before and after, and the EPS surprise.

    The original 10-K of a fiscal year that was accepted first is its announcement. Its moment is put among the New York
    Stock Exchange's trading hours; P_t is the close of that day, or of the trading day before where it came before an open.
    r_h (h < 0) is (P_t - P_{t+h}) / P_t, positive where the price rose up to the announcement; forward_h (h > 0) is
    (P_{t+h} - P_t) / P_t. A price that is missing is not made up: the row says which. Exit status 1: no return at all.
    """
    from tieout.cli.output import destination, open_rows
    from tieout.studies.events import TradingCalendar, mean_returns, parse_horizons, react, read_surprises, read_wanted, select
    from tieout.studies.events.reaction import span

    chosen_format = choose_format(format, out, is_terminal(sys.stdout))
    days = parse_horizons(horizons)
    wanted = None if reports is None else read_wanted(reports)
    chosen = select(_filings(filings), wanted)
    surprises = None if eps is None else read_surprises(eps)
    around = span(chosen, days)
    calendar = TradingCalendar((), (), ()) if around is None else TradingCalendar.of_new_york(*around)
    found = react(chosen, calendar, _prices(prices, chosen, days, _kind(price)), days, surprises)
    means = mean_returns(found, days) if mean or chart is not None else []
    columns = _mean_columns() if mean else _event_columns(days, eps is not None)
    with destination(out) as where, open_rows(chosen_format, where, columns, "means" if mean else "events") as writer:
        for row in means if mean else found:
            writer.write(row.to_dict())
    if chart is not None:
        _draw(chart, means)
    known = sum(1 for event in found if any(value is not None for value in event.returns.values()))
    tell(
        f"{known:,} of {len(found):,} events have a return; {sum(1 for event in found if event.reason):,} have a reason to read"
    )
    if not known:
        raise typer.Exit(NO)


def _filings(paths: Sequence[Path]) -> list[Filing]:
    from tieout.studies.events import read_filings

    found: list[Path] = []
    for path in paths:
        found.extend(sorted(p for p in path.iterdir() if p.suffix in (".csv", ".json")) if path.is_dir() else [path])
    return read_filings(found)


def _kind(price: str | None) -> PriceKind | None:
    from tieout.report import InputError
    from tieout.studies.events.prices import PriceKind

    if price is None:
        return None
    try:
        return PriceKind(price)
    except ValueError:
        raise InputError(f"--price {price}: is adjusted or close") from None


def _prices(given: str, chosen: Sequence[Selected], days: Sequence[Horizon], kind: PriceKind | None) -> Prices:
    from tieout.studies.events import read_prices
    from tieout.studies.events.prices import PriceKind, Prices
    from tieout.studies.events.reaction import span
    from tieout.studies.events.yahoo import fetch_prices

    tickers = list(dict.fromkeys(one.ticker for one in chosen if one.filing and one.ticker))
    if given != YAHOO:
        return read_prices(Path(given), set(tickers), kind)
    around = span(chosen, days)
    return Prices({}, kind or PriceKind.adjusted) if around is None else fetch_prices(tickers, *around, kind)


def _event_columns(days: Sequence[Horizon], eps: bool) -> Columns:
    from tieout.cli.output import Columns

    returns = tuple(h.name for h in days)
    surprise = ("eps_reported", "eps_consensus", "eps_surprise") if eps else ()
    when = ("accepted", "announced", "session", "event_day", "reaction_day")
    shown = ("ticker", "fiscal_year", "session", "event_day", "price", *returns, *surprise[-1:], "reason")
    return Columns(
        names=("ticker", "cik", "fiscal_year", "form", "accession", *when, "price", "prices", *returns, *surprise, "reason"),
        numeric=frozenset({"price", *returns, *surprise}),
        types={"fiscal_year": "BIGINT"},
        widths={"accepted": 22, "announced": 26, "reason": 50},
        dates=frozenset({"event_day", "reaction_day"}),
        listed=shown,
        whole=frozenset({"ticker", "fiscal_year", "session", "event_day"}),
    )


def _mean_columns() -> Columns:
    from tieout.cli.output import Columns

    numbers = ("mean", "low", "high")
    types = {"events": "BIGINT", "companies": "BIGINT"}
    return Columns(names=("h", "return", "events", "companies", *numbers), numeric=frozenset(numbers), types=types)


def _draw(path: Path, means: Sequence[MeanReturn]) -> None:
    from tieout.cli.output import destination
    from tieout.studies.events.chart import chart

    drawn = chart(means)
    with destination(path) as where, where.data() as stream:
        stream.write(drawn)
