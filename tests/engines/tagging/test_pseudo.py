import tieout
from tests.reading.filings import write
from tests.reading.test_taxonomy import package
from tieout.engines.tagging.pseudo import examples_of_taxonomy


def test_a_taxonomy_gives_rows_for_the_concepts_that_it_presents(tmp_path):
    (context,) = examples_of_taxonomy(tieout.read(write(tmp_path / "base", package())))
    (example,) = context.examples
    assert (example.concept, example.type, example.instant) == ("Assets", "monetaryItemType", True)
    assert (example.mention.row_label, example.mention.caption) == ("Assets, all of them", "104000 - Statement")


def test_where_it_has_no_labels_the_words_of_names_stand_for_them(tmp_path):
    files = {name: text for name, text in package().items() if "-lab-" not in name}
    (context,) = examples_of_taxonomy(tieout.read(write(tmp_path / "base", files)))
    assert [e.mention.row_label for e in context.examples] == ["Assets"]
