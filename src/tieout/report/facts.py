"""Fact, Context, Period and Unit: what a filing reports, in XBRL 2.1's terms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Literal, Protocol, overload

from tieout.report.evidence import Evidence

if TYPE_CHECKING:
    import pandas

__all__ = ["Context", "Fact", "FactSource", "Facts", "Footnote", "Member", "Period", "TypedMember", "Unit"]


@dataclass(frozen=True, slots=True)
class Period:
    """An instant, a duration or forever (XBRL 2.1, 4.7.2); dates as the filing prints them.

    An ``end`` is the last day, not the day after: a date-time at midnight, which XBRL reads as the end of the day
    before, is turned into that day. A date-time at another hour is kept as printed.
    """

    start: str | None = None
    end: str | None = None
    instant: str | None = None

    @property
    def is_forever(self) -> bool:
        return self.instant is None and self.end is None

    @property
    def last_day(self) -> str | None:
        """The instant, or the last day of a duration; None for forever."""
        return self.instant or self.end

    @property
    def days(self) -> int | None:
        """Length of a duration in days, both ends counted; None for an instant, forever or a date that is none."""
        if self.start is None or self.end is None:
            return None
        try:
            return (date.fromisoformat(self.end[:10]) - date.fromisoformat(self.start[:10])).days + 1
        except ValueError:
            return None

    def to_dict(self) -> dict[str, Any]:
        if self.instant is not None:
            return {"instant": self.instant}
        if self.end is not None:
            return {"start": self.start, "end": self.end}
        return {"forever": True}

    def __str__(self) -> str:
        if self.instant is not None:
            return self.instant
        return f"{self.start}/{self.end}" if self.end is not None else "forever"


@dataclass(frozen=True, slots=True)
class TypedMember:
    """The value of a typed dimension (XBRL Dimensions 1.0, 3.1.4.5): the text of the typed element, or its XML if nested."""

    text: str


Member = str | TypedMember


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of measure (XBRL 2.1, 4.8); ``name`` is ``iso4217:USD``, ``xbrli:shares`` or ``iso4217:USD/xbrli:shares``."""

    id: str
    numerator: tuple[str, ...]
    denominator: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        top = "*".join(self.numerator)
        return f"{top}/{'*'.join(self.denominator)}" if self.denominator else top

    def __str__(self) -> str:
        return self.name


@dataclass(slots=True)
class Context:
    """Whom, when and which slice a fact is about (XBRL 2.1, 4.7). Axes and members carry their canonical prefix."""

    id: str
    entity: str
    scheme: str
    period: Period
    dimensions: Mapping[str, Member]

    def dimensions_dict(self) -> dict[str, Any]:
        return {a: {"typed": m.text} if isinstance(m, TypedMember) else m for a, m in self.dimensions.items()}


@dataclass(frozen=True, slots=True)
class Footnote:
    """A footnote linked to a fact (XBRL 2.1, 4.11), as text."""

    text: str
    role: str
    language: str | None = None


class FactSource(Protocol):
    """What a reader has to tell about a fact when asked: the parts that are too dear to compute for every fact."""

    def text_of(self, fact: Fact) -> str:
        """Value of a text fact: escaped markup where the filing asks for it, else plain text."""
        ...

    def quote_of(self, fact: Fact) -> str:
        """The text that is printed where the fact stands, untouched."""
        ...

    def evidence_of(self, fact: Fact, located: bool) -> Evidence:
        """Pointer to the fact; page, block, table, cell and span only if ``located``."""
        ...

    def footnotes_of(self, fact: Fact) -> tuple[Footnote, ...]: ...


class Fact:
    """One reported fact.

    ``concept`` has its canonical prefix (``us-gaap:Assets``). A numeric fact has a ``unit`` and its ``value`` is an exact
    Decimal, scale and sign applied; a text fact's value is a str, made when asked for. ``value`` is None when the fact is nil
    or its printed text can't be read. ``error`` tells what is wrong with the fact: the text, its context, its unit.
    """

    __slots__ = (
        "_id",
        "_language",
        "_source",
        "_target",
        "_value",
        "concept",
        "context",
        "decimals",
        "error",
        "hidden",
        "nil",
        "node",
        "order",
        "unit",
    )

    def __init__(
        self,
        source: FactSource,
        node: Any,
        order: int,
        id: str | None,
        concept: str,
        context: Context,
        unit: Unit | None,
        value: Decimal | str | None,
        decimals: int | Literal["INF"] | None,
        nil: bool,
        hidden: bool,
        language: str | None,
        target: str | None,
        error: str | None,
    ) -> None:
        self._source = source
        self.node = node
        self.order = order
        self._id = id
        self.concept = concept
        self.context = context
        self.unit = unit
        self._value = value
        self.decimals = decimals
        self.nil = nil
        self.hidden = hidden
        self._language = language
        self._target = target
        self.error = error

    @property
    def id(self) -> str | None:
        """The id of the element, where the filing gives it one."""
        return self._id

    @property
    def target(self) -> str | None:
        """The target document of an inline fact, where it is not the default one."""
        return self._target

    @property
    def language(self) -> str | None:
        """xml:lang of a text fact, its own or that of an element around it."""
        return self._language

    @property
    def is_numeric(self) -> bool:
        return self.unit is not None

    @property
    def value(self) -> Decimal | str | None:
        if self._value is not None or self.nil or self.unit is not None:
            return self._value
        return self._source.text_of(self)

    @property
    def number(self) -> Decimal | None:
        """The value of a numeric fact, None for every other."""
        return self._value if isinstance(self._value, Decimal) else None

    @property
    def quote(self) -> str:
        """The printed text, before any normalisation."""
        return self._source.quote_of(self)

    @property
    def period(self) -> Period:
        return self.context.period

    @property
    def entity(self) -> str:
        return self.context.entity

    @property
    def dimensions(self) -> Mapping[str, Member]:
        return self.context.dimensions

    @property
    def footnotes(self) -> tuple[Footnote, ...]:
        return self._source.footnotes_of(self)

    @property
    def evidence(self) -> Evidence:
        """Where the fact stands, with page, block or cell and span (builds the report's pages on first use)."""
        return self._source.evidence_of(self, located=True)

    @property
    def pointer(self) -> Evidence:
        """Where the fact stands by file, element and quote alone: cheap, builds no pages."""
        return self._source.evidence_of(self, located=False)

    def to_dict(self, located: bool = True) -> dict[str, Any]:
        """The JSON form (docs/json.md); Decimals as plain strings, never in exponent notation."""
        value = self.value
        return {
            "id": self.id,
            "concept": self.concept,
            "value": format(value, "f") if isinstance(value, Decimal) else value,
            "unit": self.unit.name if self.unit else None,
            "decimals": self.decimals,
            "nil": self.nil,
            "period": self.context.period.to_dict(),
            "entity": self.context.entity,
            "dimensions": self.context.dimensions_dict(),
            "language": self.language,
            "footnotes": [f.text for f in self.footnotes],
            "evidence": (self.evidence if located else self.pointer).to_dict(),
            **({"error": self.error} if self.error else {}),
        }

    def __repr__(self) -> str:
        shown = self._value if self.unit is not None else "…"
        return f"<Fact {self.concept} {self.context.period} {shown} {self.unit or ''}>"


class Facts(Sequence[Fact]):
    """The facts of a report in document order: a sequence that can be narrowed and exported."""

    __slots__ = ("_facts", "_labels")

    def __init__(self, facts: Iterable[Fact], labels: Callable[[], Mapping[str, str]] = dict) -> None:
        """``labels`` gives the label of each concept that the filing has one for; it is called when one is asked for."""
        self._facts = tuple(facts)
        self._labels = labels

    @overload
    def __getitem__(self, index: int) -> Fact: ...
    @overload
    def __getitem__(self, index: slice) -> Facts: ...
    def __getitem__(self, index: int | slice) -> Fact | Facts:
        return Facts(self._facts[index], self._labels) if isinstance(index, slice) else self._facts[index]

    def __len__(self) -> int:
        return len(self._facts)

    def __iter__(self) -> Iterator[Fact]:
        return iter(self._facts)

    def __repr__(self) -> str:
        return f"<{len(self._facts)} facts>"

    def where(
        self,
        concept: str | Iterable[str] | None = None,
        period: str | Period | Iterable[str | Period] | None = None,
        unit: str | Iterable[str] | None = None,
        dimensions: Mapping[str, str] | None = None,
        numeric: bool | None = None,
        nil: bool | None = None,
        hidden: bool | None = None,
        test: Callable[[Fact], bool] | None = None,
    ) -> Facts:
        """The facts that meet every condition given.

        ``concept`` is a name with or without prefix; ``*`` and ``?`` stand for any characters. ``period`` is an instant or
        last day (``2023-12-31``) or the beginning of one (``2023-12``, ``2023``), ``start/end`` for one duration exactly,
        ``forever``, or a `Period`. ``unit`` is a name such as ``iso4217:USD`` or just ``USD``, in any case. Of several
        concepts, periods or units a fact has to meet one. ``dimensions`` must match exactly: ``{}`` means facts without
        any. Raises `InputError` for a text that is no period. `tieout facts` means the same by its options.
        """
        from tieout.report.matching import concept_test, period_test, unit_test

        concepts = None if concept is None else [concept_test(c) for c in _several(concept)]
        periods = None if period is None else [p.__eq__ if isinstance(p, Period) else period_test(p) for p in _several(period)]
        units = None if unit is None else [unit_test(u) for u in _several(unit)]

        def meets(f: Fact) -> bool:
            if concepts is not None and not any(is_it(f.concept) for is_it in concepts):
                return False
            if periods is not None and not any(is_it(f.context.period) for is_it in periods):
                return False
            if units is not None and not any(is_it(f.unit) for is_it in units):
                return False
            if dimensions is not None and dict(f.context.dimensions) != dict(dimensions):
                return False
            return (
                (numeric is None or numeric == f.is_numeric)
                and (nil is None or nil == f.nil)
                and (hidden is None or hidden == f.hidden)
                and (test is None or test(f))
            )

        return Facts((f for f in self._facts if meets(f)), self._labels)

    def label_of(self, concept: str) -> str | None:
        """The standard label that the filing's own label linkbase, or a taxonomy package, gives the concept.

        Raises TieoutError where the linkbases can't be read; they are read at the first call.
        """
        return self._labels().get(concept)

    def to_rows(self, located: bool = False) -> list[dict[str, Any]]:
        """One JSON-able dict a fact: `Fact.to_dict` with the label of its concept."""
        from tieout.report.rows import with_label

        return [with_label(f.to_dict(located), self.label_of(f.concept)) for f in self._facts]

    def to_pandas(self, located: bool = False) -> pandas.DataFrame:
        """A DataFrame with one row a fact and the columns of the flat formats (`tieout.report.rows.FACT_COLUMNS`).

        Values stay Decimals. Page, table and cell are filled if ``located``. Needs the ``pandas`` extra.
        """
        from tieout.report.rows import FACT_COLUMNS, flatten

        try:
            import pandas
        except ImportError as e:
            from tieout.report.errors import TieoutError

            raise TieoutError("to_pandas() needs pandas: pip install 'tieout[pandas]'") from e
        rows = self.to_rows(located)
        for row, fact in zip(rows, self._facts, strict=True):
            row["value"] = fact.value
        return pandas.DataFrame([flatten(row, FACT_COLUMNS) for row in rows], columns=list(FACT_COLUMNS), dtype=object)


def _several(given: str | Period | Iterable[Any]) -> Iterable[Any]:
    return (given,) if isinstance(given, (str, Period)) else given
