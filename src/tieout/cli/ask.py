"""`tieout ask`: one question to one report or to five hundred, each answer with the cell that proves it."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tieout.cli.examples import examples
from tieout.cli.options import MaxOption, limits
from tieout.cli.statuses import MISTAKE, NO
from tieout.cli.terminal import is_terminal, tell
from tieout.report.errors import InputError, TieoutError

if TYPE_CHECKING:
    from tieout.reading import Limits

__all__ = ["ask", "register", "register_training"]


class AnswerFormat(StrEnum):
    table = "table"
    json = "json"
    jsonl = "jsonl"


EPILOG = examples(
    ("tieout ask S100ABCD/ '2024年の連結売上高は？'", "a folder of HTML files is one report"),
    ("tieout ask S100ABCD/ '株式会社例の2024年時点の個別決算における「土地」は？'", "the shared tasks' grammar"),
    ("tieout ask reports/ '2024年の従業員数は？'", "the same question to every report below a folder"),
    ("tieout ask 10-k.htm 'What was operating income in 2024?'", "one of 31 KPIs of a report in English"),
)


def register(app: typer.Typer) -> None:
    """Adds the verb to the program."""
    app.command("ask", short_help="Ask a report a question; the answer is a cell.", epilog=EPILOG, no_args_is_help=True)(ask)


def register_training(verb: typer.Typer) -> None:
    """Adds `tieout train tables`."""
    verb.command("tables", short_help="Rankers of tables and cells, from securities-tables data.", no_args_is_help=True)(train)


def ask(
    arguments: Annotated[
        list[str], typer.Argument(metavar="PATH... QUESTION", help="Reports (files, folders, zips), and one question.")
    ],
    least: Annotated[
        float | None,
        typer.Option(
            "--min-score",
            metavar="P",
            min=0.0,
            max=1.0,
            help="Abstain below this chance of being right (0.5 for Japanese reports, 0.3 for others).",
            show_default=False,
        ),
    ] = None,
    model: Annotated[
        Path | None,
        typer.Option("--model", metavar="DIR", help="A trained artefact, not the shipped one.", show_default=False),
    ] = None,
    format: Annotated[
        AnswerFormat | None,
        typer.Option("--format", "-f", help="By default a table on a terminal, JSON in a pipe.", show_default=False),
    ] = None,
    max: MaxOption = None,
) -> None:
    """Ask reports a question. The answer is a cell, or a sentence, with its value in full, or "not found".

    Japanese securities reports are asked for any cell of their tables, reports in English for one of `tieout kpis`'s 31 KPIs.
    Exit status 1 says that no report had an answer.
    """
    if len(arguments) < 2:
        raise InputError("tieout ask takes a report and a question: tieout ask PATH 'QUESTION'")
    *paths, question = arguments
    bounds = limits(max)
    reports = list(_reports(paths))
    chosen = format or (AnswerFormat.table if is_terminal(sys.stdout) else AnswerFormat.json)
    if chosen is AnswerFormat.json and len(reports) > 1:
        chosen = AnswerFormat.jsonl
    found = failed = 0
    for path in reports:
        row = _row(path, question, model, least, bounds, alone=len(reports) == 1)
        if row is None:
            failed += 1
            continue
        found += row["found"]
        _write(row, chosen)
    if failed:
        raise typer.Exit(MISTAKE)
    if not found:
        raise typer.Exit(NO)


def train(
    folders: Annotated[
        list[Path], typer.Option("--from", metavar="DIR", help="A folder with table_qa/train and table_retrieval/train.")
    ],
    out: Annotated[Path, typer.Option("--out", "-o", metavar="DIR", help="A new folder for the artefact.")],
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="For the rankers' sampling.")] = 1,
) -> None:
    """Train the table engine's rankers from official training data; --from may be given several times."""
    from tieout.benchmarks.securities_tables.training import examples_of, opener
    from tieout.engines.tables.artefact import write_artefact
    from tieout.engines.tables.training import train_artefact

    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise InputError(f"--out {out}: is there already; name a new folder")
    artefact = train_artefact(examples_of(folders), opener(folders), seed=seed, say=tell)
    write_artefact(artefact, out)
    tell(f"{out}: {sum(path.stat().st_size for path in out.iterdir()) / 1e6:.1f} MB")


def _reports(paths: Sequence[str]) -> Iterator[Path]:
    """A file, or a folder that holds files of one report; any other folder is searched for such."""
    for text in paths:
        top = Path(text)
        if not top.exists():
            raise InputError(f"{text}: there is no such file or folder")
        found = list(_below(top))
        if not found:
            raise InputError(f"{text}: no report in this folder")
        yield from found


def _below(top: Path) -> Iterator[Path]:
    pending = [top]
    while pending:
        here = pending.pop()
        if here.is_file():
            yield here
            continue
        entries = sorted(entry for entry in here.iterdir() if not entry.name.startswith("."))
        folders = [entry for entry in entries if entry.is_dir() and not entry.is_symlink()]
        if any(entry.suffix.lower() in (".html", ".htm", ".xhtml") for entry in entries) or not folders:
            yield here
        else:
            pending.extend(reversed(folders))


def _row(
    path: Path, question: str, model: Path | None, least: float | None, bounds: Limits, alone: bool
) -> dict[str, Any] | None:
    from tieout.engines.asking import ask as ask_report
    from tieout.reading import read

    try:
        report = read(path, limits=bounds)
        return {"report": report.name, **ask_report(report, question, model=model, least=least).to_dict()}
    except TieoutError as fault:
        if alone:
            raise
        tell(f"{path}: {fault}")
        return None


def _write(row: dict[str, Any], chosen: AnswerFormat) -> None:
    if chosen is AnswerFormat.json:
        sys.stdout.write(json.dumps(row, indent=2, ensure_ascii=False) + "\n")
    elif chosen is AnswerFormat.jsonl:
        sys.stdout.write(json.dumps(row, ensure_ascii=False) + "\n")
    elif row["found"]:
        quote = " ".join(row["evidence"]["quote"].split())
        unit = f" {row['unit'].rpartition(':')[2]}" if row["unit"] else ""
        page = f", page {row['page']}" if row["page"] is not None else ""
        cell = f", table {row['table']}, cell {row['cell']}" if row["cell"] else f", block {row['evidence']['block']}"
        where = f"{row['evidence']['file']}{page}{cell}"
        sys.stdout.write(f"{row['report']}: {row['value']}{unit}   printed “{quote}”, {where} (score {row['score']:.2f})\n")
    else:
        sys.stdout.write(f"{row['report']}: not found: {row['reason']}\n")
