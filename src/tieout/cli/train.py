"""`tieout train ENGINE`: train an engine's artefact from a folder of the user's own data."""

from __future__ import annotations

import importlib
from pathlib import Path

import typer

from tieout.cli.examples import examples
from tieout.cli.terminal import tell

__all__ = ["check_target", "register", "say"]

# Modules of `tieout.cli` that bring an engine to train; each has `register_training(app)` and imports nothing heavy.
TRAINING_MODULES = ("entities", "ask", "kpis", "tag")

EPILOG = examples(("tieout train entities --from finer_ord --out model", "from a copy of FiNER-ORD"))


def register(app: typer.Typer) -> None:
    """Adds the verb, with a command for each engine, to the program."""
    verb = typer.Typer(rich_markup_mode=None, no_args_is_help=True, epilog=EPILOG)
    verb.callback()(_engines)
    for module in TRAINING_MODULES:
        importlib.import_module(f"tieout.cli.{module}").register_training(verb)
    app.add_typer(verb, name="train", short_help="Train an engine's model from your own data.")


def _engines() -> None:
    """Train an engine's model from your own data; `--model` of `tieout eval` and of the engine's verb then takes it."""


def check_target(out: Path) -> None:
    """Raises InputError where ``out`` exists and is anything but an empty folder."""
    from tieout.report.errors import InputError

    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise InputError(f"--out {out}: is there already; name a new folder")


def say(line: str) -> None:
    """How training tells what it does: on stderr."""
    tell(line)
