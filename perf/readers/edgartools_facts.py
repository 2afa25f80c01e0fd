"""edgartools: the part of its HTML parser that takes the inline facts out, without the document model it builds after."""

import sys
from pathlib import Path

from edgar.documents import HTMLParser

print(len(HTMLParser()._extract_xbrl_pre_process(Path(sys.argv[1]).read_text(encoding="utf-8"))), "facts")
