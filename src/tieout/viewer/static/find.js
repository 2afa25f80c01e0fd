// Full-text search in the document.

import { announce, byId } from "./dom.js";
import { squeezed } from "./places.js";

const MOST_MATCHES = 9_999;
/** So many around the one that is looked at are highlighted. */
const MOST_SHOWN = 300;

/** Finds text in the document that is seen, without regard to case and white space. */
export class Find {
  /** @param {import("./pane.js").Pane} pane */
  constructor(pane) {
    this.pane = pane;
    /** @type {number[]} */
    this.starts = [];
    this.length = 0;
    this.now = -1;
    byId("findtext").addEventListener("input", () => this.search());
    byId("find").addEventListener("submit", (event) => event.preventDefault());
    byId("findtext").addEventListener("keydown", (event) => {
      if (event.key === "Enter") {
        event.preventDefault();
        this.step(event.shiftKey ? -1 : 1);
      } else if (event.key === "Escape" && byId("findtext").value) {
        event.stopPropagation();
        byId("findtext").value = "";
        this.search();
      }
    });
    byId("findnext").addEventListener("click", () => this.step(1));
    byId("findback").addEventListener("click", () => this.step(-1));
    pane.on("open", () => this.search(true));
  }

  /** @param {boolean} [still] whether to stay where one is */
  search(still = false) {
    const sheet = this.pane.sheet;
    const sought = lowered(squeezed(byId("findtext").value));
    this.starts = [];
    this.now = -1;
    this.length = sought.length;
    if (sheet && sought) {
      const text = lowered(sheet.index.text);
      for (let at = text.indexOf(sought); at >= 0 && this.starts.length < MOST_MATCHES; at = text.indexOf(sought, at + sought.length)) this.starts.push(at);
    }
    this.show();
    if (this.starts.length && !still) this.step(1);
    else this.tell();
  }

  /** @param {number} by 1 for the next match, -1 for the one before */
  step(by) {
    const sheet = this.pane.sheet;
    if (!sheet || !this.starts.length) return this.tell();
    this.now = (this.now + by + this.starts.length) % this.starts.length;
    this.show();
    sheet.paint.reveal({ start: this.starts[this.now], end: this.starts[this.now] + this.length });
    this.tell();
  }

  show() {
    const paint = this.pane.sheet?.paint;
    const place = (start) => ({ start, end: start + this.length });
    const from = Math.max(0, Math.min(this.now, this.starts.length) - MOST_SHOWN / 2);
    const others = this.starts.slice(from, from + MOST_SHOWN).filter((start) => start !== this.starts[this.now]);
    paint?.highlight("tieout-found", others.map(place));
    paint?.highlight("tieout-here", this.now < 0 ? [] : [place(this.starts[this.now])]);
  }

  tell() {
    const many = this.starts.length === MOST_MATCHES ? `${MOST_MATCHES}+` : this.starts.length;
    const text = this.length ? (this.starts.length ? `${this.now + 1} of ${many}` : "no match") : "";
    byId("found").textContent = text;
    if (text) announce(text);
  }
}

/** @param {string} text lower case, unless that changes its length and so all places */
function lowered(text) {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : [...text].map((c) => (c.toLowerCase().length === c.length ? c.toLowerCase() : c)).join("");
}
