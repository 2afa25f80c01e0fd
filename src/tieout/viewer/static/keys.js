// Keyboard: one table of commands, from which the sheet of keys is made too.

import { byId } from "./dom.js";

/**
 * @typedef {object} Command
 * @property {string[]} keys as KeyboardEvent.key, or a name for the sheet only
 * @property {string} does
 * @property {string} group
 * @property {() => void} [run] without it the command is told, but handled elsewhere
 * @property {boolean} [modified] with Ctrl or Cmd
 */

/**
 * Runs the command of a key, unless somebody is writing or a dialog is open.
 * @param {KeyboardEvent} event
 * @param {Command[]} commands
 */
export function onKey(event, commands) {
  if (event.defaultPrevented || byId("dialog").open || event.altKey) return;
  const target = /** @type {HTMLElement} */ (event.target);
  const name = target.tagName;
  const writing = name === "TEXTAREA" || (name === "INPUT" && !["checkbox", "radio"].includes(target.getAttribute("type") ?? ""));
  const modified = event.ctrlKey || event.metaKey;
  if (writing && event.key !== "Escape") return;
  if (name === "SELECT" && event.key.length > 1 && event.key !== "Escape") return;
  const pressing = name === "BUTTON" || name === "A" || target.getAttribute("role") === "tab" || target.getAttribute("role") === "separator" || target.getAttribute("role") === "gridcell";
  if (pressing && ["Enter", " ", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) return;
  const command = commands.find((c) => c.run && Boolean(c.modified) === modified && c.keys.some((k) => k === event.key || k.toLowerCase() === `ctrl+${event.key.toLowerCase()}`));
  if (!command) return;
  event.preventDefault();
  command.run?.();
}
