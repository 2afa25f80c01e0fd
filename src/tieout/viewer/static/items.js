// Items of the lists: one shape for facts, tags, findings, KPIs, answers, entities and unexplained numbers.

import { DIFFERENCES, ENTITY_TYPES } from "./kinds.js";
import { dimensionName, grouped, localName, periodName, signOf, unitName } from "./format.js";

/**
 * @typedef {object} Item
 * @property {string} id
 * @property {string} target what decisions about it are about
 * @property {string} kind fact, tag, finding, kpi, answer, entity, number
 * @property {any} raw as it is in the payload
 * @property {string} title
 * @property {string} value as it is shown; empty for what has none
 * @property {string} unit
 * @property {string} detail second line
 * @property {string} mark what to look at, in few words
 * @property {string} aside what is good to know, in few words
 * @property {Array<{document: number, start: number, end: number}>} at
 * @property {number | undefined} page
 * @property {Record<string, string[]>} facets values to filter by
 * @property {string} text lower case, to search in
 */

const SIGNS = new Map([[-1, "negative"], [0, "zero"], [1, "positive"]]);

/** @type {Record<string, (model: import("./model.js").Model) => Item[]>} how the list of each tab is made */
const MAKERS = {
  facts: (model) => model.base.facts.map((f) => factItem(model, f, model.parts.layout?.facts?.[f.id])),
  tags: (model) => (model.parts.tags?.tags ?? []).map((t) => tagItem(model, t)),
  findings: (model) => (model.parts.audit?.findings ?? []).map((f) => findingItem(model, f, model.parts.layout?.facts ?? {})),
  kpis: (model) => (model.parts.kpis?.kpis ?? []).map((k) => kpiItem(k)),
  answers: (model) => (model.parts.kpis?.answers ?? []).map((a) => answerItem(a)),
  entities: (model) => (model.parts.entities?.entities ?? []).map((e) => entityItem(e)),
  numbers: (model) => (model.parts.layout?.numbers ?? []).map((n) => numberItem(n)),
};

/** Lists that have to be made anew when a part comes. */
const TOUCHED = {
  layout: ["facts", "numbers"],
  concepts: ["facts"],
  statements: [],
  audit: ["facts", "findings"],
  tags: ["tags"],
  kpis: ["kpis", "answers"],
  entities: ["entities"],
};

/**
 * Lists by tab: all, or those that a part has to do with.
 * @param {import("./model.js").Model} model
 * @param {string} [part]
 * @returns {Record<string, Item[]>}
 */
export function makeItems(model, part) {
  const names = part ? TOUCHED[part] : Object.keys(MAKERS);
  return Object.fromEntries(names.map((name) => [name, MAKERS[name](model)]));
}

/** @param {any} raw @param {any} given @returns {Item} */
function made(raw, given) {
  const item = { id: raw.id, target: raw.target, raw, at: raw.at ?? [], value: "", unit: "", detail: "", mark: "", aside: "", facets: {}, page: raw.page, ...given };
  item.facets.page = item.page === undefined ? ["not printed"] : [String(item.page)];
  const told = [item.title, item.value, item.unit, item.detail, item.mark, item.aside, item.id, raw.text, raw.value, given.more];
  item.text = told.filter(Boolean).join("\n").toLowerCase();
  return item;
}

/** @param {import("./model.js").Model} model @param {any} f @param {any} place */
function factItem(model, f, place) {
  const context = model.context(f);
  const label = (name) => model.label(name);
  const dimensions = Object.entries(context.dimensions ?? {}).map(([a, m]) => dimensionName(a, m, label));
  const period = periodName(context.period);
  const kinds = [f.numeric ? "number" : "text"];
  if (f.hidden) kinds.push("hidden");
  if (f.nil) kinds.push("nil");
  if (f.error) kinds.push("can't be read");
  const findings = model.findingsOf.get(f.id) ?? [];
  const sums = (model.sumsOf.get(f.id) ?? []).filter((s) => !s.agrees);
  // The number to look at is the one that a finding names first, or a sum comes to; its parts only take part.
  const main = findings.filter((a) => a.facts[0] === f.id).length;
  const marks = [];
  if (main) marks.push(main === 1 ? "finding" : `${main} findings`);
  if (sums.some((s) => s.total === f.id)) marks.push("sum differs");
  if (f.error) marks.push("can't be read");
  const asides = f.hidden ? ["hidden"] : [];
  if (!marks.length && (findings.length || sums.length)) asides.push("part of a difference");
  return made(f, {
    kind: "fact",
    title: model.label(f.concept),
    value: f.nil ? "nil" : f.numeric ? grouped(f.value) : (f.value ?? ""),
    unit: unitName(f.unit),
    detail: [period, ...dimensions].join(" · "),
    mark: marks.join(", "),
    aside: asides.join(", "),
    page: place?.page,
    more: f.concept,
    facets: {
      kind: kinds,
      rule: findings.map((a) => a.rule).concat(sums.length ? ["sum differs"] : []),
      concept: [f.concept],
      period: [period],
      unit: [f.unit ? unitName(f.unit) || "pure number" : "none"],
      sign: f.numeric ? [SIGNS.get(signOf(f.value)) ?? "none"] : [],
      dimension: dimensions.length ? dimensions : ["none"],
    },
  });
}

/** @param {import("./model.js").Model} model @param {any} t */
function tagItem(model, t) {
  const concepts = [t.concept, t.filed].filter(Boolean);
  return made(t, {
    kind: "tag",
    title: t.concept ? model.label(t.concept) : `Filed: ${t.filed ? model.label(t.filed) : "?"}`,
    value: t.text ?? grouped(t.value),
    detail: t.concept ? localName(t.concept) : "",
    mark: t.difference ? DIFFERENCES[t.difference] : "",
    more: concepts.join("\n"),
    facets: {
      kind: [t.difference ? DIFFERENCES[t.difference] : "as filed, or nothing filed"],
      concept: concepts,
      sign: [SIGNS.get(signOf(t.value))].filter(Boolean),
      confidence: band(t.score),
    },
  });
}

/** @param {import("./model.js").Model} model @param {any} f @param {Record<string, any>} places */
function findingItem(model, f, places) {
  const label = (name) => model.label(name);
  const dimensions = Object.entries(f.dimensions ?? {}).map(([a, m]) => dimensionName(a, m, label));
  return made(f, {
    kind: "finding",
    title: f.message,
    value: "",
    detail: [f.rule, f.dqc, periodName(periodOf(f.period))].filter(Boolean).join(" · "),
    mark: f.severity,
    page: f.facts?.map((id) => places[id]?.page).find((p) => p !== undefined),
    more: (f.concepts ?? []).join("\n"),
    facets: {
      kind: [f.severity],
      rule: [f.rule],
      concept: f.concepts ?? [],
      period: f.period ? [periodName(periodOf(f.period))] : [],
      dimension: dimensions.length ? dimensions : ["none"],
    },
  });
}

/** @param {any} k */
function kpiItem(k) {
  return made(k, {
    kind: "kpi",
    title: k.title,
    value: k.found ? grouped(k.value) : "not found",
    unit: k.found ? unitName(k.unit) : "",
    detail: [k.fiscal_year && `Fiscal year ${k.fiscal_year}`, k.label && `“${k.label}”`, k.reason].filter(Boolean).join(" · "),
    mark: ["differs", "text only", "tag only"].includes(k.agreement) ? `tags say ${k.tagged ? grouped(k.tagged) : "nothing"}` : "",
    more: k.tag,
    facets: {
      kind: [k.found ? "found" : "not found"].concat(k.agreement ? [`tags: ${k.agreement}`] : []),
      concept: k.tag && k.tag.includes(":") ? [k.tag] : [],
      period: k.fiscal_year ? [`Fiscal year ${k.fiscal_year}`] : [],
      sign: [SIGNS.get(signOf(k.value))].filter(Boolean),
      confidence: band(k.score),
    },
  });
}

/** @param {any} a */
function answerItem(a) {
  return made(a, {
    kind: "answer",
    title: a.question,
    value: a.found ? grouped(a.value) : "no answer",
    unit: a.found ? unitName(a.unit) : "",
    detail: a.reason ?? "",
    facets: { kind: [a.found ? "answered" : "no answer"], confidence: band(a.score), sign: [SIGNS.get(signOf(a.value))].filter(Boolean) },
  });
}

/** @param {any} e */
function entityItem(e) {
  return made(e, {
    kind: "entity",
    title: e.text,
    detail: ENTITY_TYPES[e.type] ?? e.type,
    facets: { kind: [ENTITY_TYPES[e.type] ?? e.type] },
  });
}

/** @param {any} n */
function numberItem(n) {
  return made(n, {
    kind: "number",
    title: n.column?.length ? n.column.join(" ") : n.table ? "In a table" : "In the text",
    value: n.text,
    unit: unitName(n.unit),
    detail: [n.row, n.value && !n.text.includes(grouped(n.value)) ? `= ${grouped(n.value)}` : ""].filter(Boolean).join(" · "),
    facets: {
      kind: [n.table ? "in a table" : "in the text"],
      unit: [n.unit ? unitName(n.unit) : "none"],
      sign: [SIGNS.get(signOf(n.value))].filter(Boolean),
    },
  });
}

/** @param {number | undefined} score */
function band(score) {
  if (score === undefined) return ["none"];
  return [score >= 0.9 ? "90% and more" : score >= 0.5 ? "50 to 90%" : score >= 0.2 ? "20 to 50%" : "under 20%"];
}

/** @param {any} period of a finding: an object, or a text */
function periodOf(period) {
  return typeof period === "string" ? { instant: period } : period;
}
