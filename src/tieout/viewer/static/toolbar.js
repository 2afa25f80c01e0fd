// The bar at the top, and the tools above the document.

import { button, byId, el } from "./dom.js";

const MARK_NAMES = { fact: "tagged", number: "unexplained", finding: "finding", differs: "other tag likelier" };

/** @param {any} report of the payload */
export function showTitle(report) {
  const name = report.entity ?? report.label;
  document.title = `${name} · tieout`;
  byId("title").textContent = name;
  const told = [report.form, report.period, name === report.label ? "" : report.label].filter(Boolean);
  byId("cover").textContent = told.join(" · ");
}

/** @param {import("./desk.js").Desk} desk */
export function startReviewTools(desk) {
  const { review, source } = desk;
  const by = byId("by");
  by.value = remembered() ?? review.by;
  review.by = by.value;
  by.addEventListener("change", () => {
    review.by = by.value.trim();
    try {
      localStorage.setItem("tieout reviewer", review.by);
    } catch {
      // The name lasts as long as the page.
    }
  });
  byId("undo").addEventListener("click", () => void desk.undo());
  byId("retry").addEventListener("click", () => void review.retry());
  const show = () => {
    const { name, text } = review.state;
    byId("saved").textContent = name === "saved" ? `✓ ${text}` : name === "failed" ? `✗ ${text}` : text;
    byId("saved").className = name;
    byId("saved").title = `Decisions are kept in ${review.keeper.kept}`;
    byId("retry").hidden = name !== "failed";
    byId("undo").disabled = !review.undoable || !review.writable;
    byId("undo").title = `Undo the last decision (u); decisions are kept in ${review.keeper.kept}`;
  };
  review.on("state", show);
  review.on("change", show);
  show();
  const links = source.alone
    ? [button("Decisions as JSON lines", () => download("review.jsonl", review.lines()))]
    : ["xlsx", "csv", "json"].map((kind) => el("a", { href: `review/review.${kind}`, download: `review.${kind}`, text: { xlsx: "Excel workbook (.xlsx)", csv: "Table (.csv)", json: "JSON (.json)" }[kind] }));
  byId("downloads").replaceChildren(
    el("h2", { text: "Export the review" }),
    ...links,
    button("Print", () => window.print()),
    el("p", { class: "quiet", text: `Kept in ${review.keeper.kept}.` }),
  );
  byId("take").addEventListener("click", () => {
    const { right, bottom } = byId("take").getBoundingClientRect();
    byId("downloads").style.top = `${bottom + 6}px`;
    byId("downloads").style.left = `${Math.max(8, right - 280)}px`;
  });
}

function remembered() {
  try {
    return localStorage.getItem("tieout reviewer") || null;
  } catch {
    return null;
  }
}

/** @param {string} name @param {string} text */
function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "application/jsonl" }));
  const link = el("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** @param {import("./desk.js").Desk} desk */
export function startPaperTools(desk) {
  const { pane } = desk;
  const documents = byId("documents");
  documents.hidden = pane.documents.length < 2;
  documents.replaceChildren(...pane.documents.map((d, n) => el("option", { value: String(n), text: d.file.replace(/^.*\//, ""), title: d.file })));
  documents.addEventListener("change", () => void pane.show(Number(documents.value)));
  pane.on("open", (n) => (documents.value = String(n)));
  byId("marks").append(
    ...Object.entries(MARK_NAMES).map(([name, text]) =>
      el("label", { class: `legend ${name}` }, el("input", { type: "checkbox", checked: true, data: { mark: name }, on: { change: () => desk.mark() } }), el("span", { text })),
    ),
  );
  byId("pages").addEventListener("change", () => {
    const page = desk.model.parts.layout.pages[Number(byId("pages").value)];
    if (page?.start !== undefined && page.start !== null) void pane.goTo({ document: page.document ?? 0, start: page.start });
  });
}
