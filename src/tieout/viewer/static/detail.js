// The chosen item: what it is, what was decided about it, and everything known of the same printed thing.

import { answerSections, entitySections, factSections, findingSections, kpiSections, numberSections, section, severityNode, tagSections } from "./about.js";
import { button, el } from "./dom.js";
import { timeName } from "./format.js";
import { KINDS } from "./kinds.js";

const SECTIONS = {
  fact: factSections,
  finding: findingSections,
  tag: tagSections,
  kpi: kpiSections,
  answer: answerSections,
  entity: entitySections,
  number: numberSections,
};
const DECISIONS = { accept: ["✓", "Accepted"], reject: ["✗", "Rejected"], retag: ["⇄", "Tag changed"], note: ["✎", "Noted"] };
const MOST_AROUND = 6;

/**
 * A decision by sign and word.
 * @param {any} entry
 */
export function decisionNode(entry) {
  const [sign, name] = DECISIONS[entry.action] ?? ["", entry.action];
  return el("span", { class: `decision ${entry.action}`, title: name }, el("span", { "aria-hidden": "true", text: sign }), el("span", { class: "word", text: ` ${name}` }));
}

/**
 * @param {import("./desk.js").Desk} desk
 * @param {import("./items.js").Item} item
 * @param {string} printed what stands there
 * @returns {Node[]}
 */
export function detailNodes(desk, item, printed) {
  const { same, around } = desk.model.related(item);
  const own = SECTIONS[item.kind](desk, item, item);
  const findings = same.filter((i) => i.kind === "finding");
  const others = same.filter((i) => i.kind !== "finding");
  return [
    heading(item, printed),
    decisions(desk, item),
    ...(item.kind === "finding" ? own : [own[0]]),
    section(findings.length === 1 ? "Finding on it" : "Findings on it", item.kind === "finding" ? null : findings.map((f) => findingCard(desk, f, item))),
    item.kind === "fact" ? own[1] : null, // the arithmetic belongs beside its findings
    ...(item.kind === "finding" ? [section("Facts concerned", references(desk, others))] : others.flatMap((o) => elsewhere(desk, o, item))),
    ...(item.kind === "finding" ? [] : own.slice(item.kind === "fact" ? 2 : 1)),
    section("Within", references(desk, around.slice(0, MOST_AROUND))),
  ].filter(Boolean);
}

/** @param {import("./items.js").Item} item @param {string} printed */
function heading(item, printed) {
  const short = printed.length > 80 ? `${printed.slice(0, 80)}…` : printed;
  const big = item.kind === "finding" ? "" : short || item.value;
  return el(
    "header",
    {},
    el("p", { class: "kind" }, KINDS[item.kind].name, item.page === undefined ? "" : ` · page ${item.page}`),
    el("h2", {}, item.kind === "finding" ? severityNode(item.raw.severity) : null, item.kind === "finding" ? ` ${item.raw.rule}` : el("span", { text: item.title })),
    big ? el("p", { class: "printed" }, el("span", { class: "unseen", text: "Printed: " }), big) : null,
    item.kind === "finding" ? null : el("p", { class: "under", text: item.detail }),
  );
}

/** @param {import("./desk.js").Desk} desk @param {import("./items.js").Item} item */
function decisions(desk, item) {
  const { review } = desk;
  const now = review.standing[item.target];
  const key = (name) => ({ "aria-keyshortcuts": name, title: `Key: ${name}` });
  const pressed = (action) => ({ "aria-pressed": String(now?.action === action), ...key(action[0] === "r" && action !== "reject" ? "t" : action[0]) });
  const buttons = review.writable
    ? el(
        "div",
        { class: "decide", role: "group", "aria-label": "Decide" },
        button("✓ Accept", () => desk.decide(item, "accept"), pressed("accept")),
        button("✗ Reject", () => desk.decide(item, "reject"), pressed("reject")),
        ["fact", "number", "tag"].includes(item.kind) ? button("⇄ Change tag", () => desk.retag(item), pressed("retag")) : null,
        button("✎ Note", () => desk.note(item), pressed("note")),
      )
    : null;
  const told = review.history(item.target).map((entry) =>
    el(
      "li",
      { class: entry.undone ? "undone" : "" },
      decisionNode(entry),
      entry.concept && entry.action === "retag" ? el("span", {}, " to ", el("code", { text: entry.concept })) : null,
      el("span", { class: "by", text: ` ${entry.by || "somebody"}, ${timeName(entry.at)}${entry.undone ? ", taken back" : ""}` }),
      entry.reason ? el("q", { text: entry.reason }) : null,
    ),
  );
  return el("div", { class: "review" }, buttons, told.length ? el("ol", { class: "history", "aria-label": "Decisions so far" }, told) : null);
}

/** @param {import("./desk.js").Desk} desk @param {import("./items.js").Item} finding @param {import("./items.js").Item} item */
function findingCard(desk, finding, item) {
  const now = desk.review.standing[finding.target];
  return el(
    "div",
    { class: finding.raw.facts[0] === item.id ? "card" : "card aside" },
    el("p", {}, severityNode(finding.raw.severity), " ", el("button", { type: "button", class: "link", text: finding.raw.rule, on: { click: () => desk.open(finding.id) } }), " ", now ? decisionNode(now) : null),
    el("p", { class: "prose", text: finding.title }),
  );
}

/** @param {import("./desk.js").Desk} desk @param {import("./items.js").Item} other @param {import("./items.js").Item} item */
function elsewhere(desk, other, item) {
  if (other.kind === "tag") return tagSections(desk, other, item).slice(0, 1);
  if (other.kind === item.kind || other.kind === "fact") return [section(`Also here: ${KINDS[other.kind].name.toLowerCase()}`, references(desk, [other]))];
  return [SECTIONS[other.kind](desk, other, other)[0]];
}

/** @param {import("./desk.js").Desk} desk @param {import("./items.js").Item[]} items */
function references(desk, items) {
  if (!items.length) return null;
  return el(
    "ul",
    { class: "plain" },
    items.map((i) =>
      el(
        "li",
        {},
        el("button", { type: "button", class: "link", text: i.title, on: { click: () => desk.open(i.id) } }),
        i.value && i.value.length < 40 ? el("span", { class: "n", text: ` ${i.value} ${i.unit}` }) : null,
        i.detail ? el("small", { text: ` ${i.detail}` }) : null,
      ),
    ),
  );
}
