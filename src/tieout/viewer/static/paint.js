// Marks in a frame: classes of elements around places, which are made where there are none. They move no place.
//
// Highlights of ranges would need no elements, but browsers go through all of them again with every change of a frame, which
// takes too long where thousands of numbers are marked. They serve for what is few: matches of a search.

/** Paints the texts of one frame. */
export class Paint {
  /** @param {Document} doc @param {import("./places.js").PlaceIndex} index */
  constructor(doc, index) {
    this.doc = doc;
    this.index = index;
    this.view = /** @type {any} */ (doc.defaultView);
    this.boxed = doc.documentElement.dataset.kind === "pictures";
    /** @type {Map<string, Element[]>} elements by mark */
    this.marked = new Map();
    /** @type {Map<string, Element[]>} elements by place */
    this.holders = new Map();
    this.ring = doc.createElement("div");
    this.ring.className = "tieout-ring";
    this.ring.setAttribute("aria-hidden", "true");
    doc.documentElement.append(this.ring);
    /** @type {Array<{start: number, end: number}>} */
    this.ringed = [];
    this.view.addEventListener("resize", () => this.drawRing());
  }

  /**
   * Marks places in a style of frame.css, instead of those that had it.
   * @param {string} name
   * @param {Array<{start: number, end: number}>} places
   */
  mark(name, places) {
    for (const element of this.marked.get(name) ?? []) element.classList.remove(name);
    this.hold(places);
    const elements = places.flatMap((p) => this.holders.get(`${p.start} ${p.end}`) ?? []);
    for (const element of elements) element.classList.add(name);
    this.marked.set(name, elements);
  }

  /**
   * Highlights a few places, without elements where the browser can.
   * @param {string} name
   * @param {Array<{start: number, end: number}>} places
   */
  highlight(name, places) {
    const highlights = this.view.CSS?.highlights;
    if (!highlights || this.boxed) return this.mark(name, places);
    if (places.length) highlights.set(name, new this.view.Highlight(...places.map((p) => this.index.range(p))));
    else highlights.delete(name);
  }

  /**
   * Finds or makes elements that hold exactly these places.
   * @param {Array<{start: number, end: number}>} places
   */
  hold(places) {
    let todo = places.filter((p) => p.end > p.start && !this.holders.has(`${p.start} ${p.end}`));
    while (todo.length) {
      // From the end, so that the index is right for what is before; what overlaps waits for the next round.
      todo.sort((a, b) => b.start - a.start || a.end - b.end);
      const waiting = [];
      let right = Infinity;
      for (const place of todo) {
        const key = `${place.start} ${place.end}`;
        if (this.holders.has(key)) continue;
        if (place.end > right) {
          waiting.push(place);
          continue;
        }
        const { elements, parted } = this.index.elements(place, this.boxed);
        this.holders.set(key, elements);
        if (parted) right = place.start;
      }
      if (right < Infinity) this.index.walk();
      todo = waiting;
    }
  }

  /**
   * Draws a frame around the characters of places.
   * @param {Array<{start: number, end: number}>} places
   */
  choose(places) {
    if (this.boxed) this.mark("tieout-chosen", places);
    this.ringed = this.boxed ? [] : places.slice(0, MOST_RINGED);
    this.drawRing();
  }

  drawRing() {
    const rects = this.ringed.flatMap((p) => lines([...this.index.range(p).getClientRects()])).slice(0, MOST_LINES);
    const { scrollX, scrollY } = this.view;
    while (this.ring.children.length < rects.length) this.ring.append(this.doc.createElement("div"));
    [...this.ring.children].forEach((element, n) => {
      const r = rects[n];
      const { style } = /** @type {HTMLElement} */ (element);
      style.width = r ? `${r.right - r.left + 6}px` : "0";
      style.height = r ? `${r.bottom - r.top + 4}px` : "0";
      style.left = r ? `${r.left + scrollX - 3}px` : "-99px";
      style.top = r ? `${r.top + scrollY - 2}px` : "-99px";
    });
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

/** Longer passages and more places than that are framed no more. */
const [MOST_RINGED, MOST_LINES] = [40, 400];

/** @param {Range} range the box or element that holds it */
function holder(range) {
  const node = range.startContainer;
  const element = node.nodeType === Node.ELEMENT_NODE ? /** @type {Element} */ (node) : node.parentElement;
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
