"""`tieout read`: any report as page-split Markdown; scans by a model that sees their pages."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from tieout.cli.examples import examples
from tieout.cli.llm_options import amount
from tieout.cli.options import MaxOption, limits
from tieout.cli.statuses import INCOMPLETE
from tieout.cli.terminal import tell

__all__ = ["read", "register"]

EPILOG = examples(
    ("tieout read 10-k.htm > 10-k.mmd", "a report as Markdown, a page after a marker line each, tables as HTML"),
    ("tieout read report.pdf --out report/", "the same, as report/report.mmd"),
    ("tieout read scan.pdf --ocr llm:MODEL@http://127.0.0.1:8000/v1 --out scan/", "a scan, by a model that sees its pages"),
)


def register(app: typer.Typer) -> None:
    """Adds the verb to the program."""
    app.command(
        "read", short_help="Any report as page-split Markdown; scans by a vision model.", epilog=EPILOG, no_args_is_help=True
    )(read)


def read(
    path: Annotated[str, typer.Argument(metavar="PATH", help="A report; - is standard input.", show_default=False)],
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="DIR", help="Write NAME.mmd there (standard output).", show_default=False),
    ] = None,
    ocr: Annotated[
        str | None,
        typer.Option("--ocr", metavar="MODEL", help="llm:MODEL@BASE_URL transcribes each page of a PDF.", show_default=False),
    ] = None,
    dpi: Annotated[int, typer.Option("--dpi", metavar="N", help="--ocr: dots an inch of the page pictures.")] = 150,
    max_connections: Annotated[int, typer.Option("--max-connections", metavar="N", help="--ocr: requests at a time.")] = 4,
    max_tokens: Annotated[int, typer.Option("--max-tokens", metavar="N", help="--ocr: longest page.")] = 8000,
    timeout: Annotated[float, typer.Option("--timeout", metavar="S", help="--ocr: seconds for one page.")] = 600.0,
    cost_limit: Annotated[
        str | None, typer.Option("--cost-limit", metavar="USD", help="--ocr: the most it may cost.", show_default=False)
    ] = None,
    api_key_env: Annotated[
        str, typer.Option("--api-key-env", metavar="NAME", help="--ocr: the environment variable with the key.")
    ] = "OPENAI_API_KEY",
    max: MaxOption = None,
) -> None:
    """Write a report as page-split Markdown, which every verb reads again: pages parted by a marker line, tables as HTML.

    With --ocr the page pictures and each page's text are kept in DIR/pages; the same command goes on where it was stopped.
    """
    from tieout.report.errors import InputError

    if ocr is None:
        _write(path, out, max)
        return
    if out is None:
        raise InputError("--ocr keeps page pictures beside the text: name a folder with --out")
    from tieout.benchmarks.ledger.ocr import OcrOptions, transcribe
    from tieout.evaluation import LLMSettings

    settings = LLMSettings(
        max_tokens=max_tokens,
        max_connections=max_connections,
        timeout_s=timeout,
        cost_limit=amount(cost_limit),
        api_key_env=api_key_env,
    )
    done = transcribe(Path(path), out, OcrOptions(ocr, dpi, settings, limits(max)), tell)
    tell(f"{done.text}: {done.pages} pages" + (f", {len(done.failed)} not read" if done.failed else ""))
    if done.failed:
        tell(f"page {done.failed[0]}: {done.why}; the same command asks for what is missing again")
        raise typer.Exit(INCOMPLETE)


def _write(path: str, out: Path | None, max: list[str] | None) -> None:
    from tieout.cli.output import write_page
    from tieout.cli.sources import find_sources
    from tieout.reading.to_markdown import report_markdown
    from tieout.report.errors import InputError

    sources = find_sources([path])
    if len(sources) != 1:
        raise InputError(f"{path}: holds {len(sources)} reports; name one")
    report = sources[0].read(limits(max))
    text = report_markdown(report)
    for notice in report.notices:
        tell(str(notice))
    if out is None:
        sys.stdout.write(text)
        return
    out.mkdir(parents=True, exist_ok=True)
    write_page(out, f"{Path(report.name).stem or 'report'}.mmd", text)
