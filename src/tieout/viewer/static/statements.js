// Statements: the presentation networks as tables, with the checks of their sums in the cells.

import { networkTitle } from "./arithmetic.js";
import { button, byId, el } from "./dom.js";
import { grouped } from "./format.js";

const STATEMENT_KINDS = { income: "Income", comprehensive: "Comprehensive income", balance: "Balance sheet", "cash-flow": "Cash flow", equity: "Equity", other: "Other" };

/** Shows one statement at a time as a grid that arrow keys walk. */
export class Statements {
  /** @param {import("./desk.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.box = byId("statements");
    this.shown = "";
    this.box.addEventListener("keydown", (event) => this.walk(event));
  }

  get all() {
    return this.desk.model.parts.statements?.statements ?? [];
  }

  draw() {
    const part = this.desk.model.parts.statements;
    const { view } = this.desk;
    if (!this.all.length) {
      const why = !part ? "Working …" : (part.error ?? part.why ?? "This report has no presentation networks, so there are no statements to show.");
      this.box.replaceChildren(el("p", { class: "quiet", text: why }));
      return;
    }
    const statement = this.all.find((s) => String(s.id) === view.statement) ?? this.holding(view.item) ?? this.all[0];
    this.shown = String(statement.id);
    const n = this.all.indexOf(statement);
    const select = el(
      "select",
      { "aria-label": "Statement" },
      group("Statements", this.all.filter((s) => !s.note), statement),
      group("Notes", this.all.filter((s) => s.note), statement),
    );
    select.addEventListener("change", () => this.desk.look({ statement: select.value }));
    const go = (by) => () => this.all[n + by] && this.desk.look({ statement: String(this.all[n + by].id) });
    this.box.replaceChildren(
      el("div", { class: "picker" }, button("←", go(-1), { "aria-label": "Previous statement", disabled: n === 0 }), select, button("→", go(1), { "aria-label": "Next statement", disabled: n === this.all.length - 1 })),
      this.summary(statement),
      el("div", { class: "scroll" }, this.grid(statement)),
    );
  }

  /** @param {string} id the first statement that shows a fact */
  holding(id) {
    return id ? this.all.find((s) => s.rows.some((r) => r.cells.some((c) => c?.facts.includes(id)))) : undefined;
  }

  /** @param {any} statement how many of its sums add up */
  summary(statement) {
    const sums = this.desk.model.parts.concepts?.calculations ?? [];
    const checks = new Set(statement.rows.flatMap((r) => r.cells.flatMap((c) => c?.checks ?? [])));
    const off = [...checks].filter((i) => sums[i] && !sums[i].agrees).length;
    const text = !checks.size ? "No sums to check" : off ? `≠ ${off} of ${checks.size} sums differ` : `✓ all ${checks.size} sums add up`;
    return el("p", { class: !checks.size ? "summary quiet" : off ? "summary off" : "summary ok", text: `${STATEMENT_KINDS[statement.kind] ?? ""}${statement.page ? `, page ${statement.page}` : ""} · ${text}` });
  }

  /** @param {any} statement */
  grid(statement) {
    const columns = statement.columns.map((lines, n) => el("th", { scope: "col", class: "n", role: "columnheader", id: `column-${n}` }, [lines].flat().map((l) => el("span", { text: l }))));
    return el(
      "table",
      { role: "grid", class: "statement", "aria-label": networkTitle(statement.title), "aria-readonly": "true" },
      el("caption", { class: "unseen", text: statement.title }),
      el("thead", {}, el("tr", { role: "row" }, el("th", { scope: "col", role: "columnheader" }, el("span", { class: "unseen", text: "Line" })), columns)),
      el("tbody", {}, statement.rows.map((row) => this.row(row))),
    );
  }

  /** @param {any} row */
  row(row) {
    const depth = Math.min(row.depth ?? 0, 6);
    return el(
      "tr",
      { role: "row", class: [row.head ? "head" : "", row.total ? "total" : ""].join(" ").trim() },
      el("th", { scope: "row", role: "rowheader", class: `depth-${depth}`, title: row.concept, text: row.label }),
      row.head && !row.cells.some(Boolean) ? el("td", { colspan: String(row.cells.length || 1) }) : row.cells.map((cell) => this.cell(cell)),
    );
  }

  /** @param {any} cell */
  cell(cell) {
    if (!cell) return el("td", { class: "n", role: "gridcell" });
    const sums = this.desk.model.parts.concepts?.calculations ?? [];
    const checks = (cell.checks ?? []).map((i) => sums[i]).filter(Boolean);
    const off = checks.filter((s) => !s.agrees);
    const findings = cell.facts.some((f) => (this.desk.model.findingsOf.get(f) ?? []).some((a) => a.facts[0] === f));
    const id = this.desk.view.item;
    const chosen = cell.facts.includes(id);
    const made = el(
      "td",
      {
        class: ["n", off.length ? "off" : "", findings ? "finding" : "", cell.facts.length ? "fact" : ""].filter(Boolean).join(" "),
        role: "gridcell",
        tabindex: "-1",
        "aria-selected": String(chosen),
        data: { fact: cell.facts[0] ?? "" },
        on: { click: () => cell.facts.length && this.desk.open(cell.facts[0], { stay: true }) },
      },
      checks.length && !off.length ? el("span", { class: "check ok", title: "The sum adds up", text: "✓" }) : null,
      off.map((s) => el("span", { class: "check off", title: `Comes to ${grouped(s.expected)}`, text: `≠ ${grouped(s.difference)}` })),
      findings ? el("span", { class: "check wave", title: "Has a finding", text: "!" }) : null,
      el("span", { text: cell.text }),
    );
    return made;
  }

  /** Marks the chosen cell. */
  choose() {
    const id = this.desk.view.item;
    if (this.desk.view.tab !== "statements") return;
    const statement = this.all.find((s) => String(s.id) === this.shown);
    const there = statement?.rows.some((r) => r.cells.some((c) => c?.facts.includes(id)));
    if (!there && this.holding(id)) return this.draw();
    for (const cell of this.box.querySelectorAll("td[data-fact]")) cell.setAttribute("aria-selected", String(cell.dataset.fact === id));
    this.focusable();
  }

  /** One cell can be reached by Tab: the chosen one, else the first. */
  focusable() {
    const cells = [...this.box.querySelectorAll("td.fact")];
    const now = cells.find((c) => c.getAttribute("aria-selected") === "true") ?? cells[0];
    for (const cell of cells) cell.tabIndex = cell === now ? 0 : -1;
    now?.scrollIntoView({ block: "nearest", inline: "nearest" });
    return now;
  }

  /** @param {KeyboardEvent} event */
  walk(event) {
    const cell = /** @type {HTMLElement} */ (event.target).closest?.("td.fact");
    if (!cell) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      cell.click();
      return;
    }
    const step = { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1] }[event.key];
    if (!step) return;
    event.preventDefault();
    const rows = [...this.box.querySelectorAll("tbody tr")].map((r) => [...r.children]);
    let y = rows.findIndex((r) => r.includes(cell));
    let x = rows[y].indexOf(cell);
    for (;;) {
      y += step[0];
      x += step[1];
      const next = rows[y]?.[x];
      if (!rows[y] || x < 0 || (step[1] && !next)) return;
      if (next?.classList.contains("fact")) {
        for (const c of this.box.querySelectorAll("td.fact")) c.tabIndex = c === next ? 0 : -1;
        next.focus();
        return;
      }
    }
  }
}

/** @param {string} name @param {any[]} statements @param {any} now */
function group(name, statements, now) {
  if (!statements.length) return null;
  return el("optgroup", { label: name }, statements.map((s) => el("option", { value: String(s.id), text: networkTitle(s.title), selected: s === now })));
}
