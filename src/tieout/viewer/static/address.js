// What is looked at, as the part of the address behind "#", so that it can be sent to somebody else.

import { FACETS } from "./facets.js";
import { TABS } from "./kinds.js";

/**
 * @typedef {object} View
 * @property {string} tab
 * @property {string} item id of the chosen item, or empty
 * @property {string} query
 * @property {string} order
 * @property {string} statement id of the statement shown
 * @property {import("./facets.js").Filters} filters
 */

/** @returns {View} */
export function emptyView() {
  return { tab: "facts", item: "", query: "", order: "", statement: "", filters: {} };
}

/**
 * Reads "#f12" or "#tab=tags&item=t3&q=cash&period=At+2025-09-30".
 * @param {string} hash
 * @returns {View}
 */
export function readView(hash) {
  const view = emptyView();
  const text = hash.replace(/^#/, "");
  if (/^[a-z]\d+$/.test(text)) return { ...view, tab: "", item: text };
  const given = new URLSearchParams(text);
  const tab = given.get("tab") ?? given.get("view") ?? "";
  view.tab = TABS.some((t) => t.id === tab) ? tab : "";
  view.item = given.get("item") ?? "";
  view.query = given.get("q") ?? "";
  view.order = given.get("order") ?? "";
  view.statement = given.get("statement") ?? "";
  for (const facet of Object.keys(FACETS)) if (given.has(facet)) view.filters[facet] = given.getAll(facet);
  return view;
}

/**
 * @param {View} view
 * @returns {string}
 */
export function writeView(view) {
  const made = new URLSearchParams();
  if (view.tab) made.set("tab", view.tab);
  if (view.item) made.set("item", view.item);
  if (view.query) made.set("q", view.query);
  if (view.order) made.set("order", view.order);
  if (view.statement && view.tab === "statements") made.set("statement", view.statement);
  for (const [facet, values] of Object.entries(view.filters)) for (const value of values) made.append(facet, value);
  return `#${made}`;
}
