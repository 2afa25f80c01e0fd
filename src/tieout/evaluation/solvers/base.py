"""What every solver is: something that answers one sample at a time, and says what it is."""

from __future__ import annotations

from decimal import Decimal
from types import TracebackType
from typing import TYPE_CHECKING, Any, Protocol, Self

from tieout.evaluation.outcomes import Answer
from tieout.evaluation.samples import SampleInput
from tieout.report.errors import TieoutError

if TYPE_CHECKING:
    from tieout.llm import Client

__all__ = ["Local", "Remote", "Solver", "StopRun"]


class StopRun(TieoutError):
    """No further sample can be answered now (the cost limit is reached): the run stops, and can be resumed."""


class Solver(Protocol):
    """Answers samples. It is given inputs only; there is no way from here to a gold answer.

    ``spec`` is what the user wrote. ``connections`` is how many samples may be under way at once. ``give_up_after`` is how many
    failures in a row mean that going on is pointless (None: never).
    """

    spec: str
    connections: int
    give_up_after: int | None

    def identity(self) -> dict[str, Any]:
        """All that decides its answers, for ``run.json``; a run is resumed only by a solver of the same identity."""
        ...

    def prompt_hash(self, sample: SampleInput) -> str | None:
        """The hash of what would be sent for the sample; None where nothing is sent anywhere."""
        ...

    async def answer(self, sample: SampleInput, repeat: int) -> Answer: ...

    def totals(self) -> dict[str, Any]:
        """Requests, tokens, cost and the like of this session, for ``run.json``; empty where there is nothing to tell."""
        ...

    def cost(self) -> Decimal | None:
        """Money spent in this session; None where nothing is paid or prices are unknown."""
        ...

    async def __aenter__(self) -> Solver: ...

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class Local:
    """The parts that solvers without a server share."""

    connections = 1
    give_up_after: int | None = None

    def prompt_hash(self, sample: SampleInput) -> str | None:
        return None

    def totals(self) -> dict[str, Any]:
        return {}

    def cost(self) -> Decimal | None:
        return None

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None


class Remote:
    """The parts that solvers by an endpoint share; ``_client`` is set by those derived from it."""

    _client: Client

    def totals(self) -> dict[str, Any]:
        return self._client.stats.as_dict()

    def cost(self) -> Decimal | None:
        return self._client.stats.cost

    async def __aenter__(self) -> Self:
        await self._client.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._client.__aexit__(kind, error, trace)
