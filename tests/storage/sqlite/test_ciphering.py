"""Encrypted files: known by their header, told from damage, and looked at without losing a lock."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from camillo.domain.errors import InvalidInput, PalaceDamaged, PalaceLocked
from camillo.storage.sqlite import ciphering
from camillo.storage.sqlite.store import SqliteStore

KEY = bytes(range(32))


def opened(path: Path, *keys: bytes) -> SqliteStore:
    return SqliteStore.open(path, busy_seconds=0.2, keys=lambda: keys)


def test_a_plain_an_encrypted_and_another_file_are_told_apart(path, tmp_path):
    SqliteStore.open(path).close()
    assert ciphering.is_plain(path) and not ciphering.is_encrypted(path)
    other = tmp_path / "other"
    opened(other, KEY).close()
    assert ciphering.is_encrypted(other) and not ciphering.is_plain(other)
    noise = tmp_path / "noise"
    noise.write_bytes(b"no palace at all " * 400)
    assert not ciphering.is_encrypted(noise)
    with pytest.raises(PalaceDamaged, match="not a palace"):
        opened(noise, KEY)


def test_any_of_the_keys_opens_it_and_a_new_one_gets_the_first(path):
    first, second = os.urandom(32), os.urandom(32)
    opened(path, first, second).close()
    opened(path, second, first).close()
    with pytest.raises(PalaceLocked):
        opened(path, second)


def test_a_damaged_page_is_damage_and_not_a_wrong_key(path, source, filed):
    store = opened(path, KEY)
    for number in range(200):
        store.file("add", source, [filed(f"words of turn {number} and some more", str(number))])
    store.close()
    content = bytearray(path.read_bytes())
    for page in range(4, len(content) // 4096):
        content[page * 4096 + 2000] ^= 1
    path.write_bytes(bytes(content))
    with pytest.raises(PalaceDamaged, match="damaged"):
        store = opened(path, KEY)
        try:
            list(store.stored(0, 1_000))
        finally:
            store.close()


def test_a_key_of_another_length_is_refused(path):
    with pytest.raises(InvalidInput, match="32 bytes"):
        opened(path, b"short")


def test_looking_at_the_header_keeps_the_locks_of_this_process(path, source, filed):
    """Closing a file in any other way than SQLite's drops all locks that its process has on it."""
    code = (
        "import sys; from pathlib import Path\n"
        "from camillo.domain.errors import PalaceBusy\n"
        "from camillo.ports.rows import Source\n"
        "from camillo.storage.sqlite.store import SqliteStore\n"
        "store = SqliteStore.open(Path(sys.argv[1]), busy_seconds=0.2, keys=lambda: [bytes(range(32))])\n"
        "try:\n    store.seal(Source('a', 'b'), '')\n"
        "except PalaceBusy:\n    print('busy')\n"
    )
    store = opened(path, KEY)
    with store._session.writing():
        assert ciphering.is_encrypted(path)
        done = subprocess.run(
            [sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=False
        )
    store.close()
    assert done.stdout.strip() == "busy", done.stderr
