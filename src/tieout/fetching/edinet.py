"""Documents of Japan's EDINET by its API (version 2): one by its id, or all securities reports of a day."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

from tieout.fetching.manifest import Manifest
from tieout.fetching.places import place, places
from tieout.fetching.transfer import Fetcher, FetchError
from tieout.report.errors import InputError

__all__ = ["TYPES", "document_ids", "fetch_document"]

TYPES = {"xbrl": ("1", ".zip"), "pdf": ("2", ".pdf"), "csv": ("5", ".zip")}
"""What the API can send of a document: its code and the suffix of the file."""

_ID = re.compile(r"[A-Z0-9]{8}")
_SECURITIES_REPORT = "120"


def document_ids(fetcher: Fetcher, key: str, day: date, kind: str = _SECURITIES_REPORT) -> Iterator[dict[str, Any]]:
    """The documents filed on a day: ``docID``, ``edinetCode``, ``filerName``, …; by default the annual securities reports."""
    content = fetcher.json(place("edinet", "list"), {"date": day.isoformat(), "type": "2", "Subscription-Key": key})
    results = content.get("results") if isinstance(content, dict) else None
    if not isinstance(results, list):
        message = content.get("message") or content.get("metadata", {}).get("message") if isinstance(content, dict) else ""
        raise FetchError(f"EDINET gives no list of {day}: {str(message)[:200] or 'the answer is not as documented'}")
    for one in results:
        if isinstance(one, dict) and one.get("docTypeCode") == kind and _ID.fullmatch(str(one.get("docID"))):
            yield one


def fetch_document(fetcher: Fetcher, key: str, id_: str, out: Path, form: str = "xbrl") -> Path:
    """A document as ``out/ID.zip`` (``ID.csv.zip`` for EDINET's CSV, ``ID.pdf``). Not fetched twice.

    Raises InputError for what is no document id or form; FetchError where the API answers with an error instead.
    """
    if not _ID.fullmatch(id_):
        raise InputError(f"{id_}: no id of an EDINET document; they have eight letters and digits, such as S100ABCD")
    if form not in TYPES:
        raise InputError(f"--type {form}: there are {', '.join(TYPES)}")
    code, suffix = TYPES[form]
    target = out / f"{id_}{'.csv' if form == 'csv' else ''}{suffix}"
    manifest = Manifest(out)
    if manifest.has(target):
        return target
    received = fetcher.download(place("edinet", "document", id=id_), target, params={"type": code, "Subscription-Key": key})
    with target.open("rb") as handle:
        head = handle.read(4)
    if not head.startswith((b"PK", b"%PDF")):  # errors come as JSON with status 200
        said = target.read_text(encoding="utf-8", errors="replace")[:200]
        target.unlink()
        raise FetchError(f"EDINET sends no document {id_}: {' '.join(said.split())}")
    manifest.add(received, places("edinet")["licence"], document=id_, type=form)
    return target
