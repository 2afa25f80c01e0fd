"""Rows out: one writer for every format, for every verb."""

from tieout.cli.output.destination import Destination, destination, write_page
from tieout.cli.output.flat import Columns, flatten
from tieout.cli.output.row_writer import RowWriter
from tieout.cli.output.writers import open_rows

__all__ = ["Columns", "Destination", "RowWriter", "destination", "flatten", "open_rows", "write_page"]
