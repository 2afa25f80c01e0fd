"""Figures 3 to 5 of one's own runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from tieout.benchmarks.finauditing.charts import Chart, chart_of, read_results, to_svg, to_text
from tieout.benchmarks.finauditing.task import FINRE
from tieout.report.errors import InputError

SVG = "{http://www.w3.org/2000/svg}"


def results(**metrics: float) -> dict[str, Any]:
    return {
        "task": "finauditing/finre",
        "solver": "engine <own>",
        "metrics": {f"f1/{name}": {"value": value, "ci95": None} for name, value in metrics.items()},
        "published": [row.to_json() for row in FINRE.published if row.metric.startswith("f1/")],
    }


def test_figure_3_has_ones_own_run_first_and_then_the_published_numbers() -> None:
    chart = chart_of("3", [results(Reversal=0.5, CombinationErr=1.0)])
    assert chart.groups[0] == ("engine <own>", {"Reversal": 0.5, "CombinationErr": 1.0})
    published = dict(chart.groups[1:])
    assert published["GPT-4o (zero-shot), published"]["CombinationErr"] == 1.0
    assert len(chart_of("3", [results(Reversal=0.5)], published=False).groups) == 1


def test_the_drawing_is_well_formed_and_its_bars_have_the_right_length() -> None:
    root = etree.fromstring(to_svg(chart_of("3", [results(Reversal=0.5, CombinationErr=1.0)], published=False)).encode())
    bars = [(e.find(f"{SVG}title").text, float(e.get("width"))) for e in root.iter(f"{SVG}rect") if len(e)]
    assert bars == [("engine <own>, Reversal: 50.00 %", 210.0), ("engine <own>, CombinationErr: 100.00 %", 420.0)]


def test_text_has_a_line_for_each_bar() -> None:
    text = to_text(Chart("Rates", ("a", "b"), (("x", {"a": 0.25, "b": 1.0}), ("y", {"b": 0.0}))), width=4)
    assert text.splitlines() == ["Rates", "x  a  █     25.00", "   b  ████ 100.00", "y  b         0.00"]


def test_a_figure_needs_a_run_of_its_task() -> None:
    with pytest.raises(InputError, match="figure 5 shows runs of finauditing/finmr"):
        chart_of("5", [results(Reversal=1.0)])
    with pytest.raises(InputError, match="there are 3, 4, 5"):
        chart_of("6", [results(Reversal=1.0)])


def test_what_is_no_run_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no results there"):
        read_results(tmp_path)
    (tmp_path / "results.json").write_text("[]")
    with pytest.raises(InputError, match="not the results of a run"):
        read_results(tmp_path)
