"""What the viewer shows of a report, as JSON: the base, which comes first, and parts that come when they are ready.

docs/view.md describes every key. Numbers are exact decimals written as strings; keys whose value would be null, false or
empty are left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tieout.viewer.payload.base import base
from tieout.viewer.payload.parts import PARTS, part

if TYPE_CHECKING:
    from tieout.viewer.subject import Subject

__all__ = ["PARTS", "base", "everything", "part"]


def everything(subject: Subject) -> dict[str, Any]:
    """The base, all parts, and the pages of the documents' frames: what an exported page holds."""
    from tieout.viewer.frame import frame_page

    return {
        "payload": subject.base(),
        "parts": {name: subject.part(name) for name in PARTS},
        "documents": [frame_page(d, subject.picture_address) for d in subject.documents],
        "review": subject.review.to_dict(),
    }
