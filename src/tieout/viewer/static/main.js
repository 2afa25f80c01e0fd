// The page of a report: the document on the left, what is known about it on the right.

const payload = await (await fetch("payload.json")).json();
document.title = payload.report.entity ?? payload.report.label;
document.getElementById("loading").remove();
const frame = document.createElement("iframe");
frame.setAttribute("sandbox", "allow-same-origin");
frame.src = "document/0.html";
frame.title = payload.documents[0]?.file ?? "no document";
document.body.append(frame);
