"""`tieout grade`: people grade tables beside their page pictures, and how far they agree."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from tieout.cli.examples import examples
from tieout.cli.options import MaxOption, limits
from tieout.cli.terminal import is_terminal, tell

__all__ = ["register"]

EPILOG = examples(
    ("tieout grade serve scans/ --out study --annotators ana,bo,cy", "a link for each; runs until Ctrl-C, and goes on later"),
    ("tieout grade report study", "agreement, Fleiss' kappa, share of right tables"),
)


def register(app: typer.Typer) -> None:
    """Adds the verb, with its commands, to the program."""
    verb = typer.Typer(rich_markup_mode=None, no_args_is_help=True, epilog=EPILOG)
    verb.callback()(_study)
    for command in (serve, report):
        verb.command(command.__name__, no_args_is_help=True)(command)
    app.add_typer(verb, name="grade", short_help="People grade tables that were read; how far they agree.")


def _study() -> None:
    """Grade how well tables were read (LEDGER, arXiv 2606.13100, section 3.1)."""


def serve(
    source: Annotated[
        Path, typer.Argument(metavar="FROM", help="PDFs, or Markdown with page pictures beside it.", show_default=False)
    ],
    out: Annotated[
        Path, typer.Option("--out", metavar="DIR", help="The study's folder: its plan and the grades.", show_default=False)
    ],
    annotators: Annotated[str, typer.Option("--annotators", metavar="A,B,…", help="Their names.", show_default=False)],
    overlap: Annotated[float, typer.Option(metavar="S", help="Share of the tables that several people grade.")] = 0.25,
    coders: Annotated[
        int | None, typer.Option(metavar="N", help="How many grade those (3, or all).", show_default=False)
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Decides who sees what, and in which order.")] = 0,
    port: Annotated[int, typer.Option(metavar="N", min=0, max=65535, help="Port on this machine (0: a free one).")] = 0,
    max: MaxOption = None,
) -> None:
    """Show each table beside its page picture, on a page of this machine; keys o, n and u for right, not right, uncertain.

    Every grade is on the disk before the next table shows: the server may be stopped or killed at any time, and goes on with
    the same command.
    """
    from tieout.report.errors import InputError
    from tieout.studies.grading import Grades, find_items
    from tieout.studies.grading.plan import make_plan
    from tieout.studies.grading.server import GradingServer

    names = [name.strip() for name in annotators.split(",") if name.strip()]
    if not source.exists():
        raise InputError(f"{source}: there is no such file or folder")
    items = {item.id: item for item in find_items(source, limits(max))}
    grades = Grades(out / "grades")
    for name in names:
        grades.of(name)  # refuses a name that can't be one before anybody begins
    several = coders if coders is not None else min(3, len(names))
    plan = make_plan(out, list(items), names, overlap, several, seed)
    try:
        opened = GradingServer(items, plan.lists, grades, port)
    except OSError as error:
        raise InputError(
            f"--port {port}: {(error.strerror or str(error)).lower()}; without --port a free one is taken"
        ) from None
    with opened as server:
        try:  # from before the links are seen: whoever has seen them may end it
            tell(f"{len(items):,} table{'s' if len(items) != 1 else ''}; Ctrl-C ends it, and nothing is lost")
            for name, link in server.links().items():
                sys.stdout.write(f"{name}\t{link}\n")
            sys.stdout.flush()
            server.serve_forever(poll_interval=0.2)
        except KeyboardInterrupt:
            tell(f"stopped; `tieout grade report {out}` shows what there is")


def report(
    study: Annotated[Path, typer.Argument(metavar="DIR", help="The study's folder.", show_default=False)],
    format: Annotated[str | None, typer.Option("--format", metavar="FORMAT", help="table or json.", show_default=False)] = None,
) -> None:
    """Exact and pairwise agreement, Fleiss' kappa, and the share of right tables by strict majority, with 95 % intervals."""
    from tieout.report.errors import InputError
    from tieout.studies.grading import Grades, agreement

    if format not in (None, "table", "json"):
        raise InputError(f"--format {format}: table or json")
    if not (study / "grades").is_dir():
        raise InputError(f"{study}: holds no grades; `tieout grade serve` makes a study")
    found = asdict(agreement(Grades(study / "grades").by_item()))
    if format == "json" or (format is None and not is_terminal(sys.stdout)):
        sys.stdout.write(json.dumps(found) + "\n")
        return
    for label, text in _lines(found):
        sys.stdout.write(f"{label:<28}{text}\n")


def _lines(found: dict[str, Any]) -> list[tuple[str, str]]:
    def share(key: str) -> str:
        if found[key] is None:
            return "- (no table has several grades)"
        value, (low, high) = found[key]
        return f"{value:.3f} [{low:.3f}, {high:.3f}]"

    counts = ", ".join(f"{count} {grade}" for grade, count in found["counts"].items())
    return [
        ("tables graded", f"{found['tables']} by {found['graders']} people ({found['graded_by_several']} by several)"),
        ("grades", counts),
        ("right, by strict majority", share("ok")),
        ("without a strict majority", str(found["undecided"])),
        ("all graders agree", share("exact")),
        ("pairs that agree", share("pairwise")),
        (f"Fleiss' kappa ({found['kappa_tables']})", share("kappa")),
    ]
