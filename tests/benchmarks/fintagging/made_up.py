"""Made-up rows in the official layout, of an invented company."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from pathlib import Path

TABLE = (
    "<table><tr><td></td><td>2031</td><td>2030</td></tr><tr><td>Inventories</td><td>$ 1,250</td><td>$ 1,100</td></tr>"
    "<tr><td>Allowance for credit losses</td><td>( 72 )</td><td>—</td></tr></table>"
)
SENTENCE = "Quillet Foods repaid $ 46 million of its notes, which bore 4.5 % interest, in two instalments."
PLAIN = "The plant in Harrow has 12 lines and was opened in 1998."

FINNI = [
    (
        "11",
        TABLE,
        [("1250", "monetaryItemType"), ("1100", "monetaryItemType"), ("72", "monetaryItemType"), ("—", "monetaryItemType")],
    ),
    ("12", SENTENCE, [("46", "monetaryItemType"), ("4.5", "percentItemType"), ("two", "integerItemType")]),
    ("13", PLAIN, []),
]
TAGS = {
    "1250": "InventoryNet",
    "1100": "InventoryNet",
    "72": "AllowanceForDoubtfulAccountsReceivableCurrent",
    "—": "AllowanceForDoubtfulAccountsReceivableCurrent",
    "46": "RepaymentsOfNotesPayable",
    "4.5": "DebtInstrumentInterestRateStatedPercentage",
    "two": "NumberOfInstallments",
}
CONTEXTS = {
    "1250": "Inventories | $ 1,250 | $ 1,100",
    "1100": "Inventories | $ 1,250 | $ 1,100",
    "72": "None",
    "—": "Allowance for credit losses | ( 72 ) | —",
}
CONCEPTS = [
    ("InventoryNet", "monetaryItemType"),
    ("InventoryPolicyTextBlock", "textBlockItemType"),
    ("AllowanceForDoubtfulAccountsReceivableCurrent", "monetaryItemType"),
    ("RepaymentsOfNotesPayable", "monetaryItemType"),
    ("DebtInstrumentInterestRateStatedPercentage", "percentItemType"),
    ("NumberOfInstallments", "integerItemType"),
]


def query(entity: str, type_: str, category: str) -> str:
    context = CONTEXTS[entity] if category == "table" else SENTENCE
    return f"{category}: <entity> {entity} </entity> <entity type> {type_} </entity type> <context> {context} </context>"


def write_csv(path: Path, header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="", encoding="utf-8") as handle:
        writer = csv.writer(handle)
        writer.writerow(header)
        writer.writerows(rows)


def finni_answer(facts: Sequence[tuple[str, str]], tags: bool = False) -> str:
    return json.dumps({"result": [{"Fact": f, "Type": t, **({"Tag": f"us-gaap:{TAGS[f]}"} if tags else {})} for f, t in facts]})


def fincl_rows() -> list[tuple[str, ...]]:
    rows = []
    for _, context, facts in FINNI:
        category = "table" if context is TABLE else "text"
        for fact, type_ in facts:
            rows.append((context, category, fact, type_, query(fact, type_, category), f"us-gaap:{TAGS[fact]}"))
    return rows


def write_concepts(folder: Path) -> None:
    lines = [{"us_gaap_tag": name, "entity_type": type_, "text": name} for name, type_ in CONCEPTS]
    (folder / "made_up_concepts.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")


def write_finni(folder: Path) -> None:
    rows = [(id_, context, f"Instruction. Input: {context}", finni_answer(facts)) for id_, context, facts in FINNI]
    write_csv(folder / "FinNI-eval-subset.csv", ("context_index", "context", "query", "answer"), rows)


def write_fincl(folder: Path) -> None:
    header = ("context", "category", "entity", "entity_type", "query", "answer")
    write_csv(folder / "FinCL-eval-subset.csv", header, fincl_rows())
    write_concepts(folder)


def write_full(folder: Path) -> None:
    rows = [(id_, context, "", finni_answer(facts, tags=True), "quillet") for id_, context, facts in FINNI]
    write_csv(folder / "full" / "test.csv", ("context_index", "context", "query", "answer", "document"), rows)
    write_concepts(folder)
