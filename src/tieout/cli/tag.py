"""`tieout tag`: every financial number of a report with its type and concept; and how to train what tags."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tieout.cli.examples import examples
from tieout.cli.many import RowsOfReports
from tieout.cli.options import Format, FormatOption, MaxOption, OutOption, PathsArgument, TaxonomyOption, choose_format, limits
from tieout.cli.terminal import is_terminal

if TYPE_CHECKING:
    from tieout.cli.output import Columns
    from tieout.cli.sources import Source
    from tieout.engines.tagging.differences import Difference
    from tieout.engines.tagging.engine import Tagger
    from tieout.engines.tagging.tagging import TaggedNumber
    from tieout.reading import Limits
    from tieout.report import Report

__all__ = ["register", "register_training", "tag", "train_tagging"]

EPILOG = examples(
    ("tieout tag draft.pdf", "every number that is a fact, with its type and concept"),
    ("tieout tag draft.htm --threshold 0.9 --out tags.xlsx", "name a concept only where it is nine times in ten right"),
    ("tieout tag 10-k.htm --against 10-k.htm", "where the filing's own tags differ, most suspicious first"),
)
TRAIN_EPILOG = examples(("tieout train tagging --from filings/ --out model", "from every inline filing below a folder"))
_EVIDENCE = ("report", "file", "element", "page", "printed_page", "block", "table", "cell", "span", "quote")

_CONCEPTS = ("concept", "filed", "suggested")


def register(app: typer.Typer) -> None:
    """Adds the verb to the program."""
    app.command("tag", short_help="Type and concept of every reported number.", epilog=EPILOG, no_args_is_help=True)(tag)


def register_training(app: typer.Typer) -> None:
    """Adds the engine to `tieout train`."""
    app.command("tagging", short_help="From a folder of inline filings.", epilog=TRAIN_EPILOG, no_args_is_help=True)(
        train_tagging
    )


def tag(
    paths: PathsArgument,
    threshold: Annotated[
        float, typer.Option("--threshold", metavar="P", min=0.0, max=1.0, help="Name no concept below this probability.")
    ] = 0.0,
    against: Annotated[
        Path | None,
        typer.Option(
            "--against",
            metavar="PATH",
            help="List where this filing's own tags, or a review's decisions, differ instead.",
            show_default=False,
        ),
    ] = None,
    format: FormatOption = None,
    out: OutOption = None,
    taxonomy: TaxonomyOption = None,
    model: Annotated[
        Path | None,
        typer.Option("--model", metavar="DIR", help="A model of `tieout train tagging`.", show_default=False),
    ] = None,
    max: MaxOption = None,
) -> None:
    """Tag every printed number that a filing would tag with one of the us-gaap concepts, each with the place where it stands.

    Works on reports without any tags; where there are tags, they are not looked at. --taxonomy adds a taxonomy's concepts.
    """
    from tieout.cli.sources import find_sources
    from tieout.report.errors import InputError

    on_terminal = is_terminal(sys.stdout)
    chosen = choose_format(format, out, on_terminal)
    bounds = limits(max)
    sources = find_sources(paths)
    if against is not None and len(sources) != 1:
        raise InputError("--against: compares one report; name one")
    nested = chosen in (Format.json, Format.jsonl)
    run = _Run(sources, bounds, _tagger(model, taxonomy or (), bounds), threshold, against, nested, chosen is Format.table)
    run.write(chosen, out, on_terminal and out is None, _columns(against is not None), "tags")
    what = "differences" if against is not None else "numbers"
    run.report(f"{what} from", f"no {what} found in it")


def train_tagging(
    folders: Annotated[
        list[Path],
        typer.Option("--from", metavar="DIR", help="Folders with inline filings or XBRL packages.", show_default=False),
    ],
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="DIR", help="Where to write the model: a new folder.", show_default=False)
    ],
    taxonomy: TaxonomyOption = None,
    primer: Annotated[
        bool, typer.Option("--primer/--no-primer", help="Learn from the made-up disclosures that come with Tieout too.")
    ] = True,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="For all sampling.")] = 1,
    max: MaxOption = None,
) -> None:
    """Train the tagging engine on inline filings: 100 of them take some minutes on a CPU.

    Prints the model's card: filings, issuers, and metrics by issuer-wise cross-validation. With --taxonomy, item types are the
    taxonomy's, and its presentations are learned from too; without, units tell types.
    """
    from tieout.cli.sources import find_sources
    from tieout.cli.train import check_target, say
    from tieout.engines.tagging.artefact import write_artefact
    from tieout.engines.tagging.primer import primer_files
    from tieout.engines.tagging.training import gather, train_artefact

    check_target(out)
    bounds = limits(max)
    sources = find_sources([str(folder) for folder in folders])
    readers = [(source.label, lambda source=source: source.read(bounds)) for source in sources]
    packages = _packages(taxonomy or (), bounds)
    examples_ = gather(readers, dict(_types_in(packages)), packages, say=say)
    artefact = train_artefact(examples_, primer_files() if primer else (), seed=seed, say=say)
    write_artefact(artefact, out)
    sys.stdout.write(json.dumps({"model": str(out), **artefact.facts}, ensure_ascii=False) + "\n")


def _tagger(model: Path | None, taxonomy: Sequence[Path], bounds: Limits) -> Tagger:
    from tieout.engines.tagging.engine import Tagger

    concepts = _typed(taxonomy, bounds)
    return Tagger.load(model, concepts) if model is not None else Tagger.shipped(concepts)


def _typed(taxonomy: Sequence[Path], bounds: Limits) -> list[tuple[str, str]]:
    """Local names and item types of the us-gaap concepts of taxonomy packages."""
    return _types_in(_packages(taxonomy, bounds))


def _packages(taxonomy: Sequence[Path], bounds: Limits) -> list[Report]:
    from tieout.reading import read

    return [read(path, limits=bounds) for path in taxonomy]


def _types_in(packages: Sequence[Report]) -> list[tuple[str, str]]:
    return [
        (concept.local_name, concept.type.rpartition(":")[2])
        for package in packages
        for concept in package.concepts.values()
        if concept.name.startswith("us-gaap:") and concept.type and not concept.abstract
    ]


def _columns(compared: bool) -> Columns:
    from tieout.cli.output import Columns

    evidence = tuple(f"evidence.{name}" for name in _EVIDENCE)
    types = {"evidence.element": "BIGINT", "evidence.page": "BIGINT"}
    if compared:
        return Columns(
            names=("kind", "suspicion", "text", "type", "filed", "suggested", "score", "label", "headers", *evidence),
            numeric=frozenset(("suspicion", "score")),
            types=types,
            widths={"filed": 44, "suggested": 44, "label": 60, "headers": 40},
            listed=("suspicion", "kind", "text", "label", "filed", "suggested", "evidence.page"),
            whole=frozenset(("text",)),
        )
    return Columns(
        names=("value", "text", "type", "concept", "score", "fact", "label", "headers", "candidates", *evidence),
        numeric=frozenset(("value", "score", "fact")),
        types=types,
        widths={"concept": 44, "label": 60, "headers": 40, "candidates": 60},
        listed=("text", "label", "headers", "concept", "score", "evidence.page"),
        whole=frozenset(("text",)),
    )


@dataclass
class _Run(RowsOfReports):
    """One run of the verb: what to read, and what became of it."""

    tagger: Tagger
    threshold: float
    against: Path | None
    nested: bool
    listed: bool

    def rows_of(self, source: Source) -> Iterator[dict[str, Any]]:
        """One row a number, or a difference; ``nested``: candidates and evidence as JSON has them."""
        from tieout.engines.tagging.tagging import tag_contexts

        report = source.read(self.limits)
        numbers = [number for context in tag_contexts(report, self.tagger, self.threshold) for number in context]
        found = self._differences(numbers, self.against) if self.against is not None else numbers
        for one in found:
            row = one.to_dict()
            if self.many:  # names of files repeat from folder to folder
                row["evidence"]["report"] = source.label
            self.found += 1
            yield row if self.nested else _flat(row, self.listed)

    def _differences(self, numbers: list[TaggedNumber], against: Path) -> list[Difference]:
        """From the tags of a filing, or from the decisions of a review (docs/view.md)."""
        from tieout.engines.tagging.differences import differences, differences_from_review
        from tieout.reading import read
        from tieout.report.review import is_review, read_review

        if is_review(against):
            return differences_from_review(numbers, read_review(against))
        return differences(numbers, read(against, limits=self.limits))


def _flat(row: dict[str, Any], listed: bool) -> dict[str, Any]:
    """For rows of cells: candidates as ``concept 0.52; …``, headers joined, scores as exact decimals.

    ``listed``: concepts without the prefix that all of them have, so that more of each fits into a terminal's line.
    """
    from decimal import Decimal

    flat = dict(row)
    if "candidates" in flat:
        flat["candidates"] = "; ".join(f"{c['concept']} {c['score']:.2f}" for c in flat["candidates"])
    flat["headers"] = " / ".join(flat["headers"])
    if listed:
        flat |= {name: flat[name].removeprefix("us-gaap:") for name in _CONCEPTS if flat.get(name)}
    for name in ("score", "fact", "suspicion"):
        if name in flat:
            flat[name] = Decimal(f"{flat[name]:.4f}")
    return flat
