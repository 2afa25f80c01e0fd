"""What a filing tells about concepts whose schema isn't there: from its facts, contexts, networks and labels."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from tieout.report import Concept, Fact, Network, TypedMember, Unit

__all__ = ["infer_concepts"]

_Of = Callable[[str], "Concept | None"]
_DIM = "http://xbrl.org/int/dim/arcrole/"
_DOMAIN_ARCROLES = frozenset((_DIM + "dimension-domain", _DIM + "dimension-default"))
_HYPERCUBE_ARCROLES = frozenset((_DIM + "all", _DIM + "notAll"))

DIMENSION, HYPERCUBE, ITEM = "xbrldt:dimensionItem", "xbrldt:hypercubeItem", "xbrli:item"
_DOMAIN_TYPE, _PER_SHARE = "dtr-types:domainItemType", "dtr-types:perShareItemType"


def infer_concepts(
    known: Mapping[str, Concept], facts: Iterable[Fact], networks: Iterable[Network], labelled: Iterable[str] = ()
) -> dict[str, Concept]:
    """Concepts with ``source="inferred"`` for every name that the filing uses and ``known`` lacks.

    Type comes from units, period type from contexts, substitution group from axes, hypercubes and their arcs. What the
    filing doesn't tell stays None: balance always does.
    """
    inferred: dict[str, Concept] = {}

    def of(name: str) -> Concept | None:
        if name in known:
            return None
        concept = inferred.get(name)
        if concept is None:
            concept = inferred[name] = Concept(name, source="inferred")
        return concept

    _from_facts(facts, of)
    for network in networks:
        _from_network(network, of)
    for name in labelled:
        of(name)
    for concept in inferred.values():
        _by_naming_rule(concept)
    return inferred


def _from_facts(facts: Iterable[Fact], of: _Of) -> None:
    contexts_seen: set[int] = set()
    for fact in facts:
        context = fact.context
        if id(context) not in contexts_seen:
            contexts_seen.add(id(context))
            _from_dimensions(context.dimensions, of)
        concept = of(fact.concept)
        if concept is None:
            continue
        concept.abstract = False
        concept.substitution_group = ITEM
        if concept.period_type is None and not context.period.is_forever:
            concept.period_type = "instant" if context.period.instant is not None else "duration"
        if concept.type is None and fact.unit is not None:
            concept.type = _type_of(fact.unit)
        if fact.nil:
            concept.nillable = True


def _from_dimensions(dimensions: Mapping[str, object], of: _Of) -> None:
    for axis, member in dimensions.items():
        if (concept := of(axis)) is not None:
            concept.substitution_group, concept.abstract, concept.period_type = DIMENSION, True, "duration"
        if not isinstance(member, TypedMember) and (concept := of(str(member))) is not None:
            concept.type, concept.substitution_group = _DOMAIN_TYPE, ITEM
            concept.abstract, concept.period_type = True, "duration"


def _from_network(network: Network, of: _Of) -> None:
    for arc in network.arcs:
        parent, child = of(arc.parent), of(arc.child)
        if network.arcrole == _DIM + "hypercube-dimension":
            if parent is not None:
                parent.substitution_group, parent.abstract = HYPERCUBE, True
            if child is not None:
                child.substitution_group, child.abstract = DIMENSION, True
        elif network.arcrole in _DOMAIN_ARCROLES:
            if parent is not None:
                parent.substitution_group, parent.abstract = DIMENSION, True
            if child is not None and child.type is None:
                child.type, child.abstract = _DOMAIN_TYPE, True
        elif network.arcrole in _HYPERCUBE_ARCROLES and child is not None:
            child.substitution_group, child.abstract = HYPERCUBE, True


def _by_naming_rule(concept: Concept) -> None:
    """Names of the published taxonomies end as their elements are (US GAAP Taxonomy style guide; EDINET's naming rules)."""
    local = concept.local_name
    if concept.abstract is None and local.endswith(("Abstract", "LineItems", "Heading", "Axis", "Table", "Member", "Domain")):
        concept.abstract = True
    if concept.type is None and local.endswith("TextBlock"):
        concept.type = "dtr-types:textBlockItemType"
    if concept.type is None and local.endswith(("Member", "Domain")):
        concept.type = _DOMAIN_TYPE
    if concept.abstract:
        concept.period_type = concept.period_type or "duration"


def _type_of(unit: Unit) -> str | None:
    top, bottom = unit.numerator, unit.denominator
    if not top:
        return None
    money = top[0].startswith("iso4217:")
    if not bottom:
        if money:
            return "xbrli:monetaryItemType"
        return {"xbrli:shares": "xbrli:sharesItemType", "xbrli:pure": "xbrli:pureItemType"}.get(top[0], "xbrli:decimalItemType")
    return _PER_SHARE if money and bottom == ("xbrli:shares",) else "xbrli:decimalItemType"
