"""`tieout finer-ord`: make a set, compare annotators, describe data, name its noise, sort errors, transfer, tune."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from tieout.cli.examples import examples
from tieout.cli.terminal import tell

__all__ = ["register"]

DataOption = Annotated[
    Path, typer.Option("--data", metavar="DIR", help="A folder with train.csv, val.csv, test.csv.", show_default=False)
]
EPILOG = examples(
    ("tieout finer-ord make --from export.jsonl --out data", "a set from annotations made with Doccano"),
    ("tieout finer-ord agree first.jsonl second.jsonl", "how far two annotators agree"),
    ("tieout finer-ord describe --data data", "counts, ratios, lengths, commonest entities, overlap"),
    ("tieout finer-ord noise --data data", "faults of the labels, each with its place"),
    ("tieout finer-ord errors RUN --data data", "what a run got wrong, by kind, with the text"),
)


def register(app: typer.Typer) -> None:
    """Adds the verb, with its commands, to the program."""
    verb = typer.Typer(rich_markup_mode=None, no_args_is_help=True, epilog=EPILOG)
    verb.callback()(_studies)
    for command in (make, agree, describe, noise, errors, folds, transfer, tune):
        verb.command(command.__name__, no_args_is_help=True)(command)
    app.add_typer(verb, name="finer-ord", short_help="FiNER-ORD's studies: make, describe, compare, sort errors.")


def _studies() -> None:
    """The rest of the FiNER-ORD paper (arXiv 2302.11157). Each command writes JSON, one object a line."""


def make(
    source: Annotated[
        Path, typer.Option("--from", metavar="FILE", help="JSON lines as Doccano exports them.", show_default=False)
    ],
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="A new folder for the three files.", show_default=False)],
    splits: Annotated[str, typer.Option(metavar="A:B:C", help="Parts of train, val and test, by document.")] = "135:24:42",
    seed: Annotated[int, typer.Option(metavar="N", help="Decides which document comes where.")] = 0,
) -> None:
    """Make train.csv, val.csv and test.csv from annotated texts: marks put right, words parted, labels given."""
    from tieout.benchmarks.finer_ord.making import build, read_doccano
    from tieout.cli.train import check_target
    from tieout.report.errors import InputError

    check_target(out)
    try:
        shares = [float(part) for part in splits.split(":")]
    except ValueError:
        raise InputError(f"--splits {splits}: write three numbers, for instance 135:24:42") from None
    _write({"documents": build(list(read_doccano(source)), out, shares, seed), "out": str(out)})


def agree(
    first: Annotated[Path, typer.Argument(metavar="FIRST", help="One annotator's export.", show_default=False)],
    second: Annotated[Path, typer.Argument(metavar="SECOND", help="The other's, of the same texts.", show_default=False)],
    raw: Annotated[bool, typer.Option("--raw", help="Compare the marks as they were made, not put right first.")] = False,
) -> None:
    """How far two annotators of the same texts agree, and in what they differ."""
    from dataclasses import replace

    from tieout.benchmarks.finer_ord.making import agreement, clean, read_doccano

    both = [list(read_doccano(path)) for path in (first, second)]
    if not raw:
        both = [[replace(one, marks=clean(one.text, one.marks)) for one in documents] for documents in both]
    found = agreement(*both)
    _write({"share": found.share, **asdict(found)})


def describe(
    data: DataOption,
    commonest: Annotated[int, typer.Option(metavar="N", help="How many of the commonest entities.")] = 15,
) -> None:
    """Counts, type ratios, entity lengths, B to I, commonest entities of each split; 4-gram overlap with train."""
    from tieout.benchmarks.finer_ord.study import describe as described
    from tieout.benchmarks.finer_ord.study import overlap

    splits = _splits(data)
    for name, samples in splits.items():
        _write({"split": name, **asdict(described(samples, commonest))})
    words = {name: [sample.input.fields["tokens"] for sample in samples] for name, samples in splits.items()}
    for name in words:
        if name != "train" and "train" in words:
            _write({"split": name, "four_grams_in_train": overlap(words["train"], words[name])})


def noise(data: DataOption) -> None:
    """Orphan I tags, repeated sentences with other labels, names left out, names of two types."""
    from tieout.benchmarks.finer_ord.study import noise as faults

    found = faults(sample for samples in _splits(data).values() for sample in samples)
    for kind, listed in (("orphan", found.orphans), ("left out", found.left_out)):
        for where, text in listed:
            _write({"kind": kind, "where": where, "text": text})
    for where, text, marks in found.conflicts:
        _write({"kind": "conflict", "where": where, "text": text, "marks": marks})
    for name, types in found.two_types.items():
        _write({"kind": "two types", "text": name, "types": types})
    counts = f"{len(found.orphans)} orphan I tags, {len(found.conflicts)} sentences repeated with other labels"
    tell(f"{counts}, {len(found.left_out)} names left out, {len(found.two_types)} names of two types")


def errors(
    run: Annotated[
        Path, typer.Argument(metavar="RUN", help="A run folder of `tieout eval finer-ord/ner`.", show_default=False)
    ],
    data: DataOption,
    split: Annotated[str, typer.Option(metavar="S", help="The split that was run.")] = "val",
) -> None:
    """What a run got wrong: missed, spurious, wrong border, wrong type, with the words and the sentence."""
    from collections import Counter

    from tieout.benchmarks.finer_ord.data import samples
    from tieout.benchmarks.finer_ord.study import mistakes
    from tieout.evaluation.records import read_records
    from tieout.report.errors import InputError

    if not (run / "samples.jsonl").is_file():
        raise InputError(f"{run}: no run of `tieout eval`: it holds no samples.jsonl")
    gold = {sample.input.id: sample for sample in samples(data, split)}
    counts: Counter[str] = Counter()
    records = {record.key: record for record in read_records(run / "samples.jsonl")}
    for record in records.values():
        sample = gold.get(record.id)
        if sample is None:
            raise InputError(f"{run}: its sample {record.id} isn't in {split}.csv of {data}: name the --split that was run")
        predicted = record.prediction["labels"] if record.prediction else ["O"] * len(sample.gold)
        for one in mistakes(sample.input.fields["tokens"], sample.gold, [label or "O" for label in predicted]):
            counts[one.kind] += 1
            _write({"id": record.id, **asdict(one)})
    listed = ", ".join(f"{count} {kind}" for kind, count in counts.most_common()) or "no mistakes"
    tell(f"{listed} in {len(records):,} sentences")


def folds(
    data: DataOption,
    count: Annotated[int, typer.Option("--folds", metavar="N", help="How many.")] = 4,
    encoder: Annotated[str, typer.Option(metavar="NAME", help="As in `tieout train entities`.")] = "shipped",
    seed: Annotated[int, typer.Option(metavar="N", help="Decides which document comes into which fold.")] = 0,
) -> None:
    """Cross-validate `tieout train entities` by document over train and val, with intervals by document."""
    from tieout.benchmarks.finer_ord.folds import cross_validate
    from tieout.engines.entities.training import encoder_named

    for row in cross_validate(data, encoder_named(encoder), count, seed=seed, say=tell):
        _write(row)


def transfer(
    data: DataOption,
    corpus: Annotated[
        list[str],
        typer.Option(metavar="NAME=TRAIN[,TEST]", help="A corpus in CoNLL's layout. May be repeated.", show_default=False),
    ],
    split: Annotated[str, typer.Option(metavar="S", help="FiNER-ORD's split to test on.")] = "test",
    encoder: Annotated[str, typer.Option(metavar="NAME", help="As in `tieout train entities`.")] = "shipped",
) -> None:
    """Train on FiNER-ORD and other corpora, alone and two together; test on each (the paper's Table 6)."""
    from tieout.benchmarks.finer_ord.conll import read_conll
    from tieout.benchmarks.finer_ord.training import sentences
    from tieout.benchmarks.finer_ord.transfer import transfers
    from tieout.engines.entities.training import encoder_named
    from tieout.report.errors import InputError

    train, test = {"FiNER-ORD": sentences(data, "train")}, {"FiNER-ORD": sentences(data, split)}
    for named in corpus:
        name, _, files = named.partition("=")
        paths = [Path(path) for path in files.split(",") if path]
        if not name or not 1 <= len(paths) <= 2:
            raise InputError(f"--corpus {named}: write NAME=TRAIN or NAME=TRAIN,TEST")
        train[name] = read_conll(paths[0])
        if len(paths) == 2:
            test[name] = read_conll(paths[1])
    for row in transfers(train, test, encoder_named(encoder), say=tell):
        _write(asdict(row))


def tune(
    data: DataOption,
    encoder: Annotated[Path, typer.Option(metavar="DIR", help="A folder with a transformers model.", show_default=False)],
    rates: Annotated[str, typer.Option(metavar="A,B,…", help="Learning rates.")] = "1e-4,1e-5,1e-6",
    batches: Annotated[str, typer.Option(metavar="A,B,…", help="Batch sizes.")] = "32,16,8",
    seeds: Annotated[str, typer.Option(metavar="A,B,…", help="Seeds.")] = "5768,78516,944601",
    epochs: Annotated[int, typer.Option(metavar="N", help="At most.")] = 100,
    split: Annotated[str, typer.Option(metavar="S", help="The split to report on.")] = "test",
) -> None:
    """Fine-tune a transformer as the paper does: a grid, three seeds, early stopping. Needs tieout[plm]."""
    from tieout.benchmarks.finer_ord.plm import Grid, grid_search

    grid = Grid(
        rates=tuple(float(rate) for rate in rates.split(",")),
        batches=tuple(int(size) for size in batches.split(",")),
        seeds=tuple(int(seed) for seed in seeds.split(",")),
        epochs=epochs,
    )
    for row in grid_search(data, encoder, grid, split, say=tell):
        _write(row)


def _splits(data: Path) -> dict[str, list[Any]]:
    from tieout.benchmarks.finer_ord.data import samples
    from tieout.benchmarks.finer_ord.task import NER
    from tieout.report.errors import InputError

    present = NER.splits_in(data)
    if not present:
        raise InputError(f"{data}: holds none of train.csv, val.csv and test.csv")
    return {split: list(samples(data, split)) for split in present}


def _write(row: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(row, ensure_ascii=False) + "\n")
