"""Which encoding the bytes of an HTML or text file are in."""

from __future__ import annotations

import codecs
import re

__all__ = ["decode_text"]

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_DECLARED = re.compile(
    rb"""<\?xml[^>]{0,200}?\bencoding\s*=\s*["']?([\w:.-]{2,30})|<meta[^>]{0,400}?\bcharset\s*=\s*["']?\s*([\w:.-]{2,30})""",
    re.I,
)
# What browsers take these names for (WHATWG Encoding Standard, 4.2): the Windows supersets that people really write.
_MEANT = {
    "iso-8859-1": "cp1252",
    "latin-1": "cp1252",
    "latin1": "cp1252",
    "us-ascii": "cp1252",
    "ascii": "cp1252",
    "windows-1252": "cp1252",
    "shift_jis": "cp932",
    "shift-jis": "cp932",
    "sjis": "cp932",
    "x-sjis": "cp932",
    "windows-31j": "cp932",
    "ms_kanji": "cp932",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "ks_c_5601-1987": "cp949",
    "euc-kr": "cp949",
    "x-euc-jp": "euc_jp",
}
_HEAD = 16_384
_NO_TEXT = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f\x80-\x84\x86-\x9f]")


def decode_text(data: bytes) -> tuple[str, str]:
    """The text and the name of its encoding; never fails, bytes that no reading fits become U+FFFD.

    In this order: a byte order mark; UTF-16 without one; the declaration in the file, if the bytes fit it; UTF-8, if they fit;
    the Japanese encoding whose reading looks most like Japanese; Windows-1252.
    """
    for mark, name in _BOMS:
        if data.startswith(mark):
            start = len(mark) if name == "utf-8" else 0
            return data[start:].decode(name, "replace"), name
    if data[:4].count(0) == 2 and data[:1] != data[1:2]:
        name = "utf-16-be" if data[0] == 0 else "utf-16-le"
        return data.decode(name, "replace"), name
    declared = _declared(data)
    for name in dict.fromkeys(filter(None, (declared, "utf-8"))):
        text = _strict(data, name)
        if text is not None and not (name == "cp1252" and _strict(data, "utf-8") is not None):
            return text, name
    text = data.decode("utf-8", "replace")
    # A few broken bytes in a long UTF-8 text (cut off, or pasted from elsewhere) don't make it another encoding.
    strange = text.count("\ufffd")
    if strange and sum(1 for _ in re.finditer("[^\x00-\x7f\ufffd]", text)) > 20 * strange:
        return text, "utf-8"
    japanese = [(_japanese(t), n, t) for n in ("cp932", "euc_jp", "iso2022_jp") if (t := _strict(data, n)) is not None]
    if japanese and max(japanese)[0] > 0:
        _, name, text = max(japanese)
        return text, name
    if declared not in (None, "utf-8", "cp1252") and declared is not None:
        return data.decode(declared, "replace"), declared
    return data.decode("cp1252", "replace"), "cp1252"


def _declared(data: bytes) -> str | None:
    found = _DECLARED.search(data[:_HEAD])
    if found is None:
        return None
    name = (found[1] or found[2]).decode("ascii").lower()
    name = _MEANT.get(name, name)
    try:
        known = codecs.lookup(name)
    except LookupError:
        return None
    # A declaration that could be read can't be in a wide encoding; and codecs such as `zip` are none for text.
    if not known._is_text_encoding or known.name.startswith(
        ("utf-16", "utf-32", "utf-7", "idna", "punycode", "unicode", "raw")
    ):
        return None
    return known.name


def _strict(data: bytes, name: str) -> str | None:
    try:
        text = data.decode(name)
    except (UnicodeDecodeError, LookupError):
        return None
    return text


def _japanese(text: str) -> int:
    """How much the text looks like Japanese: kana and kanji for it, half-width kana and control characters against it."""
    kana = len(re.findall("[ぁ-んァ-ヶー、。]", text))
    kanji = len(re.findall("[一-龠々]", text))
    half = len(re.findall("[｡-ﾟ]", text))
    return 3 * kana + kanji - 3 * half - 20 * len(_NO_TEXT.findall(text))
