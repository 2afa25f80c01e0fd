"""Fine-tuning a tiny transformer with made-up weights, from a local folder."""

from __future__ import annotations

import pytest

from tests.benchmarks.finer_ord import made_up
from tieout.benchmarks.finer_ord.plm import Grid, grid_search
from tieout.benchmarks.finer_ord.plm.grid import table_row
from tieout.report.errors import TieoutError

SMALL = Grid(rates=(1e-3,), batches=(4,), seeds=(1, 2), epochs=3, patience=1)


def test_a_grid_ends_with_the_row_of_the_table(tmp_path):
    torch = pytest.importorskip("torch", reason="needs tieout[plm]")
    transformers = pytest.importorskip("transformers", reason="needs tieout[plm]")
    made_up.write(tmp_path)
    torch.manual_seed(0)
    config = transformers.BertConfig(
        vocab_size=40, hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=16
    )
    model = tmp_path / "model"
    transformers.BertModel(config).save_pretrained(model)
    letters = [*"abcdefghijklmnopqrst", *(f"##{letter}" for letter in "aeiou")]
    (model / "vocab.txt").write_text("\n".join(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *letters]) + "\n")
    transformers.BertTokenizerFast(str(model / "vocab.txt")).save_pretrained(model)
    *runs, row = grid_search(tmp_path, model, SMALL, "test")
    assert [run["seed"] for run in runs] == [1, 2]
    assert all(0 <= run["test"]["main"] <= 1 and 1 <= run["epochs"] <= 3 for run in runs)
    assert row["runs"] == 2
    assert row["main"]["mean"] == pytest.approx(sum(round(run["test"]["main"], 4) for run in runs) / 2)


def test_the_row_rounds_each_run_first_and_takes_the_sample_deviation():
    runs = [{"rate": 1e-5, "batch": 8, "test": {"main": value}} for value in (0.70004, 0.72006)]
    row = table_row("m", "test", runs)
    assert row["main"] == {"mean": pytest.approx(0.71005), "sd": pytest.approx(0.01421, abs=1e-5)}


def test_without_the_extra_or_the_model_it_says_what_to_do(tmp_path):
    made_up.write(tmp_path)
    with pytest.raises(TieoutError, match=r"tieout\[plm\]|no config.json"):
        next(iter(grid_search(tmp_path, tmp_path / "none", SMALL, "test")))
