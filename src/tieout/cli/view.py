"""`tieout view`: a report in the browser, every number tied to its evidence."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tieout.cli.examples import examples
from tieout.cli.options import MaxOption, TaxonomyOption, limits
from tieout.cli.terminal import tell
from tieout.report.errors import InputError, TieoutError

if TYPE_CHECKING:
    from tieout.cli.sources import Source
    from tieout.reading import Limits
    from tieout.viewer.runs import RunView
    from tieout.viewer.subject import Subject

__all__ = ["register", "view"]

EPILOG = examples(
    ("tieout view 10-k.htm", "in the browser: facts, tags, findings, KPIs, names, each with its place"),
    ("tieout view filings/", "a folder of reports, with a list"),
    ("tieout view 10-k.htm --export report.html", "one page to send; opens without a network"),
    ("tieout view run/", "a run of `tieout eval`: results beside the published ones, each sample"),
    ("tieout view 10-k.htm --no-browser --port 8000", "only print the link"),
)


def register(app: typer.Typer) -> None:
    """Adds the verb to the program."""
    app.command(
        "view", short_help="A report in the browser, every number with its evidence.", epilog=EPILOG, no_args_is_help=True
    )(view)


def view(
    path: Annotated[str, typer.Argument(metavar="PATH", help="A report, or a folder of reports.", show_default=False)],
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the browser, or only print the link.")] = True,
    host: Annotated[
        str, typer.Option("--host", metavar="ADDRESS", help="Listen there; elsewhere than on this machine only with a token.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", metavar="N", min=0, max=65535, help="Port on this machine (0: a free one).")
    ] = 0,
    token: Annotated[
        str | None, typer.Option("--token", metavar="TEXT", help="Answer only to those who know it.", show_default=False)
    ] = None,
    review: Annotated[
        Path | None,
        typer.Option(
            "--review", metavar="FILE", help="Keep the review there; by default beside the report.", show_default=False
        ),
    ] = None,
    reviewer: Annotated[
        str | None,
        typer.Option("--reviewer", metavar="NAME", help="Who decides; by default the user's name.", show_default=False),
    ] = None,
    question: Annotated[
        list[str] | None,
        typer.Option("--ask", metavar="QUESTION", help="A question to answer; may be repeated.", show_default=False),
    ] = None,
    review_out: Annotated[
        Path | None,
        typer.Option(
            "--review-out", metavar="FILE", help="Write the review instead, as .xlsx, .csv or .json.", show_default=False
        ),
    ] = None,
    export: Annotated[
        Path | None,
        typer.Option(
            "--export", metavar="FILE", help="Write one page to send instead; it opens without a network.", show_default=False
        ),
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option("--data", metavar="DIR", help="Of a run: where the benchmark's data is now.", show_default=False),
    ] = None,
    payload: Annotated[
        bool, typer.Option("--payload", help="Write what the viewer shows as JSON instead, with all parts.")
    ] = False,
    taxonomy: TaxonomyOption = None,
    max: MaxOption = None,
) -> None:
    """Open a report in the browser: as it was printed on the left, what is known about each number on the right."""
    from tieout.cli.sources import find_sources
    from tieout.viewer.runs import RunView, is_run

    _check(path, token, {"--payload": payload, "--export": export, "--review-out": review_out}, review)
    if is_run(Path(path)):
        run = RunView(Path(path), data)
        if payload:
            sys.stdout.write(json.dumps(run.everything(), ensure_ascii=False) + "\n")
        elif export is not None:
            from tieout.viewer.export import export_run

            _write_page(export, export_run(run))
        else:
            _serve([], host, port, token, browser, run)
        return None
    bounds = limits(max)
    sources = find_sources([path])
    if review is not None and len(sources) != 1:
        raise InputError(f"--review: a review is of one report, and there are {len(sources)}; each keeps its own beside it")
    subjects = [
        _subject(source, bounds, tuple(taxonomy or ()), review, reviewer or "", tuple(question or ())) for source in sources
    ]
    if payload:
        from tieout.viewer.payload import everything

        failed = []
        for subject in subjects:
            try:
                row = everything(subject)
            except TieoutError as e:
                failed.append(e)
                continue
            sys.stdout.write(json.dumps(row, ensure_ascii=False) + "\n")
            subject.release()
        for error in failed[:-1]:
            tell(str(error))
        if failed:
            raise failed[-1]  # told last, with its exit code
        return
    if review_out is not None:
        return _write_review(subjects, review_out)
    if export is not None:
        return _export(subjects, export)
    _serve(subjects, host, port, token, browser)


def _check(path: str, token: str | None, instead: dict[str, Path | bool | None], review: Path | None) -> None:
    """Options that don't go together, or would destroy what they are about."""
    given = [name for name, value in instead.items() if value]
    if len(given) > 1:
        raise InputError(f"{given[0]} and {given[1]}: each is written instead of serving; give one of them")
    if token is not None and not re.fullmatch(r"[A-Za-z0-9._~-]+", token):
        raise InputError("--token: letters, digits, '-', '.', '_' and '~', at least one: it is part of the link")
    if review is not None and review.is_dir():
        raise InputError(f"--review {review}: is a folder; name a file in it")
    for name in ("--export", "--review-out"):
        out = instead[name]
        for kept in (Path(path), review, _beside(Path(path))):
            if isinstance(out, Path) and kept is not None and kept.is_file() and out.exists() and out.samefile(kept):
                raise InputError(f"{name} {out}: would overwrite what it is made from; name another file")


def _beside(path: Path) -> Path:
    """The review file of a report, where no other is named."""
    return path.resolve().with_name(path.resolve().name + ".review.jsonl")


def _subject(
    source: Source, bounds: Limits, taxonomy: tuple[Path, ...], review: Path | None, reviewer: str, questions: tuple[str, ...]
) -> Subject:
    from tieout.cli.sources import STDIN
    from tieout.viewer.subject import Subject

    path = source.path
    if review is None and source.label != STDIN:
        review = _beside(path)
    is_pdf = path.is_file() and path.suffix.lower() == ".pdf"
    return Subject(
        label=source.label if source.label != str(path) else path.resolve().name,
        opened=lambda: source.read(bounds, taxonomy),
        pdf=path.read_bytes if is_pdf else None,
        questions=questions,
        taxonomy=taxonomy,
        review_path=review,
        reviewer=reviewer,
    )


def _write_review(subjects: Sequence[Subject], out: Path) -> None:
    from tieout.cli.options import choose_format
    from tieout.cli.view_review import write_review

    if len(subjects) != 1:
        raise InputError(f"--review-out: a review is of one report, and there are {len(subjects)}; name one")
    write_review(subjects[0].review.to_dict(), out, choose_format(None, out, False))


def _export(subjects: Sequence[Subject], out: Path) -> None:
    from tieout.viewer.export import export_page

    if len(subjects) != 1:
        raise InputError(f"--export: one page shows one report, and there are {len(subjects)}; name one")
    _write_page(out, export_page(subjects[0]))


def _write_page(out: Path, page: str) -> None:
    from tieout.cli.output import destination

    with destination(out) as where, where.text() as stream:
        stream.write(page)
    tell(f"{out}: open it in a browser; it needs nothing else")


def _serve(
    subjects: Sequence[Subject], host: str, port: int, token: str | None, browser: bool, run: RunView | None = None
) -> None:
    import secrets
    import threading
    import webbrowser

    from tieout.cli.view_review import review_file
    from tieout.serving.local import is_loopback
    from tieout.viewer.server import ViewServer

    if token is None and not is_loopback(host):
        token = secrets.token_urlsafe(16)
    try:
        opened = ViewServer(subjects, host, port, token, review_file, run)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        where = f"--port {port}: {reason}; without --port a free one is taken" if port else f"--host {host}: {reason}"
        raise InputError(where) from None
    with opened as server:
        try:  # from before the link is seen: whoever has seen it may end it
            sys.stdout.write(f"{server.link}\n")
            sys.stdout.flush()
            tell("Ctrl-C ends it; decisions are kept at once")
            if len(subjects) == 1:
                threading.Thread(target=subjects[0].warm, daemon=True).start()
            if browser:
                webbrowser.open(server.link)
            server.serve_forever(poll_interval=0.2)
        except KeyboardInterrupt:
            tell("stopped")
