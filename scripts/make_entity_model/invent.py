"""Made-up news sentences whose entities are known, because they were put there."""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from tieout.engines.entities.text import words

__all__ = ["Labelled", "invent"]

Labelled = tuple[list[str], list[str]]

HERE = Path(__file__).resolve().parent
_SLOT = re.compile(r"\{(\w+)\}")
_TYPES = {
    **dict.fromkeys(("ORG", "AGENCY", "BODY", "INSTITUTE", "INDEX", "EXCHANGE", "SOCIAL", "TICKER"), "ORG"),
    **dict.fromkeys(("LOC", "COUNTRY", "CITY", "STATE"), "LOC"),
    **dict.fromkeys(("PER", "SUR"), "PER"),
}
_LEGAL = (
    "Inc",
    "Inc.",
    "Corp",
    "Corp.",
    "Ltd",
    "Ltd.",
    "Plc",
    "Group",
    "Co.",
    "LLC",
    "Holdings",
    "AG",
    "SA",
    "Bank",
    "Capital",
)


def invent(count: int, names: Path, gazetteer: Mapping[str, Sequence[str]], seed: int) -> Iterator[Labelled]:
    """``count`` sentences. ``names`` is the folder of lists that `make_entity_knowledge.py` reads."""
    said = tomllib.loads((HERE / "templates.toml").read_text(encoding="utf-8"))
    filler = _Filler(random.Random(seed), names, gazetteer, said["fill"])  # noqa: S311
    for _ in range(count):
        headline = filler.chance.random() < 0.2
        template = filler.chance.choice(said["headlines" if headline else "prose"])
        yield filler.fill(template)


class _Filler:
    def __init__(
        self, chance: random.Random, names: Path, gazetteer: Mapping[str, Sequence[str]], fill: Mapping[str, Sequence[str]]
    ) -> None:
        self.chance = chance
        self._given = [name.title() for name in _lines(names / "given_names")]
        self._surnames = [name.title() for name in _lines(names / "surnames")]
        self._companies = [name for line in _lines(names / "companies") if (name := _spoken(line))]
        self._cities = [line.rpartition("\t")[0] for line in _lines(names / "cities")][:4000]
        self._known = gazetteer
        self._fill = fill

    def fill(self, template: str) -> Labelled:
        found: list[str] = []
        labels: list[str] = []
        surname = self._surname()
        for piece in template.split():
            slot = _SLOT.search(piece)
            if slot is None:
                found.append(piece)
                labels.append("O")
                continue
            name = [word.text for word in words(self._name(slot[1], surname))]
            if name and name[0] == "the":
                found.append("the")
                labels.append("O")
                name = name[1:]
            kind = _TYPES.get(slot[1])
            found.extend(name)
            labels.extend(["O"] * len(name) if kind is None else [f"B-{kind}", *[f"I-{kind}"] * (len(name) - 1)])
        return found, labels

    def _name(self, slot: str, surname: str) -> str:
        pick = self.chance.choice
        match slot:
            case "PER":
                middle = f" {pick('ABCDEFGHJKLMNPRSTW')}." if self.chance.random() < 0.08 else ""
                return f"{pick(self._given)}{middle} {self._surname()}"
            case "SUR":
                return surname
            case "ORG":
                return self._company()
            case "COUNTRY":
                return pick(self._known["countries"])
            case "CITY" | "CITY_U":
                return pick(self._cities[: 400 if self.chance.random() < 0.7 else None])
            case "TICKER":
                return "".join(self.chance.choices("ABCDEFGHIJKLMNOPQRSTUVWXYZ", k=self.chance.choice((2, 3, 3, 4, 4))))
            case _:
                return pick(self._fill[slot])

    def _surname(self) -> str:
        rank = int(len(self._surnames) * self.chance.random() ** 3)
        name = self._surnames[min(rank, 19_999)]
        return f"{name}-{self.chance.choice(self._surnames[:500])}" if self.chance.random() < 0.02 else name

    def _company(self) -> str:
        draw = self.chance.random()
        if draw < 0.35:
            return self.chance.choice(self._known["organisations"])
        name = self.chance.choice(self._companies[: 1500 if draw < 0.75 else None])
        if self.chance.random() < 0.2:
            name = f"{name} {self.chance.choice(_LEGAL)}"
        return name


def _spoken(registrant: str) -> str:
    """A registrant's name as news write it: without its legal form, not in capitals."""
    name = re.sub(r"\s*[/\\].*$", "", registrant)
    for _ in range(3):
        name = re.sub(
            r",?\s+(inc|corp|co|company|ltd|limited|llc|lp|plc|sa|nv|ag|se|corporation|holdings?|group|trust|adr)\.?$",
            "",
            name,
            flags=re.I,
        )
    if name.isupper() and len(name) > 4:
        name = " ".join(word.capitalize() if len(word) > 3 else word for word in name.split())
    return name.strip()


def _lines(path: Path) -> list[str]:
    return [line.strip() for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
