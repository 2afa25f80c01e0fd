"""The paper's Figures 3 to 5 of one's own runs, beside the published systems: as SVG, or as lines of text.

Figure 3: F1 of each relation type (FinRE); Figure 4: accuracy (FinMR); Figure 5: structural, extraction and calculation error
rates (FinMR). Drawn as bars, a group a system; the published part holds only what the paper gives in numbers.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from tieout.evaluation.svg import COLOURS, drawing, label, line
from tieout.report.errors import InputError

__all__ = ["FIGURES", "Chart", "chart_of", "read_results", "to_svg", "to_text"]


@dataclass(frozen=True, slots=True)
class Figure:
    """Which metrics of which task a figure shows, each with its name in the legend."""

    title: str
    task: str
    metrics: Mapping[str, str]


FIGURES: Mapping[str, Figure] = {
    "3": Figure(
        "F1 of each relation type (FinRE)",
        "finauditing/finre",
        {
            "f1/Reversal": "Reversal",
            "f1/Inappropriateness": "Inappropriateness",
            "f1/CombinationErr": "CombinationErr",
            "f1/None": "None",
        },
    ),
    "4": Figure("Accuracy (FinMR)", "finauditing/finmr", {"accuracy": "accuracy"}),
    "5": Figure("Error rates (FinMR)", "finauditing/finmr", {"ser": "structural", "eer": "extraction", "cer": "calculation"}),
}


@dataclass(frozen=True, slots=True)
class Chart:
    """Systems in order, each with its value (0 to 1) for some of the series."""

    title: str
    series: tuple[str, ...]
    groups: tuple[tuple[str, Mapping[str, float]], ...]


def read_results(run: Path) -> dict[str, Any]:
    """A run's ``results.json``; raises InputError where there is none."""
    path = run / "results.json" if run.is_dir() else run
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        _ = content["task"], content["metrics"], content["solver"]
    except FileNotFoundError:
        raise InputError(f"{path}: no results there; a chart is made of run folders that tieout eval wrote") from None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(f"{path}: not the results of a run ({error})") from None
    return dict(content)


def chart_of(figure: str, results: Sequence[Mapping[str, Any]], published: bool = True) -> Chart:
    """The figure of the runs that are of its task, and of what the paper published; raises InputError where none is."""
    if figure not in FIGURES:
        raise InputError(f"--figure {figure}: there are {', '.join(FIGURES)}")
    wanted = FIGURES[figure]
    own = [one for one in results if one["task"] == wanted.task]
    if not own:
        raise InputError(f"figure {figure} shows runs of {wanted.task}; none of the runs is one")
    groups = [
        (
            str(one["solver"]),
            {said: float(one["metrics"][m]["value"]) for m, said in wanted.metrics.items() if m in one["metrics"]},
        )
        for one in own
    ]
    rows: dict[str, dict[str, float]] = {}
    for row in own[0].get("published", ()) if published else ():
        if row["metric"] in wanted.metrics:
            rows.setdefault(str(row["system"]), {})[wanted.metrics[row["metric"]]] = float(row["value"])
    groups += [(f"{system}, published", values) for system, values in rows.items()]
    seen = {name for _, values in groups for name in values}
    return Chart(wanted.title, tuple(name for name in wanted.metrics.values() if name in seen), tuple(groups))


# Text -------------------------------------------------------------------------------------------------------------------


def to_text(chart: Chart, width: int = 40) -> str:
    """One line a bar; ``width`` characters stand for 100 %."""
    names = max((len(name) for name, _ in chart.groups), default=0)
    series = max((len(name) for name in chart.series), default=0)
    lines = [chart.title]
    for group, values in chart.groups:
        for place, name in enumerate(chart.series):
            if name in values:
                bar = "█" * round(min(max(values[name], 0.0), 1.0) * width)
                head = group if place == 0 or name == next(iter(values)) else ""
                lines.append(f"{head:<{names}}  {name:<{series}}  {bar:<{width}} {values[name] * 100:6.2f}")
    return "\n".join(lines) + "\n"


# SVG --------------------------------------------------------------------------------------------------------------------

_BAR, _GAP, _LEFT, _PLOT, _TOP = 14, 14, 230, 420, 56


def to_svg(chart: Chart) -> str:
    """A stand-alone drawing: horizontal bars from 0 to 100 %, grouped by system, with a legend and each bar's number."""
    rows = [(group, [(s, v[s]) for s in chart.series if s in v]) for group, v in chart.groups]
    height = _TOP + sum(len(bars) * _BAR + _GAP for _, bars in rows) + 30
    width = _LEFT + _PLOT + 70
    parts = _legend(chart.series) + _grid(height)
    y = _TOP
    for group, bars in rows:
        middle = y + max(len(bars), 1) * _BAR / 2 + 4
        parts.append(label(_LEFT - 8, middle, _shortened(group), "end"))
        for name, value in bars:
            length = round(min(max(value, 0.0), 1.0) * _PLOT, 1)
            colour = COLOURS[chart.series.index(name) % len(COLOURS)]
            parts.append(
                f'<rect x="{_LEFT}" y="{y}" width="{length:g}" height="{_BAR - 2}" fill="{colour}">'
                f"<title>{escape(f'{group}, {name}: {value * 100:.2f} %')}</title></rect>"
            )
            parts.append(label(_LEFT + length + 4, y + _BAR - 4, f"{value * 100:.2f}"))
            y += _BAR
        y += _GAP
    return drawing(width, height, chart.title, parts)


def _legend(series: Sequence[str]) -> list[str]:
    parts, x = [], _LEFT
    for place, name in enumerate(series):
        parts.append(f'<rect x="{x}" y="30" width="10" height="10" fill="{COLOURS[place % len(COLOURS)]}"/>')
        parts.append(label(x + 14, 39, name))
        x += 30 + 7 * len(name)
    return parts


def _grid(height: int) -> list[str]:
    parts = []
    for percent in range(0, 101, 20):
        x = _LEFT + _PLOT * percent / 100
        parts.append(line(x, _TOP - 6, x, height - 24))
        parts.append(label(x, height - 10, f"{percent} %", "middle"))
    return parts


def _shortened(name: str) -> str:
    return name if len(name) <= 36 else name[:35] + "…"
