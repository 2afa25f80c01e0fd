"""The grading page, served for real: what it gives to whom, and that a kill loses nothing that was acknowledged."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from tests.cli.conftest import environment
from tests.studies.grading import made_up
from tieout.studies.grading import Grades


def serving(folder: Path) -> list[str]:
    return [sys.executable, "-m", "tieout", "grade", "serve", str(folder / "scans"), "--out", str(folder / "study")]


class Study:
    """`tieout grade serve` in a process of its own."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        self.options = options
        self.process: subprocess.Popen[str] | None = None
        self.links: dict[str, str] = {}

    def start(self) -> None:
        self.process = subprocess.Popen(
            [*serving(self.folder), "--annotators", "ana,bo", *self.options],
            stdout=subprocess.PIPE,
            text=True,
            env=environment(),
        )
        assert self.process.stdout is not None
        self.links = dict(self.process.stdout.readline().strip().split("\t") for _ in range(2))

    def kill(self) -> None:
        assert self.process is not None
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def client(self, who: str) -> httpx.Client:
        token = re.search(r"token=([^&]+)", self.links[who])
        assert token is not None
        return httpx.Client(
            base_url="{0.scheme}://{0.netloc}".format(urlsplit(self.links[who])),
            headers={"X-Tieout-Token": token[1]},
            trust_env=False,
        )


@pytest.fixture
def study(tmp_path: Path) -> Iterator[Study]:
    made_up.write(tmp_path / "scans", reports=4)
    study = Study(tmp_path, "--overlap", "1", "--coders", "2")
    study.start()
    yield study
    if study.process is not None and study.process.poll() is None:
        study.kill()


def grade(client: httpx.Client, who: str, state: dict[str, Any], grade: str) -> dict[str, Any]:
    answer = client.post("/grade", json={"who": who, "item": state["item"]["id"], "grade": grade, "seconds": 1.25})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_a_person_grades_all_and_takes_one_back(study: Study) -> None:
    with study.client("ana") as client:
        state = client.get("/next?who=ana").json()
        assert (state["all"], state["graded"]) == (12, 0)
        assert state["item"]["rows"][1][0][0] == "Sales <b>"
        picture = client.get("/picture", params={"id": state["item"]["id"]})
        assert picture.headers["content-type"] == "image/png"
        first = state["item"]["id"]
        assert grade(client, "ana", state, "not_ok")["graded"] == 1
        state = client.post("/back", json={"who": "ana"}).json()
        assert (state["graded"], state["item"]["id"]) == (0, first)
        while state["item"]:
            state = grade(client, "ana", state, "ok")
    assert set(Grades(study.folder / "study" / "grades").of("ana").values()) == {"ok"}
    assert state["graded"] == 12


def test_nothing_that_was_acknowledged_is_lost_in_a_kill(study: Study) -> None:
    rng = random.Random(11)
    said: dict[str, str] = {}
    for _ in range(3):
        with study.client("ana") as client:
            state = client.get("/next?who=ana").json()
            for _ in range(rng.randint(1, 4)):
                if state["item"]:
                    choice = rng.choice(("ok", "not_ok", "uncertain"))
                    id_ = state["item"]["id"]
                    state = grade(client, "ana", state, choice)
                    said[id_] = choice
            study.kill()  # while the connection is open
        with (study.folder / "study" / "grades" / "ana.jsonl").open("ab") as handle:
            handle.write(b'{"annotator": "ana", "it')  # what a kill in the middle of a write leaves
        study.start()
        with study.client("ana") as client:
            state = client.get("/next?who=ana").json()
            assert state["graded"] == len(said)
            assert state["item"] is None or state["item"]["id"] not in said
    assert Grades(study.folder / "study" / "grades").of("ana") == said


def test_strangers_get_nothing(study: Study) -> None:
    with study.client("ana") as client:
        page = client.get("/")
        assert "default-src 'none'" in page.headers["content-security-policy"]
        token = client.headers.pop("X-Tieout-Token")
        assert client.get("/next?who=ana").status_code == 403
        assert client.post("/grade", json={"who": "ana"}).status_code == 403
        client.headers["X-Tieout-Token"] = token
        assert client.get("/next?who=ana", headers={"Host": "evil.example"}).status_code == 403
        assert client.get("/next?who=eve").status_code == 404
        assert client.get("/../../etc/passwd").status_code == 404
        assert client.get("/picture?id=../../secret").status_code == 404
        other = client.get("/next?who=bo").json()["item"]["id"]
        strange: list[Any] = [{"who": "eve"}, {"who": "ana", "item": "none", "grade": "ok"}, [], "x"]
        for body in (*strange, {"who": "ana", "item": other, "grade": 3}):
            assert client.post("/grade", json=body).status_code == 400
        assert client.post("/grade", json={"who": "ana", "item": other, "grade": "good"}).status_code == 400
        assert client.post("/grade", content=b"[" * 9000).status_code == 400
        assert client.post("/grade", content=b"x" * 20_000).status_code == 400
    assert not (study.folder / "study" / "grades").exists()


def test_the_link_is_enough_for_a_browser_and_its_token_does_not_stay_in_the_address(study: Study) -> None:
    with httpx.Client(follow_redirects=True, trust_env=False) as browser:
        page = browser.get(study.links["ana"])
        assert page.status_code == 200 and str(page.url).endswith("/?who=ana")
        state = browser.get(page.url.join("/next?who=ana")).json()
        assert browser.get(page.url.join("/picture"), params={"id": state["item"]["id"]}).status_code == 200
        answer = browser.post(page.url.join("/grade"), json={"who": "ana", "item": state["item"]["id"], "grade": "ok"})
        assert answer.json()["graded"] == 1
        elsewhere = {"Origin": "http://evil.example"}
        assert browser.post(page.url.join("/back"), json={"who": "ana"}, headers=elsewhere).status_code == 403


def test_the_report_of_what_was_said(study: Study) -> None:
    for who, choice in (("ana", "ok"), ("bo", "ok")):
        with study.client(who) as client:
            state = client.get(f"/next?who={who}").json()
            while state["item"]:
                state = grade(client, who, state, choice)
    study.kill()
    command = [sys.executable, "-m", "tieout", "grade", "report", str(study.folder / "study")]
    done = subprocess.run(command, capture_output=True, env=environment(), check=False)
    found = json.loads(done.stdout)
    assert (found["tables"], found["exact"][0], found["kappa"][0], found["ok"][0]) == (12, 1, 1, 1)
    shown = subprocess.run([*command, "--format", "table"], capture_output=True, env=environment(), check=False, text=True)
    assert "Fleiss' kappa (12)" in shown.stdout


def test_a_study_goes_on_with_its_own_plan_only(study: Study) -> None:
    study.kill()
    command = [*serving(study.folder), "--annotators", "ana,cy"]
    done = subprocess.run(command, capture_output=True, env=environment(), check=False, text=True)
    assert done.returncode == 2
    assert "the study was begun with other" in done.stderr


def test_an_interrupt_ends_it_well(study: Study) -> None:
    assert study.process is not None
    study.process.send_signal(signal.SIGINT)
    started = time.monotonic()
    assert study.process.wait(timeout=20) == 0
    assert time.monotonic() - started < 20


@pytest.mark.parametrize(
    "body", ['{"who": ["ana"]}', '{"who": {}}', "[]", "{", '{"who": "ana", "item": ["x"], "grade": "ok"}'], ids=str
)
def test_what_is_no_grade_is_answered(study: Study, body: str) -> None:
    with study.client("ana") as client:
        assert client.post("/grade", content=body).status_code == 400


def test_a_port_that_is_taken_is_said(study: Study) -> None:
    port = str(urlsplit(study.links["ana"]).port)
    command = [*serving(study.folder), "--annotators", "ana,bo", "--overlap", "1", "--coders", "2"]
    for wrong, said in ((port, f"--port {port}: address already in use"), ("99999", "Invalid value for '--port'")):
        run = subprocess.run([*command, "--port", wrong], capture_output=True, text=True, env=environment())
        assert run.returncode == 2
        assert said in run.stderr
