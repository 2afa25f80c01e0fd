"""A document as the page of a frame: it runs nothing and loads nothing but the pictures of its own pages."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape
from importlib import resources

from tieout.viewer.document import Document

__all__ = ["FRAME_POLICY", "frame_page"]

FRAME_POLICY = "; ".join(
    (
        "default-src 'none'",
        "style-src 'unsafe-inline'",
        "img-src 'self' data:",
        "font-src data:",
        "base-uri 'none'",
        "form-action 'none'",
    )
)
_PICTURE = re.compile(r'<img data-page="(\d+)"')


def frame_page(document: Document, picture: Callable[[int], str]) -> str:
    """The whole page; ``picture`` gives the address of a page's picture, where the document has pictures."""
    body = document.body
    if document.kind == "pictures":
        body = _PICTURE.sub(lambda m: f'<img data-page="{m[1]}" loading="lazy" src="{escape(picture(int(m[1])))}"', body)
    language = f' lang="{escape(document.language)}"' if document.language else ""
    doctype = "<!DOCTYPE html>" if document.doctype else ""  # without one browsers lay out as they did before standards
    return (
        f'{doctype}<html{language} data-kind="{document.kind}"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(FRAME_POLICY)}">'
        f'<meta name="referrer" content="no-referrer"><title>{escape(document.file)}</title>'
        f"<style>{document.style}</style><style>{own_style()}</style></head><body>{body}</body></html>"
    )


def own_style() -> str:
    """Our own style sheet of documents."""
    return resources.files(__package__).joinpath("static", "frame.css").read_text("utf-8")
