"""Looking into a palace: plans, readings, and that nothing is left behind."""

import json

import pytest

from camillo import Palace
from camillo.domain.errors import InvalidInput, NotFound
from camillo.domain.search import Filters


@pytest.fixture
def palace(tmp_path):
    with Palace.open(tmp_path / "palace.camillo") as opened:
        yield opened


def mined(palace, folder, rows):
    export = folder / "turns.jsonl"
    export.write_text("".join(json.dumps(one) + "\n" for one in rows), encoding="utf-8")
    palace.mine(export, refine=False)


def talk(count, **more):
    base = {"conversation": "c", "role": "user", "wing": "orion", "room": "api"}
    return [{**base, "turn": str(n), "text": f"saying {n}", **more} for n in range(count)]


def test_a_plan_counts_what_wings_count(palace, tmp_path):
    mined(palace, tmp_path, talk(7))
    palace.add("A decision.", wing="orion", room="other", hall="decisions")
    palace.add("A decision.", wing="lyra", room="x", hall="events")
    plan = palace.looking.plan()
    told = {(wing.wing, room.room): room.turns for wing in plan.wings for room in wing.rooms}
    wanted = {
        (wing["wing"], room["room"]): room["turns"]
        for wing in palace.wings()
        for room in wing["rooms"]
    }
    assert told == wanted
    assert [wing.wing for wing in plan.wings] == ["orion", "lyra"]
    for wing in plan.wings:
        for room in wing.rooms:
            assert sum(room.halls.values()) == room.turns
    assert plan.counts["turns"] == palace.status()["turns"]


def test_an_empty_palace_has_an_empty_plan(palace):
    assert palace.looking.plan().wings == ()
    assert palace.looking.newest("nowhere") == ()


def test_a_reading_is_a_window_of_whole_turns(palace, tmp_path):
    mined(palace, tmp_path, talk(30))
    id = next(one.id for one in palace.search("saying 15").results if one.text == "saying 15")
    seen = palace.looking.reading(id, before=3, after=2)
    assert [one.text for one in seen.turns] == [f"saying {n}" for n in range(12, 18)]
    assert (seen.first, seen.total) == (12, 30)
    assert [one.passage.text for one in seen.turns if one.passage] == ["saying 15"]
    assert palace.looking.reading(seen.turns[0].memory.id, before=100, after=0).first == 0


def test_a_passage_is_marked_in_its_own_bytes_whatever_the_letters(palace):
    id = palace.add("前言。答案在这里 🦉。后记。", wing="w").ids[0]
    key = id.partition(":")[0]
    start = len("前言。".encode())
    end = start + len("答案在这里 🦉。".encode())
    (turn,) = palace.looking.reading(f"{key}:{start}-{end}").turns
    assert (turn.passage.before, turn.passage.text, turn.passage.after) == (
        "前言。",
        "答案在这里 🦉。",
        "后记。",
    )


@pytest.mark.parametrize("start", [0, 2, 700_002, 1_399_990])
@pytest.mark.slow
def test_a_long_text_is_shown_around_its_passage_and_says_what_it_leaves_out(palace, start):
    id = palace.add("é" * 700_000, wing="w").ids[0]
    key = id.partition(":")[0]
    (turn,) = palace.looking.reading(f"{key}:{start}-{start + 8}").turns
    assert turn.size == 1_400_000
    assert 1_190_000 < turn.cut < turn.size
    assert set(turn.passage.before + turn.passage.after) <= {"é"}


def test_what_was_replaced_stands_alone_and_says_so(palace, tmp_path):
    note = tmp_path / "note.md"
    note.write_text("# One\n\nThe first version.\n")
    palace.mine(note, refine=False)
    old = palace.search("first version").results[0].id
    note.write_text("# One\n\nThe second version.\n")
    palace.mine(note, refine=False)
    seen = palace.looking.reading(old)
    assert not seen.current
    assert "first" in seen.turns[0].text


def test_an_id_that_cuts_a_letter_is_refused(palace):
    key = palace.add("é" * 10, wing="w").ids[0].partition(":")[0]
    with pytest.raises(InvalidInput, match="within a letter"):
        palace.looking.reading(f"{key}:1-5")


def test_a_text_that_is_not_here_is_said_not_to_be(palace):
    with pytest.raises(NotFound):
        palace.looking.reading("000000000000000000000000:0-1")


def test_the_newest_of_a_wing_come_last_filed_first_and_without_what_is_gone(palace):
    for n in range(5):
        palace.add(f"text {n}", wing="w", room="a" if n % 2 else "b")
    gone = palace.add("text 5", wing="w", room="a").ids
    palace.forget(gone)
    assert [one.text for one in palace.looking.newest("w")] == ["text 4", "text 3", "text 2"]
    assert [one.text for one in palace.looking.newest("w", "a")] == ["text 3", "text 1"]


def test_searching_so_counts_as_no_use(palace):
    palace.add("We chose GraphQL.", wing="w")

    def used():
        palace._uses.flush()
        with palace._store.snapshot() as snapshot:
            return snapshot.uses(snapshot.columns(0).turn.tolist())

    assert palace.looking.search("GraphQL", Filters(), 5).results
    assert not used()
    assert palace.search("GraphQL").results
    assert used()


def test_a_quick_answer_asks_no_transformer_and_finds_by_words(palace):
    palace.add("We chose GraphQL.", wing="w")
    palace.refine()
    whole = palace.looking.search("GraphQL", Filters(), 5).results[0]
    quick = palace.looking.search("GraphQL", Filters(), 5, quick=True).results[0]
    assert quick.id == whole.id
    assert "pooled" in whole.why["arms"] and "pooled" not in quick.why["arms"]
