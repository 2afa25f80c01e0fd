"""Made-up rows in the official layout; the segments are of no real filing."""

from __future__ import annotations

import json
from pathlib import Path

ROWS = {
    "finsm": [
        ("s1", "Which tags take part in no sum? <segment 1>", '["us-gaap:Goodwill", "us-gaap:InventoryNet"]'),
        (
            "s2",
            "Which tags for revenue from one customer are inappropriate? <segment 2>",
            '["us-gaap:ConcentrationRiskPercentage"]',
        ),
        ("s3", "Which amounts stand on a location axis without need? <segment 3>", '["us-gaap:FinanceLeaseLiability"]'),
    ],
    "finre": [
        ("r1", "Error between us-gaap:GrossProfit and us-gaap:CostOfRevenue? <segment 1>", "Reversal"),
        ("r2", "Error between us-gaap:RangeAxis and us-gaap:SoftwareMember? <segment 2>", "CombinationErr"),
        ("r3", "Error between us-gaap:Assets and us-gaap:Goodwill? <segment 3>", "None"),
    ],
    "finmr": [
        (
            "m1",
            "Reported and correct value of us-gaap:AssetsCurrent at 2023-12-31? <segment 1>",
            '{"extracted_value": "1200", "calculated_value": "1250"}',
        ),
        (
            "m2",
            "Reported and correct value of us-gaap:InventoryNet at 2023-12-31? <segment 2>",
            '{"extracted_value": "-40", "calculated_value": "40"}',
        ),
    ],
}


def write(folder: Path) -> None:
    """``finsm/test.jsonl`` and the other two."""
    for task, rows in ROWS.items():
        (folder / task).mkdir(parents=True, exist_ok=True)
        lines = (json.dumps({"id": id_, "query": query, "answer": answer}) for id_, query, answer in rows)
        (folder / task / "test.jsonl").write_text("".join(line + "\n" for line in lines), encoding="utf-8")
