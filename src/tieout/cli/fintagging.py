"""`tieout fintagging`: candidates for rerankers, the two steps joined, BIO files scored, encoders tuned."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from tieout.cli.examples import examples
from tieout.cli.terminal import tell

__all__ = ["register"]

DataOption = Annotated[
    Path, typer.Option("--data", metavar="DIR", help="Official files, or what tieout build wrote.", show_default=False)
]
RunArgument = Annotated[Path, typer.Argument(metavar="RUN", help="A run folder of tieout eval.", show_default=False)]
SplitOption = Annotated[str, typer.Option("--split", metavar="S", help="The split of the run.")]
EPILOG = examples(
    ("tieout fintagging candidates RUN --out data/candidates-test.jsonl", "what a retriever ranked, for rerankers"),
    ("tieout fintagging link FACTS --data data --out linked", "FinCL rows of the facts that a run found"),
    ("tieout fintagging join FACTS LINKS --out predictions.jsonl", "triplets of both steps, for fintagging/full"),
    ("tieout fintagging bio gold.txt predictions.txt", "token classification, scored as the paper does"),
)


def register(app: typer.Typer) -> None:
    """Adds the verb, with its commands, to the program."""
    verb = typer.Typer(rich_markup_mode=None, no_args_is_help=True, epilog=EPILOG)
    verb.callback()(_steps)
    for command in (candidates, link, join, bio, tune):
        verb.command(command.__name__, no_args_is_help=True)(command)
    app.add_typer(verb, name="fintagging", short_help="FinTagging's steps: retrieve, rerank, join, score BIO, tune.")


def _steps() -> None:
    """What the FinTagging paper (arXiv 2505.20650) does between and beside its tasks."""


def candidates(
    run: RunArgument,
    out: Annotated[
        Path,
        typer.Option("--out", "-o", metavar="FILE", help="candidates-SPLIT.jsonl in the data folder.", show_default=False),
    ],
    most: Annotated[int, typer.Option("--most", metavar="H", min=1, max=200, help="How many for each entity.")] = 20,
) -> None:
    """Write what a run of fintagging/fincl ranked as candidates: any retriever, for any reranker."""
    from tieout.benchmarks.fintagging.chain import candidate_rows

    tell(f"{_write_lines(out, candidate_rows(run, most))} entities with candidates in {out}")


def link(
    facts: RunArgument,
    data: DataOption,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="DIR", help="A new folder.", show_default=False)],
    split: SplitOption = "test",
) -> None:
    """Write FinCL rows for the facts that a run of fintagging/finni found."""
    from tieout.benchmarks.fintagging.chain import link as linked

    tell(f"{linked(facts, data, split, out)} facts to link in {out}; tieout eval fintagging/fincl --data {out} …")


def join(
    facts: RunArgument,
    links: Annotated[
        Path, typer.Argument(metavar="LINKS", help="The run of fintagging/fincl on what link wrote.", show_default=False)
    ],
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="A file of predictions.", show_default=False)],
) -> None:
    """Join facts and links to triplets: predictions for fintagging/full."""
    from tieout.benchmarks.fintagging.chain import join as joined

    tell(f"{_write_lines(out, joined(facts, links))} predictions in {out}, for fintagging/full --solver predictions:{out}")


def bio(
    gold: Annotated[Path, typer.Argument(metavar="GOLD", help="A BIO file: token label lines.", show_default=False)],
    predicted: Annotated[Path, typer.Argument(metavar="PREDICTED", help="The same tokens, predicted.", show_default=False)],
) -> None:
    """Score token classification: macro and micro P/R/F1 over BIO labels, and over whole chunks."""
    from tieout.benchmarks.fintagging.bio_scoring import score_files

    sys.stdout.write(json.dumps(score_files(gold, predicted), indent=1) + "\n")


def tune(
    train: Annotated[Path, typer.Option("--train", metavar="FILE", help="A BIO file.", show_default=False)],
    test: Annotated[Path, typer.Option("--test", metavar="FILE", help="A BIO file of other issuers.", show_default=False)],
    encoder: Annotated[Path, typer.Option("--encoder", metavar="DIR", help="A transformers model.", show_default=False)],
    out: Annotated[Path, typer.Option("--out", "-o", metavar="DIR", help="A new folder.", show_default=False)],
    concepts: Annotated[
        Path | None,
        typer.Option("--concepts", metavar="FILE", help="Labels of a whole concept list, as in the paper.", show_default=False),
    ] = None,
    batch: Annotated[int, typer.Option("--batch", metavar="N", min=1)] = 4,
    rate: Annotated[float, typer.Option("--rate", metavar="X", help="Learning rate.")] = 3e-5,
    epochs: Annotated[int, typer.Option("--epochs", metavar="N", min=1)] = 20,
    longest: Annotated[int, typer.Option("--longest", metavar="N", min=8, help="Pieces of an instance.")] = 512,
    seed: Annotated[int, typer.Option("--seed", metavar="N")] = 42,
) -> None:
    """Fine-tune an encoder as the paper does, and score it. Needs tieout[plm]."""
    from tieout.benchmarks.fintagging.plm import Recipe
    from tieout.benchmarks.fintagging.plm import tune as tuned

    recipe = Recipe(batch=batch, rate=rate, epochs=epochs, longest=longest, seed=seed)
    sys.stdout.write(json.dumps(tuned(train, test, encoder, out, recipe, concepts, tell), indent=1) + "\n")


def _write_lines(out: Path, rows: Any) -> int:
    from tieout.report.errors import InputError

    lines = [json.dumps(row, ensure_ascii=False) + "\n" for row in rows]
    try:
        out.write_text("".join(lines), encoding="utf-8")
    except OSError as error:
        raise InputError(f"--out {out}: {error.strerror or error}") from None
    return len(lines)
