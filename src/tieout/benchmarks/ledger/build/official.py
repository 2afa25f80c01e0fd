"""The official layout: `needle/SPLIT/data.parquet`, `reports/SPLIT/data.parquet` and `mmd/REPORT.mmd`.

Columns are LEDGER's; three of ours come after them in the queries: ``unit``, ``kind`` (see `queries.KINDS`) and ``report``, the
name of the file in `mmd/` that the question is put to.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tieout.benchmarks.ledger.build.identity import Identity
from tieout.benchmarks.ledger.build.queries import Query
from tieout.benchmarks.ledger.build.relevance import DOCUMENT_ID
from tieout.engines.kpis.catalogue import catalogue
from tieout.engines.kpis.tagged import TaggedValue

if TYPE_CHECKING:
    import duckdb

__all__ = ["SOURCE", "query_row", "report_row", "write_split"]

SOURCE = "inline-xbrl"

_NUMBER = "DECIMAL(38, 6)"
_IDENTITY = {"ticker": "VARCHAR", "exchange": "VARCHAR", "company_name": "VARCHAR", "industry": "VARCHAR", "year": "INTEGER"}
_QUERY_COLUMNS = {
    "query_id": "VARCHAR", "query_text": "VARCHAR", **_IDENTITY, "kpi": "VARCHAR", "value": _NUMBER, "source": "VARCHAR",
    "tag": "VARCHAR", "qrels": "STRUCT(doc_id VARCHAR, relevance INTEGER)[]", "unit": "VARCHAR", "kind": "VARCHAR",
    "report": "VARCHAR",
}  # fmt: skip


def query_row(query: Query, who: Identity) -> dict[str, Any]:
    """One query with LEDGER's columns; the text of the report is joined in when it is written."""
    return {
        "query_id": query.id, "query_text": query.text, **_identity(who), "year": query.year, "kpi": query.kpi,
        "value": _number(query.value), "source": SOURCE, "tag": query.tag,
        "qrels": [
            {"doc_id": DOCUMENT_ID.format(report=who.report, page=page - 1), "relevance": grade}
            for page, grade in query.qrels.items()
        ],
        "unit": query.unit, "kind": query.kind, "report": who.report,
    }  # fmt: skip


def report_row(who: Identity, values: Mapping[str, TaggedValue]) -> dict[str, Any]:
    """One report: who, when, and the KPIs that it has."""
    return {
        "report": who.report,
        **_identity(who),
        **{name: _number(values[name].value) if name in values else None for name in catalogue()},
    }


def _identity(who: Identity) -> dict[str, Any]:
    return {
        "ticker": who.ticker, "exchange": who.exchange, "company_name": who.company_name, "industry": who.industry,
        "year": who.year,
    }  # fmt: skip


def _number(value: Any) -> str | None:
    return None if value is None else format(value, "f")


def write_split(out: Path, split: str, queries: Sequence[dict[str, Any]], reports: Sequence[dict[str, Any]]) -> None:
    """Both parquet files of a split; the Markdown of its reports is taken from ``out / "mmd"``."""
    import duckdb

    report_columns = {"report": "VARCHAR", **_IDENTITY, **dict.fromkeys(catalogue(), _NUMBER)}
    with tempfile.TemporaryDirectory(prefix="tieout-ledger-") as folder, duckdb.connect() as db:
        db.execute("SET threads TO 1")
        _load(db, Path(folder), "queries", _QUERY_COLUMNS, queries)
        _load(db, Path(folder), "rows", report_columns, reports)
        db.execute("CREATE TABLE texts (report VARCHAR, mmd_text VARCHAR)")
        for row in reports:
            text = (out / "mmd" / f"{row['report']}.mmd").read_text(encoding="utf-8")
            db.execute("INSERT INTO texts VALUES (?, ?)", [row["report"], text])
        _copy(
            db, "SELECT q.*, t.mmd_text FROM queries q JOIN texts t USING (report) ORDER BY q.nr", "nr", out / "needle" / split
        )
        _copy(db, "SELECT r.*, t.mmd_text FROM rows r JOIN texts t USING (report) ORDER BY r.nr", "nr", out / "reports" / split)


def _load(db: duckdb.DuckDBPyConnection, folder: Path, table: str, columns: Mapping[str, str], rows: Iterable[Any]) -> None:
    lines = folder / f"{table}.jsonl"
    with lines.open("w", encoding="utf-8") as handle:
        for number, row in enumerate(rows):
            handle.write(json.dumps({"nr": number, **row}, ensure_ascii=False) + "\n")
    typed = ", ".join(f"'{name}': '{kind}'" for name, kind in {"nr": "BIGINT", **columns}.items())
    source = f"read_json('{_quoted(lines)}', format='newline_delimited', columns={{{typed}}})"
    db.execute(f"CREATE TABLE {table} AS SELECT * FROM {source}")  # noqa: S608  (names are ours, the path is quoted)


def _copy(db: duckdb.DuckDBPyConnection, select: str, without: str, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    target = _quoted(folder / "data.parquet")
    # Small row groups: the text of a report is repeated in each of its queries, and ten thousand of them fill the memory.
    options = "FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 2048"
    db.execute(f"COPY (SELECT * EXCLUDE ({without}) FROM ({select})) TO '{target}' ({options})")  # noqa: S608  (as above)


def _quoted(path: Path) -> str:
    return str(path).replace("'", "''")
