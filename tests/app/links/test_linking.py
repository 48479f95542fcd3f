"""The linking pass: the same graph however drawers arrive within a write and however the work is cut."""

import json
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from camillo import Palace
from camillo.knowledge.links.linker import MOST_LATER, NEAREST

THINGS = ("boiler", "kitchen", "tomato", "garden", "violin", "harbour", "engine", "library")
TALES = ("broke", "was repaired", "looks lovely", "smells odd", "is too loud", "was painted")


def texts(count, seed=3):
    """Made-up reports, many of them alike."""
    dice = random.Random(seed)
    made = {}
    while len(made) < count:
        a, b = dice.sample(THINGS, 2)
        said = f"the {a} {dice.choice(TALES)} while the {b} {dice.choice(TALES)}"
        made[f"{said} on day {dice.randint(1, 9)} beside the old {dice.choice(THINGS)} house"] = (
            None
        )
    return list(made)


def record(number, text, **rest):
    return {"conversation": f"c{number}", "turn": str(number), "role": "user", "text": text, **rest}


def export(path, records):
    path.write_text("".join(json.dumps(one) + "\n" for one in records), encoding="utf-8")
    return path


def graph(palace, kinds=None):
    """All links by the texts they connect."""
    with palace._store.snapshot() as snapshot:
        drawers = snapshot.shelved(0).drawer.tolist()
        told = {drawer: one.text for drawer, one in snapshot.passages(drawers).items()}
        return {
            (told[link.a], link.kind, told[link.b], link.weight)
            for link in snapshot.links(drawers)
            if kinds is None or link.kind in kinds
        }


def linked(palace, limit=None):
    return palace._parts.linking().run(limit, patient=False)


@pytest.fixture
def opened(tmp_path):
    palaces = []

    def opened(name):
        palaces.append(Palace.open(tmp_path / name / "palace.camillo"))
        return palaces[-1]

    yield opened
    for palace in palaces:
        palace.close()


@settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.permutations(range(40)), st.booleans())
@pytest.mark.slow
def test_links_do_not_depend_on_the_order_within_a_write(opened, tmp_path, order, timed):
    said = texts(40)
    day = [f"2025-03-{1 + number % 28:02}" for number in range(40)]
    records = [
        record(number, text, **({"at": day[number]} if timed else {}))
        for number, text in enumerate(said)
    ]
    found = []
    for name, listed in (("as it is", records), ("shuffled", [records[at] for at in order])):
        palace = opened(f"{name} {hash(tuple(order))} {timed}")
        palace.mine(export(tmp_path / "turns.jsonl", listed), wing="w", refine=False)
        linked(palace)
        found.append(graph(palace))
    assert found[0] == found[1]
    assert len(found[0]) > 20


@pytest.mark.parametrize("limit", [1, 7, None])
def test_linking_bit_by_bit_gives_the_graph_of_linking_at_once(opened, tmp_path, limit):
    said = texts(60)
    batches = [said[at : at + 15] for at in range(0, 60, 15)]
    whole, slowly = opened("whole"), opened("slowly")
    for number, batch in enumerate(batches):
        records = [record(15 * number + at, text) for at, text in enumerate(batch)]
        path = export(tmp_path / f"{number}.jsonl", records)
        whole.mine(path, wing="w", refine=False)
        slowly.mine(path, wing="w", refine=False)
        while linked(slowly, limit):
            pass
    assert linked(whole) == 60
    assert graph(whole) == graph(slowly) != set()


def test_a_rebuild_gives_the_same_graph(opened, tmp_path):
    palace = opened("one")
    for number, batch in enumerate((texts(30), texts(30, seed=5))):
        records = [record(100 * number + at, text) for at, text in enumerate(batch)]
        palace.mine(export(tmp_path / f"{number}.jsonl", records), wing="w", refine=False)
    linked(palace)
    before = graph(palace)
    palace.rebuild()
    assert palace.status()["unlinked"] == 60 and graph(palace) == set()
    linked(palace)
    assert graph(palace) == before != set()


def test_no_drawer_is_a_hub(opened, tmp_path):
    palace = opened("one")
    said = [
        f"the boiler in the old kitchen broke on day {number} of winter" for number in range(50)
    ]
    records = [record(number, text) for number, text in enumerate(said)]
    palace.mine(export(tmp_path / "turns.jsonl", records), wing="w", refine=False)
    linked(palace)
    found = graph(palace, {"similar"})
    out = [a for a, _, _, _ in found]
    later = [b for _, _, b, _ in found]
    assert max(map(out.count, out)) == NEAREST
    assert max(map(later.count, later)) == MOST_LATER
    assert all(weight >= 0.7 for *_, weight in found)


def test_chatter_is_similar_to_nothing(opened, tmp_path):
    palace = opened("one")
    said = ["thanks, see you soon!", "thanks, see you!", "ok thanks", "Thank you so much!"]
    records = [record(number, text) for number, text in enumerate(said)]
    palace.mine(export(tmp_path / "turns.jsonl", records), wing="w", refine=False)
    linked(palace)
    assert palace.status()["unlinked"] == 0 and graph(palace) == set()


def test_what_waits_for_the_model_is_not_linked_before(opened):
    palace = opened("one")
    if palace.status()["model"] is None:
        pytest.skip("no model is installed")
    for text in texts(3):
        palace.add(text)
    assert palace.status()["unlinked"] == 3
    assert palace._parts.linking().run() == 0
    assert palace.refine().linked == 3
    assert palace.status()["unlinked"] == 0


def test_two_processes_do_not_link_twice(opened, tmp_path):
    palace, other = opened("one"), Palace.open(tmp_path / "one" / "palace.camillo")
    with other:
        records = [record(number, text) for number, text in enumerate(texts(20))]
        palace.mine(export(tmp_path / "turns.jsonl", records), wing="w", refine=False)
        assert linked(palace) == 20
        before = graph(palace)
        assert linked(other) == 0
        assert graph(other) == before


def test_a_drawer_cut_anew_is_linked_again(opened):
    palace = opened("one")
    first = palace.add(
        "The boiler in the old kitchen broke on Monday, and water ran out of it."
    ).ids[0]
    palace.add(
        "The boiler in the old kitchen broke again, and water ran out of it.\n\nthe secret word is plover"
    )
    linked(palace)
    assert len(graph(palace)) == 1
    found = palace.search("plover").results[0]
    at = found.text.encode().index(b"the secret")
    key, _, span = found.id.partition(":")
    start = int(span.partition("-")[0]) + at
    palace.forget([f"{key}:{start}-{start + len('the secret word is plover')}"])
    linked(palace)
    assert [b for _, _, b, _ in graph(palace)] == [palace.get(first).text]


@pytest.mark.slow
def test_with_vectors_order_and_slices_make_no_difference_either(opened, tmp_path):
    said = texts(40)
    records = [record(number, text) for number, text in enumerate(said)]
    found = []
    for name, listed in (("as it is", records), ("turned round", records[::-1])):
        palace = opened(name)
        palace.mine(export(tmp_path / "turns.jsonl", listed), wing="w", refine=True)
        found.append(graph(palace))
    assert found[0] == found[1] != set()
