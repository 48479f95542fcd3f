"""Palaces that are encrypted, given another key, and made plain again, also where a kill comes between."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from camillo import Palace
from camillo.app.encryption import changing
from camillo.app.encryption.keys import keys_at
from camillo.app.resident.state import State
from camillo.domain.errors import (
    CamilloError,
    InvalidInput,
    PalaceBusy,
    PalaceDamaged,
    PalaceLocked,
)
from camillo.surfaces.cli.main import main

WORDS = b"heron stands in the reeds"


def found(settings) -> list[str]:
    with Palace.open(create=False, settings=settings) as palace:
        assert palace.doctor() == []
        return [one.text for one in palace.search("heron in the reeds").results]


def test_an_encrypted_palace_holds_no_word_and_answers_as_before(plain, key):
    before = found(plain)
    receipt = changing.encrypt(plain)
    assert receipt.verb == "encrypt"
    assert WORDS not in plain.palace.read_bytes()
    assert len(keys_at(str(key))) == 1
    assert key.stat().st_mode & 0o777 == 0o600
    assert found(plain) == before != []
    changing.decrypt(plain)
    assert WORDS in plain.palace.read_bytes()
    assert found(plain) == before
    assert not State.of(plain.palace).sealer.exists()


def test_a_new_palace_is_encrypted_where_a_key_is_set_and_its_wal_too(settings, key):
    chosen = settings()
    key.parent.mkdir()
    key.write_text("ab" * 32)
    key.chmod(0o600)
    with Palace.open(settings=chosen) as palace:
        palace.add("The heron stands in the reeds.", wing="lake")
        wal = chosen.palace.with_name(chosen.palace.name + "-wal")
        assert wal.stat().st_size > 0
        assert WORDS not in wal.read_bytes() + chosen.palace.read_bytes()


@pytest.mark.parametrize("place", ["missing", "other", "unset"])
def test_without_its_key_a_palace_is_locked_and_never_called_damaged(plain, settings, key, place):
    changing.encrypt(plain)
    other = key.with_name("other.key")
    if place == "other":
        other.write_text("cd" * 32)
        other.chmod(0o600)
    chosen = settings(palace_key="" if place == "unset" else str(other))
    with pytest.raises(PalaceLocked) as error:
        Palace.open(create=False, settings=chosen)
    assert not isinstance(error.value, PalaceDamaged)
    assert "damaged" not in str(error.value)
    assert error.value.mend


def test_a_key_that_others_can_read_is_refused(plain, key):
    changing.encrypt(plain)
    key.chmod(0o644)
    with pytest.raises(InvalidInput, match="others can read"):
        Palace.open(create=False, settings=plain)


def test_what_is_no_key_is_refused_and_not_told(plain, key):
    key.parent.mkdir()
    key.write_text("correct horse battery staple")
    key.chmod(0o600)
    with pytest.raises(InvalidInput) as error:
        changing.encrypt(plain)
    assert "horse" not in str(error.value)
    assert WORDS in plain.palace.read_bytes()


def test_a_key_comes_from_a_variable_but_is_never_made_there(plain, settings, monkeypatch):
    chosen = settings(palace_key="PALACE_KEY_FOR_TEST")
    with pytest.raises(InvalidInput, match="variable"):
        changing.encrypt(chosen)
    monkeypatch.setenv("PALACE_KEY_FOR_TEST", os.urandom(32).hex())
    changing.encrypt(chosen)
    assert found(chosen)


def test_a_key_comes_from_the_keyring(plain, settings):
    keyring = pytest.importorskip("keyring")
    from keyring.backend import KeyringBackend

    class Memory(KeyringBackend):
        priority = 1
        kept: dict = {}  # noqa: RUF012

        def get_password(self, service, username):
            return self.kept.get((service, username))

        def set_password(self, service, username, password):
            self.kept[service, username] = password

        def delete_password(self, service, username):
            del self.kept[service, username]

    before = keyring.get_keyring()
    keyring.set_keyring(Memory())
    try:
        chosen = settings(palace_key="keyring:camillo/palace")
        changing.encrypt(chosen)
        changing.rekey(chosen)
        assert found(chosen)
        assert len(Memory.kept["camillo", "palace"]) == 64
    finally:
        keyring.set_keyring(before)


def test_another_key_locks_out_the_one_before(plain, settings, key):
    changing.encrypt(plain)
    before = key.read_text()
    changing.rekey(plain)
    assert key.read_text() != before
    assert found(plain)
    old = key.with_name("old.key")
    old.write_text(before)
    old.chmod(0o600)
    with pytest.raises(PalaceLocked):
        found(settings(palace_key=str(old)))


def test_a_key_can_be_kept_elsewhere_from_then_on(plain, settings, key):
    changing.encrypt(plain)
    changing.rekey(plain, str(key.with_name("new.key")))
    with pytest.raises(PalaceLocked):
        found(plain)
    assert found(settings(palace_key=str(key.with_name("new.key"))))


def test_the_command_says_that_the_setting_must_follow_the_key(tmp_path, key, monkeypatch, capsys):
    monkeypatch.setenv("CAMILLO_PALACE", str(tmp_path / "p.camillo"))
    monkeypatch.setenv("CAMILLO_PALACE_KEY", str(key))
    assert main(["add", "A heron."]) == 7
    assert "needs one made first, of 64 hexadecimal digits" in capsys.readouterr().err
    key.parent.mkdir()
    key.write_text("ab" * 32)
    key.chmod(0o600)
    assert main(["add", "A heron."]) == 0
    assert main(["rekey"]) == 0
    assert "Set palace_key" not in capsys.readouterr().out
    assert main(["rekey", "--to", str(key.with_name("new.key"))]) == 0
    assert "Set palace_key to the new place now" in capsys.readouterr().out
    assert main(["search", "heron"]) == 7
    monkeypatch.setenv("CAMILLO_PALACE_KEY", str(key.with_name("new.key")))
    assert main(["search", "heron"]) == 0


def test_nobody_may_have_the_palace_open_meanwhile(plain, settings):
    with (
        Palace.open(create=False, settings=settings(palace_key="")) as palace,
        pytest.raises(PalaceBusy, match="open"),
    ):
        changing.encrypt(plain)
    assert palace.path.read_bytes().startswith(b"SQLite format 3")
    changing.encrypt(plain)


def test_what_has_nothing_to_do_says_so(plain, settings):
    with pytest.raises(InvalidInput, match="not encrypted"):
        changing.decrypt(plain)
    with pytest.raises(InvalidInput, match="palace_key"):
        changing.encrypt(settings(palace_key=""))
    changing.encrypt(plain)
    with pytest.raises(InvalidInput, match="already"):
        changing.encrypt(plain)


def test_backups_and_what_is_made_of_them_have_the_palaces_key(plain, settings, folder):
    with Palace.open(settings=settings(palace_key="")) as palace:
        palace.backup(folder / "before.camillo")
    receipt = changing.encrypt(plain)
    assert any("before.camillo is not encrypted" in note for note in receipt.notes)
    with Palace.open(settings=plain) as palace:
        palace.backup(folder / "after.camillo")
    assert WORDS not in (folder / "after.camillo").read_bytes()
    Palace.restore(folder / "after.camillo", folder / "again.camillo", settings=plain)
    assert WORDS not in (folder / "again.camillo").read_bytes()
    assert found(settings(palace=folder / "again.camillo"))
    with pytest.raises(PalaceLocked):
        Palace.restore(
            folder / "after.camillo", folder / "no.camillo", settings=settings(palace_key="")
        )


WORKER = """
import sys
from pathlib import Path
from camillo.app.encryption import changing
from camillo.app.settings import load
settings = load(palace=Path(sys.argv[1]), palace_key=sys.argv[2])
while True:
    for verb in (changing.encrypt, changing.rekey, changing.decrypt):
        print(verb.__name__, flush=True)
        verb(settings)
"""


@pytest.mark.slow
def test_a_kill_at_any_moment_leaves_a_palace_that_opens_with_the_key_at_its_place(plain, key):
    with Palace.open(settings=plain) as palace:
        for number in range(300):
            palace.add(f"Line {number} of the heron's book, filed once.", wing="lake")
    count = 301
    command = [sys.executable, "-c", WORKER, str(plain.palace), str(key)]
    seen = set()
    for round_ in range(14):
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        seen.add(process.stdout.readline().strip())
        time.sleep(0.05 * round_)
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
        with Palace.open(create=False, settings=plain) as palace:
            assert palace.status()["turns"] == count
            palace.add(f"Written after kill {round_}.", wing="lake")
            count += 1
        if changing.is_encrypted(plain):
            changing.decrypt(plain)
    changing.encrypt(plain)
    assert found(plain)
    assert not [one for one in plain.palace.parent.iterdir() if one.name.startswith(".")]
    assert seen == {"encrypt"}


@pytest.mark.slow
def test_whoever_waits_while_the_file_is_replaced_opens_the_new_one(plain, tmp_path: Path):
    """An old file that was replaced is never written to: what is added is there afterwards."""
    code = (
        "import sys; from pathlib import Path; from camillo import Palace\n"
        "from camillo.app.settings import load\n"
        "settings = load(palace=Path(sys.argv[1]), palace_key=sys.argv[2], busy_seconds=20)\n"
        "for number in range(40):\n"
        "    with Palace.open(settings=settings) as palace:\n"
        "        palace.add(f'Added while keys change, number {number}.', wing='lake')\n"
    )
    command = [sys.executable, "-c", code, str(plain.palace), plain.palace_key]
    process = subprocess.Popen(command)
    changed = 0
    while process.poll() is None:
        try:
            if changed == 0:
                changing.encrypt(plain)
            else:
                changing.rekey(plain)
            changed += 1
        except PalaceBusy:
            time.sleep(0.01)
    assert process.returncode == 0
    if changed == 0:
        pytest.skip("the palace was never free")
    with Palace.open(create=False, settings=plain) as palace:
        assert palace.status()["turns"] == 41


def test_errors_hold_no_key(plain, key, monkeypatch):
    changing.encrypt(plain)
    from camillo.storage.sqlite import ciphering

    address = ciphering.address
    monkeypatch.setattr(
        ciphering, "address", lambda path, given: address(path.parent / "no" / path.name, given)
    )
    with pytest.raises(CamilloError) as error:
        changing.rekey(plain)
    chain, told = error.value, ""
    while chain is not None:
        told += str(chain)
        chain = chain.__cause__ or chain.__context__
    assert not any(one.hex() in told for one in keys_at(str(key)))


def test_the_resident_process_is_told_to_end_and_the_palace_is_encrypted(plain, folder):
    code = "import sys; from camillo.app.resident.__main__ import main; main(sys.argv[1:])"
    environ = dict(os.environ, CAMILLO_PALACE_KEY=plain.palace_key)
    process = subprocess.Popen([sys.executable, "-c", code, str(plain.palace)], env=environ)
    until = time.monotonic() + 20
    while not State.of(plain.palace).address.exists() and time.monotonic() < until:
        time.sleep(0.05)
    with Palace.open(settings=plain):
        pass
    changing.encrypt(plain)
    assert process.wait(20) == 0
    assert found(plain)


@pytest.mark.parametrize("verb", [changing.encrypt, changing.rekey, changing.decrypt])
def test_a_kill_before_the_copy_took_the_palaces_name_leaves_the_palace_whole(plain, verb):
    if verb is not changing.encrypt:
        changing.encrypt(plain)
    # The old file has its second name, and the copy lies finished beside it.
    old = plain.palace.with_name(f".{plain.palace.name}.old")
    os.link(plain.palace, old)
    plain.palace.with_name(f".{plain.palace.name}.new").write_bytes(b"a copy")
    before = found(plain)
    assert verb(plain).verb == verb.__name__
    assert found(plain) == before != []
    assert not [one for one in plain.palace.parent.iterdir() if one.name.startswith(".")]


def test_a_plain_file_that_a_kill_left_is_overwritten_when_the_palace_is_next_opened(plain):
    content = plain.palace.read_bytes()
    changing.encrypt(plain)
    old = plain.palace.with_name(f".{plain.palace.name}.old")
    old.write_bytes(content)
    second = old.with_name("second.name")
    os.link(old, second)
    assert WORDS in second.read_bytes()
    assert found(plain)
    assert not old.exists() and set(second.read_bytes()) == {0}


def test_where_files_have_no_second_names_a_palace_is_encrypted_all_the_same(plain, monkeypatch):
    def refused(*_: object) -> None:
        raise OSError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refused)
    changing.encrypt(plain)
    assert WORDS not in plain.palace.read_bytes() and found(plain)
