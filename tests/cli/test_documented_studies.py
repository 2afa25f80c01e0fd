"""The commands of docs/events.md and docs/letters.md print what the pages show."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tieout.samples import path as sample

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.mark.parametrize("page", ["events.md", "letters.md"])
def test_each_command_prints_what_its_page_shows(tieout: Run, page: str, tmp_path: Path) -> None:
    shutil.copytree(sample("studies"), tmp_path / "studies")
    blocks = re.findall(r"```console\n\$ tieout (.*?)\n(.*?)```", (DOCS / page).read_text("utf-8"), flags=re.S)
    assert len(blocks) >= 2
    for command, shown in blocks:
        done = tieout(*shlex.split(command), cwd=tmp_path / "studies")
        assert done.returncode == 0, f"{command}: {done.stderr.decode()}"
        assert done.stdout.decode() == shown, command
