"""Uses: what was shown is counted, in batches, and never at the cost of reading."""

import pytest

from camillo import Palace
from camillo.app.settings import Settings
from camillo.domain.knowledge import Use
from camillo.domain.moment import Moment

NOW = "2025-06-01T00:00:00Z"


@pytest.fixture
def settings(tmp_path):
    return Settings(palace=tmp_path / "home" / "palace.camillo", refine=False, busy_seconds=0.2)


def uses(settings):
    with Palace.open(settings=settings) as palace, palace._store.snapshot() as snapshot:
        return snapshot.uses([1, 2, 3])


@pytest.fixture
def palace(settings):
    with Palace.open(settings=settings) as opened:
        for text in ("We decided to use red bricks.", "The mortar is grey.", "Lunch was soup."):
            opened.add(text, wing="wall", at="2025-05-01")
        yield opened


def test_what_search_get_and_wake_up_show_is_counted_when_the_palace_is_closed(palace, settings):
    hit = palace.search("red bricks", now=NOW, limit=1).results[0]
    palace.get(hit.id, now="2025-07-01T00:00:00Z")
    told = palace.wake_up(wing="wall", now=NOW)
    assert hit.id in told.cites
    assert uses(settings) == {}
    palace.close()
    found = uses(settings)
    assert found[1] == Use(3, Moment.parse("2025-07-01T00:00:00Z").end())


def test_injected_memories_are_counted(palace, settings):
    given = palace.relevant("Which bricks did we decide to use for the wall?", now=NOW)
    palace.close()
    assert bool(given.ids) == bool(uses(settings))


def test_the_next_write_takes_them_along(palace, settings):
    palace.search("mortar", limit=1, now=NOW)
    palace.add("The roof is next.", wing="wall")
    with palace._store.snapshot() as snapshot:
        assert snapshot.uses([2])[2].count == 1


def test_counting_changes_no_clock_and_leaves_no_receipt(palace):
    before = palace.log(50)
    with palace._store.snapshot() as snapshot:
        tick = snapshot.tick()
    palace.search("mortar", now=NOW)
    palace._uses.flush()
    with palace._store.snapshot() as snapshot:
        assert snapshot.tick() == tick and snapshot.uses([2])
    assert palace.log(50) == before


def test_while_another_process_writes_uses_are_kept_for_later(palace, settings):
    palace.search("mortar", limit=1, now=NOW)
    with Palace.open(settings=settings) as other, other._store._session.writing():
        palace._uses.flush()
    with palace._store.snapshot() as snapshot:
        assert snapshot.uses([2]) == {}
    palace._uses.flush()
    with palace._store.snapshot() as snapshot:
        assert snapshot.uses([2])[2].count == 1


def test_closing_does_not_wait_for_another_process(palace, settings):
    palace.search("mortar", now=NOW)
    with Palace.open(settings=settings) as other, other._store._session.writing():
        palace.close()


def test_what_is_forgotten_before_it_is_counted_is_let_go(palace, settings):
    hit = palace.search("mortar", limit=1, now=NOW).results[0]
    palace.forget([hit.id])
    palace.close()
    assert {*uses(settings)} <= {1, 2, 3}


def test_warming_up_counts_nothing(palace, settings):
    palace.warm()
    palace.close()
    assert uses(settings) == {}


def test_uses_that_cannot_be_written_are_let_go(palace, settings):
    assert palace.search("mortar", now=NOW).results
    palace._store.close()
    palace.close()
    assert uses(settings) == {}
