"""Values of inline elements: the printed text, its transformation, scale, sign and decimals (Inline XBRL 1.1, 8 and 10)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from functools import lru_cache
from itertools import islice
from typing import Literal

from lxml import etree

from tieout.reading.inline_names import tags
from tieout.reading.inline_text import plain_text
from tieout.reading.names import Scope
from tieout.reading.numbers import parse_decimals, parse_number, quotient, scaled
from tieout.reading.transformations import TransformError, lookup

__all__ = ["MOST_PIECES", "MOST_WITHIN", "Value", "ValueReader"]

# Elements within a number, and within a text that a format turns into a date or the like. Filings have at most five; what
# exceeds these ends in an error of that fact.
MOST_WITHIN, MOST_PIECES = 100, 10

Value = tuple[Decimal | None, int | Literal["INF"] | None, str | None]
"""(value, decimals, error)"""


_decimals = lru_cache(maxsize=1_000)(parse_decimals)


class ValueReader:
    """Values of numeric elements, and of text elements with a format.

    A report prints the same figures again and again, and many a dash: what the attributes make of a text is kept, as are
    the rules of its formats.
    """

    def __init__(self, scope: Scope) -> None:
        self._scope = scope
        self._rules: dict[str, Callable[[str], str] | None] = {}
        self.known: dict[tuple[str | None, ...], Value] = {}

    def __call__(
        self, node: etree._Element, text: str, form: str | None, scale: str | None, sign: str | None, decimals: str | None
    ) -> Value:
        value = self._evaluate(node, text, form, scale, sign, decimals)
        if self._scope.uniform:
            self.known[text, form, scale, sign, decimals] = value
        return value

    def _evaluate(
        self, node: etree._Element, text: str, form: str | None, scale: str | None, sign: str | None, decimals: str | None
    ) -> Value:
        lexical = text
        if form is not None:
            rule = self._rule(form, node)
            if rule is None:
                return None, None, f"ixte:UnknownTransformation: no registry has {form!r}"
            try:
                lexical = rule(text)
            except TransformError as e:
                return None, None, f"{form}: {e}"
        number = parse_number(lexical)
        if number is None:
            how = f"{form} turned {text[:60]!r} into {lexical[:60]!r}" if form else f"{text[:60]!r} without a format"
            return None, None, f"ixe:InvalidNumber: {how}, which is no number"
        negative = sign == "-"
        if negative and number < 0:
            return None, None, f"ixe:InvalidNumber: {text[:60]!r} has a sign of its own and a sign attribute"
        value: Decimal | None = number
        if scale is not None or negative:
            try:
                value = scaled(number, int(scale) if scale else 0, negative)
            except ValueError as e:
                return None, None, f"ixe:InvalidScale: {e}"
        try:
            return value, _decimals(decimals), None
        except ValueError:
            return value, None, f"decimals {decimals!r} is neither a whole number nor INF"

    def formatted(self, node: etree._Element, text: str) -> tuple[str, str | None]:
        """Value of a text element with a format, and what kept the format from being applied: then the text is the value."""
        form = node.get("format", "")
        rule = self._rule(form, node)
        if rule is None:
            return text, f"ixte:UnknownTransformation: no registry has {form!r}"
        try:
            return rule(text), None
        except TransformError as e:
            return text, f"{form}: {e}"

    def _rule(self, form: str, node: etree._Element) -> Callable[[str], str] | None:
        if self._scope.uniform:
            if form not in self._rules:
                self._rules[form] = self._find(form, node)
            return self._rules[form]
        return self._find(form, node)

    def _find(self, form: str, node: etree._Element) -> Callable[[str], str] | None:
        prefix, _, local = form.strip().rpartition(":")
        namespace = self._scope.namespace(prefix or None, node)
        return lookup(namespace, local) if namespace else None

    def fraction(self, node: etree._Element) -> Value:
        """A fraction is exact by nature (XBRL 2.1, 5.1.1): decimals INF; one without a finite decimal form is an error."""
        parts: Mapping[str, etree._Element] = {
            name: e for e in islice(node.iter(), MOST_WITHIN) for name in ("numerator", "denominator") if e.tag in tags(name)
        }
        if len(parts) != 2:
            return None, None, "ixe:InvalidFraction: lacks its numerator or denominator"
        top, _, error = self._part(parts["numerator"])
        bottom, _, error2 = self._part(parts["denominator"])
        if top is None or bottom is None:
            return None, None, error or error2
        if bottom == 0:
            return None, None, "ixe:InvalidFraction: the denominator is zero"
        value = quotient(top, bottom)
        if value is None:
            return None, None, f"{top}/{bottom} has no exact decimal form"
        return value, "INF", None

    def _part(self, node: etree._Element) -> Value:
        return self(node, plain_text(node, MOST_WITHIN), node.get("format"), node.get("scale"), node.get("sign"), None)
