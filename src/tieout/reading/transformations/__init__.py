"""The Inline XBRL Transformation Registry: from what a reader of the page sees to the lexical value of the fact.

Covered are all published versions: the namespace before the recommendation (2008), registries 1 (2010-04-20), 2 (2011-07-31),
3 (2015-02-26), 4 (2020-02-12) and 5 (2022-02-16), and the SEC's own (2015-08-31).

A reader resolves each format once, with `lookup`, and calls what it gets for every fact that has the format. Numbers keep
the decimals that are printed (``1,234.50`` becomes ``1234.50``) and have neither sign nor scale: those are attributes of
the element.
"""

from tieout.reading.transformations.errors import TransformError
from tieout.reading.transformations.registry import Transform, lookup, names, namespaces, transform

__all__ = ["Transform", "TransformError", "lookup", "names", "namespaces", "transform"]
