"""Questions in the shared tasks' grammar, and what can be understood of freely worded ones.

{company}の{YYYY}年[時点][の連結決算|個別決算|nan決算][の{Member}]における「{item}」は？

or in English, as the overview paper words it: What is the value of "{item}" in the {YYYY} [point] [consolidated|individual]
annual securities report of {company} [for {Member}]?
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources

from tieout.engines.tables.beside import words_beside
from tieout.engines.tables.fiscal import names_fiscal_year
from tieout.engines.tables.view import plain
from tieout.engines.tables.years import years_in

__all__ = ["Question", "parse_question", "readings"]

_GRAMMAR = re.compile(
    r"(?P<company>.{0,200}?)の(?P<year>\d{4})年(?P<instant>時点)?(?:の(?P<scope>連結|個別|nan)決算)?"
    r"(?:の(?P<member>[A-Za-z0-9_:]{1,300}))?における「(?P<item>.{1,600})」は[?？]?",
    re.DOTALL,
)
_ENGLISH = re.compile(
    r"what (?:is|was) the value of [\"“「'](?P<item>.{1,300}?)[\"”」'] in the (?P<year>(?:19|20)\d\d)"
    r"(?P<instant> point(?: in time)?)?(?: (?P<scope>consolidated|individual|non-consolidated))?"
    r"(?: annual)?(?: securities)? report of (?P<company>.{1,200}?)(?: for (?P<member>[A-Za-z0-9_:]{1,300}))?[?？]?",
    re.DOTALL | re.IGNORECASE,
)
_LONGEST = 2000


@dataclass(frozen=True, slots=True)
class Question:
    """``scope`` is ``連結``, ``個別``, ``nan`` (the data's word for neither) or empty; ``instant`` marks a 時点 question.

    ``formal`` tells that the question was in the grammar; else ``item`` is what is left of a free wording, and ``others`` are
    further names of it; ``beside`` are the words that the cell has to bear out besides,
    ``before`` how many years before the report's the question means (前期: 1), ``fiscal`` the 年度 that it names.
    """

    company: str
    year: int | None
    instant: bool
    scope: str
    member: str
    item: str
    formal: bool = True
    others: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    before: int = 0
    fiscal: int | None = None


def parse_question(text: str) -> Question:
    """The parts of a question, in the grammar or freely worded in Japanese or English."""
    stripped = text.strip()[:_LONGEST]
    found = _GRAMMAR.fullmatch(stripped)
    if found is None:
        english = _ENGLISH.fullmatch(stripped)
        return _free(stripped) if english is None else _english(english)
    return Question(
        plain(found["company"]),
        int(found["year"]),
        found["instant"] is not None,
        found["scope"] or "",
        found["member"] or "",
        plain(found["item"]),
    )


def readings(question: Question) -> list[Question]:
    """The ways in which the grammar can put a free wording; a question in the grammar has one.

    Where the wording doesn't say otherwise, the item is one of the five-year summary (経営指標等), which has no scope, or
    of the consolidated statements; an amount is of a period or of a point in time.
    """
    if question.formal:
        return [question]
    scopes = [question.scope] if question.scope else ["連結", ""]
    forms = [(scope, item) for item in (question.item, *question.others) for scope in scopes]
    if question.scope != "個別":
        forms += [("", f"{item}、経営指標等") for item in (question.item, *question.others)]
    return [replace(question, scope=scope, item=item, instant=instant) for scope, item in forms for instant in (False, True)]


_LAST = re.compile(r"(?:前(々)?(?:連結会計年度|事業年度|年度|期)|昨年度|昨期)(?:の|における|は)")
_SHORT = 2  # characters of what may be no item by itself: 宇宙船の数 is one name
_ASCII_YEAR = re.compile(r"(?:19|20)\d\d")
_JAPANESE = re.compile(r"[ぁ-ヿ㐀-鿿々ー、()0-9]+")
_SCOPES = (("連結", "連結"), ("個別", "個別"), ("単体", "個別"), ("non-consolidated", "個別"), ("consolidated", "連結"))
_FILLER = re.compile(
    r"(?:令和|平成)?(?:元|\d{1,4})年(?:度|\d{1,2}月期|\d{1,2}月末?)?(?:時点)?|連結(?:決算)?(?:の|で|における)|"
    r"個別(?:決算)?(?:の|で|における)|単体(?:の|で)|(?:は)?(?:いくら|何人|何株|何円|何%|どれくらい|幾ら)(?:です|でした|だった)?か?|"
    r"(?:は)?何(?:ドル|ユーロ)(?:です)?か?|を?(?:教えて(?:ください|下さい)?|知りたい)|は?[?？。]"
)
_QUOTED = re.compile(r"[「『\"“]([^」』\"”]{1,200})[」』\"”]")


def _english(found: re.Match[str]) -> Question:
    scope = {"": "", "consolidated": "連結"}.get((found["scope"] or "").lower(), "個別")
    items = _named(found["item"]) or (plain(found["item"]),)
    whole = Question(
        plain(found["company"]), int(found["year"]), bool(found["instant"]), scope, found["member"] or "", items[0]
    )
    return whole if plain(found["item"]) == items[0] else replace(whole, formal=False, others=items[1:3])


def _free(text: str) -> Question:
    flat = plain(text)
    lowered = text.lower()
    years = years_in(flat)
    last = _LAST.match(flat)
    flat = flat[last.end() :] if last else flat
    scope = next((scope for word, scope in _SCOPES if word in lowered), "")
    quoted = _QUOTED.search(text)
    if quoted is not None:
        item = plain(quoted[1])
    else:
        rest = _FILLER.sub("", flat)
        if rest[:1].isascii() and (runs := [run for run in _JAPANESE.findall(_ASCII_YEAR.sub("", rest)) if len(run) > 1]):
            rest = max(runs, key=len)
        end = rest.rpartition("の")[2]
        item = (
            (end if len(end) > _SHORT else rest.lstrip("のは")).removeprefix("連結").removeprefix("個別").removeprefix("単体")
        )
    items = _named(item) or (_named(lowered) if item.isascii() else ()) or (item,)
    instant = "時点" in flat or "末" in flat
    before = 0 if last is None else 2 if last[1] else 1
    beside = words_beside(text[len(last[0]) :] if last else text, item, _name_in(lowered), quoted is not None)
    year = years[0] if years else None
    fiscal = names_fiscal_year(flat)
    return Question(
        "", year, instant, scope, "", items[0], False, others=items[1:3], beside=beside, before=before, fiscal=fiscal
    )


def _named(text: str) -> tuple[str, ...]:
    """The Japanese names of the longest item that an English text names, or of a short Japanese name."""
    english, japanese = _items()
    if text in japanese:
        return tuple(japanese[text])
    name = _name_in(text)
    return tuple(english[name]) if name else ()


def _name_in(text: str) -> str:
    """The longest English name of an item in a text; empty where there is none."""
    words = f" {re.sub(r'[^a-z0-9&,-]+', ' ', text.lower())} ".replace(", ", " ")
    return max((name for name in _items()[0] if f" {name.replace(', ', ' ')} " in words), key=len, default="")


@cache
def _items() -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    content = tomllib.loads(resources.files(__package__).joinpath("items.toml").read_text(encoding="utf-8"))
    return content["items"], content["japanese"]
