"""Reading: one module a source; `read` looks into a path and picks the right one."""

from tieout.reading.limits import DEFAULT_LIMITS, Limits
from tieout.reading.read import read, read_bytes

__all__ = ["DEFAULT_LIMITS", "Limits", "read", "read_bytes"]
