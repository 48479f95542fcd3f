"""ChatGPT: the visible branch and the others, every kind of content, loose, split or zipped."""

import json
from dataclasses import replace

import pytest

from camillo.formats.chatgpt import READER

PNG = b"\x89PNG\r\n\x1a\n...."


def _node(name, parent, role, content, *, time=None, author=None, **rest):
    if isinstance(content, str):
        content = {"content_type": "text", "parts": [content]}
    message = {"id": name, "author": {"role": role, "name": author}, "create_time": time}
    message |= {"content": content, "recipient": "all", **rest}
    return {"id": name, "parent": parent, "children": [], "message": message}


def _conversation(*nodes, current=None, name="c-1", title="Größe"):
    mapping = {node["id"]: node for node in nodes}
    return {"title": title, "conversation_id": name, "mapping": mapping, "current_node": current}


ROOT = {"id": "root", "parent": None, "children": ["u1"], "message": None}
TREE = _conversation(
    ROOT,
    _node("u1", "root", "user", "How big is it?", time=1700000000.25),
    _node("a1", "u1", "assistant", "Small."),
    _node("a2", "u1", "assistant", "Big."),
    _node("u2", "a1", "user", "How small?"),
    _node("u3", "a2", "user", "How big exactly?"),
    current="u2",
)


def _loose(of_bytes, *conversations):
    return of_bytes(json.dumps(conversations).encode(), "conversations.json")


def test_the_visible_branch_comes_first_and_the_others_are_marked(reading, of_bytes):
    found = reading(READER, _loose(of_bytes, TREE))
    assert found.shown("turn", "role", "text", "branch", "parent") == [
        ("u1", "user", "How big is it?", "", "root"),
        ("a1", "assistant", "Small.", "", "u1"),
        ("u2", "user", "How small?", "", "a1"),
        ("a2", "assistant", "Big.", "a2", "u1"),
        ("u3", "user", "How big exactly?", "a2", "a2"),
    ]
    assert found.turns[0].at is not None and found.turns[0].at.text == "2023-11-14T22:13:20.250000Z"
    assert found.turns[1].at is None
    assert {(turn.conversation, turn.title) for turn in found.turns} == {("c-1", "Größe")}
    assert not found.problems and not found.unknown


def test_what_stands_below_the_current_node_is_a_branch(reading, of_bytes):
    found = reading(READER, _loose(of_bytes, {**TREE, "current_node": "a1"}))
    branches = dict(found.shown("turn", "branch"))
    assert branches == {"u1": "", "a1": "", "u2": "u2", "a2": "a2", "u3": "a2"}


def test_without_a_current_node_the_latest_leaf_is_visible(reading, of_bytes):
    late = _node("late", "a1", "user", "later", time=1800000000)
    tree = {**TREE, "current_node": None, "mapping": {**TREE["mapping"], "late": late}}
    found = reading(READER, _loose(of_bytes, tree))
    assert [turn.turn for turn in found.turns if not turn.branch] == ["u1", "a1", "late"]
    assert not found.problems


def test_a_missing_current_node_is_a_problem(reading, of_bytes):
    found = reading(READER, _loose(of_bytes, {**TREE, "current_node": "gone"}))
    assert "current node is missing" in found.problems[0].what
    assert len(found.turns) == 5


def test_a_circle_and_a_missing_parent_are_problems_and_every_message_is_read(reading, of_bytes):
    tree = _conversation(
        _node("a", "b", "user", "one"),
        _node("b", "a", "user", "two"),
        _node("c", "gone", "user", "three"),
        current="c",
    )
    found = reading(READER, _loose(of_bytes, tree))
    assert sorted(found.shown("turn")) == ["a", "b", "c"]
    assert dict(found.shown("turn", "branch"))["c"] == ""
    assert sorted(problem.what for problem in found.problems) == [
        "node 'a' is its own ancestor",
        "the parent of node 'c' is missing",
    ]


@pytest.mark.slow
def test_a_very_long_conversation_is_walked_without_recursion(reading, of_bytes):
    nodes = [_node(f"n{k}", f"n{k - 1}" if k else None, "user", f"{k}") for k in range(20_000)]
    found = reading(READER, _loose(of_bytes, _conversation(*nodes, current="n19999")))
    assert found.shown("text") == [str(k) for k in range(20_000)]


CONTENTS = [
    (
        {"content_type": "code", "language": "python", "text": "1 + 1"},
        {"recipient": "python"},
        [("assistant", "tool_call", "1 + 1")],
    ),
    (
        {"content_type": "thoughts", "thoughts": [{"summary": "Plan", "content": "First this."}]},
        {},
        [("assistant", "thinking", "Plan"), ("assistant", "thinking", "First this.")],
    ),
    (
        {"content_type": "reasoning_recap", "content": "Thought for 5s"},
        {},
        [("assistant", "thinking", "Thought for 5s")],
    ),
    (
        {"content_type": "user_editable_context", "user_profile": "I am Kai"},
        {},
        [("assistant", "system", "I am Kai")],
    ),
    (
        {"content_type": "text", "parts": ["shown", "", "in two"]},
        {},
        [("assistant", "text", "shown"), ("assistant", "text", "in two")],
    ),
    (
        {"content_type": "text", "parts": ["hidden"]},
        {"metadata": {"is_visually_hidden_from_conversation": True}},
        [("assistant", "system", "hidden")],
    ),
    (
        {
            "content_type": "multimodal_text",
            "parts": [{"content_type": "audio_transcription", "text": "spoken", "direction": "in"}],
        },
        {},
        [("assistant", "text", "spoken")],
    ),
]


@pytest.mark.parametrize(("content", "rest", "expected"), CONTENTS)
def test_each_kind_of_content_becomes_its_part(reading, of_bytes, content, rest, expected):
    node = _node("n", None, "assistant", content, **rest)
    found = reading(READER, _loose(of_bytes, _conversation(node)))
    assert found.shown("role", "part", "text") == expected
    assert not found.unknown


@pytest.mark.parametrize(
    "content",
    [
        {"content_type": "execution_output", "text": "2"},
        {"content_type": "tether_browsing_display", "result": "2", "summary": ""},
        {"content_type": "text", "parts": ["2"]},
    ],
)
def test_what_a_tool_answers_is_its_result(reading, of_bytes, content):
    node = _node("n", None, "tool", content, author="python")
    found = reading(READER, _loose(of_bytes, _conversation(node)))
    assert found.shown("role", "speaker", "part", "text", "meta") == [
        ("tool", "", "tool_result", "2", {"tool": "python"})
    ]


def test_content_of_an_unknown_type_is_counted_and_kept_whole(reading, of_bytes):
    node = _node("n", None, "assistant", {"content_type": "hologram", "beam": "ü"})
    found = reading(READER, _loose(of_bytes, _conversation(node)))
    assert found.unknown == ["content:hologram"]
    assert found.shown("part", "text") == [("system", '{"content_type": "hologram", "beam": "ü"}')]


PICTURES = _conversation(
    _node(
        "u",
        None,
        "user",
        {
            "content_type": "multimodal_text",
            "parts": [
                {
                    "content_type": "image_asset_pointer",
                    "asset_pointer": "file-service://file-Pic1",
                },
                "What is this?",
            ],
        },
        metadata={
            "attachments": [
                {"id": "file-Pic1", "name": "receipt.png"},
                {"id": "file-Doc2", "name": "terms.txt"},
            ]
        },
    ),
    _node(
        "a",
        "u",
        "assistant",
        {
            "content_type": "multimodal_text",
            "parts": [
                {
                    "content_type": "image_asset_pointer",
                    "asset_pointer": "sediment://file_0abc",
                    "metadata": {"dalle": {"prompt": "a red bicycle"}},
                }
            ],
        },
    ),
    current="a",
)


def test_pictures_in_the_archive_are_kept_and_their_names_and_prompts_are_searchable(
    reading, of_members
):
    members = {
        "conversations.json": json.dumps([PICTURES]),
        "file-Pic1-receipt.png": PNG,
        "file-Doc2.dat": "You may cancel.",
        "images/file_0abc-sanitized.webp": b"RIFF....WEBPVP8 ",
        "file-Unused.dat": "x",
        "chat.html": "<html>",
        "user.json": "{}",
    }
    file = of_members(members)
    assert READER.sniff(file)
    found = reading(READER, file)
    assert found.shown("turn", "part", "text", "media_type") == [
        ("u", "attachment", "", "image/png"),
        ("u#2", "caption", "receipt.png", "text/plain"),
        ("u#3", "text", "What is this?", "text/plain"),
        ("u#4", "caption", "You may cancel.", "text/plain"),
        ("a", "attachment", "", "image/webp"),
        ("a#2", "caption", "file_0abc-sanitized.webp", "text/plain"),
        ("a#3", "caption", "a red bicycle", "text/plain"),
    ]
    assert found.turns[0].content == PNG
    assert found.turns[0].meta["sha256"] == found.turns[1].meta["sha256"]
    assert sorted(found.unknown) == ["member:.dat", "member:chat.html", "member:user.json"]
    assert not found.problems


def test_pictures_that_are_not_there_are_named_by_captions(reading, of_bytes):
    found = reading(READER, _loose(of_bytes, PICTURES))
    assert [turn.text for turn in found.turns if turn.part == "caption"] == [
        "receipt.png",
        "terms.txt",
        "sediment://file_0abc",
        "a red bicycle",
    ]
    assert all(turn.content for turn in found.turns)


def test_a_split_export_is_read_in_the_order_of_its_numbers(reading, of_members):
    parts = {
        f"export/conversations-{number:03}.json": json.dumps(
            [_conversation(_node("n", None, "user", f"part {number}"), name=f"c{number}")]
        )
        for number in (10, 2, 0)
    }
    found = reading(READER, of_members(parts))
    assert found.shown("conversation", "text") == [
        ("c0", "part 0"),
        ("c2", "part 2"),
        ("c10", "part 10"),
    ]


def test_one_conversation_alone_in_a_file_is_read(reading, of_bytes):
    file = of_bytes(json.dumps(TREE).encode())
    assert READER.sniff(file)
    assert len(reading(READER, file).turns) == 5


def test_a_bad_conversation_is_a_problem_and_the_others_are_read(reading, of_bytes):
    content = json.dumps([TREE, {"title": "x", "mapping": {}}, 7, TREE]).encode()
    found = reading(READER, of_bytes(content))
    assert [problem.where for problem in found.problems] == ["made.jsonl[1]", "made.jsonl[2]"]
    assert len(found.turns) == 10


def test_a_zip_bomb_with_conversations_in_it_is_a_problem(reading, of_members):
    bomb = of_members({"conversations.json": b"[" + b" " * (80 << 20)})
    assert READER.sniff(bomb)
    found = reading(READER, bomb)
    assert not found.turns
    assert "zip bomb" in found.problems[0].what


def test_a_damaged_member_is_a_problem_and_what_stood_before_it_is_read(
    reading, of_bytes, of_members
):
    texts = [
        _conversation(_node("n", None, "user", f"{n} " * 50), name=f"c{n}") for n in range(9000)
    ]
    content = bytearray(of_members({"conversations.json": json.dumps(texts)}).open().read())
    content[len(content) * 3 // 4] ^= 255
    found = reading(READER, of_bytes(bytes(content), "export.zip"))
    assert found.turns
    assert any(
        "cannot be read" in problem.what or "not" in problem.what for problem in found.problems
    )


def test_a_large_file_is_read_one_conversation_at_a_time(of_bytes):
    texts = [
        _conversation(_node("n", None, "user", "word " * 2000), name=f"c{n}") for n in range(500)
    ]
    file = _loose(of_bytes, *texts)
    stream = file.open()
    turns = READER.read(replace(file, open=lambda: stream))
    next(turns)
    assert stream.tell() < file.size / 5
    assert len(list(turns)) == 499
