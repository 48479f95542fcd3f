"""Evolution: a new memory refreshes the contexts of those it is close to, with and without a model."""

from functools import cache

import pytest

from camillo import Palace
from camillo.app.settings import Settings
from camillo.domain.errors import NotFound

A = "The heat pump in the cellar rattles loudly at night, and nobody sleeps."
B = f"{A} Kowalski of Thermex replaced its bearing."
B2 = f"{A} The Vaillant warranty covers it."
C = "We booked the train to Lisbon for the summer holidays."
QUESTION = "Kowalski Thermex bearing"


@pytest.fixture(params=["static", "transformer"])
def palace(tmp_path, request):
    with Palace.open(settings=Settings(palace=tmp_path / "palace.camillo")) as opened:
        if request.param == "static":
            opened._parts.embedder = cache(lambda: None)
        yield opened


def tell(palace, text, number, **rest):
    made = {"wing": "house", "source": f"chat:{number}", "speaker": "Ana", "role": "user", **rest}
    id = palace.add(text, at=f"2025-0{number}-01", **made).ids[0]
    palace.refine()
    return id


def rows(palace):
    """Everything stored of contexts, as it lies in the file."""
    with palace._store.snapshot() as snapshot:
        return snapshot.contexts(range(1, 1 + snapshot.last_drawer()))


def test_a_close_neighbour_is_found_by_a_later_memorys_words_and_undo_restores_the_bytes(palace):
    a, c = tell(palace, A, 1), tell(palace, C, 2)
    before, other = rows(palace), palace.episodes.context(c)
    assert a not in [hit.id for hit in palace.search(QUESTION).results if hit.why["fused"] > 0.2]
    b = tell(palace, B, 3)
    hit = next(hit for hit in palace.search(QUESTION).results if hit.id == a)
    assert hit.why["context_line_from"] == b
    context = palace.episodes.context(a)
    assert [line.text for line in context.lines] == ["Kowalski of Thermex replaced its bearing."]
    assert palace.get(context.lines[0].id).text == context.lines[0].text
    assert palace.episodes.context(c) == other
    assert {palace.get(id).text for id in (a, c)} == {A, C}
    palace.episodes.undo(a)
    assert rows(palace) == before
    assert all("context_line" not in hit.why for hit in palace.search(QUESTION).results)
    assert palace.doctor() == []


def test_refreshes_are_versions_and_the_last_is_taken_back_first(palace):
    a = tell(palace, A, 1)
    tell(palace, B, 2)
    first = rows(palace)
    tell(palace, B2, 3)
    assert palace.episodes.context(a).version == 2
    assert [row.version for row in rows(palace) if row.drawer == 1] == [1, 2]
    palace.episodes.undo(a)
    assert [row for row in rows(palace) if row.drawer == 1] == first
    palace.episodes.undo(a)
    with pytest.raises(NotFound):
        palace.episodes.undo(a)


def test_what_was_undone_stays_undone_after_a_rebuild(palace):
    a = tell(palace, A, 1)
    tell(palace, B, 2)
    palace.episodes.undo(a)
    palace.rebuild()
    assert palace.episodes.context(a).lines == ()


def test_a_rebuild_comes_to_the_same_contexts(palace):
    ids = [tell(palace, text, number) for number, text in enumerate((A, C, B, B2), 1)]
    before = [palace.episodes.context(id) for id in ids]
    assert any(one.lines for one in before)
    palace.rebuild()
    assert [palace.episodes.context(id) for id in ids] == before


def test_forgetting_the_later_memory_takes_its_words_out_of_the_context(palace):
    a, b = tell(palace, A, 1), tell(palace, B, 2)
    palace.forget([b])
    assert palace.episodes.context(a).lines == ()
    assert all("context_line" not in hit.why for hit in palace.search(QUESTION).results)


def test_no_wing_tells_another_anything(palace):
    a = tell(palace, A, 1)
    tell(palace, B, 2, wing="office")
    assert palace.episodes.context(a).lines == ()


def test_what_says_nothing_new_refreshes_nothing(palace):
    a = tell(palace, A, 1)
    tell(palace, A + " Yes.", 2)
    assert palace.episodes.context(a).lines == ()


def test_web_pages_and_machines_refresh_nothing(palace):
    a = tell(palace, A, 1)
    tell(palace, B, 2, source="https://example.org/pump")
    tell(palace, B2, 3, role="tool")
    assert palace.episodes.context(a).lines == ()
