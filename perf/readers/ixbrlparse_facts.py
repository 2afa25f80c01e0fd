"""ixbrlparse, by its API."""

import sys
from pathlib import Path

from ixbrlparse import IXBRL

with Path(sys.argv[1]).open("rb") as file:
    document = IXBRL(file)
print(len(document.numeric) + len(document.nonnumeric), "facts")
