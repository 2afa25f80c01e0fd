import numpy as np

from tieout.engines.tagging.agreement import AGREEMENT, agreement
from tieout.engines.tagging.knowledge import Knowledge, Pairs
from tieout.engines.tagging.mention import Mention, Place
from tieout.engines.tagging.names import Names

AT = {name: i for i, name in enumerate(AGREEMENT)}
NAMES = Names.of((name, "monetaryItemType") for name in ("Assets", "Cash", "Debt"))
TOGETHER = Pairs.learn(np.array([(0, 1, 1), (0, 1, 2), (1, 0, 1)]), 3)
KNOWLEDGE = Knowledge(NAMES, None, None, None, TOGETHER, Pairs.learn(np.array([(1, 0, 1)]), 3), None)


def _mention(row, column, section="", header=""):
    return Mention("1", "table", section_rows=(section,), column_headers=(header,), place=Place(row=row, column=column))


def test_others_of_the_row_and_column_are_believed_but_not_oneself():
    mentions = [_mention(0, 1), _mention(0, 2), _mention(1, 1)]
    chosen = np.array([[0, 1], [0, 1], [1, 2]])
    belief = np.array([[0.9, 0.1], [0.6, 0.4], [0.8, 0.2]], dtype=np.float32)
    table = agreement(KNOWLEDGE, mentions, chosen, belief)
    assert np.allclose(table[0, :, AT["row_mean"]], [0.6, 0.4])
    assert np.allclose(table[0, :, AT["column_mean"]], [0.0, 0.8])
    assert np.isnan(table[2, :, AT["row_mean"]]).all()
    assert table[0, 0, AT["row_rivals"]] == 1


def test_what_issuers_have_in_one_table_supports_each_other():
    mentions = [_mention(0, 1), _mention(1, 1)]
    table = agreement(KNOWLEDGE, mentions, np.array([[0, 2], [1, 2]]), np.array([[0.9, 0.1], [0.9, 0.1]], dtype=np.float32))
    assert table[1, 0, AT["together"]] > table[1, 1, AT["together"]] == 0
    assert table[0, 0, AT["before_below"]] == 0 and table[1, 0, AT["after_above"]] == 0
    upside_down = agreement(KNOWLEDGE, mentions, np.array([[1, 2], [0, 2]]), np.array([[0.9, 0.1]] * 2, dtype=np.float32))
    assert upside_down[1, 0, AT["after_above"]] > 0 and upside_down[0, 0, AT["before_below"]] > 0


def test_a_number_alone_has_nobody_to_agree_with():
    assert np.isnan(agreement(KNOWLEDGE, [_mention(0, 1)], np.array([[0, 1]]), np.ones((1, 2), dtype=np.float32))).all()
