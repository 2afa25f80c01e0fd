// Filters: which there are for a tab, which items they let through, and how many each value would.

import { compareMagnitude } from "./format.js";

/** @typedef {Record<string, string[]>} Filters the chosen values of each filter */

export const FACETS = {
  kind: "Kind",
  rule: "Rule",
  concept: "Concept",
  period: "Period",
  unit: "Unit",
  sign: "Sign",
  dimension: "Dimension",
  confidence: "Confidence",
  page: "Page",
  review: "Review",
};

const REVIEWED = { accept: "accepted", reject: "rejected", retag: "tag changed", note: "noted" };
const SEVERITIES = ["error", "warning", "info"];

/**
 * The values of an item for a filter.
 * @param {import("./items.js").Item} item
 * @param {string} facet
 * @param {Record<string, any>} standing decisions by target
 * @returns {string[]}
 */
export function facetValues(item, facet, standing) {
  if (facet === "review") return [REVIEWED[standing[item.target]?.action] ?? "open"];
  return item.facets[facet] ?? [];
}

/**
 * Filters that part the items of a list.
 * @param {import("./items.js").Item[]} items
 */
export function facetsOf(items) {
  return Object.keys(FACETS).filter((facet) => facet === "review" ? items.length > 0 : items.some((i) => i.facets[facet]?.length));
}

/**
 * Items that every filter and every word of the query let through.
 * @param {import("./items.js").Item[]} items
 * @param {Filters} filters
 * @param {string} query
 * @param {Record<string, any>} standing
 * @param {string} [except] a filter to leave out
 */
export function passing(items, filters, query, standing, except) {
  const asked = Object.entries(filters).filter(([facet, values]) => values.length && facet !== except);
  const terms = query.toLowerCase().split(/\s+/).filter(Boolean);
  return items.filter(
    (item) =>
      asked.every(([facet, values]) => facetValues(item, facet, standing).some((v) => values.includes(v))) &&
      terms.every((term) => item.text.includes(term)),
  );
}

/**
 * How many of the items have each value, the most frequent first; pages by number.
 * @param {import("./items.js").Item[]} items
 * @param {string} facet
 * @param {Record<string, any>} standing
 * @returns {Array<[string, number]>}
 */
export function countValues(items, facet, standing) {
  const counts = new Map();
  for (const item of items) for (const value of new Set(facetValues(item, facet, standing))) counts.set(value, (counts.get(value) ?? 0) + 1);
  const rows = [...counts];
  if (facet === "page") return rows.sort((a, b) => (Number(a[0]) || Infinity) - (Number(b[0]) || Infinity));
  return rows.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

/** @param {import("./items.js").Item} item where it stands first */
function whereabouts(item) {
  const place = item.at[0];
  return place ? place.document * 1e9 + place.start : Infinity;
}

/**
 * The items in an order of `ORDERS`.
 * @param {import("./items.js").Item[]} items
 * @param {string} order
 */
export function ordered(items, order) {
  const text = (of) => (a, b) => (of(a) < of(b) ? -1 : of(a) > of(b) ? 1 : 0);
  const number = (of) => (a, b) => (of(a) === of(b) ? 0 : of(a) - of(b));
  const orders = {
    printed: number(whereabouts),
    value: (a, b) => compareMagnitude(b.raw.value, a.raw.value),
    concept: text((i) => i.raw.concept ?? i.raw.filed ?? ""),
    suspicion: number((i) => -(i.raw.suspicion ?? 0)),
    unsure: number((i) => i.raw.score ?? 2),
    severity: number((i) => SEVERITIES.indexOf(i.raw.severity)),
    rule: text((i) => i.raw.rule),
    name: text((i) => i.title.toLowerCase()),
  };
  return order in orders ? [...items].sort(orders[order]) : items;
}
