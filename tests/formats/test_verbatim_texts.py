"""In every conversation format a text comes out as it went in, whatever characters it has."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

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

#: Any Unicode that JSON can carry: NULs and lone surrogates too, but no pair that is split in two.
TEXTS = st.lists(
    st.text(st.characters(codec=None), min_size=1)
    .map(lambda text: text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass"))
    .filter(lambda text: not text.startswith("# AGENTS.md")),
    min_size=1,
    max_size=5,
)


def _claude_code(texts):
    for number, text in enumerate(texts):
        body = {"role": "user", "content": [{"type": "text", "text": text}]}
        parent = f"u{number - 1}" if number else None
        yield {
            "type": "user",
            "uuid": f"u{number}",
            "parentUuid": parent,
            "sessionId": "s",
            "message": body,
        }


def _codex(texts):
    yield {"type": "session_meta", "payload": {"id": "s"}}
    for text in texts:
        content = [{"type": "output_text", "text": text}]
        yield {
            "type": "response_item",
            "payload": {"type": "message", "role": "assistant", "content": content},
        }


def _camillo(texts):
    for number, text in enumerate(texts):
        yield {"conversation": "c", "turn": number, "text": text}


def _chatgpt(texts):
    mapping = {
        f"n{number}": {
            "parent": f"n{number - 1}" if number else None,
            "message": {
                "author": {"role": "user"},
                "content": {"content_type": "text", "parts": [text]},
            },
        }
        for number, text in enumerate(texts)
    }
    return [{"id": "c", "title": "t", "mapping": mapping, "current_node": f"n{len(texts) - 1}"}]


def _claude_ai(texts):
    messages = [
        {"uuid": f"m{number}", "sender": "human", "content": [{"type": "text", "text": text}]}
        for number, text in enumerate(texts)
    ]
    return [{"uuid": "c", "chat_messages": messages}]


def _gemini(texts):
    yield {"sessionId": "s", "projectHash": "h", "startTime": "2026-01-01T10:00:00Z"}
    for number, text in enumerate(texts):
        yield {"id": f"m{number}", "type": "gemini", "content": [{"text": text}]}


def _cursor(texts):
    for text in texts:
        yield {"role": "assistant", "message": {"content": [{"type": "text", "text": text}]}}


def _copilot_log(texts):
    yield {"kind": 0, "v": {"sessionId": "s", "creationDate": 1, "requests": []}}
    for number, text in enumerate(texts):
        yield {"kind": 2, "k": ["requests"], "v": [{"requestId": f"r{number}", "message": text}]}


def _copilot(texts):
    requests = [{"requestId": f"r{number}", "message": text} for number, text in enumerate(texts)]
    return {"responderUsername": "x", "requests": requests, "sessionId": "s"}


def _opencode(texts):
    parts = [
        {"id": f"p{number}", "type": "text", "text": text} for number, text in enumerate(texts)
    ]
    message = {"info": {"id": "m", "role": "user"}, "parts": parts}
    return {"info": {"id": "s", "directory": "/work"}, "messages": [message]}


LINES = [
    *((claude_code, _claude_code), (codex, _codex), (camillo_jsonl, _camillo)),
    *((gemini_cli, _gemini), (cursor, _cursor), (copilot, _copilot_log)),
]
ARRAYS = [
    *((chatgpt, _chatgpt), (claude_ai, _claude_ai)),
    *((copilot, _copilot), (opencode, _opencode)),
]


@pytest.mark.parametrize(("module", "made_of"), [*LINES, *ARRAYS])
@given(texts=TEXTS, ascii=st.booleans())
def test_texts_come_out_exactly_and_in_order(reading, of_bytes, module, made_of, texts, ascii):
    def written(value):
        return json.dumps(value, ensure_ascii=ascii).encode("utf-8", "surrogatepass")

    ascii = ascii or any("\ud800" <= char <= "\udfff" for text in texts for char in text)
    records = made_of(texts)
    content = b"\n".join(map(written, records)) if (module, made_of) in LINES else written(records)
    file = of_bytes(content)
    assert module.READER.sniff(file)
    found = reading(module.READER, file)
    assert found.shown("text") == texts
    assert [turn.content for turn in found.turns] == [
        text.encode("utf-8", "surrogatepass") for text in texts
    ]
    assert len({turn.key for turn in found.turns}) == len(texts)
    assert not found.problems


@pytest.mark.parametrize(("module", "made_of"), [*LINES, *ARRAYS])
def test_a_text_of_ten_megabytes_is_kept_whole(reading, of_bytes, module, made_of):
    text = "wörd \n" * 1_500_000
    records = made_of([text, "after"])
    if (module, made_of) in LINES:
        content = b"\n".join(json.dumps(one).encode() for one in records)
    else:
        content = json.dumps(records).encode()
    assert reading(module.READER, of_bytes(content)).shown("text") == [text, "after"]


@pytest.mark.parametrize(("module", "made_of"), [*LINES, *ARRAYS])
@pytest.mark.parametrize("indent", [None, 2])
def test_a_file_is_claimed_by_the_reader_of_its_format_alone(of_bytes, module, made_of, indent):
    records = made_of(["one", "two"])
    if (module, made_of) in LINES:
        content = b"\n".join(json.dumps(one).encode() for one in records)
    else:
        content = json.dumps(records, indent=indent).encode()
    readers = {one.READER for one, _ in (*LINES, *ARRAYS)}
    assert [one.name for one in readers if one.sniff(of_bytes(content))] == [module.READER.name]
