// One sample of a run: what was asked, what came, what should have come, and on what evidence.

import { definitions, section } from "./about.js";
import { el } from "./dom.js";
import { figure } from "./runresults.js";

/**
 * How good a sample's answer is, as far as its statistics say: right, partly, wrong, or empty.
 * @param {any} sample
 * @param {string} main the main metric
 */
export function markOf(sample, main) {
  const own = sample.statistics ?? {};
  if (main in own) return own[main] >= 1 ? "right" : own[main] > 0 ? "partly right" : "wrong";
  const [tp, fp, fn] = [own.tp, own.fp, own.fn];
  if (tp === undefined && fp === undefined && fn === undefined) return "";
  if (!fp && !fn) return "right";
  return tp ? "partly right" : "wrong";
}

export const MARK_SIGNS = { right: "✓", "partly right": "◐", wrong: "✗" };

/**
 * @param {any} sample a full row
 * @param {string} main
 * @param {string} [why] why prompt and gold are missing
 * @returns {Node[]}
 */
export function sampleNodes(sample, main, why) {
  const mark = markOf(sample, main);
  const same = sample.gold !== undefined && normal(sample.gold) === normal(sample.output);
  return [
    el(
      "header",
      {},
      el("p", { class: "kind", text: `Sample${sample.repeat ? `, repeat ${sample.repeat}` : ""}` }),
      el("h2", { text: sample.id }),
      el("p", { class: "under" }, mark ? el("span", { class: mark === "right" ? "ok" : "off", text: `${MARK_SIGNS[mark]} ${mark}` }) : null, ` ${sample.outcome}${sample.reason ? `: ${sample.reason}` : ""}`),
    ),
    el(
      "div",
      { class: "pair" },
      section("Output", sample.error ? el("p", { class: "off", text: `✗ ${sample.error}` }) : null, code(sample.output)),
      section("Gold", sample.gold === undefined ? el("p", { class: "quiet", text: why ? `Not here: ${why}` : "None is known." }) : [code(sample.gold), el("p", { class: same ? "ok" : "quiet", text: same ? "✓ as the output" : "not word for word as the output" })]),
    ),
    section("Evidence", evidence(sample.evidence)),
    section("Statistics", definitions([...Object.entries(sample.statistics ?? {}).map(([name, value]) => [name, Number.isInteger(value) ? String(value) : figure(value)]), ["Seconds", sample.seconds === undefined ? "" : sample.seconds.toFixed(2)], ["Usage", sample.usage ? JSON.stringify(sample.usage) : ""], ["Document", sample.document]])),
    section("Prompt", sample.note ? el("p", { class: "quiet", text: sample.note }) : null, (sample.prompt ?? []).map((m) => [el("p", { class: "role", text: m.role }), code(m.content)])),
    sample.prediction === undefined ? null : section("As it was read", code(sample.prediction)),
  ].filter(Boolean);
}

/** @param {any} value a text, or what JSON holds */
function code(value) {
  if (value === undefined || value === null || value === "") return el("p", { class: "quiet", text: "nothing" });
  return el("pre", { tabindex: "0", text: typeof value === "string" ? readable(value) : JSON.stringify(value, null, 2) });
}

/** @param {string} text JSON on several lines, else as it is */
function readable(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** @param {any} value */
function normal(value) {
  return readable(typeof value === "string" ? value : JSON.stringify(value));
}

/** @param {any} given an object, a list of them, or nothing */
function evidence(given) {
  const all = [given].flat().filter(Boolean);
  return all.map((e) => (typeof e === "object" ? definitions(Object.entries(e).map(([name, value]) => [name, typeof value === "object" ? JSON.stringify(value) : String(value)])) : el("p", { text: String(e) })));
}
