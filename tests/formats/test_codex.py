"""Codex: every message once, calls and results whole, boilerplate marked."""

from pathlib import Path

import pytest

from camillo.formats.codex import READER

FIXTURE = (Path(__file__).parent / "fixtures" / "codex.jsonl").read_bytes()


def _item(**payload: object) -> dict[str, object]:
    return {"type": "response_item", "payload": payload}


def test_a_rollout_is_read_once_from_its_response_items(reading, of_bytes):
    found = reading(READER, of_bytes(FIXTURE, "rollout-x.jsonl"))
    assert found.shown("turn", "role", "part", "text")[3:] == [
        ("line-7", "user", "text", "Which port does the server use?"),
        ("line-7#2", "user", "attachment", ""),
        ("line-9", "assistant", "thinking", "Search the config."),
        ("line-10", "assistant", "tool_call", '{"command":["rg","port"]}'),
        (
            "line-11",
            "tool",
            "tool_result",
            '{"output":"port = 8931\\n","metadata":{"exit_code":0}}',
        ),
        ("line-12", "assistant", "tool_call", "*** Begin Patch\n*** End Patch\n"),
        ("line-13", "tool", "tool_result", "Failed"),
        ("line-14", "assistant", "tool_call", '{"type":"search","query":"port 8931"}'),
        ("msg_9", "assistant", "text", "It uses port 8931."),
        ("line-18", "system", "system", "So far: the port is 8931."),
    ]
    assert sorted(found.unknown) == ["event_msg:token_count", "response_item:ghost_snapshot"]
    assert not found.problems


def test_boilerplate_in_the_users_role_is_the_systems(reading, of_bytes):
    found = reading(READER, of_bytes(FIXTURE))
    assert found.shown("role", "part")[:3] == [
        ("developer", "system"),
        ("user", "system"),
        ("user", "system"),
    ]


def test_the_sessions_own_header_names_conversation_and_wing(reading, of_bytes):
    found = reading(READER, of_bytes(FIXTURE))
    assert {(turn.conversation, turn.wing) for turn in found.turns} == {("rollout-1", "vega")}


@pytest.mark.parametrize(
    "told",
    [
        {"source": {"subagent": {"thread_spawn": {"parent_thread_id": "s", "depth": 1}}}},
        {"source": {"subagent": {"thread_spawn": {"parent_thread_id": "a0"}}}, "session_id": "s"},
        {"source": {"subagent": "review"}, "session_id": "s"},
    ],
)
def test_a_subagent_belongs_to_the_session_it_works_for(reading, of_lines, told):
    content = [{"type": "input_text", "text": "Look for the buoy."}]
    records = [
        {"type": "session_meta", "payload": {"id": "a1", "cwd": "/x/vega", **told}},
        {"type": "session_meta", "payload": {"id": "s", "cwd": "/x/vega", "source": "cli"}},
        _item(type="message", role="user", content=content),
        _item(type="function_call", name="shell", arguments="{}", call_id="c"),
    ]
    found = reading(READER, of_lines(records))
    assert found.shown("conversation", "turn", "wing", "meta") == [
        ("s", "a1/line-3", "vega", {"agent": "a1"}),
        ("s", "a1/line-4", "vega", {"agent": "a1", "tool": "shell", "call": "c"}),
    ]


@pytest.mark.parametrize(
    "source",
    [
        "cli",
        None,
        {"subagent": "review"},
        {"subagent": {"thread_spawn": {"parent_thread_id": 7}}},
        {"subagent": {"thread_spawn": {"parent_thread_id": "s"}}},
        {"subagent": []},
    ],
)
def test_a_rollout_that_names_no_other_session_is_its_own(reading, of_lines, source):
    header = {
        "type": "session_meta",
        "payload": {"id": "s", "source": source, "forked_from_id": "r"},
    }
    found = reading(READER, of_lines([header, _item(type="message", role="user", content="Hi")]))
    assert found.shown("conversation", "turn", "meta") == [("s", "line-2", {})]


def test_results_name_their_tool_and_call(reading, of_bytes):
    meta = dict(reading(READER, of_bytes(FIXTURE)).shown("turn", "meta"))
    assert meta["line-11"] == {"tool": "shell", "call": "call_1"}
    assert meta["line-13"] == {"tool": "apply_patch", "call": "call_2", "error": True}
    assert meta["line-14"] == {"tool": "web_search"}


def test_a_rollout_of_bare_items_is_read(reading, of_lines):
    records = [
        {"id": "old-1", "timestamp": "2025-05-07T10:00:00Z", "instructions": None, "git": {}},
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "hi"}]},
        {"record_type": "state"},
        {
            "type": "local_shell_call",
            "call_id": "c",
            "action": {"type": "exec", "command": ["ls"]},
        },
    ]
    file = of_lines(records)
    assert READER.sniff(file)
    found = reading(READER, file)
    assert found.shown("conversation", "part", "text") == [
        ("old-1", "text", "hi"),
        ("old-1", "tool_call", '{"type": "exec", "command": ["ls"]}'),
    ]


def test_a_rollout_with_events_alone_is_read_from_those(reading, of_lines):
    records = [
        {"type": "session_meta", "payload": {"id": "s"}},
        {"type": "event_msg", "payload": {"type": "user_message", "message": "hi"}},
        {"type": "event_msg", "payload": {"type": "agent_message", "message": "ho"}},
        {"type": "event_msg", "payload": {"type": "token_count"}},
    ]
    found = reading(READER, of_lines(records))
    assert found.shown("role", "text") == [("user", "hi"), ("assistant", "ho")]
    assert found.unknown == ["event_msg:token_count"]


def test_output_given_as_a_list_keeps_each_piece(reading, of_lines):
    output = [
        {"type": "input_text", "text": "one"},
        {"type": "input_image", "image_url": "data:image/png;base64,iVBORw0KGgo="},
        {"type": "odd", "n": 1},
    ]
    records = [
        _item(type="function_call", name="view", arguments="{}", call_id="c"),
        _item(type="function_call_output", call_id="c", output=output),
    ]
    found = reading(READER, of_lines(records))
    assert found.shown("part", "text", "media_type")[1:] == [
        ("tool_result", "one", "text/plain"),
        ("attachment", "", "image/png"),
        ("tool_result", '{"type": "odd", "n": 1}', "text/plain"),
    ]


def test_a_generated_image_is_kept_with_the_words_it_was_made_of(reading, of_lines):
    item = _item(
        type="image_generation_call", id="ig", revised_prompt="a cat", result="iVBORw0KGgo="
    )
    found = reading(READER, of_lines([item]))
    assert found.shown("turn", "part", "text") == [
        ("ig", "caption", "a cat"),
        ("ig#2", "attachment", ""),
    ]


def test_a_rollout_without_a_message_says_so(reading, of_lines):
    found = reading(READER, of_lines([{"type": "session_meta", "payload": {"id": "s"}}]))
    assert [problem.what for problem in found.problems] == ["no line of it is a message"]
