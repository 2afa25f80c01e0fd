"""Makes the samples that ship in the wheel (see build.py)."""
