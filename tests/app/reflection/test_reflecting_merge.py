"""Reflection on memories: near-duplicates are proposed as one, and a kill while accepting does no harm."""

import os
import signal
import subprocess
import sys

import pytest
from tests.talks import two_of_ana

from camillo import Palace
from camillo.app.settings import Settings
from camillo.domain.errors import InvalidInput, NotFound


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    for name in ("XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))


@pytest.fixture
def palace(tmp_path):
    with Palace.open(tmp_path / "p.camillo", settings=Settings()) as made:
        yield made


def merges(palace, wing=None):
    return [one for one in palace.reflection.propose(wing, 100) if one.kind == "merge"]


def texts(palace):
    return {one.path: (one.text, one.cites) for one in palace.memories.all()}


def test_memories_that_say_much_the_same_are_proposed_with_the_lines_that_do(palace):
    one, other = two_of_ana(palace)
    before = texts(palace)
    (found,) = merges(palace, "a")
    assert found.would == {"do": "join memories", "path": one.path, "into": other.path}
    assert "2 of 2 statements" in found.text and found.wing == "a"
    quoted = " ".join(said.text for said in found.evidence)
    assert "Rome" in quoted and "Oslo" in quoted and "skis" not in quoted
    assert all(palace.get(said.id).text == said.text for said in found.evidence)
    assert texts(palace) == before and merges(palace, "a")[0].id == found.id


def test_accepting_joins_them_and_undoing_parts_them(palace):
    two_of_ana(palace)
    before = texts(palace)
    (found,) = merges(palace)
    receipt = palace.reflection.accept(found.id)
    (kept,) = palace.memories.all()
    assert all(word in kept.text for word in ("Rome", "Oslo", "tea", "skis"))
    (standing,) = palace.reflection.standing()
    assert (standing.kind, standing.filed) == ("merge", kept.id)
    assert merges(palace) == []
    palace.reflection.undo(receipt)
    assert texts(palace) == before and palace.reflection.standing() == ()
    palace.reflection.accept(merges(palace)[0].id)
    assert palace.memories.all()[0].text == kept.text and palace.doctor() == []


def test_an_edit_says_which_path_is_kept(palace):
    one, _ = two_of_ana(palace)
    (found,) = merges(palace)
    with pytest.raises(InvalidInput, match="neither of the two"):
        palace.reflection.accept(found.id, "memory/other.md")
    palace.reflection.accept(found.id, one.path)
    assert [kept.path for kept in palace.memories.all()] == [one.path]


def test_a_rejected_merge_does_not_come_again_with_each_line(palace):
    one, _ = two_of_ana(palace)
    palace.reflection.reject(merges(palace)[0].id, "two Anas")
    palace.remember("Ana drinks green tea every morning!", wing="a", session="x")
    assert merges(palace) == [] and one.path in texts(palace)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (["Ana keeps four bees"], ["The billing service runs on Postgres"]),
        (["Ana keeps four bees", "Bo skis", "Eva sings"], ["Ana keeps four bees", "C", "D", "E"]),
        (["Ana works with AI here"], ["Bo works with AI here"]),
    ],
    ids=["another matter", "little of either", "of another"],
)
def test_memories_that_have_little_in_common_stay_apart(palace, one, other):
    for name, lines in (("a", one), ("b", other)):
        text = "".join(f"- {line}\n" for line in lines)
        palace.memories.store(f"memory/{name}.md", text, wing="w")
    assert merges(palace) == []


def test_memories_of_two_wings_and_documents_by_hand_are_not_proposed(palace):
    palace.memories.store("memory/a.md", "- Ana keeps four bees\n", wing="w")
    palace.memories.store("memory/b.md", "- Ana keeps four bees\n", wing="v")
    palace.memories.store("memory/c.md", "Dear Bo,\n\n- Ana keeps four bees\n", wing="w")
    assert merges(palace) == []
    palace.rename_wing("v", "w")
    assert len(merges(palace)) == 1


# ---- a kill while accepting ----------------------------------------------------------------

KILLED = """
import os, signal, sys
from camillo import Palace
palace = Palace.open(sys.argv[1])
record, when = palace._store.record, sys.argv[3]
def killing(verb, acts, *rest, **named):
    noting = any(act.verb.startswith("proposal ") for act in acts)
    if noting and when == "before":
        os.kill(os.getpid(), signal.SIGKILL)
    receipt = record(verb, acts, *rest, **named)
    os.kill(os.getpid(), signal.SIGKILL)
    return receipt
palace._store.record = killing
palace.reflection.accept(sys.argv[2])
"""


def contradiction(palace):
    palace.facts.add("Ana", "works at", "Acme", valid_from="2020-01-01")
    palace.facts.add("Ana", "works at", "Zeta", valid_from="2020-01-01")


def alias(palace):
    texts = ("We met Ada Lovelace.", "A letter from Lovelace to Ada Lovelace", "As Lovelace wrote.")
    for number, text in enumerate(texts):
        palace.add(text, wing="w", conversation=f"n{number}")


def link(palace):
    palace.add("We met Ada Lovelace and Charles Babbage in June.", wing="w", conversation="1")
    palace.add("Charles Babbage sold his engine, says Ada Lovelace.", wing="w", conversation="2")


def insight(palace):
    for day in range(1, 4):
        palace.add("Deploys on Fridays break the billing export.", wing="w", at=f"2025-06-0{day}",
                   conversation=f"retro {day}")  # fmt: skip


MAKES = {"merge": two_of_ana, "contradiction": contradiction, "alias": alias, "link": link,
         "insight": insight}  # fmt: skip


def state(palace, kind):
    open_ = {one.id for one in palace.reflection.propose(None, 100) if one.kind == kind}
    return texts(palace), palace.facts.contradictions(), open_


@pytest.mark.slow
@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("kind", MAKES)
def test_a_kill_while_accepting_leaves_it_open_or_noted_and_undoing_brings_all_back(
    tmp_path, kind, when
):
    path = tmp_path / "p.camillo"
    with Palace.open(path, settings=Settings()) as palace:
        MAKES[kind](palace)
        (found,) = (one for one in palace.reflection.propose(None, 100) if one.kind == kind)
        before = state(palace, kind)
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, str(path), found.id, when], env=os.environ, check=False
    )
    assert killed.returncode == -signal.SIGKILL
    with Palace.open(path, settings=Settings()) as palace:
        if when == "before":
            assert palace.reflection.standing() == ()
            palace.reflection.accept(found.id)
        with pytest.raises(NotFound, match="decided already"):
            palace.reflection.accept(found.id)
        (standing,) = palace.reflection.standing()
        assert (standing.kind, standing.proposal) == (kind, found.id)
        assert len(palace.memories.all()) == (kind in ("merge", "insight"))
        palace.reflection.undo(standing.number)
        assert state(palace, kind) == before and palace.doctor() == []


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["merge", "insight"])
def test_rejecting_what_was_half_done_takes_it_back(tmp_path, kind):
    path = tmp_path / "p.camillo"
    with Palace.open(path, settings=Settings()) as palace:
        MAKES[kind](palace)
        (found,) = (one for one in palace.reflection.propose(None, 100) if one.kind == kind)
        before = texts(palace)
    subprocess.run(
        [sys.executable, "-c", KILLED, str(path), found.id, "before"], env=os.environ, check=False
    )
    with Palace.open(path, settings=Settings()) as palace:
        assert texts(palace) != before
        palace.reflection.reject(found.id)
        assert texts(palace) == before
