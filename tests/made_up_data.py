"""Small made-up data for every task, in its official layout: what the registry test and the interop tests run on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.benchmarks.finauditing import made_up as finauditing
from tests.benchmarks.finer_ord import made_up as finer_ord
from tests.benchmarks.fintagging import made_up as fintagging
from tests.benchmarks.ledger import made_up as ledger
from tests.benchmarks.securities_tables import made_up as securities_tables

MADE_UP: dict[str, Callable[[Path], None]] = {
    "finauditing/finmr": finauditing.write,
    "finauditing/finre": finauditing.write,
    "finauditing/finsm": finauditing.write,
    "finer-ord/ner": finer_ord.write,
    "fintagging/fincl": fintagging.write_fincl,
    "fintagging/fincl-query": fintagging.write_fincl,
    "fintagging/finni": fintagging.write_finni,
    "fintagging/full": fintagging.write_full,
    "ledger/kpis": ledger.write,
    "ledger/needle": ledger.write,
    "ledger/pages": ledger.write,
    "securities-tables/retrieval": securities_tables.write,
    "securities-tables/qa": securities_tables.write,
}
