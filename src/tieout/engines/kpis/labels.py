"""Row labels: brought to one form, and matched to the KPIs of the catalogue (`labels.toml`)."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources

__all__ = ["LONGEST_LABEL", "KpiLabels", "kpi_labels", "matches", "normalise"]

LONGEST_LABEL = 240
"""A longer text in a label cell is a sentence, and no name of a row."""

_QUOTES = str.maketrans({"’": "'", "‘": "'", "`": "'", "´": "'", "“": '"', "”": '"', "–": "-", "—": "-", "‑": "-", "−": "-"})
_NOTE = re.compile(
    r"\(?\b(?:see |refer to )?(?:notes?|footnotes?) (?:[0-9]{1,2}[a-z]?|[a-z])\b(?:(?:,? and |, ?| ?- ?)[0-9]{1,2}[a-z]?\b)*\)?"
    r"|\[[0-9a-z*]{1,3}\]"
)
_MARK = re.compile(
    r"(?:\s*\((?:[0-9]{1,2}|[a-z]|[ivx]{1,4}|\*{1,3})\))+|[*†‡§]+"
    r"|(?<=[a-z.'\)])(?<!january)(?<!february)(?<!march)(?<!april)(?<!may)(?<!june)(?<!july)(?<!august)(?<!september)"
    r"(?<!october)(?<!november)(?<!december) [0-9]{1,2}(?:,\s?[0-9]{1,2})*$"
)
_ASIDE = re.compile(
    r"\s*\((?:net )?(?:loss|losses|deficit|deficiency|expense|expenses|benefit|benefits|income|gain|gains|provision|"
    r"credit|earnings|"
    r"use|used|used in|used for|used by|outflow|outflows|decrease|increase|debit|cost|to|from|usage|"
    r"provided|provided by|benefit from|benefit for|provision for|expense for|credit for|"
    r"income from|required|profit|deficits|decreases|increases|charge|as restated|restated|as adjusted|"
    r"revised|unaudited|audited|continued)\)"
    r"(?= |$|/|-|,|:)|\((?:loss|benefit|expense|used in|used for|used)\)\s*"
)
_UNIT = re.compile(
    r",? ?\(?\b(?:in|u\.?s\.?) (?:(?:u\.?s\.? )?dollars|usd|millions|thousands|billions|shares|\$|€)[^)]*\)?"
    r"|\((?:usd|us\$|\$|shares|dollars)[^)]*\)"
)
_LEADERS = re.compile(r"[.·_]{3,}.*$|[:;.,\s]+$")
_NUMBERING = re.compile(
    r"(?:\(?(?:[0-9]{1,2}|[a-z]|[ivx]{1,5})[.)]|[0-9]{1,2}(?! (?:to|and|or|months?|weeks?|years?|days?|quarters?)\b))"
    r"\s+(?=[a-z])"
)
_HYPHEN = re.compile(r"\b(long|short|non) (?=term\b|current\b|controlling\b)")
_SPACE = re.compile(r"\s+")
_SLASH = re.compile(r"\s*/\s*")


@lru_cache(maxsize=60_000)
def normalise(label: str) -> str:
    """Small letters, straight quotes, ``and`` for ``&``; without numbers, notes, marks, units, asides such as ``(loss)``."""
    text = unicodedata.normalize("NFKC", label[:LONGEST_LABEL]).translate(_QUOTES).casefold().replace("&", " and ")
    text = _SPACE.sub(" ", text).strip()
    numbered = _NUMBERING.match(text)
    text = text[numbered.end() :] if numbered else text
    text = _UNIT.sub("", _NOTE.sub("", text))
    text = _SLASH.sub("/", text).replace("/(", " (").replace(")/", ") ")
    text = _MARK.sub("", _ASIDE.sub(" ", text))
    text = _ASIDE.sub(" ", text).replace("/", " or ").replace("\x92", "'")
    text = _HYPHEN.sub(r"\1-", text).replace(" ,", ",")
    return _LEADERS.sub("", _SPACE.sub(" ", text)).strip(" -,:;")


@dataclass(frozen=True, slots=True)
class KpiLabels:
    """Compiled patterns of one KPI; ``labels`` are (sureness, pattern), the surest first."""

    name: str
    labels: tuple[tuple[float, re.Pattern[str]], ...]
    never: re.Pattern[str] | None
    under: re.Pattern[str] | None
    flipped: re.Pattern[str] | None
    needs: re.Pattern[str] | None
    home: re.Pattern[str] | None

    def sureness(self, label: str) -> float:
        """How surely a normalised label means the KPI: 0 to 1."""
        if self.never is not None and self.never.fullmatch(label):
            return 0.0
        return next((sure for sure, pattern in self.labels if pattern.fullmatch(label)), 0.0)


@cache
def kpi_labels() -> dict[str, KpiLabels]:
    """All KPIs' patterns by name."""
    data = tomllib.loads(resources.files(__package__).joinpath("labels.toml").read_text(encoding="utf-8"))
    words: dict[str, str] = data["words"]

    def compiled(pattern: str | None) -> re.Pattern[str] | None:
        if pattern is None:
            return None
        for word, meaning in words.items():
            pattern = pattern.replace(f"<{word}>", meaning)
        return re.compile(pattern)

    found: dict[str, KpiLabels] = {}
    for name, told in data["kpi"].items():
        labels = [(float(sure), compiled(pattern)) for sure, pattern in told["labels"]]
        ordered = tuple((sure, pattern) for sure, pattern in sorted(labels, key=lambda x: -x[0]) if pattern is not None)
        others = (compiled(told.get(key)) for key in ("never", "under", "flipped", "needs", "home"))
        found[name] = KpiLabels(name, ordered, *others)
    return found


@lru_cache(maxsize=60_000)
def matches(label: str) -> tuple[tuple[str, float], ...]:
    """(KPI, sureness) of every KPI that a normalised label may mean."""
    if not label:
        return ()
    found = ((name, patterns.sureness(label)) for name, patterns in kpi_labels().items())
    return tuple((name, sure) for name, sure in found if sure > 0)
