"""Where files come from: a folder, a zip or one file, behind one interface that a hostile input can't break out of.

Nothing is ever unpacked to disk, so a member's name can't write anywhere; a name that tries to leave the archive is refused
all the same, because whoever made it meant no good. A zip inside a zip stays a member like any other and is not opened.
"""

from tieout.reading.archive.folders import FolderSource, SingleFileSource
from tieout.reading.archive.opening import open_source
from tieout.reading.archive.source import FileSource
from tieout.reading.archive.zips import ZipSource, is_zip

__all__ = ["FileSource", "FolderSource", "SingleFileSource", "ZipSource", "is_zip", "open_source"]
