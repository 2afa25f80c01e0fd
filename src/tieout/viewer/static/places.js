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
    /** @type {string | null} */
    this.whole = null;
    this.length = 0;
    this.walk();
  }

  /** Finds the texts; again when elements were put around some of them. */
  walk() {
    /** @type {Text[]} */
    this.nodes = [];
    /** @type {number[]} */
    this.starts = [];
    /** @type {Map<Node, number> | null} */
    this.numbers = null;
    let at = 0;
    const walker = this.doc.createTreeWalker(this.doc.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = /** @type {Text} */ (walker.currentNode);
      const { length } = squeezed(node.data);
      if (!length) continue;
      this.nodes.push(node);
      this.starts.push(at);
      at += length;
    }
    this.length = at;
  }

  /** All characters. */
  get text() {
    this.whole ??= this.nodes.map((n) => squeezed(n.data)).join("");
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
   * Elements that hold exactly these characters: those that are there, else new ones around a part of a text.
   * @param {{start: number, end: number}} place
   * @param {boolean} boxed whether boxes hold whatever is in them
   * @returns {{elements: Element[], parted: boolean}} `parted`: the index is no longer right from this place on
   */
  elements({ start, end }, boxed) {
    const elements = new Set();
    let parted = false;
    if (!this.nodes.length) return { elements: [], parted };
    const last = this.nodeAt(end - 1);
    for (let i = this.nodeAt(start); i <= last; i++) {
      const node = this.nodes[i];
      const parent = /** @type {Element} */ (node.parentElement);
      const from = Math.max(start - this.starts[i], 0);
      const to = Math.min(end, this.starts[i + 1] ?? this.length) - this.starts[i];
      const whole = from === 0 && to === (this.starts[i + 1] ?? this.length) - this.starts[i];
      const box = boxed && parent.closest(".box");
      if (box) elements.add(box);
      else if (whole && parent.childNodes.length === 1 && parent !== this.doc.body) elements.add(parent);
      else {
        const [first, after] = [rawOffset(node.data, from), rawOffset(node.data, to - 1) + 1];
        if (after < node.data.length) node.splitText(after);
        const held = first > 0 ? node.splitText(first) : node;
        // Of a name of its own, so that no style of the report is about it.
        const element = this.doc.createElement("tieout-mark");
        held.replaceWith(element);
        element.append(held);
        elements.add(element);
        parted = true;
      }
    }
    return { elements: [...elements], parted };
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
