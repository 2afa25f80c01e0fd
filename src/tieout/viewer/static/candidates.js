// Suggested tags with their scores as bars.

import { button, el } from "./dom.js";
import { percent } from "./format.js";

/**
 * A score between 0 and 1 as a bar and a number.
 * @param {number} score
 */
export function scoreBar(score) {
  const bar = el("span", { class: "bar", width: `${Math.max(2, score * 100)}%` });
  return el("span", { class: "scored" }, el("span", { class: "track", "aria-hidden": "true" }, bar), el("span", { class: "percent", text: percent(score) }));
}

/**
 * @param {import("./desk.js").Desk} desk
 * @param {import("./items.js").Item} tag
 * @param {string | undefined} filed the concept that the filing uses here
 * @param {import("./items.js").Item} subject the item whose tag a choice changes
 */
export function candidateTable(desk, tag, filed, subject) {
  const rows = (tag.raw.candidates ?? []).map((c) =>
    el(
      "tr",
      { class: c.concept === filed ? "filed" : "" },
      el("th", { scope: "row" }, el("span", { text: desk.model.label(c.concept) }), el("code", { text: c.concept })),
      el("td", { class: "score" }, scoreBar(c.score)),
      el(
        "td",
        {},
        c.concept === filed
          ? el("span", { class: "chip", text: "as filed" })
          : desk.review.writable
            ? button("Use", () => desk.decide(subject, "retag", { concept: c.concept }), { class: "small", "aria-label": `Use ${c.concept}` })
            : null,
      ),
    ),
  );
  if (!rows.length) return el("p", { class: "quiet", text: "The engine expects no tag here." });
  return el("table", { class: "candidates" }, el("thead", { class: "unseen" }, el("tr", {}, el("th", { text: "Concept" }), el("th", { text: "Score" }), el("th", { text: "Choose" }))), el("tbody", {}, rows));
}
