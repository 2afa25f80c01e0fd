"""Fixtures that every test may use."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("TIEOUT_SHARED", ROOT.parent / "shared"))

# Started in the background by a shell, tests inherit that interrupts are ignored, and so would the servers that they interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN and threading.current_thread() is threading.main_thread():
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Hypothesis goes by the clock, and on a busy machine any example may take as long as it likes. (Not every environment has it.)
with contextlib.suppress(ImportError):
    from hypothesis import HealthCheck, settings

    settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.load_profile("any machine")


@pytest.fixture(scope="session")
def corpus() -> Path:
    """Folder of the unpacked development data (`TIEOUT_DATA`, else the default); unpacks what is missing, once."""
    unpack = SHARED / "data" / "unpack"
    if not unpack.exists():
        pytest.skip("the development data is not here: it is kept beside the repository, not in it")
    where = Path(os.environ.get("TIEOUT_DATA", "~/.cache/tieout-data")).expanduser()
    where.mkdir(parents=True, exist_ok=True)
    lock = where.with_name(where.name + ".lock")
    program = [sys.executable, str(ROOT / "tests" / "unpacking.py"), str(unpack), str(where)]
    done = subprocess.run(["flock", str(lock), *program], check=False, capture_output=True, text=True)
    if done.returncode != 0:
        pytest.fail(f"unpacking the development data failed: {done.stderr[-500:]}")
    return where
