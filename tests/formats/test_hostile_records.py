"""Arbitrary JSON in every format: a reader yields turns and problems and never raises."""

import json

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from camillo.domain.report import Problem
from camillo.domain.turn import Turn
from camillo.formats import (
    camillo_jsonl,
    chatgpt,
    claude_ai,
    claude_code,
    codex,
    copilot,
    cursor,
    gemini_cli,
    opencode,
)
from camillo.ports.reader import Unknown

MODULES = (
    *(camillo_jsonl, chatgpt, claude_ai, claude_code, codex),
    *(gemini_cli, cursor, opencode, copilot),
)
READERS = [one.READER for one in MODULES]

WORDS = """
    type uuid parentUuid sessionId timestamp cwd message content role id name input text
    thinking tool_use tool_result tool_use_id user assistant system summary leafUuid
    attachment image source base64 data media_type isMeta isSidechain agentId origin kind
    payload session_meta response_item event_msg compacted reasoning function_call
    function_call_output output arguments call_id action image_url mapping current_node
    conversation_id title parent children author create_time parts content_type
    multimodal_text image_asset_pointer asset_pointer metadata attachments recipient
    chat_messages sender created_at parent_message_uuid extracted_content file_name files docs
    prompt_template project_memories conversations_memory conversation turn speaker at meta
    part queued_command prompt file filename thoughts code execution_output caption sha256
    encoding info parts messages projectHash startTime toolCalls result resultDisplay args response
    functionCall functionResponse inlineData requests responderUsername creationDate kind v k i
    requestId responseId variableData variables value state directory projectID time created start
    url mime toolCallRounds toolCallResults resultDetails toolCallId error status
""".split()  # noqa: SIM905

SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.sampled_from(WORDS),
    st.sampled_from(["", "a", "b", "2025-06-01T10:00:00Z", "aGk=", "data:image/png;base64,aGk="]),
    st.text(st.characters(codec=None), max_size=6),
    st.sampled_from([10**400, -(10**19), 1e300, "x" * 300, "\x00", "\ud800"]),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(st.sampled_from(WORDS), inner, max_size=7),
        st.dictionaries(st.text(max_size=3), inner, max_size=3),
    ),
    max_leaves=30,
)

#: Records that pass for one of each format, so that the values inside them are reached.
IDS = st.sampled_from(["a", "b", "c"])
BLOCK = st.fixed_dictionaries(
    {
        "type": st.sampled_from(
            ["text", "thinking", "tool_use", "tool_result", "image", "document", "wat"]
        )
    },
    optional={
        key: VALUES
        for key in ("text", "thinking", "input", "content", "id", "name", "tool_use_id", "source")
    },
)
CONTENT = st.one_of(st.lists(BLOCK, max_size=3), VALUES)
CLAUDE_CODE = st.fixed_dictionaries(
    {
        "type": st.sampled_from(["user", "assistant", "system", "attachment", "summary", "x"]),
        "uuid": st.one_of(IDS, VALUES),
        "parentUuid": st.one_of(IDS, VALUES),
        "sessionId": st.one_of(IDS, VALUES),
        "message": st.one_of(st.fixed_dictionaries({"content": CONTENT, "id": IDS}), VALUES),
    },
    optional={
        key: VALUES
        for key in ("timestamp", "cwd", "isMeta", "origin", "agentId", "attachment", "leafUuid")
    },
)
CODEX = st.fixed_dictionaries(
    {
        "type": st.sampled_from(["session_meta", "response_item", "event_msg", "compacted"]),
        "payload": st.one_of(
            VALUES,
            st.fixed_dictionaries(
                {
                    "type": st.sampled_from(
                        [
                            "message",
                            "reasoning",
                            "function_call",
                            "function_call_output",
                            "local_shell_call",
                            "image_generation_call",
                            "user_message",
                        ]
                    )
                },
                optional={
                    key: VALUES
                    for key in (
                        *("content", "role", "arguments", "output", "call_id", "name"),
                        *("action", "result", "summary", "message", "id", "revised_prompt"),
                    )
                },
            ),
        ),
        "timestamp": VALUES,
    }
)
NODE = st.fixed_dictionaries(
    {
        "parent": st.one_of(IDS, VALUES),
        "children": st.one_of(st.lists(IDS, max_size=3), VALUES),
        "message": st.one_of(
            VALUES,
            st.fixed_dictionaries(
                {
                    "author": st.one_of(VALUES, st.fixed_dictionaries({"role": VALUES})),
                    "content": st.fixed_dictionaries(
                        {
                            "content_type": st.sampled_from(
                                [
                                    *("text", "multimodal_text", "code", "thoughts", "wat"),
                                    *("execution_output", "tether_quote", "system_error"),
                                ]
                            ),
                            "parts": VALUES,
                            "text": VALUES,
                            "thoughts": VALUES,
                        }
                    ),
                    "metadata": VALUES,
                    "recipient": VALUES,
                    "create_time": VALUES,
                }
            ),
        ),
    }
)
CHATGPT = st.fixed_dictionaries(
    {
        "id": st.one_of(IDS, VALUES),
        "title": VALUES,
        "mapping": st.one_of(st.dictionaries(IDS, NODE, max_size=3), VALUES),
        "current_node": st.one_of(IDS, VALUES),
    }
)
CLAUDE_AI = st.one_of(
    st.fixed_dictionaries(
        {
            "uuid": st.one_of(IDS, VALUES),
            "chat_messages": st.one_of(
                VALUES,
                st.lists(
                    st.fixed_dictionaries(
                        {
                            "uuid": st.one_of(IDS, VALUES),
                            "parent_message_uuid": st.one_of(IDS, VALUES),
                            "content": CONTENT,
                            "text": VALUES,
                            "attachments": VALUES,
                        }
                    ),
                    max_size=4,
                ),
            ),
        },
        optional={"current_leaf_message_uuid": IDS, "project": VALUES, "name": VALUES},
    ),
    st.fixed_dictionaries({"uuid": VALUES, "docs": VALUES, "prompt_template": VALUES}),
    st.fixed_dictionaries({"conversations_memory": VALUES, "project_memories": VALUES}),
)
CAMILLO = st.fixed_dictionaries(
    {
        "conversation": st.one_of(IDS, VALUES),
        "turn": st.one_of(IDS, VALUES),
        "text": st.one_of(st.text(max_size=5), VALUES),
    },
    optional={
        key: VALUES
        for key in ("at", "meta", "attachments", "part", "data", "encoding", "kind", "parent")
    },
)
GEMINI_PARTS = st.lists(
    st.dictionaries(
        st.sampled_from(
            ["text", "thought", "functionCall", "functionResponse", "inlineData", "fileData", "x"]
        ),
        VALUES,
        max_size=2,
    ),
    max_size=3,
)
GEMINI = st.one_of(
    st.fixed_dictionaries(
        {"sessionId": st.one_of(IDS, VALUES), "projectHash": IDS, "startTime": VALUES},
        optional={"messages": VALUES, "directories": VALUES, "summary": VALUES},
    ),
    st.fixed_dictionaries({"$rewindTo": st.one_of(IDS, VALUES)}),
    st.fixed_dictionaries({"$set": st.one_of(VALUES, st.fixed_dictionaries({"messages": VALUES}))}),
    st.fixed_dictionaries(
        {
            "id": st.one_of(IDS, VALUES),
            "type": st.sampled_from(["user", "gemini", "info", "x"]),
            "content": st.one_of(GEMINI_PARTS, VALUES),
        },
        optional={
            "timestamp": VALUES,
            "thoughts": VALUES,
            "toolCalls": st.lists(
                st.fixed_dictionaries(
                    {"id": VALUES, "name": VALUES, "args": VALUES},
                    optional={"result": st.one_of(GEMINI_PARTS, VALUES), "resultDisplay": VALUES},
                ),
                max_size=2,
            ),
        },
    ),
)
CURSOR = st.fixed_dictionaries(
    {
        "role": st.sampled_from(["user", "assistant", "x"]),
        "message": st.one_of(st.fixed_dictionaries({"content": CONTENT}), VALUES),
    },
    optional={"timestamp": VALUES},
)
OPENCODE_PART = st.fixed_dictionaries(
    {
        "id": st.one_of(IDS, VALUES),
        "type": st.sampled_from(["text", "reasoning", "tool", "file", "subtask", "patch", "x"]),
    },
    optional={
        **{key: VALUES for key in ("text", "url", "filename", "prompt", "time", "tool", "callID")},
        "state": st.one_of(
            VALUES,
            st.dictionaries(
                st.sampled_from(["input", "output", "error", "status", "attachments", "time"]),
                VALUES,
                max_size=4,
            ),
        ),
    },
)
OPENCODE = st.fixed_dictionaries(
    {
        "info": st.fixed_dictionaries({"id": st.one_of(IDS, VALUES), "directory": VALUES}),
        "messages": st.lists(
            st.fixed_dictionaries(
                {"info": VALUES, "parts": st.one_of(st.lists(OPENCODE_PART, max_size=3), VALUES)}
            ),
            max_size=2,
        ),
    }
)
COPILOT_PART = st.fixed_dictionaries(
    {},
    optional={
        "kind": st.sampled_from(
            [
                *("markdownContent", "thinking", "inlineReference", "toolInvocationSerialized"),
                *("textEditGroup", "warning", "undoStop", "x"),
            ]
        ),
        **{
            key: VALUES
            for key in (
                *("value", "content", "inlineReference", "name", "toolCallId", "toolSpecificData"),
                *("resultDetails", "invocationMessage"),
            )
        },
    },
)
COPILOT_REQUEST = st.fixed_dictionaries(
    {"requestId": st.one_of(IDS, VALUES), "message": VALUES},
    optional={
        "response": st.one_of(st.lists(COPILOT_PART, max_size=4), VALUES),
        "timestamp": VALUES,
        "variableData": VALUES,
        "modelState": VALUES,
        "result": st.fixed_dictionaries(
            {
                "metadata": st.fixed_dictionaries(
                    {
                        "toolCallRounds": st.lists(
                            st.fixed_dictionaries(
                                {"toolCalls": st.lists(st.dictionaries(IDS, VALUES), max_size=2)}
                            ),
                            max_size=2,
                        ),
                        "toolCallResults": VALUES,
                    }
                )
            }
        ),
    },
)
COPILOT = st.fixed_dictionaries(
    {
        "responderUsername": VALUES,
        "sessionId": VALUES,
        "requests": st.one_of(st.lists(COPILOT_REQUEST, max_size=3), VALUES),
    }
)
STEP = st.one_of(st.integers(-1, 3), st.sampled_from(["requests", "response", "a"]), VALUES)
COPILOT_LOG = st.one_of(
    st.builds(lambda state: {"kind": 0, "v": state}, COPILOT),
    st.fixed_dictionaries(
        {
            "kind": st.sampled_from([0, 1, 2, 3, 4, "x"]),
            "k": st.lists(STEP, max_size=4),
            "v": st.one_of(st.lists(COPILOT_REQUEST, max_size=2), VALUES),
        },
        optional={"i": st.one_of(st.integers(-2, 10**20), VALUES)},
    ),
)
OLDER = (VALUES, CLAUDE_CODE, CODEX, CHATGPT, CLAUDE_AI, CAMILLO)
RECORDS = st.one_of(
    st.lists(st.one_of(*OLDER), min_size=1, max_size=5),
    st.lists(st.one_of(GEMINI, CURSOR, OPENCODE, COPILOT), min_size=1, max_size=5),
    st.builds(lambda first, rest: [first, *rest], GEMINI, st.lists(GEMINI, max_size=4)),
    st.builds(lambda first, rest: [first, *rest], COPILOT_LOG, st.lists(COPILOT_LOG, max_size=4)),
)


@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.name)
@settings(suppress_health_check=[HealthCheck.too_slow])
@example(records=[{"type": []}])
@example(records=[{"uuid": None, "docs": None, "prompt_template": "type"}])
@given(records=RECORDS)
def test_any_json_values_are_read_without_an_error(of_bytes, reader, records):
    lines = b"\n".join(json.dumps(one).encode() for one in records)
    for content in (lines, json.dumps(records).encode()):
        file = of_bytes(content)
        reader.sniff(file)
        for item in reader.read(file):
            assert isinstance(item, (Turn, Problem, Unknown))
            if isinstance(item, Turn):
                assert item.content or reader is camillo_jsonl.READER
                assert item.conversation and item.turn
                assert isinstance(item.text, str) and item.key
                assert isinstance(item.wing, str) and isinstance(item.meta, dict)


@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.name)
@given(
    content=st.binary(max_size=300),
    start=st.sampled_from([b"", b"[", b"{", b'[{"a":', b"PK\x03\x04"]),
)
def test_any_bytes_are_read_without_an_error(of_bytes, reader, content, start):
    file = of_bytes(start + content)
    reader.sniff(file)
    assert all(isinstance(item, (Turn, Problem, Unknown)) for item in reader.read(file))


NESTED = b'{"a":' * 50_000 + b"1" + b"}" * 50_000
DEEP = {
    "camillo-jsonl": b'{"conversation":"c","turn":"t","text":"x","meta":' + NESTED + b"}",
    "claude-code": b'{"type":"assistant","uuid":"u","sessionId":"s","message":{"content":'
    + NESTED
    + b"}}",
    "codex": b'{"type":"response_item","payload":{"type":"message","content":' + NESTED + b"}}",
    "chatgpt": b'[{"id":"c","title":"t","mapping":' + NESTED + b"}]",
    "claude-ai": b'[{"uuid":"c","chat_messages":' + NESTED + b"}]",
    "gemini-cli": b'{"sessionId":"s","projectHash":"h","messages":' + NESTED + b"}",
    "cursor": b'{"role":"user","message":' + NESTED + b"}",
    "opencode": b'{"info":{"id":"s","directory":"d"},"messages":' + NESTED + b"}",
    "copilot": b'{"responderUsername":"x","requests":' + NESTED + b"}",
}
HUGE = b'{"conversation":"c","turn":' + b"9" * 10_000 + b',"text":"x"}'


@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.name)
def test_json_nested_too_deeply_is_a_problem(reading, of_bytes, reader):
    file = of_bytes(DEEP[reader.name])
    assert reader.sniff(file)
    problems = reading(reader, file).problems
    assert any("nested too deeply" in problem.what for problem in problems)


def test_a_number_of_ten_thousand_digits_is_a_problem_and_the_next_line_is_read(reading, of_bytes):
    good = b'{"conversation":"c","turn":1,"text":"x"}'
    found = reading(camillo_jsonl.READER, of_bytes(HUGE + b"\n" + good))
    assert [problem.where for problem in found.problems] == ["made.jsonl:1"]
    assert found.shown("text") == ["x"]


OTHERS = [
    b"",
    b"{}",
    b"[]",
    b"[{}]",
    b"not json",
    b"\x00\x01\x02",
    b'{"name": "package", "version": "1.0.0"}',
    b'{"type": "user", "text": "hi"}\n{"type": "assistant", "text": "hi"}',
    b'[{"role": "user", "content": "hi"}]',
    b'{"messages": [{"role": "user", "content": "hi"}]}',
    b'{"mapping": {"a": 1}}',
    b'{"mappings": {"properties": {"title": {"type": "text"}}}}',
    b'[{"uuid": "u", "name": "n"}]',
    b'{"conversation": "c", "text": "no turn"}',
    b'{"timestamp": "2025-01-01", "level": "info", "message": "started"}',
    b'[{"type": "message", "user": "U1", "text": "hi", "ts": "1.2"}]',
    b"PK\x03\x04 but no archive",
    b"SQLite format 3\x00 but no database",
    b'{"role": "user", "content": "hi"}\n{"role": "assistant", "content": "hi"}',
    b'{"kind": 0, "v": {"count": 1}}\n{"kind": 1, "k": ["count"], "v": 2}',
    b'{"info": {"title": "An API", "version": "1"}, "messages": [], "openapi": "3.1.0"}',
    b'[{"sessionId": "s", "messageId": 0, "type": "user", "message": "hi"}]',
    b'{"id": "ses_1", "projectID": "p", "directory": "/work", "title": "t"}',
    b'{"id": "prt_1", "sessionID": "ses_1", "messageID": "msg_1", "type": "text", "text": "hi"}',
    b'{"requests": [{"url": "https://example.org"}]}',
]


@pytest.mark.parametrize("content", OTHERS)
@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.name)
def test_a_file_of_no_known_format_is_not_claimed(of_bytes, reader, content):
    assert not reader.sniff(of_bytes(content))


@pytest.mark.parametrize("depth", range(880, 1000, 7))
@pytest.mark.parametrize(
    "reader", [claude_code.READER, claude_ai.READER], ids=["lines", "elements"]
)
def test_values_nested_to_the_edge_are_kept_whole_or_are_a_problem(
    reading, of_bytes, reader, depth
):
    block = '{"type":"odd","v":' + "[" * depth + "]" * depth + "}"
    content = {
        "claude-code": '{"type":"user","uuid":"u","sessionId":"s","message":{"content":[%s]}}',
        "claude-ai": '[{"uuid":"c","chat_messages":[{"uuid":"u","content":[%s]}]}]',
    }[reader.name] % block
    found = reading(reader, of_bytes(content.encode()))
    if found.turns:
        assert [json.loads(turn.text) for turn in found.turns] == [json.loads(block)]
    else:
        assert "nested too deeply" in found.problems[0].what
