"""Growing files: whatever the moments of looking, what is filed is what one reading would file."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from camillo import Palace
from camillo.app.settings import Settings

FIXTURES = Path(__file__).parents[2] / "formats" / "fixtures"
LIVE = ("claude_code.jsonl", "codex.jsonl", "cursor.jsonl")


@pytest.fixture
def palace(tmp_path):
    with Palace.open(tmp_path / "p.camillo", settings=Settings(refine=False)) as opened:
        yield opened


def stored(palace):
    """Every turn as the store holds it, in order of filing; what a turn's branch is, is left out."""
    with palace._store.snapshot() as snapshot:
        return [
            (
                one.conversation,
                one.turn.id,
                one.content,
                one.turn.at,
                one.turn.role,
                one.part,
                one.wing,
                tuple(sorted(one.meta.items())),
            )
            for one in snapshot.turns()
        ]


def said(number, text="hello", **more):
    record = {
        "type": "user",
        "uuid": f"u{number}",
        "parentUuid": f"u{number - 1}" if number else None,
        "sessionId": "s",
        "timestamp": f"2025-06-01T10:{number // 60 % 60:02}:{number % 60:02}Z",
        "cwd": "/home/ada/orion",
        "message": {"role": "user", "content": f"{text} {number}"},
        **more,
    }
    return json.dumps(record).encode() + b"\n"


@pytest.mark.parametrize("name", LIVE)
@settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
@pytest.mark.slow
def test_a_transcript_seen_in_pieces_is_filed_as_if_read_at_once(name, tmp_path_factory, data):
    content = (FIXTURES / name).read_bytes()
    cuts = data.draw(st.lists(st.integers(0, len(content)), max_size=6).map(sorted))
    folder = tmp_path_factory.mktemp("live")
    growing, whole = folder / "a" / name, folder / "b" / name
    for path in (growing, whole):
        path.parent.mkdir()
    whole.write_bytes(content)
    options = Settings(refine=False)
    with (
        Palace.open(folder / "a.camillo", settings=options) as first,
        Palace.open(folder / "b.camillo", settings=options) as second,
    ):
        follower = first.follow(wing="w")
        problems = []
        for cut in (*cuts, len(content)):
            growing.write_bytes(content[:cut])
            problems += follower.take(growing).problems
        second.mine(whole, wing="w")
        assert sorted(stored(first), key=repr) == sorted(stored(second), key=repr)
        assert problems == []


def test_a_half_written_line_is_left_for_the_next_look(palace, tmp_path):
    path = tmp_path / "s.jsonl"
    line = said(1)
    path.write_bytes(said(0) + line[:40])
    follower = palace.follow()
    assert follower.take(path).turns == 1
    with path.open("ab") as out:
        out.write(line[40:-1])
    report = follower.take(path)
    assert (report.turns, report.problems) == (1, ())
    with path.open("ab") as out:
        out.write(b"\n" + said(2))
    assert follower.take(path).turns == 1
    assert [one[1] for one in stored(palace)] == ["u0", "u1", "u2"]


def test_a_file_without_messages_yet_is_no_problem(palace, tmp_path):
    path = tmp_path / "s.jsonl"
    path.write_bytes(b'{"type":"ai-title","sessionId":"s","title":"Boards"}\n')
    follower = palace.follow()
    assert follower.take(path).problems == ()
    with path.open("ab") as out:
        out.write(said(0))
    assert follower.take(path).turns == 1
    with path.open("ab") as out:
        out.write(b'{"type":"last-prompt","sessionId":"s"}\n')
    assert follower.take(path).problems == ()
    with palace._store.snapshot() as snapshot:
        assert [one.title for one in snapshot.turns()] == ["Boards"]


def test_a_broken_line_is_told_once(palace, tmp_path):
    path = tmp_path / "s.jsonl"
    path.write_bytes(said(0) + b"{broken\n")
    follower = palace.follow()
    assert [one.where for one in follower.take(path).problems] == ["s.jsonl:2"]
    with path.open("ab") as out:
        out.write(said(1))
    report = follower.take(path)
    assert (report.turns, report.problems) == (1, ())


def test_a_replaced_or_shortened_file_is_read_from_its_start(palace, tmp_path):
    path = tmp_path / "s.jsonl"
    path.write_bytes(said(0) + said(1) + said(2))
    follower = palace.follow()
    follower.take(path)
    path.write_bytes(said(0) + said(7))
    assert follower.take(path).turns == 1
    beside = tmp_path / "new"
    beside.write_bytes(said(8) * 1 + said(9) + said(10) + said(11))
    beside.replace(path)
    assert follower.take(path).turns == 4


def test_what_was_followed_to_its_end_is_unchanged_for_mine(palace, tmp_path):
    path = tmp_path / "s.jsonl"
    path.write_bytes(said(0))
    follower = palace.follow()
    follower.take(path)
    with path.open("ab") as out:
        out.write(said(1))
    follower.take(path)
    report = palace.mine(path)
    assert report.skipped == {"unchanged": 1}


def test_a_turn_moved_elsewhere_stays_there_while_its_file_grows(palace, tmp_path):
    path = tmp_path / "s.jsonl"
    path.write_bytes(said(0) + b"{broken\n")
    follower = palace.follow()
    follower.take(path)
    moved = palace.search("hello").results[0].id
    palace.move([moved], wing="elsewhere")
    with path.open("ab") as out:
        out.write(said(1))
    follower.take(path)
    assert palace.get(moved).wing == "elsewhere"
    assert sorted(row["wing"] for row in palace.wings() if row["turns"]) == ["elsewhere", "orion"]


def test_the_name_of_a_tool_is_known_when_its_result_comes_later(palace, tmp_path):
    path = tmp_path / "s.jsonl"
    call = {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "ls"}}
    result = {"type": "tool_result", "tool_use_id": "t1", "content": "a.py"}
    asked = said(0, type="assistant", message={"role": "assistant", "content": [call]})
    path.write_bytes(asked)
    follower = palace.follow()
    follower.take(path)
    for number in range(1, 40):
        with path.open("ab") as out:
            out.write(said(number))
        follower.take(path)
    with path.open("ab") as out:
        out.write(said(40, message={"role": "user", "content": [result]}))
    follower.take(path)
    assert dict(stored(palace)[-1][-1]) == {"tool": "Bash", "call": "t1"}


def test_the_first_words_of_a_rollout_are_not_filed_twice(palace, tmp_path):
    path = tmp_path / "rollout.jsonl"
    item = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Hi"}]}
    lines = [
        {"type": "session_meta", "payload": {"id": "r", "cwd": "/x/orion"}},
        {"type": "event_msg", "payload": {"type": "user_message", "message": "Hi"}},
        {"type": "response_item", "payload": item},
    ]
    follower = palace.follow()
    for upto in range(1, 4):
        path.write_text("".join(json.dumps(line) + "\n" for line in lines[:upto]))
        follower.take(path)
    assert [one[1] for one in stored(palace)] == ["line-3"]


def test_a_rollout_of_events_alone_is_read_once_it_rests(palace, tmp_path):
    path = tmp_path / "rollout.jsonl"
    lines = [
        {"type": "session_meta", "payload": {"id": "r", "cwd": "/x/orion"}},
        {"type": "event_msg", "payload": {"type": "user_message", "message": "Hi"}},
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    follower = palace.follow()
    assert follower.take(path).turns == 0
    os.utime(path, (1, 1))
    assert follower.take(path).turns == 1


def test_files_that_are_no_lines_are_read_whole(palace, tmp_path):
    path = tmp_path / "note.md"
    path.write_text("# Boards\n\nWe chose GraphQL.\n")
    follower = palace.follow()
    assert follower.take(path).turns == 1
    assert follower.take(path).turns == 0
