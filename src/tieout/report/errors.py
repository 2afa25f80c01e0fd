"""The one family of exceptions that a caller may want to catch."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["InputError", "LimitError", "Notice", "TieoutError"]


class TieoutError(Exception):
    """Anything that Tieout refuses or fails to do; the message is one line that a person can act on."""


class InputError(TieoutError):
    """The input is not what it has to be: says what is wrong, where, and what to do about it."""


class LimitError(InputError):
    """The input is larger, deeper or more numerous than a limit that the user may raise."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something a reader of the report should know and that did not stop the reading.

    ``code`` is a short stable name (``xml-recovered``, ``ixt-value``…), ``where`` names file, line or element.
    """

    code: str
    message: str
    where: str = ""
