// The desk: what is looked at, and what follows from a choice.

import { emptyView, readView, writeView } from "./address.js";
import { detailNodes } from "./detail.js";
import { askConcept, askNote } from "./dialogs.js";
import { announce, button, byId, el } from "./dom.js";
import { aboutItem } from "./entries.js";
import { facetsOf, ordered, passing } from "./facets.js";
import { FilterBar } from "./filterbar.js";
import { periodName } from "./format.js";
import { KINDS, TABS, tabOf } from "./kinds.js";
import { Rows } from "./rows.js";
import { rowNodes } from "./rowview.js";
import { showPage } from "./pages.js";
import { Statements } from "./statements.js";

/** Ties model, view, document and review together. */
export class Desk {
  /**
   * @param {import("./model.js").Model} model
   * @param {import("./pane.js").Pane} pane
   * @param {import("./review.js").Review} review
   * @param {import("./source.js").Source} source
   */
  constructor(model, pane, review, source) {
    this.model = model;
    this.pane = pane;
    this.review = review;
    this.source = source;
    this.view = emptyView();
    /** @type {import("./items.js").Item[]} items that pass the filters, in order */
    this.passed = [];
    this.rows = new Rows(byId("list"), (item) => rowNodes(item, review.standing[item.target]), (item) => this.open(item.id, { listed: true }));
    this.filters = new FilterBar(this);
    this.statements = new Statements(this);
    this.ready = false;
    /** The tab whose list was drawn last. */
    this.listed = "";
    /** The item that was shown last: one of a part that is still to come is shown when that comes. */
    this.seen = "";
    /** @type {Record<string, any>} lists as they were marked last */
    this.marked = {};
    review.on("change", () => this.onReview());
    pane.on("click", (where) => this.onClick(where));
    pane.on("open", () => this.ready && this.ring(true));
  }

  /** All items of the open tab. */
  get list() {
    return this.model.lists[this.view.tab] ?? [];
  }

  get item() {
    return this.model.items.get(this.view.item);
  }

  /** Begins with what the address says. */
  start() {
    this.ready = true;
    this.view = this.fromAddress();
    this.drawTabs();
    this.drawList();
    this.drawItem();
    window.addEventListener("hashchange", () => {
      if (location.hash === writeView(this.view)) return;
      this.view = this.fromAddress();
      this.drawTabs();
      this.drawList();
      this.drawItem();
    });
  }

  fromAddress() {
    const view = readView(location.hash);
    const kind = KIND_OF[view.item[0]];
    if (!view.tab) view.tab = kind ? KINDS[kind].tab : this.model.base.facts.length ? "facts" : "kpis";
    return view;
  }

  /** A part of the payload came. */
  refresh() {
    this.drawTabs();
    this.drawList();
    this.mark();
    if (!this.item) return this.drawItem(true);
    const known = this.seen === this.view.item;
    if (!known) this.rows.choose(this.view.item);
    this.drawItem(known);
  }

  /**
   * Looks at something else: another tab, query, order, statement or filters.
   * @param {Partial<import("./address.js").View>} change
   */
  look(change) {
    const tab = this.view.tab;
    this.view = { ...this.view, ...change };
    if (this.view.tab !== tab) {
      this.view.order = "";
      this.drawTabs();
      this.mark();
    }
    this.drawList();
    this.write(false);
  }

  /** @param {string} id */
  openTab(id) {
    if (id === this.view.tab) return;
    const list = this.model.lists[id] ?? [];
    const known = facetsOf(list);
    const kept = Object.fromEntries(Object.entries(this.view.filters).filter(([facet]) => SHARED.includes(facet) && known.includes(facet)));
    const any = passing(list, kept, this.view.query, this.review.standing).length > 0;
    this.look(any ? { tab: id, filters: kept } : { tab: id, filters: {}, query: "" });
    announce(`${tabOf(id).name}: ${this.passed.length}`);
  }

  clear() {
    this.look({ query: "", filters: {} });
    byId("query").value = "";
    byId("list").focus();
  }

  /** @param {boolean} step whether "back" shall lead here */
  write(step) {
    const hash = writeView(this.view);
    if (hash !== location.hash) history[step ? "pushState" : "replaceState"](null, "", hash);
  }

  /**
   * Chooses an item.
   * @param {string} id
   * @param {{still?: boolean, listed?: boolean, stay?: boolean, walked?: boolean}} [how] `still`: the document does not move;
   *   `listed`: it is in the list that is seen; `stay`: the tab stays; `walked`: one of many steps
   */
  open(id, how = {}) {
    const item = this.model.items.get(id);
    if (!item) return;
    const tab = KINDS[item.kind].tab;
    this.view.item = id;
    if (!how.listed && !how.stay && tab !== this.view.tab && this.view.tab !== "statements") {
      this.look({ tab, item: id });
      if (!this.passed.includes(item)) this.look({ filters: {}, query: "" });
    } else if (!how.stay && !how.listed && tab === this.view.tab && !this.passed.includes(item)) this.look({ filters: {}, query: "" });
    this.rows.choose(id);
    this.statements.choose();
    this.drawItem(how.still ?? false);
    this.write(!how.walked);
    announce([item.title, item.value, item.unit, item.detail, item.page === undefined ? "" : `page ${item.page}`].filter(Boolean).join(", "));
  }

  /** @param {number} by */
  step(by) {
    if (this.view.tab === "statements") return;
    const n = this.passed.findIndex((i) => i.id === this.view.item);
    const next = n < 0 ? (by > 0 ? 0 : this.passed.length - 1) : Math.min(this.passed.length - 1, Math.max(0, n + by));
    const item = this.passed[next];
    if (item && item.id !== this.view.item) this.open(item.id, { listed: true, walked: true });
  }

  /** A click in the document chooses what stands there; more clicks on the same place go through all that does. */
  onClick({ document, at, fact, within }) {
    let found = at === null ? [] : this.model.at(document, at).filter((f) => f.length <= 200);
    if (!found.length && within) {
      const inside = this.model.at(document, within.start, within.end).filter((f) => f.item.kind === "fact" || f.item.kind === "number");
      if (inside.length === 1) found = inside;
    }
    const items = found.map((f) => f.item);
    const tagged = this.model.items.get(fact);
    if (!items.length && tagged) items.push(tagged);
    if (!items.length) return;
    const listed = items.find((i) => KINDS[i.kind].tab === this.view.tab);
    const now = items.findIndex((i) => i.id === this.view.item);
    const chosen = now >= 0 ? items[(now + 1) % items.length] : (listed ?? items[0]);
    this.open(chosen.id, { still: true });
  }

  onReview() {
    this.drawList();
    this.drawItem(true);
    this.mark();
  }

  // What follows draws.

  drawTabs() {
    const focused = byId("tabs").contains(document.activeElement);
    byId("tabs").replaceChildren(
      ...TABS.map((tab, n) => {
        const part = tab.part ? this.model.parts[tab.part] : true;
        const count = tab.id === "statements" ? this.statements.all.length : (this.model.lists[tab.id]?.length ?? 0);
        const here = tab.id === this.view.tab;
        return el(
          "button",
          {
            type: "button",
            role: "tab",
            id: `tab-${tab.id}`,
            "aria-selected": String(here),
            "aria-controls": "body",
            "aria-keyshortcuts": String(n + 1),
            tabindex: here ? "0" : "-1",
            class: part && !count ? "empty" : "",
            title: part?.error ?? part?.why ?? `Key: ${n + 1}`,
            on: { click: () => this.openTab(tab.id) },
          },
          tab.name,
          " ",
          el("span", { class: "count", text: !part ? "…" : part.error ? "!" : count.toLocaleString("en") }),
        );
      }),
    );
    byId("body").setAttribute("aria-labelledby", `tab-${this.view.tab}`);
    if (focused) byId(`tab-${this.view.tab}`)?.focus();
  }

  drawList() {
    const { view } = this;
    const statements = view.tab === "statements";
    byId("filters").hidden = byId("list").hidden = statements;
    byId("statements").hidden = !statements;
    byId("asking").hidden = view.tab !== "answers" || this.source.alone;
    if (statements) {
      byId("nothing").hidden = true;
      this.statements.draw();
      this.statements.focusable();
      return;
    }
    this.passed = ordered(passing(this.list, view.filters, view.query, this.review.standing), view.order || tabOf(view.tab).orders[0]);
    byId("list").setAttribute("aria-label", tabOf(view.tab).name);
    byId("list").dataset.tab = view.tab;
    this.rows.set(this.passed, view.item);
    if (this.listed !== view.tab && this.rows.chosen >= 0) this.rows.scrollTo(this.rows.chosen);
    this.listed = view.tab;
    this.filters.draw();
    this.filters.tally(this.passed.length, this.list.length);
    const text = this.emptiness();
    byId("nothing").hidden = !text;
    byId("nothing").textContent = text;
    byId("list").hidden = Boolean(text);
  }

  /** Why there is nothing in the list; empty where there is something. */
  emptiness() {
    if (this.passed.length) return "";
    if (this.list.length) return "Nothing passes these filters.";
    const tab = tabOf(this.view.tab);
    const part = tab.part ? this.model.parts[tab.part] : {};
    if (!part) return "Working …";
    if (part.error) return `Could not be made: ${part.error}`;
    if (part.why) return `Nothing here: ${part.why}.`;
    if (tab.id === "answers" && !this.source.alone) return "No question was asked yet.";
    return "Nothing here.";
  }

  /** @param {boolean} [still] whether the document stays where it is */
  drawItem(still = false) {
    const item = this.item;
    const box = byId("detail");
    if (!item) {
      box.replaceChildren(...this.overview());
      this.seen = "";
      void this.pane.choose([]);
      return;
    }
    const top = this.seen === item.id ? box.scrollTop : 0;
    this.seen = item.id;
    box.replaceChildren(...detailNodes(this, item, this.printed(item)));
    box.scrollTop = top;
    this.ring(still);
    showPage(this.model.parts.layout, item.page);
  }

  /** @param {boolean} still */
  ring(still) {
    if (!this.item) return;
    const places = this.item.at;
    const here = places.filter((p) => p.document === this.pane.current);
    void this.pane.choose(still && here.length ? [...here, ...places.filter((p) => !here.includes(p))] : still && places.length ? [] : places, still);
  }

  /** @param {import("./items.js").Item} item what is printed at its first place */
  printed(item) {
    const place = item.at[0];
    const sheet = place ? this.pane.sheets[place.document] : undefined;
    return place && sheet && place.end - place.start < 2_000 ? sheet.index.printed(place) : (item.raw.text ?? "");
  }

  /** What is shown before anything is chosen. */
  overview() {
    const { report } = this.model.base;
    const rows = [];
    const count = (tab, facet, value) => (this.model.lists[tab] ?? []).filter((i) => i.facets[facet]?.includes(value)).length;
    const link = (text, change) => button(text, () => this.look({ query: "", filters: {}, ...change }), { class: "link" });
    const add = (n, text, change) => n && rows.push(el("li", {}, link(`${n.toLocaleString("en")} ${text}`, change)));
    add((this.model.lists.findings ?? []).length, "findings of the audit rules", { tab: "findings" });
    add((this.model.parts.concepts?.calculations ?? []).filter((s) => !s.agrees).length, "sums that do not add up", { tab: "facts", filters: { rule: ["sum differs"] } });
    add(count("tags", "kind", "another concept than filed"), "numbers for which another tag is likelier than the one filed", { tab: "tags", filters: { kind: ["another concept than filed"] } });
    add(count("tags", "kind", "number without a tag"), "numbers that look like facts, without a tag", { tab: "tags", filters: { kind: ["number without a tag"] } });
    add((this.model.lists.numbers ?? []).length, "printed numbers that nothing explains", { tab: "numbers" });
    add(count("kpis", "kind", "found"), "key figures found", { tab: "kpis", filters: { kind: ["found"] } });
    return [
      el("header", {}, el("p", { class: "kind", text: "Overview" }), el("h2", { text: "What to look at" })),
      rows.length ? el("ul", { class: "overview" }, rows) : el("p", { class: "quiet", text: "Working …" }),
      el("p", { class: "quiet" }, "Choose an item of the list, or a number in the document. ", el("kbd", { text: "?" }), " shows all keys."),
      ...(report.notices?.length
        ? [el("section", {}, el("h3", { text: "Notices of the reading" }), el("ul", { class: "plain" }, report.notices.slice(0, 20).map((n) => el("li", {}, el("span", { text: n.message }), n.where ? el("small", { text: ` ${n.where}` }) : null))))]
        : []),
    ];
  }

  /** Marks in the document: what is tagged, what is not explained, what was found, and what the open tab lists. */
  mark() {
    const { lists } = this.model;
    const short = (items) => items.flatMap((i) => i.at.filter((p) => p.end - p.start <= 60));
    const show = (name, list, places) => {
      const on = byId("marks").querySelector(`[data-mark="${name}"]`)?.checked ?? true;
      const now = on ? list : null;
      if (this.marked[name] === now) return;
      this.marked[name] = now;
      this.pane.mark(`tieout-${name}`, now ? places(now) : []);
    };
    show("fact", lists.facts, short);
    show("number", lists.numbers, short);
    show("finding", lists.findings, (list) => short(list.map((i) => ({ at: i.at.slice(0, 1) }))));
    show("differs", lists.tags, (list) => short(list.filter((t) => t.raw.difference && t.raw.suspicion >= LEAST_SUSPICION)));
    show("listed", ["entities", "kpis", "answers"].includes(this.view.tab) ? this.list : null, short);
  }

  // Decisions.

  /** @param {import("./items.js").Item} item @param {string} action @param {any} [more] */
  async decide(item, action, more = {}) {
    if (!this.review.writable) return;
    const fact = this.model.parts.layout?.facts?.[item.id];
    const period = typeof item.raw.period === "string" ? item.raw.period : periodText(item.raw.period);
    const done = await this.review.decide(item, action, more, this.source.alone ? aboutItem(item, this.printed(item), fact, period) : null);
    if (done) announce(`${{ accept: "Accepted", reject: "Rejected", retag: "Tag changed", note: "Note kept" }[action]}: ${item.title}`);
  }

  /** Accepts or rejects what is chosen. @param {string} action */
  async decideChosen(action) {
    const item = this.item;
    if (item) await this.decide(item, action);
  }

  async undo() {
    const done = await this.review.undo();
    if (done) announce("Taken back");
  }

  /** @param {import("./items.js").Item | undefined} item */
  retag(item) {
    if (!item || !this.review.writable || !["fact", "number", "tag"].includes(item.kind)) return;
    const tag = item.kind === "tag" ? item : this.model.related(item).same.find((i) => i.kind === "tag");
    const candidates = (tag?.raw.candidates ?? []).map((c) => ({ ...c, label: this.model.label(c.concept) }));
    askConcept(`${item.title}${item.value ? ` · ${item.value} ${item.unit}` : ""}`, (query) => this.suggest(query, candidates), (concept, note) => this.decide(item, "retag", { concept, note }));
  }

  /** @param {string} query @param {any[]} candidates */
  async suggest(query, candidates) {
    if (!query) return candidates;
    const terms = query.toLowerCase().split(/\s+/);
    const fits = (concept, label) => terms.every((t) => `${concept} ${label}`.toLowerCase().includes(t));
    const found = new Map(candidates.filter((c) => fits(c.concept, c.label)).map((c) => [c.concept, c]));
    for (const [concept, c] of Object.entries(this.model.parts.concepts?.concepts ?? {})) {
      if (found.size >= 40) break;
      if (!c.abstract && !found.has(concept) && fits(concept, c.label ?? "")) found.set(concept, { concept, label: this.model.label(concept) });
    }
    const further = await this.source.concepts(query);
    for (const c of further) if (!found.has(c.concept)) found.set(c.concept, { label: this.model.label(c.concept), ...c });
    return [...found.values()].slice(0, 60);
  }

  /** @param {import("./items.js").Item | undefined} item */
  note(item) {
    if (item && this.review.writable) askNote(`${item.title}${item.value ? ` · ${item.value} ${item.unit}` : ""}`, (note) => this.decide(item, "note", { note }));
  }
}

/** Filters that mean the same in every list, and are kept from tab to tab as long as something passes them. */
const SHARED = ["concept", "period", "sign", "dimension", "page", "review"];

/** Less suspicious differences are listed, but not marked: the document has to stay calm. */
const LEAST_SUSPICION = 0.5;

const KIND_OF = { f: "fact", t: "tag", a: "finding", k: "kpi", q: "answer", e: "entity", n: "number" };

/** @param {any} period of a finding, as a review file has it */
function periodText(period) {
  if (!period) return "";
  return period.instant ?? (period.start ? `${period.start}/${period.end}` : periodName(period));
}
