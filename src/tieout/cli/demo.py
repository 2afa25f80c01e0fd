"""`tieout demo`: the main job, on the report that ships."""

from __future__ import annotations

import typer

from tieout.cli.examples import examples


def register(app: typer.Typer) -> None:
    """Adds the verb to the program."""
    app.command(
        "demo",
        short_help="See it at work on the report that ships with it.",
        epilog=examples(("tieout demo", "needs no file and no network")),
    )(demo)


def demo() -> None:
    """See it at work on the report that ships with it: nothing to prepare, no network."""
