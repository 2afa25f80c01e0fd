"""What is read from a whole context."""

import numpy as np

from tieout.engines.tagging.cues import CONTEXT_CUES, PLACE_CUES, context_cues, place_cues
from tieout.engines.tagging.mention import mentions_in

STATEMENT = (
    "<table><tr><td>Dollars in millions</td><td>2031</td><td>2030</td><td>% Change</td></tr>"
    "<tr><td>Total assets</td><td>1,250</td><td>1,100</td><td>13.6%</td></tr>"
    "<tr><td>Adjusted EBITDA</td><td>—</td><td>(40)</td><td>5.0%</td></tr></table>"
)


def _cues(context: str) -> dict[str, float]:
    return dict(zip(CONTEXT_CUES, context_cues(mentions_in(context)).tolist(), strict=True))


def test_units_columns_and_labels_of_a_table_are_counted():
    cues = _cues(STATEMENT)
    assert cues["c_money_unit"] == 1
    assert cues["c_years"] == 2
    assert cues["c_head_change"] == 1
    assert cues["c_label_adjusted"] == 0.5
    assert cues["c_rows"] == 2
    assert np.isnan(cues["c_length"])


def test_words_of_a_sentence_are_counted_and_a_table_is_not_asked_for():
    cues = _cues("Sales rose by 12 % to $46 million, driven by higher prices.")
    assert cues["c_text_moved"] == 3
    assert np.isnan(cues["c_rows"])
    assert np.isnan(cues["c_label_total"])


def test_a_column_of_changes_is_told_from_one_of_years():
    found = mentions_in(STATEMENT)
    cues = place_cues(found)
    changes = dict(zip((m.text for m in found), cues[:, PLACE_CUES.index("column_change")].tolist(), strict=True))
    assert changes["13.6"] == 1
    assert changes["1,250"] == 0
    signs = dict(zip((m.text for m in found), cues[:, PLACE_CUES.index("column_percent_share")].tolist(), strict=True))
    assert signs["5.0"] == 1
    assert signs["1,100"] == 0
