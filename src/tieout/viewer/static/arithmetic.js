// Sums spelled out: each part with its sign, what they come to, and what is reported.

import { el } from "./dom.js";
import { grouped, signOf } from "./format.js";

/**
 * A sum of a calculation network.
 * @param {import("./desk.js").Desk} desk
 * @param {any} sum of `concepts.calculations`
 * @param {string} current id of the fact that is looked at
 */
export function sumTable(desk, sum, current) {
  const rows = sum.parts.map((part) => {
    const fact = desk.model.items.get(part.fact);
    return line(desk, weightSign(part.weight), part.fact, fact?.title ?? "", fact?.value ?? "", part.fact === current);
  });
  const total = desk.model.items.get(sum.total);
  const title = desk.model.network(sum.network)?.definition;
  const gap = sum.agrees ? null : el("tr", { class: "off" }, el("td", { text: "≠" }), el("th", { scope: "row", text: "Differs by" }), el("td", { class: "n", text: grouped(sum.difference) }));
  return el(
    "table",
    { class: "sum" },
    el("caption", {}, el("span", { text: networkTitle(title) }), " ", verdict(sum)),
    el(
      "tbody",
      {},
      rows,
      el("tr", { class: "expected" }, el("td", { text: "=" }), el("th", { scope: "row", text: "Comes to" }), el("td", { class: "n", text: grouped(sum.expected) })),
      line(desk, "", sum.total, `${total?.title ?? ""}, as reported`, grouped(sum.reported), sum.total === current),
      gap,
    ),
  );
}

/** @param {any} sum */
export function verdict(sum) {
  return el("span", { class: sum.agrees ? "ok" : "off", text: sum.agrees ? "✓ adds up" : "≠ does not add up" });
}

/**
 * The arithmetic of a finding.
 * @param {import("./desk.js").Desk} desk
 * @param {any} finding
 */
export function findingSum(desk, finding) {
  const rows = (finding.arithmetic ?? []).map((a) =>
    el("tr", {}, el("td", { text: weightSign(a.weight) }), el("th", { scope: "row", text: desk.model.label(a.concept), title: a.concept }), el("td", { class: "n", text: grouped(a.value) })),
  );
  const told = [["Expected", finding.expected], ["Reported", finding.reported]]
    .filter(([, value]) => signOf(value) !== null)
    .map(([name, value]) => el("tr", { class: name === "Expected" ? "expected" : "" }, el("td"), el("th", { scope: "row", text: name }), el("td", { class: "n", text: grouped(value) })));
  return rows.length || told.length ? el("table", { class: "sum" }, el("tbody", {}, rows, told)) : null;
}

/** @param {string | undefined} weight */
function weightSign(weight) {
  const plain = String(weight ?? "1").replace(/\.0+$/, "");
  if (plain === "1") return "+";
  if (plain === "-1") return "−";
  return `${signOf(plain) === -1 ? "−" : "+"} ${plain.replace("-", "")} ×`;
}

/** @param {import("./desk.js").Desk} desk @param {string} sign @param {string} id @param {string} title @param {string} value @param {boolean} here */
function line(desk, sign, id, title, value, here) {
  const name = here
    ? el("strong", { text: title })
    : el("button", { type: "button", class: "link", text: title, on: { click: () => desk.open(id) } });
  return el("tr", { class: here ? "here" : "" }, el("td", { text: sign }), el("th", { scope: "row" }, name), el("td", { class: "n", text: value }));
}

/** @param {string | undefined} definition "0000003 - Statement - Balance Sheets" without its number and kind */
export function networkTitle(definition) {
  if (definition === undefined) return undefined;
  const parts = definition.split(" - ");
  return parts.length > 2 ? parts.slice(2).join(" - ") : definition;
}
