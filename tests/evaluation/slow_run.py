"""A run to be killed: a slow engine that writes down what it is asked for. The kill-and-resume test runs it as a program."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from tests.evaluation.toy import parity, toy
from tieout.evaluation import RunOptions, evaluate


def main(data: str, out: str, asked: str, pause: str) -> None:
    log = os.open(asked, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def answer(number: int) -> str | None:
        os.write(log, f"test-{number}\n".encode())
        time.sleep(float(pause))
        return None if number % 11 == 0 else parity(number if number % 7 else number + 1)

    evaluate(toy(default=answer), RunOptions(data=Path(data), split="test", solver="engine", out=Path(out), resume=True))


if __name__ == "__main__":
    main(*sys.argv[1:])
