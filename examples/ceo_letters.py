"""LEDGER's case study from end to end, on made-up data: do letters of chief executives foretell surprise and return?

    pip install 'tieout[studies]'
    python examples/ceo_letters.py study

writes a folder of glossy reports, filings, prices and earnings (all invented, from the letters that ship with Tieout), and then
does with it what one would do with real ones:

1. find the letters in the reports (`tieout letters`);
2. put each announcement among the trading hours, and compute returns and surprises (`tieout events`);
3. draw the mean reaction (`--chart`);
4. probe what the letters' wording foretells, by company (`tieout letters probe`).

For real data leave `make_up` out, and point the paths at your own files.
"""

from __future__ import annotations

import csv
import json
import random
import sys
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path

import tieout
from tieout.samples import path as sample
from tieout.studies.events import (
    TradingCalendar,
    mean_returns,
    parse_horizons,
    react,
    read_filings,
    read_prices,
    read_surprises,
    select,
)
from tieout.studies.events.chart import chart
from tieout.studies.events.reaction import span
from tieout.studies.letters import find_letters
from tieout.studies.letters.probe import probe_target, read_samples, targets_of

HORIZONS = "-20,-10,-5,-1,1,5,10,20,90"


def make_up(folder: Path) -> None:
    """Reports with the sample letters, and filings, prices and earnings whose surprises are those of the sample."""
    draw = random.Random(7)  # noqa: S311 - made-up data, no secrets
    (folder / "reports").mkdir(parents=True)
    with (sample("studies") / "targets.csv").open(encoding="utf-8") as stream:
        surprises = {(row["ticker"], row["fiscal_year"]): float(row["eps_surprise"]) for row in csv.DictReader(stream)}
    filings, eps, prices = ["ticker,fiscal_year,form,accepted"], ["ticker,fiscal_year,reported,consensus"], []
    for line in (sample("studies") / "letters.jsonl").read_text(encoding="utf-8").splitlines():
        letter = json.loads(line)
        ticker, year = letter["ticker"], letter["fiscal_year"]
        report = glossy(ticker, year, letter["text"])
        (folder / "reports" / f"NYSE_{ticker}_{year}.mmd").write_text(report, encoding="utf-8")
        day = date(year + 1, 2, 1) + timedelta(days=draw.randrange(40))
        accepted = datetime.combine(day, time(draw.choice([11, 16, 21]), draw.randrange(60)), UTC)
        filings.append(f"{ticker},{year},10-K,{accepted:%Y-%m-%dT%H:%M:%SZ}")
        eps.append(f"{ticker},{year},{1 + surprises[ticker, str(year)]:.3f},1.00")
        prices += walk(ticker, day, surprises[ticker, str(year)], draw)
    for name, lines in (("filings", filings), ("eps", eps), ("prices", ["ticker,date,close", *prices])):
        (folder / f"{name}.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")


def glossy(ticker: str, year: int, letter: str) -> str:
    """A report of four pages: cover, contents, letter, and a page after it."""
    pages = [
        f"# {ticker} Company\n\nAnnual report {year} (invented)",
        "## Contents\n\nLetter from our Chief Executive 3\n\nFinancial highlights 4",
        f"# Letter from our Chief Executive\n\nDear shareholders,\n\n{letter}\n\nSincerely,\n\nThe Chief Executive Officer",
        "## Financial highlights\n\nRevenue rose, or fell.",
    ]
    return "\n<--- Page Split --->\n".join(pages)


def walk(ticker: str, event: date, surprise: float, draw: random.Random) -> list[str]:
    """Prices of each weekday around the event: some of the surprise is known before, some sinks in after it."""
    price, lines = draw.uniform(20, 120), []
    for distance in range(-40, 150):
        day = event + timedelta(days=distance)
        known = 0.015 if -10 <= distance < 0 else 0.05 if distance in (0, 1) else 0.0
        price *= 1 + surprise * known + draw.gauss(0, 0.012)
        if day.weekday() < 5:
            lines.append(f"{ticker},{day},{price:.2f}")
    return lines


def write_rows(path: Path, rows: list[dict]) -> None:
    """JSON lines; exact numbers as text."""
    path.write_text("".join(json.dumps(row, default=str) + "\n" for row in rows), encoding="utf-8")


def main(folder: Path) -> None:
    make_up(folder)

    found = [find_letters(tieout.read(path)) for path in sorted((folder / "reports").glob("*.mmd"))]
    letters = [letter for one in found for letter in one.letters]
    write_rows(folder / "letters.jsonl", [letter.to_dict() for letter in letters])
    print(f"{len(letters)} letters in {len(found)} reports")

    horizons = parse_horizons(HORIZONS)
    chosen = select(read_filings([folder / "filings.csv"]))
    first, last = span(chosen, horizons) or (date.today(), date.today())
    prices = read_prices(folder / "prices.csv", {one.ticker for one in chosen})
    surprises = read_surprises(folder / "eps.csv")
    events = react(chosen, TradingCalendar.of_new_york(first, last), prices, horizons, surprises)
    write_rows(folder / "events.jsonl", [event.to_dict() for event in events])
    means = mean_returns(events, horizons)
    (folder / "mean.svg").write_text(chart(means), encoding="utf-8")
    print(f"{len(events)} events; the mean reaction is drawn in {folder / 'mean.svg'}")

    targets = targets_of(folder / "events.jsonl")
    samples = read_samples(folder / "letters.jsonl", targets)
    for name in targets.names:
        row = probe_target(samples, name).to_dict()
        print(
            f"{name}: PR-AUC {row['pr_auc']} [{row['low']}, {row['high']}], base rate {row['base_rate']}, "
            f"p {row['p']}, {row['letters']} letters of {row['companies']} companies"
        )


if __name__ == "__main__":
    if len(sys.argv) != 2 or Path(sys.argv[1]).exists():
        sys.exit("usage: python examples/ceo_letters.py NEW_FOLDER")
    main(Path(sys.argv[1]))
