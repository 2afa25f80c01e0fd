"""A filing's own files, as trees that can be edited and written out again."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from lxml import etree

from tieout.reading.xml import parse_xml
from tieout.report.errors import InputError

__all__ = ["XLINK", "Filing", "concept_of", "filings_in", "local_of", "locators"]

XLINK = "{http://www.w3.org/1999/xlink}"

_INSTANCE = "{http://www.xbrl.org/2003/instance}xbrl"
_SCHEMA = "{http://www.w3.org/2001/XMLSchema}schema"
_LINKBASE = "{http://www.xbrl.org/2003/linkbase}linkbase"
_SUFFIXES = (".xml", ".xsd")
_MOST_BYTES = 64 << 20
_LINKS = ("presentationLink", "calculationLink", "definitionLink")


def filings_in(folder: Path) -> list[Path]:
    """The folders below ``folder`` (or itself) that hold a filing's instance, sorted; raises InputError when there are none."""
    if not folder.is_dir():
        raise InputError(f"{folder}: no such folder; --from names a folder of filings")
    candidates = [folder, *sorted(p for p in folder.iterdir() if p.is_dir())]
    found = [path for path in candidates if any(_holds_instance(file) for file in sorted(path.glob("*.xml")))]
    if not found:
        raise InputError(
            f"{folder}: no filing here; a filing is a folder with an XBRL instance (.xml; of an inline document "
            "the …_htm.xml that EDGAR extracts) and its schema"
        )
    return found


def _holds_instance(path: Path) -> bool:
    with path.open("rb") as handle:
        head = handle.read(20_000)
    return re.search(rb"<(?:\w+:)?xbrl[\s>]", head) is not None


@dataclass
class Filing:
    """The XML files of one filing by name; ``trees`` are parsed when first asked for, and written out where ``touched``."""

    name: str
    files: dict[str, bytes]
    trees: dict[str, etree._Element] = field(default_factory=dict, repr=False)
    touched: set[str] = field(default_factory=set)

    @classmethod
    def open(cls, path: Path) -> Filing:
        """Raises InputError where the folder's files are too large to be edited."""
        files = {}
        for file in sorted(path.rglob("*")):
            if file.is_file() and file.suffix.lower() in _SUFFIXES:
                files[file.relative_to(path).as_posix()] = file.read_bytes()
        if sum(map(len, files.values())) > _MOST_BYTES:
            raise InputError(f"{path}: more than {_MOST_BYTES >> 20} MB of XML; too large to build from")
        return cls(path.name, files)

    def fork(self) -> Filing:
        """A copy to edit; this one stays as it is."""
        return Filing(self.name, self.files)

    def tree(self, name: str) -> etree._Element:
        if name not in self.trees:
            self.trees[name] = parse_xml(self.files[name], name)
        return self.trees[name]

    def roots(self) -> Iterator[tuple[str, etree._Element]]:
        """(file, root) of the instance, schemas and linkbases."""
        for name in self.files:
            if name.startswith("META-INF/"):
                continue
            root = self.tree(name)
            if root.tag in (_INSTANCE, _SCHEMA, _LINKBASE):
                yield name, root

    def instances(self) -> Iterator[tuple[str, etree._Element]]:
        return ((name, root) for name, root in self.roots() if root.tag == _INSTANCE)

    def schemas(self) -> Iterator[tuple[str, etree._Element]]:
        return ((name, root) for name, root in self.roots() if root.tag == _SCHEMA)

    def links(self, kind: str, role: str) -> Iterator[tuple[str, etree._Element]]:
        """(file, extended link) of a kind (``calculation``) and role; ``label`` links of any role."""
        for name, root in self.roots():
            if root.tag != _INSTANCE:
                for link in root.iter(f"{{*}}{kind}Link"):
                    if kind == "label" or link.get(f"{XLINK}role") == role:
                        yield name, link

    def facts(self, concept: str, context: str | None = None) -> Iterator[tuple[str, etree._Element]]:
        """(file, element) of the facts of a concept (local name), in one context or all."""
        for name, root in self.instances():
            for element in root.iterchildren(f"{{*}}{concept}"):
                if context is None or element.get("contextRef") == context:
                    yield name, element

    def context(self, id_: str) -> tuple[str, etree._Element] | None:
        for name, root in self.instances():
            for element in root.iterchildren("{*}context"):
                if element.get("id") == id_:
                    return name, element
        return None

    def touch(self, name: str) -> None:
        self.touched.add(name)

    def zipped(self) -> bytes:
        """All files as an archive, edited ones as they are now."""
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
            for name, content in self.files.items():
                if name in self.touched:
                    content = etree.tostring(self.trees[name], xml_declaration=True, encoding="UTF-8")
                archive.writestr(name, content)
        return packed.getvalue()


def local_of(element: etree._Element) -> str:
    """The local name of an element; empty for comments."""
    return etree.QName(element).localname if isinstance(element.tag, str) else ""


def concept_of(href: str) -> str:
    """The local name that a locator's fragment points at: ``Assets`` for ``…#us-gaap_Assets``."""
    fragment = href.rpartition("#")[2]
    prefix, mark, local = fragment.partition("_")
    return local if mark else prefix


def locators(link: etree._Element) -> dict[str, str]:
    """Locator label to the local name of its concept."""
    return {
        loc.get(f"{XLINK}label", ""): concept_of(loc.get(f"{XLINK}href", ""))
        for loc in link.iterchildren("{*}loc")
    }  # fmt: skip
