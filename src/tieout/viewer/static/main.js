// The page of a report: the document on the left, what is known about it on the right.

import { Desk } from "./desk.js";
import { showKeys } from "./dialogs.js";
import { startDivider } from "./divider.js";
import { byId, el } from "./dom.js";
import { Find } from "./find.js";
import { onKey } from "./keys.js";
import { TABS } from "./kinds.js";
import { Model } from "./model.js";
import { showPages } from "./pages.js";
import { Pane } from "./pane.js";
import { Review } from "./review.js";
import { openSource, PARTS } from "./source.js";
import { nextTheme, startTheme } from "./theme.js";
import { showTitle, startPaperTools, startReviewTools } from "./toolbar.js";

/** @param {import("./desk.js").Desk} desk @returns {import("./keys.js").Command[]} */
function commands(desk) {
  const focus = (id) => () => {
    byId(id).focus();
    byId(id).select?.();
  };
  const inList = (by) => () => desk.step(by);
  return [
    { group: "Go", keys: ["j", "ArrowDown"], does: "next item", run: inList(1) },
    { group: "Go", keys: ["k", "ArrowUp"], does: "previous item", run: inList(-1) },
    { group: "Go", keys: ["PageDown"], does: "ten items on", run: inList(10) },
    { group: "Go", keys: ["PageUp"], does: "ten items back", run: inList(-10) },
    { group: "Go", keys: ["Home"], does: "first item", run: inList(-1e9) },
    { group: "Go", keys: ["End"], does: "last item", run: inList(1e9) },
    { group: "Go", keys: ["Enter"], does: "to the evidence of the chosen item, and to its details", run: () => (desk.item ? (desk.drawItem(), byId("detail").focus()) : desk.step(1)) },
    ...TABS.map((tab, n) => ({ group: "Lists", keys: [String(n + 1)], does: tab.name.toLowerCase().replace("kpis", "KPIs"), run: () => desk.openTab(tab.id) })),
    { group: "Find", keys: ["/"], does: "search the list", run: focus("query") },
    { group: "Find", keys: ["f"], does: "find in the document (Enter, Shift+Enter: next, previous)", run: focus("findtext") },
    { group: "Find", keys: ["x"], does: "clear search and filters", run: () => desk.clear() },
    { group: "Decide", keys: ["a"], does: "accept", run: () => void desk.decideChosen("accept") },
    { group: "Decide", keys: ["r"], does: "reject", run: () => void desk.decideChosen("reject") },
    { group: "Decide", keys: ["t"], does: "change the tag", run: () => desk.retag(desk.item) },
    { group: "Decide", keys: ["n"], does: "write a note", run: () => desk.note(desk.item) },
    { group: "Decide", keys: ["u"], does: "undo the last decision", run: () => void desk.undo() },
    { group: "Decide", keys: ["Ctrl+z", "Meta+z"], does: "undo the last decision", modified: true, run: () => void desk.undo() },
    { group: "Page", keys: ["d"], does: "light, dark, or as the system says", run: nextTheme },
    { group: "Page", keys: ["Escape"], does: "out of a field, back to the list", run: () => byId(desk.view.tab === "statements" ? "tab-statements" : "list").focus() },
    { group: "Page", keys: ["?"], does: "this sheet", run: () => showKeys(commands(desk)) },
    { group: "Page", keys: ["Tab"], does: "from part to part; arrow keys move dividers and walk through tabs and statements" },
  ];
}

/** Arrow keys go from tab to tab. @param {import("./desk.js").Desk} desk */
function startTabs(desk) {
  byId("tabs").addEventListener("keydown", (event) => {
    const n = TABS.findIndex((t) => t.id === desk.view.tab);
    const to = { ArrowRight: n + 1, ArrowLeft: n - 1, Home: 0, End: TABS.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    desk.openTab(TABS[(to + TABS.length) % TABS.length].id);
  });
}

/** A question to the report. @param {import("./desk.js").Desk} desk */
function startAsking(desk) {
  byId("asking").addEventListener("submit", async (event) => {
    event.preventDefault();
    const question = byId("question").value.trim();
    if (!question) return;
    byId("nothing").hidden = false;
    byId("nothing").textContent = "Looking for the answer …";
    try {
      const answer = await desk.source.post("ask", { question });
      desk.model.addAnswer(answer);
      byId("question").value = "";
      desk.refresh();
      desk.open(answer.id);
    } catch (e) {
      byId("nothing").textContent = e.message;
    }
  });
}

async function start() {
  startTheme();
  const source = await openSource();
  const reviewed = source.review();
  const base = await source.base();
  showTitle(base.report);
  byId("home").hidden = true;
  const pane = new Pane(source, base.documents);
  const model = new Model(base);
  const find = new Find(pane);
  const review = new Review(source, await reviewed, base.report.label);
  const desk = new Desk(model, pane, review, source);
  startReviewTools(desk);
  startPaperTools(desk);
  startTabs(desk);
  startAsking(desk);
  startDivider(byId("divider"), "--paper", 20, 80, 54);
  startDivider(byId("split"), "--list", 15, 85, 46, matchMedia("(min-width: 112rem)"));
  byId("keys").addEventListener("click", () => showKeys(commands(desk)));
  byId("skip").addEventListener("click", (event) => {
    event.preventDefault();
    byId("list").focus();
  });
  const table = commands(desk);
  const key = (event) => {
    if (!document.querySelector(":popover-open")) onKey(event, table);
  };
  document.addEventListener("keydown", key);
  pane.on("key", key);
  desk.start();
  if (base.documents.length) {
    await pane.show(desk.item?.at[0]?.document ?? 0);
    desk.mark();
    desk.drawItem();
    find.search(true);
  } else byId("frames").append(el("p", { class: "quiet", text: "This report has no document to show." }));
  document.documentElement.dataset.shown = "yes";
  if (!source.alone) void showHome();
  for (const name of PARTS) {
    model.add(name, await source.part(name));
    if (name === "layout") showPages(model.parts.layout);
    desk.refresh();
  }
  document.documentElement.dataset.complete = "yes";
}

/** The way back to the list, where several reports are served. */
async function showHome() {
  try {
    const { reports } = await (await fetch("/reports.json")).json();
    byId("home").hidden = reports.length < 2;
  } catch {
    byId("home").hidden = true;
  }
}

start().catch((e) => {
  byId("title").textContent = `The report could not be shown: ${e.message}`;
});
