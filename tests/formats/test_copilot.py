"""Copilot in VS Code: a session from its document, and from the log of changes to it."""

import json
from pathlib import Path

import pytest

from camillo.formats.copilot import READER
from camillo.formats.reading import source_file

FIXTURE = (Path(__file__).parent / "fixtures" / "copilot.jsonl").read_bytes()


def session(*requests: dict, **more: object) -> bytes:
    head = {"version": 3, "responderUsername": "GitHub Copilot", "initialLocation": "panel"}
    return json.dumps({**head, "requests": requests, "sessionId": "s", **more}).encode()


def answered(*parts: object, **more: object) -> bytes:
    return session({"requestId": "r", "message": "do it", "response": parts, **more})


def test_a_log_is_read_as_it_stands_at_its_end(reading, of_bytes):
    file = of_bytes(FIXTURE)
    assert READER.sniff(file)
    found = reading(READER, file)
    assert found.shown("turn", "role", "part", "text") == [
        ("request_1", "user", "text", "Read test.txt and run it."),
        ("request_1#2", "user", "caption", "test.txt"),
        ("response_1/1", "assistant", "thinking", "Read it first."),
        ("response_1/2", "assistant", "text", "I'll read test.txt first."),
        ("response_1/call-1", "assistant", "tool_call", '{"filePath": "/home/ana/test.txt"}'),
        ("response_1/call-1#2", "tool", "tool_result", "run uname"),
        ("response_1/call-2", "assistant", "tool_call", "uname -a"),
        ("response_1/call-2#2", "tool", "tool_result", "Linux\r\n"),
        ("response_1/3", "assistant", "text", "It is Linux."),
        ("response_1/4", "assistant", "system", '{"kind": "sparkle", "glitter": true}'),
        ("response_1/call-9", "assistant", "tool_call", "{}"),
        ("response_1/call-9#2", "tool", "tool_result", "nothing"),
        ("request_3", "user", "text", "thanks"),
        ("request_3/answer/error", "assistant", "system", "network error"),
        ("request_2", "user", "text", "A request edited away"),
        ("request_2/answer/1", "assistant", "text", "gone"),
    ]
    assert found.unknown == ["part:undoStop", "part:sparkle"]
    assert [turn.branch for turn in found.turns] == [""] * 14 + ["removed"] * 2
    assert {(turn.conversation, turn.title) for turn in found.turns} == {("9ab", "Running a test")}
    assert not found.problems


def test_times_are_those_of_request_and_answer(reading, of_bytes):
    times = dict(reading(READER, of_bytes(FIXTURE)).shown("turn", "at"))
    assert times["request_1"].text == "2025-10-02T10:13:21Z"
    assert times["response_1/2"].text == "2025-10-02T10:13:29Z"
    assert times["request_2/answer/1"].text == "2025-10-02T10:13:30Z"


def test_a_reference_in_the_text_is_shown_by_name_and_its_path_is_kept(reading, of_bytes):
    meta = dict(reading(READER, of_bytes(FIXTURE)).shown("turn", "meta"))
    assert meta["response_1/2"] == {"references": ["/home/ana/test.txt"]}
    assert meta["response_1/call-1#2"] == {"tool": "read_file", "call": "call-1"}


def test_a_document_is_read_like_a_log(reading, of_bytes):
    file = of_bytes(answered({"value": "Done."}, timestamp=1759400001000))
    assert READER.sniff(file)
    found = reading(READER, file)
    assert found.shown("turn", "text") == [("r", "do it"), ("r/answer/1", "Done.")]
    assert found.turns[1].parent == "r"


@pytest.mark.parametrize(
    ("output", "part", "content"),
    [
        ({"value": "3 passed", "isText": True}, "tool_result", b"3 passed"),
        ({"value": "3 passed"}, "tool_result", b"3 passed"),
        ({"value": "R0lGODlh", "mimeType": "image/gif"}, "attachment", b"GIF89a"),
        ({"value": "not base64!", "mimeType": "image/gif"}, "tool_result", b"not base64!"),
    ],
)
def test_what_a_tool_put_out_is_kept_as_what_it_is(reading, of_bytes, output, part, content):
    details = {"input": '{"q":1}', "output": [output], "isError": True}
    invocation = {
        "kind": "toolInvocationSerialized",
        "toolCallId": "c",
        "toolId": "t",
        "resultDetails": details,
    }
    _, call, result = reading(READER, of_bytes(answered(invocation))).turns
    assert call.text == '{"q":1}'
    assert (result.part, result.content, result.role) == (part, content, "tool")
    assert result.meta == {"tool": "t", "call": "c", "error": True}


def test_what_the_host_asked_by_itself_is_not_the_users(reading, of_bytes):
    file = of_bytes(
        session({"requestId": "r", "message": {"text": "x"}, "isSystemInitiated": True})
    )
    assert reading(READER, file).shown("role", "part") == [("user", "system")]


def test_the_wing_is_the_working_folder_where_the_session_names_it(reading, of_bytes):
    file = of_bytes(session({"message": "x"}, workingDirectory="file:///home/u/proj"))
    assert reading(READER, file).shown("wing", "turn") == [("proj", "request-1")]


@pytest.mark.parametrize(
    ("workspace", "wing"),
    [
        (b'{"folder": "file:///home/u/my%20app"}', "my app"),
        (b'{"workspace": "file:///home/u/both.code-workspace"}', "both"),
        (b"{not json", ""),
        (b"\xff", ""),
        (None, ""),
    ],
)
def test_the_wing_is_else_the_folder_the_window_had_open(reading, tmp_path, workspace, wing):
    chats = tmp_path / "chatSessions"
    chats.mkdir()
    (chats / "s.json").write_bytes(session({"message": "x"}))
    if workspace is not None:
        (tmp_path / "workspace.json").write_bytes(workspace)
    assert reading(READER, source_file(chats / "s.json")).shown("wing") == [wing]


def test_a_link_in_the_workspaces_place_is_not_followed(reading, tmp_path):
    chats = tmp_path / "chatSessions"
    chats.mkdir()
    (chats / "s.json").write_bytes(session({"message": "x"}))
    (tmp_path / "there").write_text('{"folder": "file:///home/u/app"}')
    (tmp_path / "workspace.json").symlink_to(tmp_path / "there")
    assert reading(READER, source_file(chats / "s.json")).shown("wing") == [""]


def test_a_change_that_fits_nowhere_is_a_problem_and_the_rest_is_read(reading, of_lines):
    state = {"responderUsername": "x", "sessionId": "s", "requests": [{"message": "hi"}]}
    changes = [
        {"kind": 1, "k": ["requests", 7, "message"], "v": "x"},
        {"kind": 1, "k": ["requests", "message"], "v": "x"},
        {"kind": 2, "k": ["nothing", "there"], "v": []},
        {"kind": 9, "k": ["requests"]},
        {"kind": 1, "k": ["a"] * 1000, "v": 1},
        {"kind": 1, "k": ["requests", -1], "v": None},
        {"kind": 1, "k": ["requests", 0, "message"], "v": "hello"},
    ]
    found = reading(READER, of_lines([{"kind": 0, "v": state}, *changes]))
    assert [problem.where for problem in found.problems] == [
        f"made.jsonl:{line}" for line in range(2, 8)
    ]
    assert found.shown("text") == ["hello"]


def test_a_log_written_anew_keeps_what_it_no_longer_holds(reading, of_lines):
    def entry(*names):
        requests = [{"requestId": name, "message": name} for name in names]
        return {"kind": 0, "v": {"sessionId": "s", "creationDate": 1, "requests": requests}}

    found = reading(READER, of_lines([entry("a", "b"), entry("a")]))
    assert found.shown("text", "branch") == [("a", ""), ("b", "removed")]
