"""A made-up filing of an invented company: two statements and a note, with schema, linkbases and instance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

BALANCE = "http://brookside.example/role/BalanceSheet"
CASH = "http://brookside.example/role/CashFlows"
NOTE = "http://brookside.example/role/RevenueDetails"

PRESENTED: Mapping[str, Sequence[tuple[str, Sequence[str]]]] = {
    BALANCE: [
        (
            "us-gaap:AssetsAbstract",
            [
                "us-gaap:CashAndCashEquivalentsAtCarryingValue",
                "us-gaap:AccountsReceivableNetCurrent",
                "us-gaap:InventoryNet",
                "us-gaap:AssetsCurrent",
                "us-gaap:Goodwill",
                "us-gaap:PropertyPlantAndEquipmentNet",
                "brook:Turbines",
                "us-gaap:Assets",
            ],
        )
    ],
    CASH: [
        (
            "us-gaap:NetCashProvidedByUsedInOperatingActivitiesAbstract",
            [
                "us-gaap:NetIncomeLoss",
                "us-gaap:DepreciationDepletionAndAmortization",
                "us-gaap:NetCashProvidedByUsedInOperatingActivities",
            ],
        ),
        (
            "us-gaap:NetCashProvidedByUsedInInvestingActivitiesAbstract",
            ["us-gaap:PaymentsToAcquirePropertyPlantAndEquipment", "us-gaap:NetCashProvidedByUsedInInvestingActivities"],
        ),
        (
            "us-gaap:NetCashProvidedByUsedInFinancingActivitiesAbstract",
            ["us-gaap:PaymentsOfDividends", "us-gaap:NetCashProvidedByUsedInFinancingActivities"],
        ),
    ],
    NOTE: [
        ("srt:ProductOrServiceAxis", ["us-gaap:ProductMember", "us-gaap:ServiceMember"]),
        ("us-gaap:RevenueLineItems", ["us-gaap:Revenues"]),
    ],
}
SUMS: Mapping[str, Mapping[str, Mapping[str, int]]] = {
    BALANCE: {
        "us-gaap:AssetsCurrent": {
            "us-gaap:CashAndCashEquivalentsAtCarryingValue": 1,
            "us-gaap:AccountsReceivableNetCurrent": 1,
            "us-gaap:InventoryNet": 1,
        },
        "us-gaap:Assets": {
            "us-gaap:AssetsCurrent": 1,
            "us-gaap:Goodwill": 1,
            "us-gaap:PropertyPlantAndEquipmentNet": 1,
            "brook:Turbines": 1,
        },
    },
    CASH: {
        "us-gaap:NetCashProvidedByUsedInOperatingActivities": {
            "us-gaap:NetIncomeLoss": 1,
            "us-gaap:DepreciationDepletionAndAmortization": 1,
        },
        "us-gaap:NetCashProvidedByUsedInInvestingActivities": {"us-gaap:PaymentsToAcquirePropertyPlantAndEquipment": -1},
        "us-gaap:NetCashProvidedByUsedInFinancingActivities": {"us-gaap:PaymentsOfDividends": -1},
    },
}
FACTS: Mapping[str, Sequence[tuple[str, int]]] = {
    "i23": [
        ("us-gaap:CashAndCashEquivalentsAtCarryingValue", 300),
        ("us-gaap:AccountsReceivableNetCurrent", 500),
        ("us-gaap:InventoryNet", 450),
        ("us-gaap:AssetsCurrent", 1250),
        ("us-gaap:Goodwill", 80),
        ("us-gaap:PropertyPlantAndEquipmentNet", 670),
        ("brook:Turbines", 400),
        ("us-gaap:Assets", 2400),
    ],
    "i22": [
        ("us-gaap:CashAndCashEquivalentsAtCarryingValue", 200),
        ("us-gaap:AccountsReceivableNetCurrent", 410),
        ("us-gaap:InventoryNet", 390),
        ("us-gaap:AssetsCurrent", 1000),
        ("us-gaap:Goodwill", 80),
        ("us-gaap:PropertyPlantAndEquipmentNet", 620),
        ("brook:Turbines", 300),
        ("us-gaap:Assets", 2000),
    ],
    "d23": [
        ("us-gaap:NetIncomeLoss", 210),
        ("us-gaap:DepreciationDepletionAndAmortization", 90),
        ("us-gaap:NetCashProvidedByUsedInOperatingActivities", 300),
        ("us-gaap:PaymentsToAcquirePropertyPlantAndEquipment", 140),
        ("us-gaap:NetCashProvidedByUsedInInvestingActivities", -140),
        ("us-gaap:PaymentsOfDividends", 60),
        ("us-gaap:NetCashProvidedByUsedInFinancingActivities", -60),
        ("us-gaap:Revenues", 1900),
    ],
    "p23": [("us-gaap:Revenues", 1200)],
    "s23": [("us-gaap:Revenues", 700)],
}
CONTEXTS = {
    "i23": ("2023-12-31", None),
    "i22": ("2022-12-31", None),
    "d23": ("2023-01-01/2023-12-31", None),
    "p23": ("2023-01-01/2023-12-31", "us-gaap:ProductMember"),
    "s23": ("2023-01-01/2023-12-31", "us-gaap:ServiceMember"),
}
TITLES = {
    BALANCE: "0002 - Statement - Balance sheet",
    CASH: "0004 - Statement - Cash flows",
    NOTE: "0010 - Disclosure - Revenue (Details)",
}

_SCHEMAS = {
    "us-gaap": "http://xbrl.fasb.org/us-gaap/2023/elts/us-gaap-2023.xsd",
    "srt": "http://xbrl.fasb.org/srt/2023/elts/srt-2023.xsd",
    "brook": "brook-20231231.xsd",
}
_XLINK = 'xmlns:xlink="http://www.w3.org/1999/xlink"'


def write(folder: Path, entity: str = "0000000001") -> Path:
    """The filing as files below ``folder``; returns the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "brook-20231231.xsd").write_text(schema())
    (folder / "brook-20231231.xml").write_text(instance(entity))
    return folder


def schema() -> str:
    roles = "".join(
        f'<link:roleType roleURI="{role}" id="r{i}"><link:definition>{title}</link:definition>'
        f"<link:usedOn>link:presentationLink</link:usedOn></link:roleType>"
        for i, (role, title) in enumerate(TITLES.items())
    )
    links = "".join(presentation(role) + calculation(role) for role in TITLES)
    return (
        '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xbrli="http://www.xbrl.org/2003/instance" '
        f'xmlns:link="http://www.xbrl.org/2003/linkbase" {_XLINK} targetNamespace="http://brookside.example/2023" '
        f'xmlns:brook="http://brookside.example/2023"><xs:annotation><xs:appinfo>{roles}<link:linkbase>{links}</link:linkbase>'
        '</xs:appinfo></xs:annotation><xs:element name="Turbines" id="brook_Turbines" type="xbrli:monetaryItemType" '
        'substitutionGroup="xbrli:item" xbrli:periodType="instant" xbrli:balance="debit" nillable="true"/></xs:schema>'
    )


def presentation(role: str) -> str:
    arcs = [(top, child) for top, children in PRESENTED[role] for child in children]
    root = "us-gaap:StatementOfCashFlowsAbstract" if role == CASH else None
    if root is not None:
        arcs = [(root, top) for top, _ in PRESENTED[role]] + arcs
    return _link("presentation", role, [(a, b, "") for a, b in arcs], "http://www.xbrl.org/2003/arcrole/parent-child")


def calculation(role: str) -> str:
    arcs = [(total, part, f' weight="{w}"') for total, parts in SUMS.get(role, {}).items() for part, w in parts.items()]
    return _link("calculation", role, arcs, "http://www.xbrl.org/2003/arcrole/summation-item") if arcs else ""


def _link(kind: str, role: str, arcs: Sequence[tuple[str, str, str]], arcrole: str) -> str:
    ends = dict.fromkeys(end for a, b, _ in arcs for end in (a, b))
    locs = "".join(
        f'<link:loc xlink:type="locator" xlink:href="{_SCHEMAS[end.partition(":")[0]]}#{end.replace(":", "_")}" '
        f'xlink:label="loc_{end.replace(":", "_")}"/>'
        for end in ends
    )
    drawn = "".join(
        f'<link:{kind}Arc xlink:type="arc" xlink:arcrole="{arcrole}" xlink:from="loc_{a.replace(":", "_")}" '
        f'xlink:to="loc_{b.replace(":", "_")}" order="{n}"{more}/>'
        for n, (a, b, more) in enumerate(arcs, start=1)
    )
    return f'<link:{kind}Link xlink:type="extended" xlink:role="{role}" {_XLINK}>{locs}{drawn}</link:{kind}Link>'


def instance(entity: str = "0000000001") -> str:
    return (
        '<xbrli:xbrl xmlns:xbrli="http://www.xbrl.org/2003/instance" xmlns:link="http://www.xbrl.org/2003/linkbase" '
        f'{_XLINK} xmlns:xbrldi="http://xbrl.org/2006/xbrldi" xmlns:iso4217="http://www.xbrl.org/2003/iso4217" '
        'xmlns:us-gaap="http://fasb.org/us-gaap/2023" xmlns:srt="http://fasb.org/srt/2023" '
        'xmlns:brook="http://brookside.example/2023">'
        '<link:schemaRef xlink:type="simple" xlink:href="brook-20231231.xsd"/>'
        + "".join(context(id_, entity) for id_ in CONTEXTS)
        + '<xbrli:unit id="usd"><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unit>'
        + "".join(
            f'<{concept} contextRef="{id_}" unitRef="usd" decimals="0">{value}</{concept}>'
            for id_, facts in FACTS.items()
            for concept, value in facts
        )
        + "</xbrli:xbrl>"
    )


def context(id_: str, entity: str = "0000000001") -> str:
    when, member = CONTEXTS[id_]
    start, _, end = when.rpartition("/")
    period = (
        f"<xbrli:startDate>{start}</xbrli:startDate><xbrli:endDate>{end}</xbrli:endDate>"
        if start
        else f"<xbrli:instant>{end}</xbrli:instant>"
    )
    segment = (
        '<xbrli:segment><xbrldi:explicitMember dimension="srt:ProductOrServiceAxis">'
        f"{member}</xbrldi:explicitMember></xbrli:segment>"
        if member
        else ""
    )
    return (
        f'<xbrli:context id="{id_}"><xbrli:entity><xbrli:identifier scheme="http://www.sec.gov/CIK">{entity}</xbrli:identifier>'
        f"{segment}</xbrli:entity><xbrli:period>{period}</xbrli:period></xbrli:context>"
    )
