"""OCR by a model that sees page pictures, page by page: how LEDGER's reports became Markdown (section 3.1 of the paper)."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path

from tieout.evaluation import LLMSettings
from tieout.evaluation.solvers import model_named
from tieout.reading.limits import DEFAULT_LIMITS, Limits
from tieout.reading.markdown import split_pages
from tieout.reading.to_markdown import PAGE_SPLIT
from tieout.report.errors import InputError

__all__ = ["OcrOptions", "Transcript", "transcribe"]

_FENCE = re.compile(r"\A\s*```[a-zA-Z]*[ \t]*\n(.*?)\n?```\s*\Z", re.DOTALL)
_AT_ONCE = 16  # pages whose pictures are held in memory


@dataclass(frozen=True, slots=True)
class OcrOptions:
    """``model`` is ``llm:MODEL@BASE_URL``, ``dpi`` the resolution of the page pictures."""

    model: str
    dpi: int = 150
    settings: LLMSettings = field(default_factory=LLMSettings)
    limits: Limits = DEFAULT_LIMITS


@dataclass(frozen=True, slots=True)
class Transcript:
    """``text`` is the Markdown file; ``failed`` are the pages (from 1) that it has blank, ``why`` the first one's reason."""

    text: Path
    pages: int
    failed: tuple[int, ...]
    why: str = ""


def transcribe(pdf: Path, out: Path, options: OcrOptions, say: Callable[[str], None] = lambda line: None) -> Transcript:
    """``out/NAME.mmd``, and beside it ``pages/page_0001.png`` and ``.md``. Pages that have a text are not asked again.

    A page that can't be drawn, or that the model doesn't answer, is blank and in ``failed``. Raises InputError for a file that
    is no PDF and a model that is none, LLMError where the endpoint answers nothing at all, or the cost limit is reached.
    """
    from tieout.llm import ChatRequest, ChatResult
    from tieout.llm.many import chat_all
    from tieout.reading.pdf.pictures import page_pictures

    model, base_url = model_named("--ocr", options.model)
    settings = options.settings
    try:
        data = pdf.read_bytes()
    except OSError as error:
        raise InputError(f"{pdf}: can't be read: {error.strerror or error}") from None
    folder = out / "pages"
    prompt = resources.files(__package__).joinpath("prompt_ocr.txt").read_text(encoding="utf-8")
    failed: dict[int, str] = {}

    def take(page: int, result: ChatResult) -> None:
        if result.finish_reason == "length":
            failed[page] = "the text was cut off at --max-tokens"
            return
        (folder / f"page_{page:04d}.md").write_text(_one_page(result.text), encoding="utf-8")

    def ask(batch: list[tuple[int, bytes]]) -> None:
        client = settings.client(model, base_url)
        requests = [
            (
                page,
                ChatRequest(
                    messages=[{"role": "user", "content": prompt}], pictures=[picture], max_tokens=settings.max_tokens or 8000
                ),
            )
            for page, picture in batch
        ]
        failures = asyncio.run(chat_all(client, requests, take, settings.max_connections))
        for page, _ in batch:
            if not (folder / f"page_{page:04d}.md").exists():
                failed.setdefault(page, str(failures[0]) if failures else "no answer")

    pages, batch = 0, list[tuple[int, bytes]]()
    for pages, picture in enumerate(page_pictures(data, pdf.name, options.limits, options.dpi), start=1):
        folder.mkdir(parents=True, exist_ok=True)
        if picture is None:
            failed[pages] = "the page can't be drawn"
            continue
        (folder / f"page_{pages:04d}.png").write_bytes(picture)
        if not (folder / f"page_{pages:04d}.md").exists():
            batch.append((pages, picture))
        if len(batch) == _AT_ONCE:
            ask(batch)
            batch = []
            say(f"{pages} pages done")
    if batch:
        ask(batch)
    texts = [
        path.read_text(encoding="utf-8") if (path := folder / f"page_{n:04d}.md").exists() else "" for n in range(1, pages + 1)
    ]
    text = out / f"{pdf.stem}.mmd"
    text.write_text(f"\n{PAGE_SPLIT}\n".join(texts) + "\n", encoding="utf-8")
    return Transcript(text, pages, tuple(sorted(failed)), failed[min(failed)] if failed else "")


def _one_page(output: str) -> str:
    """What the model wrote, without a code fence around it, and never more than one page."""
    from tieout.llm import strip_reasoning

    text = strip_reasoning(output).strip()
    fenced = _FENCE.match(text)
    text = fenced[1] if fenced else text
    return "\n".join(text[start:end].strip("\n") for start, end in split_pages(text))
