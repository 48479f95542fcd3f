"""The spool into the palace."""

from camillo import Palace
from camillo.app.resident.filing import Filer

SAID = [("user", "Why did the tide gauge stop?"), ("assistant", "Its clock ran five hours fast.")]


def kept(settings):
    with Palace.open(settings.palace, settings=settings) as palace, palace._store.snapshot() as now:
        return [one.text for one in now.turns()]


def test_a_spooled_transcript_is_filed_in_its_project_s_wing(settings, transcript, spooled, state):
    spooled("s1", transcript("s1", SAID))
    assert Filer(settings).run().filed == 1
    assert kept(settings) == [text for _, text in SAID]
    with Palace.open(settings.palace, settings=settings) as palace:
        assert [row["wing"] for row in palace.wings()] == ["orion"]
    assert state.entries() == []


def test_a_grown_transcript_adds_only_its_new_turns(settings, transcript, spooled):
    filer = Filer(settings)
    spooled("s1", transcript("s1", SAID))
    filer.run()
    spooled("s1", transcript("s1", [*SAID, ("user", "Set it to UTC.")]))
    filer.run()
    assert kept(settings) == [*(text for _, text in SAID), "Set it to UTC."]
