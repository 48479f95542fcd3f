"""The contract of palace stores: moving and renaming change places, never identity."""

from dataclasses import replace

import pytest

from camillo.domain.drawer import Span
from camillo.domain.errors import InvalidInput, NotFound
from camillo.domain.place import Place
from camillo.ports.rows import Source


def places(store):
    with store.snapshot() as snapshot:
        rooms = {row.room: (row.wing_name, row.room_name) for row in snapshot.rooms()}
        placed = snapshot.placements(0)
        return [
            (turn, *rooms[room])
            for turn, room in zip(placed.turn.tolist(), placed.room.tolist(), strict=True)
        ]


@pytest.fixture
def two(store, source, hand):
    pair = [hand.filed("one", turn="1", room="api"), hand.filed("two", turn="2", room="ui")]
    store.file("mine", source, pair)
    return pair


def whole(filed):
    return Span(filed.turn.key, 0, 1)


def test_a_moved_turn_lies_in_its_new_place_alone(store, two):
    with store.snapshot() as snapshot:
        before = snapshot.tick().epoch
    receipt = store.move([whole(two[0])], Place("lyra", "notes", "advice"))
    assert receipt.counts == {"turns": 1}
    assert places(store) == [(1, "lyra", "notes"), (2, "orion", "ui")]
    with store.snapshot() as snapshot:
        assert snapshot.get(whole(two[0]), 0).hall == "advice"
        assert snapshot.tick().epoch > before
    assert store.known([two[0].turn.key])


def test_moving_out_of_one_wing_leaves_the_other_placement(store, source, hand):
    for wing in ("orion", "lyra"):
        given = hand.filed("x", wing=wing)
        store.file("mine", source, [given])
    store.move([whole(given)], Place("vega", "api"), from_wing="lyra")
    assert places(store) == [(1, "orion", "api"), (1, "vega", "api")]
    assert store.move([whole(given)], Place("vega"), from_wing="vega").counts == {"turns": 1}
    with pytest.raises(NotFound):
        store.move([whole(given)], Place("vega"), from_wing="nowhere")


def test_renaming_a_wing_changes_its_name_alone(store, two):
    store.rename_wing("orion", "lyra")
    assert places(store) == [(1, "lyra", "api"), (2, "lyra", "ui")]
    with pytest.raises(NotFound):
        store.rename_wing("orion", "x")
    with pytest.raises(InvalidInput):
        store.rename_wing("lyra", "  ")


def test_renaming_onto_a_wing_merges_them_room_by_room(store, source, hand, two):
    store.file("mine", source, [hand.filed("three", turn="3", wing="lyra", room="api")])
    store.rename_wing("orion", "lyra")
    assert places(store) == [(1, "lyra", "api"), (2, "lyra", "ui"), (3, "lyra", "api")]
    with store.snapshot() as snapshot:
        assert len(snapshot.rooms()) == 2
    assert store.check() == []


def test_a_source_meant_by_name_files_where_a_wing_is_called_so_now(store, source, hand):
    store.file("mine", source, [hand.filed("one", turn="1")])
    store.rename_wing("orion", "lyra")
    by_name = replace(source, by_name=True)
    store.file("add", by_name, [hand.filed("two", turn="2")])
    assert places(store) == [(1, "lyra", "api"), (2, "lyra", "api")]
    store.rename_wing("lyra", "vega")
    other = replace(source, uri=f"{source.uri}-other")
    store.file("mine", other, [hand.filed("three", turn="3")])
    store.file("add", by_name, [hand.filed("four", turn="4")])
    store.file("mine", source, [hand.filed("five", turn="5")])
    assert [wing for _, wing, _ in places(store)] == ["vega", "vega", "orion", "orion", "vega"]
    assert store.check() == []


def test_a_source_meant_for_a_wing_s_number_files_there_whatever_it_is_called(store, source, hand):
    store.file("mine", source, [hand.filed("one", turn="1")])
    with store.snapshot() as snapshot:
        (number,) = {row.wing for row in snapshot.rooms()}
    store.rename_wing("orion", "lyra")
    store.file("mine", replace(source, uri="other"), [hand.filed("two", turn="2")])
    numbered = Source("share", "share:s", wing=number)
    store.file("add", numbered, [hand.filed("three", turn="3")])
    assert places(store) == [(1, "lyra", "api"), (2, "orion", "api"), (3, "lyra", "api")]
    assert store.rename_room(number, "api", "web").counts["rooms"] == 1
    assert places(store) == [(1, "lyra", "web"), (2, "orion", "api"), (3, "lyra", "web")]
    store.rename_wing("lyra", "orion")
    for name, wing in (("four", "orion"), ("five", "lyra")):
        with pytest.raises(NotFound, match="no longer"):
            store.file("add", numbered, [hand.filed(name, wing=wing, turn=name)])
    with pytest.raises(NotFound, match="no longer"):
        store.rename_room(number, "web", "api")
    assert [wing for _, wing, _ in places(store)] == ["orion"] * 3
    assert store.check() == []


def test_a_turn_in_both_merged_wings_lies_there_once(store, source, hand):
    for wing in ("orion", "lyra"):
        store.file("mine", source, [hand.filed("x", wing=wing)])
    store.rename_wing("orion", "lyra")
    assert places(store) == [(1, "lyra", "api")]


def test_rooms_are_renamed_and_merged(store, two):
    store.rename_room("orion", "api", "server")
    assert places(store) == [(1, "orion", "server"), (2, "orion", "ui")]
    store.rename_room("orion", "server", "ui")
    assert places(store) == [(1, "orion", "ui"), (2, "orion", "ui")]
    with pytest.raises(NotFound):
        store.rename_room("orion", "server", "x")
    with pytest.raises(NotFound):
        store.rename_room("lyra", "ui", "x")


def wing_numbers(store):
    with store.snapshot() as snapshot:
        return {row.wing_name: row.wing for row in snapshot.rooms()}


def test_a_wing_keeps_its_number_under_every_name_and_no_other_wing_gets_it(store, source, hand):
    store.file("mine", source, [hand.filed("one", turn="1"), hand.filed("two", wing="lyra")])
    first = wing_numbers(store)
    assert first["orion"] != first["lyra"]
    store.rename_wing("orion", "vega")
    assert wing_numbers(store) == {"vega": first["orion"], "lyra": first["lyra"]}
    given = {*first.values()}
    other = replace(source, uri="note:2", by_name=True)
    for turn in range(3):
        store.delete_wing("vega")
        store.file("add", other, [hand.filed(f"again {turn}", turn=f"a{turn}", wing="vega")])
        made = wing_numbers(store)["vega"]
        assert made not in given
        given.add(made)
    store.rename_wing("vega", "lyra")
    third = replace(source, uri="note:3")
    store.file("add", third, [hand.filed("anew", turn="n", wing="vega")])
    assert wing_numbers(store)["lyra"] == first["lyra"]
    assert wing_numbers(store)["vega"] not in given
    assert store.check() == []


def test_wings_show_rooms_counts_and_the_newest_time(store, source, hand):
    early, late = hand.moment("2025-01-01T00:00:00Z"), hand.moment("2025-02-01T00:00:00Z")
    store.file(
        "mine", source, [hand.filed("x", turn="1", at=early), hand.filed("y", turn="2", at=late)]
    )
    store.file("mine", source, [hand.filed("z", turn="3", room="ui")])
    with store.snapshot() as snapshot:
        (wing,) = snapshot.wings()
    assert wing == {
        "wing": "orion",
        "turns": 3,
        "newest": late.micros,
        "rooms": [
            {"room": "api", "turns": 2, "newest": late.micros},
            {"room": "ui", "turns": 1, "newest": None},
        ],
    }


def test_the_turns_of_one_wing_alone_are_those_that_lie_in_no_other(store, source, hand):
    shared = hand.filed("shared", turn="1")
    store.file(
        "mine", source, [shared, hand.filed("own", turn="2"), hand.filed("far", wing="lyra")]
    )
    store.file("mine", source, [hand.filed("shared", turn="1", wing="lyra")])
    with store.snapshot() as snapshot:
        lone = {wing: [one.text for one in snapshot.lone_turns(wing)] for wing in ("orion", "lyra")}
        assert list(snapshot.lone_turns("nowhere")) == []
    assert lone == {"orion": ["own"], "lyra": ["far"]}
    assert store.delete_wing("orion").counts["turns"] == 1
