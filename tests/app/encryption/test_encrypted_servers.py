"""A server's whole data folder: encrypted, given another key and made plain, also where kills come between."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from camillo.app.encryption import servers
from camillo.app.encryption.keys import keys_at, put_keys
from camillo.app.identity.api_keys import ApiKeys
from camillo.app.serving.serving import open_serving
from camillo.app.serving.settings import load as load_server
from camillo.app.settings import Settings
from camillo.domain.errors import InvalidInput, NotFound, PalaceBusy, PalaceLocked
from camillo.domain.owner import Owner
from camillo.surfaces.cli.main import main

OWNERS = [Owner("notes", name) for name in ("ana", "bo", "cy")]
WORDS = (b"heron of ana", b"heron of bo", b"heron of cy", b"key of the heron")


def serving(data: Path, settings: Settings):
    told = load_server(
        None, {}, data=data, token_file=data.parent / "token", backfill=False, idle=False
    )
    return open_serving(told, settings)


@pytest.fixture
def without(settings) -> Settings:
    """The settings of a server that has no key."""
    return settings(palace_key="")


@pytest.fixture
def data(folder: Path, without) -> Path:
    """What a server keeps that ran before a key was set."""
    made = folder / "server"
    served = serving(made, without)
    for owner in OWNERS:
        with served.palaces.lease(owner) as palace:
            palace.add(f"The heron of {owner.user} stands in the reeds.", wing="lake")
        ApiKeys(served.store).make(owner, "key of the heron", ("read",), 0)
    served.close()
    return made


def lying(data: Path) -> set[bytes]:
    """The words that lie open in any file of the folder."""
    held = b"".join(path.read_bytes() for path in data.rglob("*") if path.is_file())
    return {word for word in WORDS if word in held}


def answers(data: Path, settings: Settings) -> list[str]:
    served = serving(data, settings)
    try:
        found = []
        for owner in OWNERS:
            with served.palaces.lease(owner) as palace:
                found += [one.text for one in palace.search("heron").results]
            assert [key.name for key in served.store.keys(owner)] == ["key of the heron"]
        return found
    finally:
        served.close()


def test_all_files_of_a_server_are_encrypted_and_answer_as_before(data, settings, without, key):
    before = answers(data, without)
    assert lying(data) == set(WORDS)
    made = servers.encrypt(data, settings())
    assert (made.palaces, made.unchanged, made.records) == (3, 0, True)
    assert lying(data) == set() and answers(data, settings()) == before
    again = servers.encrypt(data, settings())
    assert (again.palaces, again.unchanged, again.records) == (0, 3, False)
    with pytest.raises(PalaceLocked):
        serving(data, without)
    first = keys_at(str(key))
    made = servers.rekey(data, settings())
    assert (made.palaces, made.records) == (3, True)
    assert keys_at(str(key))[1:] == first
    # Once is enough: a second run has nothing left to do and makes no third key.
    assert servers.rekey(data, settings()).unchanged == 3 and len(keys_at(str(key))) == 2
    put_keys(str(key), keys_at(str(key))[:1])
    assert answers(data, settings()) == before
    made = servers.decrypt(data, settings())
    assert (made.palaces, made.records) == (3, True)
    assert answers(data, without) == before and lying(data) == set(WORDS)


def test_a_server_with_a_key_whose_records_are_plain_does_not_start(data, settings, key):
    key.parent.mkdir()
    put_keys(str(key), [os.urandom(32)])
    with pytest.raises(InvalidInput, match="not encrypted, although palace_key") as error:
        serving(data, settings())
    assert "camillo encrypt --server" in str(error.value)
    servers.encrypt(data, settings())
    serving(data, settings()).close()


def test_what_a_kill_left_of_plain_records_is_gone_once_the_server_starts(data, settings):
    content = (data / "server.db").read_bytes()
    servers.encrypt(data, settings())
    left = data / ".server.db.old"
    left.write_bytes(content)
    os.link(left, data / "second.name")
    assert b"key of the heron" in lying(data)
    serving(data, settings()).close()
    assert not left.exists() and lying(data) == set()


def test_a_new_server_with_a_key_keeps_nothing_plain(folder, settings, key):
    key.parent.mkdir()
    put_keys(str(key), [os.urandom(32)])
    served = serving(folder / "new", settings())
    with served.palaces.lease(OWNERS[0]) as palace:
        palace.add("The heron of ana stands.", wing="lake")
    ApiKeys(served.store).make(OWNERS[0], "key of the heron", ("read",), 0)
    assert lying(folder / "new") == set()
    served.close()


def test_a_server_that_runs_is_left_alone(data, settings, without):
    served = serving(data, without)
    with pytest.raises(PalaceBusy):
        servers.encrypt(data, settings())
    served.close()
    assert lying(data) == set(WORDS)
    assert servers.encrypt(data, settings()).palaces == 3


def test_what_is_no_servers_folder_is_refused(folder, settings):
    with pytest.raises(NotFound, match="no server"):
        servers.encrypt(folder, settings())


def test_copies_that_are_not_encrypted_are_named(data, settings, without, folder):
    served = serving(data, without)
    with served.palaces.lease(OWNERS[0]) as palace:
        palace.backup(folder / "copy.camillo")
    served.close()
    assert any("copy.camillo is not encrypted" in note for note in servers.encrypt(data, settings()).notes)  # fmt: skip


def test_the_commands_change_a_servers_folder(data, folder, key, capsys, monkeypatch):
    monkeypatch.setenv("CAMILLO_PALACE_KEY", str(key))
    assert main(["encrypt", "--server", str(data), "--json"]) == 0
    made = json.loads(capsys.readouterr().out)
    assert (made["verb"], made["palaces"], made["records"]) == ("encrypt", 3, True)
    assert main(["rekey", "--server", str(data)]) == 0
    assert "3 palaces, the server's records" in capsys.readouterr().out
    for wrong in (["--palace", "x"], ["--database", "postgresql://h/d"]):
        assert main(["decrypt", "--server", str(data), *wrong]) == 2
    assert main(["rekey", "--server", str(data), "--to", "x"]) == 2
    assert main(["decrypt", "--server", str(data)]) == 0
    assert lying(data) == set(WORDS)


WORKER = """
import sys
from pathlib import Path
from camillo.app.encryption import servers
from camillo.app.settings import load
settings = load(palace_key=sys.argv[2])
print("begin", flush=True)
getattr(servers, sys.argv[3])(Path(sys.argv[1]), settings)
"""


@pytest.mark.slow
def test_kills_at_many_moments_lose_nothing_and_the_next_run_ends_the_work(
    data, settings, without, key
):
    before = sorted(answers(data, without))
    key.parent.mkdir()
    put_keys(str(key), [os.urandom(32)])
    killed = 0
    for verb, wanted in (("encrypt", set()), ("rekey", set()), ("decrypt", set(WORDS))):
        for round_ in range(9):
            command = [sys.executable, "-c", WORKER, str(data), str(key), verb]
            process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
            process.stdout.readline()
            time.sleep(0.03 * round_)
            killed += process.poll() is None
            process.send_signal(signal.SIGKILL)
            process.wait()
            process.stdout.close()
            if round_ == 8:
                getattr(servers, verb)(data, settings())
            else:
                check_openable(data, settings, without)
        assert lying(data) == wanted
        assert not [path for path in data.rglob(".*") if path.is_file()]
        assert sorted(answers(data, settings() if verb != "decrypt" else without)) == before
    assert killed > 9


def check_openable(data: Path, settings, without) -> None:
    """Each file is whole: it opens with what the place of the key holds, or plain."""
    from camillo.app.encryption.keys import owner_keys, server_keys
    from camillo.storage.sqlite import ciphering
    from camillo.storage.sqlite.opening import file_of
    from camillo.storage.sqlite.server import SqliteServerStore
    from camillo.storage.sqlite.store import SqliteStore

    for owner in OWNERS:
        path = file_of(data / "palaces", owner)
        store = SqliteStore.open(path, create=False, keys=owner_keys(settings(), owner))
        assert store.check() == []
        store.close()
    records = data / "server.db"
    keys = None if ciphering.is_plain(records) else server_keys(settings())
    SqliteServerStore(records, keys=keys).close()
