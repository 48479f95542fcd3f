"""Attachments: bytes stay bytes, text becomes searchable, and nothing is empty."""

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo.domain.report import Problem
from camillo.formats import attachments
from camillo.formats.parts import Message


def _message() -> Message:
    return Message(kind="k", conversation="c", id="m", role="user")


@given(st.binary(min_size=1))
def test_inline_base64_becomes_the_same_bytes(content):
    data = base64.encodebytes(content).decode()
    (turn,) = attachments.inline(_message(), data, "image/png", "f")
    assert turn.content == content
    assert (turn.part, turn.encoding, turn.text) == ("attachment", None, "")


@given(st.text(st.characters(codec="utf-8"), min_size=1), st.sampled_from(["a.txt", "a", "a.md"]))
def test_a_document_of_text_becomes_one_searchable_caption_with_the_same_bytes(text, name):
    content = text.encode()
    turns = list(attachments.stored(_message(), content, name))
    assert turns[0].content == content
    if "\x00" not in text and turns[0].part == "caption":
        assert turns[0].text == text
        assert len(turns) == 1


def test_bytes_that_are_no_text_are_kept_beside_a_caption_of_their_name():
    stored, caption = attachments.stored(_message(), b"\xff\x00\xfe", "blob.dat")
    assert (stored.part, caption.part, caption.text) == ("attachment", "caption", "blob.dat")
    assert stored.meta == caption.meta
    assert stored.meta["sha256"] == attachments.fingerprint(b"\xff\x00\xfe")


def test_what_is_not_base64_is_a_problem_that_names_the_attachment():
    (problem,) = attachments.inline(_message(), "%%%", "image/png", "f:3", name="a.png")
    assert isinstance(problem, Problem)
    assert (problem.where, "'a.png'" in problem.what) == ("f:3", True)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("data:image/png;base64,aGk=", [("attachment", b"hi")]),
        ("data:image/svg+xml;charset=utf-8;base64,aGk=", [("attachment", b"hi")]),
        ("https://example.org/a.png", [("caption", b"https://example.org/a.png")]),
        ("data:text/plain,hello", [("caption", b"data:text/plain,hello")]),
        ("", []),
        (7, []),
    ],
)
def test_a_url_is_kept_as_its_bytes_or_as_a_caption(url, expected):
    turns = attachments.from_url(_message(), url, "f")
    assert [(turn.part, turn.content) for turn in turns] == expected


@pytest.mark.parametrize(
    ("content", "name", "declared", "expected"),
    [
        (b"\x89PNG\r\n\x1a\n", "a.jpg", "image/jpeg", "image/png"),
        (b"RIFF\x00\x00\x00\x00WAVEfmt ", "a.dat", "", "audio/wav"),
        (b"\x00\x00\x00\x18ftypmp42", "", "", "video/mp4"),
        (b"?", "a.dat", "application/x-thing", "application/x-thing"),
        (b"?", "a.pdf", "no type\n", "application/pdf"),
        (b"?", "a\x00b", None, "application/octet-stream"),
    ],
)
def test_the_signature_says_what_bytes_are_before_name_and_sender(
    content, name, declared, expected
):
    assert attachments.media_type_of(content, name, declared) == expected


def test_an_attachment_without_bytes_name_or_text_gives_no_turn():
    assert list(attachments.named(_message(), "", "")) == []
    assert list(_message().attachment(b"", "image/png")) == []
