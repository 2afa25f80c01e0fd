"""`tieout build BENCHMARK --from DIR --out DIR`: a benchmark's data, from filings."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from tieout.cli.examples import examples
from tieout.cli.terminal import tell
from tieout.report.errors import InputError

__all__ = ["build", "register"]

EPILOG = examples(
    ("tieout build finauditing --from filings/ --out data/", "everything to the split test"),
    ("tieout build finauditing --from filings/ --messages dqc.csv --out data/", "of what DQC rules said of them"),
    ("tieout build finauditing-chunks --from us-gaap-2025.zip --out chunks/", "the taxonomy, concept by concept"),
    ("tieout build finauditing --from filings/ --out data/ --splits 6:1:3 --seed 7", "three splits, by issuer"),
    ("tieout build fintagging --from filings/ --taxonomy us-gaap-2025.zip --out data/", "types and concepts as FASB has them"),
    ("tieout build securities-tables --from edinet/ --csv csv/ --out data/", "questions to tables of EDINET filings"),
    ("tieout build ledger --from 10-K/ --out data/ --templates wordings.json", "pages, KPIs and questions of inline filings"),
)


def register(app: typer.Typer) -> None:
    """Adds the verb to the program."""
    app.command("build", short_help="Build a benchmark's data from filings.", epilog=EPILOG, no_args_is_help=True)(build)


def build(
    benchmark: Annotated[
        str,
        typer.Argument(
            metavar="BENCHMARK",
            help="finauditing, finauditing-chunks (from a taxonomy), fintagging, ledger, securities-tables.",
        ),
    ],
    source: Annotated[Path, typer.Option("--from", metavar="DIR", help="A folder of filings.")],
    out: Annotated[Path, typer.Option("--out", "-o", metavar="DIR", help="A new folder for the data.")],
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Decides what is drawn.")] = 0,
    splits: Annotated[
        str | None, typer.Option("--splits", metavar="A:B:C", help="Parts of train, val and test.", show_default=False)
    ] = None,
    limit: Annotated[
        int | None, typer.Option("--limit", metavar="N", min=1, help="Only the first N filings.", show_default=False)
    ] = None,
    per_kind: Annotated[int, typer.Option("--per-kind", metavar="N", min=1, help="Instances of a kind from one filing.")] = 2,
    tiers: Annotated[str, typer.Option("--tiers", metavar="IN", help="I injected, N natural.")] = "IN",
    form: Annotated[str, typer.Option("--form", metavar="raw|compact", help="How segments are written.")] = "raw",
    messages: Annotated[
        Path | None,
        typer.Option("--messages", metavar="FILE", help="DQC messages to make instances of.", show_default=False),
    ] = None,
    max_tokens: Annotated[int, typer.Option("--max-tokens", metavar="N", help="Leave longer instances out.")] = 66_000,
    templates: Annotated[
        Path | None,
        typer.Option(
            "--templates", metavar="FILE", help="ledger: JSON of question wordings with ABC and X.", show_default=False
        ),
    ] = None,
    aliases: Annotated[
        Path | None,
        typer.Option("--aliases", metavar="FILE", help="ledger: JSON of further names of companies.", show_default=False),
    ] = None,
    interim: Annotated[
        bool, typer.Option("--interim", help="ledger: quarterly reports too, the year to date read as a year.")
    ] = False,
    taxonomy: Annotated[
        list[Path] | None,
        typer.Option(
            "--taxonomy", metavar="PATH", help="Taxonomy packages (fintagging: or a concept list).", show_default=False
        ),
    ] = None,
    compat: Annotated[
        bool, typer.Option("--compat", help="fintagging: the strings of the public data, faults and all.")
    ] = False,
    csv: Annotated[
        Path | None,
        typer.Option(
            "--csv", metavar="DIR", help="securities-tables: EDINET's annual report CSVs, loose or in zips.", show_default=False
        ),
    ] = None,
    codes: Annotated[
        Path | None,
        typer.Option(
            "--codes", metavar="FILE", help="securities-tables: EDINET's code list, to balance industries.", show_default=False
        ),
    ] = None,
    share: Annotated[
        float, typer.Option("--share", metavar="P", min=0.0, max=1.0, help="securities-tables: of item names; 1 asks all.")
    ] = 0.1,
) -> None:
    """Build a benchmark's data from a folder of filings."""
    builders = {
        "finauditing": _finauditing,
        "finauditing-chunks": _finauditing_chunks,
        "fintagging": _fintagging,
        "ledger": _ledger,
        "securities-tables": _securities_tables,
    }
    if benchmark not in builders:
        raise InputError(f"no builder for {benchmark!r}; there are {', '.join(builders)}")
    if benchmark != "fintagging" and (taxonomy or compat):
        raise InputError(f"--taxonomy and --compat are for fintagging; {benchmark} doesn't take them")
    written = builders[benchmark](
        source,
        out,
        seed=seed,
        splits=splits,
        limit=limit,
        per_kind=per_kind,
        tiers=tiers,
        form=form,
        max_tokens=max_tokens,
        messages=messages,
        templates=templates,
        aliases=aliases,
        interim=interim,
        taxonomy=tuple(taxonomy or ()),
        compat=compat,
        csv=csv,
        codes=codes,
        share=share,
    )
    tell(written)


def _finauditing(source: Path, out: Path, *, splits: str | None, **options: Any) -> str:
    from tieout.benchmarks.finauditing.build import BuildOptions
    from tieout.benchmarks.finauditing.build import build as build_data
    from tieout.benchmarks.splits import parse_splits

    for name in ("templates", "aliases", "interim", "taxonomy", "compat", "csv", "codes", "share"):
        del options[name]
    if options["form"] not in ("raw", "compact"):
        raise InputError(f"--form {options['form']}: write raw or compact")
    if not options["tiers"] or set(options["tiers"]) - {"I", "N"}:
        raise InputError(f"--tiers {options['tiers']}: write I, N or IN")
    if splits is not None:
        options["splits"] = parse_splits(splits)
    statistics = build_data(source, out, BuildOptions(**options), tell)
    lengths = statistics["lengths"]["total"]
    return f"{lengths['instances']} instances of {statistics['filings']} filings in {out}; statistics.json describes them"


def _finauditing_chunks(source: Path, out: Path, **options: Any) -> str:
    from tieout.benchmarks.finauditing.build.chunks import write_chunks

    meta = write_chunks(source, out)
    return f"{meta['core_chunks']} core chunks, {sum(meta['relation_chunks'].values())} relation chunks in {out}"


def _ledger(source: Path, out: Path, **options: Any) -> str:
    from tieout.benchmarks.ledger.build import BuildOptions
    from tieout.benchmarks.ledger.build import build as build_data
    from tieout.benchmarks.splits import parse_splits

    chosen = BuildOptions(
        seed=options["seed"],
        limit=options["limit"],
        templates=options["templates"],
        aliases=options["aliases"],
        interim=options["interim"],
        splits=None if options["splits"] is None else parse_splits(options["splits"]),
    )
    sheet = build_data(source, out, chosen, tell)
    return f"{sheet['queries']} questions to {sheet['reports']} reports in {out}; datasheet.json describes them"


def _fintagging(source: Path, out: Path, *, splits: str | None, **options: Any) -> str:
    from tieout.benchmarks.fintagging.build import BuildOptions
    from tieout.benchmarks.fintagging.build import build as build_data
    from tieout.benchmarks.splits import parse_splits

    chosen = BuildOptions(
        seed=options["seed"],
        splits=parse_splits(splits or "0:0:1"),
        taxonomy=options["taxonomy"],
        compat=options["compat"],
        limit=options["limit"],
    )
    statistics = build_data(source, out, chosen, tell)
    instances = sum(split["instances"] for split in statistics["splits"].values())
    reports = statistics["table_2"]["reports"]
    left_out = len(statistics["skipped"])
    return f"{instances} instances of {reports} reports in {out} ({left_out} left out); statistics.json describes them"


def _securities_tables(source: Path, out: Path, **options: Any) -> str:
    from tieout.benchmarks.securities_tables.build import BuildOptions
    from tieout.benchmarks.securities_tables.build import build as build_data
    from tieout.benchmarks.splits import parse_splits

    chosen = BuildOptions(
        seed=options["seed"],
        share=options["share"],
        csv=options["csv"],
        codes=options["codes"],
        taxonomy=options["taxonomy"],
        splits=None if options["splits"] is None else parse_splits(options["splits"]),
        limit=options["limit"],
    )
    sheet = build_data(source, out, chosen, tell)
    return f"{sheet['questions']} questions to {sheet['reports']} reports in {out}; datasheet.json describes them"
