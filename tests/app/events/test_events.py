"""Events of host applications: saved whatever fails, distilled once, and only what changed is touched."""

import itertools
import signal
import subprocess
import sys

import pytest

from camillo import Palace
from camillo.app.memories import memories as distilling
from camillo.domain.errors import InvalidInput
from camillo.domain.event import Event

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


KILLED = """
import os, signal, sys
from camillo import Palace
from camillo.app.memories.memories import Memories

def dies(*args, **rest):
    os.kill(os.getpid(), signal.SIGKILL)

setattr(Memories, sys.argv[2], dies)
with Palace.open(sys.argv[1]) as palace:
    palace.events.note_saved("n1", "Billing", sys.argv[3], ["billing"], "w1", sys.argv[4])
"""


@pytest.mark.slow
@pytest.mark.parametrize("where", ["distil", "retire"])
def test_what_a_kill_interrupts_is_done_by_the_next_event(tmp_path, where):
    path = tmp_path / "p.camillo"
    with Palace.open(path) as palace:
        save(palace)
    given = [sys.executable, "-c", KILLED, str(path), where, LATER, "2026-05-02T10:00:00Z"]
    assert subprocess.run(given, check=False).returncode == -signal.SIGKILL
    with Palace.open(path) as palace:
        assert len(palace.events.waiting()) == 1
        assert palace.get(palace.events.waiting()[0].id).text == LATER
        save(palace, "Lunch is served at noon in Lisbon.", note="n2", tags=["food"])
        assert not palace.events.waiting()
        kept, earlier = standing(palace)
        assert kept.count("Ana") == 1 and "May 3" in earlier and "May 3" not in kept
        assert palace.doctor() == []


def test_events_in_any_order_end_in_the_newest_state(tmp_path):
    versions = [
        (FIRST, "2026-05-01"),
        (LATER, "2026-05-02"),
        (FIRST + "\nBo pays it.", "2026-05-03"),
    ]
    for at, order in enumerate(itertools.permutations(versions)):
        with Palace.open(tmp_path / f"{at}.camillo") as palace:
            for body, day in order:
                save(palace, body, day)
            (current,) = [hit for hit in palace.search("Postgres", conversation="n1").results][:1]
            assert palace.get(current.id.split(":")[0] + ":0-999").text == versions[-1][0]
            kept, _ = standing(palace)
            assert "May 3" in kept and "Bo pays it" in kept and "Ana" not in kept


def test_a_statement_that_another_note_makes_too_stays(palace):
    save(palace)
    save(palace, FIRST, note="n2", tags=["copy"])
    before = {one.path: one.text for one in palace.memories.all()}
    save(palace, "We chose Postgres for the billing service.", "2026-05-02T10:00:00Z")
    assert {one.path: one.text for one in palace.memories.all()} == before
    save(palace, "Nothing of it holds in this team.", "2026-05-02T10:00:00Z", note="n2")
    kept, earlier = standing(palace)
    assert "May 3" in earlier and "May 3" not in kept and "Postgres" in kept


def test_an_emptied_note_retires_all_that_rested_on_it(palace):
    save(palace)
    assert save(palace, "", "2026-05-02T10:00:00Z").action == "saved"
    kept, earlier = standing(palace)
    assert "Postgres" not in kept and "Postgres" in earlier
    assert not palace.search("Postgres", meta={"source_note": "n1"}, source_kind="memory").results


def test_a_forgotten_note_leaves_the_queue(palace, monkeypatch):
    with monkeypatch.context() as broken:
        broken.setattr(distilling.Memories, "distil", lambda *a, **k: 1 / 0)
        taken = save(palace)
    palace.forget([taken.id])
    palace.refine()
    assert not palace.events.waiting() and not palace.memories.all()


@pytest.mark.parametrize("whole", [True, False])
def test_with_the_text_of_an_event_go_the_words_it_was_told_with(palace, whole):
    first = save(
        palace, note="zebra-note", tags=["quibbleworth"], relations=["mumbletitle"], workspace="w9"
    )
    save(palace, body="", note="other-empty", tags=["hushhush"], workspace="w9")
    kept = save(palace, LATER, note="n2", tags=["standing"], relations=["further"], workspace="w1")
    if whole:
        palace.forget(wing=first.wing)
    else:
        palace.forget([first.id])
    with palace._store.snapshot() as snapshot:
        told = str([(act.subject, act.payload) for act in snapshot.acts()])
    assert "standing" in told and "further" in told and kept.id in told
    assert ("hushhush" in told) != whole
    for word in ("zebra-note", "quibbleworth", "mumbletitle"):
        assert word not in told
    content = b"".join(one.read_bytes() for one in palace.path.parent.iterdir() if one.is_file())
    assert b"mumbletitle" not in content
    assert (
        save(palace, LATER, note="n2", tags=["standing"], relations=["further"]).action
        == "unchanged"
    )


def test_prompts_keep_both_sides_and_distil_the_result(palace):
    taken = palace.events.prompt_executed(
        "p1", "Which cache do we use?", "We chose Redis for the cache.", workspace="w1", note="n9"
    )
    assert taken.action == "saved"
    assert palace.search("which cache", conversation="p1", speaker=None).results
    kept, _ = standing(palace)
    assert "Redis" in kept and "Which cache" not in kept
    assert palace.search("Redis", meta={"source_note": "n9"}).results


@pytest.mark.parametrize("kind", ["note", "action", "odd"])
def test_an_event_that_cannot_be_used_writes_nothing(palace, kind):
    before = palace.status()["turns"]
    with pytest.raises(InvalidInput):
        palace.events.take(Event(kind, "text", "w1", id="\x00"))
    with pytest.raises(InvalidInput):
        palace.events.take(Event("note", "text", "", id="n1"))
    assert palace.status()["turns"] == before
