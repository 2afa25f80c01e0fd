"""Questions in the shared tasks' grammar, and what can be understood of freely worded ones.

{company}の{YYYY}年[時点][の連結決算|個別決算|nan決算][の{Member}]における「{item}」は？
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from tieout.engines.tables.view import plain
from tieout.engines.tables.years import years_in

__all__ = ["Question", "parse_question", "readings"]

_GRAMMAR = re.compile(
    r"(?P<company>.{0,200}?)の(?P<year>(?:19|20)\d\d)年(?P<instant>時点)?(?:の(?P<scope>連結|個別|nan)決算)?"
    r"(?:の(?P<member>[A-Za-z0-9_:]{1,300}))?における「(?P<item>.{1,600})」は[?？]?",
    re.DOTALL,
)
_LONGEST = 2000


@dataclass(frozen=True, slots=True)
class Question:
    """``scope`` is ``連結``, ``個別``, ``nan`` (the data's word for neither) or empty; ``instant`` marks a 時点 question.

    ``formal`` tells that the question was in the grammar; else ``item`` is what is left of a free wording.
    """

    company: str
    year: int | None
    instant: bool
    scope: str
    member: str
    item: str
    formal: bool = True


def parse_question(text: str) -> Question:
    """The parts of a question, in the grammar or freely worded in Japanese or English."""
    stripped = text.strip()[:_LONGEST]
    found = _GRAMMAR.fullmatch(stripped)
    if found is None:
        return _free(stripped)
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
    forms = [(scope, question.item) for scope in scopes]
    if question.scope != "個別":
        forms.append(("", f"{question.item}、経営指標等"))
    return [replace(question, scope=scope, item=item, instant=instant) for scope, item in forms for instant in (False, True)]


_ASCII_YEAR = re.compile(r"(?:19|20)\d\d")
_JAPANESE = re.compile(r"[ぁ-ヿ㐀-鿿々ー、()0-9]+")
_SCOPES = (("連結", "連結"), ("個別", "個別"), ("単体", "個別"), ("non-consolidated", "個別"), ("consolidated", "連結"))
_FILLER = re.compile(
    r"(?:令和|平成)?(?:元|\d{1,4})年(?:度|\d{1,2}月期|\d{1,2}月末?)?(?:時点)?|連結(?:決算)?(?:の|で|における)|"
    r"個別(?:決算)?(?:の|で|における)|単体(?:の|で)|(?:は)?(?:いくら|何人|何株|何円|何%|どれくらい|幾ら)(?:です|でした|だった)?か?|"
    r"教えて(?:ください)?|は?[?？。]"
)
_QUOTED = re.compile(r"[「『\"“]([^」』\"”]{1,200})[」』\"”]")


def _free(text: str) -> Question:
    flat = plain(text)
    lowered = text.lower()
    years = years_in(flat)
    scope = next((scope for word, scope in _SCOPES if word in lowered), "")
    quoted = _QUOTED.search(text)
    if quoted is not None:
        item = plain(quoted[1])
    else:
        rest = _FILLER.sub("", flat)
        if rest[:1].isascii() and (runs := _JAPANESE.findall(_ASCII_YEAR.sub("", rest))):
            rest = max(runs, key=len)
        item = rest.rpartition("の")[2] or rest
    return Question("", years[0] if years else None, "時点" in flat or "末" in flat, scope, "", item, formal=False)
