"""Tables in LaTeX, as OCR writes them between the lines of Markdown."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tieout.reading.latex import is_frame, latex_heading, latex_table, tabulars
from tieout.reading.markdown import read_markdown
from tieout.report import Report

STATEMENT = r"""\section*{Consolidated balance sheets}
(in millions)

\begin{table}
\centering
\begin{tabular}{|l|r|r|}
\hline & \multicolumn{2}{c|}{\textbf{December 31,}} \\
\cline { 2 - 3 } & 2024 & 2023 \\
\hline Cash \& equivalents & \$ 2{,}418 & $(1{,}204)$ \\
\multirow{2}{*}{Debt} & \begin{tabular}{l} 25 \\ net \end{tabular} & --- \\
\hline
\end{tabular}
\end{table}

End
"""


def read(text: str) -> Report:
    return read_markdown(text.encode(), "r.mmd")


def test_a_table_has_its_rows_spans_and_plain_text() -> None:
    report = read(STATEMENT)
    (table,) = report.tables
    assert table.to_rows() == [
        ["", "December 31,", "December 31,"],
        ["", "2024", "2023"],
        ["Cash & equivalents", "$ 2,418", "(1,204)"],
        ["Debt", "25 net", "---"],
    ]
    assert table.headings == ("Consolidated balance sheets",)
    assert [block.text for block in report.blocks] == ["Consolidated balance sheets", "(in millions)", "End"]


def test_a_table_that_is_never_closed_is_text() -> None:
    report = read("\\begin{tabular}{l}\nCash & 5 \\\\\n")
    assert not report.tables and "Cash" in report.blocks[0].text


@pytest.mark.parametrize("name", ["tabular*}{5cm", "tabularx}{5cm", "longtable", "array"])
def test_other_environments_of_tables(name: str) -> None:
    source = f"\\begin{{{name}}}{{lr}}\nCash & 5 \\\\\nDebt & 7 \\\\\n\\end{{{name.partition('}')[0]}}}"
    assert read(source).tables[0].to_rows() == [["Cash", "5"], ["Debt", "7"]]


def test_titles_and_frames() -> None:
    assert latex_heading("\\subsection*{Note 4}") == (13, 19)
    assert latex_heading("\\textbf{Note 4}") is None
    assert is_frame("\\begin{table}[h]") and not is_frame("\\begin{tabular}{l}")


@given(st.text(alphabet="\\{}&[]$ab1 \n*-~", max_size=200))
def test_whatever_stands_in_a_table_is_read(body: str) -> None:
    source = "\\begin{tabular}{l}" + body + "\\end{tabular}"
    assert tabulars(source, 0, len(source))[0] == len(source)
    latex_table(source)
    assert read(f"Before\n\n{source}\n").blocks


@pytest.mark.parametrize(
    "source",
    [
        "\n\\begin{tabular}{l} a" * 20_000,
        "\\begin{tabular}{l}" * 5_000 + "a" + "\\end{tabular}" * 5_000,
        "\\begin{tabular}{l}" + "\\multicolumn{2}{" * 20_000 + "\\end{tabular}",
        "\\begin{tabular}{l}" + "\\textbf{" * 30_000 + "\\end{tabular}",
    ],
)
def test_hostile_tables_take_no_long(source: str) -> None:
    start = time.process_time()
    assert read(source).tables is not None
    assert time.process_time() - start < 5
