"""Related notes: found by the rare names they share, shown with their lines, never linked by themselves."""

import pytest

from camillo import Palace
from camillo.domain.errors import NotFound


@pytest.fixture
def palace(tmp_path):
    with Palace.open(tmp_path / "p.camillo") as opened:
        yield opened


def write(palace, title, text):
    return palace.notes.create(text, title=title, link=False)


def test_a_note_that_names_the_same_things_is_suggested_with_the_lines_that_show_it(palace):
    write(palace, "Trip", "First line.\nWe met Tiago Almeida in Lisbon Harbour.")
    write(palace, "Contract", "The contract with Tiago Almeida ends.\nOther words.")
    write(palace, "Garden", "Roses need water.")
    (found,) = palace.notes.related("trip")
    assert (found.slug, found.title, found.layer) == ("contract", "Contract", "page")
    told = [(one.here, one.there) for one in found.shared if one.name == "Tiago Almeida"]
    assert told == [
        ("We met Tiago Almeida in Lisbon Harbour.", "The contract with Tiago Almeida ends.")
    ]
    assert found.score > 0
    assert palace.notes.links("trip").links == () and palace.notes.links("contract").backlinks == ()


def test_linked_deleted_and_own_notes_are_not_suggested(palace):
    write(palace, "Trip", "We met Tiago Almeida, see [[contract]].")
    write(palace, "Contract", "The contract with Tiago Almeida ends.")
    write(palace, "Back", "Tiago Almeida again, see [[trip]].")
    write(palace, "Gone", "Tiago Almeida left.")
    palace.notes.delete("gone")
    assert palace.notes.related("trip") == ()


def test_a_name_that_a_note_has_lost_suggests_it_no_longer(palace):
    write(palace, "Trip", "We met Tiago Almeida.")
    write(palace, "Contract", "The contract with Tiago Almeida ends.")
    assert palace.notes.related("trip")
    palace.notes.edit("contract", "The contract ends.", version=1)
    assert palace.notes.related("trip") == ()


def test_rarer_and_more_names_stand_first_within_the_limit(palace):
    write(palace, "Trip", "We met Tiago Almeida and Ingrid Solberg.")
    write(palace, "Both", "Tiago Almeida wrote to Ingrid Solberg.")
    for number in range(3):
        write(palace, f"One {number}", f"Ingrid Solberg called {number} times.")
    assert palace.notes.related("trip", limit=2)[0].slug == "both"
    assert len(palace.notes.related("trip", limit=2)) == 2
    with pytest.raises(NotFound):
        palace.notes.related("nothing")
