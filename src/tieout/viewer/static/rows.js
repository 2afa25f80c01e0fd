// A list of thousands of rows, of which only those that are seen exist.

const SPARE = 6;

/** A listbox in which one row is chosen. */
export class Rows {
  /**
   * @param {HTMLElement} box
   * @param {(item: any) => HTMLElement[]} draw what a row holds
   * @param {(item: any) => void} choose
   */
  constructor(box, draw, choose) {
    this.box = box;
    this.draw = draw;
    /** @type {any[]} */
    this.items = [];
    this.chosen = -1;
    this.from = -1;
    this.to = -1;
    this.inner = document.createElement("div");
    this.inner.className = "rows";
    this.inner.setAttribute("role", "presentation");
    box.replaceChildren(this.inner);
    box.addEventListener("scroll", () => this.render(), { passive: true });
    new ResizeObserver(() => this.measure()).observe(box);
    this.inner.addEventListener("click", (event) => {
      const row = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest(".row"));
      if (row) choose(this.items[Number(row.dataset.n)]);
    });
    this.height = 0;
    this.measure();
  }

  /** Rows of one list are all as high as `--row` says. */
  rowHeight() {
    const height = parseFloat(getComputedStyle(this.box).getPropertyValue("--row")) * parseFloat(getComputedStyle(document.documentElement).fontSize);
    return height || 48;
  }

  measure() {
    this.height = this.rowHeight();
    this.inner.style.blockSize = `${this.items.length * this.height}px`;
    this.render(true);
  }

  /** @param {any[]} items @param {string} chosen its id */
  set(items, chosen) {
    this.items = items;
    this.height = this.rowHeight();
    this.chosen = items.findIndex((i) => i.id === chosen);
    this.inner.style.blockSize = `${items.length * this.height}px`;
    this.render(true);
  }

  /** @param {string} id @param {boolean} [seen] whether to scroll to it */
  choose(id, seen = true) {
    this.chosen = this.items.findIndex((i) => i.id === id);
    if (this.chosen >= 0 && seen) this.scrollTo(this.chosen);
    this.render(true);
  }

  /** @param {number} n */
  scrollTo(n) {
    const top = n * this.height;
    const { scrollTop, clientHeight } = this.box;
    const far = Math.abs(top - scrollTop - clientHeight / 2) > clientHeight;
    if (far) this.box.scrollTop = top - clientHeight / 2 + this.height / 2;
    else if (top < scrollTop) this.box.scrollTop = top;
    else if (top + this.height > scrollTop + clientHeight) this.box.scrollTop = top + this.height - clientHeight;
  }

  /** @param {boolean} [anew] whether rows that are already there changed */
  render(anew = false) {
    const { scrollTop, clientHeight } = this.box;
    const from = Math.max(0, Math.floor(scrollTop / this.height) - SPARE);
    const to = Math.min(this.items.length, Math.ceil((scrollTop + clientHeight) / this.height) + SPARE);
    if (!anew && from === this.from && to === this.to) return;
    [this.from, this.to] = [from, to];
    const rows = [];
    for (let n = from; n < to; n++) rows.push(this.row(n));
    this.inner.replaceChildren(...rows);
    const active = this.chosen >= from && this.chosen < to ? `row-${this.chosen}` : "";
    if (active) this.box.setAttribute("aria-activedescendant", active);
    else this.box.removeAttribute("aria-activedescendant");
  }

  /** @param {number} n */
  row(n) {
    const row = document.createElement("div");
    row.className = "row";
    row.id = `row-${n}`;
    row.dataset.n = String(n);
    row.setAttribute("role", "option");
    row.setAttribute("aria-selected", String(n === this.chosen));
    row.setAttribute("aria-posinset", String(n + 1));
    row.setAttribute("aria-setsize", String(this.items.length));
    row.style.insetBlockStart = `${n * this.height}px`;
    row.append(...this.draw(this.items[n]));
    return row;
  }
}
