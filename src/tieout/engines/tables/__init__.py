"""Tables and cells of Japanese securities reports that answer a question."""

from tieout.engines.tables.engine import FoundCell, FoundTable, NotFound, TableEngine
from tieout.engines.tables.opening import open_files
from tieout.engines.tables.view import ReportView, view_of

__all__ = ["FoundCell", "FoundTable", "NotFound", "ReportView", "TableEngine", "open_files", "view_of"]
