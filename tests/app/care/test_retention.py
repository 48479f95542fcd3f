"""Rules of how long texts are kept: what they mean, what they leave alone, and who follows them."""

from pathlib import Path

import pytest

from camillo import Palace
from camillo.app.settings import Settings
from camillo.domain.errors import InvalidInput, NotFound


@pytest.fixture
def palace(tmp_path: Path):
    with Palace.open(settings=Settings(palace=tmp_path / "p.camillo", refine=False)) as opened:
        yield opened


def texts(palace: Palace) -> set[str]:
    with palace._store.snapshot() as snapshot:
        return {one.text for one in snapshot.turns() if one.text.strip()}


def test_a_rule_is_looked_at_first_and_deletes_nothing_by_itself(palace):
    palace.add("Old talk.", wing="lake", at="2020-01-01")
    palace.add("New talk.", wing="lake", at="2026-11-01")
    would = palace.retention.plan("lake", "90d", now="2026-11-30")
    assert [one.text for one in would] == ["Old talk."]
    palace.retention.keep("lake", "90d")
    assert texts(palace) == {"Old talk.", "New talk."}


def test_refine_follows_the_rules(palace):
    palace.add("Old talk.", wing="lake", at="2020-01-01")
    palace.add("Other talk.", wing="town", at="2020-01-01")
    palace.retention.keep("lake", "90d")
    palace.refine(limit=1)
    assert texts(palace) == {"Other talk."}
    assert palace.search("Old talk", wing="lake").results == ()
    with pytest.raises(InvalidInput, match="forgotten"):
        palace.add("Old talk.", wing="lake", at="2020-01-01")


def test_pinned_undated_shared_and_noted_texts_are_kept(palace):
    pinned = palace.add("Pinned talk.", wing="lake", at="2020-01-01")
    palace.pruning.pin(pinned.ids[0])
    palace.add("Undated talk.", wing="lake")
    shared = palace.add("Shared talk.", wing="lake", at="2020-01-01", source="s:1", turn="a")
    palace.add("Shared talk.", wing="town", at="2020-01-01", source="s:1", turn="a")
    palace.notes.create("A page about reeds.\n", title="Reeds", wing="lake")
    before = texts(palace)
    palace.retention.keep("lake", "1d")
    assert palace.retention.follow(now="2035-01-01") == ()
    assert texts(palace) == before
    assert palace.get(shared.ids[0]).text == "Shared talk."


def test_memories_outlive_the_age_of_their_wing(palace):
    palace.remember("We decided to use PostgreSQL for the ledger.", wing="lake", at="2020-01-01")
    with palace._store.snapshot() as snapshot:
        kinds = {one.source_kind for one in snapshot.turns()}
    assert "memory" in kinds
    assert all(
        one.source_kind != "memory" for one in palace.retention.plan("lake", "1d", now="2035-01-01")
    )


def test_a_rule_goes_with_its_wings_name(palace):
    palace.add("Old talk.", wing="lake", at="2020-01-01")
    palace.retention.keep("lake", "90d")
    palace.rename_wing("lake", "sea")
    (rule,) = palace.retention.rules()
    assert (rule.wing, rule.days, rule.present) == ("sea", 90, True)
    palace.retention.lift("sea")
    assert palace.retention.rules() == ()
    assert palace.retention.follow(now="2035-01-01") == ()


def test_where_wings_merge_the_shorter_time_holds(palace):
    for wing, age in (("lake", "90d"), ("sea", "30d")):
        palace.add(f"Talk of {wing}.", wing=wing, at="2026-11-29")
        palace.retention.keep(wing, age)
    palace.rename_wing("lake", "sea")
    assert [(one.wing, one.days) for one in palace.retention.rules()] == [("sea", 30)]


def test_what_cannot_be_a_rule_is_refused(palace):
    palace.add("Talk.", wing="lake")
    with pytest.raises(InvalidInput, match="day"):
        palace.retention.keep("lake", "0d")
    with pytest.raises(InvalidInput):
        palace.retention.keep("lake", "soon")
    with pytest.raises(NotFound):
        palace.retention.keep("moon", "90d")
    with pytest.raises(NotFound):
        palace.retention.lift("lake")
