"""An interrupt that is lost on its way is raised again at the next occasion."""

from __future__ import annotations

import os
import signal
import threading

import pytest

from tieout.cli.interrupts import kept_interrupts


def lose_an_interrupt() -> None:
    try:
        os.kill(os.getpid(), signal.SIGINT)
        for _ in range(1000):  # the signal is handled between two instructions
            pass
    except KeyboardInterrupt:
        return
    pytest.fail("no interrupt came")


def test_a_lost_interrupt_is_raised_at_the_next_check() -> None:
    with pytest.raises(KeyboardInterrupt), kept_interrupts() as check:
        check()
        lose_an_interrupt()
        check()
        pytest.fail("the check did not raise")


def test_a_lost_interrupt_is_raised_at_the_end() -> None:
    with pytest.raises(KeyboardInterrupt), kept_interrupts():
        lose_an_interrupt()


def test_afterwards_interrupts_are_handled_as_before() -> None:
    before = signal.getsignal(signal.SIGINT)
    with kept_interrupts() as check:
        check()
    assert signal.getsignal(signal.SIGINT) is before


def test_another_thread_changes_nothing() -> None:
    seen = []

    def work() -> None:
        with kept_interrupts() as check:
            seen.append(signal.getsignal(signal.SIGINT))
            check()

    before = signal.getsignal(signal.SIGINT)
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [before]
