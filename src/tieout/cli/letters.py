"""`tieout letters`: letters of chairs and chief executives in annual reports, and what their wording foretells."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from tieout.cli.examples import examples
from tieout.cli.llm_options import CacheOption, CostOption, KeyOption, amount
from tieout.cli.many import RowsOfReports
from tieout.cli.options import FormatOption, MaxOption, OutOption, PathsArgument, choose_format, limits
from tieout.cli.statuses import NO
from tieout.cli.terminal import is_terminal, tell

if TYPE_CHECKING:
    from tieout.cli.output import Columns
    from tieout.cli.sources import Source
    from tieout.evaluation.solvers import LLMSettings
    from tieout.report import Report
    from tieout.studies.letters import Letter
    from tieout.studies.letters.probe import ProbeResult

__all__ = ["find", "letter_columns", "probe", "register"]


EPILOG = examples(
    ("tieout letters report.mmd", "the letters of a report, each with its pages"),
    ("tieout letters reports/ --out letters.jsonl", "of a folder of reports, with text and evidence"),
    ("tieout letters report.pdf --md letters/", "each letter as a page of Markdown"),
    ("tieout letters probe --letters letters.jsonl --targets events.jsonl", "what their wording foretells"),
)
FIND_EPILOG = examples(("tieout letters find report.mmd", "the same as 'tieout letters report.mmd'"))
PROBE_EPILOG = examples(
    ("tieout letters probe --letters letters.jsonl --targets events.csv", "TF-IDF, each target that is there"),
    ("tieout letters probe --letters l.jsonl --targets t.csv --embed NAME@URL", "the same on a model's embeddings"),
)


class _FindByDefault(TyperGroup):
    """`tieout letters PATH…` is `tieout letters find PATH…`; a path that is called like a command is written ./probe."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and args[0] not in ctx.help_option_names:
            args = ["find", *args]
        parsed: list[str] = super().parse_args(ctx, args)
        return parsed


def register(app: typer.Typer) -> None:
    """Adds the verb, a group, to the program."""
    group = typer.Typer(
        name="letters",
        cls=_FindByDefault,
        help="Find letters of chairs and chief executives, and probe what their wording foretells. PATH... alone means find.",
        epilog=EPILOG,
        no_args_is_help=True,
        rich_markup_mode=None,
    )
    group.command("find", short_help="The letters of reports.", epilog=FIND_EPILOG, no_args_is_help=True)(find)
    group.command("probe", short_help="What their wording foretells.", epilog=PROBE_EPILOG, no_args_is_help=True)(probe)
    app.add_typer(group, short_help="Letters of chief executives, and what they foretell.")


def find(
    paths: PathsArgument,
    also_10k: Annotated[bool, typer.Option("--also-10k", help="Search 10-Ks too, which have none as a rule.")] = False,
    end: Annotated[str, typer.Option("--end", metavar="HOW", help="rules, or llm:MODEL@BASE_URL.")] = "rules",
    least: Annotated[int, typer.Option("--min-words", metavar="N", min=1, help="Shorter ones are no letters.")] = 80,
    md: Annotated[
        Path | None, typer.Option("--md", metavar="DIR", help="Write each letter as Markdown too.", show_default=False)
    ] = None,
    cache: CacheOption = None,
    cost_limit: CostOption = None,
    api_key_env: KeyOption = "OPENAI_API_KEY",
    format: FormatOption = None,
    out: OutOption = None,
    max: MaxOption = None,
) -> None:
    """Find the letters of chairs and chief executives in annual reports: heading, pages, text, and evidence for each block.

    By heading, in the report's own order; lists of contents are passed over. A letter ends with its signature, with another
    letter, or with the heading of another section. 10-Ks are told by their cover and not searched. A report without a letter
    is a row with the reason. Exit status 1: no letter was found at all.
    """
    from tieout.cli.sources import find_sources
    from tieout.studies.letters.model_ending import check_end

    check_end(end)
    on_terminal = is_terminal(sys.stdout)
    chosen = choose_format(format, out, on_terminal)
    settings = _settings(cache, cost_limit, api_key_env)
    run = _Run(find_sources(paths), limits(max), also_10k, end, least, md, settings)
    if md is not None:
        md.mkdir(parents=True, exist_ok=True)
    run.write(chosen, out, on_terminal and out is None, letter_columns(), "letters")
    if run.unanswered:
        tell(f"{run.unanswered:,} ends are by rules: the model named no line of the letter")
    run.report("letters in")
    if not run.found:
        raise typer.Exit(NO)


def _settings(cache: Path | None, cost_limit: str | None, api_key_env: str) -> LLMSettings:
    from tieout.evaluation.solvers import LLMSettings

    return LLMSettings(cache=cache, cost_limit=amount(cost_limit), api_key_env=api_key_env)


def letter_columns() -> Columns:
    """Columns of letters in the flat formats; the spans of the blocks are in JSON alone."""
    from tieout.cli.output import Columns

    parts = ("report", "file", "element", "page", "printed_page", "block", "span", "quote")
    where = tuple(f"{end}.{part}" for end in ("evidence", "end") for part in parts)
    of = (
        "report",
        "ticker",
        "fiscal_year",
        "found",
        "heading",
        "authors",
        "first_page",
        "last_page",
        "words",
        "ended_by",
        "reason",
    )
    numbers = (
        "fiscal_year",
        "first_page",
        "last_page",
        "words",
        "evidence.page",
        "end.page",
        "evidence.element",
        "end.element",
    )
    return Columns(
        names=(*of, "text", *where),
        types={**dict.fromkeys(numbers, "BIGINT"), "found": "BOOLEAN"},
        widths={"heading": 40, "reason": 40, "text": 60},
        listed=("report", "heading", "first_page", "last_page", "words", "ended_by", "reason"),
    )


@dataclass
class _Run(RowsOfReports):
    """One run of the verb: what to read, and what became of it."""

    also_10k: bool
    end: str
    least: int
    md: Path | None
    settings: LLMSettings
    unanswered: int = field(default=0, kw_only=True)
    stems: dict[str, int] = field(default_factory=dict, kw_only=True)

    def fatal(self, error: Exception) -> bool:
        """Without the endpoint the next report fares no better."""
        from tieout.llm import LLMError

        return isinstance(error, LLMError)

    def rows_of(self, source: Source) -> list[dict[str, Any]]:
        """One row a letter, or one for a report without."""
        return self._rows(source.read(self.limits), source.label if self.many else None)

    def _rows(self, report: Report, label: str | None) -> list[dict[str, Any]]:
        from tieout.cli.output import write_page

        letters, reason = self._letters(report)
        self.found += len(letters)
        name = label or report.name
        if self.md is not None:
            stem = self._stem(name)
            for number, letter in enumerate(letters, 1):
                write_page(self.md, f"{stem}.letter-{number}.md", letter.to_markdown())
        if not letters:
            return [_no_letter(report, name, reason)]
        return [{**letter.to_dict(), "report": name} for letter in letters]

    def _stem(self, name: str) -> str:
        """What the report's pages are called; a/b.mmd and a_b.mmd get different ones."""
        plain = re.sub(r"[^\w.\-]+", "_", name)[:150]
        known = self.stems[plain] = self.stems.get(plain, 0) + 1
        return plain if known == 1 else f"{plain}-{known}"

    def _letters(self, report: Report) -> tuple[Sequence[Letter], str]:
        from tieout.studies.letters.finding import find_letters, letters_at, places_of
        from tieout.studies.letters.model_ending import ends_by_model
        from tieout.studies.letters.reading_order import items_of

        found = find_letters(report, also_10k=self.also_10k, least_words=self.least)
        letters, reason = found.letters, found.reason
        if self.end != "rules" and not reason:
            items = items_of(report)
            places, without = ends_by_model(items, places_of(items), self.end, self.settings)
            self.unanswered += without
            letters = letters_at(report, items, places, self.least)
        return letters, reason or f"the heading of a letter, but fewer than {self.least} words after it"


def _no_letter(report: Report, name: str, reason: str) -> dict[str, Any]:
    from tieout.studies.letters.classifier import find_marker
    from tieout.studies.letters.letter import company_year

    ticker, year = company_year(report.name)
    marker = find_marker(report)
    empty = dict.fromkeys(("heading", "authors", "first_page", "last_page", "words", "ended_by"))
    where: dict[str, Any] = {"text": None, "evidence": marker.evidence.to_dict() if marker else None, "end": None, "spans": []}
    return {"report": name, "ticker": ticker, "fiscal_year": year, "found": False, **empty, "reason": reason, **where}


def probe(
    letters: Annotated[
        Path, typer.Option("--letters", metavar="FILE", help="JSON lines or CSV of `tieout letters`.", show_default=False)
    ],
    targets: Annotated[
        Path, typer.Option("--targets", metavar="FILE", help="JSON lines or CSV of `tieout events`.", show_default=False)
    ],
    target: Annotated[
        list[str] | None,
        typer.Option(
            "--target", metavar="COLUMN", help="Foretell its sign; by default eps_surprise and forward_90.", show_default=False
        ),
    ] = None,
    embed: Annotated[
        str | None,
        typer.Option("--embed", metavar="MODEL@URL", help="Embeddings of an endpoint, not TF-IDF.", show_default=False),
    ] = None,
    folds: Annotated[int, typer.Option("--folds", metavar="K", min=2, help="Parts that the companies are split into.")] = 5,
    strength: Annotated[float, typer.Option("--c", metavar="C", min=1e-6, max=1e6, help="Inverse of the L2 penalty.")] = 1.0,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Of the split.")] = 1,
    scores: Annotated[
        Path | None,
        typer.Option("--scores", metavar="FILE", help="Write each letter's scores (JSON lines).", show_default=False),
    ] = None,
    cache: CacheOption = None,
    cost_limit: CostOption = None,
    api_key_env: KeyOption = "OPENAI_API_KEY",
    format: FormatOption = None,
    out: OutOption = None,
) -> None:
    """Say how well the wording of letters foretells the sign of what came after, by a linear probe on text embeddings.

    Each letter is scored by a logistic regression that was trained on letters of other companies (--folds parts). PR-AUC is the
    average precision of these scores; a probe that knows nothing has the base rate, with few letters a bit more (chance).
    The interval is 95 %, over companies; p is the share of random orders that do as well.
    """
    from tieout.cli.output import Columns, destination, open_rows
    from tieout.studies.letters.probe import embedded_by, probe_target, read_samples, targets_of

    chosen = choose_format(format, out, is_terminal(sys.stdout))
    embedding = None if embed is None else embedded_by(embed, _settings(cache, cost_limit, api_key_env))
    table = targets_of(targets, target)
    samples = read_samples(letters, table)
    results = [probe_target(samples, name, embedding, folds=folds, strength=strength, seed=seed) for name in table.names]
    numbers = ("letters", "companies", "positives", "folds")
    rates = ("base_rate", "chance", "pr_auc", "low", "high", "p")
    columns = Columns(
        names=("target", "embedding", *numbers, *rates, "reason"),
        types=dict.fromkeys(numbers, "BIGINT"),
        numeric=frozenset(rates),
    )
    with destination(out) as where, open_rows(chosen, where, columns, "probes") as writer:
        for result in results:
            writer.write(result.to_dict())
    if scores is not None:
        _write_scores(scores, results)
    if all(result.pr_auc is None for result in results):
        raise typer.Exit(NO)


def _write_scores(path: Path, results: Sequence[ProbeResult]) -> None:
    from tieout.cli.options import Format
    from tieout.cli.output import Columns, destination, open_rows

    with destination(path) as where, open_rows(Format.jsonl, where, Columns(names=()), "scores") as writer:
        for result in results:
            for score in result.scores:
                writer.write({"target": result.target, **score.to_dict()})
