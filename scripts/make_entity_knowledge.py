"""Writes what the entity tagger knows of words before training: ``python scripts/make_entity_knowledge.py VECTORS NAMES``.

VECTORS is the folder of a spaCy pipeline with word vectors (spaCy's ``en_core_web_md``: MIT; its vectors, by their own metadata, CC0).
NAMES is a folder with four public lists, each a text file of one name a line, most frequent first where that is known:

- ``companies``: names of registrants as the SEC lists them (public domain)
- ``cities``: ``name<TAB>population`` (GeoNames, CC BY 4.0)
- ``given_names``, ``surnames``: the US Census Bureau's (public domain)

Countries, regions, well-known institutions, titles and company words come from the baseline's own list (gazetteer.toml).
Needs spaCy and scikit-learn.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import spacy
from sklearn.cluster import MiniBatchKMeans

from tieout.engines.artefacts import write_files
from tieout.engines.entities.tagger.knowledge import KIND, digest

ROOT = Path(__file__).resolve().parent.parent / "src/tieout"
SIZES = (64, 256, 1024, 4096)
DIMENSIONS = 150  # principal components that are clustered
LARGE_CITY = 100_000
SURNAMES = 20_000
LEGAL = re.compile(
    r",?\s+(inc|incorporated|corp|corporation|co|company|ltd|limited|llc|lp|l\.p\.|plc|sa|s\.a\.|nv|n\.v\.|ag|se|holdings?|group"
    r"|trust|fund|bancorp|adr)\.?$",
    re.IGNORECASE,
)

CARD = {
    "what": "clusters of word vectors and lists of names, as features for the entity tagger",
    "sources": [
        {"what": "word vectors of spaCy's en_core_web_md 3.7.1", "licence": "CC0 (vectors), MIT (package)", "by": "Explosion"},
        {"what": "names of registrants as the SEC lists them", "licence": "public domain"},
        {"what": "cities with at least 15,000 inhabitants", "licence": "CC BY 4.0", "by": "GeoNames (geonames.org)"},
        {"what": "given names and surnames of the 1990 census", "licence": "public domain", "by": "US Census Bureau"},
        {"what": "countries, regions, institutions, titles, company words", "licence": "Apache-2.0", "by": "this project"},
    ],
    "changes": "vectors reduced to numbers of clusters; names in lower case, companies also without their legal form",
}


def main(vectors: Path, names: Path) -> None:
    own = tomllib.loads((ROOT / "engines/entities/gazetteer.toml").read_text(encoding="utf-8"))
    cities = [line.rpartition("\t")[::2] for line in _lines(names / "cities")]
    given = {*_lines(names / "given_names"), *own["first_names"]}
    contents: dict[str, object] = {
        **_clusters(vectors),
        "companies.txt": _list(_companies(_lines(names / "companies"))),
        "cities.txt": _list(name for name, size in cities if int(size) >= LARGE_CITY),
        "towns.txt": _list(name for name, size in cities if int(size) < LARGE_CITY),
        "places.txt": _list(own["locations"]),
        "institutions.txt": _list(own["organisations"]),
        "given_names.txt": _list(given),
        "surnames.txt": "\n".join(name.lower() for name in _lines(names / "surnames")[:SURNAMES]),
        "words.json": {"company_words": own["company_words"], "titles": sorted(title.lower() for title in own["titles"])},
    }
    write_files(KIND, ROOT / "models/entities/knowledge", {"card": CARD}, contents)


def _clusters(folder: Path) -> dict[str, Any]:
    """Hash and row of each word that has a vector, and each row's clusters."""
    vocabulary = spacy.load(
        folder, exclude=["tok2vec", "tagger", "parser", "ner", "lemmatizer", "attribute_ruler", "senter"]
    ).vocab
    vectors = np.asarray(vocabulary.vectors.data, np.float32)
    centred = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-6)
    centred -= centred.mean(axis=0)
    axes = np.linalg.svd(centred, full_matrices=False)[2]
    reduced = centred @ axes[:DIMENSIONS].T
    found = [
        MiniBatchKMeans(size, n_init=1, max_iter=60, batch_size=8192, random_state=0).fit(reduced).labels_ for size in SIZES
    ]
    row_of = {digest(vocabulary.strings[key]): row for key, row in vocabulary.vectors.key2row.items() if row >= 0}
    hashes = np.array(sorted(row_of), np.uint32)
    return {
        "hashes.npy": hashes,
        "rows.npy": np.array([row_of[int(key)] for key in hashes], np.uint16),
        "clusters.npy": np.stack(found, axis=1).astype(np.uint16),
    }


def _companies(names: Iterable[str]) -> Iterable[str]:
    for name in names:
        whole = re.sub(r"\s*[/\\][A-Z]{2,}[/\\]?\s*$", "", name).strip()
        yield _plain(whole)
        short = whole
        for _ in range(3):
            short = LEGAL.sub("", short).strip()
        yield _plain(short)


def _plain(name: str) -> str:
    return name.replace(".", "").replace(",", "")


def _list(names: Iterable[str]) -> str:
    return "\n".join(sorted({name.lower() for name in names if len(name) > 2 or name.isupper()}))


def _lines(path: Path) -> list[str]:
    return [line.strip() for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
