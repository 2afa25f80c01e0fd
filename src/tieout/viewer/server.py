"""The viewer's server: pages, payload, documents and the review, for one browser on this machine.

===========================================  ================================================================
``/``                                        the list of reports, or the only report
``/reports.json``                            ``{"reports": [{"id", "label"}]}``
``/concepts.json?q=WORDS``                   ``{"concepts": [{"concept", "type"}]}`` of the standard taxonomy
``/report/N/``                               the page of a report
``/report/N/payload.json``                   the base of the payload
``/report/N/part/NAME.json``                 a part of it; comes when it is ready
``/report/N/document/D.html``                a document, for a sandboxed frame
``/report/N/document/D/page/P.png``          the picture of a PDF's page
``/report/N/review.json``                    the review so far
``/report/N/review/FILE``                    the same to take away: ``review.xlsx``, ``.csv``, ``.json``
``POST /report/N/review``                    one more entry of the review
``POST /report/N/ask``                       ``{"question"}``: an answer with its places
``/run.json``, ``/sample.json?id=&repeat=``  a run's overview, and one of its samples
``/static/FILE``                             modules and style sheets
===========================================  ================================================================
"""

from __future__ import annotations

import contextlib
import re
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from importlib import resources
from typing import Any

from tieout.report.errors import InputError, TieoutError
from tieout.serving import LocalHandler, LocalServer
from tieout.viewer.concepts import find_concepts
from tieout.viewer.frame import FRAME_POLICY, frame_page
from tieout.viewer.runs import RunView
from tieout.viewer.subject import Subject

__all__ = ["ViewServer"]

_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "frame-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
_KINDS = {".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".svg": "image/svg+xml"}
_STATIC = re.compile(r"/static/([a-z0-9_-]+(?:/[a-z0-9_-]+)?\.(?:js|css|svg))")
_REPORT = re.compile(r"/report/(\d{1,6})/(.*)")
_PART = re.compile(r"part/([a-z]+)\.json")
_DOCUMENT = re.compile(r"document/(\d{1,4})\.html")
_PICTURE = re.compile(r"document/(\d{1,4})/page/(\d{1,5})\.png")
_TABLE = re.compile(r"review/review\.(xlsx|csv|json)")
_TABLES = {
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "csv": "text/csv",
    "json": "application/json",
}
_LONGEST_QUESTION = 1_000
# Reports in memory at a time; a large one takes some hundred megabytes.
_KEPT = 3


class ViewServer(LocalServer):
    """Serves reports; ``link`` is what to open."""

    def __init__(
        self,
        subjects: Sequence[Subject],
        host: str = "127.0.0.1",
        port: int = 0,
        token: str | None = None,
        table: Callable[[Mapping[str, Any], str], bytes] | None = None,
        run: RunView | None = None,
    ) -> None:
        """``table`` makes a file of a review, as ``xlsx``, ``csv`` or ``json``; with ``run`` that is shown instead of reports.

        Raises OSError as `LocalServer`.
        """
        self.run = run
        self._recent: deque[Subject] = deque()
        self._lock = threading.Lock()
        self.subjects = tuple(subjects)
        self.table = table
        super().__init__(_Handler, host, port, token)

    def subject(self, number: int) -> Subject | None:
        """A report by its number; of those that were looked at before it only the last few are kept in memory."""
        if number >= len(self.subjects):
            return None
        subject = self.subjects[number]
        with self._lock:
            if self._recent and self._recent[-1] is subject:
                return subject
            with contextlib.suppress(ValueError):
                self._recent.remove(subject)
            self._recent.append(subject)
            old = self._recent.popleft() if len(self._recent) > _KEPT else None
        if old is not None:
            threading.Thread(target=old.release, daemon=True).start()  # it may be at work still
        return subject

    @property
    def link(self) -> str:
        path = "/report/0/" if len(self.subjects) == 1 and self.run is None else "/"
        return self.address + path + (f"?token={self.token}" if self.token is not None else "")


class _Handler(LocalHandler):
    server: ViewServer
    policy = _POLICY
    refusal = "open the link that `tieout view` printed"

    def get(self, path: str, query: Mapping[str, str]) -> None:
        if self.server.run is not None and not path.startswith("/static/"):
            return self._of_run(self.server.run, path, query)
        if path == "/":
            return self._file("list.html" if len(self.server.subjects) != 1 else "index.html")
        if path == "/favicon.ico":
            return self.answer(b"", "image/x-icon", 204)
        if path == "/reports.json":
            return self.json({"reports": [{"id": n, "label": s.label} for n, s in enumerate(self.server.subjects)]})
        if path == "/concepts.json":
            return self.json({"concepts": find_concepts(query.get("q", ""))})
        if found := _STATIC.fullmatch(path):
            return self._file(found[1])
        subject, rest = self._subject(path)
        if subject is None:
            return self.fault(404, "there is nothing here")
        try:
            return self._of_report(subject, rest)
        except TieoutError as e:
            return self.fault(422, str(e))
        except FileNotFoundError:
            return self.fault(422, f"{subject.label}: is no longer there")

    def _of_run(self, run: RunView, path: str, query: Mapping[str, str]) -> None:
        if path == "/":
            return self._file("run.html")
        try:
            if path == "/run.json":
                return self.json(run.overview())
            if path == "/sample.json":
                repeat = query.get("repeat", "0")
                found = run.sample(query.get("id", ""), int(repeat) if repeat.isdecimal() else 0)
                if found is not None:
                    return self.json(found)
        except TieoutError as e:
            return self.fault(422, str(e))
        return self.fault(404, "there is nothing here")

    def _of_report(self, subject: Subject, rest: str) -> None:
        if rest == "":
            return self._file("index.html")
        if rest == "payload.json":
            return self.json(subject.base())
        if (found := _TABLE.fullmatch(rest)) and self.server.table is not None:
            content = self.server.table(subject.review.to_dict(), found[1])
            headers = {"Content-Disposition": f'attachment; filename="review.{found[1]}"'}
            return self.answer(content, _TABLES[found[1]], headers=headers)
        if rest == "review.json":
            return self.json(subject.review.to_dict())
        if found := _PART.fullmatch(rest):
            try:
                return self.json(subject.part(found[1]))
            except KeyError:
                return self.fault(404, "there is no such part")
        if (found := _DOCUMENT.fullmatch(rest)) and int(found[1]) < len(subject.documents):
            number = int(found[1])
            page = frame_page(subject.documents[number], lambda n: f"{number}/page/{n}.png")
            policy = FRAME_POLICY + "; frame-ancestors 'self'; sandbox allow-same-origin"
            return self.answer(page.encode("utf-8", "replace"), "text/html", policy=policy)
        if found := _PICTURE.fullmatch(rest):
            picture = subject.picture(int(found[2]))
            if picture is not None:
                return self.answer(picture, "image/png")
        return self.fault(404, "there is nothing here")

    def post(self, path: str, body: dict[str, Any]) -> None:
        subject, rest = self._subject(path)
        if subject is None or rest not in ("review", "ask"):
            return self.fault(404, "there is nothing here")
        try:
            if rest == "review":
                return self.json(subject.review.add(body))
            question = body.get("question")
            if not isinstance(question, str) or not 0 < len(question.strip()) <= _LONGEST_QUESTION:
                return self.fault(400, "ask a question of at most 1,000 characters")
            return self.json(subject.ask(question.strip()))
        except InputError as e:
            return self.fault(400, str(e))
        except TieoutError as e:
            return self.fault(422, str(e))
        except OSError as e:
            return self.fault(507, f"the review can't be written: {e.strerror or e}")

    def _subject(self, path: str) -> tuple[Subject | None, str]:
        found = _REPORT.fullmatch(path)
        if found is None:
            return None, ""
        return self.server.subject(int(found[1])), found[2]

    def _file(self, name: str) -> None:
        source = resources.files(__package__).joinpath("static", *name.split("/"))
        if not source.is_file():
            return self.fault(404, "there is nothing here")
        return self.answer(source.read_bytes(), _KINDS["." + name.rpartition(".")[2]])
