"""Pages served on this machine: what `tieout view` and `tieout grade` have in common."""

from tieout.serving.local import LocalHandler, LocalServer

__all__ = ["LocalHandler", "LocalServer"]
