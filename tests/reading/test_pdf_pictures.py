"""Pages as pictures: what is printed is dark where it stands, and no file can do harm."""

from __future__ import annotations

import struct
import zlib

import pytest

from tests.reading.pdf_writer import Sheet, pdf
from tieout.reading import Limits
from tieout.reading.pdf.pictures import page_pictures
from tieout.report.errors import InputError, LimitError


def pixels(picture: bytes) -> list[bytes]:
    """The rows of a grey PNG without filters."""
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    width, height, depth, colour = struct.unpack(">IIBB", picture[16:26])
    assert (depth, colour) == (8, 0)
    at = picture.index(b"IDAT")
    (length,) = struct.unpack(">I", picture[at - 4 : at])
    raw = zlib.decompress(picture[at + 4 : at + 4 + length])
    assert len(raw) == (width + 1) * height
    return [raw[row * (width + 1) + 1 : (row + 1) * (width + 1)] for row in range(height)]


def test_text_is_drawn_where_it_stands() -> None:
    upper, lower = page_pictures(
        pdf(Sheet().text(72, 100, "Total assets"), Sheet().text(72, 700, "Total assets")), "a.pdf", dpi=72
    )
    assert upper is not None and lower is not None
    rows = pixels(upper)
    assert (len(rows), len(rows[0])) == (792, 612)
    dark = [number for number, row in enumerate(rows) if min(row) < 128]
    assert dark[0] > 88 and dark[-1] < 105
    assert all(680 < number < 706 for number, row in enumerate(pixels(lower)) if min(row) < 128)


def test_drawing_goes_on_from_any_page() -> None:
    data = pdf(Sheet(), Sheet().text(72, 100, "second"), Sheet())
    assert list(page_pictures(data, "a.pdf", dpi=36, first=2)) == list(page_pictures(data, "a.pdf", dpi=36))[1:]


def test_a_huge_page_is_drawn_small() -> None:
    (picture,) = page_pictures(pdf(Sheet(wide=14_000, high=14_000)), "a.pdf", dpi=600)
    assert picture is not None
    width, height = struct.unpack(">II", picture[16:24])
    assert width * height <= 12_100_000


@pytest.mark.parametrize("dpi", [0, 35, 601])
def test_other_resolutions_are_refused(dpi: int) -> None:
    with pytest.raises(InputError, match="dots an inch"):
        next(page_pictures(pdf(Sheet()), "a.pdf", dpi=dpi))


def test_what_is_no_pdf_and_what_is_over_a_limit_is_refused() -> None:
    with pytest.raises(InputError):
        next(page_pictures(b"no PDF", "a.pdf"))
    with pytest.raises(LimitError):
        next(page_pictures(pdf(Sheet(), Sheet()), "a.pdf", Limits(pages=1)))


def test_forms_that_draw_forms_are_given_up() -> None:
    """Ten levels of forms that draw the next one a hundred times: PDFium would be at it for ever."""
    levels = 10
    objects = [b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>"]
    resources = b"<</XObject<</F %d 0 R>>>>"
    objects.append(b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R/Resources" + resources % 5 + b">>")
    objects.append(b"<</Length 4>>stream\n/F Do\nendstream")
    for level in range(levels):
        body = b"/F Do " * 100 if level < levels - 1 else b"0 0 m 9 9 l S " * 100
        head = b"<</Type/XObject/Subtype/Form/BBox[0 0 99 99]/Resources" + resources % (6 + level) + b"/Length %d>>stream\n"
        objects.append(head % len(body) + body + b"\nendstream")
    data = (
        b"%PDF-1.4\n"
        + b"".join(b"%d 0 obj%s endobj\n" % (n, body) for n, body in enumerate(objects, 1))
        + b"trailer<</Root 1 0 R>>"
    )
    assert list(page_pictures(data, "forms.pdf", dpi=36)) == [None]
