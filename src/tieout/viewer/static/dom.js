// Making elements. Data only ever becomes text or an attribute's value, never markup.

/**
 * Makes an element.
 * @param {string} name
 * @param {Record<string, any>} [given] attributes; besides `text`, `on` (listeners), `data` (dataset), `width` (inline size);
 *   what is undefined, null or false is left out
 * @param {...(Node | string | null | undefined | false | Array<any>)} children
 * @returns {HTMLElement}
 */
export function el(name, given = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "text") made.textContent = value;
    else if (key === "on") for (const [type, run] of Object.entries(value)) made.addEventListener(type, run);
    else if (key === "data") Object.assign(made.dataset, value);
    else if (key === "width") made.style.inlineSize = value;
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.flat(2).filter((c) => c !== null && c !== undefined && c !== false));
  return made;
}

/**
 * The element of the page with this id.
 * @param {string} id
 * @returns {any}
 */
export function byId(id) {
  return document.getElementById(id);
}

/**
 * A button.
 * @param {string} text
 * @param {() => void} run
 * @param {Record<string, any>} [given]
 */
export function button(text, run, given = {}) {
  return el("button", { type: "button", text, on: { click: run }, ...given });
}

/**
 * Says something to people who listen instead of look.
 * @param {string} text
 */
export function announce(text) {
  byId("live").textContent = text;
}
