"""Reading makes thousands of objects at once and no garbage: the collector, which would look at all of them, waits."""

from __future__ import annotations

import gc
import threading

__all__ = ["CollectorPaused"]


class CollectorPaused:
    """With this, the cyclic garbage collector is off, and afterwards on again if it was on.

    It may be entered by several threads, in any order: the collector is off until the last one has left.
    """

    _lock = threading.Lock()
    _inside = 0
    _was_on = False

    def __enter__(self) -> None:
        with self._lock:
            if CollectorPaused._inside == 0:
                CollectorPaused._was_on = gc.isenabled()
                gc.disable()
            CollectorPaused._inside += 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            CollectorPaused._inside -= 1
            if CollectorPaused._inside == 0 and CollectorPaused._was_on:
                gc.enable()
