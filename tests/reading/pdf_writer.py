"""A tiny PDF writer, so that tests can say what stands where on a made-up page."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field

# Widths of Helvetica's characters in thousandths, as far as right-aligned numbers need them (Adobe's font metrics).
_WIDTHS = {"$": 556, "(": 333, ")": 333, ",": 278, ".": 278, "%": 889, "-": 333, "—": 1000, " ": 278}
REGULAR, BOLD, UNMAPPED = "F1", "F2", "F3"


def width(text: str, size: float) -> float:
    """Width of a number in points."""
    return sum(_WIDTHS.get(c, 556) for c in text) * size / 1000


@dataclass
class Sheet:
    """One page: drawing calls, with y measured from the top as readers of the report see it."""

    wide: float = 612
    high: float = 792
    rotate: int = 0
    ops: list[str] = field(default_factory=list)

    def text(self, x: float, y: float, text: str, size: float = 10, font: str = REGULAR, turn: str = "1 0 0 1") -> Sheet:
        """Text whose base line begins at (x, y)."""
        raw = text.encode("cp1252").replace(b"\\", rb"\\").replace(b"(", rb"\(").replace(b")", rb"\)")
        self.ops.append(f"BT /{font} {size} Tf {turn} {x:.2f} {self.high - y:.2f} Tm ({raw.decode('latin-1')}) Tj ET")
        return self

    def right(self, x: float, y: float, text: str, size: float = 10, font: str = REGULAR) -> Sheet:
        """A number whose last digit ends at x: a closing parenthesis or percent sign hangs out."""
        return self.text(x - width(text.rstrip(")%"), size), y, text, size, font)

    def rule(self, x0: float, y: float, x1: float) -> Sheet:
        self.ops.append(f"{x0:.2f} {self.high - y:.2f} m {x1:.2f} {self.high - y:.2f} l S")
        return self

    def picture(self) -> Sheet:
        self.ops.append("q 200 0 0 200 100 400 cm /Im1 Do Q")
        return self


def pdf(*sheets: Sheet, extra: str = "", trailer: str = "", contents: list[bytes] | None = None) -> bytes:
    """The bytes of a PDF with these pages; ``extra`` and ``trailer`` add raw objects (from number 1000) and trailer entries."""
    fonts = (
        "<< /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
        " /F2 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>"
        " /F3 << /Type /Font /Subtype /Type0 /BaseFont /Unknown /Encoding /Identity-H /DescendantFonts [<< /Type /Font"
        " /Subtype /CIDFontType2 /BaseFont /Unknown /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>"
        " /DW 600 /FontDescriptor << /Type /FontDescriptor /FontName /Unknown /Flags 4 /ItalicAngle 0 /Ascent 800"
        " /Descent -200 /CapHeight 700 /StemV 80 /FontBBox [0 -200 1000 800] >> >>] >> >>"
    )
    objects: dict[int, bytes] = {
        1: b"<< /Type /Catalog /Pages 2 0 R >>",
        3: b"<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 1 >>"
        b"\nstream\n\x80\nendstream",
    }
    kids: list[str] = []
    for n, sheet in enumerate(sheets):
        page, content = 10 + 2 * n, 11 + 2 * n
        kids.append(f"{page} 0 R")
        objects[page] = (
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {sheet.wide} {sheet.high}] /Rotate {sheet.rotate}"
            f" /Contents {content} 0 R /Resources << /Font {fonts} /XObject << /Im1 3 0 R /Fm1 1000 0 R >> >> >>"
        ).encode()
        stream = contents[n] if contents else "\n".join(sheet.ops).encode("latin-1")
        objects[content] = f"<< /Length {len(stream)} >>\nstream\n".encode() + stream + b"\nendstream"
    objects[2] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>".encode()
    out = bytearray(b"%PDF-1.4\n")
    offsets: dict[int, int] = {}
    for number, body in sorted(objects.items()):
        offsets[number] = len(out)
        out += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
    out += extra.encode("latin-1")
    start = len(out)
    out += b"xref\n"
    for number, offset in offsets.items():
        out += f"{number} 1\n{offset:010d} 00000 n \n".encode()
    at = out.find(b"\n1000 0 obj")
    for number in range(1000, 1100):
        at = out.find(f"\n{number} 0 obj".encode())
        if at < 0:
            break
        out += f"{number} 1\n{at + 1:010d} 00000 n \n".encode()
    out += f"trailer\n<< /Size 2000 /Root 1 0 R {trailer} >>\nstartxref\n{start}\n%%EOF\n".encode("latin-1")
    return bytes(out)


def repeated(content: bytes, pages: int) -> bytes:
    """A PDF whose pages, as many as that, all draw the same packed content: a few kilobytes, however much there is to read."""
    packed = zlib.compress(content, 9)
    font = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
    kids = b" ".join(b"%d 0 R" % (5 + n) for n in range(pages))
    page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 3 0 R >> >> >>"
    bodies = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, pages),
        font,
        b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(packed), packed),
        *[page] * pages,
    ]
    out = bytearray(b"%PDF-1.4\n")
    offsets: list[int] = []
    for number, body in enumerate(bodies, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(bodies) + 1)
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(bodies) + 1, start)
    return bytes(out)
