"""What tests of the viewer share."""

from tests.cli.conftest import tieout

__all__ = ["tieout"]
