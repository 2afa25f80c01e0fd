"""Numbers said in one breath are about one thing."""

import time

from tieout.engines.tagging.mention import mentions_in


def runs(text: str) -> list[int]:
    return [m.run.first for m in mentions_in(text)]


def test_numbers_of_several_years_are_one_run_with_what_stands_around_all_of_them():
    text = "Depreciation was $235 million, $189 million and $207 million in fiscal 2023, 2022 and 2021, respectively."
    found = mentions_in(text)
    assert [m.text for m in found] == ["235", "189", "207"]
    assert {m.run for m in found} == {found[0].run}
    assert found[1].run.before == "Depreciation was $"
    assert found[1].run.after.startswith(" million in fiscal 2023")


def test_periods_between_numbers_do_not_part_them():
    assert runs("We repaid $2 million in the year ended December 31, 2024 and $3 million during 2023 of notes.") == [0, 0]


def test_other_words_between_numbers_part_them():
    assert runs("Rent was $5 million. Interest was $7 million and $8 million.") == [0, 1, 1]
    assert runs("rates from 5% to 7%") == [0, 1]


def test_a_number_alone_has_no_more_than_its_own_sides():
    (mention,) = mentions_in("Rent was $5 million.")
    assert (mention.run.before, mention.run.after) == ("", "")


def test_thousands_of_numbers_take_time_in_proportion():
    def seconds(count: int) -> float:
        start = time.process_time()
        mentions_in("12 " * count + "9" * 90)
        return time.process_time() - start

    seconds(500)
    assert seconds(8_000) < 14 * max(seconds(1_000), 0.02)
