"""Parts that are built once, when first asked for, from any thread."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

__all__ = ["Once"]

_T = TypeVar("_T")


class Once(Generic[_T]):
    """A callable that makes its value at the first call and keeps it; the maker is let go then."""

    __slots__ = ("_lock", "_make", "_value")

    def __init__(self, make: Callable[[], _T]) -> None:
        self._make: Callable[[], _T] | None = make
        self._lock = threading.RLock()

    def __call__(self) -> _T:
        with self._lock:
            if self._make is not None:
                self._value = self._make()
                self._make = None
            return self._value
