"""Results that others published, read from a benchmark's ``published.toml``.

The file holds every row of the paper's result tables::

    source = "arXiv:2302.11157"

    [[rows]]
    table = "Table 3, panel B"
    system = "GPT-4o"
    setting = "zero-shot"
    metrics = { weighted_f1 = 0.6692 }
    sd = { weighted_f1 = 0.0057 }

A row may say ``comparable = false`` (other data or another protocol: shown, never ranked with a run) and ``note``.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib import resources
from typing import Any

from tieout.report.errors import InputError

__all__ = ["Published", "load_published"]


@dataclass(frozen=True, slots=True)
class Published:
    """One number of one system. ``source`` names the paper and its table; ``split`` the data that it was measured on."""

    system: str
    metric: str
    value: float
    source: str
    setting: str = ""
    split: str = "test"
    sd: float | None = None
    comparable: bool = True
    note: str = ""
    task: str = ""

    def to_json(self) -> dict[str, Any]:
        """As in ``results.json``: empty parts are left out."""
        row: dict[str, Any] = {
            "system": f"{self.system} ({self.setting})" if self.setting else self.system,
            "metric": self.metric,
            "value": self.value,
            "source": self.source,
        }
        optional = {"split": self.split, "sd": self.sd, "note": self.note}
        row.update({key: value for key, value in optional.items() if value not in (None, "")})
        if not self.comparable:
            row["comparable"] = False
        return row


def load_published(package: str, task: str | None = None, name: str = "published.toml") -> tuple[Published, ...]:
    """The published numbers that ship in ``package``; with ``task``, the rows that name it (or name no task).

    Raises InputError when a row lacks its table, its system or its numbers: a number without its source is worth nothing.
    """
    text = resources.files(package).joinpath(name).read_text(encoding="utf-8")
    content = tomllib.loads(text)
    numbers: list[Published] = []
    for position, row in enumerate(content.get("rows", ()), start=1):
        missing = [key for key in ("table", "system", "metrics") if not row.get(key)]
        if missing:
            raise InputError(f"{package}/{name}, row {position}: {', '.join(missing)} missing")
        of_task = str(row.get("task", ""))
        if task is not None and of_task not in ("", task):
            continue
        numbers.extend(
            Published(
                system=row["system"],
                metric=metric,
                value=float(value),
                source=f"{row.get('source', content.get('source', ''))}, {row['table']}",
                setting=row.get("setting", ""),
                split=row.get("split", content.get("split", "test")),
                sd=row.get("sd", {}).get(metric),
                comparable=row.get("comparable", True),
                note=row.get("note", ""),
                task=of_task,
            )
            for metric, value in row["metrics"].items()
        )
    return tuple(numbers)
