// One table at a time: picture on the left, table on the right, a key for each grade. A grade is shown as kept only when the
// server has said that it is on the disk.

const query = new URLSearchParams(location.search);
const who = query.get("who");
const $ = (id) => document.getElementById(id);
let item = null;
let since = 0;
let busy = false;

async function call(path, body) {
  const answer = await fetch(path, {
    method: body ? "POST" : "GET",
    headers: { "Content-Type": "application/json" },
    body: body ? JSON.stringify({ who, ...body }) : undefined,
  });
  const content = await answer.json();
  if (!answer.ok) throw new Error(content.error);
  return content;
}

function show(state) {
  item = state.item;
  $("done").max = state.all;
  $("done").value = state.graded;
  $("where").textContent = item ? `${item.report}, page ${item.page}: ${state.graded + 1} of ${state.all}` : "";
  $("picture").src = item ? `picture?id=${encodeURIComponent(item.id)}` : "";
  $("table").replaceChildren(...(item ? item.rows : []).map(row));
  $("message").textContent = item ? "" : `All ${state.all} tables are graded. Thank you.`;
  for (const button of document.querySelectorAll("[data-grade]")) button.disabled = !item;
  $("back").disabled = state.graded === 0;
  since = performance.now();
}

function row(cells) {
  const tr = document.createElement("tr");
  for (const [text, rows, columns] of cells) {
    const td = document.createElement("td");
    td.textContent = text;
    td.rowSpan = rows;
    td.colSpan = columns;
    tr.append(td);
  }
  return tr;
}

async function act(body, path) {
  if (busy) return;
  busy = true;
  try {
    show(await call(path, body));
  } catch (error) {
    $("message").textContent = `Not kept: ${error.message}`;
  } finally {
    busy = false;
  }
}

function grade(name) {
  if (item) act({ item: item.id, grade: name, seconds: (performance.now() - since) / 1000 }, "grade");
}

for (const button of document.querySelectorAll("[data-grade]")) {
  button.addEventListener("click", () => grade(button.dataset.grade));
}
$("back").addEventListener("click", () => act({}, "back"));
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  const grades = { o: "ok", n: "not_ok", u: "uncertain" };
  if (event.key in grades) grade(grades[event.key]);
  if (event.key === "z") act({}, "back");
});
act(null, `next?who=${encodeURIComponent(who)}`);
