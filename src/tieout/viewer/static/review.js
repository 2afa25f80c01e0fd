// The review: decisions, what stands, undo, and whether the last one is kept.

import { standingOf, targetOf } from "./entries.js";
import { Events } from "./events.js";
import { browserKeeper, serverKeeper } from "./keeping.js";

/** Tells `change` (target) and `state`. */
export class Review extends Events {
  /**
   * @param {import("./source.js").Source} source
   * @param {any} given review.json
   * @param {string} report
   */
  constructor(source, given, report) {
    super();
    /** @type {any[]} */
    this.entries = [...(given.entries ?? [])];
    this.keeper = source.alone ? browserKeeper(this.entries, report) : serverKeeper(source, given);
    this.standing = source.alone ? standingOf(this.entries) : { ...given.standing };
    this.by = given.by ?? "";
    /** @type {{name: "" | "saving" | "saved" | "failed", text: string}} */
    this.state = { name: "", text: "" };
    /** @type {{asked: any, about: any} | null} what could not be kept */
    this.failed = null;
    /** @type {Promise<any>} */
    this.last = Promise.resolve();
  }

  get writable() {
    return this.keeper.writable;
  }

  /** The entry that an undo takes back. */
  get undoable() {
    const undone = new Set(this.entries.map((e) => e.undoes).filter(Boolean));
    return this.entries.findLast((e) => e.action !== "undo" && !undone.has(e.id));
  }

  /** @param {string} target */
  history(target) {
    const undone = new Set(this.entries.map((e) => e.undoes).filter(Boolean));
    return this.entries.filter((e) => e.action !== "undo" && targetOf(e) === target).map((e) => ({ ...e, undone: undone.has(e.id) }));
  }

  /**
   * @param {import("./items.js").Item} item
   * @param {string} action
   * @param {{note?: string, concept?: string}} more
   * @param {any} about the entry's fields
   */
  decide(item, action, more, about) {
    return this.keep({ item, action, ...more, by: this.by }, about);
  }

  undo() {
    const entry = this.undoable;
    return entry ? this.keep({ action: "undo", undoes: entry.id, by: this.by }, null) : Promise.resolve(null);
  }

  retry() {
    const failed = this.failed;
    return failed ? this.keep(failed.asked, failed.about) : Promise.resolve(null);
  }

  /**
   * Keeps one entry after those before it; null where that failed.
   * @param {any} asked
   * @param {any} about
   */
  keep(asked, about) {
    this.tell("saving", "Saving …");
    this.last = this.last.then(async () => {
      try {
        const done = await this.keeper.add(asked, about);
        this.entries.push(done.entry);
        if (done.standing) this.standing[done.target] = done.standing;
        else delete this.standing[done.target];
        this.failed = null;
        this.tell("saved", "Saved");
        this.emit("change", done.target);
        return done;
      } catch (e) {
        this.failed = { asked, about };
        this.tell("failed", `Could not be saved: ${e.message}`);
        return null;
      }
    });
    return this.last;
  }

  /** @param {"" | "saving" | "saved" | "failed"} name @param {string} text */
  tell(name, text) {
    this.state = { name, text };
    this.emit("state");
  }

  /** All entries as the lines of a review file. */
  lines() {
    return this.entries.map((e) => `${JSON.stringify(e)}\n`).join("");
  }
}
