"""The contract of palace stores: conversations as runs of turns, gists, contexts and their marks."""

from dataclasses import replace

import pytest

from camillo.domain.drawer import Span
from camillo.domain.errors import InvalidInput
from camillo.ports.episodes import ContextRow, GistLine, GistRow, Talk
from camillo.ports.rows import Redaction, Source

TIMES = ("2025-03-01T10:00:00Z", "2025-03-01T10:01:00Z", "2025-03-02T09:00:00Z")


@pytest.fixture
def talk(store, source, hand):
    """Three turns in one conversation, two of them one drawer each, and a lone turn elsewhere."""
    filed = [
        hand.filed(text, turn=str(n), at=hand.moment(at), role="user", speaker="Ana")
        for n, (text, at) in enumerate(
            zip(("one apple", "two pears", "three figs"), TIMES, strict=True)
        )
    ]
    store.file("mine", source, filed)
    alone = hand.filed("alone", conversation="d", wing="lyra")
    store.file("mine", Source("note", "note:2"), [alone])
    return [*filed, alone]


def test_a_conversation_of_two_turns_or_more_is_a_talk(store, talk, hand):
    with store.snapshot() as snapshot:
        first, last = (hand.moment(at).micros for at in (TIMES[0], TIMES[2]))
        assert snapshot.talks() == snapshot.talks("orion") == [Talk(1, 3, first, last)]
        assert snapshot.talks("lyra") == snapshot.talks("nowhere") == []
        turns = snapshot.talk_turns([1, 99])
        assert snapshot.talk_turns([]) == []
    assert [each.turn for each in turns] == [1, 2, 3]
    assert [each.told for each in turns] == list(TIMES)
    assert {(each.native, each.kind, each.part, each.role, each.speaker) for each in turns} == {
        ("c", "note", "text", "user", "Ana")
    }
    assert turns[0].id == f"{talk[0].turn.key.hex()}:0-9"
    assert (turns[0].hall, turns[0].wings) == ("events", ("orion",))


def test_a_replaced_turn_is_in_no_talk(store, source, hand, talk):
    store.file("mine", source, [hand.filed("three plums", turn="2", at=hand.moment(TIMES[2]))])
    with store.snapshot() as snapshot:
        assert [each.turn for each in snapshot.talk_turns([1])] == [1, 2, 5]


def test_files_are_no_talks(store, source, hand):
    store.file("mine", source, [hand.filed(word, turn=word, role="document") for word in "ab"])
    with store.snapshot() as snapshot:
        assert snapshot.talks() == []


def test_turns_are_known_by_key_and_by_drawer(store, talk):
    keys = [each.turn.key for each in talk[:3]]
    with store.snapshot() as snapshot:
        assert snapshot.turn_numbers([*keys, bytes(12)]) == {k: n for n, k in enumerate(keys, 1)}
        assert snapshot.drawers_of([1, 3, 99]) == {1: (1,), 3: (3,)}
        assert snapshot.talks_of([1, 4, 99]) == {1: 1, 4: 2}
        assert snapshot.drawers_of([]) == snapshot.talks_of([]) == {}


GIST = GistRow(1, 1, 3, (GistLine(1, 0, 9), GistLine(3, 6, 10)))


def test_gists_replace_those_of_their_conversation_and_move_the_mark(store, talk):
    with store.snapshot() as snapshot:
        assert snapshot.gisted() == 0 and snapshot.last_turn() == 4
        assert snapshot.talks_after(0, 4) == [1, 2] and snapshot.talks_after(3, 4) == [2]
        assert snapshot.talks_after(0, 3) == [1]
    assert store.put_gists({1: [replace(GIST, turns=2)]}, 0, 3)
    assert store.put_gists({1: [GIST], 2: []}, 3, 4)
    with store.snapshot() as snapshot:
        assert snapshot.gists([1, 2]) == [GIST] and snapshot.gists([]) == []
        assert (snapshot.gisted(), snapshot.talks_after(4, 4)) == (4, [])
    assert store.check() == []


def test_gists_from_a_stale_mark_are_not_filed(store, talk):
    assert store.put_gists({1: [GIST]}, 0, 4)
    with store.snapshot() as snapshot:
        tick = snapshot.tick()
    assert not store.put_gists({1: []}, 0, 4)
    with store.snapshot() as snapshot:
        assert snapshot.gists([1]) == [GIST] and snapshot.tick() == tick
    for after, upto in ((4, 3), (4, 9)):
        with pytest.raises(InvalidInput):
            store.put_gists({}, after, upto)


def test_forgetting_a_turn_takes_its_gist_away_and_says_that_it_waits(store, talk, hand):
    store.put_gists({1: [GIST]}, 0, 4)
    store.forget([Redaction(Span(talk[1].turn.key, 0, 9), ())])
    with store.snapshot() as snapshot:
        assert snapshot.gists([1]) == [] and snapshot.talks_after(4, 4) == [1]
    assert store.put_gists({1: []}, 4, 4)
    with store.snapshot() as snapshot:
        assert snapshot.talks_after(4, 4) == []
    assert store.check() == []


def test_a_gist_that_points_nowhere_is_told(store, talk):
    store.put_gists({1: [replace(GIST, lines=(GistLine(1, 0, 99),))]}, 0, 4)
    assert "points nowhere" in str(store.check()[0])


ROWS = [ContextRow(1, 1, 2, 0, 9), ContextRow(1, 2, 3, 0, 5), ContextRow(2, 1, 3, 0, 10)]


def test_contexts_are_found_by_either_end(store, talk):
    assert store.put_contexts([*ROWS, ContextRow(1, 3, 99, 0, 1)], 0, 3)
    assert not store.put_contexts(ROWS, 0, 3)
    with store.snapshot() as snapshot:
        assert snapshot.contexts([1, 2, 3]) == ROWS and snapshot.contexts([2]) == ROWS[2:]
        assert snapshot.contexts_from([3]) == ROWS[1:]
        assert snapshot.contexts([]) == [] and snapshot.evolved() == 3
    assert store.check() == []
    assert store.drop_contexts(ROWS[1:2]) == 1
    with store.snapshot() as snapshot:
        assert snapshot.contexts([1]) == ROWS[:1]


def test_contexts_go_with_the_drawer_that_gave_them(store, talk):
    store.put_contexts(ROWS, 0, 4)
    store.forget([Redaction(Span(talk[2].turn.key, 0, 10), ())])
    with store.snapshot() as snapshot:
        assert snapshot.contexts([1, 2]) == ROWS[:1]
    assert store.check() == []


def test_a_new_generation_begins_without_gists_and_contexts(store, talk):
    store.put_gists({1: [GIST]}, 0, 4)
    store.put_contexts(ROWS, 0, 4)
    building = store.begin_generation()
    turns = store.stored(0, 9)
    cuts = [(turn, each.cuts) for turn, each in zip(turns, talk, strict=True)]
    building = store.extend_generation(building, cuts)
    store.switch_generation(building)
    with store.snapshot() as snapshot:
        assert (snapshot.gisted(), snapshot.evolved()) == (0, 0)
        assert snapshot.gists([1]) == [] and snapshot.contexts([1, 2]) == []
    assert store.check() == []
