"""The made-up securities report as an EDINET package: inline XBRL 1.0 in several files, contexts in the header file."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from lxml import etree

from make_samples.japan import TableText, parts, table_element
from make_samples.us_linkbases import spoken

TAGS: dict[str, Any] = tomllib.loads((Path(__file__).parent / "japan_tags.toml").read_text(encoding="utf-8"))
CODE = "E99901-000"
STEM = f"jpcrp030000-asr-001_{CODE}_2024-03-31_01_2024-06-27"
OWN = f"jpcrp030000-asr_{CODE}"
FSA = "http://disclosure.edinet-fsa.go.jp"
VERSIONS = {"jpcrp_cor": "jpcrp/2023-12-01", "jppfs_cor": "jppfs/2023-12-01", "jpdei_cor": "jpdei/2013-08-31"}
NAMESPACES = {
    "ix": "http://www.xbrl.org/2008/inlineXBRL",
    "ixt": "http://www.xbrl.org/inlineXBRL/transformation/2011-07-31",
    "link": "http://www.xbrl.org/2003/linkbase",
    "xbrli": "http://www.xbrl.org/2003/instance",
    "xbrldi": "http://xbrl.org/2006/xbrldi",
    "iso4217": "http://www.xbrl.org/2003/iso4217",
    "xlink": "http://www.w3.org/1999/xlink",
    "xsi": "http://www.w3.org/2001/XMLSchema-instance",
    **{p: f"{FSA}/taxonomy/{v}/{p}" for p, v in VERSIONS.items()},
    OWN: f"{FSA}/jpcrp030000/asr/001/{CODE}/2024-03-31/01/2024-06-27",
}
CONSOLIDATION = ("jppfs_cor:ConsolidatedOrNonConsolidatedAxis", "jppfs_cor:NonConsolidatedMember")
OFFICERS_AXIS = "jpcrp_cor:DirectorsAndOtherOfficersAxis"
OFFICERS = [
    "AkariHoshimigawaMember",
    "WataruTsukishimazakaMember",
    "ShizukaKazahayanoMember",
    "KanadeKirigaokaMember",
    "MinoruYukimizawaMember",
]
OFFICER_FACTS = {
    0: "OfficialTitleOrPositionInformationAboutDirectorsAndCorporateAuditors",
    1: "NameInformationAboutDirectorsAndCorporateAuditors",
    5: "NumberOfSharesHeldOrdinarySharesInformationAboutDirectorsAndCorporateAuditors",
}
"""Column of the officers' table and concept."""
UNITS = {"百万円": ("JPY", 6, 0), "千円": ("JPY", 3, 0), "円": ("JPYPerShares", 0, 2), "％": ("pure", -2, 1), "倍": ("pure", 0, 1),
         "人": ("pure", 0, 0), "株": ("shares", 0, 0)}  # fmt: skip
"""Printed unit: unit id, scale, decimal places."""
COVER = {
    "【提出書類】": "DocumentTitleCoverPage", "【根拠条文】": "ClauseOfStipulationCoverPage", "【提出日】": "FilingDateCoverPage",
    "【事業年度】": "FiscalYearCoverPage", "【会社名】": "CompanyNameCoverPage", "【英訳名】": "CompanyNameInEnglishCoverPage",
    "【代表者の役職氏名】": "TitleAndNameOfRepresentativeCoverPage", "【電話番号】": "TelephoneNumberAddressOfRegisteredHeadquarterCoverPage",
}  # fmt: skip
DEI = {
    "EDINETCodeDEI": "E99901", "SecurityCodeDEI": "00000", "FilerNameInJapaneseDEI": "株式会社星見川計器",
    "FilerNameInEnglishDEI": "HOSHIMIGAWA KEIKI CO., LTD.", "FundCodeDEI": None, "DocumentTypeDEI": "第三号様式",
    "AccountingStandardsDEI": "Japan GAAP", "WhetherConsolidatedFinancialStatementsArePreparedDEI": "true",
    "CurrentFiscalYearStartDateDEI": "2023-04-01", "CurrentPeriodEndDateDEI": "2024-03-31", "TypeOfCurrentPeriodDEI": "FY",
    "CurrentFiscalYearEndDateDEI": "2024-03-31", "PreviousFiscalYearStartDateDEI": "2022-04-01",
    "PreviousFiscalYearEndDateDEI": "2023-03-31", "AmendmentFlagDEI": "false",
}  # fmt: skip
TEXT_BLOCKS = {
    "0102010": "ManagementAnalysisOfFinancialPositionOperatingResultsAndCashFlowsTextBlock",
    "0105010": "ConsolidatedBalanceSheetTextBlock",
    "0105020": "ConsolidatedStatementOfIncomeTextBlock",
    "0105025": "ConsolidatedStatementOfComprehensiveIncomeTextBlock",
    "0105040": "ConsolidatedStatementOfChangesInEquityTextBlock",
    "0105050": "ConsolidatedStatementOfCashFlowsTextBlock",
    "0105110": "NotesSegmentInformationEtcConsolidatedFinancialStatementsTextBlock",
    "0105310": "BalanceSheetTextBlock",
    "0105320": "StatementOfIncomeTextBlock",
}
"""Text block around everything below a file's headings."""
STANDARD_LABEL = "http://www.xbrl.org/2003/role/label"


def full(name: str, prefix: str = "jppfs_cor") -> str:
    return name if ":" in name else f"{prefix}:{name}"


def dates(context: str) -> tuple[str | None, str]:
    """Start (None for an instant) and end of a context such as Prior1YearDuration_NonConsolidatedMember."""
    kind = re.match(r"(?:CurrentYear|Prior(\d)Year|FilingDate)(Instant|Duration)", context)
    assert kind is not None, context
    if context.startswith("FilingDate"):
        return None, "2024-06-27"
    year = 2024 - int(kind[1] or 0)
    return (f"{year - 1}-04-01" if kind[2] == "Duration" else None), f"{year}-03-31"


@dataclass
class Package:
    """Collects contexts and labels while the documents are written."""

    contexts: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)
    footnotes: int = 0

    def context(self, name: str, own: bool = False, member: str = "") -> str:
        dims = [CONSOLIDATION] if own else []
        if member:
            dims.append((OFFICERS_AXIS, f"{OWN}:{member}"))
        name += "_NonConsolidatedMember" if own else ""
        name += f"_{OWN}{member}" if member else ""
        self.contexts.setdefault(name, dims)
        return name

    def figure(self, cell: etree._Element, concept: str, context: str, unit: tuple[str, int, int], role: str) -> None:
        """Put a tag around the figure of a cell, the footnote mark before it and the sign outside."""
        [p] = cell.findall("p")
        words = " ".join(str(t) for t in p.itertext())
        for child in list(p):
            p.remove(child)
        p.text = None
        attributes = {"name": concept, "contextRef": context, "unitRef": unit[0]}
        if words == "－":
            nil = etree.SubElement(p, ix("nonFraction"), attributes)
            nil.set(f"{{{NAMESPACES['xsi']}}}nil", "true")
            nil.tail = words
            return
        found = re.fullmatch(r"(※\S+ )?(.*?)([\d,.]+)(.*)", words)
        assert found is not None, words
        if found[1]:
            self.footnotes += 1
            attributes["footnoteRefs"] = f"footnote{self.footnotes}"
            note = etree.SubElement(p, ix("footnote"), {
                "footnoteID": f"footnote{self.footnotes}", "footnoteLinkRole": f"{FSA}/role/jppfs/rol_{role}",
                "arcrole": "http://www.xbrl.org/2003/arcrole/fact-footnote", "footnoteRole": f"{FSA}/role/jppfs/role/NotesNumber",
                "{http://www.w3.org/XML/1998/namespace}lang": "ja"})  # fmt: skip
            note.text = found[1].strip()
            note.tail = " " + found[2]
        else:
            p.text = found[2]
        attributes |= {"decimals": str(unit[2] - unit[1]), "scale": str(unit[1]), "format": "ixt:numdotdecimal"}
        if "△" in found[2]:
            attributes["sign"] = "-"
        tag = etree.SubElement(p, ix("nonFraction"), attributes)
        tag.text, tag.tail = found[3], found[4]

    def tag_table(self, table: TableText) -> etree._Element:
        made = table_element(table)
        if table.key == "officers":
            self.tag_officers(made)
        spec = TAGS.get(table.key)
        if spec is None:
            return made
        rows = iter(spec["rows"])
        unit = next((v for k, v in UNITS.items() if f"（単位：{k}）" in "".join(table.rows[0])), None)
        count = len(spec["contexts"])
        for tr in list(made.iter("tr"))[2:]:
            cells = tr.findall("td")[-count:]
            if not any(c.isdigit() or c == "－" for cell in cells for t in cell.itertext() for c in str(t)):
                continue
            label = next(t for t in map(str, tr.itertext()) if t.strip())
            concept, *rest = next(rows)
            own_unit = next((v for k, v in UNITS.items() for t in tr.itertext() if t == f"（{k}）"), None)
            unit = own_unit or unit
            if not concept:
                continue
            assert unit is not None
            concept = full(concept + (spec.get("ending", "") if ":" not in concept else ""), spec.get("prefix", "jppfs_cor"))
            self.labels.setdefault(
                concept, "".join(map(str, tr.findall("td")[0].itertext())) if table.kind == "grid" else label
            )
            for cell, year in zip(cells, spec["contexts"], strict=True):
                self.figure(cell, concept, self.context(context_of(year, rest), spec.get("own", False)), unit, spec["role"])
        assert next(rows, None) is None, f"{table.key}: more concepts than rows"
        return made

    def tag_officers(self, made: etree._Element) -> None:
        for member, tr in zip(OFFICERS, made.findall("tr")[1:], strict=False):
            cells = tr.findall("td")
            context = self.context("CurrentYearInstant", member=member)
            self.labels[f"{OWN}:{member}"] = "".join(map(str, cells[1].itertext()))
            for column, name in OFFICER_FACTS.items():
                if column == 5:
                    self.figure(cells[5], f"jpcrp_cor:{name}", context, ("shares", 3, 0), "")
                    continue
                [p] = cells[column].findall("p")
                whole = etree.Element(ix("nonNumeric"), name=f"jpcrp_cor:{name}", contextRef=context)
                whole.text = p.text
                whole.extend(list(p))
                p.text = None
                p.append(whole)


def context_of(year: str, rest: list[str]) -> str:
    """The context of a column: itself, or by the row's kind of period, or the day that a cash balance is of."""
    if year.endswith("Year"):
        return year + ("Instant" if rest[0] == "i" else "Duration")
    if rest[1:] == ["end"]:
        return year.replace("Duration", "Instant")
    if rest[1:] == ["start"]:
        return {"CurrentYearDuration": "Prior1YearInstant", "Prior1YearDuration": "Prior2YearInstant"}[year]
    return year


def ix(name: str) -> str:
    return f"{{{NAMESPACES['ix']}}}{name}"


def page(title: str, body: str) -> bytes:
    names = " ".join(f'xmlns:{p}="{uri}"' for p, uri in NAMESPACES.items())
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<html xmlns="http://www.w3.org/1999/xhtml" {names}>\n<head>\n'
        f'<meta http-equiv="Content-Type" content="text/html; charset=UTF-8"/>\n<title>{escape(title)}</title>\n'
        '<style type="text/css">td{border:solid 0.75pt #000000} p{font-size:9pt;margin:0} .tblR{text-align:right}</style>\n'
        f"</head>\n<body>\n{body}</body>\n</html>\n"
    ).encode()


def markup(element: etree._Element) -> str:
    """XHTML of an element, without the namespace declarations that the root already has."""
    etree.indent(element, space="")
    raw = etree.tostring(element, encoding="unicode", with_tail=False)
    raw = re.sub(r' xmlns:\w+="[^"]*"', "", raw)
    return re.sub(r"<(/?)ns\d+:", r"<\1ix:", re.sub(r"ns\d+:nil=", "xsi:nil=", raw)) + "\n"


def documents(package: Package) -> Iterator[tuple[str, str, str]]:
    """Number, title and body of each document but the header's."""
    for part in parts():
        body = []
        block = TEXT_BLOCKS.get(part.number, "")
        opened = False
        for item in part.items:
            if block and not opened and (isinstance(item, TableText) or not item[0].startswith("h")):
                opened = True
                package.labels[f"jpcrp_cor:{block}"] = part.title
                context = package.context("CurrentYearDuration", own=part.number in ("0105310", "0105320"))
                body.append(f'<ix:nonNumeric name="jpcrp_cor:{block}" contextRef="{context}" escape="true">\n')
            if isinstance(item, TableText):
                body.append(cover(package, item) if item.key == "cover" else markup(package.tag_table(item)))
            elif item[0] == "break":
                body.append('<p style="page-break-before:always"></p>\n')
            else:
                body.append(f"<{item[0]}>{escape(item[1])}</{item[0]}>\n")
        yield part.number, part.title, "".join(body) + ("</ix:nonNumeric>\n" if opened else "")


def cover(package: Package, table: TableText) -> str:
    rows = []
    context = package.context("FilingDateInstant")
    for label, words in table.rows:
        inside = escape(words)
        if label in COVER:
            package.labels[f"jpcrp_cor:{COVER[label]}"] = label.strip("【】")
            kind = ' format="ixt:dateyearmonthdaycjk"' if label == "【提出日】" else ""
            inside = f'<ix:nonNumeric name="jpcrp_cor:{COVER[label]}" contextRef="{context}"{kind}>{inside}</ix:nonNumeric>'
        rows.append(f"<tr><td><p>{escape(label)}</p></td><td><p>{inside}</p></td></tr>\n")
    return f"<table>\n{''.join(rows)}</table>\n"


def header(package: Package) -> str:
    context = package.context("FilingDateInstant")
    facts = "".join(
        f'<ix:nonNumeric name="jpdei_cor:{name}" contextRef="{context}"' + (' xsi:nil="true"/>' if v is None else f">{escape(v)}</ix:nonNumeric>") + "\n"
        for name, v in DEI.items())  # fmt: skip
    contexts = "".join(context_element(name, dims) for name, dims in package.contexts.items())
    per_share = ("<xbrli:divide><xbrli:unitNumerator><xbrli:measure>iso4217:JPY</xbrli:measure></xbrli:unitNumerator>"
                 "<xbrli:unitDenominator><xbrli:measure>xbrli:shares</xbrli:measure></xbrli:unitDenominator></xbrli:divide>")  # fmt: skip
    units = "".join(
        f'<xbrli:unit id="{id}">{body}</xbrli:unit>\n'
        for id, body in (("JPY", "<xbrli:measure>iso4217:JPY</xbrli:measure>"), ("pure", "<xbrli:measure>xbrli:pure</xbrli:measure>"),
                         ("shares", "<xbrli:measure>xbrli:shares</xbrli:measure>"), ("JPYPerShares", per_share)))  # fmt: skip
    roles = "".join(
        f'<link:roleRef xlink:type="simple" roleURI="{role_uri(r)}" xlink:href="{role_home(r)}"/>\n' for r in used_roles()
    )
    return (
        f'<div style="display: none">\n<ix:header>\n<ix:hidden>\n{facts}</ix:hidden>\n<ix:references>\n'
        f'<link:schemaRef xlink:type="simple" xlink:href="{STEM}.xsd"/>\n</ix:references>\n'
        f"<ix:resources>\n{roles}{contexts}{units}</ix:resources>\n</ix:header>\n</div>\n"
    )


def context_element(name: str, dims: list[tuple[str, str]]) -> str:
    start, end = dates(name)
    period = (
        f"<xbrli:startDate>{start}</xbrli:startDate><xbrli:endDate>{end}</xbrli:endDate>"
        if start
        else f"<xbrli:instant>{end}</xbrli:instant>"
    )
    members = "".join(f'<xbrldi:explicitMember dimension="{axis}">{member}</xbrldi:explicitMember>' for axis, member in dims)
    scenario = f"<xbrli:scenario>{members}</xbrli:scenario>" if members else ""
    return (f'<xbrli:context id="{name}"><xbrli:entity><xbrli:identifier scheme="{FSA}">{CODE}</xbrli:identifier></xbrli:entity>'
            f"<xbrli:period>{period}</xbrli:period>{scenario}</xbrli:context>\n")  # fmt: skip


def used_roles() -> list[str]:
    return list(dict.fromkeys(spec["role"] for spec in TAGS.values()))


def taxonomy_of(role: str) -> str:
    return "jpcrp" if role.startswith("BusinessResults") else "jppfs"


def role_uri(role: str) -> str:
    return f"{FSA}/role/{taxonomy_of(role)}/rol_{role}"


def role_home(role: str) -> str:
    version = VERSIONS[f"{taxonomy_of(role)}_cor"]
    return f"{FSA}/taxonomy/{version}/{version.replace('/', '_rt_')}.xsd#rol_{role}"


def href(concept: str) -> str:
    prefix, _, name = concept.partition(":")
    if prefix == OWN:
        return f"{STEM}.xsd#{OWN}_{name}"
    version = VERSIONS[prefix]
    return f"{FSA}/taxonomy/{version}/{version.replace('/', '_cor_')}.xsd#{prefix}_{name}"


@dataclass(frozen=True)
class Arc:
    kind: str
    parent: str
    child: str
    extra: str = ""


def linkbase(element: str, links: dict[str, list[Arc]]) -> bytes:
    """A presentation, calculation or definition linkbase; every arc has its own order."""
    out = ['<?xml version="1.0" encoding="UTF-8"?>\n<link:linkbase xmlns:link="http://www.xbrl.org/2003/linkbase" '
           'xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:xbrldt="http://xbrl.org/2005/xbrldt">\n']  # fmt: skip
    out += [f'<link:roleRef roleURI="{role_uri(r)}" xlink:type="simple" xlink:href="{role_home(r)}"/>\n' for r in links]
    dimensional = {a.kind for arcs in links.values() for a in arcs if "int/dim" in a.kind}
    out += [f'<link:arcroleRef arcroleURI="{k}" xlink:type="simple" xlink:href="http://www.xbrl.org/2005/xbrldt-2005.xsd#{k.rpartition("/")[2]}"/>\n'
            for k in sorted(dimensional)]  # fmt: skip
    for role, arcs in links.items():
        out.append(f'<link:{element}Link xlink:type="extended" xlink:role="{role_uri(role)}">\n')
        names = dict.fromkeys(n for a in arcs for n in (a.parent, a.child))
        out += [
            f'<link:loc xlink:type="locator" xlink:href="{href(n.partition("#")[0])}" xlink:label="{label_of(n)}"/>\n'
            for n in names
        ]
        out += [f'<link:{element}Arc xlink:type="arc" xlink:arcrole="{a.kind}" xlink:from="{label_of(a.parent)}" '
                f'xlink:to="{label_of(a.child)}" order="{i}.0"{a.extra}/>\n' for i, a in enumerate(arcs, 1)]  # fmt: skip
        out.append(f"</link:{element}Link>\n")
    return ("".join(out) + "</link:linkbase>\n").encode()


def label_of(name: str) -> str:
    return name.replace(":", "_").replace("#", "_")


def networks() -> tuple[dict[str, list[Arc]], dict[str, list[Arc]], dict[str, list[Arc]]]:
    """Presentation, calculation and definition arcs by role."""
    tree: dict[str, list[Arc]] = {}
    sums: dict[str, list[Arc]] = {}
    cubes: dict[str, list[Arc]] = {}
    shows, adds = "http://www.xbrl.org/2003/arcrole/parent-child", "http://www.xbrl.org/2003/arcrole/summation-item"
    dim = "http://xbrl.org/int/dim/arcrole/"
    axis, alone = CONSOLIDATION
    for spec in TAGS.values():
        role, prefix = spec["role"], spec.get("prefix", "jppfs_cor")
        heading, lines, table = (full(n, prefix) for n in (spec["heading"], f"{role}LineItems", f"{role}Table"))
        if role not in tree:
            tree[role] = [Arc(shows, heading, table), Arc(shows, table, axis), Arc(shows, axis, "jppfs_cor:ConsolidatedMember"),
                          Arc(shows, "jppfs_cor:ConsolidatedMember", alone), Arc(shows, heading, lines)]  # fmt: skip
            cube = ' xbrldt:contextElement="scenario" xbrldt:closed="true"'
            cubes[role] = [Arc(f"{dim}all", heading, table, cube), Arc(f"{dim}hypercube-dimension", table, axis),
                           Arc(f"{dim}dimension-domain", axis, "jppfs_cor:ConsolidatedMember"),
                           Arc(f"{dim}dimension-default", axis, "jppfs_cor:ConsolidatedMember#2"),
                           Arc(f"{dim}domain-member", "jppfs_cor:ConsolidatedMember", alone), Arc(f"{dim}domain-member", heading, lines)]  # fmt: skip
        for concept, *rest in spec["rows"]:
            if not concept:
                continue
            name = full(concept + (spec.get("ending", "") if ":" not in concept else ""), prefix)
            preferred = {"start": "periodStartLabel", "end": "periodEndLabel"}.get(rest[1] if len(rest) > 1 else "", "label")
            shown = name if preferred != "periodEndLabel" else f"{name}#2"
            tree[role].append(Arc(shows, lines, shown, f' preferredLabel="http://www.xbrl.org/2003/role/{preferred}"'))
            if shown == name:
                cubes[role].append(Arc(f"{dim}domain-member", lines, name))
            if rest and rest[0] not in ("", "d", "i"):
                weight = "-1" if rest[0].startswith("-") else "1"
                sums.setdefault(role, []).append(Arc(adds, full(rest[0].lstrip("-")), name, f' weight="{weight}"'))
    return tree, sums, cubes


def label_linkbase(texts: dict[str, str], language: str) -> bytes:
    parts_ = ['<?xml version="1.0" encoding="UTF-8"?>\n<link:linkbase xmlns:link="http://www.xbrl.org/2003/linkbase" '
              'xmlns:xlink="http://www.w3.org/1999/xlink">\n<link:labelLink xlink:type="extended" '
              'xlink:role="http://www.xbrl.org/2003/role/link">\n']  # fmt: skip
    for concept, words in texts.items():
        name = label_of(concept)
        parts_.append(f'<link:loc xlink:type="locator" xlink:href="{href(concept)}" xlink:label="{name}"/>\n')
        parts_.append(f'<link:label xlink:type="resource" xlink:label="label_{name}" xlink:role="{STANDARD_LABEL}" '
                      f'xml:lang="{language}" id="label_{name}">{escape(words)}</link:label>\n')  # fmt: skip
        parts_.append(f'<link:labelArc xlink:type="arc" xlink:arcrole="http://www.xbrl.org/2003/arcrole/concept-label" '
                      f'xlink:from="{name}" xlink:to="label_{name}"/>\n')  # fmt: skip
    return ("".join(parts_) + "</link:labelLink>\n</link:linkbase>\n").encode()


def schema() -> bytes:
    references = "".join(
        f'<link:linkbaseRef xlink:type="simple" xlink:href="{STEM}_{short}.xml" xlink:role="http://www.xbrl.org/2003/role/{kind}LinkbaseRef" '
        'xlink:arcrole="http://www.w3.org/1999/xlink/properties/linkbase"/>\n'
        for short, kind in (
            ("pre", "presentation"),
            ("cal", "calculation"),
            ("def", "definition"),
            ("lab", "label"),
            ("lab-en", "label"),
        )
    )
    imports = "".join(
        f'<xsd:import namespace="{NAMESPACES[p]}" schemaLocation="{FSA}/taxonomy/{v}/{v.replace("/", "_cor_")}.xsd"/>\n'
        for p, v in VERSIONS.items()
    )
    elements = "".join(
        f'<xsd:element name="{m}" id="{OWN}_{m}" type="nonnum:domainItemType" substitutionGroup="xbrli:item" abstract="true" '
        'nillable="true" xbrli:periodType="duration"/>\n'
        for m in OFFICERS
    )
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<xsd:schema targetNamespace={quoteattr(NAMESPACES[OWN])} attributeFormDefault="unqualified" '
        f'elementFormDefault="qualified" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:nonnum="http://www.xbrl.org/dtr/type/non-numeric" '
        f'xmlns:link="http://www.xbrl.org/2003/linkbase" xmlns:xbrli="http://www.xbrl.org/2003/instance" '
        f'xmlns:xlink="http://www.w3.org/1999/xlink">\n<xsd:annotation><xsd:appinfo>\n{references}</xsd:appinfo></xsd:annotation>\n{imports}'
        '<xsd:import namespace="http://www.xbrl.org/2003/instance" schemaLocation="http://www.xbrl.org/2003/xbrl-instance-2003-12-31.xsd"/>\n'
        '<xsd:import namespace="http://www.xbrl.org/dtr/type/non-numeric" schemaLocation="http://www.xbrl.org/dtr/type/nonNumeric-2009-12-16.xsd"/>\n'
        f"{elements}</xsd:schema>\n"
    ).encode()


def manifest(names: list[str]) -> bytes:
    listed = "".join(f"\t\t\t<ixbrl>{n}</ixbrl>\n" for n in names)
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<manifest xmlns="{FSA}/2013/manifest">\n\t<list>\n'
        f'\t\t<instance id="jpcrp030000" type="PublicDoc" preferredFilename="{STEM}.xbrl">\n{listed}\t\t</instance>\n\t</list>\n</manifest>\n'
    ).encode()


def files() -> dict[str, bytes]:
    """The package below its PublicDoc folder."""
    package = Package()
    written = list(documents(package))
    made: dict[str, bytes] = {}
    for number, title, body in written:
        kind = "header" if number == "0000000" else "honbun"
        made[f"{number}_{kind}_{STEM}_ixbrl.htm"] = page(title, body + (header(package) if kind == "header" else ""))
    tree, sums, cubes = networks()
    english = {c: spoken(c) for arcs in tree.values() for a in arcs for n in (a.parent, a.child) if (c := n.partition("#")[0])}
    japanese = {c: package.labels[c] for c in [*english, *package.labels] if c in package.labels}
    english |= {c: spoken(c) for c in package.labels if c not in english}
    made["manifest_PublicDoc.xml"] = manifest(list(made))
    made[f"{STEM}.xsd"] = schema()
    made[f"{STEM}_pre.xml"], made[f"{STEM}_cal.xml"] = linkbase("presentation", tree), linkbase("calculation", sums)
    made[f"{STEM}_def.xml"] = linkbase("definition", cubes)
    made[f"{STEM}_lab.xml"], made[f"{STEM}_lab-en.xml"] = label_linkbase(japanese, "ja"), label_linkbase(english, "en")
    return {f"XBRL/PublicDoc/{name}": body for name, body in made.items()}
