// Who wants to know when something changed.

/** Listeners by name, called in the order in which they came. */
export class Events {
  constructor() {
    /** @type {Map<string, Array<(value?: any) => void>>} */
    this.listeners = new Map();
  }

  /** @param {string} name @param {(value?: any) => void} run */
  on(name, run) {
    this.listeners.set(name, [...(this.listeners.get(name) ?? []), run]);
  }

  /** @param {string} name @param {any} [value] */
  emit(name, value) {
    for (const run of this.listeners.get(name) ?? []) run(value);
  }
}
