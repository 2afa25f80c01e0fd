"""Trains the entity model that ships: ``python scripts/make_entity_model SILVER NAMES [INVENTED]``.

SILVER holds sentences of SEC filings with labels, as `silver.py` writes them; NAMES is the folder of lists that
`make_entity_knowledge.py` reads. INVENTED sentences (default 30,000) in the manner of news are added. No annotated data is used.
"""

from __future__ import annotations

import datetime
import json
import re
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

from make_entity_model.invent import invent

from tieout.engines.entities.tagger import Sentences, Settings, train
from tieout.engines.entities.trained import lexicon

ROOT = Path(__file__).resolve().parents[2] / "src/tieout"
SETTINGS = Settings(penalty=2.0, steps=45, bits=20, fewest=2)
INITIALS = re.compile(r"(?:[A-Za-z]\.)+[A-Za-z]")
SMALLEST = 0.005  # features that weigh less everywhere are left out


def main(silver: Path, names: Path, invented: int, out: Path) -> None:
    examples = [_parted(words, labels) for _, _, words, labels in map(json.loads, silver.open(encoding="utf-8"))]
    count = len(examples)
    examples.extend(_parted(*made) for made in invent(invented, names, _gazetteer(), seed=0))
    tagger = train(
        Sentences([words for words, _ in examples], [labels for _, labels in examples]), lexicon(), SETTINGS, watch=_watch
    )
    card = {
        "what": "persons, places and organisations in English financial text: a conditional random field",
        "licence": "Apache-2.0",
        "data": [
            f"{count:,} sentences and table cells of SEC filings (public domain), labelled by spaCy's en_core_web_md 3.7.1 (MIT)",
            f"{invented:,} invented sentences in the manner of news, filled with names of public lists (see knowledge)",
        ],
        "not used": "no annotated corpus was trained on; weighted F1 on FiNER-ORD's val.csv decided between two sizes of this mixture",
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
    }
    tagger.save(out, card, SMALLEST)


def _parted(words: Sequence[str], labels: Sequence[str]) -> tuple[list[str], list[str]]:
    """The full stop of initials (U.S.) belongs to the name, that of a company's form (Inc.) does not."""
    out_words: list[str] = []
    out_labels: list[str] = []
    for word, label in zip(words, labels, strict=True):
        bare = word[:-1]
        if word.endswith(".") and (INITIALS.fullmatch(bare) or bare in ("Inc", "Corp", "Co", "Ltd")):
            out_words.extend((bare, "."))
            out_labels.extend((label, f"I-{label[2:]}" if label != "O" and INITIALS.fullmatch(bare) else "O"))
        else:
            out_words.append(word)
            out_labels.append(label)
    return out_words, out_labels


def _gazetteer() -> dict[str, list[str]]:
    own = tomllib.loads((ROOT / "engines/entities/gazetteer.toml").read_text(encoding="utf-8"))
    places = own["locations"]
    return {"organisations": own["organisations"], "countries": places[: places.index("Zimbabwe") + 1]}


def _watch(number: int, loss: float) -> None:
    if number % 10 == 0:
        print(number, round(loss), file=sys.stderr, flush=True)


if __name__ == "__main__":
    target = Path(sys.argv[4]) if len(sys.argv) > 4 else ROOT / "models/entities/tagger"
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 30_000, target)
