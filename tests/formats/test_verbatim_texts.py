"""In every conversation format a text comes out as it went in, whatever characters it has."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from camillo.formats import camillo_jsonl, chatgpt, claude_ai, claude_code, codex

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


LINES = [(claude_code, _claude_code), (codex, _codex), (camillo_jsonl, _camillo)]
ARRAYS = [(chatgpt, _chatgpt), (claude_ai, _claude_ai)]


@pytest.mark.parametrize(("module", "made_of"), [*LINES, *ARRAYS])
@settings(deadline=None)
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
