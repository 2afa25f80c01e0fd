// Light or dark: as the system says, unless somebody chose.

import { byId } from "./dom.js";

const NAMES = { "": "Auto", light: "Light", dark: "Dark" };

/** Applies the theme that was chosen before, and listens to the switch. */
export function startTheme() {
  let chosen = "";
  try {
    chosen = localStorage.getItem("tieout theme") ?? "";
  } catch {
    chosen = "";
  }
  applyTheme(chosen in NAMES ? chosen : "");
  byId("theme").addEventListener("click", nextTheme);
}

/** The next of the three. */
export function nextTheme() {
  const order = Object.keys(NAMES);
  applyTheme(order[(order.indexOf(document.documentElement.dataset.theme ?? "") + 1) % order.length]);
}

/** @param {string} name */
function applyTheme(name) {
  if (name) document.documentElement.dataset.theme = name;
  else delete document.documentElement.dataset.theme;
  const switch_ = byId("theme");
  switch_.textContent = `Theme: ${NAMES[name].toLowerCase()}`;
  switch_.title = "Light, dark, or as the system says (d)";
  try {
    localStorage.setItem("tieout theme", name);
  } catch {
    // A page that may keep nothing forgets it.
  }
}
