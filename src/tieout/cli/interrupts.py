"""Ctrl-C that isn't lost: while C code brings in Python modules, it swallows the exception that an interrupt raises there."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

__all__ = ["kept_interrupts"]


@contextmanager
def kept_interrupts() -> Iterator[Callable[[], None]]:
    """A function that raises KeyboardInterrupt if an interrupt came since and was lost; it is called at the end too.

    Where somebody handles interrupts already, or in another thread than the main one, nothing is changed.
    """
    pressed = False

    def handle(number: int, frame: FrameType | None) -> None:
        nonlocal pressed
        pressed = True
        raise KeyboardInterrupt

    def check() -> None:
        if pressed:
            raise KeyboardInterrupt

    ours = (
        threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    )
    if ours:
        signal.signal(signal.SIGINT, handle)
    try:
        yield check
        check()
    finally:
        if ours:
            signal.signal(signal.SIGINT, signal.default_int_handler)
