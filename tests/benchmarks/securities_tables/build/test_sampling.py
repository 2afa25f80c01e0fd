"""What is drawn, and how issuers are parted: the overview paper's section 4."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from tests.benchmarks.securities_tables.build.edinet import write_codes
from tieout.benchmarks.securities_tables.build.entries import Entry
from tieout.benchmarks.securities_tables.build.sampling import drawn, industries, parted
from tieout.report.errors import InputError


def entries(counts: dict[str, int]) -> list[Entry]:
    return [
        Entry(item, 2024 - n, False, "", "", f"S100TEST-0101010-tab1-r{n}c1", "1")
        for item, k in counts.items()
        for n in range(k)
    ]


def test_the_whole_share_asks_everything_in_order() -> None:
    all_ = entries({"甲": 3, "乙": 1})
    assert drawn(all_, 1, Random(0)) == all_


@pytest.mark.parametrize(("of", "asked"), [(1, 1), (2, 2), (5, 2), (6, 3), (40, 3)])
def test_one_two_or_three_questions_of_an_item(of: int, asked: int) -> None:
    assert len(drawn(entries({"甲": of}), 0.1, Random(0))) == asked


def test_a_tenth_of_the_item_names_is_drawn() -> None:
    chosen = drawn(entries({f"項目{n}": 2 for n in range(100)}), 0.1, Random(0))
    assert len({entry.item for entry in chosen}) == 10
    assert chosen == drawn(entries({f"項目{n}": 2 for n in range(100)}), 0.1, Random(0))
    assert chosen != drawn(entries({f"項目{n}": 2 for n in range(100)}), 0.1, Random(1))


def test_nothing_is_drawn_of_nothing() -> None:
    assert drawn([], 0.1, Random(0)) == []


def test_splits_keep_the_industries_proportions() -> None:
    groups = {f"E{n:05d}": ("製造業" if n < 70 else "商業" if n < 90 else "鉱業") for n in range(100)}
    found = parted(list(groups), (6, 1, 3), groups, Random(0))
    assert Counter(found.values()) == {"train": 60, "valid": 10, "test": 30}
    for group, of in (("製造業", 70), ("商業", 20), ("鉱業", 10)):
        train = sum(1 for issuer, split in found.items() if split == "train" and groups[issuer] == group)
        assert abs(train - 0.6 * of) <= 1
    assert found == parted(list(groups), (6, 1, 3), groups, Random(0))


@pytest.mark.parametrize("encoding", ["cp932", "utf-8-sig"])
def test_the_exchange_s_ten_groups(tmp_path: Path, encoding: str) -> None:
    write_codes(tmp_path / "codes.csv", {"E00001": "輸送用機器", "E00002": "銀行業", "E00003": "外国法人・組合"}, encoding)
    assert industries(tmp_path / "codes.csv") == {"E00001": "製造業", "E00002": "金融・保険業", "E00003": ""}


@pytest.mark.parametrize("content", [b"", b"a,b\n1,2\n", b"\xff\xfe\x00"])
def test_another_file_is_no_code_list(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "codes.csv").write_bytes(content)
    with pytest.raises(InputError, match="no list of EDINET codes"):
        industries(tmp_path / "codes.csv")
