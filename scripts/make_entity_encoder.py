"""Writes the encoder that `tieout train entities` uses by default: ``python scripts/make_entity_encoder.py FOLDER``.

FOLDER holds all-MiniLM-L6-v2 (Apache-2.0) as ``config.json``, ``model.safetensors`` and ``tokenizer.json``. Matrices are kept in
int8, and pieces of words in other than Latin letters are left out.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tieout.engines.artefacts import write_files
from tieout.engines.entities.encoder import find_encoder
from tieout.engines.entities.encoder.storage import KIND, pack

TO = Path(__file__).resolve().parent.parent / "src/tieout/models/entities/encoder"
CARD = {
    "what": "all-MiniLM-L6-v2, a general encoder of English text, for training entity models",
    "licence": "Apache-2.0",
    "by": "sentence-transformers, from MiniLM-L6-H384-uncased (nreimers) after MiniLM (Microsoft, MIT)",
    "changes": "pooling left out, matrices in int8 with a scale for each row, vocabulary without non-Latin pieces",
}

if __name__ == "__main__":
    encoder = find_encoder(sys.argv[1], 6)
    write_files(KIND, TO, {"card": CARD}, pack(encoder, 6, latin_only=True))
