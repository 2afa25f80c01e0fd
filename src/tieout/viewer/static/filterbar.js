// The filters above the list: search, one button a filter with its values, order, how many pass, clear all.

import { byId, el } from "./dom.js";
import { countValues, FACETS, facetsOf, passing } from "./facets.js";
import { ORDERS, tabOf } from "./kinds.js";

const MOST_VALUES = 300;

/** Draws the filters of the tab that is open; changes go through the desk. */
export class FilterBar {
  /** @param {import("./desk.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.open = "";
    /** The timer of what was typed, but not looked for yet. */
    this.typed = 0;
    const search = () => {
      clearTimeout(this.typed);
      this.typed = 0;
      desk.look({ query: byId("query").value });
    };
    byId("query").addEventListener("input", () => {
      clearTimeout(this.typed);
      this.typed = setTimeout(search, 60);
    });
    byId("query").addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === "ArrowDown") {
        event.preventDefault();
        search();
        byId("list").focus();
        if (desk.rows.chosen < 0) desk.step(1);
      } else if (event.key === "Escape") {
        if (byId("query").value) {
          event.stopPropagation();
          byId("query").value = "";
          search();
        } else byId("list").focus();
      }
    });
    byId("order").addEventListener("change", () => desk.look({ order: byId("order").value }));
    byId("clear").addEventListener("click", () => desk.clear());
    byId("facet").addEventListener("toggle", (event) => {
      if (event.newState === "closed") {
        this.opener?.setAttribute("aria-expanded", "false");
        this.open = "";
      }
    });
  }

  draw() {
    const { view, list } = this.desk;
    if (!this.typed && byId("query").value.trim() !== view.query.trim()) byId("query").value = view.query;
    const facets = facetsOf(list);
    for (const facet of Object.keys(view.filters)) if (!facets.includes(facet) && view.filters[facet].length) facets.push(facet);
    const focused = document.activeElement?.getAttribute("data-facet");
    byId("facets").replaceChildren(...facets.map((facet) => this.facetButton(facet)));
    if (focused) byId("facets").querySelector(`[data-facet="${focused}"]`)?.focus();
    const orders = tabOf(view.tab).orders;
    byId("ordering").hidden = orders.length < 2;
    byId("order").replaceChildren(...orders.map((o) => el("option", { value: o, text: ORDERS[o], selected: o === (view.order || orders[0]) })));
  }

  /** @param {number} passed @param {number} all */
  tally(passed, all) {
    const { view } = this.desk;
    byId("count").textContent = passed === all ? `${all.toLocaleString("en")}` : `${passed.toLocaleString("en")} of ${all.toLocaleString("en")}`;
    byId("clear").hidden = !view.query && !Object.values(view.filters).some((v) => v.length);
  }

  /** @param {string} facet */
  facetButton(facet) {
    const chosen = this.desk.view.filters[facet] ?? [];
    const text = chosen.length === 1 ? this.valueName(facet, chosen[0]) : chosen.length ? `${FACETS[facet]}: ${chosen.length}` : FACETS[facet];
    const made = el("button", {
      type: "button",
      class: chosen.length ? "facet active" : "facet",
      data: { facet },
      "aria-haspopup": "dialog",
      "aria-expanded": "false",
      "aria-label": chosen.length ? `${FACETS[facet]}: ${chosen.map((v) => this.valueName(facet, v)).join(", ")}` : `Filter by ${FACETS[facet].toLowerCase()}`,
      text,
    });
    made.addEventListener("click", () => this.toggle(facet, made));
    return made;
  }

  /** @param {string} facet @param {string} value */
  valueName(facet, value) {
    if (facet === "concept") return this.desk.model.label(value);
    return facet === "page" && /^\d+$/.test(value) ? `Page ${value}` : value;
  }

  /** @param {string} facet @param {HTMLElement} opener */
  toggle(facet, opener) {
    const popover = byId("facet");
    if (this.open === facet) return void popover.hidePopover();
    this.open = facet;
    this.opener = opener;
    this.fill(facet);
    popover.setAttribute("aria-label", `Filter by ${FACETS[facet].toLowerCase()}`);
    popover.showPopover();
    opener.setAttribute("aria-expanded", "true");
    const { left, bottom } = opener.getBoundingClientRect();
    popover.style.left = `${Math.max(8, Math.min(left, innerWidth - popover.offsetWidth - 8))}px`;
    popover.style.top = `${Math.min(bottom + 4, Math.max(8, innerHeight - popover.offsetHeight - 8))}px`;
    popover.querySelector("input")?.focus();
  }

  /** @param {string} facet values with counts, as the other filters leave them */
  fill(facet) {
    const { view, list, review } = this.desk;
    const counted = countValues(passing(list, view.filters, view.query, review.standing, facet), facet, review.standing);
    const chosen = () => this.desk.view.filters[facet] ?? [];
    for (const value of chosen()) if (!counted.some(([v]) => v === value)) counted.unshift([value, 0]);
    const box = el("div", { class: "values", role: "group", "aria-label": FACETS[facet] });
    const draw = (query) => {
      const fitting = counted.filter(([v]) => !query || `${v} ${this.valueName(facet, v)}`.toLowerCase().includes(query.toLowerCase()));
      box.replaceChildren(
        ...fitting.slice(0, MOST_VALUES).map(([value, count]) => {
          const check = el("input", { type: "checkbox", checked: chosen().includes(value) });
          check.addEventListener("change", () => {
            const others = chosen().filter((v) => v !== value);
            this.desk.look({ filters: { ...this.desk.view.filters, [facet]: check.checked ? [...others, value] : others } });
          });
          return el("label", { title: facet === "concept" ? value : null }, check, el("span", { text: this.valueName(facet, value) }), el("span", { class: "n", text: String(count) }));
        }),
        ...(fitting.length > MOST_VALUES ? [el("p", { class: "quiet", text: `and ${fitting.length - MOST_VALUES} more: type to narrow` })] : []),
      );
    };
    const search = el("input", { type: "search", placeholder: `Search ${FACETS[facet].toLowerCase()}`, "aria-label": `Search ${FACETS[facet].toLowerCase()}` });
    search.addEventListener("input", () => draw(search.value));
    draw("");
    byId("facet").replaceChildren(...(counted.length > 8 ? [search] : []), box);
    byId("facet").onkeydown = (event) => walk(event, byId("facet"));
  }
}

/** @param {KeyboardEvent} event arrow keys go from value to value @param {HTMLElement} box */
function walk(event, box) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!by) return;
  const inputs = [...box.querySelectorAll("input")];
  const next = inputs[inputs.indexOf(/** @type {any} */ (event.target)) + by];
  if (next) next.focus();
  event.preventDefault();
}
