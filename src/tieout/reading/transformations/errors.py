"""What a transformation raises."""

from __future__ import annotations

from tieout.report.errors import TieoutError

__all__ = ["TransformError"]

_SHOWN = 60


class TransformError(TieoutError, ValueError):
    """The text is not what the format accepts; the message says what was found and what was expected.

    ``code`` is ``ixt-value`` for text that doesn't match the format, ``ixt-format`` for a format that no registry has.
    """

    def __init__(self, text: str, expected: str, code: str = "ixt-value") -> None:
        shown = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
        super().__init__(f"{shown!r} is not {expected}")
        self.code = code
        self.text = text
        self.expected = expected

    def __reduce__(self) -> tuple[type[TransformError], tuple[str, str, str]]:
        return type(self), (self.text, self.expected, self.code)
