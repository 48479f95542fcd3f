"""The contract of palace stores: what is filed is there, word for word, once."""

import numpy as np
import pytest

from camillo.domain.drawer import Cut, Filed, Span
from camillo.domain.errors import InvalidInput
from camillo.domain.place import Place
from camillo.domain.turn import Turn
from camillo.ports.rows import NO_TIME, Source


def whole(filed):
    return Span(filed.turn.key, 0, len(filed.turn.content))


def test_a_filed_turn_reads_back_with_all_that_its_source_said(store, source, hand):
    given = hand.filed(
        "We chose GraphQL",
        turn="42",
        conversation="sprint",
        speaker="Kai",
        role="user",
        part="text",
        at=hand.moment("2025-06-01T10:00:00.500Z"),
        title="Sprint 7",
        branch="b",
        parent="41",
        meta={"task": "7", "deep": {"a": [1, None]}},
        hall="decisions",
    )
    receipt = store.file("add", source, [given])
    assert receipt.counts == {"documents": 1, "turns": 1, "drawers": 1, "known": 0, "forgotten": 0}
    assert (receipt.verb, receipt.number, receipt.notes) == ("add", 1, ())
    assert receipt.ids == (str(whole(given)),)
    with store.snapshot() as snapshot:
        memory = snapshot.get(Span.parse(receipt.ids[0]), 0)
    assert memory.content == given.turn.content and memory.text == "We chose GraphQL"
    assert (memory.wing, memory.room, memory.hall) == ("orion", "api", "decisions")
    assert (memory.source, memory.source_kind) == ("note:1", "note")
    assert (memory.conversation, memory.title, memory.part) == ("sprint", "Sprint 7", "text")
    assert memory.turn.id == "42" and memory.turn.speaker == "Kai" and memory.turn.role == "user"
    assert memory.turn.at == "2025-06-01T10:00:00.500Z"
    assert memory.meta == {"task": "7", "deep": {"a": [1, None]}}
    assert memory.document == given.turn.address.hex() and memory.branch == "b" and memory.current


def test_filing_the_same_turn_twice_adds_nothing(store, source, hand):
    given = hand.filed("once")
    store.file("add", source, [given])
    again = store.file("add", source, [given, given])
    assert again.counts["turns"] == 0 and again.counts["known"] == 2 and again.ids == ()
    with store.snapshot() as snapshot:
        assert snapshot.counts()["turns"] == 1 and snapshot.counts()["drawers"] == 1


def test_one_text_in_two_wings_is_one_document_with_two_turns(store, hand):
    here = hand.filed("shared words", conversation="a", wing="orion")
    there = hand.filed("shared words", conversation="b", wing="lyra")
    store.file("mine", Source("note", "x"), [here])
    assert store.file("mine", Source("note", "y"), [there]).counts["documents"] == 0
    with store.snapshot() as snapshot:
        assert snapshot.document(here.turn.address)[0] == b"shared words"
        assert snapshot.counts()["documents"] == 1
        assert {row["wing"] for row in snapshot.wings()} == {"orion", "lyra"}


def test_known_says_which_turns_are_there(store, source, hand):
    here, gone = hand.filed("here", turn="1"), hand.filed("gone", turn="2")
    store.file("mine", source, [here])
    assert store.known([here.turn.key, gone.turn.key]) == {here.turn.key}


def test_a_batch_with_a_bad_cut_files_nothing(store, source, hand):
    turn = hand.turn("short")
    bad = Filed(turn, Place("orion"), (Cut(0, 99, {"short": 1}, 1),))
    with pytest.raises(InvalidInput):
        store.file("mine", source, [hand.filed("good", turn="2"), bad])
    with store.snapshot() as snapshot:
        assert snapshot.counts()["turns"] == 0 and snapshot.tick().seq == 0


def test_an_edited_turn_is_a_new_version_and_the_old_one_stays_readable(store, source, hand):
    old, new = hand.filed("first try"), hand.filed("second try")
    store.file("mine", source, [old])
    with store.snapshot() as snapshot:
        before = snapshot.tick()
    store.file("mine", source, [new])
    with store.snapshot() as snapshot:
        assert not snapshot.get(whole(old), 0).current and snapshot.get(whole(new), 0).current
        assert snapshot.get(whole(old), 0).text == "first try"
        assert snapshot.tick().epoch > before.epoch
        assert snapshot.columns(0).current.tolist() == [False, True]


def test_a_version_that_comes_back_is_the_current_one_again(store, source, hand):
    first, second = hand.filed("first"), hand.filed("second")
    for each in (first, second, first):
        store.file("mine", source, [each])
    with store.snapshot() as snapshot:
        assert snapshot.columns(0).current.tolist() == [True, False]


def test_of_two_versions_in_one_batch_the_later_is_current(store, source, hand):
    pair = [hand.filed("draft"), hand.filed("final")]
    for _ in range(2):
        store.file("mine", source, pair)
        with store.snapshot() as snapshot:
            assert snapshot.columns(0).current.tolist() == [False, True]


def test_appending_leaves_the_epoch_alone(store, source, hand):
    store.file("mine", source, [hand.filed("one", turn="1")])
    with store.snapshot() as snapshot:
        before = snapshot.tick()
    store.file("mine", source, [hand.filed("two", turn="2")])
    with store.snapshot() as snapshot:
        assert snapshot.tick().epoch == before.epoch and snapshot.tick().seq == before.seq + 1


def test_columns_are_parallel_and_go_on_from_a_cursor(store, source, hand):
    at = hand.moment("2025-06-01T10:00:00Z")
    store.file("mine", source, [hand.filed("a b\nc", turn="1", speaker="Ann", at=at)])
    store.file("mine", source, [hand.filed("d", turn="2", speaker="Bob")])
    with store.snapshot() as snapshot:
        columns, labels = snapshot.columns(0), snapshot.labels()
        rest = snapshot.columns(int(columns.drawer[1]))
    assert columns.start.tolist() == [0, 4, 0] and columns.length.tolist() == [2, 1, 1]
    assert columns.turn.tolist() == [1, 1, 2] and columns.position.tolist() == [0, 0, 1]
    assert columns.ordinal.tolist() == [0, 1, 0]
    assert columns.at.tolist() == [at.micros, at.micros, NO_TIME]
    assert [labels[number] for number in columns.speaker] == ["Ann", "Ann", "Bob"]
    assert columns.piece_at.tolist() == [0, 2, 3, 4] and columns.pieces.tolist() == [0, 1, 0, 0]
    assert columns.bits.shape == (3, 48) and columns.bits[:, 0].tolist() == [2, 1, 1]
    assert rest.drawer.tolist() == columns.drawer[2:].tolist() and rest.start.tolist() == [0]
    assert len(columns.drawer) == len(set(columns.drawer.tolist()))


def test_columns_of_an_empty_palace_are_empty(store):
    with store.snapshot() as snapshot:
        columns = snapshot.columns(0)
        assert columns.drawer.shape == (0,) and columns.bits.shape == (0, 48)
        assert columns.piece_at.tolist() == [0]
        assert snapshot.placements(0).turn.shape == (0,)
        assert snapshot.postings(["x"]) == {} and list(snapshot.turns()) == []


def test_placements_and_rooms_agree(store, source, hand):
    store.file("mine", source, [hand.filed("x", turn="1", room="api", hall="decisions")])
    store.file("mine", source, [hand.filed("y", turn="2", room="ui", hall="events")])
    with store.snapshot() as snapshot:
        rooms = {row.room: (row.wing_name, row.room_name) for row in snapshot.rooms()}
        placements, labels = snapshot.placements(0), snapshot.labels()
        assert [rooms[number] for number in placements.room] == [("orion", "api"), ("orion", "ui")]
        assert [labels[number] for number in placements.hall] == ["decisions", "events"]
        assert snapshot.placements(1).turn.tolist() == [2]


def test_a_snapshot_does_not_see_what_is_filed_after_it_began(store, source, hand):
    store.file("mine", source, [hand.filed("before", turn="1")])
    with store.snapshot() as snapshot:
        store.file("mine", source, [hand.filed("after", turn="2")])
        assert snapshot.counts()["turns"] == 1
        assert set(snapshot.postings(["before", "after"])) == {"before"}
    with store.snapshot() as snapshot:
        assert snapshot.counts()["turns"] == 2


def test_neighbours_are_the_current_turns_beside_it(store, source, hand):
    turns = [hand.filed(f"turn {n}", turn=str(n)) for n in range(6)]
    store.file("mine", source, turns)
    with store.snapshot() as snapshot:
        memory = snapshot.get(Span(turns[2].turn.key, 5, 6), 2)
    assert memory.text == "2"
    assert [each.text for each in memory.before] == ["turn 0", "turn 1"]
    assert [each.text for each in memory.after] == ["turn 3", "turn 4"]


def test_many_turns_read_at_once_are_the_same_as_each_by_itself(store, source, hand):
    given = [hand.filed(f"turn {n}", turn=str(n), meta={"n": n}) for n in range(4)]
    picture = Turn("note", "c", "img", b"\x89PNG\x00\xff", None, "image/png", "attachment")
    store.file("mine", source, [*given, Filed(picture, Place("orion"), ())])
    spans = [*map(whole, given), Span(picture.key, 0, 6)]
    with store.snapshot() as snapshot:
        numbers = snapshot.turn_numbers([span.key for span in spans])
        found = snapshot.wholes([*numbers.values(), 10**9, *numbers.values()])
        alone = {numbers[span.key]: snapshot.get(span, 0) for span in spans}
        assert found == alone and len(found) == 5
        assert snapshot.wholes([]) == snapshot.wholes([10**9]) == {}


def test_a_span_that_begins_beyond_its_text_is_not_there(store, source, hand):
    given = hand.filed("abc")
    store.file("mine", source, [given])
    with store.snapshot() as snapshot:
        assert snapshot.get(Span(given.turn.key, 4, 9), 0) is None
        assert snapshot.get(Span(bytes(12), 0, 1), 0) is None
        assert snapshot.get(Span(given.turn.key, 1, 99), 0).content == b"bc"


def test_bytes_that_are_no_text_are_kept_as_they_are(store, source):
    picture = Turn("note", "c", "img", b"\x89PNG\x00\xff", None, "image/png", "attachment")
    store.file("mine", source, [Filed(picture, Place("orion"), ())])
    with store.snapshot() as snapshot:
        assert snapshot.document(picture.address) == (b"\x89PNG\x00\xff", None, "image/png")
        memory = snapshot.get(Span(picture.key, 0, 6), 0)
    assert memory.content == b"\x89PNG\x00\xff" and memory.text == "" and memory.encoding is None


def test_passages_give_the_text_of_drawers(store, source, hand):
    store.file("mine", source, [hand.filed("first line\nsecond")])
    with store.snapshot() as snapshot:
        drawers = snapshot.columns(0).drawer.tolist()
        found = snapshot.passages([*drawers, 999])
    assert [found[number].text for number in drawers] == ["first line", "second"]
    assert found[drawers[1]].span == (11, 17) and set(found) == set(drawers)


def test_turns_are_found_by_their_meta(store, source, hand):
    store.file("mine", source, [hand.filed("x", turn="1", meta={"task": "7", "n": 1})])
    store.file("mine", source, [hand.filed("y", turn="2", meta={"task": "77"})])
    store.file("mine", source, [hand.filed("z", turn="3", meta={"in": {"task": "7"}})])
    with store.snapshot() as snapshot:
        assert snapshot.turns_where({"task": "7"}).tolist() == [1]
        assert snapshot.turns_where({"task": "7", "n": 2}).tolist() == []
        assert snapshot.turns_where({}).dtype == np.int64


def test_conversations_are_found_by_their_own_id(store, source, hand):
    store.file(
        "mine", source, [hand.filed("x", conversation="17"), hand.filed("y", conversation="9")]
    )
    with store.snapshot() as snapshot:
        number = snapshot.conversation_numbers("17").tolist()
        assert snapshot.columns(0).conversation.tolist()[0] == number[0] and len(number) == 1
        assert snapshot.conversation_numbers("none").tolist() == []


def test_a_turn_is_found_whole_by_its_key_with_its_drawers(store, source, hand):
    given = hand.filed("a\nb", speaker="Ann")
    store.file("mine", source, [given])
    with store.snapshot() as snapshot:
        turn = snapshot.turn(given.turn.key)
        assert (turn.content, turn.speaker, turn.media_type) == (b"a\nb", "Ann", "text/plain")
        assert list(snapshot.cuts_of(turn.number).values()) == [(0, 1), (2, 3)]
        assert snapshot.turn(bytes(12)) is None


def test_the_log_names_writes_without_remembered_text(store, source, hand):
    store.file("mine", source, [hand.filed("a secret word")])
    store.rename_wing("orion", "lyra")
    log = store.log(10)
    assert [receipt.verb for receipt in log] == ["rename wing", "mine"]
    assert "secret" not in repr(log) and log[0].number == 2


def test_every_turn_comes_out_in_order_of_filing(store, source, hand):
    texts = [f"turn {n}" for n in range(5)]
    store.file("mine", source, [hand.filed(text, turn=text) for text in texts])
    with store.snapshot() as snapshot:
        assert [memory.text for memory in snapshot.turns()] == texts
    assert [turn.content.decode() for turn in store.stored(2, 2)] == texts[2:4]
