"""Cursor: transcripts of its agent, and composers with their bubbles from its database."""

import json
from collections.abc import Mapping
from pathlib import Path

import apsw
import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo.domain.report import Problem
from camillo.domain.turn import Turn
from camillo.formats.cursor import READER
from camillo.formats.reading import source_file
from camillo.ports.reader import Unknown

FIXTURE = (Path(__file__).parent / "fixtures" / "cursor.jsonl").read_bytes()
NAME = "Users-kai-orion/agent-transcripts/abc-123/abc-123.jsonl"


def stored(path: Path, values: Mapping[str, object]) -> Path:
    """A ``state.vscdb`` with these keys; values that are no bytes are written as JSON."""
    with apsw.Connection(str(path)) as connection:
        for table in ("ItemTable", "cursorDiskKV"):
            connection.execute(
                f"CREATE TABLE {table} (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)"
            )
        for key, value in values.items():
            kept = value if isinstance(value, bytes) else json.dumps(value).encode()
            connection.execute("INSERT INTO cursorDiskKV VALUES (?, ?)", (key, kept))
    connection.close()
    return path


def composer(*bubbles: str, **more: object) -> dict[str, object]:
    headers = [{"bubbleId": bubble, "type": 1} for bubble in bubbles]
    return {"composerId": "c1", "name": "Login", "fullConversationHeadersOnly": headers, **more}


BUBBLES = {
    "composerData:c1": composer("u1", "a1", "t1", "lost"),
    "bubbleId:c1:t1": {
        "type": 2,
        "createdAt": "2026-07-28T10:06:02.000Z",
        "toolFormerData": {
            "toolCallId": "call_1",
            "name": "run_terminal_cmd",
            "status": "completed",
            "rawArgs": '{"command":  "ls -la"}',
            "result": "total 24\n",
        },
    },
    "bubbleId:c1:a1": {
        "type": 2,
        "text": "Listing.",
        "thinking": {"text": "They want a list."},
        "createdAt": 1785233161000,
    },
    "bubbleId:c1:u1": {
        "type": 1,
        "text": "list the workspace",
        "richText": "{}",
        "workspaceUris": ["file:///home/ana/my%20app"],
        "attachedCodeChunks": [{"relativeWorkspacePath": "a.py", "lines": ["x = 1", "y = 2"]}],
    },
    "bubbleId:c1:old": {"type": 1, "text": "said before a checkpoint was restored"},
    "bubbleId:c10:x": {"type": 1, "text": "of another composer"},
    "composerData:c2": {"conversation": [{"bubbleId": "i1", "type": 1, "text": "inline"}]},
    "composerData:c3": b"{not json",
    "checkpointId:c1:k": {"files": []},
}


def test_a_transcript_is_read_in_order_with_its_calls(reading, of_bytes):
    file = of_bytes(FIXTURE, NAME)
    assert READER.sniff(file)
    found = reading(READER, file)
    assert found.shown("turn", "role", "part") == [
        ("line-1", "user", "text"),
        ("line-2", "assistant", "text"),
        ("line-2#2", "assistant", "tool_call"),
        ("line-3", "tool", "tool_result"),
        ("line-4", "user", "system"),
        ("line-5", "assistant", "text"),
    ]
    assert found.turns[0].text.endswith("<user_query>\nfix the login flow\n</user_query>")
    assert found.turns[2].text == '{"path":"src/login.py","limit":2.0}'
    assert found.turns[3].meta == {"tool": "Read", "call": "tu_1"}
    assert {(turn.conversation, turn.wing) for turn in found.turns} == {
        ("abc-123", "Users-kai-orion")
    }
    assert found.unknown == ["turn_ended"]
    assert not found.problems


def test_the_time_before_the_users_words_is_taken_and_no_other_is_made_up(reading, of_bytes):
    found = reading(READER, of_bytes(FIXTURE, NAME))
    assert found.turns[0].at.to_datetime().isoformat() == "2026-08-31T17:30:00+08:00"
    assert [turn.at for turn in found.turns[1:]] == [None] * 5


@pytest.mark.parametrize(
    ("stamp", "told"),
    [
        ("Tuesday, Sep 1, 2026, 12:05 AM (UTC-3:30)", "2026-09-01T00:05:00-03:30"),
        ("Tuesday, Sep 1, 2026, 12:05 PM (UTC)", "2026-09-01T12:05:00+00:00"),
        ("Tuesday, Sep 31, 2026, 12:05 PM (UTC)", None),
        ("Tuesday, Foo 1, 2026, 12:05 PM (UTC)", None),
        ("today", None),
    ],
)
def test_stamps_are_read_where_they_are_times(reading, of_lines, stamp, told):
    text = f"<timestamp>{stamp}</timestamp>\n<user_query>x</user_query>"
    (turn,) = reading(READER, of_lines([{"role": "user", "message": {"content": text}}])).turns
    assert (turn.at.to_datetime().isoformat() if turn.at else None) == told
    assert turn.text == text


def test_agents_of_a_session_belong_to_it_and_their_lines_are_their_own(reading, of_bytes):
    beneath = "p/agent-transcripts/abc-123/subagents/agent-7.jsonl"
    own = reading(READER, of_bytes(FIXTURE, NAME)).turns
    agents = reading(READER, of_bytes(FIXTURE, beneath)).turns
    assert {turn.conversation for turn in agents} == {"abc-123"}
    assert {turn.meta["agent"] for turn in agents} == {"agent-7"}
    assert not {turn.key for turn in own} & {turn.key for turn in agents}


def test_a_database_is_read_in_the_order_of_the_headers(reading, tmp_path):
    file = source_file(stored(tmp_path / "state.vscdb", BUBBLES))
    assert READER.sniff(file)
    found = reading(READER, file)
    assert found.shown("conversation", "turn", "role", "part", "text", "branch") == [
        ("c1", "u1", "user", "text", "list the workspace", ""),
        ("c1", "u1#2", "user", "caption", "x = 1\ny = 2", ""),
        ("c1", "a1", "assistant", "thinking", "They want a list.", ""),
        ("c1", "a1#2", "assistant", "text", "Listing.", ""),
        ("c1", "t1", "assistant", "tool_call", '{"command":  "ls -la"}', ""),
        ("c1", "t1#2", "tool", "tool_result", "total 24\n", ""),
        ("c1", "old", "user", "text", "said before a checkpoint was restored", "unlisted"),
        ("c2", "i1", "user", "text", "inline", ""),
    ]
    assert found.unknown == ["bubble:missing"]
    assert [problem.where for problem in found.problems] == ["state.vscdb#composerData:c3"]
    first = found.turns[:6]
    assert {(turn.title, turn.wing) for turn in first} == {("Login", "my app")}
    assert [turn.at and turn.at.text for turn in first[::2]] == [
        None,
        "2026-07-28T10:06:01Z",
        "2026-07-28T10:06:02.000Z",
    ]


def test_reading_leaves_the_hosts_folder_as_it_was(reading, tmp_path):
    path = stored(tmp_path / "state.vscdb", BUBBLES)
    host = apsw.Connection(str(path))
    host.pragma("journal_mode", "wal")
    host.execute("BEGIN IMMEDIATE")
    before = {one.name: one.read_bytes() for one in tmp_path.iterdir()}
    file = source_file(path)
    assert READER.sniff(file)
    assert len(reading(READER, file).turns) == 8
    host.execute("COMMIT")
    assert {one.name for one in tmp_path.iterdir()} == set(before)
    assert path.read_bytes() == before["state.vscdb"]
    host.close()


def test_databases_without_composers_are_not_claimed(tmp_path):
    assert not READER.sniff(source_file(stored(tmp_path / "vscode.vscdb", {})))
    path = tmp_path / "other.db"
    with apsw.Connection(str(path)) as connection:
        connection.execute("CREATE TABLE notes (text)")
    connection.close()
    assert not READER.sniff(source_file(path))


@pytest.mark.hypothesis
def test_a_damaged_database_is_a_problem_never_an_error(withstands_damage, tmp_path):
    whole = stored(tmp_path / "state.vscdb", BUBBLES).read_bytes()
    withstands_damage(READER, whole, "state.vscdb")


@given(
    bubble=st.dictionaries(
        st.sampled_from(
            [
                *("type", "text", "thinking", "toolFormerData", "createdAt", "workspaceUris"),
                *("attachedCodeChunks", "images", "errorDetails", "allThinkingBlocks"),
            ]
        ),
        st.recursive(
            st.one_of(st.none(), st.integers(), st.floats(), st.text(max_size=5)),
            lambda inner: st.one_of(
                st.lists(inner, max_size=3),
                st.dictionaries(
                    st.sampled_from(["text", "name", "rawArgs", "result", "status", "lines"]),
                    inner,
                    max_size=4,
                ),
            ),
            max_leaves=8,
        ),
    )
)
def test_any_bubble_is_read_without_an_error(tmp_path_factory, bubble):
    path = tmp_path_factory.mktemp("bubble") / "state.vscdb"
    file = source_file(stored(path, {"composerData:c": composer("b"), "bubbleId:c:b": bubble}))
    for item in READER.read(file):
        assert isinstance(item, (Turn, Problem, Unknown))
        assert not isinstance(item, Turn) or (item.content and item.key)
