"""Who names a wing means the one that is called so now; who named one that was renamed still finds it."""

import pytest

from camillo import Palace
from camillo.app.settings import Settings


@pytest.fixture
def palace(tmp_path):
    with Palace.open(tmp_path / "p.camillo", settings=Settings()) as made:
        yield made


def remembered(palace, text, wing):
    return palace.memories.read(palace.remember(text, wing=wing).path).wing


def stored(palace, text, wing):
    path = f"memory/{len(text)}.md"
    palace.memories.store(path, f"- {text}\n", wing=wing)
    return palace.memories.read(path).wing


def in_diary(palace, text, wing):
    return palace.get(palace.diaries.write("reviewer", text, wing=wing).ids[0]).wing


def added(palace, text, wing):
    return palace.get(palace.add(text, wing=wing, source="chat:1").ids[0]).wing


WAYS = (remembered, stored, in_diary, added)
FIRST = "Ana keeps four bees in the garden."
SECOND = "The billing service runs on Postgres."


@pytest.mark.parametrize("way", WAYS)
def test_a_new_wing_of_an_old_name_is_another_wing(palace, way):
    assert way(palace, FIRST, "orion") == "orion"
    palace.rename_wing("orion", "apollo")
    palace.add("Something else came to be called so.", wing="orion", source="note:9")
    assert way(palace, SECOND, "orion") == "orion"
    assert palace.doctor() == []


@pytest.mark.parametrize("way", [stored, in_diary, added])
def test_while_no_wing_is_called_so_the_renamed_one_is_meant(palace, way):
    way(palace, FIRST, "orion")
    palace.rename_wing("orion", "apollo")
    assert way(palace, SECOND, "orion") == "apollo"
    assert [row["wing"] for row in palace.wings()] == ["apollo"]


def test_a_transcript_that_grows_stays_in_the_wing_it_was_mined_for(palace, tmp_path):
    file = tmp_path / "notes.md"
    file.write_text(f"# Bees\n\n{FIRST}\n")
    palace.mine(file, wing="orion")
    palace.rename_wing("orion", "apollo")
    palace.add("Something else came to be called so.", wing="orion", source="note:9")
    file.write_text(f"# Bees\n\n{FIRST}\n\n# Billing\n\n{SECOND}\n")
    palace.mine(file, wing="orion")
    assert palace.search("billing service Postgres").results[0].wing == "apollo"
