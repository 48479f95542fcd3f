"""Watching: real files, the system's own reports of changes, and listing where there are none."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager

import pytest

from camillo import Palace
from camillo.app.mining import watching
from camillo.app.mining.spots import Spot, host_spots, owner_of
from camillo.app.mining.watching import Watcher
from camillo.app.settings import Settings


def said(number, session="s"):
    record = {
        "type": "user",
        "uuid": f"{session}-{number}",
        "parentUuid": f"{session}-{number - 1}" if number else None,
        "sessionId": session,
        "timestamp": f"2025-06-01T10:00:{number % 60:02}Z",
        "cwd": "/home/ada/orion",
        "message": {"role": "user", "content": f"Say {number} of {session}"},
    }
    return json.dumps(record).encode() + b"\n"


def append(path, content):
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab") as out:
        out.write(content)


@pytest.fixture
def root(tmp_path):
    made = tmp_path / "projects"
    made.mkdir()
    return made


@pytest.fixture
def watched(tmp_path, root):
    """Runs a watcher over the folder in a thread; what it tells is gathered."""

    @contextmanager
    def start(*spots):
        stop, told, faults = threading.Event(), [], []
        options = Settings(palace=tmp_path / "p.camillo", refine=False, busy_seconds=0.2)

        def work():
            with Palace.open(options.palace, settings=options) as palace:
                follower = palace.follow()
                try:
                    Watcher(
                        follower, spots or [Spot("Claude Code", root, ("*.jsonl",))], told.append
                    ).run(stop)
                except Exception as error:  # noqa: BLE001 - told to the test
                    faults.append(error)

        thread = threading.Thread(target=work)
        thread.start()
        try:
            yield told
        finally:
            stop.set()
            thread.join(20)
            assert not thread.is_alive()
            assert faults == []

    return start


def turns(told):
    return sum(one.report.turns for one in told)


def problems(told):
    return [str(one) for each in told for one in each.report.problems]


def wait(done, seconds=8.0):
    """Wait until it is so; how long that took."""
    began = time.monotonic()
    while not done():
        assert time.monotonic() - began < seconds, "waited in vain"
        time.sleep(0.02)
    return time.monotonic() - began


@pytest.fixture(params=["reports", "listing"])
def means(request, monkeypatch):
    if request.param == "listing":
        monkeypatch.setattr(watching, "has_events", lambda: False)
    return request.param


@pytest.mark.slow
def test_turns_are_filed_within_about_a_second_as_they_are_written(watched, root, means):
    append(root / "orion" / "s.jsonl", said(0))
    with watched() as told:
        wait(lambda: turns(told) == 1)
        for number in range(1, 4):
            append(root / "orion" / "s.jsonl", said(number))
            took = wait(lambda n=number: turns(told) == n + 1)
            assert took < (2.0 if means == "reports" else 4.0)
        append(root / "new" / "deep" / "t.jsonl", said(0, "t"))
        wait(lambda: turns(told) == 5)
        assert problems(told) == []


def test_a_line_written_in_pieces_is_one_turn_and_no_problem(watched, root):
    path, line = root / "s.jsonl", said(0)
    with watched() as told:
        for part in (line[:30], line[30:90], line[90:]):
            append(path, part)
            time.sleep(0.5)
        wait(lambda: turns(told) == 1)
    assert (turns(told), problems(told)) == (1, [])


def test_renamed_deleted_and_recreated_files_are_followed(watched, root, tmp_path):
    path = root / "s.jsonl"
    append(path, said(0) + said(1))
    with watched() as told:
        wait(lambda: turns(told) == 2)
        path.rename(root / "renamed.jsonl")
        append(root / "renamed.jsonl", said(2))
        wait(lambda: turns(told) == 3)
        (root / "renamed.jsonl").unlink()
        time.sleep(0.6)
        append(path, said(0) + said(3))
        wait(lambda: turns(told) == 4)
    options = Settings(refine=False)
    with (
        Palace.open(tmp_path / "p.camillo", settings=options) as palace,
        palace._store.snapshot() as snapshot,
    ):
        assert [one.turn.id for one in snapshot.turns()] == ["s-0", "s-1", "s-2", "s-3"]


@pytest.mark.slow
def test_a_folder_that_appears_later_and_goes_and_comes_again_is_followed(
    watched, root, tmp_path, means
):
    late = tmp_path / "late"
    with watched(Spot("late", late, ("*.jsonl",)), Spot("there", root, ("*.jsonl",))) as told:
        time.sleep(0.7)
        append(late / "s.jsonl", said(0))
        wait(lambda: turns(told) == 1)
        (late / "s.jsonl").unlink()
        late.rmdir()
        time.sleep(0.7)
        append(late / "s.jsonl", said(0) + said(1))
        wait(lambda: turns(told) == 2)


@pytest.mark.slow
def test_a_busy_palace_loses_nothing_and_is_no_problem(watched, root, tmp_path):
    import apsw

    append(root / "s.jsonl", said(0))
    with watched() as told:
        wait(lambda: turns(told) == 1)
        other = apsw.Connection(str(tmp_path / "p.camillo"))
        other.execute("begin immediate")
        append(root / "s.jsonl", said(1))
        time.sleep(1.5)
        assert turns(told) == 1
        other.execute("rollback")
        other.close()
        wait(lambda: turns(told) == 2)
        assert problems(told) == []


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="rights do not bind this user")
def test_an_unreadable_file_is_told_once_and_read_when_it_can_be(watched, root):
    path = root / "s.jsonl"
    append(path, said(0))
    path.chmod(0)
    with watched() as told:
        wait(lambda: len(problems(told)) == 1)
        path.chmod(0o600)
        wait(lambda: turns(told) == 1)
        assert len(problems(told)) == 1


@pytest.mark.slow
def test_a_document_that_is_half_written_is_no_problem_once_it_is_whole(watched, root):
    path = root / "chats" / "session-1.json"
    session = {"sessionId": "g", "projectHash": "h", "startTime": "2025-06-01T10:00:00Z"}
    session["messages"] = [{"id": "m", "type": "user", "content": "Which port?"}]
    whole = json.dumps(session)
    path.parent.mkdir()
    path.write_text(whole[:-20])
    with watched(Spot("Gemini CLI", root, ("*.json",))) as told:
        time.sleep(1.2)
        path.write_text(whole)
        wait(lambda: turns(told) == 1)
        time.sleep(watching._DOUBT + 0.7)
        assert problems(told) == []
        path.write_text(whole[:-20])
        wait(lambda: len(problems(told)) >= 1, 12)


def test_only_what_mining_reads_is_read_in_a_named_folder(watched, root):
    (root / ".gitignore").write_text("private*\n")
    (root / "node_modules").mkdir()
    with watched(Spot("notes", root)) as told:
        time.sleep(0.7)
        append(root / "private.md", b"# A secret of the garden\n")
        append(root / "node_modules" / "readme.md", b"# Of a library\n")
        append(root / "notes.md", b"# We chose GraphQL for the boards\n")
        wait(lambda: turns(told) == 2)
        time.sleep(0.7)
    assert sorted(one.path.name for one in told) == [".gitignore", "notes.md"]


def test_the_log_of_a_database_means_its_database(tmp_path):
    spots = list(host_spots(tmp_path, {"XDG_DATA_HOME": str(tmp_path / "share")}))
    log = tmp_path / "share" / "opencode" / "opencode.db-wal"
    spot, path = owner_of(spots, log)
    assert (spot.name, path.name) == ("opencode", "opencode.db")


def test_every_spot_of_a_host_is_one_that_init_finds(tmp_path):
    from camillo.app.mining.hosts import find

    made = {
        ".claude/projects/-x/s.jsonl": "Claude Code",
        ".codex/sessions/2025/06/01/rollout-1.jsonl": "Codex",
        ".gemini/tmp/orion/chats/session-1.json": "Gemini CLI",
        ".cursor/projects/orion/agent-transcripts/a/a.jsonl": "Cursor",
        ".local/share/opencode/opencode.db": "opencode",
        ".config/Code/User/workspaceStorage/w/chatSessions/c.jsonl": "Copilot",
        ".config/Cursor/User/globalStorage/state.vscdb": "Cursor",
    }
    for name in made:
        append(tmp_path / name, b"{}\n")
    spots = list(host_spots(tmp_path, {}))
    for name in made:
        assert owner_of(spots, tmp_path / name) is not None, name
    found = find(tmp_path, tmp_path, tmp_path / "Downloads", {})
    assert len([one for one in found if one.kind == "transcripts"]) == len(made)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_the_command_ends_cleanly_and_prints_a_line_for_each_batch(tmp_path, name):
    home = tmp_path / "home"
    transcript = home / ".claude" / "projects" / "-x" / "s.jsonl"
    append(transcript, said(0))
    environ = {"HOME": str(home), "PATH": os.environ["PATH"], "CAMILLO_REFINE": "false"}
    palace = tmp_path / "p.camillo"
    command = [sys.executable, "-m", "camillo.surfaces.cli.main"]
    running = subprocess.Popen(
        [*command, "watch", "--json", "--palace", str(palace)],
        env=environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        first = json.loads(running.stdout.readline())
        append(transcript, said(1) + said(2)[:50])
        second = json.loads(running.stdout.readline())
        running.send_signal(getattr(signal, name))
        out, err = running.communicate(timeout=20)
    finally:
        running.kill()
    assert [first["turns"], second["turns"]] == [1, 1]
    assert first["wings"] == {"orion": 1}
    assert (running.returncode, out, err) == (0, "", "")
    assert transcript.read_bytes() == said(0) + said(1) + said(2)[:50]
