"""The map of content: ranked, bounded, made anew when notes change, and nothing of the forgotten in its file."""

import json
import os
import stat
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from camillo import Palace
from camillo.app.notes.mapped import Index, survey
from camillo.models.counting import token_counter

NOW = "2026-11-30"
COUNT = token_counter()


@pytest.fixture
def palace(tmp_path):
    with Palace.open(tmp_path / "palace.camillo") as opened:
        yield opened


def index_of(palace):
    return palace.path.with_name(palace.path.name + ".notes.json")


def test_what_most_lead_to_stands_first_and_sources_tell_a_title_alone(palace):
    palace.notes.create("Start at [[plan]] and [[Budget]].", title="Home")
    palace.notes.create("The plan says: move. [[home]] too.", title="Plan")
    palace.notes.create("Also [[plan]].", title="Other")
    palace.notes.capture(
        "A body that nobody should read here.", title="Their page", url="https://x.org/a"
    )
    told = palace.notes.map(tokens=500, now=NOW).markdown
    assert told.index("[[plan]] Plan: The plan says: move.") < told.index("[[home]]")
    assert "[[their-page]] Their page" in told and "nobody should" not in told
    assert "- write [[Budget]] (wanted by home)" in told and "- link to [[other]]" in told
    whole = json.loads(palace.notes.map(now=NOW).json)
    assert [one["slug"] for one in whole["pages"]] == ["plan", "home", "other"]
    assert whole["broken"] == [{"target": "Budget", "wanted_by": ["home"]}]


def test_a_cut_map_says_how_much_it_left_out_and_keeps_its_budget(palace):
    for number in range(40):
        palace.notes.create("Some words.", title=f"Page number {number}", link=False)
    for tokens in (0, 7, 60, 300):
        told = palace.notes.map(tokens=tokens, now=NOW).markdown
        assert COUNT(told) <= tokens
    assert "more not shown: pages" in told


def test_each_change_of_a_note_is_on_the_next_map(palace):
    palace.notes.create("One.", title="Plan")
    assert "Plan" in palace.notes.map(now=NOW).markdown
    palace.notes.rename("plan", "Scheme")
    assert "Scheme" in palace.notes.map(now=NOW).markdown
    assert "[[plan]]" not in palace.notes.map(now=NOW).markdown
    palace.notes.delete("scheme")
    assert palace.notes.map(now=NOW).markdown == ""
    palace.notes.restore("scheme")
    assert "Scheme" in palace.notes.map(now=NOW).markdown


def test_another_process_reads_what_one_has_found_and_finds_anew_what_one_has_changed(palace):
    palace.notes.create("See [[b]].", title="A")
    palace.notes.create("Two.", title="B")
    palace.notes.map(now=NOW)
    with palace._store.snapshot() as snapshot:
        found = Index(palace.path).at(snapshot)
        assert found == survey(snapshot)
        mark = json.loads(index_of(palace).read_text())
        mark["backlinks"] = [[2, 99]]
        index_of(palace).write_text(json.dumps(mark))
        assert Index(palace.path).at(snapshot).backlinks == {2: 99}
    with Palace.open(palace.path) as other:
        other.notes.create("See [[b]].", title="C")
        assert "C" in other.notes.map(now=NOW).markdown
    told = json.loads(palace.notes.map(now=NOW).json)
    assert {one["slug"]: one["backlinks"] for one in told["pages"]} == {"a": 0, "b": 2, "c": 0}


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"null", b"[]", b'{"mark": 3}', b"\xff\x00", b"[" * 100_000,
     b'{"mark": [1, 1], "backlinks": 7, "broken": []}'],
)  # fmt: skip
def test_a_torn_or_foreign_index_never_breaks_a_context(palace, content):
    palace.notes.create("We [[plan]].", title="Home")
    palace.notes.map(now=NOW)
    index_of(palace).write_bytes(content)
    with Palace.open(palace.path) as other:
        assert "[[home]] Home" in other.notes.map(now=NOW).markdown
        assert "[[home]] Home" in other.wake_up(now=NOW).text


def test_an_index_that_lies_about_its_own_state_is_passed_over(palace):
    palace.notes.create("We [[plan]].", title="Home")
    palace.notes.map(now=NOW)
    told = json.loads(index_of(palace).read_text())
    for bad in ({"backlinks": [["x", 1]]}, {"broken": [[1, [[None, 2]]]]}, {"backlinks": None}):
        index_of(palace).write_text(json.dumps({**told, **bad}))
        with Palace.open(palace.path) as other:
            assert "- write [[plan]]" in other.notes.map(now=NOW).markdown


def test_where_no_index_can_be_written_the_map_is_found_each_time(palace):
    index_of(palace).mkdir()
    palace.notes.create("We [[plan]].", title="Home")
    with Palace.open(palace.path) as other:
        assert "[[home]] Home" in other.notes.map(now=NOW).markdown
    assert [one.name for one in palace.path.parent.iterdir() if ".notes.json." in one.name] == []


def test_what_a_killed_writer_left_is_taken_away_and_a_living_ones_is_not(palace):
    left, fresh = (Path(f"{index_of(palace)}.{name}") for name in ("dead0000", "beef0000"))
    left.write_bytes(b"{")
    fresh.write_bytes(b"{")
    os.utime(left, (0, 0))
    palace.notes.create("One.", title="Plan")
    palace.notes.map(now=NOW)
    assert not left.exists() and fresh.exists()


def test_the_file_of_the_index_is_the_owners_alone_and_holds_no_word(palace):
    palace.notes.create("Zanzibar [[Quetzal]] trip.", title="Zanzibar canary")
    palace.notes.map(now=NOW)
    assert stat.S_IMODE(index_of(palace).stat().st_mode) == 0o600
    content = index_of(palace).read_bytes().lower()
    assert b"zanzibar" not in content and b"quetzal" not in content
    json.loads(content)


def test_a_forgotten_note_is_on_no_map_and_in_no_file(palace):
    note = palace.notes.create("Zanzibar was the place.", title="Zanzibar canary")
    palace.notes.create("Other.", title="Other")
    assert "Zanzibar" in palace.notes.map(now=NOW).markdown
    assert "Zanzibar" in palace.wake_up(now=NOW).text
    palace.forget([note.id])
    assert "anzibar" not in palace.notes.map(now=NOW).markdown + palace.notes.map(now=NOW).json
    assert "anzibar" not in palace.wake_up(now=NOW).text
    for file in palace.path.parent.iterdir():
        assert b"anzibar" not in file.read_bytes(), file.name


def test_a_map_of_a_wing_has_its_own_notes_and_those_of_no_wing(palace):
    palace.notes.create("See [[gone]].", title="Ours", wing="orion")
    palace.notes.create("See [[gone]] and [[lost]].", title="Theirs", wing="vega")
    palace.notes.create("All.", title="Everybody's")
    told = palace.notes.map(wing="orion", now=NOW).markdown
    assert "Ours" in told and "Everybody" in told and "heirs" not in told and "lost" not in told
    assert "- write [[gone]] (wanted by ours)" in told


@settings(max_examples=10)
@given(st.lists(st.lists(st.integers(0, 7), max_size=4), min_size=1, max_size=6))
def test_the_survey_counts_what_the_links_of_each_note_say(tmp_path_factory, links):
    path = tmp_path_factory.mktemp("survey") / "p.camillo"
    with Palace.open(path, light=True) as palace:
        for at, targets in enumerate(links):
            text = " ".join(f"[[page {to}]]" for to in targets) or "none"
            palace.notes.create(f"Text: {text}", title=f"Page {at}", link=False)
        with palace._store.snapshot() as snapshot:
            found = survey(snapshot)
            rows = {row.note: row.slug for row in snapshot.notes()}
        for note, slug in rows.items():
            assert found.backlinks.get(note, 0) == len(palace.notes.links(slug).backlinks)
        wanted = {to for targets in links for to in targets if to >= len(links)}
        assert len(found.broken) == len(wanted)
