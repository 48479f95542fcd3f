"""Claude.ai: conversations, the documents of projects, and memories."""

import json

import pytest

from camillo.formats.claude_ai import READER


def _message(name, sender, content=None, **rest):
    message = {"uuid": name, "sender": sender, "created_at": "2025-03-01T09:00:00.000000Z"}
    if isinstance(content, str):
        content = [{"type": "text", "text": content}]
    return {**message, "content": content, **rest}


def _conversation(*messages, **rest):
    return {"uuid": "c-1", "name": "Moving house", "chat_messages": list(messages), **rest}


def _loose(of_bytes, *records):
    return of_bytes(json.dumps(records).encode(), "conversations.json")


def test_content_is_read_rather_than_the_flattened_text(reading, of_bytes):
    content = [
        {"type": "thinking", "thinking": "They move in May."},
        {"type": "text", "text": "Book the van early.", "citations": []},
        {"type": "tool_use", "id": "t1", "name": "web_search", "input": {"query": "van hire"}},
        {
            "type": "tool_result",
            "tool_use_id": "t1",
            "name": "web_search",
            "content": [{"type": "text", "text": "Vans from 40"}],
        },
        {"type": "token_budget", "left": 5},
    ]
    record = _conversation(
        _message("m1", "human", "  When? \n", text="When?"),
        _message("m2", "assistant", content, text="This block is not supported"),
    )
    file = _loose(of_bytes, record)
    assert READER.sniff(file)
    found = reading(READER, file)
    assert found.shown("turn", "role", "part", "text") == [
        ("m1", "user", "text", "  When? \n"),
        ("m2", "assistant", "thinking", "They move in May."),
        ("m2#2", "assistant", "text", "Book the van early."),
        ("m2#3", "assistant", "tool_call", '{"query": "van hire"}'),
        ("m2#4", "tool", "tool_result", "Vans from 40"),
        ("m2#5", "assistant", "system", '{"type": "token_budget", "left": 5}'),
    ]
    assert found.turns[4].meta == {"tool": "web_search", "call": "t1"}
    assert found.turns[0].title == "Moving house"
    assert found.turns[0].at is not None
    assert found.turns[0].at.text == "2025-03-01T09:00:00.000000Z"
    assert found.unknown == ["block:token_budget"]


@pytest.mark.parametrize("content", [None, [], [{"type": "text", "text": ""}]])
def test_the_flat_text_is_read_where_there_is_no_content(reading, of_bytes, content):
    record = _conversation(_message("m1", "human", content, text="Hello"))
    assert reading(READER, _loose(of_bytes, record)).shown("text") == ["Hello"]


def test_attachments_give_their_text_and_files_their_name(reading, of_bytes):
    message = _message(
        "m1",
        "human",
        "Summarise",
        attachments=[{"file_name": "lease.txt", "extracted_content": "Rent is due.\n"}],
        files=[{"file_name": "flat.jpg"}],
    )
    found = reading(READER, _loose(of_bytes, _conversation(message)))
    assert found.shown("turn", "part", "text", "meta") == [
        ("m1", "text", "Summarise", {}),
        ("m1#2", "caption", "Rent is due.\n", {"attachment": "lease.txt"}),
        ("m1#3", "caption", "flat.jpg", {"attachment": "flat.jpg"}),
    ]


BRANCHED = (
    _message("m1", "human", "one", parent_message_uuid="00000000-0000-4000-8000-000000000000"),
    _message("m2", "assistant", "two", parent_message_uuid="m1"),
    _message("m3", "assistant", "two again", parent_message_uuid="m1"),
    _message("m4", "human", "three", parent_message_uuid="m3"),
)


def test_branches_are_told_from_the_visible_line_by_their_parents(reading, of_bytes):
    found = reading(READER, _loose(of_bytes, _conversation(*BRANCHED)))
    assert found.shown("turn", "branch") == [("m1", ""), ("m3", ""), ("m4", ""), ("m2", "m2")]


def test_the_current_leaf_decides_which_branch_is_visible(reading, of_bytes):
    record = _conversation(*BRANCHED, current_leaf_message_uuid="m2")
    found = reading(READER, _loose(of_bytes, record))
    assert found.shown("turn", "branch") == [("m1", ""), ("m2", ""), ("m3", "m3"), ("m4", "m3")]


def test_messages_that_are_each_others_parents_are_a_problem_and_are_read(reading, of_bytes):
    circle = (
        _message("m1", "human", "one", parent_message_uuid="m2"),
        _message("m2", "human", "two", parent_message_uuid="m1"),
    )
    found = reading(READER, _loose(of_bytes, _conversation(*circle)))
    assert sorted(found.shown("turn")) == ["m1", "m2"]
    assert "its own ancestor" in found.problems[0].what


PROJECTS = [
    {
        "uuid": "p-1",
        "name": "Orion",
        "description": "The API",
        "prompt_template": "Answer briefly.",
        "created_at": "2025-01-01T00:00:00Z",
        "docs": [
            {
                "uuid": "d-1",
                "filename": "adr.md",
                "content": "# GraphQL\n",
                "created_at": "2025-01-02T00:00:00Z",
            }
        ],
    }
]
MEMORIES = [
    {
        "account_uuid": "acc",
        "conversations_memory": "Kai moves in May.",
        "project_memories": {"p-1": "Orion uses GraphQL."},
    }
]


def test_an_export_gives_conversations_documents_and_memories(reading, of_members):
    members = {
        "conversations.json": json.dumps([_conversation(_message("m1", "human", "hi"))]),
        "projects.json": json.dumps(PROJECTS),
        "memories.json": json.dumps(MEMORIES),
        "users.json": json.dumps([{"uuid": "acc", "full_name": "Kai"}]),
    }
    file = of_members(members)
    assert READER.sniff(file)
    found = reading(READER, file)
    assert found.shown("conversation", "turn", "role", "title", "wing", "text") == [
        ("c-1", "m1", "user", "Moving house", "", "hi"),
        ("memories:acc", "conversations_memory", "document", "memories", "", "Kai moves in May."),
        ("memories:acc", "project:p-1", "document", "memories", "", "Orion uses GraphQL."),
        ("p-1", "description", "document", "Orion: description", "Orion", "The API"),
        (
            "p-1",
            "prompt_template",
            "document",
            "Orion: prompt_template",
            "Orion",
            "Answer briefly.",
        ),
        ("d-1", "d-1", "document", "adr.md", "Orion", "# GraphQL\n"),
    ]
    assert found.unknown == ["member:users.json"]
    assert not found.problems


@pytest.mark.parametrize("records", [PROJECTS, MEMORIES])
def test_projects_and_memories_are_known_when_they_lie_loose(reading, of_bytes, records):
    file = _loose(of_bytes, *records)
    assert READER.sniff(file)
    assert reading(READER, file).turns


def test_a_project_whose_name_cannot_be_a_wing_names_none(reading, of_bytes):
    found = reading(READER, _loose(of_bytes, {**PROJECTS[0], "name": "x" * 200}))
    assert {turn.wing for turn in found.turns} == {""}


def test_a_record_that_is_neither_is_a_problem_and_the_others_are_read(reading, of_bytes):
    good = _conversation(_message("m1", "human", "hi"))
    found = reading(READER, _loose(of_bytes, good, {"a": 1}, {**good, "uuid": 7}))
    assert found.shown("text") == ["hi"]
    assert [problem.where for problem in found.problems] == [
        "conversations.json[1]",
        "conversations.json[2]",
    ]


def test_an_export_without_a_message_says_so(reading, of_bytes):
    found = reading(READER, _loose(of_bytes, _conversation()))
    assert "no conversation in it has a message" in found.problems[-1].what
