"""Small made-up filings, written from a few lines and read like any other."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import escape, quoteattr

import tieout
from tieout.engines.auditing import Finding
from tieout.reading import read_bytes
from tieout.report import Report

__all__ = ["BALANCE", "DEFAULT", "MEMBER", "Made", "Role", "found"]

NAMESPACES = {
    "us-gaap": "http://fasb.org/us-gaap/2025",
    "srt": "http://fasb.org/srt/2025",
    "dei": "http://xbrl.sec.gov/dei/2025",
    "x": "http://elmford.example/20241231",
}
SCHEMAS = {
    "us-gaap": "https://xbrl.fasb.org/us-gaap/2025/elts/us-gaap-2025.xsd",
    "srt": "https://xbrl.fasb.org/srt/2025/elts/srt-2025.xsd",
    "dei": "https://xbrl.sec.gov/dei/2025/dei-2025.xsd",
    "x": "x.xsd",
}
UNITS = {"USD": "iso4217:USD", "shares": "xbrli:shares", "pure": "xbrli:pure", "EUR": "iso4217:EUR"}
CONTEXTS = {
    "i24": "2024-12-31",
    "i23": "2023-12-31",
    "y24": ("2024-01-01", "2024-12-31"),
    "y23": ("2023-01-01", "2023-12-31"),
    "y22": ("2022-01-01", "2022-12-31"),
}
DIM = "http://xbrl.org/int/dim/arcrole/"
MEMBER, DEFAULT, DOMAIN = f"{DIM}domain-member", f"{DIM}dimension-default", f"{DIM}dimension-domain"
_PRESENTED, _SUMMED = "http://www.xbrl.org/2003/arcrole/parent-child", "http://www.xbrl.org/2003/arcrole/summation-item"
_LABEL = "http://www.xbrl.org/2003/arcrole/concept-label"

Period = str | tuple[str, str]
Fact = tuple[str, str | None, str] | tuple[str, str | None, str, str] | tuple[str, str | None, str, str, str]
"""(concept, value or None for nil, context[, unit[, decimals]])"""


@dataclass
class Role:
    """What the linkbases say in one role: presentation and other arcs as pairs, sums as total to parts with weights."""

    title: str
    presents: Sequence[tuple[str, str]] = ()
    sums: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    dimensions: Sequence[tuple[str, str, str]] = ()

    @property
    def uri(self) -> str:
        return "http://elmford.example/role/" + "".join(c for c in self.title.rpartition(" - ")[2] if c.isalnum())


BALANCE = Role(
    "0002 - Statement - Balance Sheet",
    [("us-gaap:AssetsAbstract", c) for c in ("us-gaap:Cash", "us-gaap:InventoryNet", "us-gaap:Assets")],
    {"us-gaap:Assets": {"us-gaap:Cash": "1", "us-gaap:InventoryNet": "1"}},
)


@dataclass
class Made:
    """A filing in the making."""

    facts: Sequence[Fact]
    roles: Sequence[Role] = ()
    contexts: Mapping[str, Period | tuple[Period, Mapping[str, str]]] = field(default_factory=dict)
    own: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    units: Mapping[str, str] = field(default_factory=dict)
    entities: Mapping[str, str] = field(default_factory=dict)

    def report(self) -> Report:
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            archive.writestr("x.xml", self._instance())
            archive.writestr("x.xsd", self._schema())
            archive.writestr("x_lnk.xml", self._linkbase())
        return read_bytes(packed.getvalue(), "elmford.zip")

    def _instance(self) -> str:
        spaces = " ".join(f'xmlns:{p}="{u}"' for p, u in NAMESPACES.items())
        out = [
            f'<xbrli:xbrl xmlns:xbrli="http://www.xbrl.org/2003/instance" xmlns:xbrldi="http://xbrl.org/2006/xbrldi"'
            f' xmlns:link="http://www.xbrl.org/2003/linkbase" xmlns:xlink="http://www.w3.org/1999/xlink"'
            f' xmlns:iso4217="http://www.xbrl.org/2003/iso4217" xmlns:utr="http://www.xbrl.org/2009/utr"'
            f' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" {spaces}>'
            '<link:schemaRef xlink:type="simple" xlink:href="x.xsd"/>'
        ]
        used = {f[2] for f in self.facts}
        for id_, given in {**CONTEXTS, **self.contexts}.items():
            if id_ in used or id_ in self.contexts:
                out.append(self._context(id_, given))
        for id_, measure in {**{u: m for u, m in UNITS.items() if any(u in f[3:4] for f in self.facts)}, **self.units}.items():
            out.append(f'<xbrli:unit id="{id_}"><xbrli:measure>{measure}</xbrli:measure></xbrli:unit>')
        out.extend(self._fact(*f) for f in self.facts)
        return "".join([*out, "</xbrli:xbrl>"])

    def _context(self, id_: str, given: Period | tuple[Period, Mapping[str, str]]) -> str:
        members: Mapping[str, str] = {}
        if isinstance(given, tuple) and isinstance(given[1], Mapping):
            given, members = given
        if isinstance(given, str):
            period = f"<xbrli:instant>{given}</xbrli:instant>"
        else:
            period = f"<xbrli:startDate>{given[0]}</xbrli:startDate><xbrli:endDate>{given[1]}</xbrli:endDate>"
        slices = "".join(
            f'<xbrldi:explicitMember dimension="{axis}">{member}</xbrldi:explicitMember>' for axis, member in members.items()
        )
        segment = f"<xbrli:segment>{slices}</xbrli:segment>" if slices else ""
        entity = self.entities.get(id_, "0009990002")
        return (
            f'<xbrli:context id="{id_}"><xbrli:entity><xbrli:identifier scheme="http://www.sec.gov/CIK">{entity}'
            f"</xbrli:identifier>{segment}</xbrli:entity><xbrli:period>{period}</xbrli:period></xbrli:context>"
        )

    @staticmethod
    def _fact(concept: str, value: str | None, context: str, unit: str | None = None, decimals: str = "0") -> str:
        attributes = f'contextRef="{context}"' + (f' unitRef="{unit}" decimals="{decimals}"' if unit else "")
        if value is None:
            return f'<{concept} contextRef="{context}"' + (f' unitRef="{unit}"' if unit else "") + ' xsi:nil="true"/>'
        return f"<{concept} {attributes}>{escape(value)}</{concept}>"

    def _schema(self) -> str:
        roles = "".join(
            f'<link:roleType roleURI={quoteattr(r.uri)} id="r{n}"><link:definition>{escape(r.title)}</link:definition>'
            "<link:usedOn>link:presentationLink</link:usedOn></link:roleType>"
            for n, r in enumerate(self.roles)
        )
        elements = "".join(
            f'<xs:element name="{name}" id="x_{name}" substitutionGroup="xbrli:item" nillable="true" {attributes}/>'
            for name, attributes in self.own.items()
        )
        return (
            '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:link="http://www.xbrl.org/2003/linkbase"'
            ' xmlns:xbrli="http://www.xbrl.org/2003/instance" xmlns:xlink="http://www.w3.org/1999/xlink"'
            f' targetNamespace="{NAMESPACES["x"]}"><xs:annotation><xs:appinfo>{roles}'
            '<link:linkbaseRef xlink:type="simple" xlink:href="x_lnk.xml"'
            ' xlink:arcrole="http://www.w3.org/1999/xlink/properties/linkbase"/>'
            f"</xs:appinfo></xs:annotation>{elements}</xs:schema>"
        )

    def _linkbase(self) -> str:
        links = []
        for role in self.roles:
            summed = [(p, c, w) for p, parts in role.sums.items() for c, w in parts.items()]
            links.append(_link("presentation", role.uri, [(_PRESENTED, p, c, "") for p, c in role.presents]))
            links.append(_link("calculation", role.uri, [(_SUMMED, p, c, f' weight="{w}"') for p, c, w in summed]))
            links.append(_link("definition", role.uri, [(arcrole, p, c, "") for arcrole, p, c in role.dimensions]))
        labels = "".join(
            f'<link:loc xlink:type="locator" xlink:href="{_href(c)}" xlink:label="c{n}"/>'
            f'<link:label xlink:type="resource" xlink:label="l{n}" xml:lang="en-US"'
            f' xlink:role="http://www.xbrl.org/2003/role/label">{escape(text)}</link:label>'
            f'<link:labelArc xlink:type="arc" xlink:arcrole="{_LABEL}" xlink:from="c{n}" xlink:to="l{n}"/>'
            for n, (c, text) in enumerate(self.labels.items())
        )
        standard = "http://www.xbrl.org/2003/role/link"
        return (
            '<link:linkbase xmlns:link="http://www.xbrl.org/2003/linkbase" xmlns:xlink="http://www.w3.org/1999/xlink">'
            + "".join(links)
            + f'<link:labelLink xlink:type="extended" xlink:role="{standard}">{labels}</link:labelLink></link:linkbase>'
        )


def _href(concept: str) -> str:
    prefix, _, local = concept.partition(":")
    return f"{SCHEMAS[prefix]}#{prefix}_{local}"


def _link(kind: str, role: str, arcs: Sequence[tuple[str, str, str, str]]) -> str:
    if not arcs:
        return ""
    names = dict.fromkeys(e for _, p, c, _ in arcs for e in (p, c))
    ids = {name: f"l{n}" for n, name in enumerate(names)}
    locs = "".join(f'<link:loc xlink:type="locator" xlink:href="{_href(n)}" xlink:label="{i}"/>' for n, i in ids.items())
    drawn = "".join(
        f'<link:{kind}Arc xlink:type="arc" xlink:arcrole="{arcrole}" xlink:from="{ids[p]}" xlink:to="{ids[c]}"'
        f' order="{n}"{more}/>'
        for n, (arcrole, p, c, more) in enumerate(arcs, start=1)
    )
    return f'<link:{kind}Link xlink:type="extended" xlink:role="{role}">{locs}{drawn}</link:{kind}Link>'


def found(made: Made | Report, rule: str) -> list[Finding]:
    """What one rule finds."""
    report = made if isinstance(made, Report) else made.report()
    result = tieout.audit(report, rules=[rule])
    assert rule in result.rules, result.skipped
    return list(result.findings)
