"""Notes are mapped, tended and told alike in either store."""

from pathlib import Path

import pytest

from camillo import Palace
from camillo.domain.owner import Owner

NOW = "2026-11-30"


@pytest.fixture(params=["sqlite", "postgres"])
def palace(request, tmp_path: Path):
    address = f"sqlite://{tmp_path}" if request.param == "sqlite" else ""
    address = address or str(request.getfixturevalue("postgres_admin"))
    with Palace.connect(address, Owner(f"notes {tmp_path}", "ana")) as opened:
        yield opened


def test_the_map_pointers_and_tending_hold_in_either_store(palace):
    palace.notes.create("Codes are safe. See [[Budget]]. Tiago Almeida wrote it.", title="OAuth")
    palace.notes.create("OAuth is told by Tiago Almeida.", title="Plan", link=False)
    palace.notes.capture("# Marmots\n\nThey sleep long.\n", title="Marmots", url="https://x.org/m")
    palace.diaries.write("reviewer", "OAuth first.")
    palace.add("We decided to follow [[kb:oauth]] in billing.", wing="orion", at="2026-11-20")
    told = palace.notes.map(now=NOW).markdown
    assert "- write [[Budget]] (wanted by oauth)" in told and "[[marmots]] Marmots" in told
    woken = palace.wake_up(wing="orion", now=NOW, budget=1_000)
    assert "[[kb:oauth]](OAuth)" in woken.text and "sleep" not in woken.text
    assert [one.slug for one in palace.upkeep.point()] == ["oauth"] and palace.upkeep.point() == ()
    assert palace.upkeep.undo() == 1 and palace.upkeep.point() == ()
    assert [one.slug for one in palace.notes.related("plan")] == ["oauth"]
    proposed = {one.text: one.id for one in palace.upkeep.open()}
    assert len(proposed) == 2
    palace.reflection.accept(proposed["Write the page “Budget”, which a page asks for."])
    assert "[[budget]]" in palace.notes.map(now=NOW).markdown
    note = palace.notes.read("oauth")
    palace.forget([note.id])
    assert "[[oauth]] OAuth" not in palace.notes.map(now=NOW).markdown
