"""Links, chains of causes and tunnels through the palace."""

import json

import pytest

from camillo import Palace
from camillo.domain.errors import InvalidInput, NotFound


@pytest.fixture
def palace(tmp_path):
    with Palace.open(tmp_path / "palace.camillo") as palace:
        yield palace


def add(palace, text, **rest):
    return palace.add(text, **rest).ids[0]


def linked(palace):
    palace._parts.linking().run(patient=False)


def words(chain):
    return [step.text for step in chain.steps]


def test_a_chain_told_in_scattered_texts_comes_back_from_its_end(palace):
    told = [
        "The dishwasher hose burst overnight and flooded the kitchen.",
        "The parquet in the hallway is warped because of the dishwasher hose.",
        "We sleep at the hotel since the warped parquet is being torn out.",
    ]
    for day, text in enumerate(told, 1):
        add(palace, text, at=f"2026-03-0{day}", wing="home")
        add(
            palace,
            f"The market had {day} sorts of apples today.",
            at=f"2026-03-0{day}",
            wing="home",
        )
    palace.refine()
    linked(palace)
    assert words(palace.links.why("why do you sleep at the hotel?")) == told[::-1]
    assert (
        palace.links.why("why do you sleep at the hotel?").steps[1].clause.startswith("the warped")
    )


def test_a_link_made_by_hand_counts_as_a_cause_until_it_is_undone(palace):
    effect, cause = add(palace, "We moved to Porto."), add(palace, "Ana found work there.")
    made = palace.links.make(effect, cause, "caused_by", reason="she said so", strength=0.8)
    chain = palace.links.causes(effect)
    assert words(chain) == ["We moved to Porto.", "Ana found work there."]
    assert (chain.steps[1].of, chain.steps[1].weight) == (effect, 0.8)
    [tie] = palace.links.of(cause)
    assert (tie.id, tie.outward, tie.reason, tie.by) == (effect, False, "she said so", "user")
    palace.links.undo(int(made.ids[0]))
    assert words(palace.links.causes(effect)) == ["We moved to Porto."]
    assert palace.links.of(cause) == ()
    with pytest.raises(NotFound):
        palace.links.undo(int(made.ids[0]))


def test_the_same_link_made_again_has_the_new_reason(palace):
    a, b = add(palace, "one text"), add(palace, "another text")
    for reason in ("first", "second"):
        palace.links.make(a, b, "goes with", reason=reason)
    assert [tie.reason for tie in palace.links.of(a)] == ["second"]


def test_causes_in_a_circle_end(palace):
    a, b = add(palace, "the hen"), add(palace, "the egg")
    palace.links.make(a, b, "caused_by")
    palace.links.make(b, a, "caused_by")
    assert words(palace.links.causes(a, depth=8)) == ["the hen", "the egg"]


@pytest.mark.parametrize(
    "bad",
    [{"kind": ""}, {"kind": "x" * 41}, {"strength": 0.0}, {"strength": 2.0}, {"reason": "x" * 501}],
)
def test_what_cannot_be_linked_is_refused(palace, bad):
    a, b = add(palace, "one text"), add(palace, "another text")
    with pytest.raises(InvalidInput):
        palace.links.make(a, b, **{"kind": "similar", **bad})
    with pytest.raises(InvalidInput):
        palace.links.make(a, a, "similar")
    with pytest.raises(NotFound):
        palace.links.make(a, "0" * 24 + ":0-3", "similar")


def test_forgetting_an_end_takes_the_words_of_links_no_longer_in_force(palace):
    a, b = add(palace, "The vault code changed."), add(palace, "Nobody could get in.")
    undone = palace.links.make(b, a, "caused_by", reason="undone quagga")
    palace.links.undo(int(undone.ids[0]))
    palace.links.make(b, a, "similar", reason="replaced quagga")
    palace.links.make(b, a, "similar", reason="later quagga")
    palace.forget([a])
    with palace._store.snapshot() as snapshot:
        assert "quagga" not in json.dumps([dict(act.payload) for act in snapshot.acts(())])
    assert palace.doctor() == []


def test_forgetting_a_room_takes_the_words_of_tunnels_no_longer_in_force(palace):
    add(palace, "The vault code changed.", wing="bank", room="vault")
    add(palace, "Nobody could get in.", wing="home", room="door")
    ends = ("bank", "vault"), ("home", "door")
    undone = palace.links.tunnel(*ends, reason="undone quagga")
    palace.links.undo(int(undone.ids[0]))
    palace.links.tunnel(*ends, reason="replaced quagga")
    palace.links.tunnel(*ends, reason="later quagga")
    palace.forget(wing="bank")
    with palace._store.snapshot() as snapshot:
        assert "quagga" not in json.dumps([dict(act.payload) for act in snapshot.acts(())])
    assert palace.doctor() == []


def test_the_next_forgetting_ends_what_a_killed_one_left_of_links(palace, monkeypatch):
    a, b = add(palace, "The vault code changed."), add(palace, "Nobody could get in.")
    other = add(palace, "Something else entirely.")
    palace.links.make(b, a, "caused_by", reason="the code of the quagga")
    with monkeypatch.context() as killed:
        killed.setattr("camillo.app.links.unlinking.Watch.forgotten", lambda self, receipt: receipt)
        palace.forget([a])
    palace.forget([other])
    with palace._store.snapshot() as snapshot:
        assert "quagga" not in json.dumps([dict(act.payload) for act in snapshot.acts(())])


def test_forgetting_an_end_takes_the_link_its_words_and_says_so(palace):
    a, b = add(palace, "keep this text"), add(palace, "forget this text")
    palace.links.make(a, b, "similar", reason="a telling reason of plover")
    receipt = palace.forget([b])
    assert receipt.counts["links"] == 1
    assert palace.links.of(a) == ()
    palace.close()
    assert b"plover" not in palace.path.read_bytes()


def dug(palace, wing=None):
    return [
        ((one.a.wing, one.a.room), (one.b.wing, one.b.room), one.reason)
        for one in palace.links.tunnels(wing)
    ]


@pytest.fixture
def rooms(palace):
    for wing, room in (("orion", "api"), ("vega", "sync"), ("vega", "other")):
        add(palace, f"a text for {wing} and {room}", wing=wing, room=room)
    palace.links.tunnel(("orion", "api"), ("vega", "sync"), reason="one protocol")
    return palace


def test_a_tunnel_outlasts_renaming_of_its_rooms_and_wings(rooms):
    rooms.rename_room("vega", "sync", "synchronising")
    rooms.rename_wing("orion", "Orion II")
    assert dug(rooms) == [(("Orion II", "api"), ("vega", "synchronising"), "one protocol")]
    assert dug(rooms, "vega") == dug(rooms) and dug(rooms, "elsewhere") == []


def test_a_tunnel_leads_to_what_its_room_was_merged_into(rooms):
    rooms.rename_room("vega", "sync", "other")
    assert dug(rooms) == [(("orion", "api"), ("vega", "other"), "one protocol")]
    add(rooms, "a text for altair", wing="altair", room="api")
    rooms.rename_wing("orion", "altair")
    assert dug(rooms) == [(("altair", "api"), ("vega", "other"), "one protocol")]


def test_a_deleted_wing_takes_its_tunnels_and_no_later_room_inherits_them(rooms):
    receipt = rooms.forget(wing="vega")
    assert receipt.counts["tunnels"] == 1
    add(rooms, "a text for a new wing", wing="deneb", room="sync")
    assert dug(rooms) == []


def test_undoing_a_tunnel_closes_it(rooms):
    [tunnel] = rooms.links.tunnels()
    rooms.links.undo(tunnel.number)
    assert rooms.links.tunnels() == ()


def test_rooms_across_wings_that_share_rare_names_have_a_tunnel(palace):
    add(palace, "The `sync_engine` of ours drops rows.", wing="orion", room="api")
    evidence = add(palace, "Port `sync_engine` to the phone.", wing="vega", room="mobile")
    add(palace, "Nothing to see.", wing="altair", room="misc")
    [tunnel] = palace.links.tunnels()
    assert {tunnel.a.wing, tunnel.b.wing} == {"orion", "vega"} and not tunnel.number
    assert "sync engine" in tunnel.entities and evidence in tunnel.evidence


def test_names_that_meet_again_and_again_are_a_hallway(palace):
    for day in range(4):
        add(palace, f"On day {day} `sync_engine` called `row_store` again.", wing="orion")
        add(palace, f"On day {day} `mailer_job` ran alone.", wing="orion")
    assert ("row store", "sync engine") in [one.entities for one in palace.links.hallways("orion")]
    with pytest.raises(NotFound):
        palace.links.hallways("nowhere")


def test_a_note_is_linked_from_what_names_it_whichever_came_first(palace, tmp_path):
    folder = tmp_path / "vault"
    folder.mkdir()
    (folder / "Log.md").write_text("We follow [[Watering plan]] from now on.")
    palace.mine(folder, wing="garden", refine=False)
    linked(palace)
    (folder / "Watering plan.md").write_text("Twice a week, early in the morning.")
    (folder / "Later.md").write_text("As [[Watering plan]] says.")
    palace.mine(folder, wing="garden", refine=False)
    linked(palace)
    plan = palace.search("twice a week early in the morning").results[0].id
    naming = [tie for tie in palace.links.of(plan) if tie.kind == "references"]
    assert sorted(tie.text for tie in naming) == [
        "As [[Watering plan]] says.",
        "We follow [[Watering plan]] from now on.",
    ]
    assert not any(tie.outward for tie in naming)


def test_an_issue_number_leads_to_where_it_was_first_named(palace):
    first = add(palace, "#412: the importer loses the last line.", at="2026-01-01")
    later = add(palace, "Shipped. Fixes #412 for good.", at="2026-01-05")
    linked(palace)
    assert [step.id for step in palace.links.causes(later).steps] == [later, first]
    assert ("references", first) in [(tie.kind, tie.id) for tie in palace.links.of(later)]


def test_a_run_of_tools_is_walked_back_from_what_passed(palace, tmp_path):
    steps = [
        ("tool_call", '{"name": "Bash", "input": {"command": "pytest tests/cart.py"}}'),
        ("tool_result", "1 failed, 7 passed\nExit code 1"),
        ("tool_call", '{"name": "Edit", "input": {"file_path": "cart.py", "old_string": "a"}}'),
        ("tool_result", "The file was updated."),
        ("tool_call", '{"name": "Bash", "input": {"command": "pytest tests/cart.py"}}'),
        ("tool_result", "all 8 passed"),
    ]
    path = tmp_path / "run.jsonl"
    path.write_text(
        "".join(
            json.dumps({"conversation": "c", "turn": str(at), "part": part, "text": text}) + "\n"
            for at, (part, text) in enumerate(steps)
        )
    )
    palace.mine(path, wing="w", refine=False)
    linked(palace)
    [end] = [hit.id for hit in palace.search("all 8 passed").results if hit.text == "all 8 passed"]
    assert words(palace.links.causes(end)) == [steps[at][1] for at in (5, 2, 1, 0)]


def test_a_text_shows_what_stands_beside_it(palace):
    a, b = add(palace, "one text", wing="orion", room="api"), add(palace, "another", wing="vega")
    palace.links.make(a, b, "similar")
    palace.links.tunnel(("orion", "api"), ("vega", "general"))
    beside = palace.links.beside(palace.get(a))
    assert [tie.id for tie in beside.links] == [b] and len(beside.tunnels) == 1
    assert palace.links.beside(palace.get(palace.get(a).document)).links == ()
