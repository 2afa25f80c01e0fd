"""What a question asks for: KPI, fiscal year, and about which company, in whatever words."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources

from tieout.engines.kpis.labels import matches, normalise
from tieout.engines.kpis.periods import years_in
from tieout.engines.pages.company import Names, tokens

__all__ = ["LONGEST_QUESTION", "Intent", "foreign_words", "intent_of"]

LONGEST_QUESTION = 1_000
_QUOTES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-"})
_NO_NAME = re.compile(r"[0-9'’./-]+|f?ye?'?[0-9]*|q[1-4]")
_FILING_YEAR = re.compile(
    r"\b20[0-9]{2}(?:'s)? (?:annual (?:report|filing)|form 10-?k|10-?k|20-?f|filing|report)\b"
    r"|\b(?:annual report|10-?k) (?:of|for) 20[0-9]{2}\b",
    re.I,
)
_SHORT_DATE = re.compile(r"\b[0-3]?[0-9]([/.-])[0-3]?[0-9]\1([0-9]{2})\b(?![/.-]?[0-9])")
_YEAR_END = re.compile(r"\bf?ye\s?['’]?(?=(?:20)?[0-9]{2}\b)", re.I)
_LAST_YEAR = re.compile(r"\b(?:last|previous|prior|preceding) (?:fiscal |financial )?year\b", re.I)


@dataclass(frozen=True, slots=True)
class Intent:
    """``kpi`` and ``year`` are None where the question names none; ``back`` counts years before the report's."""

    kpi: str | None
    year: int | None
    back: int
    weight: float
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Asked:
    kpi: str
    patterns: tuple[tuple[float, re.Pattern[str]], ...]
    never: re.Pattern[str] | None


@cache
def _lexicon() -> tuple[tuple[_Asked, ...], frozenset[str], tuple[str, ...]]:
    """KPIs' patterns; words that are no names; words worth correcting a typing error to."""
    data = tomllib.loads(resources.files(__package__).joinpath("lexicon.toml").read_text(encoding="utf-8"))
    words: dict[str, str] = data["words"]

    def compiled(pattern: str) -> re.Pattern[str]:
        for _ in range(2):
            for word, meaning in words.items():
                pattern = pattern.replace(f"<{word}>", meaning)
        return re.compile(pattern)

    asked = tuple(
        _Asked(
            entry["kpi"],
            tuple((float(weight), compiled(pattern)) for weight, pattern in entry["patterns"]),
            compiled(entry["never"]) if "never" in entry else None,
        )
        for entry in data["ask"]
    )
    spoken = {word for entry in data["ask"] for _, p in entry["patterns"] for word in re.findall(r"[a-z]{3,}", p)}
    spoken |= set(_TERMS) | set(data["short"]) | set(data["last_resort"])
    known = frozenset(data["frames"]["words"].split()) | spoken
    return asked, known, tuple(sorted(word for word in _TERMS if len(word) >= 5))


@cache
def _not_asked() -> re.Pattern[str]:
    """Figures that the catalogue doesn't have: the cash paid for taxes is not the tax expense."""
    data = tomllib.loads(resources.files(__package__).joinpath("lexicon.toml").read_text(encoding="utf-8"))
    return re.compile("|".join(data["not_asked"]["patterns"]))


_TERMS = (
    "accounts", "activities", "administrative", "amortization", "assets", "attributable", "balance", "basic", "borrowings",
    "capital", "cash", "common", "controlling", "cost", "costs", "current", "debt", "depreciation", "development", "diluted",
    "dividend", "dividends", "earnings", "equipment", "equity", "equivalents", "excluding", "expenditure", "expenditures",
    "expense", "expenses", "financing", "general", "goods", "gross", "holders", "including", "income", "interest",
    "interests", "inventories", "inventory", "investing", "liabilities", "long-term", "margin", "maturities", "minority",
    "noncontrolling", "noncurrent", "operating", "operations", "outstanding", "parent", "payable", "payables", "payments",
    "plant", "portion", "profit", "property", "provision", "purchases", "receivable", "receivables", "research", "restricted",
    "revenue", "revenues", "sales", "selling", "share", "shareholder", "shareholders", "shareowners", "shares",
    "short-term", "stockholder", "stockholders", "taxes", "total", "turnover", "unrestricted", "development",
)  # fmt: skip


def intent_of(question: str, names: Names | None = None) -> Intent:
    """The intent of a question; words of the company's own name are left out before KPIs are looked for."""
    text = question[:LONGEST_QUESTION].translate(_QUOTES)
    # ``2023 revenue in the 2024 annual report``: the report's year is not the one asked for.
    text = _YEAR_END.sub("FY", _SHORT_DATE.sub(lambda day: f"20{day[2]}", text))
    years = years_in(_FILING_YEAR.sub(" ", text)) or years_in(text)
    year = years[-1] if years else None
    back = 1 if year is None and _LAST_YEAR.search(text) else 0
    words = tokens(text)
    plain = _without_names(text, words, names).casefold()
    kpi, weight = (None, 0.0) if _not_asked().search(plain) else _kpi(_corrected(_in_full(plain)))
    if kpi is None and not _not_asked().search(plain):
        kpi, weight = _kpi(_corrected(_in_full(plain, last_resort=True)))
    return Intent(kpi, year, back, weight, tuple(words))


_PART = re.compile(r"(?<![a-z0-9])[a-z]+(?:[&'/+-][a-z]+)*")


@lru_cache(maxsize=8_192)
def _in_full(text: str, last_resort: bool = False) -> str:
    """Shortened words written out: ``op. inc.`` is operating income."""
    words, phrases, last = _shortened()
    for pattern, (short, meaning) in phrases:
        text = pattern.sub(lambda found, s=short, m=meaning: found[0].replace(s, m, 1), text)  # type: ignore[misc]
    found = [(m, words.get(m[0]) or (last.get(m[0]) if last_resort else None)) for m in _PART.finditer(text)]
    for match, word in reversed(found):
        if word is not None:
            end = match.end() + (text[match.end() : match.end() + 1] == ".")
            text = f"{text[: match.start()]}{word}{text[end:]}"
    return text


@cache
def _shortened() -> tuple[dict[str, str], tuple[tuple[re.Pattern[str], tuple[str, str]], ...], dict[str, str]]:
    """Words and their meaning; phrases in which a word is short for another; words that are short only where all else fails."""
    data = tomllib.loads(resources.files(__package__).joinpath("lexicon.toml").read_text(encoding="utf-8"))
    phrases: list[tuple[re.Pattern[str], tuple[str, str]]] = []
    for pattern, meaning in data["short_phrases"].items():
        short, _, word = meaning.partition(">")
        phrases.append((re.compile(rf"\b{pattern}\b"), (short, word)))
    return data["short"], tuple(phrases), data["last_resort"]


def _without_names(text: str, words: Sequence[str], names: Names | None) -> str:
    """The text without the words of a name, so that ``General Mills`` asks for no general expenses."""
    if names is None:
        return text
    _, known, _ = _lexicon()
    for word in words:
        low = word.casefold().replace("’", "'").removesuffix("'s")
        if word[:1].isupper() and low not in known and names.is_own(word):
            text = re.sub(rf"\b{re.escape(word)}\b", " ", text)
    return text


@lru_cache(maxsize=8_192)
def _corrected(text: str) -> str:
    """Typing errors in words of the trade put right: one letter wrong, missing, doubled or swapped."""
    _, known, terms = _lexicon()
    out = []
    for part in re.split(r"(\W+)", text):
        if len(part) >= 5 and part.isalpha() and part not in known and not part.endswith("s'"):
            near = [term for term in terms if abs(len(term) - len(part)) <= 1 and _one_apart(part, term)]
            part = near[0] if near else part
        out.append(part)
    return "".join(out)


def _one_apart(one: str, other: str) -> bool:
    if one[:1] != other[:1] or one + "s" == other or other + "s" == one:
        return False
    if len(one) == len(other):
        differ = [i for i in range(len(one)) if one[i] != other[i]]
        swapped = len(differ) == 2 and differ[1] == differ[0] + 1
        return len(differ) == 1 or (swapped and one[differ[0]] == other[differ[1]] and one[differ[1]] == other[differ[0]])
    short, long = sorted((one, other), key=len)
    return any(long[:i] + long[i + 1 :] == short for i in range(len(long)))


@lru_cache(maxsize=8_192)
def _kpi(text: str) -> tuple[str | None, float]:
    """The KPI that weighs most; of equals the one with the longest match."""
    asked, _, _ = _lexicon()
    best: tuple[float, int, str] | None = None
    for one in asked:
        if one.never is not None and one.never.search(text):
            continue
        for weight, pattern in one.patterns:
            found = pattern.search(text)
            if found is None:
                continue
            scored = (weight, found.end() - found.start(), one.kpi)
            if best is None or scored[:2] > best[:2]:
                best = scored
            break
    if best is not None:
        return best[2], best[0]
    # A row's label may be quoted as it is.
    label = max(matches(normalise(text)), key=lambda match: match[1], default=None)
    return (label[0], 1.0) if label is not None and label[1] >= 0.9 else (None, 0.0)


def foreign_words(intent: Intent, names: Names) -> list[str]:
    """Words of another company's name: those that are neither of the trade nor of the report's company, if any are left.

    A question that says the whole of the company's name is about it, whatever else it says (``Apple Computer``). Words in small
    letters, or in a question that has capitals throughout, are a name only where questions put one (``of apple``, ``apple's``),
    and where the report's own company isn't named at all.
    """
    if names.covered(intent.words):
        return []
    said: list[str] = []
    own = False
    capitals = sum(1 for word in intent.words if word[:1].isupper()) * 5 > len(intent.words) * 4 and len(intent.words) > 3
    for place, word in enumerate(intent.words):
        if _is_plain(word):
            continue
        if names.is_own(word):
            own = own or len(word) > 2
            continue
        if capitals or place == 0 or not any(ch.isupper() for ch in word):
            low = _bare(word)
            if low in names.ordinary or (_is_term(low) and not (len(low) < 4 and _is_of(intent.words, place))):
                continue
            if not _where_names_stand(intent.words, place) and not (capitals and low not in names.ordinary):
                continue
            said.append(f"\0{word}")
            continue
        said.append(word)
    if own:
        said = [word for word in said if not word.startswith("\0")]
    said = [word.removeprefix("\0") for word in said]
    return [] if said and names.on_cover(said) else said


_BEFORE_NAMES = frozenset(
    {"of", "for", "at", "by", "did", "does", "do", "from", "company", "was", "were", "is", "are", "has", "had"}
)


def _where_names_stand(words: Sequence[str], place: int) -> bool:
    """At the beginning or the end, as a possessive, or after a word that names follow."""
    if place == 0 or words[place].endswith(("'s", "’s")) or words[place - 1].casefold() in _BEFORE_NAMES:
        return True
    return place > 1 and words[place - 2].casefold() in _BEFORE_NAMES and not _is_plain(words[place - 1])


def _is_of(words: Sequence[str], place: int) -> bool:
    """A possessive, or right after ``of``: a name, however short."""
    return words[place].endswith(("'s", "’s")) or (place > 0 and words[place - 1].casefold() == "of")


def _bare(word: str) -> str:
    return word.casefold().replace("’", "'").removesuffix("'s").removesuffix("'").removesuffix(".")


@lru_cache(maxsize=8_192)
def _is_plain(word: str) -> bool:
    """A word of questions or of the trade, a number, or several of these joined by hyphens."""
    _, known, _ = _lexicon()
    low = _bare(word)
    if len(low) < 2 or low in known or low.removesuffix("s") in known or _NO_NAME.fullmatch(low):
        return True
    parts = [part for part in low.split("-") if part]
    return len(parts) > 1 and all(len(p) < 4 or p in known or p.removesuffix("s") in known or _is_term(p) for p in parts)


@lru_cache(maxsize=8_192)
def _is_term(word: str) -> bool:
    """A word of the trade, perhaps with a typing error, or one that only questions have."""
    _, _, terms = _lexicon()
    return len(word) < 4 or _corrected(word) in terms or any(term.startswith(word) for term in terms)
