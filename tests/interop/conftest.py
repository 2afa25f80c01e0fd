"""Interop tests run in an environment of their tool alone: `make test-interop` makes it, and names it in TIEOUT_INTEROP."""

from __future__ import annotations

import os
from pathlib import Path

FILES = {"lm_eval": "test_lm_eval.py", "inspect_ai": "test_inspect_ai.py"}


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Files of a tool that is not the one asked for can't even be imported."""
    tool = next((name for name, file in FILES.items() if file == collection_path.name), None)
    return True if tool is not None and os.environ.get("TIEOUT_INTEROP") != tool else None
