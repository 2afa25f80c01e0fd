"""What a free wording says beside its item, year and accounts, and whether a cell bears it out.

「別社の売上高」 names a company, 「北米の売上高」 a part, 「売上高の予想」 another figure: a cell that is only called 売上高
answers none of them. So each such word has to stand on the report's cover or somewhere about the cell, or there is no answer.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import resources

from tieout.engines.tables.view import CellView, ReportView, TableView, plain

__all__ = ["missing_word", "words_beside"]

_PARTICLES = re.compile(
    r"における|において|について|に関する|として|からの|では|には|とは|での|[のはでをがに、,。.?？!！()「」『』\s]"
)
_JAPANESE = re.compile(r"[ぁ-ヿ㐀-鿿々ー]")
_OTHER_FIGURES = re.compile(
    r"第[0-9]{1,3}期|第?[1-4一二三四]四半期|四半期|半期|中間期?|上期|下期|予想|目標|計画|見込み?|見通し|予算|"
    r"前[年期]比|増減|増加|減少|成長|率|割合|倍率|ドル|ユーロ|ポンド|人民元|USD|EUR|GBP"
)
_MONTH = re.compile(r"(?<!\d)(1[0-2]|0?[1-9])月")
_TIME = re.compile(r"(?:19|20)\d\d年?度?|(?:令和|平成)(?:元|\d{1,2})年度?|\d{1,2}[月日](?:期|末)?")
_ENGLISH = re.compile(r"[a-z][a-z0-9&'’-]*")
_POLITE = re.compile(
    r"(?:で(?:しょう|した|す)|だった)?か?[。?？]*$|"
    r"は?(?:いくら|幾ら|何[人円株%]|どの?くらい|どれくらい)(?:で(?:しょう|した|す))?|を?教えて(?:ください|下さい)?"
)
_KANA = re.compile(r"[ぁ-ん]{1,3}")
_ALIKE = 0.6  # of a word's pairs of characters: 一年内 and 1年内 are one


def words_beside(text: str, item: str, name: str, quoted: bool) -> tuple[str, ...]:
    """The words of a free wording that are neither its item, a year, whose accounts, nor usual in a question.

    ``item`` is the item as the text has it (``quoted``: in 「」, so all of it is a name), ``name`` its English name where one
    was known.
    """
    flat = plain(text)
    words = [found[0] for found in _OTHER_FIGURES.finditer(flat)]
    words += [f"{int(found[1])}月" for found in _MONTH.finditer(flat)]
    outside = _POLITE.sub("。", flat.replace(item, "。") if item else flat)
    words += [word for word in _PARTICLES.split(outside) if _counts(word)]
    if not quoted:
        words += [word for word in item.split("の")[:-1] if _counts(word)]
    # In a Japanese question Latin letters are often the item (EPS, IFRS); what is meant beside it is said in Japanese.
    if not _JAPANESE.search(text):
        rest = text.lower().replace(name, " ") if name else text.lower()
        english = _usual()[0]
        words += [word for word in _ENGLISH.findall(rest) if word not in english and len(word) > 1]
    return tuple(dict.fromkeys(words))[:50]


def _counts(word: str) -> bool:
    rest = re.sub(r"(?:19|20)\d\d年?度?|(?:令和|平成)(?:元|\d{1,2})年度?|\d{1,2}[月日](?:期|末)?", "", word)
    return len(rest) > 1 and bool(_JAPANESE.search(rest)) and not _usual()[1].fullmatch(rest) and not _KANA.fullmatch(rest)


@cache
def _usual() -> tuple[frozenset[str], re.Pattern[str]]:
    content = tomllib.loads(resources.files(__package__).joinpath("usual.toml").read_text(encoding="utf-8"))
    return frozenset(content["english"]), re.compile(f"(?:{'|'.join(map(re.escape, content['japanese']))})*")


def missing_word(words: tuple[str, ...], report: ReportView, table: TableView, cell: CellView, section: str) -> str | None:
    """The first of ``words`` that neither the cover nor anything about the cell says; None where all are borne out."""
    if not words:
        return None
    about = "|".join(plain(text) for text in _about(table, cell, section)).lower()
    cover = "|".join(plain(one.text) for first in report.tables[:3] for one in first.cells).lower()
    company = plain(report.company).lower()
    for word in words:
        if _OTHER_FIGURES.fullmatch(word):
            if not _said(word, about):
                return word
        elif _MONTH.fullmatch(word):
            ends = re.search(r"至.{0,12}?(\d{1,2})月", cover)
            if not re.search(rf"(?<!\d)0?{word}", about) and (ends is None or f"{int(ends[1])}月" != word):
                return word
        elif not (_alike(word, about) or _alike(word, company) or (word.isascii() and _alike(word.split("'")[0], cover))):
            return word
    return None


def _said(word: str, about: str) -> bool:
    if word in ("率", "割合"):
        return any(sign in about for sign in ("率", "割合", "比", "%", "roe", "roa"))
    return word.lower() in about


def _alike(word: str, text: str) -> bool:
    word = word.replace("株式会社", "").lower()
    if word in text:
        return True
    pairs = [word[at : at + 2] for at in range(len(word) - 1)]
    return len(pairs) > 2 and not word.isascii() and sum(pair in text for pair in pairs) >= _ALIKE * len(pairs)


def _about(table: TableView, cell: CellView, section: str) -> Iterator[str]:
    yield from table.headings
    yield from table.above
    yield section
    for other in table.cells:
        beside = other.row < cell.row + cell.rows and cell.row < other.row + other.rows
        over = other.column < cell.column + cell.columns and cell.column < other.column + other.columns
        if (beside and other.column < cell.column) or (over and other.row < cell.row and other.row < table.header_rows):
            yield other.text
    yield cell.text
