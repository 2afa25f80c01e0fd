// Results of a run: metrics with their intervals, beside what others published, as charts and as tables.

import { definitions } from "./about.js";
import { el } from "./dom.js";

/**
 * @param {any} overview run.json
 * @returns {Node[]}
 */
export function resultNodes(overview) {
  const { results, run, meanings = {} } = overview;
  return [
    el("h2", { text: "Results" }),
    el("p", { class: "quiet", text: `${results.n.toLocaleString("en")} samples, ${results.scored === results.n ? "all scored" : `${(results.scored ?? 0).toLocaleString("en")} scored`}${results.complete ? "" : "; the run is not complete"}` }),
    metricTable(results, meanings),
    ...(overview.charts ?? []).map((chart) => chartNode(chart)),
    publishedTable(results.published ?? []),
    el("h2", { text: "The run" }),
    definitions([
      ["Task", `${run.task}${run.version ? `, version ${run.version}` : ""}`],
      ["Split", run.split],
      ["Solver", typeof run.solver === "string" ? run.solver : run.solver?.spec],
      ["Data", run.data],
      ["Seed", run.seed],
      ["Repeats", run.repeats],
      ["Examples", run.few_shot || ""],
      ["Limit", run.limit],
      ["Started", run.started],
      ["Cost", run.cost === undefined ? "" : JSON.stringify(run.cost)],
      ["Packages", run.packages ? Object.entries(run.packages).map(([n, v]) => `${n} ${v}`).join(", ") : ""],
      ["Notes", (results.notes ?? []).map((n) => el("p", { text: n }))],
    ]),
  ].filter(Boolean);
}

/** @param {any} results @param {Record<string, string>} meanings */
function metricTable(results, meanings) {
  const rows = Object.entries(results.metrics).map(([name, metric]) =>
    el(
      "tr",
      { class: name === results.main ? "main" : "" },
      el("th", { scope: "row" }, el("span", { text: name }), name === results.main ? el("small", { text: " main" }) : null, meanings[name] ? el("small", { class: "meaning", text: meanings[name] }) : null),
      el("td", { class: "n", text: figure(metric.value) }),
      el("td", { class: "n", text: metric.ci95 ? `${figure(metric.ci95[0])} to ${figure(metric.ci95[1])}` : "none" }),
    ),
  );
  return el("table", { class: "figures" }, el("thead", {}, el("tr", {}, el("th", { scope: "col", text: "Metric" }), el("th", { scope: "col", class: "n", text: "Value" }), el("th", { scope: "col", class: "n", text: "95% interval" }))), el("tbody", {}, rows));
}

/** @param {any[]} published */
function publishedTable(published) {
  if (!published.length) return null;
  const rows = published.map((p) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, el("span", { text: p.system }), el("small", { class: "meaning", text: [p.source, p.note, p.comparable === false ? "not comparable with this run" : ""].filter(Boolean).join(" · ") })),
      el("td", { text: p.metric }),
      el("td", { class: "n", text: figure(p.value) }),
    ),
  );
  return el("table", { class: "figures" }, el("caption", { text: "Published" }), el("thead", {}, el("tr", {}, el("th", { scope: "col", text: "System" }), el("th", { scope: "col", text: "Metric" }), el("th", { scope: "col", class: "n", text: "Value" }))), el("tbody", {}, rows));
}

/** A drawing as a picture, in which nothing can run; the tables say the same. @param {any} chart */
function chartNode(chart) {
  return el("img", { class: "chart", alt: `${chart.metric}: this run with its interval among published results; the tables have the figures`, src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(chart.svg)}` });
}

/** @param {number | null} value */
export function figure(value) {
  return value === null || value === undefined ? "none" : value.toFixed(4);
}
