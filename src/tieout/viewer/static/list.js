// The list of reports that are served.

const { reports } = await (await fetch("/reports.json")).json();
const list = document.getElementById("reports");
const rows = reports.map((report) => {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = `/report/${report.id}/`;
  link.textContent = report.label;
  item.append(link);
  return item;
});
list.append(...rows);
document.getElementById("cover").textContent = `${reports.length.toLocaleString("en")} in this folder`;
document.getElementById("query").addEventListener("input", (event) => {
  const sought = event.target.value.trim().toLowerCase();
  for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(sought);
  document.getElementById("nothing").hidden = rows.some((r) => !r.hidden);
});
