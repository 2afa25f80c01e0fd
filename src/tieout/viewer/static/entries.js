// Entries of a review file, as tieout/report/review.py reads and judges them.

/** @typedef {Record<string, any>} Entry one line of the file; docs/view.md, "The review file" */

/**
 * What an entry is about; the same text as `target` of an item.
 * @param {Entry} entry
 */
export function targetOf(entry) {
  if (entry.kind === "finding") return `finding ${entry.fingerprint}`;
  if (entry.kind === "kpi") return `kpi ${entry.kpi} ${entry.fiscal_year}`;
  if (entry.kind === "answer") return `answer ${entry.question}`;
  const where = entry.evidence ?? {};
  const places = entry.kind === "fact" ? [where.file, where.element] : [where.file, where.cell || where.block, where.span];
  return [entry.kind, ...places.map(dumped)].join(" ");
}

/** @param {any} value as Python's json.dumps writes it */
function dumped(value) {
  if (value === undefined || value === null) return "null";
  if (Array.isArray(value)) return `[${value.map(dumped).join(", ")}]`;
  return JSON.stringify(value).replace(/[\u007f-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/**
 * The decision that stands for each target: the last one that nobody took back. Notes are no decisions, unless alone.
 * @param {Entry[]} entries
 * @returns {Record<string, Entry>}
 */
export function standingOf(entries) {
  const undone = new Set(entries.filter((e) => e.action === "undo").map((e) => e.undoes));
  /** @type {Record<string, Entry>} */
  const found = {};
  for (const entry of entries) {
    if (entry.action === "undo" || undone.has(entry.id)) continue;
    const target = targetOf(entry);
    if (entry.action === "note" && found[target] && found[target].action !== "note") continue;
    found[target] = entry;
  }
  return found;
}

/**
 * The fields of an entry about an item, where no server knows them better.
 * @param {import("./items.js").Item} item
 * @param {string} printed
 * @param {any} place of a fact: its entry of `layout.facts`
 * @param {string} period
 * @returns {Entry}
 */
export function aboutItem(item, printed, place, period) {
  const raw = item.raw;
  const more = (given) => Object.fromEntries(Object.entries(given).filter(([, v]) => v !== undefined && v !== null));
  switch (item.kind) {
    case "finding":
      return more({ rule: raw.rule, fingerprint: raw.fingerprint, role: raw.role, concept: raw.concepts?.[0], period: raw.period && period });
    case "kpi":
      return more({ kpi: raw.kpi, fiscal_year: raw.fiscal_year, value: raw.value });
    case "answer":
      return more({ question: raw.question, value: raw.value });
  }
  const named = /^\w+ ("(?:[^"\\]|\\.)*")(?: (\d+)$)?/.exec(item.target);
  const file = named ? JSON.parse(named[1]) : undefined;
  const where = item.kind === "fact" ? place ?? {} : raw;
  const evidence = more({ file, element: item.kind === "fact" && named?.[2] ? Number(named[2]) : where.element, page: where.page, block: where.block, table: where.table, cell: where.cell });
  return more({
    evidence: { ...evidence, span: where.span ?? null, quote: printed.slice(0, 200) },
    text: printed.slice(0, 200),
    filed: item.kind === "fact" ? raw.concept : raw.filed,
    suggested: item.kind === "tag" ? raw.concept : undefined,
    type: item.kind === "entity" ? raw.type : undefined,
  });
}
