"""The local page on which people grade: served on loopback, to those who have the link with its token."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from importlib import resources
from typing import Any

from tieout.report.errors import InputError
from tieout.serving.local import LocalHandler, LocalServer
from tieout.studies.grading.items import Item, picture_of
from tieout.studies.grading.store import Grade, Grades

__all__ = ["GradingServer"]

_FILES = {
    "/": ("index.html", "text/html"),
    "/grading.css": ("grading.css", "text/css"),
    "/grading.js": ("grading.js", "text/javascript"),
}
# Nothing is loaded from elsewhere, and no text of a report can become a script.
_POLICY = "; ".join(
    ("default-src 'none'", "style-src 'self'", "script-src 'self'", "img-src 'self'", "connect-src 'self'", "base-uri 'none'")
)
_LONGEST_LOOK = 1e6


class GradingServer(LocalServer):
    """Serves the items that are assigned to each annotator; `links` is what to hand out."""

    def __init__(self, items: Mapping[str, Item], lists: Mapping[str, Sequence[str]], grades: Grades, port: int = 0) -> None:
        """``port`` 0 takes a free one. Raises OSError where the port is taken."""
        self.items, self.lists, self.grades = items, lists, grades
        super().__init__(_Handler, port=port, token=secrets.token_urlsafe(16))

    def links(self) -> dict[str, str]:
        """A link for each annotator."""
        return {who: f"{self.address}/?who={who}&token={self.token}" for who in self.lists}

    def state(self, who: str) -> dict[str, Any]:
        """The annotator's next table, and how far they are."""
        known = self.grades.of(who)
        own = self.lists[who]
        todo = next((id_ for id_ in own if id_ not in known), None)
        shown = None
        if todo is not None:
            item = self.items[todo]
            shown = {"id": item.id, "report": item.report, "page": item.page, "rows": item.rows}
        return {"all": len(own), "graded": sum(id_ in known for id_ in own), "item": shown}

    def keep(self, who: str, item: str, grade: str | None, seconds: float | None) -> None:
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        self.grades.add(Grade(who, item, grade, now, seconds))

    def take_back(self, who: str) -> None:
        """Takes the annotator's last grade back, where there is one."""
        known = self.grades.of(who)
        done = [id_ for id_ in self.lists[who] if id_ in known]
        if done:
            self.keep(who, done[-1], None, None)


@lru_cache(maxsize=64)
def _picture(item: Item) -> bytes | None:
    return picture_of(item)


class _Handler(LocalHandler):
    server: GradingServer
    policy = _POLICY
    refusal = "open the link that `tieout grade` printed"

    def is_public(self, path: str) -> bool:
        return path in _FILES

    def get(self, path: str, query: Mapping[str, str]) -> None:
        if path in _FILES:
            name, kind = _FILES[path]
            return self.answer(resources.files(__package__).joinpath("page", name).read_bytes(), kind)
        if path == "/picture":
            item = self.server.items.get(query.get("id", ""))
            picture = _picture(item) if item is not None else None
            if picture is None:
                return self.fault(404, "no picture of that page")
            return self.answer(picture, "image/png" if picture.startswith(b"\x89PNG") else "image/jpeg")
        if path == "/next" and query.get("who") in self.server.lists:
            return self.json(self.server.state(query["who"]))
        return self.fault(404, "there is nothing here")

    def post(self, path: str, body: dict[str, Any]) -> None:
        who = body.get("who")
        if not isinstance(who, str) or who not in self.server.lists:
            return self.fault(400, "not a grade")
        try:
            if path == "/grade":
                if body.get("item") not in self.server.lists[who] or not isinstance(body.get("grade"), str):
                    return self.fault(400, "not a grade of a table that is yours")
                seconds = body.get("seconds")
                seconds = round(seconds, 1) if isinstance(seconds, float | int) and 0 <= seconds < _LONGEST_LOOK else None
                self.server.keep(who, body["item"], body["grade"], seconds)
            elif path == "/back":
                self.server.take_back(who)
            else:
                return self.fault(404, "there is nothing here")
        except InputError as error:
            return self.fault(400, str(error))
        except OSError as error:
            return self.fault(507, f"the grade can't be written: {error.strerror or error}")
        return self.json(self.server.state(who))
