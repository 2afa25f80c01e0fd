"""The viewer's server, asked for real: what it gives, to whom, and what it keeps."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from tests.cli.conftest import Run
from tests.viewer.served import Served
from tieout.samples import path

HOSTILE = """<html><head><title>x</title></head><body>
<script>parent.hacked = 1</script><p onclick="alert(1)">Total 1,234</p></body></html>"""


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    return Path(shutil.copytree(path("us_10k"), tmp_path / "filing"))


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    filing = Path(shutil.copytree(path("us_10k"), tmp_path_factory.mktemp("view") / "filing"))
    with Served(filing) as served:
        yield served


def test_the_base_comes_first_and_parts_when_asked_for(shared: Served) -> None:
    base = shared.client.get("payload.json").json()
    assert base["format"] == 1
    assert base["report"]["entity"] and base["report"]["form"] == "10-K"
    facts = {f["id"]: f for f in base["facts"]}
    assert len(facts) == 584
    layout = shared.client.get("part/layout.json").json()
    shown = [f for f in facts.values() if f.get("numeric") and f["at"] and not f.get("hidden")]
    assert len(shown) > 400 and all(layout["facts"][f["id"]]["page"] for f in shown if f["id"] in layout["facts"])
    assert layout["numbers"] and all(n["at"] for n in layout["numbers"])
    findings = shared.client.get("part/audit.json").json()["findings"]
    assert findings and all(f["at"] and set(f["facts"]) <= set(facts) for f in findings)
    assert shared.client.get("part/nothing.json").status_code == 404


def test_values_are_exact_decimals_as_strings(shared: Served) -> None:
    for fact in shared.client.get("payload.json").json()["facts"]:
        if fact.get("numeric") and "value" in fact:
            assert isinstance(fact["value"], str) and "e" not in fact["value"].lower()


def test_a_document_is_shut_in_by_its_own_policy(shared: Served) -> None:
    answer = shared.client.get("document/0.html")
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "sandbox allow-same-origin" in policy
    assert "script" not in policy
    assert 'data-t="f0"' in answer.text or 'data-t="f' in answer.text
    assert shared.client.get("document/7.html").status_code == 404


def test_the_page_may_load_from_its_own_server_only(shared: Served) -> None:
    policy = shared.client.get("").headers["content-security-policy"]
    assert "script-src 'self'" in policy and "unsafe" not in policy and "http" not in policy


def test_another_name_for_this_machine_gets_nothing(shared: Served) -> None:
    answer = shared.client.get("payload.json", headers={"Host": "evil.example:80"})
    assert answer.status_code == 403 and "facts" not in answer.text


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1"])
def test_a_page_elsewhere_can_decide_nothing(shared: Served, origin: str) -> None:
    answer = shared.client.post("review", json={"item": "f1", "action": "accept"}, headers={"Origin": origin})
    assert answer.status_code == 403
    assert shared.client.get("review.json").json()["entries"] == []


@pytest.mark.parametrize("address", ["/static/../server.py", "/static/%2e%2e/server.py", "/../etc/passwd", "/static/server.py"])
def test_no_other_file_is_given(shared: Served, address: str) -> None:
    answer = httpx.get(shared.link.partition("/report")[0] + address)
    assert answer.status_code == 404


def test_a_decision_is_on_the_disk_when_it_is_acknowledged_and_survives_a_kill(sample: Path) -> None:
    file = sample.with_name("filing.review.jsonl")
    with Served(sample, "--reviewer", "ana") as served:
        served.client.get("payload.json")
        finding = served.client.get("part/audit.json").json()["findings"][0]
        kept = served.client.post("review", json={"item": finding["id"], "action": "accept", "note": "agreed"}).json()
        assert "error" not in kept, kept
        assert kept["target"] == finding["target"] and kept["standing"]["by"] == "ana"
        served.end(signal.SIGKILL)
    with file.open("a", encoding="utf-8") as half:
        half.write('{"id": "half a li')
    with Served(sample) as served:
        review = served.client.get("review.json").json()
        assert review["standing"][finding["target"]]["reason"] == "agreed"
        served.client.get("payload.json")
        retagged = served.client.post(
            "review", json={"item": "f100", "action": "retag", "concept": "us-gaap:Cash", "by": "bo"}
        ).json()
        assert retagged["entry"]["concept"] == "us-gaap:Cash" and retagged["entry"]["evidence"]["cell"]
        undone = served.client.post("review", json={"action": "undo", "undoes": retagged["entry"]["id"]}).json()
        assert undone["standing"] is None
    actions = [json.loads(x)["action"] for x in file.read_text("utf-8").splitlines() if x.endswith("}")]
    assert actions == ["accept", "retag", "undo"]


@pytest.mark.parametrize(
    "body",
    [
        {"item": "f1", "action": "destroy"},
        {"item": "f999999", "action": "accept"},
        {"item": 7, "action": "accept"},
        {"action": "undo", "undoes": "x"},
        {"item": "f1", "action": "retag"},
        {"item": "f1", "action": "note", "note": "x" * 5000},
    ],
)
def test_what_is_no_decision_is_refused_in_one_line(shared: Served, body: dict[str, object]) -> None:
    shared.client.get("payload.json")
    answer = shared.client.post("review", json=body)
    assert answer.status_code == 400 and "\n" not in answer.json()["error"]


def test_two_viewers_of_one_report_keep_one_review(sample: Path) -> None:
    with Served(sample) as one, Served(sample) as other:
        assert other.client.get("review.json").json()["entries"] == []
        kept = one.client.post("review", json={"item": "f100", "action": "reject"}).json()
        assert other.client.get("review.json").json()["standing"][kept["target"]]["action"] == "reject"
        undone = other.client.post("review", json={"action": "undo", "undoes": kept["entry"]["id"]}).json()
        assert undone["standing"] is None
        assert one.client.get("review.json").json()["standing"] == {}


def test_half_a_surrogate_pair_is_refused_as_no_text(shared: Served) -> None:
    body = b'{"item": "f1", "action": "note", "note": "\\ud800"}'
    answer = shared.client.post("review", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 400 and "no JSON" in answer.json()["error"]


def test_an_address_as_for_a_proxy_is_refused(shared: Served) -> None:
    url = urlsplit(shared.link)
    with socket.create_connection(("127.0.0.1", url.port or 0), timeout=20) as asked:
        asked.sendall(f"GET http://[::1/ HTTP/1.1\r\nHost: {url.netloc}\r\nConnection: close\r\n\r\n".encode())
        assert asked.recv(1000).startswith(b"HTTP/1.1 400 ")


def test_a_file_whose_name_is_no_utf8_is_shown_and_reviewed(tmp_path: Path) -> None:
    name = tmp_path / os.fsdecode(b"bad\xff.htm")
    try:
        name.write_text(HOSTILE, "utf-8")
    except OSError:
        pytest.skip("this file system wants UTF-8 in names")
    (tmp_path / "good.htm").write_text(HOSTILE, "utf-8")
    with Served(tmp_path) as served:
        first = served.client.get("/reports.json").json()["reports"][0]
        assert first["label"].startswith("bad")
        assert served.client.get("/report/0/payload.json").status_code == 200
        assert "1,234" in served.client.get("/report/0/document/0.html").text
        assert served.client.post("/report/0/review", json={"item": "n0", "action": "accept"}).status_code == 200
        assert len(served.client.get("/report/0/review.json").json()["entries"]) == 1


def test_the_review_can_be_taken_away(sample: Path, tieout: Run, tmp_path: Path) -> None:
    with Served(sample) as served:
        served.client.get("payload.json")
        served.client.post("review", json={"item": "f100", "action": "accept", "note": "=1+1", "by": "ana"})
        table = served.client.get("review/review.csv").text.splitlines()
        assert table[0].startswith("at,by,action,stands,kind") and ",ana,accept,true,fact," in table[1]
        assert "'=1+1" in table[1]
        assert served.client.get("review/review.xlsx").content.startswith(b"PK")
        assert served.client.get("review/review.json").json()[0]["by"] == "ana"
    assert tieout("view", sample, "--review-out", tmp_path / "r.json").returncode == 0
    assert json.loads((tmp_path / "r.json").read_text("utf-8"))[0]["action"] == "accept"


def test_accepted_findings_are_set_aside_by_the_audit(sample: Path, tieout: Run) -> None:
    with Served(sample) as served:
        served.client.get("payload.json")
        finding = served.client.get("part/audit.json").json()["findings"][0]
        served.client.post("review", json={"item": finding["id"], "action": "accept", "note": "agreed"})
    done = tieout("audit", sample, "--accepted", sample.with_name("filing.review.jsonl"), "--fail-on", "never")
    assert "1 accepted" in done.stderr.decode()
    assert finding["fingerprint"] not in done.stdout.decode()


def test_a_question_is_answered_with_its_place(shared: Served) -> None:
    answer = shared.client.post("ask", json={"question": "What was total assets in 2025?"}).json()
    assert answer["found"] and answer["at"]
    assert shared.client.post("ask", json={"question": " "}).status_code == 400


def test_a_folder_of_reports_has_a_list(tmp_path: Path) -> None:
    shutil.copytree(path("us_10k"), tmp_path / "all" / "one")
    (tmp_path / "all" / "two.htm").write_text(HOSTILE, "utf-8")
    with Served(tmp_path / "all") as served:
        reports = served.client.get("/reports.json").json()["reports"]
        assert [r["label"] for r in reports] == ["two.htm", "one"]
        document = served.client.get("/report/0/document/0.html").text
        assert "Total 1,234" in document and "<script" not in document and "onclick" not in document
        assert served.client.get("/report/2/payload.json").status_code == 404


def test_a_decision_needs_nothing_to_have_been_shown_before(sample: Path) -> None:
    with Served(sample) as served:
        assert served.client.post("review", json={"item": "f100", "action": "accept"}).json()["standing"]["kind"] == "fact"
        assert served.client.post("review", json={"item": "a0", "action": "note", "note": "x"}).json()["entry"]["fingerprint"]


def test_many_reports_are_shown_again_after_others(tmp_path: Path) -> None:
    for n in range(6):
        (tmp_path / f"{n}.htm").write_text(HOSTILE.replace("1,234", f"1,23{n}"), "utf-8")
    with Served(tmp_path) as served:
        for n in (0, 1, 2, 3, 4, 5, 0, 3):
            (number,) = served.client.get(f"/report/{n}/part/layout.json").json()["numbers"]
            assert number["text"] == f"1,23{n}"


def test_a_report_that_cannot_be_read_says_so(tmp_path: Path) -> None:
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.4 nothing")
    (tmp_path / "x.htm").write_text(HOSTILE, "utf-8")
    with Served(tmp_path) as served:
        answer = served.client.get("/report/0/payload.json")
        assert answer.status_code == 422 and "broken.pdf" in answer.json()["error"]


def test_a_report_that_cannot_be_read_hides_no_other(tieout: Run, tmp_path: Path) -> None:
    for name in ("a.htm", "c.htm"):
        (tmp_path / name).write_text(HOSTILE, "utf-8")
    (tmp_path / "b.pdf").write_bytes(b"%PDF-1.4 nothing")
    done = tieout("view", tmp_path, "--payload")
    assert done.returncode == 2 and done.stderr.startswith(b"tieout: b.pdf: ") and done.stderr.count(b"\n") == 1
    names = [json.loads(row)["payload"]["report"]["name"] for row in done.stdout.splitlines()]
    assert names == ["a.htm", "c.htm"]


def test_a_pdf_that_goes_away_while_it_is_shown_is_told(tmp_path: Path) -> None:
    pdf = Path(shutil.copy(path("us_statements.pdf"), tmp_path / "r.pdf"))
    with Served(pdf) as served:
        assert served.client.get("payload.json").status_code == 200
        pdf.unlink()
        answer = served.client.get("document/0/page/1.png")
        assert answer.status_code == 422 and "no longer there" in answer.json()["error"]


def test_listening_wider_asks_for_a_token(tmp_path: Path) -> None:
    (tmp_path / "x.htm").write_text(HOSTILE, "utf-8")
    with Served(tmp_path / "x.htm", "--host", "0.0.0.0") as served:  # noqa: S104
        url = urlsplit(served.link)
        assert url.query.startswith("token=") and len(url.query) > 20
        here = f"http://127.0.0.1:{url.port}"
        assert httpx.get(f"{here}/report/0/payload.json").status_code == 403
        assert httpx.get(f"{here}/report/0/?token=wrong").status_code == 403
        assert httpx.get(f"{here}/report/0/payload.json", headers={"X-Tieout-Token": url.query[6:]}).status_code == 200
        with httpx.Client(base_url=here, follow_redirects=True) as browser:
            opened = browser.get(f"/report/0/?{url.query}")
            assert opened.status_code == 200 and "token" not in str(opened.url)
            assert browser.get("/report/0/payload.json").status_code == 200


def test_a_port_that_is_taken_is_told_in_one_line(tieout: Run, tmp_path: Path) -> None:
    (tmp_path / "x.htm").write_text(HOSTILE, "utf-8")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = tieout("view", tmp_path / "x.htm", "--no-browser", "--port", port)
    assert done.returncode == 2
    assert done.stderr.decode() == f"tieout: --port {port}: address already in use; without --port a free one is taken\n"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--export", "x.htm"), "--export x.htm: would overwrite"),
        (("--export", "a.html", "--payload"), "--payload and --export"),
        (("--token", ""), "--token: "),
        (("--token", "a b&c"), "--token: "),
        (("--review", "."), "--review .: is a folder"),
    ],
)
def test_options_that_make_no_sense_are_refused_in_one_line(
    tieout: Run, tmp_path: Path, options: tuple[str, ...], said: str
) -> None:
    (tmp_path / "x.htm").write_text(HOSTILE, "utf-8")
    done = tieout("view", "x.htm", *options, cwd=tmp_path)
    assert done.returncode == 2 and done.stderr.decode().startswith(f"tieout: {said}")
    assert done.stderr.count(b"\n") == 1 and (tmp_path / "x.htm").read_text("utf-8") == HOSTILE


def test_control_c_ends_it_neatly(tmp_path: Path) -> None:
    (tmp_path / "x.htm").write_text(HOSTILE, "utf-8")
    with Served(tmp_path / "x.htm") as served:
        said = served.end()
        assert served.process.returncode == 0 and said.endswith("tieout: stopped\n") and "Traceback" not in said
