// The page of an evaluation run: results on the left, samples on the right.

import { showKeys } from "./dialogs.js";
import { startDivider } from "./divider.js";
import { announce, byId, el } from "./dom.js";
import { onKey } from "./keys.js";
import { Rows } from "./rows.js";
import { resultNodes } from "./runresults.js";
import { MARK_SIGNS, markOf, sampleNodes } from "./runsample.js";
import { answered, ownData } from "./source.js";
import { nextTheme, startTheme } from "./theme.js";

/** @returns {Promise<{overview: any, sample: (id: string, repeat: number) => Promise<any>}>} */
async function openRun() {
  const own = byId("tieout");
  if (own) {
    const { overview, samples } = await ownData(own);
    return { overview, sample: async (id, repeat) => samples.find((s) => s.id === id && s.repeat === repeat) };
  }
  return { overview: await answered("run.json"), sample: (id, repeat) => answered(`sample.json?id=${encodeURIComponent(id)}&repeat=${repeat}`) };
}

/** @param {any} item a row of the list */
function sampleRow(item) {
  return [
    el("span", { class: "title", text: item.name }),
    el("span", { class: item.mark === "right" ? "value ok" : "value off", text: item.mark ? `${MARK_SIGNS[item.mark]} ${item.mark}` : "" }),
    el("span", { class: "second" }, el("span", { class: "detail", text: [item.document, item.reason].filter(Boolean).join(" · ") }), item.repeat ? el("span", { text: `repeat ${item.repeat}` }) : null, el("span", { class: "page", text: item.outcome })),
  ];
}

/** Samples: list, filters and the chosen one. */
class Samples {
  /** @param {any} run */
  constructor(run) {
    this.run = run;
    const { overview } = run;
    this.main = overview.results.main;
    this.all = (overview.samples ?? []).map((s) => ({ ...s, name: s.id, id: `${s.id} ${s.repeat}`, mark: markOf(s, this.main), text: `${s.id} ${s.document ?? ""} ${s.reason ?? ""}`.toLowerCase() }));
    this.passed = this.all;
    this.chosen = null;
    this.rows = new Rows(byId("list"), sampleRow, (item) => void this.choose(item));
    for (const [id, name] of [["outcome", "outcome"], ["mark", "mark"]]) {
      const values = [...new Set(this.all.map((s) => s[name]).filter(Boolean))];
      byId(id).replaceChildren(el("option", { value: "", text: "all" }), ...values.map((v) => el("option", { value: v, text: `${v} (${this.all.filter((s) => s[name] === v).length})` })));
      byId(id).addEventListener("change", () => this.draw());
    }
    byId("marked").hidden = !this.all.some((s) => s.mark);
    byId("query").addEventListener("input", () => this.draw());
    byId("query").addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === "Escape") byId("list").focus();
    });
    this.draw();
  }

  draw() {
    const [query, outcome, mark] = [byId("query").value.toLowerCase().trim(), byId("outcome").value, byId("mark").value];
    this.passed = this.all.filter((s) => s.text.includes(query) && (!outcome || s.outcome === outcome) && (!mark || s.mark === mark));
    this.rows.set(this.passed, this.chosen?.id ?? "");
    byId("count").textContent = this.passed.length === this.all.length ? this.all.length.toLocaleString("en") : `${this.passed.length.toLocaleString("en")} of ${this.all.length.toLocaleString("en")}`;
    byId("nothing").hidden = this.passed.length > 0;
    byId("list").hidden = !this.passed.length;
  }

  /** @param {any} item */
  async choose(item) {
    this.chosen = item;
    this.rows.choose(item.id);
    history.replaceState(null, "", `#${new URLSearchParams({ sample: item.name, repeat: item.repeat })}`);
    const full = await this.run.sample(item.name, item.repeat);
    if (this.chosen !== item) return;
    byId("detail").replaceChildren(...(full ? sampleNodes(full, this.main, this.run.overview.why) : [el("p", { class: "quiet", text: "This sample is not in the exported file: it holds the first ones only." })]));
    byId("detail").scrollTop = 0;
    announce(`${item.name}, ${item.mark || item.outcome}`);
  }

  /** @param {number} by */
  step(by) {
    const n = this.passed.indexOf(this.chosen);
    const next = this.passed[n < 0 ? 0 : Math.min(this.passed.length - 1, Math.max(0, n + by))];
    if (next && next !== this.chosen) void this.choose(next);
  }

  /** The sample that the address names. */
  fromAddress() {
    const given = new URLSearchParams(location.hash.slice(1));
    const item = this.all.find((s) => s.name === given.get("sample") && String(s.repeat) === (given.get("repeat") ?? "0"));
    if (item) void this.choose(item);
    else byId("detail").replaceChildren(el("p", { class: "quiet", text: "Choose a sample to see prompt, output, gold and evidence." }));
  }
}

async function startRun() {
  startTheme();
  const run = await openRun();
  document.title = `${run.overview.label} · tieout`;
  byId("title").textContent = run.overview.results.task ?? run.overview.label;
  byId("cover").textContent = [run.overview.results.split, run.overview.results.solver, run.overview.label].filter(Boolean).join(" · ");
  byId("results").replaceChildren(...resultNodes(run.overview));
  const samples = new Samples(run);
  samples.fromAddress();
  startDivider(byId("divider"), "--paper", 20, 80, 50);
  startDivider(byId("split"), "--list", 15, 85, 40, matchMedia("(min-width: 112rem)"));
  const table = [
    { group: "Go", keys: ["j", "ArrowDown"], does: "next sample", run: () => samples.step(1) },
    { group: "Go", keys: ["k", "ArrowUp"], does: "previous sample", run: () => samples.step(-1) },
    { group: "Go", keys: ["PageDown"], does: "ten samples on", run: () => samples.step(10) },
    { group: "Go", keys: ["PageUp"], does: "ten samples back", run: () => samples.step(-10) },
    { group: "Go", keys: ["Enter"], does: "to the chosen sample", run: () => byId("detail").focus() },
    { group: "Page", keys: ["/"], does: "search the samples", run: () => byId("query").focus() },
    { group: "Page", keys: ["d"], does: "light, dark, or as the system says", run: nextTheme },
    { group: "Page", keys: ["Escape"], does: "back to the list", run: () => byId("list").focus() },
    { group: "Page", keys: ["?"], does: "this sheet", run: () => showKeys(table, false) },
  ];
  byId("keys").addEventListener("click", () => showKeys(table, false));
  document.addEventListener("keydown", (event) => onKey(event, table));
  document.documentElement.dataset.complete = "yes";
}

startRun().catch((e) => {
  byId("title").textContent = `The run could not be shown: ${e.message}`;
});
