"""Makes `engines/tables/name_readings.json`: how kanji are read in Japanese names, from a public list of names.

    pip download --no-deps japanese-personal-name-dataset    # 0.4.0, MIT licence; unpack the wheel
    python scripts/make_name_readings.py FOLDER_OF_ITS_CSV_FILES

Names and readings are aligned character by character by expectation maximisation; only the statistics of single characters are
kept, no name of the list.
"""

from __future__ import annotations

import csv
import json
import sys
from collections import defaultdict
from math import log
from pathlib import Path

from tieout.engines.tables.romaji import romaji

OUT = Path(__file__).parents[1] / "src" / "tieout" / "engines" / "tables" / "name_readings.json"
LONGEST = 5  # kana of one character
ROUNDS = 8
LEAST = 0.004  # of a character's readings; rarer ones are left out
ALONE = 12.0  # weight of a given name of one character: such names are common, but only few of the list are

Readings = dict[str, dict[str, float]]
Name = tuple[str, str, float]


def main() -> None:
    names = [name for name in _names(Path(sys.argv[1])) if len(name[0]) <= len(name[1]) <= LONGEST * len(name[0])]
    readings: Readings | None = None
    for _ in range(ROUNDS):
        readings = _once(names, readings)
    content = {character: _costs(shares) for character, shares in sorted((readings or {}).items())}
    lines = ",\n".join(
        f"{json.dumps(c, ensure_ascii=False)}:{json.dumps(costs, separators=(',', ':'))}" for c, costs in content.items()
    )
    OUT.write_text("{\n" + lines + "\n}\n", encoding="utf-8")


def _costs(shares: dict[str, float]) -> dict[str, int]:
    """By reading in Latin letters, ten times its negative natural logarithm, rounded."""
    sums: dict[str, float] = defaultdict(float)
    for kana, share in shares.items():
        if share >= LEAST and romaji(kana):
            sums[romaji(kana)] += share
    return {reading: round(-10 * log(min(1.0, share))) for reading, share in sorted(sums.items(), key=lambda pair: -pair[1])}


def _names(folder: Path) -> list[Name]:
    names: list[Name] = []
    for file in ("first_name_man_org.csv", "first_name_woman_org.csv"):
        with (folder / file).open(encoding="utf-8", newline="") as rows:
            names += [(kanji, row[0], ALONE if len(kanji) == 1 else 1.0) for row in csv.reader(rows) for kanji in row[2:]]
    with (folder / "last_name_org.csv").open(encoding="utf-8", newline="") as rows:
        names += [
            (kanji, reading, 3 * max(2.0, (int(bearers) / 5000) ** 0.5)) for kanji, bearers, reading, _ in csv.reader(rows)
        ]
    return [
        (_repeated(kanji), reading, weight)
        for kanji, reading, weight in names
        if all("一" <= c <= "鿿" or c in "々ヶケ" for c in kanji)
    ]


def _repeated(kanji: str) -> str:
    out = ""
    for character in kanji.replace("ケ", "ヶ"):
        out += out[-1:] if character == "々" else character
    return out


def _once(names: list[Name], readings: Readings | None) -> Readings:
    """One round: expected counts under ``readings`` (None: all readings alike), as shares."""
    counts: Readings = defaultdict(lambda: defaultdict(float))
    for kanji, kana, weight in names:
        chances = [[_chance(readings, c, kana[a:b]) for a, b in _spans(kana)] for c in kanji]
        _count(counts, kanji, kana, weight, chances)
    return {c: {r: n / sum(row.values()) for r, n in row.items()} for c, row in counts.items()}


def _spans(kana: str) -> list[tuple[int, int]]:
    return [(a, b) for a in range(len(kana)) for b in range(a + 1, min(len(kana), a + LONGEST) + 1)]


def _chance(readings: Readings | None, character: str, part: str) -> float:
    return 1.0 if readings is None else readings.get(character, {}).get(part, 0.0) + 1e-6


def _count(counts: Readings, kanji: str, kana: str, weight: float, chances: list[list[float]]) -> None:
    """Adds the name's expected counts: the forward-backward algorithm over the places where one character's reading ends."""
    spans, n, m = _spans(kana), len(kanji), len(kana)
    forward = [[0.0] * (m + 1) for _ in range(n + 1)]
    backward = [[0.0] * (m + 1) for _ in range(n + 1)]
    forward[0][0] = backward[n][m] = 1.0
    for i in range(n):
        for (a, b), chance in zip(spans, chances[i], strict=True):
            forward[i + 1][b] += forward[i][a] * chance
    for i in reversed(range(n)):
        for (a, b), chance in zip(spans, chances[i], strict=True):
            backward[i][a] += chance * backward[i + 1][b]
    total = forward[n][m]
    if total <= 0:
        return
    for i in range(n):
        for (a, b), chance in zip(spans, chances[i], strict=True):
            share = forward[i][a] * chance * backward[i + 1][b] / total
            if share > 1e-4:
                counts[kanji[i]][kana[a:b]] += weight * share


if __name__ == "__main__":
    main()
