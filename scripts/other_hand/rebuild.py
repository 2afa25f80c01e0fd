"""Rebuilds packages from inline documents, which come without linkbases.

    python scripts/other_hand/rebuild.py CORPUS/filings/inline-10k CORPUS/filings/inline-10q --taxonomy CORPUS/taxonomy/us-gaap-2025 --out DIR

Each document becomes an instance of all its facts and a schema with linkbases that are made of what is printed: the lines of the
three statements in their order below abstracts for their section heads, a calculation wherever a line is the sum of the lines
right above it in every column, and the axes with their members. A statement that doesn't add up from its printed lines is left out
(its rows are parted over tables, say, or its columns are members).
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

from lxml import etree

import tieout
from tieout.engines.auditing.standard import open_standard
from tieout.report import Fact, Report, Table, TypedMember

LINK, XLINK, XBRLI = "http://www.xbrl.org/2003/linkbase", "http://www.w3.org/1999/xlink", "http://www.xbrl.org/2003/instance"
XBRLDI, XSD, XBRLDT = "http://xbrl.org/2006/xbrldi", "http://www.w3.org/2001/XMLSchema", "http://xbrl.org/2005/xbrldt"
DIM = "http://xbrl.org/int/dim/arcrole"
STANDARD = ("us-gaap", "srt", "dei", "ecd", "cyd", "country", "currency", "exch", "stpr", "naics")
SECTIONS = ("Operating", "Investing", "Financing")
CASH = tuple(f"us-gaap:NetCashProvidedByUsedIn{s}Activities" for s in SECTIONS)
INCOME = ("us-gaap:NetIncomeLoss", "us-gaap:ProfitLoss")
TITLES = {"balance": "BALANCE SHEETS", "income": "STATEMENTS OF INCOME", "cash": "STATEMENTS OF CASH FLOWS"}
TOPS = {
    "balance": "us-gaap:StatementOfFinancialPositionAbstract",
    "income": "us-gaap:IncomeStatementAbstract",
    "cash": "us-gaap:StatementOfCashFlowsAbstract",
}
HEADS = (
    (r"operating activities", "us-gaap:NetCashProvidedByUsedInOperatingActivitiesAbstract"),
    (r"investing activities", "us-gaap:NetCashProvidedByUsedInInvestingActivitiesAbstract"),
    (r"financing activities", "us-gaap:NetCashProvidedByUsedInFinancingActivitiesAbstract"),
    (r"supplement", "us-gaap:SupplementalCashFlowInformationAbstract"),
    (r"non-?cash (investing|financing|trans)", "us-gaap:NoncashInvestingAndFinancingItemsAbstract"),
    (r"adjustments? to reconcile|adjustments for", "us-gaap:AdjustmentsToReconcileNetIncomeLossToCashProvidedByUsedInOperatingActivitiesAbstract"),
    (r"changes? in .*(assets|liabilities|working|accounts|operating)", "us-gaap:IncreaseDecreaseInOperatingCapitalAbstract"),
    (r"current assets", "us-gaap:AssetsCurrentAbstract"),
    (r"current liabilities", "us-gaap:LiabilitiesCurrentAbstract"),
    (r"liabilities and", "us-gaap:LiabilitiesAndStockholdersEquityAbstract"),
    (r"^liabilities", "us-gaap:LiabilitiesAbstract"),
    (r"(stock|share)holders|^equity", "us-gaap:StockholdersEquityAbstract"),
    (r"^assets", "us-gaap:AssetsAbstract"),
    (r"cost.? and expenses|operating expenses", "us-gaap:OperatingExpensesAbstract"),
    (r"per (common )?share", "us-gaap:EarningsPerShareAbstract"),
    (r"revenue|net sales", "us-gaap:RevenuesAbstract"),
    (r"cost of", "us-gaap:CostOfRevenueAbstract"),
    (r"other (income|expense|\(income)", "us-gaap:NonoperatingIncomeExpenseAbstract"),
)  # fmt: skip
BREAKS = (
    "OperatingActivitiesAbstract",
    "InvestingActivitiesAbstract",
    "FinancingActivitiesAbstract",
    "SupplementalCashFlowInformationAbstract",
    "NoncashInvestingAndFinancingItemsAbstract",
)
LEAST_SUMMED = 0.7


@dataclass
class Line:
    """A printed row: ``values`` and printed signs by period; a head has no concept."""

    label: str
    concept: str | None = None
    values: dict[Any, Decimal] = field(default_factory=dict)
    printed: int = 0
    unit: Decimal = Decimal(0)
    is_money: bool = False


@dataclass
class Built:
    kind: str
    lines: list[Line]
    sums: dict[str, dict[str, int]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--taxonomy", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    taxonomy = open_standard((str(asked.taxonomy),))
    balances = _balances(asked.taxonomy)
    domains = {
        a: min(ds)
        for a, found in taxonomy.pairs("/dimension-domain").items()
        if (ds := [d for d in found if d.endswith("Domain")])
    }
    for path in sorted(p for folder in asked.folders for p in folder.rglob("*.htm*")):
        try:
            report = tieout.read(path)
            facts = [f for f in report.facts if f.error is None]
        except (tieout.TieoutError, ImportError) as e:
            print(path.name, e, file=sys.stderr)
            continue
        if sum(f.concept.startswith("us-gaap:") for f in facts) < 50:
            continue
        built = list(statements(report, facts, balances))
        name = f"{path.parent.name}_{path.stem}"
        Writer(report, facts, built, domains, _namespaces(path)).write(asked.out / name)
        told = ", ".join(f"{b.kind} {len(b.lines)} lines {len(b.sums)} sums" for b in built)
        print(name, told, flush=True)


def _balances(taxonomy: Path) -> dict[str, str]:
    """Local name to ``debit`` or ``credit``, whatever the year."""
    found: dict[str, str] = {}
    for path in taxonomy.rglob("*.xsd"):
        for element in etree.parse(path, etree.XMLParser(huge_tree=True)).iter(f"{{{XSD}}}element"):
            if element.get(f"{{{XBRLI}}}balance"):
                found[element.get("name")] = element.get(f"{{{XBRLI}}}balance")
    return found


def _namespaces(path: Path) -> dict[str, str]:
    root = etree.fromstring(path.read_bytes().lstrip(), etree.XMLParser(huge_tree=True, recover=True, resolve_entities=False))
    found = {p: uri for p, uri in root.nsmap.items() if p}
    for element in root.iter():
        if isinstance(element.tag, str) and element.tag.endswith(("}header", "}references", "}resources")):
            found |= {p: uri for p, uri in element.nsmap.items() if p}
    return found


# Statements -------------------------------------------------------------------------------------------------------------


def statements(report: Report, facts: Sequence[Fact], balances: Mapping[str, str]) -> Iterator[Built]:
    """The three statements that could be rebuilt."""
    cells: dict[str, dict[str, list[Fact]]] = defaultdict(lambda: defaultdict(list))
    for f in facts:
        if f.number is not None or f.nil:
            where = f.evidence
            if where.table and where.cell:
                cells[where.table][where.cell].append(f)
    tables = [t for t in report.tables if t.id in cells]
    for kind in TITLES:
        best: Built | None = None
        for group in _groups(kind, tables, cells):
            lines = [line for table in group for line in _lines(kind, table, cells[table.id])]
            built = Built(kind, lines, _sums(balances, kind, lines))
            if _is_whole(built) and (best is None or len(built.lines) > len(best.lines) + 2):
                best = built
        if best is not None:
            yield best


def _groups(kind: str, tables: list[Table], cells: Mapping[str, Mapping[str, list[Fact]]]) -> Iterator[list[Table]]:
    """Runs of one to three tables that have what the statement has to have."""
    for i in range(len(tables)):
        for size in (1, 2, 3):
            group = tables[i : i + size]
            first = {f.concept for fs in cells[group[0].id].values() for f in fs if not f.dimensions}
            found = {f.concept for t in group for fs in cells[t.id].values() for f in fs if not f.dimensions}
            if kind == "balance":
                fits = "us-gaap:Assets" in first and "us-gaap:LiabilitiesAndStockholdersEquity" in found
            elif kind == "cash":
                fits = CASH[0] in first and CASH[2] in found
            else:
                fits = not found.isdisjoint(INCOME) and "us-gaap:IncomeTaxExpenseBenefit" in found and CASH[0] not in found
            if fits:
                yield group
                break


def _lines(kind: str, table: Table, cells: Mapping[str, list[Fact]]) -> Iterator[Line]:
    by_row: dict[int, list[tuple[Any, Fact]]] = defaultdict(list)
    for cell_id, facts in cells.items():
        cell = next((c for c in table.cells if c.id == cell_id), None)
        if cell is not None:
            by_row[cell.row] += [(cell, f) for f in facts]
    for row in range(table.rows):
        label = table.row_label(row)
        plain = [(c, f) for c, f in by_row.get(row, ()) if c.column >= table.label_columns]
        by_row[row] = plain or by_row[row]
        found = [
            (c, f) for c, f in by_row.get(row, ()) if not f.dimensions and (f.period.instant is not None) == (kind == "balance")
        ]
        if kind != "balance":
            found += [(c, f) for c, f in by_row.get(row, ()) if not f.dimensions and f.period.instant is not None and not found]
        if not by_row.get(row):
            if label and table.is_section(row):
                yield Line(label)
            continue
        if not found:
            continue
        concept = Counter(f.concept for _, f in found).most_common(1)[0][0]
        line = Line(label, concept)
        votes = 0
        for cell, f in found:
            if f.concept != concept or f.number is None:
                continue
            line.values[f.period] = f.number
            line.is_money = f.unit is not None and f.unit.name.startswith("iso4217:") and not f.unit.denominator
            if isinstance(f.decimals, int):
                line.unit = max(line.unit, Decimal(1).scaleb(-f.decimals))
            if f.number:
                negative = bool(re.search(r"[(\u2212\u2013-]\s*\$?\s*[\d.]", cell.text))
                votes += 1 if negative == (f.number < 0) else -1
        line.printed = (votes > 0) - (votes < 0)
        if not line.values:
            line.is_money = any(
                f.unit is not None and f.unit.name.startswith("iso4217:") and not f.unit.denominator for _, f in found
            )
        yield line


def _sums(balances: Mapping[str, str], kind: str, lines: Sequence[Line]) -> dict[str, dict[str, int]]:
    """Total to the weight of each line: a line that is the sum, in each column, of the open lines right above it."""
    stack: list[Line] = []
    found: dict[str, dict[str, int]] = {}
    used: set[str] = set()
    for line in lines:
        if line.concept is None or not line.is_money or line.concept in used:
            continue
        if kind != "balance" and any(p.instant is not None for p in line.values):
            continue
        used.add(line.concept)
        for size in range(2, min(len(stack), 45) + 1):
            weights = _weights(balances, kind, line, stack[-size:])
            if weights is not None:
                while size < len(stack) and stack[-size - 1].concept not in found and not any(stack[-size - 1].values.values()):
                    size += 1
                weights = _weights(balances, kind, line, stack[-size:]) or weights
                found[line.concept] = {
                    part.concept: w for part, w in zip(stack[-len(weights) :], weights, strict=True) if part.concept
                }
                del stack[-len(weights) :]
                break
        else:
            if stack and len(stack[-1].values) and line.values == stack[-1].values and any(line.values.values()):
                continue  # said twice
        stack.append(line)
    return found


def _weights(known: Mapping[str, str], kind: str, total: Line, parts: Sequence[Line]) -> list[int] | None:
    """The weights with which the parts are the total in every column; None where they aren't."""
    columns = [p for p, v in total.values.items()]
    if not columns or not any(total.values.values()):
        return None
    weights: list[int] = []
    open_: list[int] = []
    for i, part in enumerate(parts):
        balances = [known.get((line.concept or "").partition(":")[2]) for line in (total, part)]
        if kind == "cash":
            weights.append(part.printed or 1)
        elif None not in balances:
            weights.append(1 if balances[0] == balances[1] else -1)
        else:
            weights.append(part.printed or 1)
            open_.append(i)
    for choice in range(2 ** min(len(open_), 3)):
        tried = list(weights)
        for bit, i in enumerate(open_[:3]):
            if choice >> bit & 1:
                tried[i] = -tried[i]
        if _adds_up(total, parts, tried, columns):
            return tried
    return None


def _adds_up(total: Line, parts: Sequence[Line], weights: Sequence[int], columns: Sequence[Any]) -> bool:
    exact = 0
    for column in columns:
        terms = [w * p.values[column] for w, p in zip(weights, parts, strict=True) if column in p.values]
        difference = abs(sum(terms, Decimal(0)) - total.values[column])
        if difference and (len(terms) < 3 or difference > total.unit * 2):
            return False
        exact += not difference or len(terms) > 6
    return 2 * exact >= len(columns)


def _is_whole(built: Built) -> bool:
    if built.kind == "cash":
        needed = [t for t in CASH if any(line.concept == t for line in built.lines)]
        if sum(t in built.sums for t in needed) < 3:
            return False
    money = {line.concept for line in built.lines if line.concept and line.is_money and any(line.values.values())}
    if built.kind == "cash":
        last = max((i for i, line in enumerate(built.lines) if line.concept in CASH), default=0)
        money = {
            line.concept
            for line in built.lines[: last + 1]
            if line.concept and line.is_money and any(p.end for p in line.values)
        }
    ends = {c for total, parts in built.sums.items() for c in (total, *parts)}
    return len(built.sums) >= 2 and len(money) >= 8 and len(money & ends) >= LEAST_SUMMED * len(money)


# Presentation -----------------------------------------------------------------------------------------------------------


def presented(built: Built, prefix: str) -> list[tuple[str, str]]:
    """(parent, child) in order."""
    top = TOPS[built.kind]
    arcs: list[tuple[str, str]] = []
    open_: list[tuple[str, int]] = [(top, -1)]
    place: dict[str, int] = {}
    seen: set[str] = {top}
    for i, line in enumerate(built.lines):
        if line.concept is None:
            name = _head(line.label, built.kind)
            if name is None or name in seen:
                continue
            seen.add(name)
            if name.endswith(BREAKS) and built.kind == "cash":
                keep = 2 if name.endswith("ItemsAbstract") and open_[-1][0].endswith("InformationAbstract") else 1
                del open_[keep:]
            arcs.append((open_[-1][0], name))
            open_.append((name, i))
            continue
        if line.concept in seen:
            continue
        seen.add(line.concept)
        place[line.concept] = i
        arcs.append((open_[-1][0], line.concept))
        parts = [place[c] for c in built.sums.get(line.concept, ()) if c in place]
        if parts:
            first = min(parts)
            inner = [k for k, (_, at) in enumerate(open_) if at > first]
            before = [k for k, (_, at) in enumerate(open_) if -1 < at < first]
            above = max((p for p in place.values() if p < first), default=-1)
            if inner:
                del open_[inner[0] :]
            if before and open_[before[-1]][1] > above and len(open_) > 1:
                del open_[before[-1] :]
    return arcs


def _head(label: str, kind: str) -> str | None:
    text = label.lower().strip(" :")
    for pattern, name in HEADS:
        if re.search(pattern, text) and (kind == "cash" or not name.endswith(BREAKS)):
            return name
    return None


# Writing ----------------------------------------------------------------------------------------------------------------


class Writer:
    """A package: instance and schema with embedded linkbases, as rolled packages have them."""

    def __init__(
        self,
        report: Report,
        facts: Sequence[Fact],
        built: Sequence[Built],
        domains: Mapping[str, str],
        namespaces: Mapping[str, str],
    ) -> None:
        self.report, self.built, self.domains = report, built, domains
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
            arcs = presented(built, self.prefix)
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


if __name__ == "__main__":
    main()
