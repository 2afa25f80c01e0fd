"""The extension schema and the presentation, calculation, definition and label linkbases of the made-up 10-K."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

from make_samples import us_tables
from make_samples.us_inline import NAMESPACE, PREFIX, STEM
from make_samples.us_tables import Node, Sum

ROLES = tomllib.loads((Path(__file__).parent / "us_roles.toml").read_text(encoding="utf-8"))["role"]
SITE = "http://www.marrowbrook.example/role/"
HOMES = {
    "us-gaap": "https://xbrl.fasb.org/us-gaap/2025/elts/us-gaap-2025.xsd",
    "srt": "https://xbrl.fasb.org/srt/2025/elts/srt-2025.xsd",
    "dei": "https://xbrl.sec.gov/dei/2025/dei-2025.xsd",
    "country": "https://xbrl.sec.gov/country/2025/country-2025.xsd",
    PREFIX: f"{STEM}.xsd",
}
IMPORTS = {
    "http://fasb.org/us-gaap/2025": HOMES["us-gaap"],
    "http://fasb.org/srt/2025": HOMES["srt"],
    "http://xbrl.sec.gov/dei/2025": HOMES["dei"],
    "http://xbrl.sec.gov/country/2025": HOMES["country"],
    "http://www.xbrl.org/2003/instance": "http://www.xbrl.org/2003/xbrl-instance-2003-12-31.xsd",
    "http://www.xbrl.org/2003/linkbase": "http://www.xbrl.org/2003/xbrl-linkbase-2003-12-31.xsd",
    "http://xbrl.org/2005/xbrldt": "http://www.xbrl.org/2005/xbrldt-2005.xsd",
    "http://www.xbrl.org/dtr/type/2024-01-31": "https://www.xbrl.org/dtr/type/2024-01-31/types.xsd",
}
EXTENSION = {
    "AuditInformationAbstract": ("xbrli:stringItemType", "duration", "", True),
    "NotesTablesAbstract": ("xbrli:stringItemType", "duration", "", True),
    "AccruedLiabilitiesDisclosureTextBlock": ("dtr-types:textBlockItemType", "duration", "", False),
    "FieldInstrumentsMember": ("dtr-types:domainItemType", "duration", "", True),
    "LaboratorySystemsMember": ("dtr-types:domainItemType", "duration", "", True),
    "CustomerOneMember": ("dtr-types:domainItemType", "duration", "", True),
    "NumberOfMajorCustomers": ("xbrli:integerItemType", "duration", "", False),
    "ServiceContractTerm": ("xbrli:durationItemType", "duration", "", False),
    "PurchaseCommitmentsDueWithinOneYear": ("xbrli:monetaryItemType", "instant", "credit", False),
}
"""Element of the extension: type, period type, balance, abstract."""
DOCUMENTATION = {
    "FieldInstrumentsMember": "The segment that sells probes and data loggers for use outdoors.",
    "LaboratorySystemsMember": "The segment that sells bench analyzers and contracts to service them.",
    "CustomerOneMember": "The customer that buys the most.",
    "NumberOfMajorCustomers": "Customers, besides the largest, that each bought for more than five million dollars in the year.",
    "ServiceContractTerm": "The usual term of a contract for service.",
    "PurchaseCommitmentsDueWithinOneYear": "Amount of firm orders for components that fall due within a year.",
    "AccruedLiabilitiesDisclosureTextBlock": "The note on accrued liabilities.",
}
LABEL_ROLES = {
    "label": "http://www.xbrl.org/2003/role/label",
    "totalLabel": "http://www.xbrl.org/2003/role/totalLabel",
    "periodStartLabel": "http://www.xbrl.org/2003/role/periodStartLabel",
    "periodEndLabel": "http://www.xbrl.org/2003/role/periodEndLabel",
    "negatedLabel": "http://www.xbrl.org/2009/role/negatedLabel",
    "documentation": "http://www.xbrl.org/2003/role/documentation",
}
NEGATED = "http://www.xbrl.org/lrr/role/negated-2009-12-16.xsd"
DIMENSIONS = "http://xbrl.org/int/dim/arcrole/"
DOCUMENT_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
LINKBASE_HEAD = (
    '<link:linkbase xmlns:link="http://www.xbrl.org/2003/linkbase" xmlns:xlink="http://www.w3.org/1999/xlink" '
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xbrldt="http://xbrl.org/2005/xbrldt" '
    'xsi:schemaLocation="http://www.xbrl.org/2003/linkbase http://www.xbrl.org/2003/xbrl-linkbase-2003-12-31.xsd">\n'
)


@dataclass
class Role:
    name: str
    definition: str
    tree: list[Node]
    sums: list[Sum]
    axes: list[list[str]]
    hypercube: tuple[str, str] | None

    @property
    def uri(self) -> str:
        return SITE + self.name


def roles() -> list[Role]:
    """Every role with its number in the order of the filing."""
    made = []
    for index, spec in enumerate(ROLES, 1):
        table = us_tables.TABLES[spec["of"]] if "of" in spec else spec
        if "of" in spec:
            tree, arcs = us_tables.presentation(spec["of"]), list(us_tables.sums(spec["of"]))
        else:
            arcs = []
            items = [Node(name) for name in spec["items"]]
            if "table" in spec:
                axes = [Node(a, [Node(d, [Node(m) for m in members])]) for a, d, *members in spec["axes"]]
                items = [Node(spec["table"][0], [*axes, Node(spec["table"][1], items)])]
            tree = [Node(spec["abstract"], items)]
        cube = tuple(us_tables.full(n) for n in table["table"]) if "table" in table else None
        definition = f"{index:07d} - {table['definition']}"
        made.append(Role(spec.get("name") or table["role"], definition, tree, arcs, table.get("axes", []), cube))  # type: ignore[arg-type]
    return made


def walk(nodes: list[Node]) -> Iterator[tuple[Node, Node]]:
    """Parent and child, top down."""
    for node in nodes:
        for child in node.children:
            yield node, child
        yield from walk(node.children)


def concepts(made: list[Role]) -> list[str]:
    found: dict[str, None] = {}
    for role in made:
        for top in role.tree:
            found.setdefault(top.concept)
        for _, child in walk(role.tree):
            found.setdefault(child.concept)
    return list(found)


def href(concept: str) -> str:
    prefix, _, name = concept.partition(":")
    return f"{HOMES[prefix]}#{prefix}_{name}"


def loc(name: str) -> str:
    """A locator. A concept that stands twice in a link has a second one, ``prefix:Name#2``."""
    concept, _, _ = name.partition("#")
    return f'<link:loc xlink:type="locator" xlink:href="{href(concept)}" xlink:label="{locator(name)}"/>\n'


def locator(name: str) -> str:
    return "loc_" + name.replace(":", "_").replace("#", "_")


def arc(kind: str, arcrole: str, parent: str, child: str, order: int, extra: str = "") -> str:
    ends = f'xlink:from="{locator(parent)}" xlink:to="{locator(child)}"'
    return f'<link:{kind}Arc xlink:type="arc" xlink:arcrole="{arcrole}" {ends} order="{order}"{extra}/>\n'


def role_refs(uris: list[str]) -> str:
    return "".join(f'<link:roleRef roleURI="{SITE}{u}" xlink:type="simple" xlink:href="{STEM}.xsd#{u}"/>\n' for u in uris)


def extended(kind: str, role: Role, names: list[str], arcs: list[str]) -> str:
    locs = "".join(loc(n) for n in dict.fromkeys(names))
    return f'<link:{kind}Link xlink:type="extended" xlink:role="{role.uri}">\n{locs}{"".join(arcs)}</link:{kind}Link>\n'


def presentation(made: list[Role]) -> str:
    links = []
    for role in made:
        names, arcs = [top.concept for top in role.tree], []
        for order, (parent, child) in enumerate(walk(role.tree), 1):
            name = f"{child.concept}#2" if child.concept in names else child.concept
            names.append(name)
            preferred = f' preferredLabel="{LABEL_ROLES[child.preferred]}"'
            arcs.append(
                arc("presentation", "http://www.xbrl.org/2003/arcrole/parent-child", parent.concept, name, order, preferred)
            )
        links.append(extended("presentation", role, names, arcs))
    return DOCUMENT_HEAD + LINKBASE_HEAD + role_refs([r.name for r in made]) + "".join(links) + "</link:linkbase>\n"


def calculation(made: list[Role]) -> str:
    links = []
    having = [r for r in made if r.sums]
    for role in having:
        names = [n for s in role.sums for n in (s.parent, s.child)]
        arcs = [
            arc(
                "calculation",
                "http://www.xbrl.org/2003/arcrole/summation-item",
                s.parent,
                s.child,
                i,
                f' weight="{s.weight}.0"',
            )
            for i, s in enumerate(role.sums, 1)
        ]
        links.append(extended("calculation", role, names, arcs))
    return DOCUMENT_HEAD + LINKBASE_HEAD + role_refs([r.name for r in having]) + "".join(links) + "</link:linkbase>\n"


def definition(made: list[Role]) -> str:
    links = []
    having = [r for r in made if r.hypercube]
    for role in having:
        assert role.hypercube
        table, lines = role.hypercube
        inside = next(c for _, c in walk(role.tree) if c.concept == lines)
        cube = ' xbrldt:closed="true" xbrldt:contextElement="segment"'
        pairs = [("all", lines, table, cube)]
        for axis, domain, *members in role.axes:
            pairs += [
                ("hypercube-dimension", table, axis, ""),
                ("dimension-domain", axis, domain, ""),
                ("dimension-default", axis, f"{domain}#2", ""),
            ]
            pairs += [("domain-member", domain, member, "") for member in members]
        pairs += [("domain-member", p.concept, c.concept, "") for p, c in walk([inside])]
        unique = dict.fromkeys(pairs)
        arcs = [arc("definition", DIMENSIONS + kind, a, b, i, extra) for i, (kind, a, b, extra) in enumerate(unique, 1)]
        links.append(extended("definition", role, [n for _, a, b, _ in pairs for n in (a, b)], arcs))
    kinds = ("all", "hypercube-dimension", "dimension-domain", "dimension-default", "domain-member")
    refs = "".join(
        f'<link:arcroleRef arcroleURI="{DIMENSIONS}{k}" xlink:type="simple" xlink:href="http://www.xbrl.org/2005/xbrldt-2005.xsd#{k}"/>\n'
        for k in kinds
    )
    return DOCUMENT_HEAD + LINKBASE_HEAD + role_refs([r.name for r in having]) + refs + "".join(links) + "</link:linkbase>\n"


def spoken(concept: str) -> str:
    """A label made from an element's name: its words, and its kind in brackets."""
    name = concept.partition(":")[2]
    if concept == "country:US":
        return "United States"
    kind = re.search(r"(TextBlock|Abstract|Axis|Domain|Member|Table|LineItems)$", name)
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name[: kind.start()] if kind else name)
    return f"{words} [{re.sub('(?<=[a-z])(?=[A-Z])', ' ', kind.group())}]" if kind else words


def label_texts(made: list[Role]) -> Iterator[tuple[str, str, str]]:
    printed = {(c, r): t for c, r, t in us_tables.labels()}
    wanted: dict[str, set[str]] = {}
    for role in made:
        for _, child in walk(role.tree):
            wanted.setdefault(child.concept, set()).add(child.preferred)
    for concept in concepts(made):
        own = [
            printed[concept, r] for r in ("label", "totalLabel", "negatedLabel", "periodEndLabel") if (concept, r) in printed
        ]
        yield concept, "label", own[0] if own else spoken(concept)
        for role_name in sorted(wanted.get(concept, set()) - {"label"}):
            yield concept, role_name, printed[concept, role_name]
        name = concept.removeprefix(f"{PREFIX}:")
        if name in DOCUMENTATION:
            yield concept, "documentation", DOCUMENTATION[name]


def label(made: list[Role]) -> str:
    parts: list[str] = []
    placed: set[str] = set()
    for concept, role, words in label_texts(made):
        name = concept.replace(":", "_")
        if concept not in placed:
            placed.add(concept)
            parts.append(loc(concept))
            parts.append(
                f'<link:labelArc xlink:type="arc" xlink:arcrole="http://www.xbrl.org/2003/arcrole/concept-label" '
                f'xlink:from="loc_{name}" xlink:to="lab_{name}" order="1"/>\n'
            )
        parts.append(
            f'<link:label xlink:type="resource" xlink:label="lab_{name}" xlink:role="{LABEL_ROLES[role]}" xml:lang="en-US" '
            f'id="lab_{name}_{role}">{escape(words)}</link:label>\n'
        )
    head = f'<link:roleRef roleURI="{LABEL_ROLES["negatedLabel"]}" xlink:type="simple" xlink:href="{NEGATED}#negatedLabel"/>\n'
    link = f'<link:labelLink xlink:type="extended" xlink:role="http://www.xbrl.org/2003/role/link">\n{"".join(parts)}</link:labelLink>\n'
    return DOCUMENT_HEAD + LINKBASE_HEAD + head + link + "</link:linkbase>\n"


def schema(made: list[Role]) -> str:
    """The extension schema: imports, roles, references to the linkbases, elements of our own."""
    imports = "".join(f'<xs:import namespace="{n}" schemaLocation="{where}"/>\n' for n, where in IMPORTS.items())
    types = "".join(
        f'<link:roleType id="{r.name}" roleURI="{r.uri}"><link:definition>{escape(r.definition)}</link:definition>'
        + "".join(f"<link:usedOn>link:{k}Link</link:usedOn>" for k in ("presentation", "calculation", "definition"))
        + "</link:roleType>\n"
        for r in made
    )
    linkbases = "".join(
        f'<link:linkbaseRef xlink:type="simple" xlink:href="{STEM}_{short}.xml" xlink:arcrole="http://www.w3.org/1999/xlink/properties/linkbase" '
        f'xlink:role="http://www.xbrl.org/2003/role/{kind}LinkbaseRef"/>\n'
        for short, kind in (("pre", "presentation"), ("cal", "calculation"), ("def", "definition"), ("lab", "label"))
    )
    elements = "".join(
        f'<xs:element id="{PREFIX}_{name}" name="{name}" type="{kind}" substitutionGroup="xbrli:item" xbrli:periodType="{period}"'
        + (f' xbrli:balance="{balance}"' if balance else "")
        + f' abstract="{str(abstract).lower()}" nillable="true"/>\n'
        for name, (kind, period, balance, abstract) in EXTENSION.items()
    )
    return (
        f'{DOCUMENT_HEAD}<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:link="http://www.xbrl.org/2003/linkbase" '
        f'xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:xbrli="http://www.xbrl.org/2003/instance" '
        f'xmlns:dtr-types="http://www.xbrl.org/dtr/type/2024-01-31" xmlns:{PREFIX}="{NAMESPACE}" targetNamespace="{NAMESPACE}" '
        f'attributeFormDefault="unqualified" elementFormDefault="qualified">\n{imports}<xs:annotation><xs:appinfo>\n'
        f"{linkbases}{types}</xs:appinfo></xs:annotation>\n{elements}</xs:schema>\n"
    )


def files() -> dict[str, bytes]:
    """File name and content of the schema and its four linkbases."""
    made = roles()
    made_files = {
        f"{STEM}.xsd": schema(made),
        f"{STEM}_pre.xml": presentation(made),
        f"{STEM}_cal.xml": calculation(made),
        f"{STEM}_def.xml": definition(made),
        f"{STEM}_lab.xml": label(made),
    }
    return {name: body.encode("utf-8") for name, body in made_files.items()}
