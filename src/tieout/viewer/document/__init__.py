"""Documents as they were printed, made safe to show, and where in them each piece of evidence stands.

A document is HTML that runs nothing and loads nothing. A place in it is a pair of offsets into its *characters*: all text that
is no white space, in document order, counted in UTF-16 code units as browsers do. Wrapping or styling text moves no place.
"""

from tieout.viewer.document.document import Document
from tieout.viewer.document.making import documents_of
from tieout.viewer.document.places import Places

__all__ = ["Document", "Places", "documents_of"]
