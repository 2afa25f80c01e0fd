// Full-text search in the document.

import { announce, byId } from "./dom.js";
import { squeezed } from "./places.js";

const MOST_MATCHES = 2_000;

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
    sheet?.paint.mark("tieout-found", this.starts.map((start) => ({ start, end: start + this.length })));
    sheet?.paint.mark("tieout-here", []);
    if (this.starts.length && !still) this.step(1);
    else this.tell();
  }

  /** @param {number} by 1 for the next match, -1 for the one before */
  step(by) {
    const sheet = this.pane.sheet;
    if (!sheet || !this.starts.length) return this.tell();
    this.now = (this.now + by + this.starts.length) % this.starts.length;
    const place = { start: this.starts[this.now], end: this.starts[this.now] + this.length };
    sheet.paint.mark("tieout-here", [place]);
    sheet.paint.reveal(place);
    this.tell();
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
