// The documents in their sandboxed frames: opening, choosing by a click, marks, pages.

import { byId, el } from "./dom.js";
import { Events } from "./events.js";
import { Paint } from "./paint.js";
import { PlaceIndex } from "./places.js";

/**
 * @typedef {object} Sheet an opened document
 * @property {HTMLIFrameElement} frame
 * @property {Document} doc
 * @property {PlaceIndex} index
 * @property {Paint} paint
 */

/**
 * The left half of the desk. Tells `click` {document, at, within}, `key` (a KeyboardEvent), `open` (number of a document).
 */
export class Pane extends Events {
  /** @param {import("./source.js").Source} source @param {any[]} documents */
  constructor(source, documents) {
    super();
    this.source = source;
    this.documents = documents;
    /** @type {Array<Promise<Sheet> | undefined>} */
    this.opened = [];
    /** @type {Array<Sheet | undefined>} */
    this.sheets = [];
    this.current = -1;
    /** @type {Record<string, Array<{document: number, start: number, end: number}>>} */
    this.marks = {};
  }

  /**
   * Shows a document; gives it when it is there.
   * @param {number} n
   * @returns {Promise<Sheet>}
   */
  async show(n) {
    const opening = (this.opened[n] ??= this.openFrame(n));
    if (this.current !== n) {
      this.current = n;
      for (const frame of byId("frames").children) frame.hidden = frame.dataset.document !== String(n);
      this.emit("open", n);
    }
    return opening;
  }

  /** The document that is seen, once it is there. */
  get sheet() {
    return this.sheets[this.current];
  }

  /** @param {number} n @returns {Promise<Sheet>} */
  openFrame(n) {
    const frame = /** @type {HTMLIFrameElement} */ (
      el("iframe", { sandbox: "allow-same-origin", title: this.documents[n].file, data: { document: n }, referrerpolicy: "no-referrer" })
    );
    const done = new Promise((resolve) => {
      frame.addEventListener("load", () => {
        const doc = /** @type {Document} */ (frame.contentDocument);
        const index = new PlaceIndex(doc);
        const sheet = { frame, doc, index, paint: new Paint(doc, index) };
        this.sheets[n] = sheet;
        this.listen(n, sheet);
        for (const name of Object.keys(this.marks)) this.paintMarks(name, n);
        resolve(sheet);
      });
    });
    this.source.open(frame, n);
    byId("frames").append(frame);
    return done;
  }

  /** @param {number} n @param {Sheet} sheet */
  listen(n, { doc, index }) {
    doc.addEventListener("keydown", (event) => this.emit("key", event));
    doc.addEventListener("click", (event) => {
      const target = /** @type {Element} */ (event.target);
      const link = target.closest?.("a[href]");
      if (link) {
        // Links within a document work; those that lead elsewhere go nowhere.
        event.preventDefault();
        const name = link.getAttribute("href") ?? "";
        if (name.startsWith("#")) doc.getElementById(decoded(name.slice(1)))?.scrollIntoView();
      }
      const tagged = target.closest?.("[data-t]");
      const box = target.closest?.(".box, td, th, li, p");
      this.emit("click", {
        document: n,
        at: pointed(doc, index, event),
        fact: tagged?.getAttribute("data-t") ?? "",
        within: box ? index.extent(box) : null,
      });
    });
  }

  /**
   * Marks places of all documents in a style.
   * @param {string} name
   * @param {Array<{document: number, start: number, end: number}>} places
   */
  mark(name, places) {
    this.marks[name] = places;
    this.sheets.forEach((_, n) => this.paintMarks(name, n));
  }

  /** @param {string} name @param {number} n */
  paintMarks(name, n) {
    const own = this.marks[name].filter((p) => p.document === n);
    this.sheets[n]?.paint.mark(name, own);
  }

  /**
   * Goes to the first of the places, and rings them all.
   * @param {Array<{document: number, start: number, end: number}>} places
   * @param {boolean} [still] whether what is seen may move
   */
  async choose(places, still = false) {
    const first = places[0];
    if (!first) return void this.sheets.forEach((s) => s?.paint.choose([]));
    const sheet = this.sheets[first.document] && this.current === first.document ? this.sheet : await this.show(first.document);
    this.sheets.forEach((s, n) => s?.paint.choose(places.filter((p) => p.document === n)));
    if (!still) sheet?.paint.reveal(first);
  }

  /** @param {{document: number, start: number, end?: number}} place */
  async goTo(place) {
    const sheet = await this.show(place.document);
    sheet.paint.reveal({ start: place.start, end: place.end ?? place.start + 1 });
  }
}

/**
 * The character at which a click points, if it hits one.
 * @param {Document} doc
 * @param {PlaceIndex} index
 * @param {MouseEvent} event
 */
function pointed(doc, index, event) {
  const [x, y] = [event.clientX, event.clientY];
  const caret = /** @type {any} */ (doc).caretPositionFromPoint?.(x, y);
  const range = caret ? null : /** @type {any} */ (doc).caretRangeFromPoint?.(x, y);
  const node = caret?.offsetNode ?? range?.startContainer;
  if (!node || node.nodeType !== Node.TEXT_NODE) return null;
  let offset = caret?.offset ?? range.startOffset;
  // A caret stands between two characters: take the one that is hit.
  const probe = doc.createRange();
  for (const i of [offset, offset - 1]) {
    if (i < 0 || i >= node.data.length) continue;
    probe.setStart(node, i);
    probe.setEnd(node, i + 1);
    const hit = [...probe.getClientRects()].some((r) => x >= r.left - 1 && x <= r.right + 1 && y >= r.top - 2 && y <= r.bottom + 2);
    if (hit) return index.offsetOf(node, i);
  }
  return null;
}

/** @param {string} name of a link; as it is where it is no percent-encoded UTF-8 */
function decoded(name) {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
