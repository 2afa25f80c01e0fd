"""`build`: inline filings in, LEDGER's official layout out."""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from tieout.benchmarks.ledger.build.identity import Identity, identity_of, read_aliases
from tieout.benchmarks.ledger.build.official import query_row, report_row, write_split
from tieout.benchmarks.ledger.build.pages import pages_of
from tieout.benchmarks.ledger.build.queries import Query, answerable, unanswerable
from tieout.benchmarks.ledger.build.templates import Templates, read_templates
from tieout.benchmarks.splits import assign
from tieout.engines.kpis.catalogue import catalogue
from tieout.engines.kpis.tagged import TaggedReport
from tieout.report.errors import InputError, TieoutError

__all__ = ["BuildOptions", "build"]

_SUFFIXES = frozenset({".htm", ".html", ".xhtml", ".zip", ".xml", ".xbrl"})
_UNFINISHED = "unfinished"
_INSTANCE = re.compile(rb"<(?:\w+:)?xbrl[\s>]")


@dataclass(frozen=True, slots=True)
class BuildOptions:
    """``prior`` questions a report are about the year before, ``unanswerable`` of each kind have no answer in it.

    ``templates`` and ``aliases`` are the user's files (see `templates.read_templates`, `identity.read_aliases`). Everything
    goes to the split ``eval``, or with ``splits``, parts of train, val and eval, is parted by issuer. With ``interim``
    quarterly reports are taken too, their fiscal year to date called and asked as a year.
    """

    seed: int = 0
    prior: int = 8
    unanswerable: int = 3
    templates: Path | None = None
    aliases: Path | None = None
    splits: tuple[int, int, int] | None = None
    limit: int | None = None
    interim: bool = False


@dataclass(frozen=True, slots=True)
class _Made:
    """What is kept of a filing: not the report, which is large."""

    who: Identity
    row: dict[str, Any]
    queries: list[dict[str, Any]]
    path: Path


def build(
    source: Path, out: Path, options: BuildOptions, progress: Callable[[str], None] = lambda line: None
) -> dict[str, Any]:
    """Writes `mmd/`, `needle/` and `reports/` in the official layout and `datasheet.json`, whose content is returned.

    Only annual reports whose tags say when their year ends are taken; of two reports of one issuer and year, the first. An
    XBRL instance without a printed document is printed from its presentation networks (`printing`). What a stopped build left
    in ``out`` is made anew.
    Raises InputError where ``source`` holds none, or ``out`` is no empty folder. Filings that can't be used are told in the
    datasheet.
    """
    if (out / _UNFINISHED).is_file():
        for name in ("mmd", "needle", "reports"):
            shutil.rmtree(out / name, ignore_errors=True)
    elif out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise InputError(f"{out}: not empty; --out names a new folder")
    templates, aliases = read_templates(options.templates), read_aliases(options.aliases)
    skipped: dict[str, str] = {}
    issuers = _issuers(_files(source)[: options.limit], aliases, skipped, options.interim)
    if not issuers:
        raise InputError(f"{source}: no annual report with inline tags here; {'; '.join(skipped.values())[:300]}")
    (out / "mmd").mkdir(parents=True)
    (out / _UNFINISHED).touch()
    made = []
    for path, who in issuers.items():
        others = [other for other in issuers.values() if other.cik != who.cik]
        made.append(_make(path, who, others, templates, options, out))
        progress(f"{who.report}: {len(made[-1].queries)} questions")
    splits = _splits(made, options)
    for split in dict.fromkeys(splits.values()):
        chosen = [one for one in made if splits[_issuer(one.who)] == split]
        write_split(out, split, [row for one in chosen for row in one.queries], [one.row for one in chosen])
    sheet = _datasheet(made, splits, skipped, options)
    (out / "datasheet.json").write_text(json.dumps(sheet, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    (out / _UNFINISHED).unlink()
    return sheet


def _files(source: Path) -> list[Path]:
    if source.is_file():
        return [source]
    if not source.is_dir():
        raise InputError(f"{source}: no such folder; --from names a folder of inline filings")
    return sorted(
        path for path in source.rglob("*") if path.suffix.lower() in _SUFFIXES and path.is_file() and _may_be_one(path)
    )


def _may_be_one(path: Path) -> bool:
    """Of XML files only instances: a taxonomy's linkbases beside them are no filings."""
    if path.suffix.lower() != ".xml":
        return True
    with path.open("rb") as handle:
        return _INSTANCE.search(handle.read(4096)) is not None


def _issuers(
    paths: Sequence[Path], aliases: dict[str, list[str]], skipped: dict[str, str], interim: bool
) -> dict[Path, Identity]:
    """The annual reports among the files, with their issuers."""
    import tieout

    found: dict[Path, Identity] = {}
    seen: set[str] = set()
    for path in paths:
        try:
            report = tieout.read(path)
            tagged = TaggedReport(report, interim)
        except TieoutError as error:
            skipped[_named(path)] = str(error)
            continue
        if tagged.focus is None or not tagged.values(tagged.focus.year).keys() & {
            "revenue",
            "net_income",
            "operating_cash_flow",
        }:
            skipped[_named(path)] = f"{_named(path)}: no annual report: no tagged flows over a fiscal year"
            continue
        who = identity_of(report, tagged.focus.year, aliases)
        if who.report in seen:
            skipped[_named(path)] = f"{_named(path)}: another report of {who.report} was taken"
            continue
        seen.add(who.report)
        found[path] = who
    return found


def _make(
    path: Path, who: Identity, others: Sequence[Identity], templates: Templates, options: BuildOptions, out: Path
) -> _Made:
    import tieout

    report = tieout.read(path)
    tagged = TaggedReport(report, options.interim)
    pages = pages_of(report, tagged)
    rng = Random(f"{options.seed}/{who.report}")  # noqa: S311  (a draw, no secret)
    (out / "mmd" / f"{who.report}.mmd").write_text(pages.text, encoding="utf-8")
    queries: list[Query] = [
        *answerable(tagged, who, templates, rng, options.prior, pages.judge),
        *unanswerable(tagged, who, others, templates, rng, options.unanswerable),
    ]
    values = tagged.values(who.year)
    return _Made(who, report_row(who, values), [query_row(query, who) for query in queries], path)


def _named(path: Path) -> str:
    """The file's name; an instance is told from others called the same by its folder."""
    return f"{path.parent.name}/{path.name}" if path.suffix.lower() in (".xml", ".xbrl") else path.name


def _issuer(who: Identity) -> str:
    return who.cik or who.ticker


def _splits(made: Sequence[_Made], options: BuildOptions) -> dict[str, str]:
    """Issuer to split."""
    issuers = {_issuer(one.who) for one in made}
    if options.splits is None:
        return dict.fromkeys(sorted(issuers), "eval")
    parts = assign(issuers, options.splits, options.seed)
    return {issuer: "eval" if split == "test" else split for issuer, split in parts.items()}


def _datasheet(made: Sequence[_Made], splits: dict[str, str], skipped: dict[str, str], options: BuildOptions) -> dict[str, Any]:
    """What was built, from what: sources, coverage by KPI and year, kinds of queries."""
    queries = [row for one in made for row in one.queries]
    years = sorted({one.who.year for one in made})
    coverage = {
        kpi: {
            str(year): f"{sum(1 for one in made if one.who.year == year and one.row[kpi] is not None)}"
            f"/{sum(1 for one in made if one.who.year == year)}"
            for year in years
        }
        for kpi in catalogue()
    }
    return {
        "reports": len(made),
        "issuers": len(splits),
        "queries": len(queries),
        "kinds": dict(Counter(row["kind"] for row in queries)),
        "queries_without_relevant_page": sum(1 for row in queries if row["value"] is not None and not row["qrels"]),
        "splits": dict(Counter(splits[_issuer(one.who)] for one in made)),
        "coverage": coverage,
        "sources": {one.who.report: _named(one.path) for one in made},
        "licence": "that of the filings (SEC filings are in the public domain); the wordings have that of their file",
        "seed": options.seed,
        "skipped": skipped,
    }
