"""An embeddings endpoint as a solver: candidates ranked by how near they are to the question (cosine of the vectors)."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from tieout.evaluation.outcomes import Answer
from tieout.evaluation.samples import SampleInput
from tieout.evaluation.solvers.base import Remote, StopRun
from tieout.evaluation.solvers.llm import LLMSettings, parse_llm_spec
from tieout.evaluation.tasks import Retrieval, Task
from tieout.report.errors import InputError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["EmbeddingSolver"]

LONGEST = 24_000
"""Characters of a text that are sent: about the 8,000 tokens that such models read; without ``--max-prompt-chars``."""

_KEPT = 4  # candidate sets whose vectors are held: the samples of one document follow each other


class EmbeddingSolver(Remote):
    """``embed:MODEL@BASE_URL``, for tasks whose answer is one of many candidates (`Task.retrieval`).

    ``…#FORM`` has the candidates written in another form, where the task has several.
    """

    give_up_after: int | None = 20
    connections = 1  # one sample's candidates fill many requests already

    def __init__(self, task: Task[Any, Any], rest: str, settings: LLMSettings, spent: Decimal = Decimal(0)) -> None:
        """Raises InputError for a task without candidates, and for settings that can't work."""

        if task.retrieval is None:
            raise InputError(f"--solver embed: {task.name} ranks no candidates; embed: is for retrieval tasks")
        rest, _, form = rest.partition("#")
        model, base_url = parse_llm_spec(rest, "embed")
        if form and form not in task.retrieval.forms:
            raise InputError(
                f"--solver embed:…#{form}: {task.name} has the forms {', '.join(task.retrieval.forms) or '(none)'}"
            )
        self.spec = f"embed:{model}@{base_url}{'#' if form else ''}{form}"
        self._retrieval: Retrieval = task.retrieval
        self._candidates = task.retrieval.forms[form] if form else task.retrieval.candidates
        self._longest = settings.max_chars or LONGEST
        self._client = settings.client(model, base_url, spent)
        self._kept: OrderedDict[str, NDArray[np.float32]] = OrderedDict()

    def identity(self) -> dict[str, Any]:
        return {"spec": self.spec, "max_chars": self._longest}

    def prompt_hash(self, sample: SampleInput) -> str | None:
        return hashlib.sha256(self._retrieval.query(sample).encode("utf-8", "surrogatepass")).hexdigest()

    async def answer(self, sample: SampleInput, repeat: int) -> Answer:
        """The candidates' ids, nearest first, in the task's output form; none where there are no candidates."""
        from tieout.llm import LLMError

        candidates = self._candidates(sample)
        if not candidates:
            return Answer(None, prompt_hash=self.prompt_hash(sample))
        try:
            vectors = await self._vectors([text for _, text in candidates])
            query = _normal(await self._client.embed([self._cut(self._retrieval.query(sample))]))[0]
        except LLMError as error:
            if error.kind == "cost-limit":
                raise StopRun(str(error)) from error
            return Answer(None, error=f"{error.kind}: {error}", prompt_hash=self.prompt_hash(sample))
        if query.shape != vectors.shape[1:]:
            return Answer(None, error="bad-response: embeddings of different lengths", prompt_hash=self.prompt_hash(sample))
        nearness = vectors @ query
        order = sorted(range(len(candidates)), key=lambda place: (-float(nearness[place]), place))
        ranked = [candidates[place][0] for place in order]
        return Answer(self._retrieval.output(ranked), prompt_hash=self.prompt_hash(sample))

    async def _vectors(self, texts: Sequence[str]) -> NDArray[np.float32]:
        key = hashlib.sha256("\0".join(texts).encode("utf-8", "surrogatepass")).hexdigest()
        if key not in self._kept:
            self._kept[key] = _normal(await self._client.embed([self._cut(text) for text in texts]))
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key]

    def _cut(self, text: str) -> str:
        return text[: self._longest] if text.strip() else "(blank)"  # services refuse an empty text


def _normal(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """Rows of length 1; a row of zeros stays as it is, near to nothing."""
    import numpy as np

    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    out: NDArray[np.float32] = np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 0)
    return out
