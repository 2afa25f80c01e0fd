"""`tieout view` as its users run it: a process of its own, on a port of this machine."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from types import TracebackType

import httpx

from tests.cli.conftest import environment

__all__ = ["Served"]


class Served:
    """The server while it runs; ``client`` asks it, ``link`` is what it printed."""

    def __init__(self, path: Path, *options: str | Path) -> None:
        self.command = [sys.executable, "-m", "tieout", "view", str(path), "--no-browser", *map(str, options)]

    def __enter__(self) -> Served:
        self.process = subprocess.Popen(
            self.command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment()
        )
        assert self.process.stdout is not None
        self.link = self.process.stdout.readline().strip()
        assert self.link.startswith("http://"), self.process.stderr and self.process.stderr.read()
        self.client = httpx.Client(base_url=self.link.partition("?")[0], timeout=60, follow_redirects=True)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.client.close()
        self.end()

    def end(self, how: signal.Signals = signal.SIGINT) -> str:
        """Ends the process; what it said on stderr."""
        if self.process.poll() is None:
            os.kill(self.process.pid, how)
        return self.process.communicate(timeout=30)[1]
