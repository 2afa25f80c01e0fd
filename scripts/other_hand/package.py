"""Writes a package: an instance of facts, and a schema with embedded linkbases, as rolled packages have them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from lxml import etree

from other_hand.printed import TITLES, Built, presented
from tieout.report import Fact, TypedMember

__all__ = ["XBRLI", "XSD", "Writer"]

LINK, XLINK, XBRLI = "http://www.xbrl.org/2003/linkbase", "http://www.w3.org/1999/xlink", "http://www.xbrl.org/2003/instance"
XBRLDI, XSD, XBRLDT = "http://xbrl.org/2006/xbrldi", "http://www.w3.org/2001/XMLSchema", "http://xbrl.org/2005/xbrldt"
DIM = "http://xbrl.org/int/dim/arcrole"
STANDARD = ("us-gaap", "srt", "dei", "ecd", "cyd", "country", "currency", "exch", "stpr", "naics")


class Writer:
    """A package: instance and schema with embedded linkbases, as rolled packages have them."""

    def __init__(
        self,
        facts: Sequence[Fact],
        built: Sequence[Built],
        domains: Mapping[str, str],
        namespaces: Mapping[str, str],
    ) -> None:
        self.built, self.domains = built, domains
        self.facts = [f for f in facts if f.unit is not None or f.concept.startswith("dei:")]
        used = {
            c.partition(":")[0]
            for f in facts
            for c in (f.concept, *f.dimensions, *(m for m in f.dimensions.values() if isinstance(m, str)))
        }
        self.namespaces = {p: namespaces.get(p, f"http://example.com/{p}") for p in used} | {
            "us-gaap": namespaces.get("us-gaap", "http://fasb.org/us-gaap/2024")
        }
        own = [p for p in used if p not in STANDARD]
        self.prefix = max(own, key=lambda p: sum(f.concept.startswith(f"{p}:") for f in facts), default="own")
        self.namespaces.setdefault(self.prefix, "http://example.com/own")
        self.roles: list[tuple[str, str]] = []
        self.links: list[Any] = []
        self.named: set[str] = set()

    def write(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        shown: set[str] = set()
        for n, built in enumerate(self.built):
            role = f"http://rebuilt.example/role/{TITLES[built.kind].title().replace(' ', '')}"
            self.roles.append((role, f"{n + 2:07d} - Statement - CONSOLIDATED {TITLES[built.kind]}"))
            arcs = presented(built)
            shown |= {c for arc in arcs for c in arc}
            self._link("presentation", role, [(p, c, "http://www.xbrl.org/2003/arcrole/parent-child", {}) for p, c in arcs])
            sums = [
                (t, c, "http://www.xbrl.org/2003/arcrole/summation-item", {"weight": f"{w}.0"})
                for t, parts in built.sums.items()
                for c, w in parts.items()
            ]
            self._link("calculation", role, sums)
        self._axes()
        rest = dict.fromkeys(f.concept for f in self.facts if f.unit is not None and f.concept not in shown)
        role = "http://rebuilt.example/role/OtherDetails"
        self.roles.append((role, "9000001 - Disclosure - OTHER AMOUNTS (Details)"))
        self._link(
            "presentation",
            role,
            [("us-gaap:OtherIncomeAndExpensesAbstract", c, "http://www.xbrl.org/2003/arcrole/parent-child", {}) for c in rest],
        )
        (folder / "instance.xml").write_bytes(etree.tostring(self._instance(), xml_declaration=True, encoding="utf-8"))
        (folder / f"{self.prefix}.xsd").write_bytes(etree.tostring(self._schema(), xml_declaration=True, encoding="utf-8"))

    def _axes(self) -> None:
        members: dict[str, dict[str, None]] = defaultdict(dict)
        lines: dict[str, dict[str, None]] = defaultdict(dict)
        for f in self.facts:
            for axis, member in f.dimensions.items():
                if isinstance(member, str) and f.unit is not None:
                    members[axis][member] = None
                    lines[axis][f.concept] = None
        parent_child = "http://www.xbrl.org/2003/arcrole/parent-child"
        for n, (axis, placed) in enumerate(sorted(members.items())):
            name = axis.partition(":")[2]
            domain = f"us-gaap:{self.domains[name]}" if name in self.domains else f"{axis.removesuffix('Axis')}Domain"
            table, items = (
                f"{self.prefix}:{name.removesuffix('Axis')}Table",
                f"{self.prefix}:{name.removesuffix('Axis')}LineItems",
            )
            role = f"http://rebuilt.example/role/{name}Details"
            self.roles.append((role, f"{9100001 + n:07d} - Disclosure - {name.upper()} (Details)"))
            ms = [m for m in placed if m != domain]
            arcs = [
                (table, axis),
                (axis, domain),
                *((domain, m) for m in ms),
                (table, items),
                *((items, c) for c in lines[axis]),
            ]
            self._link("presentation", role, [(p, c, parent_child, {}) for p, c in arcs])
            extra = {f"{{{XBRLDT}}}contextElement": "segment", f"{{{XBRLDT}}}closed": "true"}
            definition: list[tuple[str, str, str, dict[str, str]]] = [
                (items, table, f"{DIM}/all", extra),
                (table, axis, f"{DIM}/hypercube-dimension", {}),
            ]
            definition += [
                (axis, domain, f"{DIM}/dimension-domain", {}),
                *((domain, m, f"{DIM}/domain-member", {}) for m in ms),
            ]
            definition += [(items, c, f"{DIM}/domain-member", {}) for c in lines[axis]]
            self._link("definition", role, definition)

    def _link(self, kind: str, role: str, arcs: Sequence[tuple[str, str, str, Mapping[str, str]]]) -> None:
        if not arcs:
            return
        link = etree.Element(f"{{{LINK}}}{kind}Link", nsmap={"link": LINK, "xlink": XLINK})
        link.set(f"{{{XLINK}}}type", "extended")
        link.set(f"{{{XLINK}}}role", role)
        for concept in dict.fromkeys(c for p, ch, _, _ in arcs for c in (p, ch)):
            self.named.add(concept)
            loc = etree.SubElement(link, f"{{{LINK}}}loc")
            loc.set(f"{{{XLINK}}}type", "locator")
            loc.set(f"{{{XLINK}}}href", self._href(concept))
            loc.set(f"{{{XLINK}}}label", f"loc_{concept.replace(':', '_')}")
        for n, (parent, child, arcrole, extra) in enumerate(arcs):
            arc = etree.SubElement(link, f"{{{LINK}}}{kind}Arc", order=str(n + 1))
            arc.set(f"{{{XLINK}}}type", "arc")
            arc.set(f"{{{XLINK}}}arcrole", arcrole)
            arc.set(f"{{{XLINK}}}from", f"loc_{parent.replace(':', '_')}")
            arc.set(f"{{{XLINK}}}to", f"loc_{child.replace(':', '_')}")
            for key, value in extra.items():
                arc.set(key, value)
        self.links.append(link)

    def _href(self, concept: str) -> str:
        prefix, _, name = concept.partition(":")
        if prefix not in STANDARD:
            return f"{self.prefix}.xsd#{prefix}_{name}"
        uri = self.namespaces.get(prefix) or f"http://fasb.org/{prefix}/2024"
        year = uri.rstrip("/").rpartition("/")[2][:4]
        return f"{uri}/{prefix}-{year}.xsd#{prefix}_{name}"

    def _schema(self) -> Any:
        own = self.namespaces[self.prefix]
        nsmap = {None: XSD, "xbrli": XBRLI, "link": LINK, "xlink": XLINK, "xbrldt": XBRLDT, self.prefix: own}
        root = etree.Element(f"{{{XSD}}}schema", nsmap=nsmap, targetNamespace=own, elementFormDefault="qualified")
        info = etree.SubElement(etree.SubElement(root, f"{{{XSD}}}annotation"), f"{{{XSD}}}appinfo")
        for n, (role, title) in enumerate(self.roles):
            one = etree.SubElement(info, f"{{{LINK}}}roleType", roleURI=role, id=f"r{n}")
            etree.SubElement(one, f"{{{LINK}}}definition").text = title
            for kind in ("presentation", "calculation", "definition"):
                etree.SubElement(one, f"{{{LINK}}}usedOn").text = f"link:{kind}Link"
        base = etree.SubElement(info, f"{{{LINK}}}linkbase")
        for link in self.links:
            base.append(link)
        by_concept = {f.concept: f for f in self.facts}
        for concept in sorted({*self.named, *by_concept}):
            prefix, _, name = concept.partition(":")
            if prefix != self.prefix:
                continue
            f = by_concept.get(concept)
            kind, abstract = ("xbrli:stringItemType", "true") if f is None else ("xbrli:monetaryItemType", "false")
            if f is not None and (f.unit is None or not f.unit.name.startswith("iso4217:") or f.unit.denominator):
                kind = "xbrli:decimalItemType" if f.unit is not None else "xbrli:stringItemType"
            group = (
                "xbrldt:hypercubeItem"
                if name.endswith("Table")
                else "xbrldt:dimensionItem"
                if name.endswith("Axis")
                else "xbrli:item"
            )
            element = etree.SubElement(
                root, f"{{{XSD}}}element", name=name, id=f"{prefix}_{name}", type=kind, substitutionGroup=group, abstract=abstract, nillable="true"
            )  # fmt: skip
            element.set(f"{{{XBRLI}}}periodType", "instant" if f is not None and f.period.instant else "duration")
        return root

    def _instance(self) -> Any:
        root = etree.Element(
            f"{{{XBRLI}}}xbrl", nsmap={"xbrli": XBRLI, "link": LINK, "xlink": XLINK, "xbrldi": XBRLDI, **self.namespaces}
        )
        reference = etree.SubElement(root, f"{{{LINK}}}schemaRef")
        reference.set(f"{{{XLINK}}}type", "simple")
        reference.set(f"{{{XLINK}}}href", f"{self.prefix}.xsd")
        contexts = {f.context.id: f.context for f in self.facts}
        for id_, context in contexts.items():
            element = etree.SubElement(root, f"{{{XBRLI}}}context", id=id_)
            entity = etree.SubElement(element, f"{{{XBRLI}}}entity")
            etree.SubElement(entity, f"{{{XBRLI}}}identifier", scheme=context.scheme).text = context.entity
            if any(isinstance(m, str) for m in context.dimensions.values()):
                segment = etree.SubElement(entity, f"{{{XBRLI}}}segment")
                for axis, member in context.dimensions.items():
                    if not isinstance(member, TypedMember):
                        etree.SubElement(segment, f"{{{XBRLDI}}}explicitMember", dimension=axis).text = member
            period = etree.SubElement(element, f"{{{XBRLI}}}period")
            if context.period.instant:
                etree.SubElement(period, f"{{{XBRLI}}}instant").text = context.period.instant
            else:
                etree.SubElement(period, f"{{{XBRLI}}}startDate").text = context.period.start
                etree.SubElement(period, f"{{{XBRLI}}}endDate").text = context.period.end
        for unit in {f.unit.id: f.unit for f in self.facts if f.unit is not None}.values():
            element = etree.SubElement(root, f"{{{XBRLI}}}unit", id=unit.id)
            if unit.denominator:
                divide = etree.SubElement(element, f"{{{XBRLI}}}divide")
                for tag, measures in (("unitNumerator", unit.numerator), ("unitDenominator", unit.denominator)):
                    part = etree.SubElement(divide, f"{{{XBRLI}}}{tag}")
                    for measure in measures:
                        etree.SubElement(part, f"{{{XBRLI}}}measure").text = measure
            else:
                for measure in unit.numerator:
                    etree.SubElement(element, f"{{{XBRLI}}}measure").text = measure
        for f in self.facts:
            prefix, _, name = f.concept.partition(":")
            element = etree.SubElement(root, f"{{{self.namespaces[prefix]}}}{name}", contextRef=f.context.id)
            if f.unit is not None:
                element.set("unitRef", f.unit.id)
                element.set("decimals", str(f.decimals if f.decimals is not None else 0))
            if f.number is not None:
                element.text = format(f.number, "f")
            elif f.nil:
                element.set("{http://www.w3.org/2001/XMLSchema-instance}nil", "true")
                element.attrib.pop("decimals", None)
            elif isinstance(f.value, str):
                element.text = f.value[:300]
        return root
