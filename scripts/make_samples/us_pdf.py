"""The statements of the 10-K as a printed brochure: a small PDF, one statement a page, without any tag."""

from __future__ import annotations

from collections.abc import Sequence

from make_samples.story import Cell, Grid, Page, Paragraph, Tag, plain

HIGH, LEFT, RIGHT, COLUMN, LINE = 792, 54, 540, 90, 13
# Helvetica's widths in thousandths, as far as right-aligned figures need them (Adobe's font metrics).
WIDTHS = {"$": 556, "(": 333, ")": 333, ",": 278, ".": 278, "%": 889, "-": 333, "—": 1000, " ": 278}
SIZE = 9


def width(text: str) -> float:
    return sum(WIDTHS.get(c, 556) for c in text) * SIZE / 1000


def text(x: float, y: float, words: str, bold: bool = False) -> str:
    raw = words.encode("cp1252", "replace").replace(b"\\", rb"\\").replace(b"(", rb"\(").replace(b")", rb"\)").decode("latin-1")
    return f"BT /F{2 if bold else 1} {SIZE} Tf {x:.2f} {HIGH - y:.2f} Td ({raw}) Tj ET"


def grid(table: Grid, y: float) -> tuple[list[str], float]:
    """Drawing calls of the rows, and where they end; figures are right-aligned in their columns."""
    count = max(len(row.cells) for row in table.rows)
    calls = []
    for row in table.rows:
        calls.append(text(LEFT + 8 * row.level, y, plain(row.label), row.bold))
        place = 0
        for cell in row.cells:
            place += cell.columns
            inside = plain(cell.pieces)
            figure = f"{cell.before}{inside}{cell.after}" if inside else ""
            edge = RIGHT - COLUMN * (count - place)
            if figure:
                calls.append(text(edge - width(figure.rstrip(")%")), y, figure, row.bold))
        y += LINE
    return calls, y


def sheet(page: Page) -> bytes:
    y, calls = 60.0, []
    for item in page.items:
        if isinstance(item, Grid):
            more, y = grid(item, y + 4)
            calls += more
        elif isinstance(item, Paragraph) and (words := plain(item.pieces)):
            calls.append(text(LEFT, y, words[:110], item.style in ("title", "heading", "sub", "bold")))
            y += LINE
    calls.append(text(RIGHT / 2, HIGH - 30, page.printed))
    return "\n".join(calls).encode("latin-1")


def statements(pages: Sequence[Page]) -> list[Page]:
    """The first three pages with a table of at least ten rows whose figures are tagged."""

    def figures(item: object) -> bool:
        return isinstance(item, Grid) and len(item.rows) >= 10 and any(_tagged(cell) for row in item.rows for cell in row.cells)

    return [page for page in pages if any(figures(item) for item in page.items)][:3]


def _tagged(cell: Cell) -> bool:
    return any(isinstance(piece, Tag) for piece in cell.pieces)


def document(pages: Sequence[Page]) -> bytes:
    chosen = [sheet(page) for page in statements(pages)]
    kids = " ".join(f"{5 + 2 * n} 0 R" for n in range(len(chosen)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(chosen)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>",
    ]
    for n, content in enumerate(chosen):
        fonts = "/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >>"
        objects.append(f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 {HIGH}] {fonts} /Contents {6 + 2 * n} 0 R >>".encode())
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
    out, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    end = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\n"
    return out + f"{end}startxref\n{len(out)}\n%%EOF\n".encode()
