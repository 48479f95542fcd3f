"""What goes wrong between a hook and the palace, with every process real: nothing is lost, the user is told once."""

import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from contextlib import contextmanager

import apsw
import pytest

from camillo import Palace
from camillo.app.settings import Settings

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name != "posix", reason="limits and rights are POSIX's"),
]

START = {"session_id": "later", "source": "startup", "cwd": "/home/kai/orion"}
SAYINGS = [
    "Which port does the gateway have?",
    "It listens on port 8931.",
    "Porta 8931, 端口 8931.",
]


@pytest.fixture
def transcript(tmp_path):
    """A transcript of three turns."""
    rows = [
        {
            "type": "user" if number % 2 == 0 else "assistant",
            "uuid": f"u{number}",
            "parentUuid": f"u{number - 1}" if number else None,
            "sessionId": "5f1c",
            "timestamp": f"2026-11-20T10:00:0{number}Z",
            "cwd": "/home/kai/orion",
            "message": {"role": "user" if number % 2 == 0 else "assistant", "content": text},
        }
        for number, text in enumerate(SAYINGS)
    ]
    path = tmp_path / "5f1c.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@contextmanager
def filing(host, until, **limits):
    """The real resident process, until something is so."""
    process = subprocess.Popen(
        [sys.executable, "-m", "camillo.app.resident", str(host.palace)],
        env=host.whole_environ,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        **limits,
    )
    try:
        deadline = time.monotonic() + 20
        while not until():
            assert process.poll() is None, process.stderr.read().decode()
            assert time.monotonic() < deadline, f"in vain; the log: {host.log()}"
            time.sleep(0.05)
        yield
    finally:
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (0, b"")


def filed(host):
    """File what waits with a resident process to which nothing is in the way."""
    with filing(host, lambda: not host.state.entries()):
        pass


def kept(host):
    with (
        Palace.open(host.palace, create=False, settings=Settings(refine=False)) as palace,
        palace._store.snapshot() as snapshot,
    ):
        return [(one.text, one.wing) for one in snapshot.turns()]


def all_of_it():
    return [(text, "orion") for text in SAYINGS]


def told(host):
    done = host.call("SessionStart", START)
    return done.reply.get("systemMessage", "") if done.out else ""


def assert_told_once(host, *words):
    said = told(host)
    assert all(word in said for word in words), said
    assert told(host) == ""


def stop(host, given, transcript):
    done = host.call("Stop", given("Stop", transcript_path=str(transcript)))
    assert done.out == b""


def test_without_a_palace_the_first_turns_make_one(host, given, transcript):
    assert "no palace" in told(host)
    stop(host, given, transcript)
    filed(host)
    assert kept(host) == all_of_it()
    assert told(host) == ""


def test_a_locked_palace_keeps_the_turns_waiting_and_then_gets_them(host, given, transcript):
    Palace.open(host.palace).close()
    environ = {"CAMILLO_BUSY_SECONDS": "0.2"}
    host.environ.update(environ)
    other = apsw.Connection(str(host.palace))
    other.execute("begin immediate")
    stop(host, given, transcript)
    assert (
        host.call(
            "UserPromptSubmit",
            given("UserPromptSubmit", prompt="Which port?", transcript_path=str(transcript)),
        ).out
        == b""
    )
    with filing(host, lambda: (host.state.folder / "resident.json").exists()):
        time.sleep(2.5)
        assert len(host.entries()) == 1
        other.execute("rollback")
        other.close()
        deadline = time.monotonic() + 20
        while host.entries() and time.monotonic() < deadline:
            time.sleep(0.05)
    assert kept(host) == all_of_it()
    assert host.entries() == []


def test_a_disk_without_room_for_the_palace_keeps_the_turns_in_the_spool(host, given, transcript):
    def little_room():
        resource.setrlimit(resource.RLIMIT_FSIZE, (32 << 10, 32 << 10))

    stop(host, given, transcript)
    with filing(host, lambda: "resident" in host.log(), preexec_fn=little_room):
        pass
    assert len(host.entries()) == 1
    assert_told_once(host, "Camillo")
    filed(host)
    assert kept(host) == all_of_it()


def test_a_damaged_palace_is_told_once_and_the_turns_wait_for_the_mend(host, given, transcript):
    host.palace.parent.mkdir()
    host.palace.write_bytes(b"this is no palace at all" * 1000)
    stop(host, given, transcript)
    assert (
        host.call(
            "UserPromptSubmit",
            given("UserPromptSubmit", prompt="Which port?", transcript_path=str(transcript)),
        ).out
        == b""
    )
    with filing(host, lambda: "resident" in host.log()):
        pass
    assert_told_once(host, "palace")
    assert len(host.entries()) == 1
    host.palace.rename(host.palace.with_suffix(".damaged"))
    filed(host)
    assert kept(host) == all_of_it()


def test_a_missing_transcript_is_told_once_and_the_hooks_own_words_are_kept(host, given, tmp_path):
    Palace.open(host.palace).close()
    host.call(
        "Stop",
        given(
            "Stop",
            transcript_path=str(tmp_path / "gone.jsonl"),
            last_assistant_message="It listens on port 8931.",
        ),
    )
    for path in host.state.entries():
        os.utime(path, (1, 1))
    filed(host)
    assert_told_once(host, "no transcript", "gone.jsonl")
    assert kept(host) == [("It listens on port 8931.", "orion")]


def test_a_prompt_whose_transcript_never_comes_is_kept_and_told_as_no_loss(host, given, tmp_path):
    Palace.open(host.palace).close()
    gone = {"transcript_path": str(tmp_path / "gone.jsonl")}
    host.call("UserPromptSubmit", given("UserPromptSubmit", prompt="Which port is it?", **gone))
    host.call("SessionEnd", given("SessionEnd", reason="other", **gone))
    for path in host.state.entries():
        os.utime(path, (1, 1))
    filed(host)
    assert kept(host) == [("Which port is it?", "orion")]
    said = told(host)
    assert "what its hooks told was kept" in said
    assert "could not" not in said


def test_a_prompt_that_its_transcript_tells_later_is_kept_once(host, given, transcript):
    content = transcript.read_bytes()
    transcript.unlink()
    asked = {"prompt": SAYINGS[0], "transcript_path": str(transcript)}
    host.call("UserPromptSubmit", given("UserPromptSubmit", **asked))
    with filing(host, lambda: host.state.address.exists()):
        time.sleep(2)
        transcript.write_bytes(content)
        stop(host, given, transcript)
        deadline = time.monotonic() + 20
        while host.state.entries() and time.monotonic() < deadline:
            time.sleep(0.1)
    assert kept(host) == all_of_it()
    assert told(host) == ""


def test_a_session_in_which_nothing_was_said_leaves_nothing_to_tell(host, given, tmp_path):
    Palace.open(host.palace).close()
    gone = str(tmp_path / "never.jsonl")
    host.call("SessionEnd", given("SessionEnd", transcript_path=gone, reason="other"))
    for path in host.state.entries():
        os.utime(path, (1, 1))
    filed(host)
    assert told(host) == ""
    assert host.log() == ""


def test_a_turn_of_which_nothing_could_be_kept_is_told_as_a_loss(host, given, tmp_path):
    Palace.open(host.palace).close()
    stop(host, given, tmp_path / "gone.jsonl")
    for path in host.state.entries():
        os.utime(path, (1, 1))
    filed(host)
    assert_told_once(host, "could not save 1 turn", "gone.jsonl")


@pytest.fixture
def bound(host, monkeypatch):
    """The host's hooks and resident process, bound by rights even where this user is the administrator."""
    if os.geteuid() == 0:
        setpriv = shutil.which("setpriv")
        if setpriv is None:
            pytest.skip("the rights of an administrator cannot be given up here")
        without = [setpriv, "--bounding-set=-dac_override,-dac_read_search", sys.executable]
        if subprocess.run([*without, "-c", ""], check=False, capture_output=True).returncode:
            pytest.skip("the rights of an administrator cannot be given up here")
        starter = host.palace.parent.parent / "python"
        starter.write_text("#!/bin/sh\nexec " + " ".join(without) + ' "$@"\n')
        starter.chmod(0o700)
        monkeypatch.setattr(sys, "executable", str(starter))
    return host


def test_a_folder_that_may_not_be_written_gets_its_turns_once_it_may(bound, given, transcript):
    Palace.open(bound.palace).close()
    folder = bound.palace.parent
    folder.chmod(0o500)
    try:
        stop(bound, given, transcript)
        assert_told_once(bound, "Permission denied")
    finally:
        folder.chmod(0o700)
    assert told(bound) == ""
    filed(bound)
    assert kept(bound) == all_of_it()


def test_a_palace_that_may_not_be_written_is_told_once_and_gets_its_turns_later(
    bound, given, transcript
):
    Palace.open(bound.palace).close()
    bound.palace.chmod(0o400)
    stop(bound, given, transcript)
    with filing(bound, lambda: "resident" in bound.log()):
        pass
    assert_told_once(bound, "palace.camillo")
    assert len(bound.entries()) == 1
    bound.palace.chmod(0o600)
    filed(bound)
    assert kept(bound) == all_of_it()
