// The tabs of the panel, and the kinds of items in them.

/**
 * @typedef {object} Tab
 * @property {string} id
 * @property {string} name
 * @property {string} part the part of the payload that it needs; empty for the base
 * @property {string[]} orders
 */

/** @type {Tab[]} */
export const TABS = [
  { id: "facts", name: "Facts", part: "", orders: ["printed", "value", "concept"] },
  { id: "tags", name: "Tags", part: "tags", orders: ["printed", "suspicion", "unsure", "concept"] },
  { id: "findings", name: "Findings", part: "audit", orders: ["severity", "printed", "rule"] },
  { id: "kpis", name: "KPIs", part: "kpis", orders: ["given", "unsure", "value"] },
  { id: "answers", name: "Answers", part: "kpis", orders: ["given"] },
  { id: "entities", name: "Entities", part: "entities", orders: ["printed", "name"] },
  { id: "numbers", name: "Unexplained", part: "layout", orders: ["printed", "value"] },
  { id: "statements", name: "Statements", part: "statements", orders: [] },
];

export const ORDERS = {
  printed: "as printed",
  given: "as given",
  value: "largest first",
  concept: "by concept",
  suspicion: "most suspicious first",
  unsure: "least sure first",
  severity: "by severity",
  rule: "by rule",
  name: "by name",
};

/** What an item of each kind is called, and the tab that lists it. */
export const KINDS = {
  fact: { name: "Fact", tab: "facts" },
  tag: { name: "Suggested tag", tab: "tags" },
  finding: { name: "Finding", tab: "findings" },
  kpi: { name: "KPI", tab: "kpis" },
  answer: { name: "Answer", tab: "answers" },
  entity: { name: "Entity", tab: "entities" },
  number: { name: "Unexplained number", tab: "numbers" },
};

export const ENTITY_TYPES = { PER: "person", LOC: "place", ORG: "organisation" };

export const DIFFERENCES = {
  concept: "another concept than filed",
  untagged: "number without a tag",
  tagged: "tagged, but no fact expected",
};

/** @param {string} id @returns {Tab} */
export function tabOf(id) {
  return TABS.find((t) => t.id === id) ?? TABS[0];
}
