"""Downloads are whole or not there, whatever the server does."""

from __future__ import annotations

import hashlib
import os
import subprocess
from pathlib import Path

import pytest

from tests.fetching.publisher import DOCUMENT, Publisher, beyond_the_end, busy, cut_off, redirect, spoiled
from tieout.fetching import Fetcher, FetchError
from tieout.report.errors import InputError

PATH = "/Archives/edgar/data/101/000000010124000001/tnm-20231231.htm"
URL = "https://www.sec.gov" + PATH
FACTS = "https://data.sec.gov/api/xbrl/companyfacts/CIK0000000101.json"


def nothing_but(folder: Path, *names: str) -> bool:
    return sorted(path.name for path in folder.iterdir()) == sorted(names)


def test_a_file_comes_whole_and_the_agent_says_who_asks(fetcher: Fetcher, publisher: Publisher, tmp_path: Path) -> None:
    got = fetcher.download(URL, tmp_path / "a.htm")
    assert (tmp_path / "a.htm").read_bytes() == DOCUMENT
    assert (got.size, got.sha256) == (len(DOCUMENT), hashlib.sha256(DOCUMENT).hexdigest())
    assert got.url == URL, "the source is the publisher, also by way of a mirror"
    assert publisher.asked[0][2]["User-Agent"].startswith("Test test@example.com (tieout ")
    assert nothing_but(tmp_path, "a.htm")


def test_a_transfer_that_breaks_off_is_gone_on_with(fetcher: Fetcher, publisher: Publisher, tmp_path: Path) -> None:
    publisher.faults[PATH] = [cut_off(1000), cut_off(500)]
    fetcher.download(URL, tmp_path / "a.htm")
    assert (tmp_path / "a.htm").read_bytes() == DOCUMENT
    ranges = [headers.get("Range") for _, _, headers in publisher.asked]
    assert ranges == [None, "bytes=1000-", "bytes=1500-"]
    assert nothing_but(tmp_path, "a.htm")


def test_a_file_that_changed_meanwhile_is_begun_anew(fetcher: Fetcher, publisher: Publisher, tmp_path: Path) -> None:
    publisher.faults[PATH] = [cut_off(1000, changed=True)]
    fetcher.download(URL, tmp_path / "a.htm")
    assert (tmp_path / "a.htm").read_bytes() == DOCUMENT


def test_the_next_call_goes_on_where_the_last_one_gave_up(fetcher: Fetcher, publisher: Publisher, tmp_path: Path) -> None:
    publisher.faults[PATH] = [cut_off(100) for _ in range(5)]
    with pytest.raises(FetchError, match="broke off"):
        fetcher.download(URL, tmp_path / "a.htm")
    assert not (tmp_path / "a.htm").exists()
    fetcher.download(URL, tmp_path / "a.htm")
    assert publisher.asked[-1][2]["Range"] == "bytes=500-"
    assert (tmp_path / "a.htm").read_bytes() == DOCUMENT


@pytest.mark.parametrize("code", [429, 503])
def test_a_busy_server_is_waited_for_as_long_as_it_asks(
    fetcher: Fetcher, publisher: Publisher, pauses: list[float], code: int
) -> None:
    publisher.faults["/api/xbrl/companyfacts/CIK0000000101.json"] = [busy(code, "7"), busy(code, None), busy(code, "soon")]
    assert fetcher.json(FACTS)["cik"] == 101
    assert [pause for pause in pauses if pause > 0.1] == [7, 1, 2]


def test_patience_ends(fetcher: Fetcher, publisher: Publisher) -> None:
    publisher.faults["/api/xbrl/companyfacts/CIK0000000101.json"] = [busy() for _ in range(9)]
    with pytest.raises(FetchError, match=r"the server is busy \(429\), 5 times"):
        fetcher.json(FACTS)
    assert len(publisher.asked) == 5


def test_what_is_not_there_is_not_asked_for_again(fetcher: Fetcher, publisher: Publisher, tmp_path: Path) -> None:
    with pytest.raises(FetchError, match=r"is not there \(404\)"):
        fetcher.download("https://www.sec.gov/none.htm", tmp_path / "a.htm")
    assert len(publisher.asked) == 1
    assert nothing_but(tmp_path)


def test_a_wrong_hash_leaves_nothing(fetcher: Fetcher, publisher: Publisher, tmp_path: Path) -> None:
    publisher.faults[PATH] = [spoiled]
    with pytest.raises(FetchError, match="not what was announced"):
        fetcher.download(URL, tmp_path / "a.htm", sha256=hashlib.sha256(DOCUMENT).hexdigest())
    with pytest.raises(FetchError, match="not what was announced"):
        fetcher.download(URL, tmp_path / "a.htm", size=7)
    assert nothing_but(tmp_path)


@pytest.mark.skipif(os.geteuid() != 0, reason="a small disk can be mounted by root only")
def test_a_full_disk_is_one_line_and_leaves_nothing(fetcher: Fetcher, tmp_path: Path) -> None:
    place = tmp_path / "small"
    place.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", str(place)], capture_output=True, check=False)
    if mounted.returncode != 0:
        pytest.skip(f"no small disk here: {mounted.stderr.decode().strip()}")
    try:
        with pytest.raises(InputError, match="the disk is full"):
            fetcher.download(URL, place / "a.htm")
        assert nothing_but(place)
    finally:
        subprocess.run(["umount", str(place)], check=True)


def test_a_place_that_cant_be_written_is_one_line(fetcher: Fetcher, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="can't be written"):
        fetcher.download(URL, tmp_path / "file" / "a.htm")


def test_redirects_are_followed_but_not_anywhere_or_for_ever(fetcher: Fetcher, publisher: Publisher, tmp_path: Path) -> None:
    publisher.faults["/from"] = [redirect(publisher.url + PATH)]
    fetcher.download("https://www.sec.gov/from", tmp_path / "a.htm")
    assert (tmp_path / "a.htm").read_bytes() == DOCUMENT
    publisher.faults["/ftp"] = [redirect("ftp://127.0.0.1/x")]
    with pytest.raises(FetchError, match="which is not http"):
        fetcher.download("https://www.sec.gov/ftp", tmp_path / "b.htm")
    publisher.faults["/round"] = [redirect(f"{publisher.url}/round") for _ in range(9)]
    with pytest.raises(FetchError, match="too many redirects"):
        fetcher.download("https://www.sec.gov/round", tmp_path / "b.htm")


def test_a_server_that_is_not_there_is_said(tmp_path: Path) -> None:
    with Publisher() as gone:
        address = gone.url
    patient = Fetcher("Test test@example.com", 1000, mirror=address, sleep=lambda seconds: None)
    with patient as fetcher, pytest.raises(FetchError, match="no answer"):
        fetcher.json(FACTS)


def test_what_is_no_json_is_said(fetcher: Fetcher, publisher: Publisher) -> None:
    with pytest.raises(FetchError, match="is no JSON"):
        fetcher.json(URL)


def test_requests_keep_their_distance(publisher: Publisher) -> None:
    pauses: list[float] = []
    with Fetcher("Test test@example.com", 2, mirror=publisher.url, sleep=pauses.append) as fetcher:
        for _ in range(3):
            fetcher.json(FACTS)
    assert len(pauses) == 2
    assert all(0.1 < pause <= 0.5 for pause in pauses)


@pytest.mark.parametrize("agent", ["", "somebody", "A\nB a@example.com", "Ä a@example.com"])
def test_nobody_asks_without_an_address(agent: str) -> None:
    with pytest.raises(InputError, match="say who asks"):
        Fetcher(agent)


def test_keys_are_in_no_message_and_no_manifest(fetcher: Fetcher, tmp_path: Path) -> None:
    with pytest.raises(FetchError) as caught:
        fetcher.download("https://example.com/none?key=secret", tmp_path / "a", params={"key": "secret"})
    assert "secret" not in str(caught.value)


def test_a_kill_after_the_last_byte_is_gone_on_from(fetcher: Fetcher, publisher: Publisher, tmp_path: Path) -> None:
    publisher.faults[PATH] = [beyond_the_end]
    (tmp_path / "a.htm.part").write_bytes(DOCUMENT)
    (tmp_path / "a.htm.part.tag").write_text('"of that time"')
    fetcher.download(URL, tmp_path / "a.htm")
    assert [headers.get("Range") for _, _, headers in publisher.asked] == [f"bytes={len(DOCUMENT)}-", None]
    assert (tmp_path / "a.htm").read_bytes() == DOCUMENT
    assert nothing_but(tmp_path, "a.htm")


@pytest.mark.parametrize(
    "mirror", ["http://[::1", "http://127.0.0.1:abc", "http://127.0.0.1:99999", "http://", "ftp://host", "x"]
)
def test_what_is_no_mirror_is_said(mirror: str) -> None:
    with pytest.raises(InputError, match=r"--mirror .*: write http://HOST"):
        Fetcher("Test test@example.com", mirror=mirror)


def test_a_mirror_that_does_not_answer_is_named(tmp_path: Path) -> None:
    who = Fetcher("Test test@example.com", 1000, mirror="http://127.0.0.1:9", sleep=lambda pause: None)
    with who as fetcher, pytest.raises(FetchError, match=r"^http://127\.0\.0\.1:9/none: no answer"):
        fetcher.download("https://www.sec.gov/none", tmp_path / "a")
