"""Tending: memories that name a page are linked to it, once, and never again once that was undone."""

import pytest

from camillo import Palace
from camillo.domain.errors import NotFound


@pytest.fixture
def palace(tmp_path):
    with Palace.open(tmp_path / "p.camillo") as opened:
        yield opened


def ties(palace, id):
    return [(tie.kind, tie.text, tie.outward) for tie in palace.links.of(id) if tie.number]


def test_a_memory_that_names_a_page_is_linked_to_it_and_stays_as_it_is(palace):
    palace.notes.create("Codes are safe.", title="Orion gateway")
    palace.remember("We decided that sign-in runs on the Orion gateway.", wing="w", at="2026-11-20")
    before = (
        [one.text for one in palace.memories.all()] if hasattr(palace.memories, "all") else None
    )
    made = palace.upkeep.point()
    assert [(one.slug, one.title) for one in made] == [("orion-gateway", "Orion gateway")]
    assert ties(palace, made[0].memory) == [("references", "Codes are safe.", True)]
    page = palace.notes.read("orion-gateway")
    assert [outward for _, _, outward in ties(palace, page.id)] == [False]
    assert before is None or before == [one.text for one in palace.memories.all()]
    assert palace.upkeep.standing() == made


def test_tending_twice_changes_nothing(palace):
    palace.notes.create("Codes are safe.", title="OAuth")
    palace.diaries.write("reviewer", "OAuth first, then OAuth again.")
    assert len(palace.upkeep.point()) == 1
    log = palace.log()
    assert palace.upkeep.point() == ()
    assert palace.log() == log


def test_an_undone_link_does_not_come_back(palace):
    palace.notes.create("Codes are safe.", title="OAuth")
    palace.notes.create("A database.", title="Postgres")
    entry = palace.diaries.write("reviewer", "OAuth on Postgres.").ids[0]
    first, second = palace.upkeep.point()
    assert palace.upkeep.undo(first.number) == 1
    assert palace.upkeep.standing() == (second,)
    assert palace.upkeep.point() == () and len(ties(palace, entry)) == 1
    palace.links.undo(second.number)
    assert palace.upkeep.point() == () and ties(palace, entry) == []
    with pytest.raises(NotFound):
        palace.upkeep.undo(second.number)
    assert palace.upkeep.undo() == 0


def test_a_memory_that_points_at_the_page_already_gets_no_link(palace):
    palace.notes.create("Codes are safe.", title="OAuth")
    palace.diaries.write("reviewer", "OAuth, see [[kb:oauth]].")
    palace.diaries.write("reviewer", "`OAuth` in code, and MyOAuthServer.")
    assert palace.upkeep.point() == ()


def test_no_link_leads_to_a_source_or_a_deleted_page(palace):
    palace.notes.capture("Body.", title="OAuth", url="https://x.org/oauth")
    palace.notes.create("A database.", title="Postgres")
    palace.notes.delete("postgres")
    palace.diaries.write("reviewer", "OAuth on Postgres.")
    assert palace.upkeep.point() == ()


def test_the_link_follows_the_page_to_its_newest_version(palace):
    palace.notes.create("Codes are safe.", title="OAuth")
    entry = palace.diaries.write("reviewer", "OAuth first.").ids[0]
    palace.upkeep.point()
    palace.notes.edit("oauth", "Codes are very safe.", version=1)
    assert len(palace.upkeep.point()) == 1
    assert ties(palace, entry) == [("references", "Codes are very safe.", True)]
    assert palace.upkeep.point() == () and len(palace.upkeep.standing()) == 1
    palace.upkeep.undo()
    palace.notes.edit("oauth", "Codes are safer.", version=2)
    assert palace.upkeep.point() == ()


def test_two_who_tend_at_once_make_each_link_once(palace):
    palace.notes.create("Codes are safe.", title="OAuth")
    entry = palace.diaries.write("reviewer", "OAuth first.").ids[0]
    with Palace.open(palace.path) as other:
        with palace._store.snapshot() as snapshot:
            acts, _ = palace.upkeep._due(snapshot, 0, 10)
            assert len(acts) == 2
        assert len(other.upkeep.point()) == 1
    assert palace.upkeep.point() == () and len(ties(palace, entry)) == 1


def test_no_word_of_a_forgotten_page_stays_in_the_links_to_it(palace):
    note = palace.notes.create("Zanzibar it was.", title="Zanzibar trip")
    entry = palace.diaries.write("reviewer", "Our Zanzibar trip went well.").ids[0]
    assert len(palace.upkeep.point()) == 1
    palace.forget([note.id, entry])
    assert palace.upkeep.standing() == () and palace.upkeep.point() == ()
    for file in palace.path.parent.iterdir():
        assert b"Zanzibar" not in file.read_bytes(), file.name


def test_idle_time_links_the_newest_and_looks_again_only_after_a_change(palace):
    palace.notes.create("Codes are safe.", title="OAuth")
    palace.diaries.write("reviewer", "OAuth first.")
    palace.derive()
    assert len(palace.upkeep.standing()) == 1


def test_a_memory_that_was_rewritten_keeps_one_link_and_what_was_undone_stays_undone(palace):
    palace.notes.create("A database.", title="Postgres")
    palace.remember("We decided that billing stays on Postgres.", wing="w", at="2026-11-20")
    (first,) = palace.upkeep.point()
    path = palace.memories.all()[0].path
    palace.remember(
        "We decided that billing stays on Postgres for five years.", wing="w", at="2026-11-21"
    )
    palace.upkeep.point()
    current = {one.id for one in palace.memories.all()}
    assert {one.memory for one in palace.upkeep.standing()} <= current
    palace.upkeep.undo()
    palace.remember(
        "We decided that billing moves from Postgres to Redis.", wing="w", at="2026-11-22"
    )
    made = palace.upkeep.point()
    assert path not in {palace.get(one.memory).conversation for one in made}
    assert first.slug == "postgres"
