"""Texts are listed by place and written out, whatever was moved, replaced or forgotten meanwhile."""

import json

import pytest

from camillo import Palace
from camillo.domain.errors import InvalidInput, NotFound


@pytest.fixture
def palace(tmp_path):
    with Palace.open(tmp_path / "palace.camillo") as made:
        yield made


def contents(listed) -> list[str]:
    return [one.text for one in listed.texts]


def test_a_text_in_two_wings_is_listed_once_and_with_the_place_asked_for(palace):
    palace.add("Tests need Postgres.", wing="orion", room="api")
    palace.add("Tests need Postgres.", wing="vega", room="web")
    assert contents(palace.texts.list()) == ["Tests need Postgres."]
    for wing, room in (("orion", "api"), ("vega", "web")):
        (one,) = palace.texts.list(wing=wing).texts
        assert (one.wing, one.room) == (wing, room)
    assert contents(palace.texts.list(wing="vega", room="web")) == ["Tests need Postgres."]
    with pytest.raises(NotFound):
        palace.texts.list(wing="vega", room="api")
    with pytest.raises(NotFound):
        palace.texts.list(wing="nothing")


def test_what_was_forgotten_is_neither_listed_nor_written_out(palace):
    palace.add("Keep this.", wing="w")
    gone = palace.add("Forget this whisper.", wing="w")
    palace.forget(gone.ids)
    assert contents(palace.texts.list()) == ["Keep this."]
    assert "whisper" not in "".join(palace.texts.written().lines)
    assert len(palace.texts.written().lines) == 1


def test_an_older_version_is_written_out_and_not_listed(palace):
    palace.events.note_saved("n1", "", "We use MySQL.", [], "w", "2026-01-01")
    palace.events.note_saved("n1", "", "We use Postgres.", [], "w", "2026-02-01")
    listed = [text for text in contents(palace.texts.list()) if text.startswith("We use")]
    assert "We use MySQL." not in listed
    written = [json.loads(line)["text"] for line in palace.texts.written().lines]
    assert {"We use MySQL.", "We use Postgres."} <= set(written)


def test_pages_hold_every_text_once(palace):
    for number in range(11):
        palace.add(f"Thought {number}.", wing="w")
    seen, before = [], None
    while True:
        page = palace.texts.list(before=before, limit=4)
        seen += contents(page)
        if page.next is None:
            break
        before = page.next
    assert seen == [f"Thought {number}." for number in reversed(range(11))]
    lines, last = [], 0
    while (written := palace.texts.written(last, 3)).lines:
        lines += written.lines
        last = written.last
    assert [json.loads(line)["text"] for line in lines] == list(reversed(seen))
    for limit in (0, 1_001):
        with pytest.raises(InvalidInput):
            palace.texts.list(limit=limit)
