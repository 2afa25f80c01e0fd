"""From a model's output to a prediction.

Facts: ``{"result": [{"Fact", "Type"}, …]}`` with ``Tag`` in the full task, in a code fence or in running text; where the JSON
is broken as a whole, the objects in it that are whole count. Full also takes BIO: ``token label`` lines. Linking: a concept's
name, a ranked list of names, or an object with ``tag`` or ``ranked`` and, for an answer from the query alone, ``query``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, TypedDict

from tieout.benchmarks.fintagging.bio import Tagged, facts_of
from tieout.benchmarks.fintagging.concepts import read_concepts
from tieout.benchmarks.fintagging.facts import Fact, bare, fact_string
from tieout.evaluation import Abstained, SampleInput, Unparsable

__all__ = ["Facts", "Linked", "first_of", "parse_facts", "parse_full", "parse_linked"]

_LONGEST = 1_000_000  # characters of an output that are looked at
_MOST = 20_000  # facts of one instance
_RANKED = 200
_KEPT = 5
_FENCE = re.compile(r"```[a-zA-Z]*\s*\n?(.*?)```", re.DOTALL)
_OBJECT = re.compile(r"\{[^{}]{0,2000}\}")
_EMPTY = re.compile(r"\[\s*\]")
_NAMED = re.compile(r"us-gaap[:_]([A-Za-z0-9]{2,300})")
_NAME = re.compile(r"[A-Z][A-Za-z0-9]{1,299}")
_BIO_LINE = re.compile(r"(\S+)[ \t]+(O|[BI]-\S+)")


class Facts(TypedDict):
    facts: list[Fact]


class Linked(TypedDict):
    """Concepts, best first; ``query`` is what the official query alone gave (None: not asked)."""

    ranked: list[str]
    query: list[str] | None


def parse_facts(output: str, sample: SampleInput) -> Facts:
    """(Fact, Type) pairs; raises Unparsable where the output holds neither an object with Fact nor an empty list."""
    return {"facts": _facts(output, with_tags=False)}


def parse_full(output: str, sample: SampleInput) -> Facts:
    """(Fact, Type, Tag) triplets, from JSON or from BIO lines; raises Unparsable where there is neither."""
    tagged = _bio(output)
    if tagged is None:
        return {"facts": _facts(output, with_tags=True)}
    path = sample.fields.get("concepts")
    known = read_concepts(path) if path is not None else None
    facts: list[Fact] = []
    for text, concept in facts_of(tagged)[:_MOST]:
        facts.append({"Fact": fact_string(text), "Type": (known.type_of(concept) if known else None) or "", "Tag": concept})
    return {"facts": facts}


def parse_linked(output: str, sample: SampleInput) -> Linked:
    """Ranked concepts; raises Abstained for an empty list or null, Unparsable where no concept is named."""
    text = _unfenced(output[-_LONGEST:]).strip()
    content = _json(text)
    if isinstance(content, dict) and any(key in content for key in ("tag", "ranked", "query", "answer", "concept")):
        ranked = _names(next((content[key] for key in ("ranked", "tag", "answer", "concept") if content.get(key)), None))
        query = _names(content["query"]) if content.get("query") is not None else None
        if not ranked and not query:
            raise Abstained("no concept")
        return {"ranked": ranked, "query": query}
    if isinstance(content, list):
        ranked = _names(content)
        if not ranked:
            raise Abstained("an empty list")
        return {"ranked": ranked, "query": None}
    named: list[str] = _NAMED.findall(text)
    if named:
        return {"ranked": [named[-1]], "query": None}  # models reason first and decide at the end
    if _NAME.fullmatch(text.strip("\"'`. \n")):
        return {"ranked": [text.strip("\"'`. \n")], "query": None}
    raise Unparsable("no concept (us-gaap:Name) in the output")


def first_of(prediction: Linked) -> Linked:
    """The beginning of a ranking; two hundred names a sample would make a run of the official size half a gigabyte larger."""
    query = prediction["query"]
    return {"ranked": prediction["ranked"][:_KEPT], "query": query[:_KEPT] if query is not None else None}


def _facts(output: str, with_tags: bool) -> list[Fact]:
    text = _unfenced(output[:_LONGEST])
    content = _json(text.strip())
    listed = content.get("result") if isinstance(content, dict) and "result" in content else content
    items: list[Any] = []
    if isinstance(listed, list):
        items = listed
    elif isinstance(listed, dict) and "Fact" in listed:
        items = [listed]
    else:
        items = list(_objects(text))
        if not items and not _EMPTY.search(text):
            raise Unparsable('no JSON {"result": [{"Fact": …, "Type": …}]} in the output')
    facts = [fact for item in items[:_MOST] if (fact := _fact(item, with_tags)) is not None]
    if items and not facts:
        raise Unparsable("no object with Fact and Type in the output")
    return facts


def _objects(text: str) -> Iterator[Any]:
    """The whole objects without objects in them."""
    for found in _OBJECT.findall(text):
        content = _json(found)
        if isinstance(content, dict) and "Fact" in content:
            yield content


def _fact(item: Any, with_tags: bool) -> Fact | None:
    if not isinstance(item, Mapping) or not _is_plain(item.get("Fact")) or not _is_plain(item.get("Type")):
        return None
    fact: Fact = {"Fact": str(item["Fact"]), "Type": str(item["Type"]).rpartition(":")[2].strip()}
    if with_tags:
        fact["Tag"] = bare(str(item["Tag"])) if _is_plain(item.get("Tag")) else ""
    return fact


def _is_plain(value: Any) -> bool:
    return isinstance(value, str | int | float) and not isinstance(value, bool)


def _names(value: Any) -> list[str]:
    """Names from a text or a list of texts (or of objects with ``concept`` or ``tag``), each once."""
    listed = value if isinstance(value, list) else [value]
    found = []
    for item in listed[: _RANKED * 5]:
        if isinstance(item, dict):
            item = item.get("concept", item.get("tag"))
        if isinstance(item, str) and bare(item):
            found.append(bare(item))
    return list(dict.fromkeys(found))[:_RANKED]


def _bio(output: str) -> Tagged | None:
    """The output as BIO, where every line of it is one."""
    lines = [line for line in _unfenced(output[:_LONGEST]).splitlines() if line.strip()]
    matched = [_BIO_LINE.fullmatch(line.strip()) for line in lines]
    if not lines or not all(matched):
        return None
    pairs = [(found[1], found[2]) for found in matched if found is not None]
    return Tagged(tuple(token for token, _ in pairs), tuple(label for _, label in pairs))


def _unfenced(text: str) -> str:
    fenced = _FENCE.search(text)
    return fenced[1] if fenced else text


def _json(text: str) -> Any:
    """The value that the text is, or None; floats stay as they are written."""
    if not text.startswith(("{", "[")):
        return None
    for spelling in (text, text.replace("'", '"')):
        try:
            return json.loads(spelling, parse_float=str)
        except (ValueError, RecursionError):
            continue
    return None
