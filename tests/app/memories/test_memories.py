"""Remembering through the palace: the frozen sets, idempotence, forgetting, versions, two writers."""

import os
import signal
import subprocess
import sys
from datetime import UTC, datetime

import pytest

from benchmarks import memories as frozen
from camillo import Palace
from camillo.app.memories import filing
from camillo.domain.errors import InvalidInput, NotFound

FIRST = "My name is Tiago, I'm a TypeScript developer"
MORE = "Tiago now also works with AI"
APART = "I like coffee in the morning"


@pytest.fixture
def palace(tmp_path):
    with Palace.open(tmp_path / "p.camillo") as made:
        yield made


@pytest.mark.slow
def test_nine_of_ten_paraphrases_lead_to_the_right_action_and_none_crosses_topics(palace):
    for language in frozen.LANGUAGES:
        rows = [one for one in frozen.scenarios() if one.language == language]
        assert len(rows) == 20
        acted = [frozen.act(palace, one, f"{language}{at}") for at, one in enumerate(rows)]
        assert not [one.scenario for one in acted if one.crossed]
        for step in range(3):
            assert sum(one.right[step] for one in acted) >= 18, (language, step)
        assert sum(one.found for one in acted) >= 18


@pytest.mark.slow
def test_of_labelled_messages_the_facts_are_kept_and_nothing_else(palace):
    kinds = dict.fromkeys(("question", "command", "talk", "secret"), 0)
    for language in frozen.LANGUAGES:
        counts = frozen.Counts()
        for one in frozen.labelled():
            if one.language == language and one.kind != "correction":
                spans = frozen.statements(palace, one)
                frozen.judge(one, spans, counts)
                if one.kind in kinds:
                    kinds[one.kind] += len(spans)
        assert counts.right >= 0.9 * counts.statements
        assert counts.recalled >= 0.7 * counts.facts
    assert kinds == dict.fromkeys(kinds, 0)


@pytest.mark.slow
def test_corrections_supersede_exactly_the_right_slot(palace):
    given = [one for one in frozen.labelled() if one.kind == "correction"]
    assert len(given) == 9
    faults = [frozen.corrected(palace, one, f"c{at}") for at, one in enumerate(given)]
    assert [fault for fault in faults if fault] == []


@pytest.mark.slow
def test_other_peoples_profiles_and_topics_in_one_wing_stay_apart(palace):
    people = (
        "Hannah is a nurse in Leeds",
        "Marcus is a Python developer",
        "Olga is a backend engineer",
    )
    paths = [palace.remember(text, wing="w").path for text in people]
    assert len(set(paths)) == 3
    assert palace.remember("Marcus now also works with robotics", wing="w").path == paths[1]
    assert palace.remember("The meeting with Olga was moved to Friday", wing="w").path not in paths


def test_lines_that_differ_in_whom_they_are_about_stay_apart(palace):
    people = ("Ana12", "Ana13", "Bo")
    made = [palace.remember(f"{one} now also works with robots in project Lyra") for one in people]
    assert len({one.path for one in made}) == 3


def test_the_same_message_twice_changes_nothing(palace):
    first = palace.remember(FIRST)
    before = palace.status()["receipts"], palace.memories.read(first.path)
    again = palace.remember(FIRST)
    assert (again.action, again.path, again.id) == ("unchanged", first.path, first.id)
    assert palace.memories.read(first.path) == before[1]
    assert len(before[1].versions) == 1


def test_the_message_is_kept_word_for_word_whatever_is_made_of_it(palace):
    message = "  Hi!\r\nI live in Porto — 波尔图.\tWhy not?\n"
    made = palace.remember(message, speaker="Ana", at="2026-03-01")
    assert palace.get(made.message).text == message
    assert [palace.get(cite).text for cite in made.cites] == ["I live in Porto — 波尔图."]


def test_a_question_leaves_no_memory_and_says_so(palace):
    made = palace.remember("Where does Ana live?")
    assert (made.action, made.path, made.flags) == ("unchanged", "", ("nothing-stated",))
    assert palace.get(made.id).text == "Where does Ana live?"
    assert palace.memories.all() == ()


def test_secrets_stay_out_of_memories_and_in_the_message(palace):
    token = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
    made = palace.remember(f"I live in Porto. My token is {token}.")
    assert made.flags == ("secrets-left-out",)
    assert token in palace.get(made.message).text
    assert token not in palace.memories.read(made.path).text


def test_two_memories_of_one_second_have_two_paths(palace, monkeypatch):
    class Clock(datetime):
        @classmethod
        def now(cls, tz=None):
            return datetime(2026, 11, 29, 10, 15, tzinfo=UTC)

    monkeypatch.setattr(filing, "datetime", Clock)
    paths = [palace.remember(text).path for text in (FIRST, APART)]
    assert paths == ["memory/facts-2026-11-29T10-15-00.md", "memory/facts-2026-11-29T10-15-00-2.md"]


def test_the_same_message_in_two_wings_makes_a_memory_in_each(palace):
    one, two = palace.remember(FIRST, wing="a"), palace.remember(FIRST, wing="b")
    assert (one.action, two.action) == ("created", "created")
    assert one.path != two.path and one.message == two.message
    assert palace.remember(MORE, wing="b").path == two.path


def test_a_correction_ends_the_old_line_at_its_date_and_versions_keep_what_was(palace):
    first = palace.remember("I live in Berlin. I work at Siemens.", at="2026-01-01")
    second = palace.remember("Actually, I moved to Munich.", at="2026-02-01")
    assert (second.action, second.path, second.superseded) == (
        "merged",
        first.path,
        ("I live in Berlin.",),
    )
    kept = palace.memories.read(first.path)
    assert "## Earlier\n\n- I live in Berlin. (→ 2026-02-01)" in kept.text
    assert len(kept.versions) == 2
    assert "→" not in palace.get(kept.versions[0]).text
    assert palace.get(first.path).text == kept.text


def test_an_older_message_that_comes_later_does_not_win(palace):
    palace.remember("I moved to Munich.", at="2026-02-01")
    late = palace.remember("I live in Berlin.", at="2026-01-01")
    assert "- I live in Berlin. (→ 2026-02-01)" in palace.memories.read(late.path).text


def test_headings_labels_and_tasks_choose_section_and_room(palace):
    text = (
        "# Kitchen\n\n- Decision: the oven stays\n- [ ] buy a new kettle\n"
        "Nota: o portão abre às oito\n@mel and #orion like the plan"
    )
    made = palace.remember(text, wing="home")
    kept = palace.memories.read(made.path)
    assert "## Decisions\n\n- the oven stays\n" in kept.text
    assert "## Plans\n\n- buy a new kettle\n" in kept.text
    assert "- o portão abre às oito\n" in kept.text
    assert palace.get(made.path).room == "Kitchen"
    for mark in ("@mel", "#orion"):
        assert palace.search(mark, source_kind="memory").results[0].conversation == made.path


def test_forgetting_a_message_takes_its_lines_from_every_version(palace, tmp_path):
    first, second = palace.remember(FIRST), palace.remember("Tiago now also keeps zebras")
    assert second.path == first.path
    plan = palace.plan_forget([second.message])
    assert [one.text for one in plan] == [
        "Tiago now also keeps zebras",
        "- Tiago now also keeps zebras\n",
    ]
    palace.forget([second.message])
    kept = palace.memories.read(first.path)
    assert "zebra" not in kept.text and FIRST in kept.text
    assert kept.cites and all(palace.get(cite).text for cite in kept.cites)
    assert palace.doctor() == []
    palace.close()
    assert all(b"zebra" not in one.read_bytes() for one in tmp_path.glob("p.camillo*"))


def test_a_line_that_two_messages_state_outlives_one_of_them(palace):
    one = palace.remember(APART, session="a")
    two = palace.remember(f"{APART}.", session="b")
    assert one.path == two.path
    palace.forget([one.message])
    kept = palace.memories.read(one.path)
    assert "coffee" in kept.text and kept.cites == two.cites
    palace.forget([two.message])
    with pytest.raises(NotFound):
        palace.memories.read(one.path)


def test_forgetting_a_memory_leaves_the_message_and_no_version(palace):
    made = palace.remember(APART)
    palace.forget([made.id])
    assert palace.memories.all() == ()
    assert palace.get(made.message).text == APART


def test_what_was_forgotten_can_be_said_again_in_a_new_memory(palace):
    first = palace.remember(FIRST)
    more = palace.remember(f"{MORE}.", session="x")
    palace.forget([more.message])
    again = palace.remember(f"{MORE}. He likes it", session="y")
    assert again.action in ("created", "merged")
    assert MORE in palace.memories.read(again.path).text
    assert FIRST in palace.memories.read(first.path).text


def test_deleting_a_wing_takes_its_memories(palace):
    palace.remember(FIRST, wing="a")
    palace.remember(FIRST, wing="b")
    palace.forget(wing="a")
    assert [one.wing for one in palace.memories.all()] == ["b"]
    assert palace.doctor() == []


def test_a_memory_that_is_kept_is_no_source_of_facts_of_its_own(palace):
    palace.remember("Ana works at Acme and she is happy with it.", at="2020-01-01")
    palace.remember("Ana works at Zeta and she is happy with it.", at="2024-01-01")
    assert [fact.words for fact in palace.facts.about("Ana")] == ["Ana works at Zeta"]
    (fact,) = palace.facts.about("Ana")
    assert {palace.get(cite).source_kind for cite in (fact.cite, *fact.cites)} == {"agent"}


def test_a_rebuild_leaves_memories_as_they_are(palace):
    palace.remember(FIRST)
    kept = palace.memories.all()
    palace.rebuild()
    assert palace.memories.all() == kept
    assert palace.doctor() == []


def test_what_two_writers_make_at_once_is_one_memory_again(tmp_path):
    path = tmp_path / "p.camillo"
    with Palace.open(path) as one, Palace.open(path) as other:
        first = one.remember(FIRST)
        filed = other._store.file
        other._store.file = lambda verb, *rest: (
            one.remember(MORE) if verb == "remember" else None,
            filed(verb, *rest),
        )[1]
        other.remember("Tiago also teaches chess")
        other._store.file = filed
        kept = one.memories.read(first.path)
        assert all(text in kept.text for text in (FIRST, MORE, "Tiago also teaches chess"))
        one.remember("Tiago also sings")
        assert len(one.memories.read(first.path).cites) == 4


@pytest.mark.parametrize(
    ("message", "stands"),
    [
        ("I live in Rome. I live in Paris. I live in Oslo.", "- I live in Oslo."),
        ("Eu moro em Oslo. Eu moro no Porto. Eu moro em Lisboa.", "- Eu moro em Lisboa."),
        ("我住在北京。我住在上海。", "- 我住在上海。"),
    ],
)
def test_of_contradicting_statements_of_one_message_the_last_stands(palace, message, stands):
    palace.remember(message)
    (memory,) = palace.memories.all()
    rows = [row for row in memory.text.splitlines() if row.startswith("-") and "→" not in row]
    assert rows == [stands]
    assert palace.remember(message).action == "unchanged"


def test_of_contradicting_messages_of_one_day_the_later_one_stands(palace):
    for city in ("Rome", "Oslo", "Paris", "Berlin"):
        palace.remember(f"I live in {city}.", at="2026-01-01", wing="w")
    (memory,) = palace.memories.all()
    assert "- I live in Berlin.\n" in memory.text
    assert memory.text.count("→ 2026-01-01)") == 3
    palace.remember("I live in Lima.", at="2025-12-31", wing="w")
    assert "- I live in Lima. (→ 2026-01-01)" in palace.memories.read(memory.path).text


def test_a_statement_ends_what_contradicts_it_in_every_memory_of_its_wing(palace):
    palace.memories.store("memory/a.md", "## Profile\n\n- Ana lives in Lisbon.\n", wing="w")
    palace.memories.store("memory/b.md", "## Profile\n\n- Ana lives in Porto.\n", wing="w")
    palace.memories.store("memory/c.md", "## Profile\n\n- Ana lives in Faro.\n", wing="other")
    told = palace.remember("Ana lives in Braga.", wing="w")
    assert set(told.superseded) == {"Ana lives in Lisbon.", "Ana lives in Porto."}
    for memory in palace.memories.all("w"):
        current = memory.text.partition("## Earlier")[0]
        assert [row for row in current.splitlines() if "Ana" in row] == ["- Ana lives in Braga."]
    assert palace.memories.read("memory/c.md").text == "## Profile\n\n- Ana lives in Faro.\n"
    assert palace.remember("Ana lives in Braga.", wing="w").action == "unchanged"


def test_a_document_written_by_hand_is_kept_word_for_word_and_not_rewritten(palace):
    text = "# Tiago\n\nTiago plays chess.\n\n```\ncode\n```\n"
    palace.memories.store("memory/tiago.md", text, wing="w")
    assert palace.get("memory/tiago.md").text == text
    made = palace.remember("Tiago also plays go", wing="w")
    assert made.path != "memory/tiago.md"
    assert palace.get("memory/tiago.md").text == text


def test_lines_of_a_document_that_is_written_anew_keep_their_cites(palace):
    made = palace.remember(FIRST)
    palace.memories.store(made.path, f"## Profile\n\n- {FIRST}\n- Tiago plays chess\n")
    kept = palace.memories.read(made.path)
    assert kept.cites == made.cites
    assert palace.remember(MORE).path == made.path
    assert "Tiago plays chess" in palace.memories.read(made.path).text


@pytest.mark.parametrize(
    "path",
    [
        "../x.md",
        "/etc/x.md",
        "a/../../x.md",
        "x.txt",
        "a\\b.md",
        "",
        "a//b.md",
        "C:/x.md",
        "a\u202e.md",
    ],
)
def test_a_path_that_leaves_its_folder_is_refused(palace, path):
    with pytest.raises(InvalidInput):
        palace.memories.store(path, "text")


def test_memories_are_written_to_files_at_their_paths(palace, tmp_path):
    made = palace.remember(FIRST)
    (written,) = palace.memories.export(tmp_path / "out")
    assert written == tmp_path / "out" / made.path
    assert written.read_text(encoding="utf-8") == palace.memories.read(made.path).text


KILLED = """
import os, signal, sys
from camillo import Palace
palace = Palace.open(sys.argv[1])
filed = palace._store.file
def file(verb, *rest):
    if verb == "remember" and sys.argv[2] == "before":
        os.kill(os.getpid(), signal.SIGKILL)
    receipt = filed(verb, *rest)
    if sys.argv[2] == ("message" if verb == "add" else "memory"):
        os.kill(os.getpid(), signal.SIGKILL)
    return receipt
palace._store.file = file
palace.remember("Tiago now also works with AI")
"""


@pytest.mark.slow
@pytest.mark.parametrize("when", ["message", "before", "memory"])
def test_a_kill_at_any_step_loses_neither_message_nor_memory_and_can_be_made_good(tmp_path, when):
    path = tmp_path / "p.camillo"
    with Palace.open(path) as palace:
        first = palace.remember(FIRST)
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, str(path), when], env=os.environ, check=False
    )
    assert killed.returncode == -signal.SIGKILL
    with Palace.open(path) as palace:
        assert FIRST in palace.memories.read(first.path).text
        assert palace.search(MORE, source_kind="agent").results[0].text == MORE
        again = palace.remember(MORE)
        assert again.action == ("unchanged" if when == "memory" else "merged")
        assert palace.memories.read(first.path).text.count(MORE) == 1
        assert palace.doctor() == []
