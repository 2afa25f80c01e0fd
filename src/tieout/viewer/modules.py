"""The front-end's ES modules joined into one, for a page that has to stand alone.

There is no build step: the modules are served as they are. For an exported page they are joined by a simple rule that they keep
to: imports are ``import { a, b } from "./x.js";`` on one line, exports stand before a declaration, and no top-level name is
used twice.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import resources

__all__ = ["joined", "read_static"]

_IMPORT = re.compile(r'^import\s*(?:\{([^}]*)\}\s*from\s*)?"\./([a-z0-9_/-]+\.js)";[ \t]*(?://.*)?$', re.M)
_EXPORT = re.compile(r"^export (?=(?:async )?function\b|const\b|let\b|class\b)", re.M)
_DECLARED = re.compile(r"^(?:export )?(?:async )?(?:function\*?|const|let|class)\s+(?:([A-Za-z_$][\w$]*)|([{\[][^=]*))", re.M)
_LEFT = re.compile(r"^(?:import|export)\b.*$", re.M)


def read_static(name: str) -> str:
    """A file of the front-end."""
    return resources.files(__package__).joinpath("static", *name.split("/")).read_text("utf-8")


def joined(entry: str, read: Callable[[str], str] = read_static) -> str:
    """The module ``entry`` with all that it imports, each module once, after those that it imports.

    Raises ValueError for modules that don't keep to the rule, or that import each other in a circle.
    """
    order: list[str] = []
    texts: dict[str, str] = {}
    open_: list[str] = []

    def visit(name: str) -> None:
        if name in open_:
            raise ValueError(f"{name}: imports itself by way of {', '.join(open_)}")
        if name in texts:
            return
        open_.append(name)
        text = read(name)
        for found in _IMPORT.finditer(text):
            if " as " in (found[1] or ""):
                raise ValueError(f"{name}: renames what it imports")
            visit(found[2])
        texts[name] = text
        order.append(open_.pop())

    visit(entry)
    homes: dict[str, str] = {}
    pieces = []
    for name in order:
        text = texts[name]
        for declared in _names(text):
            if declared in homes:
                raise ValueError(f"{name}: {declared!r} is a name of {homes[declared]} too")
            homes[declared] = name
        text = _EXPORT.sub("", _IMPORT.sub("", text))
        if left := _LEFT.search(text):
            raise ValueError(f"{name}: {left[0]!r} can't be joined")
        pieces.append(f"// {name}\n{text.strip()}\n")
    return "\n".join(pieces)


def _names(text: str) -> list[str]:
    names = []
    for one, several in _DECLARED.findall(text):
        names += [one] if one else re.findall(r"[A-Za-z_$][\w$]*(?=\s*[,}\]])", several)
    return names
