"""OCR by a model on loopback that is shown the pages of a made-up PDF."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from pathlib import Path

import pytest

import tieout
from tests.llm.server import Exchange, LoopbackServer, completion, status
from tests.reading.pdf_writer import Sheet, pdf
from tieout.benchmarks.ledger.ocr import OcrOptions, transcribe
from tieout.evaluation import LLMSettings
from tieout.llm import LLMError
from tieout.report.errors import InputError

TABLE = "<table><tr><td>Total assets</td><td>1,250</td></tr></table>"


@pytest.fixture
def scan(tmp_path: Path) -> Path:
    path = tmp_path / "scan.pdf"
    path.write_bytes(pdf(Sheet().text(72, 100, "Letter"), Sheet().text(72, 100, "Total assets 1,250"), Sheet()))
    return path


def seeing(answers: Callable[[int], str], sizes: list[int]) -> Callable[[Exchange], None]:
    """Answers the n-th picture that it has not seen before by ``answers(n)``."""
    seen: dict[str, int] = {}

    def behave(exchange: Exchange) -> None:
        text, shown = exchange.request.body["messages"][-1]["content"]
        assert "Transcribe" in text["text"]
        url = shown["image_url"]["url"]
        sizes.append(len(base64.b64decode(url.removeprefix("data:image/png;base64,"))))
        exchange.send(200, json.dumps(completion(answers(seen.setdefault(url, len(seen) + 1)))).encode())

    return behave


def test_pages_become_markdown_that_is_read_again(scan: Path, tmp_path: Path) -> None:
    answers = {1: "# Letter", 2: f"```html\n{TABLE}\n```", 3: ""}
    sizes: list[int] = []
    with LoopbackServer(default=seeing(answers.__getitem__, sizes)) as server:
        options = OcrOptions(f"llm:eyes@{server.base_url}", dpi=72, settings=LLMSettings(max_connections=1))
        done = transcribe(scan, tmp_path / "out", options)
        asked = len(server.received)
        again = transcribe(scan, tmp_path / "out", options)
        assert len(server.received) == asked, "pages that have a text are not asked again"
    assert (done.pages, done.failed) == (3, ()) == (again.pages, again.failed)
    report = tieout.read(done.text)
    assert len(report.pages) == 3
    assert [(table.page, table.get(0, 1).text) for table in report.tables] == [(2, "1,250")]
    assert all(size > 100 for size in sizes)
    assert (tmp_path / "out" / "pages" / "page_0002.png").read_bytes().startswith(b"\x89PNG")


def test_a_page_never_becomes_two(scan: Path, tmp_path: Path) -> None:
    with LoopbackServer(default=seeing(lambda n: "one\n<--- Page Split --->\ntwo", [])) as server:
        done = transcribe(scan, tmp_path / "out", OcrOptions(f"llm:eyes@{server.base_url}", dpi=72))
    assert len(tieout.read(done.text).pages) == 3


def test_an_endpoint_that_is_wrong_ends_it_and_the_pictures_stay(scan: Path, tmp_path: Path) -> None:
    with LoopbackServer(default=status(400, "no pictures here")) as server, pytest.raises(LLMError, match="no pictures here"):
        transcribe(scan, tmp_path / "out", OcrOptions(f"llm:eyes@{server.base_url}", dpi=72))
    assert len(list((tmp_path / "out" / "pages").glob("*.png"))) == 3


def test_what_cant_be_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(b"no PDF")
    for given, model in (
        (path, "llm:eyes@http://127.0.0.1:9"),
        (tmp_path / "b.pdf", "llm:eyes@http://127.0.0.1:9"),
        (path, "eyes"),
    ):
        with pytest.raises(InputError):
            transcribe(given, tmp_path / "out", OcrOptions(model))
