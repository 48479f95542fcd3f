import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from tests.waiting import until

from camillo import Palace
from camillo.surfaces.hooks import starting

pytestmark = pytest.mark.skipif(os.name == "nt", reason="looks at processes as POSIX shows them")

#: Notes how it was started, and stays for a while.
NOTE = """
import os, sys, time
open_files = os.listdir("/dev/fd")
with open(os.path.join(sys.argv[1], "note.new"), "w") as stream:
    stream.write(f"{os.getpid()} {os.getsid(0)} {os.getcwd()} {len(open_files)}")
os.rename(os.path.join(sys.argv[1], "note.new"), os.path.join(sys.argv[1], "note"))
time.sleep(1)
"""


@pytest.fixture
def waking(host):
    """A host whose hooks may start the resident process; it is ended afterwards."""
    Palace.open(host.palace, create=True).close()
    host.environ |= {"CAMILLO_RESIDENT": "", "CAMILLO_RESIDENT_IDLE": "0.5"}
    yield host
    if host.state.address.exists():
        end(json.loads(host.state.address.read_bytes())["pid"])


def end(pid: int) -> None:
    """End a process that a hook started, and see that it goes when it is asked to."""
    os.kill(pid, signal.SIGTERM)
    try:
        until(lambda: gone(pid))
    except AssertionError:
        os.kill(pid, signal.SIGKILL)
        raise


def gone(pid: int) -> bool:
    """Whether a process has ended, also one that nobody has asked after yet."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    shown = Path(f"/proc/{pid}/stat")
    return shown.exists() and shown.read_text().rpartition(")")[2].split()[0] == "Z"


def test_what_is_started_is_detached_and_holds_nothing_of_the_hosts(tmp_path):
    read, write = os.pipe()
    os.set_inheritable(write, True)
    starting._spawn([sys.executable, "-c", NOTE, str(tmp_path)], str(tmp_path))
    os.close(write)
    # The end comes while the started one still runs: it does not hold the pipe.
    assert os.read(read, 1) == b""
    os.close(read)
    until((tmp_path / "note").exists)
    pid, session, cwd, descriptors = (tmp_path / "note").read_text().split()
    assert session == pid
    assert cwd == str(tmp_path.resolve())
    assert int(descriptors) <= 4
    os.waitpid(int(pid), 0)


def test_a_start_comes_at_the_most_every_ten_seconds(tmp_path):
    started = str(tmp_path / "started")
    assert starting._due(started)
    assert not starting._due(started)
    past = time.time() - starting.PAUSE_SECONDS - 1
    os.utime(started, (past, past))
    assert starting._due(started)


def test_a_clock_that_was_set_back_does_not_hinder_a_start(tmp_path):
    started = tmp_path / "started"
    started.touch()
    os.utime(started, (time.time() + 86_400,) * 2)
    assert starting._due(str(started))


@pytest.mark.parametrize(
    ("waits", "started", "vain"),
    [
        (None, 600, False),
        (900, None, False),
        (900, 600, True),
        (900, 30, False),  # it may still be at work
        (600, 600, False),  # it was started for that one, and may have been ended with the machine
        (300, 600, False),
    ],
)
def test_what_no_start_could_file_is_seen(tmp_path, waits, started, vain):
    folder, now = tmp_path / "p.run", time.time()
    (folder / "spool").mkdir(parents=True)
    if waits is not None:
        name = f"{int((now - waits) * 1e9):020d}-0000001-ab.json"
        (folder / "spool" / name).write_text("{}")
    if started is not None:
        (folder / "started").touch()
        os.utime(folder / "started", (now - started,) * 2)
    assert starting.in_vain(str(folder)) == vain


def test_a_resident_process_that_cannot_run_is_told_by_what_waits(host, given):
    Palace.open(host.palace, create=True).close()
    host.call("Stop", given("Stop"))
    (entry,) = host.state.entries()
    old = time.time() - 900
    entry.rename(entry.with_name(f"{int(old * 1e9):020d}-{entry.name.partition('-')[2]}"))
    (host.state.folder / "started").touch()
    os.utime(host.state.folder / "started", (old + 300,) * 2)
    said = host.call("SessionStart", given("SessionStart")).reply["systemMessage"]
    assert "wait to be filed" in said and "camillo status" in said


def test_a_resident_process_logs_why_it_cannot_run(host):
    Palace.open(host.palace, create=True).close()
    host.state.make()
    host.environ["CAMILLO_BUSY_SECONDS"] = "soon"
    done = subprocess.run(
        [sys.executable, "-m", "camillo.app.resident", str(host.palace)],
        env=host.whole_environ, capture_output=True, timeout=30, check=False,
    )  # fmt: skip
    assert done.returncode != 0
    assert " resident could not run: " in host.log() and "busy_seconds" in host.log()


def test_the_environment_can_say_that_none_is_started(host, given):
    assert not starting.start(str(host.palace), str(host.state.folder), {"CAMILLO_RESIDENT": "off"})
    host.call("Stop", given("Stop"))
    assert not (host.state.folder / "started").exists()


@pytest.mark.slow
def test_hooks_that_end_at_once_start_one_process_and_it_files_what_they_saved(waking, given):
    transcript = waking.folder / "5f1c.jsonl"
    lines = [
        {"type": "user", "uuid": "u1", "sessionId": "5f1c", "timestamp": "2026-11-01T10:00:00Z",
         "cwd": "/home/kai/orion", "message": {"role": "user", "content": "Why GraphQL?"}},
        {"type": "assistant", "uuid": "u2", "parentUuid": "u1", "sessionId": "5f1c",
         "timestamp": "2026-11-01T10:00:05Z", "cwd": "/home/kai/orion",
         "message": {"role": "assistant", "content": [{"type": "text", "text": "Few round trips."}]}},
    ]  # fmt: skip
    transcript.write_text("".join(json.dumps(line) + "\n" for line in lines))
    said = given("Stop", transcript_path=str(transcript))
    threads = [threading.Thread(target=waking.call, args=("Stop", said)) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    until(waking.state.address.exists)
    until(lambda: not waking.entries())
    with Palace.open(waking.palace) as palace:
        assert palace.status()["turns"] == 2


@pytest.mark.slow
def test_a_process_that_was_killed_is_started_anew(waking, given):
    waking.call("Stop", given("Stop", transcript_path=None, last_assistant_message="First."))
    until(waking.state.address.exists)
    first = json.loads(waking.state.address.read_bytes())
    os.kill(first["pid"], signal.SIGKILL)
    until(lambda: gone(first["pid"]))
    os.utime(waking.state.folder / "started", (0, 0))
    waking.call("Stop", given("Stop", transcript_path=None, last_assistant_message="Second."))
    until(lambda: json.loads(waking.state.address.read_bytes())["pid"] != first["pid"])
    until(lambda: not waking.entries())


@pytest.mark.slow
def test_code_in_the_projects_folder_is_never_run(waking, given):
    program = Path(sys.executable).with_name("camillo")
    if not program.exists():
        pytest.skip("the command is not installed beside this interpreter")
    for name in ("camillo", "json", "socket", "encodings"):
        (waking.folder / name).mkdir()
        (waking.folder / name / "__init__.py").write_text("open('ran', 'w'); raise SystemExit(3)\n")
    done = subprocess.run(
        [program, "hook", "Stop", "--host", "claude-code"],
        input=json.dumps(given("Stop")).encode(),
        capture_output=True, timeout=20, check=False, cwd=waking.folder, env=waking.whole_environ,
    )  # fmt: skip
    assert done.returncode == 0
    until(waking.state.address.exists)
    assert not (waking.folder / "ran").exists()
    assert not (waking.state.folder / "ran").exists()
