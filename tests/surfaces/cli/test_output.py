import json
import unicodedata

import pytest

from camillo.surfaces.cli import output


def test_json_is_one_line_of_utf8(capsysbinary):
    output.emit({"text": "知识\n\x1b[2J\ud800", "score": 0.5})
    written = capsysbinary.readouterr().out
    assert written.endswith(b"\n")
    assert written.count(b"\n") == 1
    assert "知识" in written.decode("utf-8")
    assert b"\x1b" not in written
    assert json.loads(written) == {"text": "知识\n\x1b[2J\ud800", "score": 0.5}


def test_columns_of_wide_and_combining_text_stay_aligned(capsys):
    output.table(("name", "n"), [("知识库", 1), ("cafe\u0301", 1200), ("abc", 7)])
    rows = capsys.readouterr().out.splitlines()
    assert [row.rstrip()[-1] for row in rows] == ["n", "1", "0", "7"]

    def columns(row):
        wide = sum(unicodedata.east_asian_width(c) in "WF" for c in row)
        return len(row) + wide - sum(map(unicodedata.combining, row)).__bool__()

    assert len({columns(row) for row in rows}) == 1


def test_a_name_in_a_table_cannot_start_a_new_row(capsys):
    output.table(("name",), [("a\nb",), ("\x1b[31m",)])
    assert capsys.readouterr().out.splitlines() == ["name", "a\\nb", "\\x1b[31m"]


def test_records_without_rows_say_so(capsys):
    output.records([], empty="No wings yet.")
    assert capsys.readouterr().out == "No wings yet.\n"


def test_what_is_nested_in_a_record_is_left_to_json(capsys):
    output.records([{"wing": "orion", "rooms": [1], "turns": 3}], empty="")
    assert "rooms" not in capsys.readouterr().out


@pytest.mark.parametrize(("size", "told"), [(0, "0 bytes"), (999, "999 bytes"), (2_000, "2.0 kB")])
def test_sizes_are_told_in_powers_of_a_thousand(size, told):
    assert output.amount(size) == told


def test_nothing_is_coloured_where_stdout_is_no_terminal():
    assert output.styled("x", "strong") == "x"
