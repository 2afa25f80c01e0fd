"""A report with all that is known about it as one page, which opens from disk and loads nothing."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
from html import escape
from typing import TYPE_CHECKING, Any

from tieout.viewer.modules import joined, read_static

if TYPE_CHECKING:
    from tieout.viewer.runs import RunView
    from tieout.viewer.subject import Subject

__all__ = ["export_page", "export_run", "page_of"]

# Below this a page can be read as it is; above it, it is mostly the document, which gzip makes a tenth.
_LARGE = 200_000
_LINK = re.compile(r'<link rel="stylesheet"[^>]*>')
_SCRIPT = re.compile(r'<script type="module"[^>]*></script>')


def export_page(subject: Subject) -> str:
    """The page of a report; makes all parts, so that it takes as long as the slowest engine."""
    from tieout.viewer.payload import everything

    return page_of("index.html", "main.js", everything(subject), subject.label)


def export_run(run: RunView) -> str:
    """The page of an evaluation's run."""
    return page_of("run.html", "run.js", run.everything(), run.label)


def page_of(template: str, entry: str, content: Any, title: str) -> str:
    """A page of the front-end that stands alone: style, modules and content are in it.

    Its content security policy allows its own module, by hash, and nothing else that runs; styles of the filing stand in its
    frame, which inherits the policy, so styles are allowed.
    """
    module = joined(entry)
    if re.search(r"</script|<!--", module, re.I):
        raise ValueError("the modules hold what would end a script element")
    digest = base64.b64encode(hashlib.sha256(f"\n{module}".encode()).digest()).decode()
    policy = "; ".join(
        (
            "default-src 'none'",
            f"script-src 'sha256-{digest}'",
            "style-src 'unsafe-inline'",
            "img-src data:",
            "font-src data:",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )
    style = read_static("viewer.css").replace("</", "<\\/")
    head = f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">\n<style>\n{style}</style>'
    page = _LINK.sub(lambda _: head, read_static(template), count=1)
    page = page.replace("<title>tieout</title>", f"<title>{escape(title)} · tieout</title>", 1)
    tail = f'{_data(content)}\n<script type="module">\n{module}</script>'
    return _SCRIPT.sub("", page, count=1).replace("</body>", f"{tail}\n</body>", 1)


def _data(content: Any) -> str:
    """The content as a script element that never runs; ``<`` is written so that no end tag can be in it."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    if len(text) < _LARGE:
        harmless = text.replace("<", "\\u003c")
        return f'<script type="application/json" id="tieout">{harmless}</script>'
    packed = base64.b64encode(gzip.compress(text.encode("utf-8", "backslashreplace"), 6, mtime=0)).decode()
    return f'<script type="application/json" id="tieout" data-encoding="gzip">{packed}</script>'
