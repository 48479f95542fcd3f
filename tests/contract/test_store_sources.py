"""The contract of palace stores: sources, and the wings they were mined for."""

from dataclasses import replace

from camillo.domain.drawer import Span
from camillo.domain.place import Place
from camillo.ports.rows import Source


def place_of(store, filed):
    with store.snapshot() as snapshot:
        memory = snapshot.get(Span(filed.turn.key, 0, 1), 0)
    return memory.wing, memory.room


def test_a_sealed_source_is_unchanged_until_its_fingerprint_differs(store, source, hand):
    store.file("mine", source, [hand.filed("x")])
    assert not store.unchanged(source, "orion")
    store.seal(source, "orion")
    assert store.unchanged(source, "orion")
    assert not store.unchanged(source, "lyra")
    assert not store.unchanged(Source(source.kind, source.uri, b"other"), "orion")
    assert not store.unchanged(Source("codex", source.uri, source.fingerprint), "orion")


def test_a_grown_source_files_into_the_wing_as_it_is_called_now(store, source, hand):
    store.file("mine", source, [hand.filed("one", turn="1")])
    store.seal(source, "orion")
    store.rename_wing("orion", "lyra")
    later = hand.filed("two", turn="2", wing="orion")
    store.file("mine", source, [later])
    assert place_of(store, later) == ("lyra", "api")
    with store.snapshot() as snapshot:
        assert [row["wing"] for row in snapshot.wings()] == ["lyra"]


def test_a_moved_turn_is_not_moved_back_by_mining_again(store, source, hand):
    given = hand.filed("x y")
    store.file("mine", source, [given])
    store.seal(source, "orion")
    store.move([Span(given.turn.key, 0, 1)], Place("lyra", "ui", "events"))
    store.file("mine", source, [given])
    with store.snapshot() as snapshot:
        assert len(snapshot.placements(0).turn) == 1
    assert place_of(store, given) == ("lyra", "ui")


def test_a_known_turn_gains_the_place_of_a_wing_not_mined_for_before(store, source, hand):
    store.file("mine", source, [hand.filed("x", wing="orion")])
    store.seal(source, "orion")
    store.file("mine", source, [hand.filed("x", wing="lyra")])
    with store.snapshot() as snapshot:
        names = {row.room: row.wing_name for row in snapshot.rooms()}
        assert [names[room] for room in snapshot.placements(0).room] == ["orion", "lyra"]


def test_sources_not_seen_become_unreachable_and_keep_their_turns(store, hand):
    for name in ("a", "b", "c"):
        uri = f"file:///home/x/{name}.md"
        store.file("mine", Source("file", uri, b"1"), [hand.filed(name, conversation=uri)])
    store.file("mine", Source("file", "file:///home/xy/d.md"), [hand.filed("d", conversation="d")])
    assert store.mark_unreachable("file:///home/x", ["file:///home/x/a.md"]) == 2
    assert store.mark_unreachable("file:///home/x", ["file:///home/x/a.md"]) == 0
    with store.snapshot() as snapshot:
        assert snapshot.counts()["unreachable"] == 2 and snapshot.counts()["turns"] == 4
        assert len(snapshot.sources()) == 4
    store.seal(Source("file", "file:///home/x/b.md", b"1"), "orion")
    with store.snapshot() as snapshot:
        assert snapshot.counts()["unreachable"] == 1


def test_a_source_that_was_missed_is_read_again_when_it_is_back(store, source, hand):
    store.file("mine", source, [hand.filed("x")])
    store.seal(source, "orion")
    store.mark_unreachable("note:1", [])
    assert not store.unchanged(source, "orion")
    store.seal(source, "orion")
    assert store.unchanged(source, "orion")


def test_a_source_mined_for_no_wing_is_sealed_without_making_one(store, source, hand):
    store.file("mine", source, [hand.filed("x", wing="orion")])
    store.seal(source, "")
    assert store.unchanged(source, "") and store.unchanged(source, "orion") is False
    with store.snapshot() as snapshot:
        assert [row["wing"] for row in snapshot.wings()] == ["orion"]
    store.move([Span(hand.filed("x").turn.key, 0, 1)], Place("lyra"))
    store.file("mine", source, [hand.filed("x", wing="orion")])
    assert place_of(store, hand.filed("x"))[0] == "lyra"
    assert store.check() == []


def test_a_turn_keeps_the_language_it_was_cut_for(store, source, hand):
    given = replace(hand.filed("olá"), language="pt")
    store.file("mine", source, [given])
    with store.snapshot() as snapshot:
        assert snapshot.turn(given.turn.key).language == "pt"
    assert store.stored(0, 1)[0].language == "pt"


def test_sources_tell_their_state_and_what_they_gave(store, hand):
    here, gone = Source("file", "file:///a/here.md"), Source("file", "file:///b/gone.md")
    store.file("mine", gone, [hand.filed("one", turn="1", conversation="g")])
    store.file("mine", here, [hand.filed("two", turn="2", conversation="h")])
    store.file("mine", here, [hand.filed("three", turn="3", conversation="h")])
    store.mark_unreachable("file:///b", [])
    with store.snapshot() as snapshot:
        rows = snapshot.source_rows(10)
        assert [(row.uri, row.state, row.turns) for row in rows] == [
            (gone.uri, "unreachable", 1),
            (here.uri, "present", 2),
        ]
        assert rows[0].kind == "file"
        assert snapshot.source_rows(1) == rows[:1]
