// Where decisions are kept: by the server in the file beside the report, or in this browser where there is no server.

import { standingOf, targetOf } from "./entries.js";

/**
 * @typedef {object} Keeper
 * @property {boolean} writable
 * @property {string} kept where they are kept, in words
 * @property {(asked: any, about: any) => Promise<{entry: any, target: string, standing: any}>} add throws an Error with one line
 */

/**
 * @param {import("./source.js").Source} source
 * @param {any} given review.json
 * @returns {Keeper}
 */
export function serverKeeper(source, given) {
  return {
    writable: given.path !== null,
    kept: given.path ?? "nowhere: tieout was started without a review file",
    add: ({ item, ...asked }) => source.post("review", { ...asked, ...(item ? { item: item.id } : {}) }),
  };
}

/**
 * @param {any[]} entries those of the file; what this browser kept is added to them
 * @param {string} report its label
 * @returns {Keeper & {own: any[]}}
 */
export function browserKeeper(entries, report) {
  const name = `tieout review ${report}`;
  /** @type {any[]} */
  let own = [];
  try {
    const kept = JSON.parse(localStorage.getItem(name) ?? "[]");
    if (Array.isArray(kept)) own = kept.filter((e) => e && typeof e === "object"); // all pages from disk share this store
  } catch {
    own = [];
  }
  const known = new Set(entries.map((e) => e.id));
  own = own.filter((e) => !known.has(e.id));
  entries.push(...own);
  return {
    writable: true,
    kept: "this browser; download the decisions to send them",
    own,
    async add({ item, action, note, concept, by, undoes }, about) {
      const entry = { id: newId(), action };
      if (action !== "undo") entry.kind = item.kind;
      if (by) entry.by = by;
      entry.at = new Date().toISOString();
      entry.report = report;
      if (note) entry.reason = note;
      if (action === "retag") Object.assign(entry, { concept });
      if (undoes) Object.assign(entry, { undoes });
      if (about) for (const [key, value] of Object.entries(about)) entry[key] ??= value;
      own.push(entry);
      try {
        localStorage.setItem(name, JSON.stringify(own));
      } catch {
        own.pop();
        throw new Error("this browser keeps nothing for pages from disk");
      }
      entries = entries.concat([entry]);
      const of = action === "undo" ? entries.find((e) => e.id === undoes) ?? entry : entry;
      const target = targetOf(of);
      return { entry, target, standing: standingOf(entries)[target] ?? null };
    },
  };
}

function newId() {
  const now = new Date().toISOString().replace(/[-:]|\.\d+Z/g, "");
  const random = crypto.getRandomValues(new Uint32Array(1))[0].toString(16).padStart(8, "0");
  return `${now}-${random}`;
}
