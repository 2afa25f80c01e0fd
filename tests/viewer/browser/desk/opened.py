"""The reviewer's desk in a browser, as tests and people handle it."""

from __future__ import annotations

from typing import Any

# As long as a busy machine may take for the engines of the sample.
PATIENCE = 240_000


class Desk:
    """An opened page of a report; ``frame`` is its document."""

    def __init__(self, page: Any, link: str, view: str = "", whole: bool = True) -> None:
        """``view`` is what stands behind "#"; ``whole``: waits for all parts."""
        self.page = page
        page.goto(link + (f"#{view}" if view else ""))
        self.ready(whole)

    def ready(self, whole: bool = True) -> None:
        self.page.wait_for_selector(f"html[data-{'complete' if whole else 'shown'}]", timeout=PATIENCE, state="attached")

    @property
    def frame(self) -> Any:
        return self.page.frame_locator("#frames iframe:visible")

    @property
    def view(self) -> str:
        """What stands behind "#"."""
        return str(self.page.evaluate("decodeURIComponent(location.hash.slice(1).replaceAll('+', ' '))"))

    def tab(self, name: str) -> None:
        self.page.get_by_role("tab", name=name).click()

    @property
    def rows(self) -> Any:
        return self.page.locator("#list").get_by_role("option")

    @property
    def selected(self) -> Any:
        return self.page.locator("#list").get_by_role("option", selected=True)

    def row(self, text: str) -> Any:
        return self.rows.filter(has_text=text).first

    def choose(self, text: str) -> None:
        self.row(text).click()

    def search(self, text: str) -> None:
        self.page.get_by_role("searchbox", name="Search the list").fill(text)
        self.page.wait_for_function("text => new URLSearchParams(location.hash.slice(1)).get('q') === text", arg=text)

    def count(self) -> str:
        return str(self.page.locator("#count").inner_text())

    def detail(self) -> str:
        return str(self.page.locator("#detail").inner_text())

    def printed(self, text: str, nth: int = 0) -> Any:
        """What is printed so in the document."""
        return self.frame.get_by_text(text, exact=True).nth(nth)

    def ringed(self) -> str:
        """The characters inside the frame that marks what is chosen; each by its middle."""
        return str(self.page.evaluate(RINGED))

    def ring_is_seen(self) -> bool:
        return bool(self.page.evaluate(SEEN))


_FRAME = """const frame = [...document.querySelectorAll('#frames iframe')].find(f => !f.hidden);
const doc = frame.contentDocument, view = frame.contentWindow;
const rings = [...doc.querySelectorAll('.tieout-ring div')].map(e => e.getBoundingClientRect()).filter(r => r.width > 0);"""
RINGED = f"""() => {{ {_FRAME}
  const found = [], range = doc.createRange(), walker = doc.createTreeWalker(doc.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {{
    const node = walker.currentNode;
    if (!node.data.trim()) continue;
    range.selectNodeContents(node);
    const near = [...range.getClientRects()].some(b => rings.some(r => b.left < r.right && b.right > r.left && b.top < r.bottom && b.bottom > r.top));
    if (near) for (let i = 0; i < node.data.length; i++) {{
      range.setStart(node, i); range.setEnd(node, i + 1);
      const b = range.getBoundingClientRect(), x = (b.left + b.right) / 2, y = (b.top + b.bottom) / 2;
      if (node.data[i].trim() && rings.some(r => x > r.left && x < r.right && y > r.top && y < r.bottom)) found.push(node.data[i]);
    }}
  }}
  return found.join(''); }}"""  # noqa: E501
SEEN = f"""() => {{ {_FRAME}
  return rings.length > 0 && rings[0].top >= 0 && rings[0].bottom <= view.innerHeight; }}"""
