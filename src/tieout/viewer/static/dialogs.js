// Dialogs: a note, another tag, the keys.

import { button, byId, el } from "./dom.js";
import { percent } from "./format.js";

/**
 * Opens the page's dialog with content; the focus goes back where it was when it closes.
 * @param {string} title
 * @param {...any} content
 * @returns {HTMLDialogElement}
 */
function opened(title, ...content) {
  const dialog = byId("dialog");
  dialog.replaceChildren(el("h2", { id: "dialogtitle", text: title }), ...content.flat().filter(Boolean));
  dialog.setAttribute("aria-labelledby", "dialogtitle");
  if (!dialog.open) dialog.showModal();
  return dialog;
}

/**
 * Asks for a note.
 * @param {string} about what it is about
 * @param {(note: string) => void} done
 */
export function askNote(about, done) {
  const text = el("textarea", { rows: "5", maxlength: "4000", "aria-label": "Note" });
  const form = el(
    "form",
    { method: "dialog" },
    el("p", { class: "quiet", text: about }),
    text,
    el("p", { class: "ends" }, button("Cancel", () => byId("dialog").close()), el("button", { type: "submit", class: "main", text: "Save note", title: "Ctrl+Enter" })),
  );
  const submit = (event) => {
    event.preventDefault();
    const note = text.value.trim();
    byId("dialog").close();
    if (note) done(note);
  };
  form.addEventListener("submit", submit);
  text.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit(event);
  });
  opened("Note", form);
  text.focus();
}

/**
 * Asks for a concept: a combobox over suggestions, which also takes a name that none of them is.
 * @param {string} about
 * @param {(query: string) => Promise<Array<{concept: string, label?: string, score?: number}>>} suggest
 * @param {(concept: string, note: string) => void} done
 */
export function askConcept(about, suggest, done) {
  /** @type {Array<{concept: string, label?: string, score?: number}>} */
  let shown = [];
  let now = -1;
  let asked = 0;
  const input = el("input", { type: "text", role: "combobox", "aria-expanded": "true", "aria-controls": "concepts", "aria-autocomplete": "list", "aria-label": "Concept", placeholder: "Search by name or label, or type a concept", maxlength: "200", spellcheck: "false", autocomplete: "off" });
  const list = el("ul", { id: "concepts", role: "listbox", "aria-label": "Concepts" });
  const note = el("input", { type: "text", maxlength: "4000", "aria-label": "Note", placeholder: "Note (optional)" });
  const draw = () => {
    list.replaceChildren(
      ...shown.map((c, n) =>
        el(
          "li",
          { id: `concept-${n}`, role: "option", "aria-selected": String(n === now), on: { click: () => pick(n) } },
          el("span", { text: c.label ?? "" }),
          el("code", { text: c.concept }),
          c.score === undefined ? null : el("span", { class: "percent", text: percent(c.score) }),
        ),
      ),
    );
    if (now >= 0) {
      input.setAttribute("aria-activedescendant", `concept-${now}`);
      list.children[now]?.scrollIntoView({ block: "nearest" });
    } else input.removeAttribute("aria-activedescendant");
  };
  const pick = (n) => {
    now = n;
    input.value = shown[n].concept;
    draw();
  };
  const search = async () => {
    const mine = ++asked;
    const found = await suggest(input.value.trim());
    if (mine !== asked) return;
    shown = found;
    now = -1;
    draw();
  };
  const form = el(
    "form",
    { method: "dialog" },
    el("p", { class: "quiet", text: about }),
    input,
    list,
    note,
    el("p", { class: "ends" }, button("Cancel", () => byId("dialog").close()), el("button", { type: "submit", class: "main", text: "Change tag" })),
  );
  input.addEventListener("input", () => void search());
  input.addEventListener("keydown", (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by && shown.length) {
      event.preventDefault();
      now = (now + by + shown.length) % shown.length;
      draw();
    } else if (event.key === "Enter" && now >= 0 && input.value !== shown[now].concept) {
      event.preventDefault();
      pick(now);
    }
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const concept = input.value.trim();
    if (!concept || /\s/.test(concept)) return input.focus();
    byId("dialog").close();
    done(concept, note.value.trim());
  });
  opened("Change the tag", form);
  void search();
  input.focus();
}

const KEY_NAMES = { ArrowDown: "↓", ArrowUp: "↑", "Ctrl+z": "Ctrl+Z", "Meta+z": "⌘Z", PageDown: "Page ↓", PageUp: "Page ↑", Escape: "Esc" };

/**
 * The sheet of keys.
 * @param {Array<{keys: string[], does: string, group: string}>} commands
 * @param {boolean} [withMarks] whether the page has a document with marks to explain
 */
export function showKeys(commands, withMarks = true) {
  const groups = [...new Set(commands.map((c) => c.group))];
  const sheet = groups.map((group) =>
    el(
      "section",
      {},
      el("h3", { text: group }),
      el(
        "dl",
        { class: "keys" },
        commands.filter((c) => c.group === group).map((c) => [el("dt", {}, c.keys.map((k, n) => [n ? " or " : "", el("kbd", { text: KEY_NAMES[k] ?? k })])), el("dd", { text: c.does })]),
      ),
    ),
  );
  const marks = el(
    "section",
    {},
    el("h3", { text: "Marks in the document" }),
    el("p", { class: "quiet", text: "A thin line: tagged. Dots: no tag and no tie explains it. A wave: a finding. Two lines: the engine expects another tag. A frame: chosen." }),
  );
  opened("Keys", el("div", { class: "sheet" }, sheet, withMarks ? marks : null), el("p", { class: "ends" }, button("Close", () => byId("dialog").close(), { class: "main", autofocus: true })));
}
