"""A database whose palaces were plain, encrypted where it stands; and one whose administrator logs and watches all."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import psycopg
import pytest

from camillo import Palace
from camillo.app.encryption.keys import keys_at, make_key, owner_key
from camillo.app.settings import Settings
from camillo.domain.errors import CamilloError, PalaceLocked
from camillo.domain.owner import Owner
from camillo.ports.archive import KINDS
from camillo.surfaces.cli.main import main

from .test_database_canaries import TEXT, TITLE, WING, WORDS, dump, found, plant

pytestmark = pytest.mark.slow


def rows_of(store) -> dict[str, list[dict[str, object]]]:
    """All canonical rows but those of the log and of uses, as an archive tells them."""
    with store.archiving() as rows:
        return {kind: list(rows(kind)) for kind in KINDS if kind not in ("receipt", "use")}


@pytest.fixture
def command(tmp_path, monkeypatch, capsys):
    """Runs a command with settings that name a key, and gives what it printed as JSON."""
    monkeypatch.setenv("CAMILLO_PALACE_KEY", str(tmp_path / "server.key"))
    monkeypatch.setenv("CAMILLO_PALACE", str(tmp_path / "p.camillo"))

    def run(*arguments: str) -> dict[str, object]:
        assert main([*arguments, "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    return run


def test_palaces_that_were_plain_hold_no_planted_word_once_they_are_encrypted(
    start_postgres, tmp_path, command
):
    from camillo.storage.postgres.upgrading import migrate

    owner = Owner("canaries", "ana")
    without = Settings(palace=tmp_path / "p.camillo", refine=False)
    given = Settings(
        palace=tmp_path / "p.camillo", refine=False, palace_key=str(tmp_path / "server.key")
    )
    with start_postgres() as started:
        address = started.get_uri()
        migrate(address)
        plant(address, owner, tmp_path, without)
        with Palace.connect(address, owner, settings=without) as palace:
            before = rows_of(palace._store)
        started.psql("analyze;")
        started.psql("checkpoint;")
        assert samples(address)
        made = command("encrypt", "--database", address)
        assert (made["verb"], made["palaces"], made["unchanged"]) == ("encrypt", 1, 0)
        assert not samples(address)
        check_sealed(address)
        assert {word for word in WORDS if told_in(dump(address), word)} == set()
        # What the receipt says of the files holds: they are rid of the words once the tables are rewritten.
        assert "vacuum full" in made["notes"][0] and on_disk(started)
        started.psql("vacuum full;")
        started.psql("checkpoint;")
        assert on_disk(started) == set()
        with Palace.connect(address, owner, settings=given) as palace:
            assert rows_of(palace._store) == before and palace.doctor() == []
            assert palace.search(TEXT).results[0].title == f"About {TITLE}"
        assert command("encrypt", "--database", address, "--user", "ana", "--product", "canaries") == {
            "verb": "encrypt", "palaces": 0, "unchanged": 1, "rows": 0, "notes": []
        }  # fmt: skip
        assert command("decrypt", "--database", address)["palaces"] == 1
        with Palace.connect(address, owner, settings=without) as palace:
            assert rows_of(palace._store) == before and palace.doctor() == []


def told_in(content: bytes, word: str) -> bool:
    return word.encode() in content or word.encode().hex().encode() in content


def samples(address: str) -> set[str]:
    """The words in what the planner samples of values."""
    with psycopg.connect(address) as connection:
        rows = connection.execute(
            "select most_common_vals::text, histogram_bounds::text from pg_stats where schemaname like 'camillo%'"
        ).fetchall()
    return {word for word in WORDS if told_in(repr(rows).encode(), word)}


def on_disk(server) -> set[str]:
    """The words in the server's files, its write-ahead log apart."""
    held = [
        path.read_bytes()
        for path in Path(server.pgdata).rglob("*")
        if path.is_file() and path.parent.name != "pg_wal"
    ]
    return {word for word in WORDS if any(told_in(content, word) for content in held)}


def check_sealed(address: str) -> None:
    """Every value of every encrypted palace opens as what is said to be sealed there."""
    from camillo.storage.postgres import owners, recrypting, schema
    from camillo.storage.postgres.enveloping import Envelope, unwrap

    key = keys_at(os.environ["CAMILLO_PALACE_KEY"])[0]
    with psycopg.connect(address, options="-c search_path=camillo") as connection:
        for number, owner in owners.numbered(connection):
            (row,) = connection.execute(
                "select envelope from palaces where owner = %s", (number,)
            ).fetchall()
            envelope = Envelope(number, unwrap(number, row[0], [owner_key(key, owner.name)]))
            for table in schema.TABLES[1:]:
                cursor = connection.cursor(binary=True)
                cursor.execute(f"select * from {table} where owner = {number}".encode())
                names = [column.name for column in cursor.description]
                rows = [recrypting.opened(table, names, row, envelope) for row in cursor]
                assert len(rows) or table in EMPTY, table


#: Tables that what was planted leaves empty.
EMPTY = {
    "claims",
    "gists",
    "links",
    "tail",
    "waiting",
    "signs",
    "dense",
    "uses",
    "contexts",
    "models",
}

#: Runs a verb and kills itself before the given statement; without one it tells how many there were.
KILLED = """
import os, signal, sys
from pathlib import Path
import psycopg
from camillo.app import databases
from camillo.app.settings import Settings
address, key, verb, last = sys.argv[1:]
count, execute = 0, psycopg.Cursor.execute
def counted(*given, **named):
    global count
    if (count := count + 1) == int(last):
        os.kill(os.getpid(), signal.SIGKILL)
    return execute(*given, **named)
psycopg.Cursor.execute = counted
getattr(databases, verb)(address, Settings(palace=Path("none"), palace_key=key))
print(count)
"""


def test_kills_at_many_moments_leave_each_palace_whole_and_the_next_run_goes_on(
    start_postgres, tmp_path, monkeypatch
):
    from camillo.app import databases
    from camillo.storage.postgres.upgrading import migrate

    owners = [Owner("killed", name) for name in ("ana", "bo", "cy")]
    key = tmp_path / "server.key"
    make_key(str(key))
    without = Settings(palace=tmp_path / "p.camillo", refine=False)
    given = Settings(palace=tmp_path / "p.camillo", refine=False, palace_key=str(key))

    def there(owner: Owner) -> tuple[bool, object]:
        """Whether a palace is encrypted, and its rows."""
        try:
            palace = Palace.connect(address, owner, settings=given)
        except PalaceLocked:
            palace = Palace.connect(address, owner, settings=without)
        with palace:
            assert palace.doctor() == []
            return palace._store.is_encrypted, rows_of(palace._store)

    with start_postgres() as started:
        address = started.get_uri()
        migrate(address)
        for owner in owners:
            with Palace.connect(address, owner, settings=without) as palace:
                for number in range(12):
                    palace.add(f"Line {number} of {owner.user}'s heron.", wing="lake")
        before = [there(owner)[1] for owner in owners]
        seen = set()

        def run(verb: str, last: int) -> subprocess.CompletedProcess[str]:
            given = [sys.executable, "-c", KILLED, address, str(key), verb, str(last)]
            return subprocess.run(given, stdout=subprocess.PIPE, text=True)

        statements = int(run("encrypt", 0).stdout)
        run("decrypt", 0)
        for verb in ("encrypt", "decrypt"):
            # An owner's work is about a third of all: some kills come before the first has ended, some behind him.
            for share in (0.05, 0.15, 0.25, 0.32, 0.4, 0.2, 0.4):
                assert run(verb, round(share * statements)).returncode == -signal.SIGKILL
                found = [there(owner) for owner in owners]
                assert [rows for _, rows in found] == before
                seen.add(tuple(is_sealed for is_sealed, _ in found))
            getattr(databases, verb)(address, given)
            assert {there(owner)[0] for owner in owners} == {verb == "encrypt"}
    assert len(seen) > 3


SETTINGS = """
alter system set log_statement = 'all';
alter system set log_min_duration_statement = 0;
alter system set log_parameter_max_length = -1;
alter system set log_parameter_max_length_on_error = -1;
alter system set log_error_verbosity = 'verbose';
alter system set log_temp_files = 0;
alter system set log_lock_waits = on;
alter system set debug_print_plan = on;
alter system set debug_print_parse = on;
alter system set work_mem = '64kB';
alter system set track_activity_query_size = 100000;
"""


class Watching(threading.Thread):
    """Looks at what runs in a server, and at its temporary files, until it is told to stop."""

    def __init__(self, server) -> None:
        super().__init__()
        self._server, self.stop = server, threading.Event()
        self.seen, self.looks = set[str](), 0

    def run(self) -> None:
        folder = Path(self._server.pgdata) / "base" / "pgsql_tmp"
        with psycopg.connect(self._server.get_uri(), autocommit=True) as connection:
            while not self.stop.wait(0.002):
                self.looks += 1
                rows = connection.execute("select query from pg_stat_activity")
                self.note("\n".join(text for (text,) in rows if text).encode())
                for path in folder.glob("*"):
                    with contextlib.suppress(OSError):
                        self.note(path.read_bytes())

    def note(self, content: bytes) -> None:
        self.seen |= {word for word in WORDS if told_in(content, word)}


@pytest.mark.parametrize("sealed", [True, False], ids=["encrypted", "plain"])
def test_an_administrator_who_logs_and_watches_everything_reads_no_planted_word(
    start_postgres, tmp_path, sealed
):
    from camillo.storage.postgres.upgrading import migrate

    key, owner = tmp_path / "server.key", Owner("canaries", "ana")
    make_key(str(key))
    settings = Settings(palace=tmp_path / "p.camillo", palace_key=str(key) * sealed, refine=False)
    with start_postgres() as started:
        address = started.get_uri()
        migrate(address)
        for line in SETTINGS.strip().split("\n"):
            started.psql(line)
        started.psql("select pg_reload_conf();")
        watching = Watching(started)
        watching.start()
        try:
            plant(address, owner, tmp_path, settings)
            refused(address, owner, settings)
        finally:
            watching.stop.set()
            watching.join()
        told = {word for word in WORDS if told_in(logged(started), word)}
        # The same look at what is not encrypted sees it all: statements come with their values.
        assert told == (set() if sealed else set(WORDS))
        assert watching.looks > 10 and (not sealed or watching.seen == set())
        assert found(started) == told


def refused(address: str, owner: Owner, settings: Settings) -> None:
    """Have the database refuse what is written, with the values in its log."""
    with (
        Palace.connect(address, owner, settings=settings) as palace,
        pytest.raises(CamilloError),
        palace._store._session.writing() as writing,
    ):
        sealed = writing.db.sealer.seal_word(WING, "labels.word", 1)
        writing.db.insert("labels", "label, slot, word", [(1, 1, sealed), (1, 1, sealed)])


def logged(server) -> bytes:
    return b"".join(
        path.read_bytes() for path in Path(server.pgdata).glob("*log*") if path.is_file()
    )
