"""Made-up XBRL filings for tests: the documents of Norvant Tools, a company that doesn't exist, and builders for others."""

from __future__ import annotations

from pathlib import Path

NAMESPACES = (
    'xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xbrli="http://www.xbrl.org/2003/instance" '
    'xmlns:link="http://www.xbrl.org/2003/linkbase" xmlns:xlink="http://www.w3.org/1999/xlink" '
    'xmlns:xbrldt="http://xbrl.org/2005/xbrldt" xmlns:xbrldi="http://xbrl.org/2006/xbrldi" '
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:iso4217="http://www.xbrl.org/2003/iso4217" '
    'xmlns:us-gaap="http://fasb.org/us-gaap/2023" xmlns:nvt="http://norvant.example/2023"'
)
PARENT_CHILD = "http://www.xbrl.org/2003/arcrole/parent-child"
SUMMATION = "http://www.xbrl.org/2003/arcrole/summation-item"
CONCEPT_LABEL = "http://www.xbrl.org/2003/arcrole/concept-label"
DIM = "http://xbrl.org/int/dim/arcrole/"
BALANCE_SHEET = "http://norvant.example/role/BalanceSheet"
US_GAAP = "https://xbrl.fasb.org/us-gaap/2023/elts/us-gaap-2023.xsd"


def schema(
    elements: str = "", appinfo: str = "", imports: str = "", namespace: str | None = "http://norvant.example/2023"
) -> str:
    target = f' targetNamespace="{namespace}"' if namespace else ""
    return (
        f"<xs:schema {NAMESPACES}{target}>{imports}"
        f"<xs:annotation><xs:appinfo>{appinfo}</xs:appinfo></xs:annotation>{elements}</xs:schema>"
    )


def element(name: str, type_: str = "xbrli:monetaryItemType", period: str = "instant", more: str = "") -> str:
    return (
        f'<xs:element name="{name}" id="nvt_{name}" type="{type_}" substitutionGroup="xbrli:item" '
        f'xbrli:periodType="{period}" nillable="true" {more}/>'
    )


def role_type(uri: str, definition: str) -> str:
    return f'<link:roleType roleURI="{uri}" id="r"><link:definition>{definition}</link:definition></link:roleType>'


def linkbase_ref(href: str, kind: str = "presentation") -> str:
    return (
        f'<link:linkbaseRef xlink:type="simple" xlink:href="{href}" '
        f'xlink:role="http://www.xbrl.org/2003/role/{kind}LinkbaseRef" '
        'xlink:arcrole="http://www.w3.org/1999/xlink/properties/linkbase"/>'
    )


def loc(label: str, href: str) -> str:
    return f'<link:loc xlink:type="locator" xlink:label="{label}" xlink:href="{href}"/>'


def arc(source: str, target: str, kind: str = "presentation", arcrole: str = PARENT_CHILD, more: str = 'order="1"') -> str:
    return f'<link:{kind}Arc xlink:type="arc" xlink:arcrole="{arcrole}" xlink:from="{source}" xlink:to="{target}" {more}/>'


def link(content: str, kind: str = "presentation", role: str = BALANCE_SHEET) -> str:
    return f'<link:{kind}Link xlink:type="extended" xlink:role="{role}">{content}</link:{kind}Link>'


def linkbase(*links: str) -> str:
    return f"<link:linkbase {NAMESPACES}>{''.join(links)}</link:linkbase>"


def label(for_: str, text: str, language: str = "en", role: str = "http://www.xbrl.org/2003/role/label") -> str:
    """The arc and resource that give the locator ``for_`` a label."""
    name = f"l_{for_}_{language}_{role.rpartition('/')[2]}"
    return (
        f'<link:label xlink:type="resource" xlink:label="{name}" xlink:role="{role}" xml:lang="{language}">{text}</link:label>'
        + arc(for_, name, "label", CONCEPT_LABEL, "")
    )


def context(id_: str, period: str, segment: str = "") -> str:
    segment = f"<xbrli:segment>{segment}</xbrli:segment>" if segment else ""
    return (
        f'<xbrli:context id="{id_}"><xbrli:entity><xbrli:identifier scheme="http://www.sec.gov/CIK">0000000042'
        f"</xbrli:identifier>{segment}</xbrli:entity><xbrli:period>{period}</xbrli:period></xbrli:context>"
    )


INSTANT = context("i", "<xbrli:instant>2023-12-31</xbrli:instant>")
YEAR = context("d", "<xbrli:startDate>2023-01-01</xbrli:startDate><xbrli:endDate>2023-12-31</xbrli:endDate>")
SEGMENT = context(
    "s",
    "<xbrli:startDate>2023-01-01</xbrli:startDate><xbrli:endDate>2023-12-31</xbrli:endDate>",
    '<xbrldi:explicitMember dimension="us-gaap:StatementBusinessSegmentsAxis">nvt:SawsMember</xbrldi:explicitMember>',
)
USD = '<xbrli:unit id="usd"><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unit>'
PER_SHARE = (
    '<xbrli:unit id="eps"><xbrli:divide><xbrli:unitNumerator><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unitNumerator>'
    "<xbrli:unitDenominator><xbrli:measure>xbrli:shares</xbrli:measure></xbrli:unitDenominator></xbrli:divide></xbrli:unit>"
)


def instance(facts: str, schema_ref: str = "nvt.xsd", more: str = "") -> str:
    return (
        f'<xbrli:xbrl {NAMESPACES}><link:schemaRef xlink:type="simple" xlink:href="{schema_ref}"/>{more}'
        f"{INSTANT}{YEAR}{SEGMENT}{USD}{PER_SHARE}{facts}</xbrli:xbrl>"
    )


FACTS = (
    '<us-gaap:Assets id="f1" contextRef="i" unitRef="usd" decimals="-3">125000</us-gaap:Assets>'
    '<nvt:SawBlades contextRef="i" unitRef="usd" decimals="-3">25000</nvt:SawBlades>'
    '<us-gaap:Revenues contextRef="s" unitRef="usd" decimals="0">7</us-gaap:Revenues>'
    '<us-gaap:EarningsPerShareBasic contextRef="d" unitRef="eps" decimals="2">1.25</us-gaap:EarningsPerShareBasic>'
)

SCHEMA = schema(
    element("SawBlades", more='xbrli:balance="debit"')
    + element(
        "SawsMember", "dtr:domainItemType", "duration", 'abstract="true" xmlns:dtr="http://www.xbrl.org/dtr/type/2022-03-31"'
    ),
    role_type(BALANCE_SHEET, "00000002 - Statement - Balance Sheet")
    + linkbase_ref("nvt_pre.xml")
    + linkbase_ref("nvt_lab.xml", "label"),
    f'<xs:import namespace="http://fasb.org/us-gaap/2023" schemaLocation="{US_GAAP}"/>',
)
PRESENTATION = linkbase(
    link(
        loc("assets", f"{US_GAAP}#us-gaap_Assets")
        + loc("abstract", f"{US_GAAP}#us-gaap_AssetsAbstract")
        + loc("blades", "nvt.xsd#nvt_SawBlades")
        + arc("abstract", "assets", more='order="2" preferredLabel="http://www.xbrl.org/2003/role/totalLabel"')
        + arc("abstract", "blades"),
    ),
    link(
        loc("assets", f"{US_GAAP}#us-gaap_Assets")
        + loc("blades", "nvt.xsd#nvt_SawBlades")
        + arc("assets", "blades", "calculation", SUMMATION, 'order="1" weight="1.0"'),
        "calculation",
    ),
)
LABELS = linkbase(
    link(
        loc("a", f"{US_GAAP}#us-gaap_Assets")
        + label("a", "Assets")
        + label("a", "Aktiva", "de")
        + label("a", "Total assets", role="http://www.xbrl.org/2003/role/totalLabel")
        + loc("b", "nvt.xsd#nvt_SawBlades")
        + label("b", "Saw blades"),
        "label",
        "http://www.xbrl.org/2003/role/link",
    )
)
FILES = {"nvt.xml": instance(FACTS), "nvt.xsd": SCHEMA, "nvt_pre.xml": PRESENTATION, "nvt_lab.xml": LABELS}


def write(folder: Path, files: dict[str, str] | None = None) -> Path:
    """Write documents below a folder; without any, the whole filing of Norvant Tools."""
    for name, text in (FILES if files is None else files).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder
