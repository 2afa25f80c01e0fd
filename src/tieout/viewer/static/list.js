// The list of reports that are served.

const { reports } = await (await fetch("/reports.json")).json();
const list = document.getElementById("reports");
for (const report of reports) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = `/report/${report.id}/`;
  link.textContent = report.label;
  item.append(link);
  list.append(item);
}
