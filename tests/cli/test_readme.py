"""What the README shows works, and what it links to is there."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tieout.samples import path as sample

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text("utf-8")
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def test_the_library_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README, flags=re.S)
    code = example.replace("10-k.htm", str(sample("us_10k.htm")))
    exec(compile(code, "README.md", "exec"), {})  # noqa: S102
    assert "220847000 iso4217:USD 10 220,847" in capsys.readouterr().out


def test_the_command_line_examples_run(tieout: Run, tmp_path: Path) -> None:
    (tmp_path / "10-k.htm").write_bytes(sample("us_10k.htm").read_bytes())
    (tmp_path / "filings").mkdir()
    (tmp_path / "filings" / "a.htm").write_bytes(sample("us_10k.htm").read_bytes())
    examples = re.findall(r"^    (tieout facts [^#\n]*?) *#", README, flags=re.M)
    assert len(examples) >= 4
    for example in examples:
        done = tieout(*shlex.split(example)[1:], cwd=tmp_path)
        assert done.returncode == 0, f"{example}: {done.stderr.decode()}"


def test_the_fact_that_the_documentation_shows_is_the_samples(tieout: Run) -> None:
    (example,) = re.findall(r"```json\n(.*?)```", (ROOT / "docs" / "json.md").read_text("utf-8"), flags=re.S)
    options = ("--concept", "AssetsCurrent", "--period", "2025-09-30", "--locate")
    assert json.loads(tieout("facts", sample("us_10k"), *options).stdout) == json.loads(example)


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)", page.read_text("utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
