// Marks in a frame: highlights of ranges where text is text, boxes where pages are pictures. Neither moves anything.

/** Paints the texts of one frame. */
export class Paint {
  /** @param {Document} doc @param {import("./places.js").PlaceIndex} index */
  constructor(doc, index) {
    this.doc = doc;
    this.index = index;
    this.view = /** @type {any} */ (doc.defaultView);
    this.boxed = doc.documentElement.dataset.kind === "pictures";
    /** @type {Map<string, Element[]>} */
    this.classed = new Map();
    this.ring = doc.createElement("div");
    this.ring.className = "tieout-ring";
    this.ring.setAttribute("aria-hidden", "true");
    doc.documentElement.append(this.ring);
    /** @type {Range[]} */
    this.ringed = [];
    this.view.addEventListener("resize", () => this.drawRing());
  }

  /**
   * Marks places in a style of frame.css, instead of those that had it.
   * @param {string} name
   * @param {Array<{start: number, end: number}>} places
   */
  mark(name, places) {
    const ranges = places.filter((p) => p.end > p.start).map((p) => this.index.range(p));
    const highlights = this.view.CSS?.highlights;
    if (highlights && !this.boxed) {
      if (!ranges.length) return void highlights.delete(name);
      const made = new this.view.Highlight(...ranges);
      made.priority = PRIORITIES.indexOf(name);
      highlights.set(name, made);
      return;
    }
    for (const element of this.classed.get(name) ?? []) element.classList.remove(name);
    const elements = ranges.map((r) => holder(r)).filter((e) => e !== null);
    for (const element of elements) element.classList.add(name);
    this.classed.set(name, elements);
  }

  /**
   * Draws a line around the characters of places, and marks them.
   * @param {Array<{start: number, end: number}>} places
   */
  choose(places) {
    this.mark("tieout-chosen", places);
    this.ringed = this.boxed ? [] : places.slice(0, 40).map((p) => this.index.range(p));
    this.drawRing();
  }

  drawRing() {
    const rects = this.ringed.flatMap((r) => lines([...r.getClientRects()]));
    const { scrollX, scrollY } = this.view;
    this.ring.replaceChildren(
      ...rects.slice(0, 400).map((r) => {
        const line = this.doc.createElement("div");
        line.style.left = `${r.left + scrollX - 3}px`;
        line.style.top = `${r.top + scrollY - 2}px`;
        line.style.width = `${r.right - r.left + 6}px`;
        line.style.height = `${r.bottom - r.top + 4}px`;
        return line;
      }),
    );
  }

  /**
   * Brings a place into the middle of what is seen.
   * @param {{start: number, end: number}} place
   */
  reveal(place) {
    const range = this.index.range(place);
    const element = holder(range);
    if (this.boxed && element) return void element.scrollIntoView({ block: "center", inline: "nearest" });
    const rect = range.getClientRects()[0] ?? element?.getBoundingClientRect();
    if (!rect) return;
    const { innerHeight: height, innerWidth: width } = this.view;
    const down = rect.top < 40 || rect.top > height - 60 ? rect.top - height * 0.4 : 0;
    const across = rect.left < 0 || rect.right > width ? rect.left - width * 0.3 : 0;
    if (down || across) this.view.scrollBy({ top: down, left: across, behavior: "instant" });
  }
}

// The later stands above the earlier.
const PRIORITIES = ["tieout-fact", "tieout-number", "tieout-listed", "tieout-differs", "tieout-finding", "tieout-found", "tieout-here", "tieout-chosen"];

/** @param {Range} range the box or element that holds it */
function holder(range) {
  const node = range.startContainer;
  const element = node instanceof /** @type {any} */ (node.ownerDocument.defaultView).Element ? /** @type {Element} */ (node) : node.parentElement;
  return element?.closest(".box") ?? element;
}

/**
 * Rectangles of one printed line as one; those of cells stay apart.
 * @param {DOMRect[]} rects
 */
function lines(rects) {
  /** @type {Array<{left: number, top: number, right: number, bottom: number}>} */
  const found = [];
  for (const r of rects) {
    if (r.width < 0.5 || r.height < 0.5) continue;
    const last = found.at(-1);
    if (last && Math.abs(last.bottom - r.bottom) < 4 && r.left - last.right < 3 && r.left >= last.left) {
      last.right = Math.max(last.right, r.right);
      last.top = Math.min(last.top, r.top);
    } else found.push({ left: r.left, top: r.top, right: r.right, bottom: r.bottom });
  }
  return found;
}
