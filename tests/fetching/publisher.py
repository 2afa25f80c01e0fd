"""A server on loopback that answers as the publishers do: EDGAR, EDINET, Alpha Vantage, a dataset hub and a repository host."""

from __future__ import annotations

import hashlib
import io
import json
import threading
import zipfile
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

DOCUMENT = b"<html><body>A filing that does not exist." + b" Sales were 1,250." * 4000 + b"</body></html>"


def package() -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr(zipfile.ZipInfo("report.xml"), "<xbrl/>")  # a date of its own: the same bytes whenever it is made
    return held.getvalue()


def _entry(end: str, value: float, start: str | None = None, form: str = "10-K", filed: str = "2024-02-01") -> dict[str, Any]:
    return {"end": end, "val": value, "form": form, "filed": filed, **({"start": start} if start else {})}


FACTS = {
    "cik": 101,
    "facts": {
        "us-gaap": {
            "Revenues": {
                "units": {
                    "USD": [
                        _entry("2023-12-31", 1250, "2023-01-01"),
                        _entry("2023-12-31", 1260, "2023-01-01", filed="2025-02-01"),  # restated later
                        _entry("2022-12-31", 1100, "2022-01-01"),
                        _entry("2023-12-31", 300, "2023-10-01"),  # a quarter
                        _entry("2023-09-30", 900, "2023-01-01", form="10-Q"),
                    ]
                }
            },
            "Liabilities": {"units": {"USD": []}},
            "LiabilitiesCurrent": {"units": {"USD": [_entry("2023-12-31", 400)]}},
            "LiabilitiesNoncurrent": {"units": {"USD": [_entry("2023-12-31", 200)]}},
            "EarningsPerShareBasic": {"units": {"USD/shares": [_entry("2023-12-31", 1.5, "2023-01-01")]}},
        }
    },
}
SUBMISSIONS = {
    "filings": {
        "recent": {
            "accessionNumber": ["0000000101-24-000002", "0000000101-24-000001", "0000000101-23-000001"],
            "form": ["10-K/A", "10-K", "10-K"],
            "filingDate": ["2024-03-01", "2024-02-01", "2023-02-01"],
            "reportDate": ["2023-12-31", "2023-12-31", "2022-12-31"],
            "acceptanceDateTime": ["2024-03-01T21:00:00.000Z", "2024-02-01T21:00:00.000Z", "2023-02-01T21:00:00.000Z"],
            "primaryDocument": ["tnm-a.htm", "tnm-20231231.htm", "tnm-20221231.htm"],
        },
        "files": [{"name": "CIK0000000101-submissions-001.json", "filingFrom": "2001-01-01", "filingTo": "2010-12-31"}],
    }
}
OLDER = {
    "accessionNumber": ["0000000101-10-000001"], "form": ["10-K"], "filingDate": ["2010-02-01"], "reportDate": ["2009-12-31"],
    "acceptanceDateTime": ["2010-02-01T21:00:00.000Z"], "primaryDocument": ["old.htm"],
}  # fmt: skip
YEAR = {"fiscalDateEnding": "2023-12-31"}
ALPHA = {
    "INCOME_STATEMENT": {"annualReports": [{**YEAR, "totalRevenue": "9999", "grossProfit": "550", "ebit": "None"}]},
    "BALANCE_SHEET": {"annualReports": [{**YEAR, "inventory": "210"}]},
    "CASH_FLOW": {"annualReports": [{**YEAR, "capitalExpenditures": "80"}]},
}
CSV = b"gold_label,gold_token,doc_idx,sent_idx\n0,Sales,0,0\n"
HUB = {
    "train.csv": CSV, "val.csv": CSV, "test.csv": CSV, "README.md": b"# none of the layout",
    "needle/eval/data.parquet": b"PAR1" * 5000, "mmd/A B.mmd": b"text",
}  # fmt: skip

Fault = Callable[[BaseHTTPRequestHandler, bytes], bool]


class Publisher:
    """Serves on a free port. ``faults`` maps a path to what goes wrong there, in order; each is used once."""

    def __init__(self) -> None:
        self.faults: dict[str, list[Fault]] = {}
        self.asked: list[tuple[str, dict[str, str], dict[str, str]]] = []
        self.hashes = True
        publisher = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                url = urlsplit(self.path)
                query = {key: values[0] for key, values in parse_qs(url.query).items()}
                publisher.asked.append((url.path, query, dict(self.headers.items())))
                content = publisher.content(url.path, query)
                waiting = publisher.faults.get(url.path, [])
                if waiting and waiting.pop(0)(self, content or b""):
                    return
                if content is None:
                    send(self, 404, b"nothing here")
                else:
                    serve(self, content)

            def log_message(self, format: str, *arguments: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def paths(self) -> list[str]:
        return [path for path, _, _ in self.asked]

    def __enter__(self) -> Publisher:
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def content(self, path: str, query: dict[str, str]) -> bytes | None:
        folder = "/Archives/edgar/data/101/000000010124000001"
        known: dict[str, Any] = {
            "/files/company_tickers.json": {"0": {"cik_str": 101, "ticker": "TNM", "title": "Tannery Mills"}},
            "/submissions/CIK0000000101.json": SUBMISSIONS,
            "/submissions/CIK0000000101-submissions-001.json": OLDER,
            "/api/xbrl/companyfacts/CIK0000000101.json": FACTS,
            f"{folder}/tnm-20231231.htm": DOCUMENT,
            f"{folder}/0000000101-24-000001-xbrl.zip": package(),
            "/Archives/edgar/data/101/000000010110000001/old.htm": DOCUMENT,
            "/api/v2/documents/S100ABCD": package(),
            "/api/v2/documents/S100NONE": {"metadata": {"status": "404", "message": "NOT FOUND"}},
        }
        if path == "/query":
            return json.dumps(ALPHA.get(query["function"])).encode()
        if path == "/api/v2/documents.json":
            listed = {"S100ABCD": "120", "S100WXYZ": "140", "../x": "120"}
            results = [{"docID": id_, "docTypeCode": code} for id_, code in listed.items()]
            allowed = query.get("Subscription-Key") == "key"
            return json.dumps({"results": results} if allowed else {"message": "Access denied"}).encode()
        if path.startswith("/api/datasets/"):
            return json.dumps([self._listed(name, content) for name, content in HUB.items()]).encode()
        if path.startswith("/repos/"):
            names = ["table_qa/train/questions.json", "table_qa/train/reports/S1/S1.html", "src/x.py"]
            tree = [{"path": name, "type": "blob", "size": 2} for name in names]
            return json.dumps({"tree": tree, "truncated": False}).encode()
        if "/resolve/" in path:
            return HUB.get(path.partition("/resolve/main/")[2].replace("%20", " "))
        if path.startswith("/nlp-for-japanese-securities-reports/"):
            return b"{}"
        found = known.get(path)
        return json.dumps(found).encode() if isinstance(found, dict) else found

    def _listed(self, name: str, content: bytes) -> dict[str, Any]:
        entry: dict[str, Any] = {"type": "file", "path": name, "size": len(content)}
        if self.hashes and name.endswith(".parquet"):
            entry["lfs"] = {"oid": hashlib.sha256(content).hexdigest(), "size": len(content)}
        return entry


def send(handler: BaseHTTPRequestHandler, code: int, content: bytes, **headers: str) -> None:
    handler.send_response(code)
    for name, value in {"Content-Length": str(len(content)), **headers}.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.end_headers()
    handler.wfile.write(content)


def serve(handler: BaseHTTPRequestHandler, content: bytes) -> None:
    """The file, or the rest of it where it is still the same (RFC 9110, 13.1.5 and 14.2)."""
    tag = f'"{hashlib.sha256(content).hexdigest()[:16]}"'
    asked = handler.headers.get("Range", "")
    if asked.startswith("bytes=") and handler.headers.get("If-Range") == tag:
        start = int(asked.removeprefix("bytes=").partition("-")[0])
        send(handler, 206, content[start:], ETag=tag, Content_Range=f"bytes {start}-{len(content) - 1}/{len(content)}")
    else:
        send(handler, 200, content, ETag=tag)


def busy(code: int = 429, retry_after: str | None = "0") -> Fault:
    def fault(handler: BaseHTTPRequestHandler, content: bytes) -> bool:
        send(handler, code, b"busy", **({"Retry_After": retry_after} if retry_after else {}))
        return True

    return fault


def beyond_the_end(handler: BaseHTTPRequestHandler, content: bytes) -> bool:
    """What a server says to whoever has all of a file and asks for the rest (RFC 9110, 15.5.17)."""
    send(handler, 416, b"", Content_Range=f"bytes */{len(content)}")
    return True


def cut_off(after: int, changed: bool = False) -> Fault:
    """The whole length is announced, and the connection closed after a part of it."""

    def fault(handler: BaseHTTPRequestHandler, content: bytes) -> bool:
        tag = '"of another version"' if changed else f'"{hashlib.sha256(content).hexdigest()[:16]}"'
        asked = handler.headers.get("Range", "")
        start = int(asked.removeprefix("bytes=").partition("-")[0]) if asked else 0
        handler.send_response(206 if start else 200)
        handler.send_header("Content-Length", str(len(content) - start))
        handler.send_header("ETag", tag)
        if start:
            handler.send_header("Content-Range", f"bytes {start}-{len(content) - 1}/{len(content)}")
        handler.end_headers()
        handler.wfile.write(content[start : start + after])
        handler.close_connection = True
        return True

    return fault


def spoiled(handler: BaseHTTPRequestHandler, content: bytes) -> bool:
    """Another content of the same length."""
    send(handler, 200, bytes(len(content)))
    return True


def redirect(target: str) -> Fault:
    def fault(handler: BaseHTTPRequestHandler, content: bytes) -> bool:
        send(handler, 302, b"", Location=target)
        return True

    return fault
