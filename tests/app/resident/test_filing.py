"""The spool into the palace."""

import os
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from camillo import Palace
from camillo.app.mining.following import Follower
from camillo.app.resident.filing import TRIES, Filer
from camillo.app.resident.locks import FileLock

SAID = [("user", "Why did the tide gauge stop?"), ("assistant", "Its clock ran five hours fast.")]


def kept(settings):
    with Palace.open(settings.palace, settings=settings) as palace, palace._store.snapshot() as now:
        return [one.text for one in now.turns()]


def old(entry: Path) -> None:
    """Make an entry older than any lag."""
    os.utime(entry, (0, 0))


@contextmanager
def held(palace: Path) -> Iterator[None]:
    """Another process holds the palace's write lock meanwhile."""
    program = (
        "import apsw, sys; db = apsw.Connection(sys.argv[1]); db.execute('begin immediate');"
        " print('held', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, str(palace)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        try:
            yield
        finally:
            process.kill()


def test_a_spooled_transcript_is_filed_in_its_project_s_wing(settings, transcript, spooled, state):
    spooled("s1", transcript("s1", SAID))
    assert Filer(settings).run().filed == 1
    assert kept(settings) == [text for _, text in SAID]
    with Palace.open(settings.palace, settings=settings) as palace:
        assert [row["wing"] for row in palace.wings()] == ["orion"]
    assert state.entries() == []


@pytest.mark.parametrize(
    "content", ["root:*:20228:0:99999:7:::\n", "# Keys\n\nof the safe\n", '{"token": "abc"}\n', ""]
)
def test_a_file_that_is_no_transcript_is_not_filed(settings, spooled, state, tmp_path, content):
    secret = tmp_path / "shadow"
    secret.write_text(content)
    old(spooled("s1", secret, input={"last_assistant_message": "The gauge is reset."}))
    Filer(settings).run()
    assert kept(settings) == ["The gauge is reset."]
    assert state.entries() == []


def test_a_grown_transcript_adds_only_its_new_turns(settings, transcript, spooled):
    filer = Filer(settings)
    spooled("s1", transcript("s1", SAID))
    filer.run()
    spooled("s1", transcript("s1", [*SAID, ("user", "Set it to UTC.")]))
    filer.run()
    assert kept(settings) == [*(text for _, text in SAID), "Set it to UTC."]


def test_without_a_transcript_the_hook_s_own_words_are_kept_once(settings, spooled):
    prompt = {"prompt": "yes"}
    spooled("s1", None, event="UserPromptSubmit", input=prompt)
    spooled("s1", None, event="Stop", input={**prompt, "last_assistant_message": "Done."})
    spooled("s1", None, event="SessionEnd", input={"last_assistant_message": "Done."})
    spooled("s1", None, event="UserPromptSubmit", input=prompt)
    spooled("s1", None, event="Stop", input={**prompt, "last_assistant_message": "Done."})
    assert Filer(settings).run().filed == 5
    assert kept(settings) == ["yes", "Done.", "yes", "Done."]


def test_noted_words_have_the_time_and_the_wing_of_their_hook(settings, spooled):
    spooled("s1", None, event="UserPromptSubmit", input={"prompt": "Where is the tide gauge?"})
    Filer(settings).run()
    with Palace.open(settings.palace, settings=settings) as palace:
        (hit,) = palace.search("tide gauge").results
    assert (hit.at, hit.wing, hit.role) == ("2026-11-20T10:30:00Z", "orion", "user")


def test_a_transcript_that_comes_later_takes_the_place_of_noted_words(
    settings, spooled, transcript
):
    spooled("s1", None, event="UserPromptSubmit", input={"prompt": SAID[0][1]})
    spooled("s1", None, event="Stop", input={"last_assistant_message": SAID[1][1]})
    Filer(settings).run()
    path = transcript("s1", [*SAID, ("user", SAID[0][1])])
    with Palace.open(settings.palace, settings=settings) as palace:
        palace.mine(path)
        assert palace.mine(path).turns == 0
        with palace._store.snapshot() as now:
            latest = now.latest("claude-code", "s1", "", 9)
            assert now.noted("claude-code", "s1") == []
        assert palace.doctor() == []
    shown = [(one.text, one.turn.id) for one in reversed(latest)]
    assert shown == [(SAID[0][1], "s1-0"), (SAID[1][1], "s1-1"), (SAID[0][1], "s1-2")]


def test_words_that_come_back_after_a_kill_are_not_kept_twice(settings, spooled, transcript):
    entry = spooled("s1", None, event="UserPromptSubmit", input={"prompt": SAID[0][1]})
    content = entry.read_bytes()
    Filer(settings).run()
    entry.write_bytes(content)
    Filer(settings).run()
    with Palace.open(settings.palace, settings=settings) as palace:
        palace.mine(transcript("s1", SAID))
    entry.write_bytes(content)
    Filer(settings).run()
    with Palace.open(settings.palace, settings=settings) as palace, palace._store.snapshot() as now:
        current = [one.text for one in now.turns() if one.current]
    assert current == [text for _, text in SAID]


def test_a_transcript_that_lags_behind_its_hook_is_waited_for(settings, spooled, transcript, state):
    path = transcript("s1", SAID[:1])
    spooled("s1", path, input={"last_assistant_message": SAID[1][1]})
    filer = Filer(settings)
    assert filer.run().lagging == 1
    transcript("s1", SAID)
    assert filer.run().filed == 1
    assert kept(settings) == [text for _, text in SAID]


def test_what_a_transcript_never_tells_is_kept_from_the_hook(settings, spooled, transcript, state):
    entry = spooled("s1", transcript("s1", SAID[:1]), input={"last_assistant_message": "All set."})
    old(entry)
    assert Filer(settings).run().filed == 1
    assert kept(settings) == [SAID[0][1], "All set."]


def test_a_command_that_the_host_writes_in_its_own_way_is_not_doubled(
    settings, spooled, transcript
):
    told = "<command-name>/review</command-name>\n<command-args>now</command-args>"
    spooled("s1", transcript("s1", [("user", told)]), input={"prompt": "/review now"})
    assert Filer(settings).run().filed == 1
    assert kept(settings) == [told]


def test_a_missing_transcript_is_told_once_and_the_hook_s_words_are_kept(
    settings, spooled, tmp_path, state
):
    filer = Filer(settings)
    for text in ("One.", "Two."):
        old(spooled("s1", tmp_path / "gone.jsonl", input={"last_assistant_message": text}))
        filer.run()
    assert kept(settings) == ["One.", "Two."]
    assert state.log.read_text().count("gone.jsonl") == 1


@pytest.mark.parametrize("name", ["s1/subagents/agent-a", "subagents/agent-a", "agent-a"])
def test_subagents_belong_to_the_session_that_spawned_them(settings, spooled, transcript, name):
    path = transcript("s1", SAID)
    transcript("s1", [("assistant", "I am the diver.")], name=name)
    transcript("s2", [("assistant", "I am a stranger.")], name="agent-b")
    spooled("s1", path)
    Filer(settings).run()
    with Palace.open(settings.palace, settings=settings) as palace:
        (hit,) = palace.search("diver", limit=1).results
    assert hit.conversation == "s1"
    assert "I am a stranger." not in kept(settings)


@pytest.mark.parametrize("named", [True, False])
def test_a_subagent_s_transcript_is_filed_wherever_the_host_says_it_is(
    settings, spooled, transcript, tmp_path, named
):
    far = transcript("s1", [("assistant", "I am the diver.")], name="far/away/rollout-7")
    path = transcript("s1", SAID)
    ended = {"agent_transcript_path": str(far)}
    spooled("s1", path if named else None, event="SubagentStop", input=ended)
    spooled("s1", path)
    for odd in ("relative", "a\0b", str(tmp_path / "gone"), str(tmp_path), 7, None):
        spooled("s1", None, event="SubagentStop", input={"agent_transcript_path": odd})
    assert Filer(settings).run().filed == 8
    assert sorted(kept(settings)) == sorted(["I am the diver.", *(text for _, text in SAID)])


def test_one_transcript_named_by_several_entries_is_read_once(settings, spooled, transcript):
    path = transcript("s1", SAID)
    for event in ("Stop", "PreCompact", "SessionEnd"):
        spooled("s1", path, event=event)
    assert Filer(settings).run().filed == 3
    with Palace.open(settings.palace, settings=settings) as palace:
        assert [one.verb for one in palace.log()].count("mine") == 1


@pytest.mark.parametrize("content", [b"{", b"[]", b'{"version": 9}', b"\xff", b'{"version":1}'])
def test_an_entry_that_is_none_is_put_aside_after_a_few_tries(settings, state, content):
    bad = state.spool / "1.json"
    bad.write_bytes(content)
    filer = Filer(settings)
    assert [filer.run().failed for _ in range(TRIES)] == [0, 0, 1]
    assert (state.failed / "1.json").read_bytes() == content
    assert "1.json was put into spool/failed" in state.log.read_text()
    assert filer.run().waiting == 0


def test_a_bad_entry_does_not_hold_up_the_others(settings, state, spooled, transcript):
    (state.spool / "0.json").write_bytes(b"?")
    spooled("s1", transcript("s1", SAID))
    outcome = Filer(settings).run()
    assert (outcome.filed, outcome.waiting) == (1, 1)


def test_entries_stay_while_another_process_holds_the_palace(settings, state, spooled, transcript):
    Palace.open(settings.palace, settings=settings).close()
    entry = spooled("s1", transcript("s1", SAID))
    hasty = replace(settings, busy_seconds=0.05)
    with held(settings.palace):
        outcome = Filer(hasty).run()
    assert (outcome.waiting, outcome.passing, entry.exists()) == (1, True, True)
    assert Filer(settings).run().filed == 1


def test_entries_stay_where_nothing_can_be_written(settings, state, spooled, transcript):
    entry = spooled("s1", transcript("s1", SAID))
    filer = Filer(settings)
    settings.palace.mkdir()
    outcome = filer.run()
    assert (outcome.waiting, entry.exists()) == (1, True)
    assert outcome.problem
    settings.palace.rmdir()
    assert filer.run().filed == 1


def test_only_one_process_files_at_a_time(settings, state, spooled, transcript):
    spooled("s1", transcript("s1", SAID))
    lock = FileLock(state.folder / "filing.lock")
    assert lock.take()
    assert Filer(settings).run().problem == "another process is filing"
    lock.give()
    assert Filer(settings).run().filed == 1


def test_a_transcript_that_cannot_be_read_is_told_and_costs_nothing_else(
    settings, state, spooled, tmp_path
):
    path = tmp_path / "s1.jsonl"
    path.symlink_to(tmp_path / "s1.jsonl")
    old(spooled("s1", path, input={"prompt": "Hello there"}, event="UserPromptSubmit"))
    assert Filer(settings).run().filed == 1
    assert kept(settings) == ["Hello there"]


LIMITED = """
import resource, sys
from pathlib import Path
from camillo.app.resident.filing import Filer
from camillo.app.settings import Settings
resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))
outcome = Filer(Settings(palace=Path(sys.argv[1]), refine=False)).run()
print(outcome.filed, outcome.waiting, bool(outcome.problem))
"""


def test_entries_stay_where_there_is_no_room(settings, state, spooled, transcript):
    pytest.importorskip("resource")
    spooled("s1", transcript("s1", [("user", f"rope {n} of the ship " * 20) for n in range(300)]))
    told = subprocess.run(
        [sys.executable, "-c", LIMITED, str(settings.palace)], capture_output=True, text=True
    )
    assert told.stdout.split() == ["0", "1", "True"], told.stderr
    assert Filer(settings).run().filed == 1
    assert len(kept(settings)) == 300


@pytest.mark.parametrize("fault", [ValueError, struct.error, MemoryError], ids=lambda f: f.__name__)
def test_a_transcript_that_breaks_its_reader_is_put_aside_and_the_rest_is_filed(
    settings, state, spooled, transcript, monkeypatch, fault
):
    bad = transcript("bad", SAID)
    spooled("bad", bad)
    spooled("s1", transcript("s1", SAID))
    take = Follower.take

    def breaking(self, path, root=None, home=""):
        if path == bad:
            raise fault("a fault in a reader")
        return take(self, path, root, home)

    monkeypatch.setattr(Follower, "take", breaking)
    filer = Filer(settings)
    outcomes = [filer.run() for _ in range(TRIES)]
    assert [(one.filed, one.failed) for one in outcomes] == [(1, 0), (0, 0), (0, 1)]
    assert "a fault in a reader" in state.log.read_text()
    (aside,) = state.failed.iterdir()
    assert filer.run().told() == "filed 0, failed 0, lagging 0, waiting 0"
    assert aside.exists()


def test_what_a_fault_kept_from_being_filed_is_filed_by_a_mended_camillo(
    settings, state, spooled, transcript
):
    state.failed.mkdir()
    for session in ("s1", "old"):
        path = spooled(session, transcript(session, SAID[:1]), input={})
        path.rename(state.failed / path.name)
    (bad,) = [path for path in state.failed.iterdir() if b'"old"' in path.read_bytes()]
    os.utime(bad, (0, 0))
    (state.failed / "0.json").write_text("no entry")
    assert Filer(settings).run().filed == 1
    assert sorted(path.name for path in state.failed.iterdir()) == sorted(["0.json", bad.name])
