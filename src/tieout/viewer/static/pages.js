// The pages of the report, to choose from.

import { byId, el } from "./dom.js";

/** @param {any} layout its pages, to choose from */
export function showPages(layout) {
  const pages = (layout.pages ?? []).map((p, n) => ({ ...p, n })).filter((p) => p.start !== undefined && p.start !== null);
  byId("topage").hidden = pages.length < 2;
  byId("pages").replaceChildren(...pages.map((p) => el("option", { value: String(p.n), text: p.printed && p.printed !== String(p.number) ? `${p.number} (${p.printed})` : String(p.number) })));
}

/** @param {any} layout @param {number | undefined} number of the page that is looked at */
export function showPage(layout, number) {
  const n = (layout?.pages ?? []).findIndex((p) => p.number === number);
  if (n >= 0) byId("pages").value = String(n);
}
