"""All files of the samples, as bytes; the same at every run."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from make_samples import (
    edgar,
    japan,
    japan_edinet,
    study_events,
    study_letters,
    study_probe,
    us_inline,
    us_linkbases,
    us_markdown,
    us_mistakes,
    us_pdf,
    us_report,
)
from make_samples.check import check


def files() -> dict[str, bytes]:
    """Path below the samples folder and content."""
    check()
    pages = us_report.pages()
    writer = us_inline.Writer()
    made = {f"us_10k/{us_inline.STEM}.htm": us_inline.document(writer, pages, us_report.hidden())}
    made |= {f"us_10k/{name}": body for name, body in us_linkbases.files().items()}
    made["us_10k/mistakes.toml"] = us_mistakes.document(writer)
    made["us_10k.md"] = us_markdown.document(pages)
    made["us_statements.pdf"] = us_pdf.document(pages)
    made |= {f"japan/{name}": body for name, body in japan.files().items()}
    made |= {f"japan_edinet/{name}": body for name, body in japan_edinet.files().items()}
    made |= {
        f"studies/{name}": body
        for name, body in {**study_events.files(), **study_letters.files(), **study_probe.files()}.items()
    }
    made |= {f"edgar/{name}": body for name, body in edgar.files().items()}
    return made


def write(folder: Path) -> Iterator[Path]:
    for name, body in files().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body)
        yield path
