"""Writes the samples that ship in the wheel: ``python scripts/make_samples [FOLDER]`` (default: src/tieout/samples)."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from make_samples.build import write

DEFAULT = Path(__file__).resolve().parents[2] / "src" / "tieout" / "samples"

if __name__ == "__main__":
    for path in write(Path(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT):
        print(path)
