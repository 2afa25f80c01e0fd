"""Which change of a calculation mends its sums: a made-up balance, with one mistake at a time."""

from __future__ import annotations

from decimal import Decimal

import pytest

from tieout.engines.auditing.mending import Amount, Books, Mending, agree

VALUES = {
    "Assets": (1000, 900),
    "Current": (600, 520),
    "Cash": (350, 300),
    "Stock": (250, 220),
    "Land": (400, 380),
}
RIGHT = {"Assets": {"Current": 1, "Land": 1}, "Current": {"Cash": 1, "Stock": 1}}


def mending(networks: dict[str, dict[str, int]], **values: tuple[int, int]) -> Mending:
    numbers = {
        concept: {key: Amount(Decimal(value), 0, "USD") for key, value in zip(("now", "then"), pair, strict=True)}
        for concept, pair in {**VALUES, **values}.items()
    }
    weights = {total: {part: Decimal(w) for part, w in parts.items()} for total, parts in networks.items()}
    return Mending(Books(numbers, {"balance": weights}))


def test_sums_that_agree_need_no_mending() -> None:
    book = mending(RIGHT)
    assert book.all_agree("Assets")
    assert book.all_agree("Current")
    assert not book.misses("Current", "Cash")
    assert not book.raised("Current", "Cash")
    assert not book.lowered("Current", "Land")
    assert book.moved("Cash") is True


def test_an_arc_that_was_turned() -> None:
    book = mending({"Assets": {"Land": 1}, "Current": {"Cash": 1, "Stock": 1, "Assets": 1}})
    assert book.turned("Current", "Assets", Decimal(1)) == 1
    assert book.misses("Current", "Assets")


def test_a_line_below_its_neighbour_is_raised() -> None:
    book = mending({"Assets": {"Current": 1, "Land": 1}, "Current": {"Cash": 1}, "Cash": {"Stock": 1}})
    assert book.raised("Cash", "Stock")
    assert not book.raised("Current", "Cash")


def test_a_part_beside_its_total_is_lowered() -> None:
    book = mending({"Assets": {"Current": 1, "Land": 1, "Cash": 1}, "Current": {"Stock": 1}})
    assert book.lowered("Current", "Cash", surely=True)
    assert not book.lowered("Land", "Cash", surely=True)
    assert book.moved("Cash") is False


def test_years_of_which_little_is_reported_say_nothing() -> None:
    """A summary of quarters has the total and a line or two of it, and never agrees."""
    quarters = [f"quarter {n}" for n in range(4)]
    whole = {"Sales": 100, "Costs": 40, "Rent": 20, "Profit": 40}
    little = {"Sales": 25, "Profit": 9}
    numbers = {
        concept: {
            **{year: Amount(Decimal(value), 0, "USD") for year in ("now", "then")},
            **{q: Amount(Decimal(little[concept]), 0, "USD") for q in quarters if concept in little},
        }
        for concept, value in whole.items()
    }
    costs = {"Costs": Decimal(-1), "Rent": Decimal(-1)}
    book = Mending(Books(numbers, {"income": {"Profit": costs}}))
    assert book.completes("Profit", "Sales", Decimal(1))
    assert not book.completes("Profit", "Sales", Decimal(-1))


def test_numbers_of_other_units_are_not_summed() -> None:
    numbers = {"Total": {"now": Amount(Decimal(5), 0, "USD")}, "Part": {"now": Amount(Decimal(5), 0, "shares")}}
    book = Mending(Books(numbers, {"r": {"Total": {"Part": Decimal(1)}}}))
    assert list(book.sums("Total")) == []


@pytest.mark.parametrize(
    ("computed", "decimals", "parts", "right"), [(1003, 0, 2, True), (1004, 0, 2, False), (1004, None, 2, False)]
)
def test_rounding_explains_one_in_the_last_digit_for_each_number(
    computed: int, decimals: int | None, parts: int, right: bool
) -> None:
    assert agree(Decimal(1000), decimals, Decimal(computed), parts) is right


def test_names_in_each_others_place() -> None:
    """Current and Cash are exchanged everywhere; the sum above tells, and what stands below the wrong name does."""
    book = mending({"Assets": {"Cash": 1, "Land": 1}, "Cash": {"Current": 1, "Stock": 1}})
    assert book.exchanged("Cash", "Current")
    assert not mending(RIGHT).exchanged("Current", "Cash")


def test_a_part_that_a_sum_agrees_without() -> None:
    book = mending({"Current": {"Cash": 1, "Stock": 1, "Land": 1}})
    assert book.agrees_without("Current", "Land")
    assert not book.agrees_without("Current", "Cash")
    assert not mending(RIGHT).agrees_without("Current", "Cash")


def test_a_part_that_completes_a_sum_or_brings_it_nearer() -> None:
    book = mending({"Current": {"Stock": 1}})
    assert book.completes("Current", "Cash", Decimal(1))
    assert not book.completes("Current", "Cash", Decimal(-1))
    assert not book.completes("Current", "Land", Decimal(1))
    assert not mending({"Current": {"Stock": 1}}, Current=(605, 525)).completes("Current", "Cash", Decimal(1))
    assert mending({"Current": {"Stock": 1}}, Current=(605, 525)).completes("Current", "Cash", Decimal(1), nearer=True)


def test_equal_numbers() -> None:
    assert mending(RIGHT, Land=(600, -520)).are_equal("Land", "Current")
    assert not mending(RIGHT, Land=(600, 521)).are_equal("Land", "Current")
    assert not mending(RIGHT, Land=(0, 0), Cash=(0, 0)).are_equal("Land", "Cash")
