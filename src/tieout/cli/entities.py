"""`tieout entities`: persons, places and organisations named in a report or in thousands; and how to train what finds them."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tieout.cli.examples import examples
from tieout.cli.many import RowsOfReports
from tieout.cli.options import FormatOption, MaxOption, OutOption, PathsArgument, choose_format, limits
from tieout.cli.terminal import is_terminal

if TYPE_CHECKING:
    from tieout.cli.output import Columns
    from tieout.cli.sources import Source
    from tieout.engines.entities import Recogniser

__all__ = ["entities", "entity_columns", "register", "register_training", "train_entities"]

EPILOG = examples(
    ("tieout entities 10-k.htm", "who and what a report names"),
    ("tieout entities news.txt --format jsonl", "any text file; one mention a line, with its place"),
    ("tieout entities filings/ --type ORG --out names.xlsx", "organisations of a folder of reports"),
    ("tieout entities 10-k.htm --model model/", "with a model that you trained"),
)
TRAIN_EPILOG = examples(
    ("tieout train entities --from finer_ord --out model", "with the encoder that ships"),
    ("tieout train entities --from finer_ord --out model --encoder all-mpnet-base-v2/", "with a larger one that you have"),
)


def register(app: typer.Typer) -> None:
    """Adds the verb to the program."""
    app.command(
        "entities", short_help="Persons, places and organisations, with evidence.", epilog=EPILOG, no_args_is_help=True
    )(entities)


def register_training(app: typer.Typer) -> None:
    """Adds the engine to `tieout train`."""
    app.command("entities", short_help="From a copy of FiNER-ORD.", epilog=TRAIN_EPILOG, no_args_is_help=True)(train_entities)


def entities(
    paths: PathsArgument,
    format: FormatOption = None,
    out: OutOption = None,
    type: Annotated[
        list[str] | None,
        typer.Option("--type", metavar="TYPE", help="Only PER, LOC or ORG. May be repeated.", show_default=False),
    ] = None,
    model: Annotated[
        Path | None,
        typer.Option("--model", metavar="DIR", help="A model of `tieout train entities`.", show_default=False),
    ] = None,
    max: MaxOption = None,
) -> None:
    """Find the persons, places and organisations that reports or text files name, each with the place where it stands.

    A text file (.txt) is read as paragraphs parted by empty lines.
    """
    from tieout.cli.sources import find_sources
    from tieout.engines.entities import Recogniser
    from tieout.report.errors import InputError

    wanted = {kind.upper() for kind in type or ()}
    if unknown := wanted - {"PER", "LOC", "ORG"}:
        raise InputError(f"--type {sorted(unknown)[0]}: there are PER, LOC and ORG")
    on_terminal = is_terminal(sys.stdout)
    chosen = choose_format(format, out, on_terminal)
    bounds = limits(max)
    recogniser = Recogniser.load(model) if model is not None else Recogniser.shipped()
    run = _Run(find_sources(paths, texts=True), bounds, recogniser, wanted)
    run.write(chosen, out, on_terminal and out is None, entity_columns(many=run.many), "entities")
    run.report("mentions from", "no person, place or organisation found in it")


def train_entities(
    data: Annotated[
        Path,
        typer.Option("--from", metavar="DIR", help="The folder with train.csv and val.csv of FiNER-ORD.", show_default=False),
    ],
    out: Annotated[
        Path, typer.Option("--out", metavar="DIR", help="Where to write the model: a new folder.", show_default=False)
    ],
    encoder: Annotated[
        str,
        typer.Option(metavar="NAME", help="`shipped`, `none`, a folder with an encoder's weights, or an installed package."),
    ] = "shipped",
) -> None:
    """Train the entity engine on FiNER-ORD: on train.csv, measured by weighted F1 on val.csv, in minutes on a CPU.

    FiNER-ORD is CC BY-NC 4.0, and so is what is trained on it: the model's card says so.
    """
    from tieout.benchmarks.finer_ord.training import train
    from tieout.cli.train import check_target, say

    check_target(out)
    say("FiNER-ORD is licensed CC BY-NC 4.0; the model trained on it is for non-commercial use too")
    card = train(data, out, encoder, say=say)
    sys.stdout.write(json.dumps({"model": str(out), **card}, ensure_ascii=False) + "\n")


def entity_columns(many: bool = False) -> Columns:
    """Columns of mentions in the flat formats; a listing of ``many`` reports says which of them a mention is in."""
    from tieout.cli.output import Columns

    evidence = ("report", "file", "element", "element_id", "page", "block", "table", "cell", "span", "quote", "printed", "twin")
    return Columns(
        names=("type", "text", *(f"evidence.{e}" for e in evidence)),
        numeric=frozenset(),
        types={"evidence.element": "BIGINT", "evidence.page": "BIGINT", "evidence.printed": "BOOLEAN"},
        widths={"text": 36, "evidence.quote": 36, "evidence.file": 28},
        listed=(
            *(("evidence.report",) if many else ()),
            *("type", "text", "evidence.page", "evidence.block", "evidence.cell", "evidence.span"),
        ),
    )


@dataclass
class _Run(RowsOfReports):
    """One run of the verb: what to read, and what became of it."""

    recogniser: Recogniser
    wanted: set[str]

    def rows_of(self, source: Source) -> Iterator[dict[str, Any]]:
        """One row a mention."""
        from tieout.engines.entities import mentions

        for mention in mentions(source.read(self.limits, texts=True), self.recogniser):
            if self.wanted and mention.type not in self.wanted:
                continue
            row = mention.to_dict()
            if self.many:  # names of files repeat from folder to folder
                row["evidence"]["report"] = source.label
            self.found += 1
            yield row
