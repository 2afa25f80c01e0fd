"""Pages of a PDF: pictures, with the text of each block and cell in a box over the place where it is printed."""

from __future__ import annotations

from tieout.report.layout import Block, Box, Page
from tieout.viewer.document.document import Document
from tieout.viewer.document.rendered import Writer

__all__ = ["of_pictures"]


def of_pictures(file: str, pages: list[Page]) -> Document:
    """A section a page; its picture is put behind by whoever serves it: ``<img data-page="N">`` stands for it."""
    writer = Writer()
    for page in pages:
        width, height = page.size or (612.0, 792.0)
        writer.out.append(
            f'<section class="page picture" id="page-{page.number}" style="aspect-ratio:{width:.1f}/{height:.1f}">'
            f'<img data-page="{page.number}" alt="">'
        )
        for item in page.items:
            if isinstance(item, Block):
                if not item.hidden:
                    _boxed(writer, item.id, item.text, item.box, width, height)
            elif not item.hidden:
                for cell in item.cells:
                    _boxed(writer, cell.id, cell.text, cell.box, width, height)
        writer.out.append("</section>")
    return Document(file, "pictures", "".join(writer.out), "".join(writer.text), items=writer.items)


def _boxed(writer: Writer, id_: str, text: str, box: Box | None, width: float, height: float) -> None:
    """Left, top, width and height in percent of the page; without a box the text stands there unseen."""
    if box is None or width <= 0 or height <= 0:
        writer.out.append('<span class="box" hidden>')
    else:
        x0, y0, x1, y1 = box
        left, top, wide, high = x0 / width, y0 / height, (x1 - x0) / width, (y1 - y0) / height
        sides = zip(("left", "top", "width", "height"), (left, top, wide, high), strict=True)
        writer.out.append('<span class="box" style="' + ";".join(f"{k}:{100 * v:.3f}%" for k, v in sides) + '">')
    writer.stored(id_, text)
    writer.out.append("</span>")
