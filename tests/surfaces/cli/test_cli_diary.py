"""``camillo diary`` as a person and as a program would call it."""

import json

import pytest

from camillo.surfaces.cli import codes


@pytest.fixture
def written(as_json):
    return [
        as_json("diary", "write", "reviewer", text, "--at", at, "--wing", wing)["ids"][0]
        for text, at, wing in (
            ("Tests need Postgres.", "2025-06-01", "orion"),
            ("The cache\nwas stale. \x1b[31m\u202e", "2025-06-02T10:00:00Z", "lyra"),
        )
    ]


def test_entries_are_written_and_read_back_newest_first(written, as_json):
    entries = as_json("diary", "read", "reviewer")["entries"]
    assert [one["id"] for one in entries] == written[::-1]
    assert entries[0]["text"] == "The cache\nwas stale. \x1b[31m\u202e"
    assert (entries[1]["role"], entries[1]["at"]) == ("reviewer", "2025-06-01")
    assert as_json("get", written[0])["text"] == "Tests need Postgres."


def test_people_see_date_role_wing_text_and_id(written, camillo):
    code, out, _ = camillo("diary", "read", "REVIEWER", "--limit", "1")
    assert code == 0
    assert out.split("\n") == [
        "2025-06-02T10:00:00Z  reviewer  lyra  discoveries",
        "| The cache",
        "| was stale. \\x1b[31m\\u202e",
        f"id {written[1]}",
        "",
        "",
    ]


@pytest.mark.parametrize(
    ("options", "found"),
    [
        (["--wing", "orion"], [0]),
        (["--since", "2025-06-02"], [1]),
        (["--until", "2025-06-01"], [0]),
        ([], [1, 0]),
    ],
)
def test_options_only_narrow(written, as_json, options, found):
    entries = as_json("diary", "read", *options)["entries"]
    assert [one["id"] for one in entries] == [written[n] for n in found]


def test_roles_are_listed_with_their_counts(written, as_json, camillo):
    as_json("diary", "write", "ops", "Deployed.", "--at", "2025-06-03")
    assert as_json("diary", "roles")["diaries"] == [
        {"role": "ops", "entries": 1, "newest": "2025-06-03"},
        {"role": "reviewer", "entries": 2, "newest": "2025-06-02T10:00:00Z"},
    ]
    assert "reviewer" in camillo("diary", "roles")[1]


def test_an_entry_may_come_from_standard_input_byte_for_byte(process, as_json):
    done = process("diary", "write", "ops", "-", "--json", input="ein\r\n咖啡\n".encode())
    assert done.returncode == 0, done.stderr
    assert as_json("diary", "read", "ops")["entries"][0]["text"] == "ein\r\n咖啡\n"
    assert json.loads(done.stdout)["counts"]["turns"] == 1


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["write", "ops"], "a role or a text is missing"),
        (["read", "ops", "x"], "'x' is one argument too many"),
        (["roles", "ops"], "'ops' is one argument too many"),
        (["burn"], "invalid choice: 'burn'"),
        (["write", "ops", "x", "--at", "soon"], "is not a date or time"),
    ],
)
def test_wrong_usage_is_one_line_that_names_it(camillo, arguments, told):
    code, out, err = camillo("diary", *arguments)
    assert (code, out) == (codes.WRONG_INPUT, "")
    assert told in err
    assert err.count("\n") == 1


def test_an_empty_diary_is_said_and_has_its_exit_code(written, camillo):
    code, out, _ = camillo("diary", "read", "nobody")
    assert (code, out) == (codes.FOUND_WANTING, "No entries.\n")
