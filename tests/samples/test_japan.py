"""The made-up securities report: ids as the data sets give them, statements that tie out, questions with one answer."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from lxml import etree

from tieout import samples

DOC = "S100SMPL"
QUESTION = re.compile(r"^株式会社星見川計器の\d{4}年(時点)?(の(連結決算|個別決算))?(の[A-Za-z]+Member)?における「.+」は？$")


def home(task: str) -> Path:
    return samples.path("japan") / task / "valid"


def load(task: str, name: str) -> dict:
    return json.loads((home(task) / name).read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def cells() -> dict[str, etree._Element]:
    found = {}
    for path in sorted(samples.path("japan_report").iterdir()):
        for cell in etree.HTML(path.read_text(encoding="utf-8")).iter("td"):
            found[cell.get("cell-id")] = cell
    return found


def shown(cell: etree._Element) -> str:
    return re.sub(r"\s+", " ", "".join(cell.itertext())).strip()


def figure(cell: etree._Element) -> int:
    """Value of a statement's cell without its note marks; a dash is zero."""
    text = re.sub(r"※[０-９]+,?", "", shown(cell)).replace(",", "").replace(" ", "")
    return 0 if text == "－" else int(text.replace("△", "-"))


def test_both_tasks_hold_the_same_report():
    one, two = (home(task) / "reports" / DOC for task in ("table_qa", "table_retrieval"))
    assert {p.name: p.read_bytes() for p in one.iterdir()} == {p.name: p.read_bytes() for p in two.iterdir()}


def test_ids_follow_the_form_and_none_is_used_twice():
    tables, ids = [], []
    for path in sorted(samples.path("japan_report").iterdir()):
        assert re.fullmatch(rf"{DOC}-\d{{7}}\.html", path.name)
        tree = etree.HTML(path.read_text(encoding="utf-8"))
        for table in tree.iter("table"):
            assert table.get("table-id").startswith(path.stem + "-tab")
            tables.append(int(table.get("table-id").rpartition("-tab")[2]))
        ids += tree.xpath("//td/@cell-id")
        assert all(re.fullmatch(rf"{path.stem}-tab\d+-r\d+c\d+", i) for i in tree.xpath("//td/@cell-id"))
    assert tables == list(range(1, len(tables) + 1))
    assert [i for i, n in Counter(ids).items() if n > 1] == []


def test_a_nested_table_takes_its_ids_from_the_row_around_it(cells):
    row = [shown(cells[f"{DOC}-0104010-tab12-r2c{c}"]) for c in (1, 2, 5, 6, 12)]
    assert row == ["代表取締役社長", "星見川 灯", "1991年４月", "当社入社", "612"]
    assert shown(cells[f"{DOC}-0104010-tab12-r6c1"]) == "取締役 管理本部長"


def column(report: Path, file: str, which: int) -> list[tuple[str, int]]:
    """Label and figure of each row of a file's statements; ``which`` is -2 for the year before, -1 for this year."""
    rows = []
    for tr in etree.HTML((report / f"{DOC}-{file}.html").read_text(encoding="utf-8")).iter("tr"):
        found = list(tr.findall("td"))
        label = next((t for c in found[:-2] if (t := shown(c))), "")
        if label and shown(found[-1]):
            rows.append((label, figure(found[which])))
    return rows


@pytest.mark.parametrize("which", [-2, -1])
@pytest.mark.parametrize("file", ["0105010", "0105310"])
def test_balance_sheets_balance(file, which):
    rows = dict(column(samples.path("japan_report"), file, which))
    assert rows["流動資産合計"] + rows["固定資産合計"] == rows["資産合計"] == rows["負債純資産合計"]
    assert rows["流動負債合計"] + rows["固定負債合計"] == rows["負債合計"]
    assert rows["負債合計"] + rows["純資産合計"] == rows["負債純資産合計"]
    fixed = rows["有形固定資産合計"] + rows["無形固定資産合計"] + rows["投資その他の資産合計"]
    assert fixed == rows["固定資産合計"]


@pytest.mark.parametrize("which", [-2, -1])
@pytest.mark.parametrize("file", ["0105020", "0105320"])
def test_income_statements_add_up(file, which):
    rows = dict(column(samples.path("japan_report"), file, which))
    assert rows["売上高"] - rows["売上原価"] == rows["売上総利益"]
    assert rows["売上総利益"] - rows["販売費及び一般管理費"] == rows["営業利益"]
    assert rows["営業利益"] + rows["営業外収益合計"] - rows["営業外費用合計"] == rows["経常利益"]
    before_tax = rows.get("税金等調整前当期純利益") or rows["税引前当期純利益"]
    assert rows["経常利益"] + rows["特別利益合計"] - rows["特別損失合計"] == before_tax
    assert before_tax - rows["法人税等合計"] == rows["当期純利益"]


def test_sections_add_up_to_the_totals_below_them():
    """Every row ``X合計`` that closes a list of plain lines is their sum."""
    closing = {
        "0105010": ["流動資産合計", "流動負債合計", "固定負債合計", "純資産合計"],
        "0105020": ["営業外収益合計", "営業外費用合計"],
        "0105050": ["小計"],
        "0105310": ["流動資産合計", "流動負債合計"],
    }
    starts = {
        "流動資産合計": {"現金及び預金"},
        "流動負債合計": {"支払手形及び買掛金", "買掛金"},
        "固定負債合計": {"長期借入金"},
        "純資産合計": {"株主資本合計"},
        "営業外収益合計": {"受取利息"},
        "営業外費用合計": {"支払利息"},
        "小計": {"税金等調整前当期純利益"},
    }
    skip = {"その他有価証券評価差額金", "為替換算調整勘定", "退職給付に係る調整累計額"}
    for file, totals in closing.items():
        for which in (-2, -1):
            rows = column(samples.path("japan_report"), file, which)
            for total in totals:
                end = next(i for i, (label, _) in enumerate(rows) if label == total)
                first = next(i for i in range(end, -1, -1) if rows[i][0] in starts[total])
                lines = [v for label, v in rows[first:end] if label not in skip]
                assert sum(lines) == rows[end][1], (file, total)


def test_cash_flow_ends_where_the_balance_sheet_says():
    for which in (-2, -1):
        rows = dict(column(samples.path("japan_report"), "0105050", which))
        flows = sum(rows[f"{kind}活動によるキャッシュ・フロー"] for kind in ("営業", "投資", "財務"))
        change = rows["現金及び現金同等物の増減額（△は減少）"]
        assert flows + rows["現金及び現金同等物に係る換算差額"] == change
        end = rows["現金及び現金同等物の期首残高"] + change
        assert (
            end
            == rows["現金及び現金同等物の期末残高"]
            == dict(column(samples.path("japan_report"), "0105010", which))["現金及び預金"]
        )


def test_questions_have_the_grammar_and_the_gold_of_the_official_layout(cells):
    qa, gold = load("table_qa", "questions.json"), load("table_qa", "gold_standard.json")
    retrieval, tables = load("table_retrieval", "questions.json"), load("table_retrieval", "gold_standard.json")
    assert set(load("table_qa", "answersheet.json")) == set(qa) == set(gold) and len(qa) > 20
    assert set(load("table_retrieval", "answersheet.json")) == set(retrieval) == set(tables)
    for id, q in qa.items():
        assert QUESTION.match(q["question"]), q["question"]
        assert gold[id] == {"cell_id": q["cell_id"], "value": q["value"]}
        assert q["cell_id"].startswith(q["table_id"] + "-r") and q["cell_id"] in cells
    for id, q in retrieval.items():
        assert tables[id] == q["table_id"]


def test_gold_values_are_what_the_cells_print(cells):
    """Digits of the printed figure lead the value, and the sign is the printed one."""
    for q in load("table_qa", "questions.json").values():
        printed = re.sub(r"※[０-９]+", "", shown(cells[q["cell_id"]]))
        if not re.search(r"\d", printed):
            assert q["value"] == printed
            continue
        assert q["value"].startswith("-") == ("△" in printed)
        digits = re.sub(r"\D", "", printed).strip("0")
        assert digits in q["value"].replace(".", "").replace("-", ""), q
