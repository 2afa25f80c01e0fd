"""The made-up EDINET filing that ships, its annual report CSV as EDINET's API would give it, and a list of EDINET codes."""

from __future__ import annotations

import csv
import io
import shutil
import zipfile
from importlib import resources
from pathlib import Path

import tieout

FILING = Path(str(resources.files("tieout.samples") / "japan_edinet"))
STEM = "jpcrp030000-asr-001_E99901-000_2024-03-31_01_2024-06-27"
HEAD = ("要素ID", "項目名", "コンテキストID", "相対年度", "連結・個別", "期間・時点", "ユニットID", "単位", "値")
LISTED = "ＥＤＩＮＥＴコード", "提出者種別", "提出者名", "提出者業種"


def write_filing(folder: Path, document: str = "S100MADE", code: str = "E99901", name: str | None = None) -> Path:
    """The filing below ``folder``, perhaps of another issuer."""
    where = folder / document
    shutil.copytree(FILING, where)
    for file in where.rglob("*.htm"):
        text = file.read_text(encoding="utf-8").replace("E99901", code)
        file.write_text(text.replace("株式会社星見川計器", name or "株式会社星見川計器"), encoding="utf-8")
    return where


def lines() -> list[tuple[str, ...]]:
    """A line a fact, with the scope and item name that EDINET would write."""
    report = tieout.read(FILING)
    found = []
    for fact in report.facts:
        concept = report.concepts.get(fact.concept)
        label = concept.label(language="ja") if concept is not None else None
        period = fact.context.period
        members = {str(member).rpartition(":")[2] for member in fact.context.dimensions.values()}
        scope = "その他" if not fact.concept.startswith("jppfs") else "個別" if "NonConsolidatedMember" in members else "連結"
        value = "－" if fact.nil else str(fact.value)
        found.append(
            (
                fact.concept, f"{label}、{fact.concept.partition('_')[0]}" if label else "", fact.context.id, "当期", scope,
                "時点" if period.instant else "期間", "JPY", "円", value,
            )
        )  # fmt: skip
    return found


def csv_bytes(rows: list[tuple[str, ...]], head: tuple[str, ...] = HEAD) -> bytes:
    out = io.StringIO(newline="")
    csv.writer(out, delimiter="\t", quoting=csv.QUOTE_ALL).writerows([head, *rows])
    return out.getvalue().encode("utf-16")


def write_csv(folder: Path) -> None:
    """A zip as the API's type 5 gives it."""
    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(folder / "S100MADE.zip", "w") as archive:
        archive.writestr(f"XBRL_TO_CSV/{STEM}.csv", csv_bytes(lines()))
        archive.writestr("XBRL_TO_CSV/jpaud-aar-cn-001_E99901-000_2024-03-31_01_2024-06-27.csv", csv_bytes([]))


def write_codes(path: Path, industries: dict[str, str], encoding: str = "cp932") -> None:
    """EDINET's code list: a line about the file, the head, and a line an issuer."""
    out = io.StringIO(newline="")
    rows = [(code, "内国法人・組合", "名", industry) for code, industry in industries.items()]
    csv.writer(out).writerows([("ダウンロード実行日", "2024年6月1日現在", "件数", str(len(rows))), LISTED, *rows])
    path.write_bytes(out.getvalue().encode(encoding))
