"""`read`: from a path, or bytes, to a Report, whatever the form."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from pathlib import Path

from tieout.reading.detect import detect
from tieout.reading.limits import DEFAULT_LIMITS, Limits, check_size, over
from tieout.report import InputError, Report

__all__ = ["read", "read_bytes"]


def read(
    path: str | PathLike[str],
    *,
    limits: Limits = DEFAULT_LIMITS,
    taxonomy: Sequence[str | PathLike[str]] = (),
    texts: bool = False,
) -> Report:
    """The report at ``path``: a file, a folder or a zip that holds one filing or taxonomy package.

    ``taxonomy`` names taxonomy packages that tell about standard concepts. With ``texts``, a file of plain text is a report of
    paragraphs too, and an empty one a report without any. Nothing is ever fetched from a network.

    Raises `InputError` with one clear line when there is no report there, and `LimitError` when it exceeds ``limits``.
    """
    where = Path(path)
    try:
        if where.is_dir():
            from tieout.reading.packages import read_folder

            return read_folder(where, limits, tuple(Path(t) for t in taxonomy))
        if not where.exists():
            raise InputError(f"{path}: there is no such file or folder")
        if not where.is_file():
            raise InputError(f"{path}: is neither a file nor a folder")
        size = where.stat().st_size
        if size > limits.file_size:
            raise over(limits, "file_size", f"{path}: has {size:,} bytes, more")
        data = where.read_bytes()
    except OSError as e:
        raise InputError(f"{path}: can't be read: {e.strerror or e}") from e
    return read_bytes(data, where.name, limits=limits, taxonomy=taxonomy, beside=where.parent, texts=texts)


def read_bytes(
    data: bytes,
    name: str,
    *,
    limits: Limits = DEFAULT_LIMITS,
    taxonomy: Sequence[str | PathLike[str]] = (),
    beside: Path | None = None,
    texts: bool = False,
) -> Report:
    """The report that the bytes of one file hold; ``name`` stands for it in evidence and messages.

    ``beside`` is the folder in which an XBRL file's schema and linkbases lie, where it has one; ``texts`` as in `read`.
    """
    check_size(data, name, limits)
    packages = tuple(Path(t) for t in taxonomy)
    match detect(data, name):
        case "inline":
            from tieout.reading.inline_report import read_inline_report

            return read_inline_report([[(name, data)]], name, limits, packages, beside=beside)
        case "instance":
            from tieout.reading.packages import read_instance_file

            return read_instance_file(data, name, limits, packages, beside)
        case "zip":
            from tieout.reading.packages import read_zip

            return read_zip(data, name, limits, packages)
        case "pdf":
            from tieout.reading.pdf import read_pdf

            return read_pdf(data, name, limits)
        case "html":
            from tieout.reading.html import read_html

            return read_html([(name, data)], name, limits)
        case "markdown":
            from tieout.reading.markdown import read_markdown

            return read_markdown(data, name, limits)
        case "text" | "empty" if texts:
            from tieout.reading.text import read_text

            return read_text(data, name)
        case "schema" | "linkbase":
            raise InputError(f"{name}: is an XBRL {detect(data, name)} of a package: name the folder or zip it belongs to")
        case "empty":
            raise InputError(f"{name}: the file is empty")
        case "binary":
            raise InputError(f"{name}: is binary and none of the forms that reports come in (XBRL, HTML, Markdown, PDF, zip)")
        case _:
            raise InputError(f"{name}: is no report that can be read: neither XBRL, HTML, page-split Markdown nor PDF")
