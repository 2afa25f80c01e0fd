// A row of the list.

import { severityNode } from "./about.js";
import { decisionNode } from "./detail.js";
import { el } from "./dom.js";
import { percent } from "./format.js";

/** Prefixes of concepts: in a short row they only cost room. */
const PREFIX = /\b[a-z][\w-]*:(?=[A-Z])/g;

/**
 * @param {import("./items.js").Item} item
 * @param {any} decision what stands for it
 * @returns {HTMLElement[]}
 */
export function rowNodes(item, decision) {
  const long = item.kind === "finding" || item.kind === "answer";
  const score = item.raw.score;
  return [
    el("span", { class: long ? "title long" : "title" }, item.kind === "finding" ? [severityNode(item.mark), ` ${item.title.replace(PREFIX, "")}`] : item.title),
    item.value ? el("span", { class: item.kind === "fact" && !item.raw.numeric ? "value words" : "value" }, item.value, item.unit ? el("small", { text: ` ${item.unit}` }) : null) : null,
    el(
      "span",
      { class: "second" },
      el("span", { class: "detail", text: item.detail }),
      item.mark && item.kind !== "finding" ? el("span", { class: "mark", text: item.mark }) : null,
      item.aside ? el("span", { class: "aside", text: item.aside }) : null,
      score === undefined ? null : el("span", { class: "percent", text: percent(score) }),
      decision ? decisionNode(decision) : null,
      item.page === undefined ? null : el("span", { class: "page", text: `p. ${item.page}` }),
    ),
  ].filter((n) => n !== null);
}
