import numpy as np

from tieout.engines.tagging.mention import Mention
from tieout.engines.tagging.names import Names
from tieout.engines.tagging.overlap import OVERLAP, NameIndex, overlap

NAMES = Names.of(
    [("SeedInventoryNet", "monetaryItemType"), ("ToolInventory", "monetaryItemType"), ("Land", "monetaryItemType")]
)
MENTION = Mention("5", "table", row_label="Seeds", section_rows=("Inventory, net",))


def test_the_name_whose_words_stand_around_the_number_comes_first():
    scores = NameIndex(NAMES).scores(MENTION)
    assert scores.argmax() == 0 and scores[1] > scores[2] == 0


def test_what_of_a_name_is_found_in_all_texts_together():
    totals = NAMES.idf[NAMES.padded].sum(axis=1)
    table = overlap(NAMES, totals, [MENTION], np.array([[0, 1, 2]]))
    at = {name: i for i, name in enumerate(OVERLAP)}
    assert table[0, 0, at["name_in_all"]] == 1 and table[0, 0, at["name_left"]] == 0
    assert table[0, 0, at["label_in_name"]] == 1 and table[0, 1, at["label_in_name"]] == 0
    assert np.isnan(table[0, 0, at["name_in_header"]])
