// All that is known of the report, with the ways from one thing to another.

import { makeItems } from "./items.js";
import { words } from "./format.js";

/** A printed thing of at most so many characters is a number or a name; what is longer is a passage around them. */
const LONGEST_VALUE = 60;

/** The payload as far as it came, indexed. */
export class Model {
  /** @param {any} base */
  constructor(base) {
    this.base = base;
    /** @type {Record<string, any>} */
    this.parts = {};
    /** @type {Map<string, import("./items.js").Item>} */
    this.items = new Map();
    /** @type {Record<string, Array<import("./items.js").Item>>} */
    this.lists = {};
    /** @type {Map<string, any[]>} */
    this.findingsOf = new Map();
    /** @type {Map<string, any[]>} */
    this.sumsOf = new Map();
    /** @type {Map<string, Array<{network: any, arc: any}>>} */
    this.parentsOf = new Map();
    this.make();
  }

  /** @param {string} name @param {any} part */
  add(name, part) {
    this.parts[name] = part;
    if (name === "concepts") this.indexConcepts(part);
    if (name === "audit") {
      for (const finding of part.findings ?? []) for (const f of finding.facts ?? []) push(this.findingsOf, f, finding);
    }
    this.make(name);
  }

  /** @param {any} answer one that was just asked for */
  addAnswer(answer) {
    const part = (this.parts.kpis ??= { kpis: [], answers: [] });
    part.answers = [...(part.answers ?? []), answer];
    this.make("kpis");
  }

  /** @param {string} [part] that came */
  make(part) {
    Object.assign(this.lists, makeItems(this, part));
    this.items = new Map(Object.values(this.lists).flatMap((list) => list.map((item) => [item.id, item])));
  }

  /** @param {any} part */
  indexConcepts(part) {
    for (const sum of part.calculations ?? []) {
      push(this.sumsOf, sum.total, sum);
      for (const f of sum.parts) push(this.sumsOf, f.fact, sum);
    }
    for (const network of part.networks ?? []) {
      if (network.kind === "presentation") for (const arc of network.arcs) push(this.parentsOf, arc.child, { network, arc });
    }
  }

  /** @param {string} name what is known of a concept */
  concept(name) {
    return this.parts.concepts?.concepts?.[name];
  }

  /** @param {string} name a concept's label, or its name in words */
  label(name) {
    return this.concept(name)?.label ?? words(name);
  }

  /** @param {number} id */
  network(id) {
    return (this.parts.concepts?.networks ?? []).find((n) => n.id === id);
  }

  /** @param {string | undefined} role the name of its network */
  roleTitle(role) {
    return (this.parts.concepts?.networks ?? []).find((n) => n.role === role)?.definition;
  }

  /** @param {any} fact */
  context(fact) {
    return this.base.contexts[fact.context] ?? {};
  }

  /**
   * Items that stand at a character of a document, the shortest place first.
   * @param {number} document
   * @param {number} start
   * @param {number} [end] with it: items within these characters
   */
  at(document, start, end) {
    const found = [];
    for (const item of this.items.values()) {
      for (const place of item.at) {
        if (place.document !== document) continue;
        const fits =
          end === undefined ? place.start <= start && start < place.end : start <= place.start && place.end <= end && place.start < place.end;
        if (fits) found.push({ item, length: place.end - place.start });
      }
    }
    return found.sort((a, b) => a.length - b.length || RANK[a.item.kind] - RANK[b.item.kind]);
  }

  /**
   * What else is known of the same printed thing: `same` are items of its number or name, `around` the tagged passages that hold it.
   * @param {import("./items.js").Item} item
   */
  related(item) {
    const same = new Set();
    const around = new Set();
    for (const f of item.kind === "finding" ? item.raw.facts : []) if (this.items.has(f)) same.add(this.items.get(f));
    for (const finding of this.findingsOf.get(item.id) ?? []) same.add(this.items.get(finding.id));
    const place = item.at[0];
    if (place && place.end > place.start && place.end - place.start <= LONGEST_VALUE && item.kind !== "finding") {
      for (const other of this.items.values()) {
        if (other === item || other.kind === "finding") continue;
        for (const p of other.at) {
          if (p.document !== place.document || p.end <= place.start || p.start >= place.end) continue;
          (p.end - p.start <= LONGEST_VALUE ? same : around).add(other);
        }
      }
    }
    const facts = [...same].filter((i) => i.kind === "fact");
    for (const fact of facts) for (const finding of this.findingsOf.get(fact.id) ?? []) if (finding.id !== item.id) same.add(this.items.get(finding.id));
    return { same: [...same].sort((a, b) => RANK[a.kind] - RANK[b.kind]), around: [...around] };
  }
}

const RANK = { fact: 0, finding: 1, tag: 2, kpi: 3, answer: 4, number: 5, entity: 6 };

/** @param {Map<any, any[]>} map @param {any} key @param {any} value */
function push(map, key, value) {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
