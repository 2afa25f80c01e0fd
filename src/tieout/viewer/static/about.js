// What is known of one item, section by section.

import { findingSum, networkTitle, sumTable } from "./arithmetic.js";
import { candidateTable, scoreBar } from "./candidates.js";
import { el } from "./dom.js";
import { dimensionName, grouped, percent, periodInFull, periodName, precision, signOf, unitName } from "./format.js";
import { DIFFERENCES, ENTITY_TYPES } from "./kinds.js";

const MOST_SUMS = 12;

/** @param {string} title @param {...any} content */
export function section(title, ...content) {
  const held = content.flat().filter(Boolean);
  return held.length ? el("section", {}, el("h3", { text: title }), held) : null;
}

/** @param {Array<[string, any]>} rows names and texts or nodes; those without are left out */
export function definitions(rows) {
  const told = rows.filter(([, value]) => value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && !value.length));
  return told.length ? el("dl", {}, told.map(([name, value]) => [el("dt", { text: name }), el("dd", {}, value)])) : null;
}

/** @param {import("./desk.js").Desk} desk @param {import("./items.js").Item} item */
export function factSections(desk, item) {
  const { model } = desk;
  const f = item.raw;
  const context = model.context(f);
  const sums = model.sumsOf.get(f.id) ?? [];
  return [
    section(
      "Fact",
      definitions([
        ["Value", f.nil ? "nil: reported to have no value" : f.numeric ? `${grouped(f.value)} ${unitName(f.unit)}`.trim() : f.value],
        ["Precision", precision(f.decimals)],
        ["Period", periodInFull(context.period)],
        ...Object.entries(context.dimensions ?? {}).map(([a, m]) => ["Dimension", dimensionOf(model, a, m)]),
        ["Concept", conceptName(model, f.concept)],
        ["Footnotes", (f.footnotes ?? []).map((n) => el("p", { text: n }))],
        ["Error", f.error],
        ["Printed", f.hidden ? (f.at.length ? "hidden in the file; shown where this text stands for it" : "hidden in the file, not printed") : whereNode(model, model.parts.layout?.facts?.[f.id])],
        ["In the file", el("code", { text: [f.xml_id && `id ${f.xml_id}`, context.id && `context ${context.id}`].filter(Boolean).join(", ") })],
      ]),
    ),
    section("Arithmetic", sums.slice(0, MOST_SUMS).map((s) => sumTable(desk, s, f.id)), sums.length > MOST_SUMS ? el("p", { class: "quiet", text: `and ${sums.length - MOST_SUMS} more` }) : null),
    conceptSection(model, f.concept),
    networkSection(model, f.concept),
  ];
}

/** @param {any} model @param {string} axis @param {any} member */
function dimensionOf(model, axis, member) {
  return [
    el("span", { text: dimensionName(axis, member, (n) => model.label(n)) }),
    " ",
    el("code", { text: typeof member === "string" ? `${axis} = ${member}` : axis }),
  ];
}

/** @param {any} model @param {string} name */
function conceptName(model, name) {
  return [el("span", { text: model.label(name) }), " ", el("code", { text: name })];
}

/** @param {import("./model.js").Model} model @param {string} name labels, documentation, references */
export function conceptSection(model, name) {
  const c = model.concept(name);
  if (!c) return null;
  const roles = (c.labels ?? []).filter((l) => l.text !== c.label && !/documentation/i.test(l.role));
  return section(
    "Concept",
    c.documentation ? el("p", { class: "prose", text: c.documentation }) : null,
    definitions([
      ["Type", [c.type?.replace(/^.*:/, "").replace(/ItemType$/, ""), c.period_type, c.balance].filter(Boolean).join(", ")],
      ["Labels", roles.map((l) => el("p", {}, el("span", { text: l.text }), " ", el("small", { text: `${l.role.replace(/^.*\//, "")}, ${l.language}` })))],
      ["References", (c.references ?? []).slice(0, 8).map((r) => el("p", { text: Object.entries(r).map(([part, text]) => `${part} ${text}`).join(", ") }))],
    ]),
  );
}

/** @param {import("./model.js").Model} model @param {string} name where the networks show it */
function networkSection(model, name) {
  const seen = new Set();
  const rows = [];
  for (const { network, arc } of model.parentsOf.get(name) ?? []) {
    if (seen.has(network.id)) continue;
    seen.add(network.id);
    rows.push(el("li", {}, el("span", { text: networkTitle(network.definition) ?? network.role }), el("small", { text: ` under ${model.label(arc.parent)}` })));
  }
  return section("Shown in", rows.length ? el("ul", { class: "plain" }, rows) : null);
}

/** @param {any} model @param {any} place of `layout.facts`, or an item with the same keys */
export function whereNode(model, place) {
  if (!place || place.page === undefined) return null;
  const printed = place.printed_page && String(place.printed_page) !== String(place.page) ? ` (numbered ${place.printed_page})` : "";
  return [`page ${place.page}${printed}`, place.row && `row “${[place.row].flat().join(" ")}”`, place.column?.length && `column “${[place.column].flat().join(" / ")}”`]
    .filter(Boolean)
    .join(", ");
}

/** @param {import("./desk.js").Desk} desk @param {import("./items.js").Item} item */
export function findingSections(desk, item) {
  const f = item.raw;
  const { model } = desk;
  return [
    section(
      "Finding",
      el("p", { class: "prose", text: f.message }),
      definitions([
        ["Rule", [el("span", { text: f.rule }), f.dqc ? el("small", { text: ` ${f.dqc}` }) : ""]],
        ["Severity", severityNode(f.severity)],
        ["Statement", networkTitle(model.roleTitle(f.role)) ?? f.role],
        ["Period", typeof f.period === "string" ? f.period : periodName(f.period)],
        ...Object.entries(f.dimensions ?? {}).map(([a, m]) => ["Dimension", dimensionOf(model, a, m)]),
        ["Reported", signOf(f.reported) === null ? f.reported : ""],
        ["Expected", signOf(f.expected) === null ? f.expected : ""],
        ["Concepts", (f.concepts ?? []).map((c) => el("p", {}, conceptName(model, c)))],
        ["Fingerprint", el("code", { text: f.fingerprint })],
      ]),
    ),
    section("Arithmetic", findingSum(desk, f)),
  ];
}

const SIGNS_OF_SEVERITY = { error: "✕", warning: "▲", info: "●" };

/** @param {string} severity by shape and by word */
export function severityNode(severity) {
  return el("span", { class: `severity ${severity}` }, el("span", { "aria-hidden": "true", text: SIGNS_OF_SEVERITY[severity] ?? "●" }), ` ${severity}`);
}

/** @param {import("./desk.js").Desk} desk @param {import("./items.js").Item} item @param {import("./items.js").Item} subject */
export function tagSections(desk, item, subject) {
  const t = item.raw;
  const fact = subject.kind === "fact" ? subject : undefined;
  const filed = t.filed ?? fact?.raw.concept;
  return [
    section(
      "Suggested tags",
      t.difference ? el("p", { class: "off", text: `≠ ${DIFFERENCES[t.difference]}${t.suspicion ? ` (suspicion ${percent(t.suspicion)})` : ""}` }) : null,
      candidateTable(desk, item, filed, subject),
      item === subject ? definitions([["Filed as", filed ? conceptName(desk.model, filed) : null], ["Type", t.type], ["Printed", whereNode(desk.model, t)]]) : null,
    ),
    item === subject && t.concept ? conceptSection(desk.model, t.concept) : null,
  ];
}

/** @param {import("./desk.js").Desk} desk @param {import("./items.js").Item} item */
export function kpiSections(desk, item) {
  const k = item.raw;
  return [
    section(
      `KPI: ${k.title}`,
      definitions([
        ["Printed value", k.found ? `${grouped(k.value)} ${unitName(k.unit)}` : `not found${k.reason ? `: ${k.reason}` : ""}`],
        ["Fiscal year", k.fiscal_year && String(k.fiscal_year)],
        ["Row", k.label],
        ["Found by", k.how],
        ["Confidence", k.score === undefined ? null : scoreBar(k.score)],
        ["Tags say", k.agreement ? `${k.tagged ? grouped(k.tagged) : "nothing"} (${k.agreement})` : ""],
        ["By tag", k.tag ? el("code", { text: k.tag }) : null],
        ["Page", k.page && String(k.page)],
      ]),
    ),
  ];
}

/** @param {import("./desk.js").Desk} desk @param {import("./items.js").Item} item */
export function answerSections(desk, item) {
  const a = item.raw;
  return [
    section(
      "Answer",
      definitions([
        ["Question", a.question],
        ["Answer", a.found ? `${grouped(a.value)} ${unitName(a.unit)}` : `none${a.reason ? `: ${a.reason}` : ""}`],
        ["Confidence", a.score === undefined ? null : scoreBar(a.score)],
        ["Page", a.page && String(a.page)],
        ["Why", a.found ? a.reason : ""],
      ]),
    ),
  ];
}

/** @param {import("./desk.js").Desk} desk @param {import("./items.js").Item} item */
export function entitySections(desk, item) {
  return [section("Name", definitions([["Text", item.raw.text], ["Kind", ENTITY_TYPES[item.raw.type] ?? item.raw.type], ["Printed", whereNode(desk.model, item.raw)]]))];
}

/** @param {import("./desk.js").Desk} desk @param {import("./items.js").Item} item */
export function numberSections(desk, item) {
  const n = item.raw;
  return [
    section(
      "Number without a tag",
      el("p", { class: "quiet", text: desk.model.base.facts.length ? "Nothing in the filing explains this number: no tag covers it." : "This report has no tags that could explain it." }),
      definitions([["Printed", n.text], ["Value", `${grouped(n.value)} ${unitName(n.unit)}`.trim()], ["Where", whereNode(desk.model, n)]]),
    ),
  ];
}
