"""Any text comes back byte for byte, whatever it holds."""

import tempfile
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo.domain.drawer import Cut, Filed, Span
from camillo.domain.identity import address
from camillo.domain.moment import Moment
from camillo.domain.place import Place
from camillo.domain.turn import Turn
from camillo.ports.rows import Source
from camillo.storage.common.packing import (
    pack_moment,
    pack_text,
    pack_word,
    unpack_moment,
    unpack_text,
)
from camillo.storage.sqlite.store import SqliteStore

#: Every code point, lone surrogates and NUL among them.
ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=60)
IDS = (
    ANY_TEXT
    | st.uuids().map(str)
    | st.integers(0, 10**19).map(str)
    | st.sampled_from(["", "00", "-1"])
)
MOMENTS = st.none() | st.sampled_from(
    ["2025-06-01", "2025-06-01T10:00Z", "2025-06-01 10:00:00", "0001-01-01T14:00:00+14:00",
     "9999-12-31T11:59:59-12:00", "2025-06-01T10:00:00.123456+05:30", "20250601T100000Z"]
)  # fmt: skip


@st.composite
def turns(draw):
    text = draw(ANY_TEXT)
    at = draw(MOMENTS)
    return Turn.of_text(
        text,
        kind=draw(st.sampled_from(["note", "codex"])),
        conversation=draw(IDS),
        turn=draw(IDS),
        speaker=draw(ANY_TEXT),
        role=draw(ANY_TEXT),
        title=draw(ANY_TEXT),
        parent=draw(IDS),
        branch=draw(ANY_TEXT),
        at=None if at is None else Moment.parse(at),
        meta=draw(st.dictionaries(ANY_TEXT, st.none() | ANY_TEXT | st.integers() | st.booleans(), max_size=3)),
    )  # fmt: skip


def as_filed(turn):
    term = turn.content.decode("utf-8", "surrogatepass")[:10]
    return Filed(turn, Place("orion"), (Cut(0, len(turn.content), {term: 1}, 1),))


@given(st.lists(turns(), min_size=1, max_size=6))
def test_any_turn_reads_back_byte_for_byte_with_all_it_said(given_turns):
    with tempfile.TemporaryDirectory() as folder:
        store = SqliteStore.open(Path(folder) / "p")
        store.file("mine", Source("note", "a\ud800\0"), [as_filed(turn) for turn in given_turns])
        latest = {(turn.kind, turn.conversation, turn.turn): turn for turn in given_turns}
        with store.snapshot() as snapshot:
            for turn in given_turns:
                memory = snapshot.get(Span(turn.key, 0, len(turn.content)), 0)
                assert memory.content == turn.content and memory.text == turn.text
                assert snapshot.document(address(turn.content))[0] == turn.content
                assert memory.conversation == turn.conversation and memory.turn.id == turn.turn
                is_latest = latest[(turn.kind, turn.conversation, turn.turn)].key == turn.key
                assert memory.current == is_latest
                assert memory.source == "a\ud800\0"
            for turn in {turn.key: turn for turn in reversed(given_turns)}.values():
                memory = snapshot.get(Span(turn.key, 0, 0), 0)
                assert (memory.turn.speaker, memory.turn.role) == (turn.speaker, turn.role)
                assert memory.meta == turn.meta and memory.branch == turn.branch
                assert memory.turn.at == (turn.at.text if turn.at else None)
                assert snapshot.postings([turn.text[:10]])
        assert store.check() == []
        store.close()


@given(ANY_TEXT | IDS)
def test_any_text_is_packed_without_loss_and_never_like_another(text):
    assert unpack_text(pack_text(text)) == text
    assert unpack_text(pack_word(text)) == text


@given(
    # A day at the calendar's end may lie beyond it in UTC; such times are refused.
    st.datetimes(datetime(1, 1, 3), datetime(9999, 12, 29), timezones=st.none() | st.timezones()),
    st.sampled_from(["iso", "date", "space", "Z"]),
)
def test_any_time_is_packed_as_its_source_wrote_it(when, form):
    text = {"iso": when.isoformat(), "date": when.date().isoformat(), "space": str(when),
            "Z": when.replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"}[form]  # fmt: skip
    moment = Moment.parse(text)
    assert unpack_moment(*pack_moment(moment)) == text


def test_common_times_take_a_number_instead_of_a_text():
    for text in (
        "2025-06-01T10:00:00Z",
        "2025-06-01T10:00:00.000Z",
        "2025-06-01",
        "2025-06-01T10:00:00+02:00",
    ):
        assert isinstance(pack_moment(Moment.parse(text))[2], int)


@pytest.mark.slow
def test_a_line_of_ten_megabytes_is_kept_whole(tmp_path):
    content = ("0123456789" * 1_000_000 + "末").encode()
    turn = Turn("note", "c", "1", content)
    store = SqliteStore.open(tmp_path / "p")
    store.file("mine", Source("note", "n"), [Filed(turn, Place("w"), (Cut(0, 9, {"x": 1}, 1),))])
    with store.snapshot() as snapshot:
        assert snapshot.document(turn.address)[0] == content
        assert snapshot.get(Span(turn.key, 9_999_990, len(content)), 0).text == "0123456789末"
    store.close()
