from tieout.engines.tagging.mention import mentions_in


def _html(*rows):
    return "<table>" + "".join(f"<tr>{''.join(f'<td>{c}</td>' for c in row)}</tr>" for row in rows) + "</table>"


LOST_SPANS = _html(
    ["FENNEL WORKS", ""],
    ["(in millions)"],
    ["", "May 3, 2031", "", "May 4, 2030"],
    ["", "Gross", "", "Net", "", "Gross", "", "Net"],
    ["Licences:", ""],
    ["Seeds", "$", "12", "", "", "$", "(3)", "", "", "$", "9", "", "", "4"],
    ["Tools", "5", "", "", "6", "", "", "7", "", "", "8", ""],
)


def test_numbers_stand_below_heads_by_their_order():
    flat = [m.flat for m in mentions_in(LOST_SPANS)]
    assert [(m.text, m.row_label, m.column_headers) for m in flat[:4]] == [
        ("12", "Seeds", ("May 3, 2031", "Gross")),
        ("3", "Seeds", ("May 3, 2031", "Net")),
        ("9", "Seeds", ("May 4, 2030", "Gross")),
        ("4", "Seeds", ("May 4, 2030", "Net")),
    ]
    assert [m.column_headers for m in flat[4:]] == [m.column_headers for m in flat[:4]]


def test_lines_above_the_heads_are_titles_and_those_between_numbers_sections():
    flat = mentions_in(LOST_SPANS)[0].flat
    assert flat.caption == "FENNEL WORKS (in millions)"
    assert flat.section_rows == ("Licences:",)
    assert flat.table_labels[-3:] == ("Licences:", "Seeds", "Tools")


def test_heads_in_the_middle_replace_those_above():
    table = _html(["", "2031", "2030"], ["Seeds", "1", "2"], ["", "Q1", "Q2"], ["Tools", "3", "4"])
    assert [m.flat.column_headers for m in mentions_in(table)] == [("2031",), ("2030",), ("Q1",), ("Q2",)]


def test_a_row_that_no_head_fits_has_none():
    table = _html(["", "A", "B", "C"], ["Seeds", "1", "2", "3"], ["Tools", "1", "2"])
    assert [m.flat.column_headers for m in mentions_in(table)] == [("A",), ("B",), ("C",), (), ()]


def test_tables_that_tell_their_spans_are_taken_at_their_word():
    table = '<table><tr><td></td><td colspan="2">2031</td></tr><tr><td>Seeds</td><td>1</td><td>2</td></tr></table>'
    assert all(m.flat is None for m in mentions_in(table))
