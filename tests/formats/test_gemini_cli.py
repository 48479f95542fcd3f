"""Gemini CLI: messages as last written, calls with results, what was rewound as a branch."""

import json
from pathlib import Path

from camillo.formats.gemini_cli import READER

FIXTURE = (Path(__file__).parent / "fixtures" / "gemini_cli.jsonl").read_bytes()
HEADER = {"sessionId": "s", "projectHash": "h", "startTime": "2026-03-02T09:00:00Z"}


def test_a_log_is_read_as_it_stands_at_its_end(reading, of_bytes):
    file = of_bytes(FIXTURE)
    assert READER.sniff(file)
    found = reading(READER, file)
    assert found.shown("turn", "role", "part", "text") == [
        ("m1", "user", "text", "Which port does the server use?"),
        ("m1#2", "user", "attachment", ""),
        ("m2", "assistant", "thinking", "Finding the port"),
        ("m2#2", "assistant", "thinking", "The config should say."),
        ("m2#3", "assistant", "text", "I will look."),
        ("m2/read_file-1", "assistant", "tool_call", '{"path":"config.toml",  "limit":1.0}'),
        ("m2/read_file-1#2", "tool", "tool_result", "port = 8931\n"),
        ("m2/sh-2", "assistant", "tool_call", '{"command":"false"}'),
        ("m2/sh-2#2", "tool", "tool_result", "exit code 1"),
        ("m5", "user", "text", "And the host?"),
        ("m6", "system", "system", "Request cancelled."),
        ("m7", "assistant", "text", "So far: port 8931."),
        ("m3", "user", "text", "A question taken back"),
        ("m4", "assistant", "text", "An answer taken back"),
    ]
    assert {turn.conversation for turn in found.turns} == {"7f6e5d4c-0000-4000-8000-000000000001"}
    assert {turn.title for turn in found.turns} == {"Port and host of the server"}
    assert [turn.branch for turn in found.turns][-3:] == ["", "m3", "m3"]
    assert found.unknown == ["telemetry"]
    assert not found.problems


def test_calls_have_their_own_times_and_name_their_tool(reading, of_bytes):
    found = {turn.turn: turn for turn in reading(READER, of_bytes(FIXTURE)).turns}
    assert found["m2"].at.text == "2026-03-02T09:00:08.000Z"
    assert found["m2/read_file-1#2"].at.text == "2026-03-02T09:00:09.500Z"
    assert found["m2/read_file-1#2"].meta == {"tool": "read_file", "call": "read_file-1"}
    assert found["m2/sh-2#2"].meta == {"tool": "run_shell_command", "call": "sh-2", "error": True}
    assert found["m1#2"].content == b"\x89PNG\r\n\x1a\n"


def test_a_log_that_grew_keeps_the_keys_of_its_turns(reading, of_bytes):
    lines = FIXTURE.splitlines(keepends=True)
    before = {turn.key for turn in reading(READER, of_bytes(b"".join(lines[:4]))).turns}
    after = {turn.key for turn in reading(READER, of_bytes(FIXTURE)).turns}
    assert len(before) == 5
    assert before <= after


def test_a_document_of_an_older_version_is_read_in_one_line_or_in_many(reading, of_bytes):
    messages = [
        {"id": "a", "timestamp": "2026-01-01T10:00:00Z", "type": "user", "content": "hello"},
        {"id": "b", "timestamp": "nonsense", "type": "gemini", "content": [{"text": "hi"}]},
    ]
    for indent in (None, 2):
        file = of_bytes(json.dumps({**HEADER, "messages": messages}, indent=indent).encode())
        assert READER.sniff(file)
        found = reading(READER, file)
        assert found.shown("turn", "text") == [("a", "hello"), ("b", "hi")]
        assert [problem.where for problem in found.problems] == ["made.jsonl[1]"]


def test_the_wing_is_the_projects_folder_unless_that_is_a_hash(reading, of_lines):
    record = {"id": "a", "type": "user", "content": "x"}
    for name, wing in (
        ("tmp/orion/chats/session-1.jsonl", "orion"),
        ("orion/chats/parent/agent.jsonl", "orion"),
        (f"tmp/{'0f' * 32}/chats/session-1.jsonl", ""),
        ("session-1.jsonl", ""),
    ):
        assert reading(READER, of_lines([HEADER, record], name)).shown("wing") == [wing]


def test_a_rewind_to_an_unknown_message_leaves_all_of_them(reading, of_lines):
    said = [{"id": name, "type": "user", "content": name} for name in ("a", "b", "c")]
    found = reading(READER, of_lines([HEADER, *said[:2], {"$rewindTo": "gone"}, said[2]]))
    assert found.shown("text", "branch") == [("c", ""), ("a", "gone"), ("b", "gone")]


def test_a_broken_last_line_is_a_problem_and_the_rest_is_read(reading, of_bytes):
    found = reading(READER, of_bytes(FIXTURE + b'{"id":"m8","type":"us'))
    assert [problem.where for problem in found.problems] == ["made.jsonl:13"]
    assert len(found.turns) == 14


def test_an_unknown_part_is_counted_and_kept(reading, of_lines):
    record = {"id": "a", "type": "gemini", "content": [{"executableCode": {"code": "1"}}]}
    found = reading(READER, of_lines([HEADER, record]))
    assert found.unknown == ["part:executableCode"]
    assert found.shown("part", "text") == [("system", '{"executableCode": {"code": "1"}}')]
