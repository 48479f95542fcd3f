"""Events of host applications: saved whatever fails, distilled once, and only what changed is touched."""

import pytest

from camillo import Palace
from camillo.app.memories import memories as distilling

FIRST = "We chose Postgres for the billing service.\nThe deadline of the release is May 3."
LATER = "We chose Postgres for the billing service.\nInvoices are sent on Mondays by Ana."


@pytest.fixture
def palace(tmp_path):
    with Palace.open(tmp_path / "p.camillo") as made:
        yield made


def save(palace, body=FIRST, at="2026-05-01T10:00:00Z", note="n1", **rest):
    given = {"title": "Billing", "tags": ["billing"], "workspace": "w1", **rest}
    return palace.events.note_saved(
        note, given.pop("title"), body, given.pop("tags"), given.pop("workspace"), at, **given
    )


def standing(palace):
    parts = [one.text.partition("## Earlier") for one in palace.memories.all()]
    return "\n".join(one[0] for one in parts), "\n".join(one[2] for one in parts)


def state(palace):
    return {
        "memories": [(one.path, one.text, one.versions) for one in palace.memories.all()],
        "wings": palace.wings(),
        "turns": palace.status()["turns"],
    }


def test_a_saved_note_is_kept_word_for_word_and_distilled(palace):
    taken = save(palace)
    assert (taken.action, taken.wing, taken.rooms, taken.extracted) == (
        "saved",
        "w1",
        ("billing",),
        True,
    )
    assert palace.get(taken.id).text == FIRST
    assert any("Postgres" in one.text for one in palace.memories.all("w1"))


def test_memories_are_found_by_the_note_and_the_task_they_come_from(palace):
    save(palace)
    palace.events.agent_action("t7", "We chose Redis for the queue.", workspace="w1", note="n1")
    found = palace.search("what did we choose", meta={"source_note": "n1"}).results
    assert {hit.source_kind for hit in found} == {"memory", "note", "agent"}
    by_task = palace.search("queue", meta={"source_task": "t7"}).results
    assert any(hit.part == "memory" and "Redis" in hit.text for hit in by_task)
    assert not palace.search("queue", meta={"source_task": "t8"}).results


def test_an_update_touches_only_what_changed(palace):
    save(palace, note="other", body="Our office is in Lisbon near the river.", tags=["office"])
    save(palace)
    before = {one.path: one for one in palace.memories.all()}
    save(palace, LATER, "2026-05-02T10:00:00Z")
    after = {one.path: one for one in palace.memories.all()}
    office = next(one for one in before.values() if "Lisbon" in one.text)
    assert after[office.path] == office
    kept, earlier = standing(palace)
    assert "Ana" in kept and "Postgres" in kept
    assert "May 3" in earlier and "May 3" not in kept
    assert any("May 3" in palace.get(id).text for one in after.values() for id in one.versions[:1])


def test_the_same_event_twice_changes_nothing(palace):
    save(palace)
    before = state(palace)
    assert save(palace).action == "unchanged"
    assert state(palace) == before


def test_an_older_state_never_overwrites_a_newer_one(palace):
    save(palace, LATER, "2026-05-02T10:00:00Z")
    before = state(palace)
    assert save(palace, FIRST, "2026-05-01T10:00:00Z").action == "outdated"
    assert state(palace) == before


def test_a_failing_extraction_never_fails_the_save_and_is_tried_again(palace, monkeypatch):
    def fails(*args, **kwargs):
        raise RuntimeError("broken")

    with monkeypatch.context() as broken:
        broken.setattr(distilling.Memories, "distil", fails)
        taken = save(palace)
        assert (taken.action, taken.extracted, taken.waiting) == ("saved", False, 1)
        assert palace.get(taken.id).text == FIRST
    assert not palace.memories.all()
    palace.refine()
    assert not palace.events.waiting()
    assert any("Postgres" in one.text for one in palace.memories.all())


def test_what_came_back_stands_again(palace):
    save(palace)
    save(palace, LATER, "2026-05-02T10:00:00Z")
    save(palace, FIRST, "2026-05-03T10:00:00Z")
    kept, earlier = standing(palace)
    assert "May 3" in kept and "May 3" not in earlier
    assert "Ana" in earlier and "Ana" not in kept


def test_a_workspace_keeps_its_wing_through_renaming(palace):
    save(palace, workspace_name="Orion")
    palace.rename_wing("Orion", "Apollo")
    assert save(palace, LATER, "2026-05-02T10:00:00Z", workspace_name="Orion").wing == "Apollo"
    assert (
        save(palace, "Deploys run on Fridays only.", note="n2", workspace_name="Orion").wing
        == "Apollo"
    )
    assert [row["wing"] for row in palace.wings()] == ["Apollo"]


def test_two_workspaces_of_one_name_have_two_wings(palace):
    first = save(palace, workspace_name="Notes").wing
    second = save(palace, note="n2", workspace="w2", workspace_name="Notes").wing
    assert first == "Notes" and second != first


def test_related_notes_dig_tunnels_and_unrelated_ones_fill_them_up(palace):
    save(palace, relations=["n2"])
    assert not palace.links.tunnels()
    save(palace, "The API returns invoices as JSON.", note="n2", tags=["api"])
    (tunnel,) = palace.links.tunnels()
    assert {tunnel.a.room, tunnel.b.room} == {"billing", "api"}
    save(palace, LATER, "2026-05-02T10:00:00Z", relations=["n2"])
    assert len(palace.links.tunnels()) == 1
    save(palace, LATER, "2026-05-03T10:00:00Z", relations=[])
    assert not palace.links.tunnels()


def test_changed_tags_move_a_note(palace):
    save(palace, tags=["billing", "db"])
    rooms = {row["room"] for row in palace.rooms("w1")}
    assert {"billing", "db"} <= rooms
    assert palace.search("Postgres billing", room="db").results
    taken = save(palace, at="2026-05-02T10:00:00Z", tags=["archive"])
    assert taken.rooms == ("archive",)
    assert palace.search("Postgres billing", room="archive").results
    assert not [hit for hit in palace.search("Postgres", room="db").results if hit.part == "text"]
