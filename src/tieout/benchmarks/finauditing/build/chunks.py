"""Taxonomy chunks of the paper's Appendix B: one core chunk a concept, one relation chunk a concept and family.

From schema and linkbases (a taxonomy package), or from the official workbook. Written are ``chunks_core.jsonl``,
``chunks_relations.jsonl`` and ``meta.json``. A relation whose target is no concept of the core chunks is left out and counted.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from tieout.report.errors import InputError

__all__ = ["FAMILIES", "core_chunk", "relation_chunks", "write_chunks"]

FAMILIES = ("pres", "calc", "def", "ref", "enum")

_KINDS = {"presentation": "pres", "calculation": "calc", "definition": "def"}

Row = dict[str, Any]


def write_chunks(source: Path, out: Path) -> dict[str, Any]:
    """Reads ``source`` (a package, zip or folder; or a workbook ``.xlsx``) and writes the three files; returns ``meta.json``.

    Raises InputError where ``source`` is neither, or ``out`` is in use.
    """
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise InputError(f"{out}: not empty; --out names a new folder")
    concepts: Iterable[Row]
    relations: Iterable[Row]
    if source.suffix.lower() in (".xlsx", ".xlsm"):
        from tieout.benchmarks.finauditing.build.workbook import read_workbook

        concepts, relations = read_workbook(source)
    else:
        concepts, relations = _of_package(source)
    cores = {row["concept"]: core_chunk(row) for row in concepts}
    if not cores:
        raise InputError(f"{source}: no concepts in it")
    dropped: Counter[str] = Counter()
    chunks = list(relation_chunks(relations, cores.keys(), dropped))
    out.mkdir(parents=True, exist_ok=True)
    _write(out / "chunks_core.jsonl", cores.values())
    _write(out / "chunks_relations.jsonl", chunks)
    meta = {
        "source": source.name,
        "core_chunks": len(cores),
        "relation_chunks": dict(Counter(chunk["family"] for chunk in chunks)),
        "relations": sum(len(chunk["relations"]) for chunk in chunks),
        "relations_without_target": dict(dropped),
    }
    (out / "meta.json").write_text(json.dumps(meta, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return meta


def core_chunk(row: Mapping[str, Any]) -> Row:
    """The chunk ``prefix:name::core`` of a concept's row; ``text`` is what would be embedded."""
    parts = [f"{row['concept']}: {row.get('label') or 'no label'}"]
    for key, said in (("type", "type"), ("balance", "balance"), ("period_type", "period")):
        if row.get(key):
            parts.append(f"{said} {row[key]}")
    if row.get("abstract"):
        parts.append("abstract")
    if row.get("deprecated"):
        parts.append(f"deprecated {row['deprecated']}")
    text = "; ".join(parts) + "."
    if row.get("documentation"):
        text += f" {row['documentation']}"
    kept = ("concept", "label", "type", "balance", "period_type", "abstract", "documentation", "deprecated", "provenance")
    return {"id": f"{row['concept']}::core", **{key: row.get(key) for key in kept}, "text": text}


def relation_chunks(relations: Iterable[Row], known: Iterable[str], dropped: Counter[str]) -> Iterator[Row]:
    """One chunk a concept and family, in the order of their first relation; both ends of an arc get it, with its direction."""
    concepts = set(known)
    found: dict[tuple[str, str], list[Row]] = {}
    for relation in relations:
        family, source, target = relation["family"], relation["from"], relation.get("to")
        if source not in concepts or (target is not None and target not in concepts):
            dropped[family] += 1
            continue
        found.setdefault((source, family), []).append({**relation, "direction": "to child"})
        if target is not None:
            found.setdefault((target, family), []).append({**relation, "direction": "from parent"})
    for (concept, family), rows in found.items():
        kept = [{k: v for k, v in row.items() if k != "family" and v is not None} for row in rows]
        yield {
            "id": f"{concept}::relations:{family}",
            "concept": concept,
            "family": family,
            "roles": sorted({row["role"] for row in kept if row.get("role")}),
            "arcroles": sorted({row["arcrole"] for row in kept if row.get("arcrole")}),
            "relations": kept,
        }


def _of_package(source: Path) -> tuple[list[Row], Iterator[Row]]:
    from tieout.reading.taxonomy import Taxonomy

    taxonomy = Taxonomy.open((source,))
    labels, references = taxonomy.labels, taxonomy.references
    concepts = []
    for name, concept in taxonomy.concepts.items():
        texts = {label.role.rpartition("/")[2]: label.text for label in (*concept.labels, *labels.get(name, ()))}
        concepts.append(
            {
                "concept": name, "label": texts.get("label"), "type": concept.type, "balance": concept.balance,
                "period_type": concept.period_type, "abstract": concept.abstract, "documentation": texts.get("documentation"),
                "deprecated": texts.get("deprecatedLabel") or texts.get("deprecatedDateLabel"),
                "provenance": {"file": source.name, "namespace": concept.namespace},
            }
        )  # fmt: skip
    return concepts, _package_relations(taxonomy, references, source.name)


def _package_relations(taxonomy: Any, references: Mapping[str, Any], name: str) -> Iterator[Row]:
    for network in taxonomy.networks:
        family = "enum" if "numeration" in network.arcrole else _KINDS.get(network.kind)
        if family is None:
            continue
        for arc in network.arcs:
            yield {
                "family": family, "from": arc.parent, "to": arc.child, "role": network.role, "arcrole": network.arcrole,
                "order": str(arc.order), "weight": str(arc.weight) if arc.weight is not None else None,
                "preferred_label": arc.preferred_label, "provenance": {"file": name},
            }  # fmt: skip
    for concept, found in references.items():
        for reference in found:
            yield {
                "family": "ref", "from": concept, "role": reference.role, "parts": dict(reference.parts),
                "provenance": {"file": name},
            }  # fmt: skip


def _write(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    with path.open("w", encoding="utf-8") as handle:
        for row in rows:
            handle.write(json.dumps(row, ensure_ascii=False) + "\n")
