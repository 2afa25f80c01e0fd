"""The report as one inline XBRL 1.1 document, marked up the way filings to the SEC are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import escape, quoteattr

from make_samples.story import Cell, Close, Grid, Open, Page, Paragraph, Piece, Row, Tag, Twin, Where

CIK = "0009999901"
PREFIX = "mrw"
NAMESPACE = "http://www.marrowbrook.example/20250930"
STEM = "mrw-20250930"
NAMESPACES = {
    "": "http://www.w3.org/1999/xhtml",
    "ix": "http://www.xbrl.org/2013/inlineXBRL",
    "ixt": "http://www.xbrl.org/inlineXBRL/transformation/2020-02-12",
    "ixt-sec": "http://www.sec.gov/inlineXBRL/transformation/2015-08-31",
    "xbrli": "http://www.xbrl.org/2003/instance",
    "xbrldi": "http://xbrl.org/2006/xbrldi",
    "link": "http://www.xbrl.org/2003/linkbase",
    "xlink": "http://www.w3.org/1999/xlink",
    "xsi": "http://www.w3.org/2001/XMLSchema-instance",
    "iso4217": "http://www.xbrl.org/2003/iso4217",
    "country": "http://xbrl.sec.gov/country/2025",
    "dei": "http://xbrl.sec.gov/dei/2025",
    "srt": "http://fasb.org/srt/2025",
    "us-gaap": "http://fasb.org/us-gaap/2025",
    PREFIX: NAMESPACE,
}
UNITS = {
    "usd": "<xbrli:measure>iso4217:USD</xbrli:measure>",
    "shares": "<xbrli:measure>xbrli:shares</xbrli:measure>",
    "number": "<xbrli:measure>xbrli:pure</xbrli:measure>",
    "usdPerShare": "<xbrli:divide><xbrli:unitNumerator><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unitNumerator>"
    "<xbrli:unitDenominator><xbrli:measure>xbrli:shares</xbrli:measure></xbrli:unitDenominator></xbrli:divide>",
}
STYLES = {
    "text": "margin:6pt 0;text-align:justify",
    "center": "text-align:center",
    "bold": "text-align:center;font-weight:700",
    "title": "margin:9pt 0 3pt;text-align:center;font-size:12pt;font-weight:700",
    "heading": "margin:12pt 0 3pt;font-weight:700",
    "sub": "margin:6pt 0 0;font-style:italic;font-weight:700",
    "item": "margin:6pt 0;padding-left:12pt;text-indent:-12pt",
    "small": "margin:4pt 0;font-size:8pt",
}
SHADE = "background:#e8f0f0;"
EDGES = {"": "", "single": "border-top:1pt solid #000;", "double": "border-top:1pt solid #000;border-bottom:3pt double #000;"}


@dataclass
class Chunk:
    """An ix element of a text block that may turn out to go on elsewhere."""

    open: str
    close: str
    continued_at: str = ""

    def __str__(self) -> str:
        return f"<{self.open}{f' continuedAt={quoteattr(self.continued_at)}' if self.continued_at else ''}>"


@dataclass
class Writer:
    """Writes pages, handing out ids of facts and contexts in the order of the document."""

    contexts: dict[Where, str] = field(default_factory=dict)
    marks: dict[str, Tag] = field(default_factory=dict)
    noted: dict[str, list[str]] = field(default_factory=dict)
    hidden: list[Tag] = field(default_factory=list)
    tags: list[Tag] = field(default_factory=list)
    out: list[str | Chunk] = field(default_factory=list)
    blocks: list[tuple[str, bool, Chunk]] = field(default_factory=list)
    continuations: int = 0

    def context(self, where: Where) -> str:
        return self.contexts.setdefault(where, f"c-{len(self.contexts) + 1}")

    def register(self, tag: Tag) -> None:
        self.tags.append(tag)
        tag.id = f"f-{len(self.tags)}"
        self.context(tag.where)
        if tag.mark:
            self.marks[tag.mark] = tag
        if tag.note:
            self.noted.setdefault(tag.note, []).append(tag.id)

    def attributes(self, tag: Tag) -> str:
        found = {"contextRef": self.context(tag.where), "name": tag.concept, "id": tag.id, "format": tag.format}
        if tag.unit:
            found["unitRef"] = tag.unit
        if tag.nil:
            found["xsi:nil"] = "true"
        elif tag.unit:
            found["decimals"] = tag.decimals
            found["scale"] = str(tag.scale)
            found["sign"] = "-" if tag.negative else ""
        return " ".join(f"{k}={quoteattr(v)}" for k, v in found.items() if v)

    def tag(self, tag: Tag) -> str:
        self.register(tag)
        kind = "ix:nonFraction" if tag.unit else "ix:nonNumeric"
        inside = self.tag(tag.within) if tag.within else escape(tag.printed)
        return f"<{kind} {self.attributes(tag)}>{inside}</{kind}>"

    def pieces(self, pieces: Sequence[Piece]) -> str:
        return "".join(
            escape(p) if isinstance(p, str) else self.twin(p) if isinstance(p, Twin) else self.tag(p) for p in pieces
        )

    def twin(self, twin: Twin) -> str:
        self.register(twin.tag)
        self.hidden.append(twin.tag)
        return f'<span style="-sec-ix-hidden:{twin.tag.id}">{escape(twin.printed)}</span>'

    def paragraph(self, item: Paragraph) -> None:
        inside = self.pieces(item.pieces)
        if item.footnote:
            role = "http://www.xbrl.org/2003/role/footnote"
            inside = f'<ix:footnote id="fn-{item.footnote}" footnoteRole="{role}" xml:lang="en-US">{inside}</ix:footnote>'
        if item.style == "item":
            first, _, rest = inside.partition(". ")
            inside = f'<span style="font-style:italic">{first}.</span> {rest}'
        self.out.append(f'<div style="{STYLES[item.style]}">{inside}</div>\n')

    def grid(self, grid: Grid) -> None:
        each = (100 - grid.label_width) / grid.columns
        widths = [1, grid.label_width - 2, 1] + [1, 1, each - 3, 1] * grid.columns
        first = "".join(f'<td style="width:{w:.2f}%"></td>' for w in widths)
        self.out.append(
            f'<div style="margin:6pt 0"><table style="border-collapse:collapse;width:100%;font-size:9pt">\n<tr>{first}</tr>\n'
        )
        body = 0
        for row in grid.rows:
            body = 0 if row.header else body + 1
            self.row(row, SHADE if body % 2 else "")
        self.out.append("</table></div>\n")

    def row(self, row: Row, shade: str) -> None:
        weight = "font-weight:700;" if row.bold or row.header else ""
        label = self.pieces(row.label)
        indent = f"padding:1pt 1pt 1pt {2 + 9 * row.level}pt"
        cells = [f'<td colspan="3" style="{shade}{weight}{indent}">{label}</td>']
        for cell in row.cells:
            cells.append(f'<td style="{shade}"></td>')
            cells.append(self.head(cell) if row.header else self.figure(cell, row, shade + weight))
        self.out.append("<tr>" + "".join(cells) + "</tr>\n")

    def head(self, cell: Cell) -> str:
        span = 4 * cell.columns - 1
        return (
            f'<td colspan="{span}" style="border-bottom:1pt solid #000;font-weight:700;text-align:center">'
            f"{self.pieces(cell.pieces)}</td>"
        )

    def figure(self, cell: Cell, row: Row, style: str) -> str:
        edge = EDGES[row.rule]
        if not cell.pieces:
            return f'<td colspan="3" style="{style}{edge}"></td>'
        inside = self.pieces(cell.pieces)
        if cell.left:
            return f'<td colspan="3" style="{style}{edge}padding:1pt;text-align:left">{inside}</td>'
        right = f"{style}{edge}text-align:right"
        number = f"{'(' if '(' in cell.before else ''}{inside}"
        dollar = (
            f'<td style="{style}{edge}">$</td><td style="{right}">{number}</td>'
            if "$" in cell.before
            else (f'<td colspan="2" style="{right}">{number}</td>')
        )
        return f'{dollar}<td style="{style}{edge}">{cell.after}</td>'

    def open(self, item: Open) -> None:
        self.register(item.tag)
        chunk = Chunk(f'ix:nonNumeric {self.attributes(item.tag)} escape="true"', "ix:nonNumeric")
        self.blocks.append((item.tag.concept, item.whole, chunk))
        self.out += [chunk, "\n"]

    def close(self, concept: str) -> None:
        name, _, chunk = self.blocks.pop()
        assert name == concept, f"{concept} closes {name}"
        self.out.append(f"</{chunk.close}>\n")

    def page_break(self, printed: str) -> None:
        """The foot of a page. Open text blocks are continued on the next, or hold the foot in ix:exclude."""
        foot = f'<div style="margin-top:12pt;text-align:center;font-size:8pt">{printed}</div>\n<hr style="page-break-after:always"/>\n'
        if self.blocks and all(whole for _, whole, _ in self.blocks):
            self.out.append(f"<ix:exclude>\n{foot}</ix:exclude>\n")
            return
        again = []
        for _, _, chunk in reversed(self.blocks):
            self.out.append(f"</{chunk.close}>\n")
        for concept, whole, chunk in self.blocks:
            self.continuations += 1
            chunk.continued_at = f"{next(t.id for t in reversed(self.tags) if t.concept == concept)}-{self.continuations}"
            again.append((concept, whole, Chunk(f'ix:continuation id="{chunk.continued_at}"', "ix:continuation")))
        self.out.append(foot)
        self.blocks = again
        for _, _, chunk in again:
            self.out += [chunk, "\n"]

    def pages(self, pages: Sequence[Page]) -> str:
        for index, page in enumerate(pages):
            for item in page.items:
                match item:
                    case Paragraph():
                        self.paragraph(item)
                    case Grid():
                        self.grid(item)
                    case Open():
                        self.open(item)
                    case Close():
                        self.close(item.concept)
            if index + 1 < len(pages):
                self.page_break(page.printed)
            else:
                self.out.append(f'<div style="margin-top:12pt;text-align:center;font-size:8pt">{page.printed}</div>\n')
        return "".join(map(str, self.out))

    def header(self, hidden: Sequence[Tag]) -> str:
        facts = (
            "\n".join(self.tag(t) for t in hidden)
            + "\n"
            + "\n".join(f"<ix:nonNumeric {self.attributes(t)}>{escape(t.printed)}</ix:nonNumeric>" for t in self.hidden)
        )
        units = "\n".join(f'<xbrli:unit id="{name}">{body}</xbrli:unit>' for name, body in UNITS.items())
        contexts = "\n".join(self.context_element(where, id) for where, id in self.contexts.items())
        arcs = "\n".join(
            f'<ix:relationship arcrole="http://www.xbrl.org/2003/arcrole/fact-footnote" fromRefs="{" ".join(ids)}" toRefs="fn-{note}"/>'
            for note, ids in self.noted.items()
        )
        return (
            f'<ix:header>\n<ix:hidden>\n{facts}\n</ix:hidden>\n<ix:references xml:lang="en-US">'
            f'<link:schemaRef xlink:type="simple" xlink:href="{STEM}.xsd"/></ix:references>\n'
            f"<ix:resources>\n{arcs}\n{contexts}\n{units}\n</ix:resources>\n</ix:header>"
        )

    def context_element(self, where: Where, id: str) -> str:
        members = "".join(
            f'<xbrldi:explicitMember dimension="{axis}">{member}</xbrldi:explicitMember>' for axis, member in where.dims
        )
        segment = f"<xbrli:segment>{members}</xbrli:segment>" if members else ""
        period = (
            f"<xbrli:startDate>{where.start}</xbrli:startDate><xbrli:endDate>{where.end}</xbrli:endDate>"
            if where.start
            else (f"<xbrli:instant>{where.end}</xbrli:instant>")
        )
        return (
            f'<xbrli:context id="{id}"><xbrli:entity><xbrli:identifier scheme="http://www.sec.gov/CIK">{CIK}</xbrli:identifier>'
            f"{segment}</xbrli:entity><xbrli:period>{period}</xbrli:period></xbrli:context>"
        )


def document(writer: Writer, pages: Sequence[Page], hidden: Sequence[Tag]) -> bytes:
    """The whole XHTML document, in ASCII with character references."""
    body = writer.pages(pages)
    names = " ".join(f'xmlns{":" if p else ""}{p}="{uri}"' for p, uri in NAMESPACES.items())
    html = (
        f'<?xml version="1.0" encoding="ASCII"?>\n<html {names} xml:lang="en-US">\n<head>\n'
        f'<meta http-equiv="Content-Type" content="text/html"/>\n<title>{STEM}</title>\n</head>\n'
        "<body style=\"font-family:'Times New Roman',Times,serif;font-size:10pt;margin:0 auto;max-width:8.5in;padding:0 24pt\">\n"
        f'<div style="display:none">{writer.header(hidden)}</div>\n{body}</body>\n</html>\n'
    )
    return html.encode("ascii", "xmlcharrefreplace")
