"""Encrypted files against whoever can change them, and keys against whoever looks at what programs print."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from camillo import Palace
from camillo.app.encryption.keys import keys_at, put_keys
from camillo.app.resident.state import State
from camillo.domain.errors import CamilloError, PalaceDamaged, PalaceLocked

PAGE = 4096
MAIN = "from camillo.surfaces.cli.main import main; import sys; sys.exit(main(sys.argv[1:]))"


@pytest.fixture
def sealed(settings, key):
    """The settings of an encrypted palace of some pages."""
    key.parent.mkdir()
    put_keys(str(key), [os.urandom(32)])
    chosen = settings()
    with Palace.open(settings=chosen) as palace:
        for number in range(12):
            palace.add(f"The heron stands, time {number}.", wing="lake", conversation=f"c{number}")
    return chosen


def told(settings) -> list[str]:
    """What is found, once nothing is wrong.

    Raises:
        CamilloError: the palace does not open, or something is.
    """
    with Palace.open(create=False, settings=settings) as palace:
        if problems := palace.doctor():
            raise PalaceDamaged(problems[0].what, problems[0].mend)
        return sorted(one.text for one in palace.search("heron", limit=20).results)


def put(path: Path, content: bytes) -> None:
    for ending in ("-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)
    path.write_bytes(content)


@pytest.mark.slow
def test_pages_that_were_changed_exchanged_or_cut_off_are_refused(sealed, settings):
    path, before = sealed.palace, told(sealed)
    good = path.read_bytes()
    pages = [good[at : at + PAGE] for at in range(0, len(good), PAGE)]
    put_keys(str(path.with_name("other.key")), [os.urandom(32)])
    others = settings(
        palace=path.with_name("other.camillo"), palace_key=str(path.with_name("other.key"))
    )
    with Palace.open(settings=others) as palace:
        palace.add("The crane dances.", wing="lake")
    other = path.with_name("other.camillo").read_bytes()
    assert len(pages) > 30
    passed = refused = 0
    for at in range(1, len(pages) - 1, 3):
        flipped = bytearray(pages[at])
        flipped[1000] ^= 1
        for changed in (
            [*pages[:at], pages[at + 1], pages[at], *pages[at + 2 :]],
            [*pages[:at], bytes(flipped), *pages[at + 1 :]],
            [*pages[:at], bytes(PAGE), *pages[at + 1 :]],
            # The palace of another owner, who has a key of his own.
            [*pages[:at], other[at * PAGE : at * PAGE + PAGE], *pages[at + 1 :]],
            pages[:at],
        ):
            put(path, b"".join(changed))
            try:
                # Pages that are free hold nothing that is read.
                assert told(sealed) == before
                passed += 1
            except CamilloError:
                refused += 1
    assert refused > 50 and passed < refused / 5
    for length in (1, 300, 600, PAGE - 1, len(good) - 1):
        put(path, good[:length])
        with pytest.raises(CamilloError):
            told(sealed)
    put(path, good)
    assert told(sealed) == before


def test_a_key_that_was_put_in_the_place_of_another_opens_nothing_and_changes_nothing(sealed, key):
    before, mine, content = told(sealed), keys_at(str(key)), sealed.palace.read_bytes()
    put_keys(str(key), [os.urandom(32)])
    with pytest.raises(PalaceLocked):
        told(sealed)
    assert sealed.palace.read_bytes() == content
    put_keys(str(key), mine)
    assert told(sealed) == before


def test_a_key_of_the_environment_is_printed_nowhere(settings, folder):
    secret = os.urandom(32).hex()
    sealed = settings(palace_key="TOLD_KEY")
    environ = {
        **os.environ, "TOLD_KEY": secret, "CAMILLO_PALACE_KEY": "TOLD_KEY", "CAMILLO_LOG_LEVEL": "debug",
        "CAMILLO_PALACE": str(sealed.palace),
    }  # fmt: skip
    printed = b""
    for arguments in (
        ["add", "The heron stands.", "--wing", "lake"], ["status", "--json"], ["doctor", "--json"], ["doctor"],
        ["config", "--json"], ["config"], ["search", "heron", "--json"], ["rekey"], ["encrypt"], ["get", "nothing"],
        ["backup", str(folder / "copy.camillo")], ["export", "all", str(folder / "all.archive")],
    ):  # fmt: skip
        done = subprocess.run(
            [sys.executable, "-c", MAIN, *arguments], capture_output=True, env=environ, check=False
        )
        printed += done.stdout + done.stderr
    assert b"heron" in printed
    for path in folder.rglob("*"):
        if path.is_file():
            printed += path.read_bytes()
    forms = (secret.encode(), secret.upper().encode(), bytes.fromhex(secret))
    assert [form for form in forms if form in printed] == []


def test_a_key_is_in_no_command_line_and_in_no_memory_that_a_crash_leaves(sealed, key, folder):
    code = "import sys; from camillo.app.resident.__main__ import main; main(sys.argv[1:])"
    environ = dict(os.environ, CAMILLO_PALACE_KEY=sealed.palace_key)
    process = subprocess.Popen(
        [sys.executable, "-c", code, str(sealed.palace)], env=environ, cwd=folder
    )
    try:
        until = time.monotonic() + 20
        while not State.of(sealed.palace).address.exists() and time.monotonic() < until:
            time.sleep(0.05)
        (secret,) = (each.hex().encode() for each in keys_at(str(key)))
        for told_of in Path("/proc").glob("[0-9]*/cmdline"):
            try:
                assert secret not in told_of.read_bytes()
            except OSError:
                continue
        if sys.platform == "linux":
            limits = Path(f"/proc/{process.pid}/limits").read_text()
            (core,) = (line for line in limits.splitlines() if line.startswith("Max core file"))
            assert core.split()[4] == "0"
    finally:
        process.send_signal(signal.SIGABRT)
        process.wait(20)
    assert [
        path for path in folder.rglob("*core*") if path.is_file() and path.suffix != ".db"
    ] == []


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says whether a process is dumped")
def test_a_command_of_an_encrypted_palace_leaves_no_dump_and_one_of_a_plain_one_is_as_it_was():
    code = (
        "import ctypes, sys; from camillo.app.encryption.undumped import leave_no_dump\n"
        "dumped = lambda: ctypes.CDLL(None).prctl(3, 0, 0, 0, 0)\n"
        "before = dumped(); leave_no_dump(); print(before, dumped())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["1", "0"]


def test_a_journal_that_a_killed_change_of_keys_left_holds_no_word(sealed, folder, key):
    """Every file that lies there while keys change is looked at, and so is what kills leave."""
    code = (
        "import sys; from pathlib import Path; from camillo.app.encryption import changing\n"
        "from camillo.app.settings import load\n"
        "settings = load(palace=Path(sys.argv[1]), palace_key=sys.argv[2])\n"
        "print('begin', flush=True)\n"
        "while True: changing.rekey(settings)"
    )
    (folder / "tmp").mkdir()
    environ = dict(os.environ, TMPDIR=str(folder / "tmp"))
    before = told(sealed)
    for round_ in range(4):
        process = subprocess.Popen(
            [sys.executable, "-c", code, str(sealed.palace), str(key)],
            stdout=subprocess.PIPE, env=environ,
        )  # fmt: skip
        process.stdout.readline()
        until = time.monotonic() + 0.2 + 0.13 * round_
        while time.monotonic() < until:
            check_no_words(folder)
        process.kill()
        process.wait()
        process.stdout.close()
        check_no_words(folder)
        assert told(sealed) == before


def check_no_words(folder: Path) -> None:
    for path in folder.rglob("*"):
        try:
            assert not path.is_file() or b"heron" not in path.read_bytes()
        except FileNotFoundError:
            continue


def test_status_says_where_a_key_is_and_not_what_it_is(sealed, key, capsys, monkeypatch):
    from camillo.surfaces.cli.main import main

    monkeypatch.setenv("CAMILLO_PALACE_KEY", str(key))
    assert main(["status", "--json", "--palace", str(sealed.palace)]) == 0
    made = capsys.readouterr().out
    assert json.loads(made)["encrypted"] is True
    assert keys_at(str(key))[0].hex() not in made
