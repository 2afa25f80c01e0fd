"""Tieout: every fact with its value, unit, period, dimensions and pointer at hand."""

import sys

import tieout

print(len(tieout.read(sys.argv[1]).facts), "facts")
