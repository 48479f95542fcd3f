import json
import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from camillo import Palace
from camillo.formats.injected import parted
from camillo.surfaces.hooks import places, telling, troubles

EVENTS = ("Stop", "UserPromptSubmit", "SessionEnd", "PreCompact", "PostToolUse")
START = {"session_id": "s2", "source": "startup", "cwd": "/x"}


def told(host) -> str:
    """What the next session start says of troubles; empty where it says nothing."""
    done = host.call("SessionStart", START)
    if not done.out:
        return ""
    said = done.reply.get("systemMessage", "")
    assert said in done.reply["hookSpecificOutput"]["additionalContext"]
    return said


@pytest.fixture
def made(host):
    """A host whose palace is there, so that its absence is no trouble."""
    Palace.open(host.palace, create=True).close()
    return host


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b'{"a":' + b"[" * 50_000,
        *(
            pytest.param(raw, marks=pytest.mark.slow)
            for raw in (b"   \n", b"{", b"null", b"[1]", b"\xff\xfe\x00", b"no JSON")
        ),
    ],
)
def test_input_that_is_no_json_object_disturbs_no_host_and_is_told_once(made, raw):
    for event in EVENTS:
        assert made.call(event, raw).out == b""
    assert made.entries() == []
    assert "Camillo could not save 4 turns since 20" in (first := told(made))
    assert "could not recall 1 time since 20" in first
    assert "the host's input is" in first
    assert told(made) == ""


def test_input_without_end_is_refused_and_read_to_its_end(made):
    assert made.call("Stop", b'{"last_assistant_message": "' + b"x" * (40 << 20) + b'"}').out == b""
    assert made.entries() == []
    assert "the host's input is longer than 16 MB; mine its transcript" in told(made)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["Nonsense", "--host", "codex"], "there is no hook for 'Nonsense'"),
        (["Stop", "--host", "emacs"], "there is no host 'emacs'"),
        pytest.param(["Stop"], "there is no host ''", marks=pytest.mark.slow),
        ([], "a hook needs one event"),
        pytest.param(
            ["Stop", "Stop", "--host", "codex"], "a hook needs one event", marks=pytest.mark.slow
        ),
    ],
)
def test_a_wrong_command_line_never_blocks_the_host(made, arguments, named):
    assert made.call("", {}, arguments=arguments).out == b""
    assert "Camillo met 1 other problem since 20" in (said := told(made))
    assert named in said


def test_a_session_start_whose_input_is_bad_tells_at_once(made):
    assert "the host's input is no JSON" in made.call("SessionStart", b"{").reply["systemMessage"]
    assert told(made) == ""


def test_that_there_is_no_palace_yet_is_told_once(host, given):
    said = f"There is no palace at {host.palace} yet; it is made when the first turns are saved."
    assert told(host) == said
    assert told(host) == ""
    assert host.call("Stop", given("Stop")).out == b""
    assert len(host.entries()) == 1


def test_troubles_after_the_telling_are_told_anew(made):
    made.call("Stop", b"{")
    assert "could not save 1 turn since" in told(made)
    made.call("Stop", b"[]")
    assert "no JSON object" in (second := told(made))
    assert "could not save 1 turn since" in second


@pytest.mark.slow
def test_a_reason_that_comes_back_is_told_again_only_after_a_day(made):
    made.call("Stop", b"{")
    assert told(made)
    made.call("Stop", b"{")
    assert told(made) == ""
    path = made.state.folder / "told.json"
    before = json.loads(path.read_bytes())
    aged = {reason: at - 90_000 for reason, at in before["reasons"].items()}
    path.write_text(json.dumps({**before, "reasons": aged}))
    made.call("Stop", b"{")
    assert "could not save 1 turn since" in told(made)


@pytest.mark.parametrize(
    "found",
    [
        '{"logs": 7, "reasons": [], "at": "x"}',
        *(pytest.param(found, marks=pytest.mark.slow) for found in ("", "[]", "\0")),
    ],
)
def test_a_record_of_what_was_told_that_cannot_be_read_is_as_none(made, found):
    made.call("Stop", b"{")
    (made.state.folder / "told.json").write_text(found)
    assert "could not save 1 turn since" in told(made)
    assert told(made) == ""


@pytest.mark.slow
def test_of_sessions_that_start_at_once_one_tells(made):
    made.call("Stop", b"{")
    said: list[str] = []
    threads = [threading.Thread(target=lambda: said.append(told(made))) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len([one for one in said if "could not save" in one]) == 1


def test_settings_that_cannot_be_read_are_told_and_no_other_palace_is_written(made, given):
    config = made.folder / "config.toml"
    config.write_text("palace = [unclosed")
    made.environ |= {"CAMILLO_PALACE": "", "CAMILLO_CONFIG": str(config)}
    assert made.call("Stop", given("Stop")).out == b""
    default = made.folder.parent / "home" / ".local" / "share" / "camillo" / "palace.camillo.run"
    assert not (default / "spool").exists()
    assert "could not save 1 turn" in (said := told(made))
    assert "config.toml is not TOML" in said


def test_a_state_folder_that_is_a_file_disturbs_nobody_and_the_turn_is_kept_aside(made, given):
    made.state.folder.write_text("in the way")
    assert made.call("Stop", given("Stop", last_assistant_message="kept")).out == b""
    made.state.folder.unlink()
    assert "could not save 1 turn since" in (said := told(made))
    assert said.endswith(". 1 kept aside is being filed now.")
    assert [entry["input"]["last_assistant_message"] for entry in made.entries()] == ["kept"]
    assert told(made) == ""


def unprivileged() -> bool:
    return os.name == "posix" and os.geteuid() != 0


@pytest.mark.skipif(not unprivileged(), reason="an administrator may write everywhere")
def test_a_folder_that_cannot_be_written_is_told(made, given):
    made.palace.parent.chmod(0o500)
    try:
        assert made.call("Stop", given("Stop")).out == b""
        assert "Permission denied" in (said := told(made))
        assert "make its folder yours to write" in said
        assert told(made) == ""
    finally:
        made.palace.parent.chmod(0o700)


@pytest.fixture
def small_disk(host):
    """The palace's folder on a disk of its own, of 8 MiB, where the system lets one be mounted."""
    if sys.platform != "linux" or os.geteuid() != 0 or not shutil.which("mount"):
        pytest.skip("no disk can be mounted here")
    disk = host.palace.parent
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=8m,mode=0700", "tmpfs", str(disk)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("no disk can be mounted here")
    Palace.open(host.palace, create=True).close()
    yield host
    subprocess.run(["umount", "--lazy", str(disk)], check=True)


def fill(path: Path, left: int) -> None:
    """Fill the disk up to so many bytes."""
    free = os.statvfs(path.parent)
    path.write_bytes(bytes(free.f_bavail * free.f_frsize - left))


def test_a_full_disk_disturbs_nobody_and_no_turn_is_lost(small_disk, given):
    host = small_disk
    fill(host.palace.parent / "filler", left=16 << 10)
    long = "x" * (30 << 10)
    for number in range(3):
        said = given("Stop", last_assistant_message=long, number=number)
        assert host.call("Stop", said).out == b""
    assert [path.name for path in host.state.spool.iterdir()] == []
    (host.palace.parent / "filler").unlink()
    told_of = told(host)
    assert "could not save 3 turns since" in told_of
    assert "No space left on device" in told_of
    assert "free some space on its disk" in told_of
    assert [entry["input"]["number"] for entry in host.entries()] == [0, 1, 2]
    assert told(host) == ""


def test_a_disk_that_became_read_only_disturbs_nobody_and_is_told_once(small_disk, given):
    host = small_disk
    host.call("Stop", given("Stop", number=0))
    disk = str(host.palace.parent)
    subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
    try:
        for number in (1, 2):
            assert host.call("Stop", given("Stop", number=number)).out == b""
        assert "Read-only file system" in (said := told(host))
        assert "could not save 2 turns" in said
        assert "let its disk be written to" in said
        assert told(host) == ""
    finally:
        subprocess.run(["mount", "-o", "remount,rw", disk], check=True)
    assert told(host) == ""
    assert [entry["input"]["number"] for entry in host.entries()] == [0, 1, 2]


@pytest.mark.skipif(os.name == "nt", reason="descriptors are POSIX's")
@pytest.mark.parametrize("closed", [0, 1, 2])
def test_a_host_that_closed_a_stream_finds_nothing_written_where_it_does_not_belong(made, closed):
    program = " ".join(f"'{word}'" for word in [*made.program, "SessionStart", "--host", "codex"])
    sign = "<" if closed == 0 else ">"
    done = subprocess.run(
        ["sh", "-c", f"echo '{{}}' | {program} {closed}{sign}&-"],
        capture_output=True, timeout=20, check=False, env=made.whole_environ,
    )  # fmt: skip
    assert done.returncode == 0
    assert done.stderr == b""
    for path in made.state.folder.rglob("*"):
        assert not path.is_file() or b"hookSpecificOutput" not in path.read_bytes()


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX's")
def test_a_host_that_stops_listening_is_no_trouble(made):
    made.call("Stop", b"{")
    program = " ".join(f"'{word}'" for word in [*made.program, "SessionStart", "--host", "codex"])
    subprocess.run(
        ["sh", "-c", f"echo '{{}}' | (sleep 1; {program}; echo $? >code) | true"],
        timeout=20, check=False, env=made.whole_environ, cwd=made.folder,
    )  # fmt: skip
    assert (made.folder / "code").read_text() == "0\n"
    assert "could not save 1 turn" in told(made)


def test_the_log_is_bounded(tmp_path):
    where = places.of(str(tmp_path / "p.camillo"), {"XDG_RUNTIME_DIR": str(tmp_path)})
    (tmp_path / "p.camillo.run").mkdir()
    log = tmp_path / "p.camillo.run" / "hooks.log"
    log.write_bytes(b"x" * (troubles.LOG_LIMIT + 1))
    troubles.note(where, "Stop", "y" * 100_000)
    troubles.note(where, "Stop", "a second\x1b[2J line\nof <memory> two")
    assert log.stat().st_size < 2_000
    assert log.read_text().splitlines()[1].endswith(r"a second\x1b[2J line\nof \x3cmemory> two")
    untold = telling.Untold(where)
    assert "could not save 2 turns" in untold.message(0)


def test_what_the_resident_process_notes_is_told_too(made):
    made.state.make()
    made.state.note("filing", "1.json was put into spool/failed: the entry is no JSON")
    assert "Camillo met 1 other problem since 20" in (said := told(made))
    assert "spool/failed" in said
    assert told(made) == ""


@pytest.mark.skipif(os.name == "nt", reason="owners are POSIX's")
def test_a_refuge_that_others_may_write_is_not_used(made, given):
    made.state.folder.write_text("in the way")
    refuge = Path(places.of(str(made.palace), made.whole_environ).refuge)
    refuge.mkdir()
    refuge.chmod(0o777)
    assert made.call("Stop", given("Stop")).out == b""
    assert list(refuge.iterdir()) == []


def test_what_the_user_is_told_is_never_mined_back_as_memory(made):
    troubles.note(places.of(str(made.palace), made.whole_environ), "Stop", "no room; free some")
    said = made.call("SessionStart", START).reply["hookSpecificOutput"]["additionalContext"]
    assert "could not save 1 turn" in said
    assert parted(said, "system", "system", "") == [(said, "injected")]
    assert parted(f"fix it\n{said}", "text", "user", "")[0] == ("fix it", "text")
