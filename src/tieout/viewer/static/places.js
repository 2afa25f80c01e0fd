// Places in a document: offsets in its characters without white space (docs/view.md, "Places").

const BLANKS = /[\t\n\v\f\r\x1c-\x1f \x85\xa0\u1680\u2000-\u200b\u2028\u2029\u202f\u205f\u2060\u3000\ufeff]+/g;
const BLANK = new RegExp(`^${BLANKS.source.slice(0, -1)}$`);

/**
 * A text without white space.
 * @param {string} text
 */
export function squeezed(text) {
  return text.replace(BLANKS, "");
}

/** The texts of a frame's body by place. */
export class PlaceIndex {
  /** @param {Document} doc */
  constructor(doc) {
    this.doc = doc;
    /** @type {Text[]} */
    this.nodes = [];
    /** @type {number[]} */
    this.starts = [];
    /** @type {string[] | null} */
    this.pieces = [];
    let at = 0;
    const walker = doc.createTreeWalker(doc.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = /** @type {Text} */ (walker.currentNode);
      const dense = squeezed(node.data);
      if (!dense) continue;
      this.nodes.push(node);
      this.starts.push(at);
      this.pieces.push(dense);
      at += dense.length;
    }
    this.length = at;
    /** @type {string | null} */
    this.whole = null;
    /** @type {Map<Node, number> | null} */
    this.numbers = null;
  }

  /** All characters. */
  get text() {
    if (this.whole === null) {
      this.whole = (this.pieces ?? []).join("");
      this.pieces = null;
    }
    return this.whole;
  }

  /**
   * What is printed at a place, with the spaces that stand between its characters.
   * @param {{start: number, end: number}} place
   */
  printed(place) {
    return place.end > place.start ? this.range(place).toString().replace(/\s+/g, " ").trim() : "";
  }

  /** @param {number} at the last text node that begins at or before it */
  nodeAt(at) {
    let [low, high] = [0, this.starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle] <= at) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /**
   * The range of exactly these characters; collapsed for an empty place.
   * @param {{start: number, end: number}} place
   */
  range({ start, end }) {
    const range = this.doc.createRange();
    if (!this.nodes.length) return range;
    const first = this.nodeAt(Math.min(start, this.length - 1));
    range.setStart(this.nodes[first], rawOffset(this.nodes[first].data, start - this.starts[first]));
    if (end <= start) return range;
    const last = this.nodeAt(end - 1);
    range.setEnd(this.nodes[last], rawOffset(this.nodes[last].data, end - 1 - this.starts[last]) + 1);
    return range;
  }

  /**
   * How many characters stand before a point of the document.
   * @param {Node} node a text node
   * @param {number} offset in it
   * @returns {number | null}
   */
  offsetOf(node, offset) {
    this.numbers ??= new Map(this.nodes.map((n, i) => [n, i]));
    const number = this.numbers.get(node);
    return number === undefined ? null : this.starts[number] + squeezed(this.nodes[number].data.slice(0, offset)).length;
  }

  /**
   * The characters of an element.
   * @param {Element} element
   * @returns {{start: number, end: number} | null}
   */
  extent(element) {
    const walker = this.doc.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    let [start, end] = [-1, -1];
    while (walker.nextNode()) {
      const at = this.offsetOf(walker.currentNode, 0);
      if (at === null) continue;
      if (start < 0) start = at;
      end = at + squeezed(/** @type {Text} */ (walker.currentNode).data).length;
    }
    return start < 0 ? null : { start, end };
  }
}

/** @param {string} data @param {number} count offset of the character that has so many before it */
function rawOffset(data, count) {
  let seen = 0;
  for (let i = 0; i < data.length; i++) {
    if (BLANK.test(data[i])) continue;
    if (seen === count) return i;
    seen++;
  }
  return data.length;
}
