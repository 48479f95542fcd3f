"""Owners of a server, listed and deleted by name: cut off at any step, on both stores, encrypted and plain."""

import json
import subprocess
import sys
import threading
import time
import uuid
from contextlib import closing
from pathlib import Path

import pytest

from camillo import Palace
from camillo.app.compose import connect_store
from camillo.app.identity.api_keys import ApiKeys
from camillo.app.serving.folder import Folder
from camillo.app.serving.owners import erase, owners
from camillo.app.serving.serving import open_serving
from camillo.app.serving.settings import load as load_server
from camillo.app.settings import Settings, load
from camillo.domain.errors import InvalidInput, NotFound, PalaceBusy, PalaceGone, PalaceLocked
from camillo.domain.owner import Owner
from camillo.storage.sqlite import erasing
from camillo.storage.sqlite.opening import file_of, open_palace
from camillo.storage.sqlite.shredding import mark_of

WORKER = Path(__file__).with_name("erasing_worker.py")
WORD = b"heron in the reeds"


@pytest.fixture(autouse=True)
def home(own_home):
    """No settings of the user's own."""


@pytest.fixture(params=["files", "postgres"])
def database(request) -> str:
    return "" if request.param == "files" else request.getfixturevalue("postgres_admin")


@pytest.fixture
def ana() -> Owner:
    return Owner("notes", f"ana {uuid.uuid4().hex[:8]}")


@pytest.fixture
def bo(ana) -> Owner:
    return Owner("tasks", ana.user)


@pytest.fixture
def data(tmp_path) -> Path:
    return tmp_path / "data"


def serving(data: Path, database: str, settings: Settings | None = None):
    flags = {"database": database} if database else {}
    told = load_server(
        None, {}, data=data, token_file=data.parent / "token", backfill=False, idle=False, **flags
    )
    return open_serving(told, settings or load())


def fill(data: Path, database: str, *given: Owner, settings: Settings | None = None) -> None:
    """A text, an agent's key and what lies beside the palace, for each."""
    served = serving(data, database, settings)
    for owner in given:
        with served.palaces.lease(owner) as palace:
            palace.add("A heron in the reeds.", wing="lake")
            (palace.path.parent / "beside").write_bytes(WORD)
        ApiKeys(served.store).make(owner, "heron in the reeds", ("read",), 0)
    served.close()


def held(data: Path, database: str, owner: Owner) -> tuple[list[str], int]:
    """The texts and the number of keys that a server has of an owner."""
    served = serving(data, database)
    try:
        with served.palaces.lease(owner) as palace:
            found = [one.text for one in palace.search("heron").results]
        return found, len(served.store.keys(owner))
    finally:
        served.close()


def lying(data: Path) -> list[Path]:
    return [path for path in data.rglob("*") if path.is_file() and WORD in path.read_bytes()]


def test_the_same_user_of_another_product_is_another_owner_and_stays(data, database, ana, bo):
    fill(data, database, ana, bo)
    listed = [one for one in owners(data, database, load()) if one.user == ana.user]
    assert [one.product for one in listed] == ["notes", "tasks"]
    shown = erase(data, database, ana, load(), dry_run=True)
    done = erase(data, database, ana, load())
    assert dict(done.counts) == dict(shown.counts) and done.counts["keys"] == 1
    assert [one.product for one in owners(data, database, load()) if one.user == ana.user] == ["tasks"]  # fmt: skip
    with pytest.raises(NotFound):
        erase(data, database, ana, load())
    assert held(data, database, bo) == (["A heron in the reeds."], 1)
    assert held(data, database, ana) == ([], 0)


@pytest.mark.slow
def test_a_deletion_that_is_killed_at_any_step_is_completed_by_the_next_run(
    data, database, ana, bo
):
    step, steps = 0, 1
    fill(data, database, bo)
    while step < steps + 1:
        step += 1
        fill(data, database, ana)
        told = [str(data), database, ana.user, str(step)]
        done = subprocess.run(
            [sys.executable, str(WORKER), *told], capture_output=True, text=True, check=False
        )
        if done.returncode == 0:
            steps = int(done.stdout)
            assert step == steps + 1 and steps >= 6
        else:
            assert done.returncode == -9, done.stderr
            steps = step + 1
            if not database:
                # Nobody gets at it any more, or it is as it was.
                assert half_of(data, ana) in (0, 1)
            try:
                erase(data, database, ana, load())
            except NotFound:
                assert step > 1
        assert not any(Owner("notes", ana.user).name in str(path) for path in lying(data))
        left = owners(data, database, load())
        assert ana not in [Owner(one.product or "", one.user or "") for one in left]
    assert held(data, database, ana) == ([], 0)
    assert held(data, database, bo) == (["A heron in the reeds."], 1)


def half_of(data: Path, owner: Owner) -> int:
    """How many texts a server would find there now."""
    try:
        store = open_palace(f"sqlite://{data}/palaces", owner, create=False, busy_seconds=5)
    except NotFound:
        return 0
    with store.snapshot() as snapshot:
        turns = snapshot.counts()["turns"]
    store.close()
    return turns


@pytest.mark.parametrize("sealed", [False, True], ids=["plain", "encrypted"])
def test_a_handle_that_was_open_before_reads_and_writes_nothing_of_a_deleted_palace(
    data, ana, tmp_path, sealed
):
    place = tmp_path / "key"
    place.write_text("ab" * 32)
    place.chmod(0o600)
    path = file_of(data / "palaces", ana)
    settings = Settings(palace=path, busy_seconds=1, palace_key=str(place) if sealed else "")
    fill(data, "", ana, settings=settings)
    store = connect_store(f"sqlite://{data}/palaces", ana, settings, create=False)
    with pytest.raises(PalaceBusy, match="still has the palace's file open"):
        erase(data, "", ana, settings)
    with pytest.raises(PalaceGone):
        store.note("looked", {})
    with pytest.raises(PalaceGone), store.snapshot():
        pass
    store.close()
    erase(data, "", ana, settings)
    assert not path.parent.exists()


def test_who_waits_to_write_while_the_palace_is_deleted_writes_nothing(data, ana):
    fill(data, "", ana)
    path, address = file_of(data / "palaces", ana), f"sqlite://{data}/palaces"
    waiting, deleting = (open_palace(address, ana, create=False, busy_seconds=20) for _ in range(2))
    outcome = []

    def write() -> None:
        try:
            outcome.append(waiting.note("looked", {}))
        except PalaceGone as error:
            outcome.append(error)

    thread = threading.Thread(target=write)
    with deleting._session.writing() as writing:
        writing.quiet = True
        thread.start()
        time.sleep(0.5)
        assert outcome == []
        # As it is made: while no write is under way, here by who holds up the others.
        mark_of(path).touch()
    thread.join(30)
    assert isinstance(outcome[0], PalaceGone)
    waiting.close()
    deleting.close()
    assert erasing.finish(path, None, 5)[0] > 0


def test_several_who_complete_a_deletion_at_once_do_not_hold_each_other_up(data, ana):
    fill(data, "", ana)
    path = file_of(data / "palaces", ana)
    began = time.monotonic()
    erasing.mark(path, None, 5)
    code = (
        "import sys, pathlib; from camillo.storage.sqlite import erasing;"
        "print(erasing.finish(pathlib.Path(sys.argv[1]), None, 30)[0])"
    )
    several = [
        subprocess.Popen([sys.executable, "-c", code, str(path)], stdout=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    removed = [int(each.communicate(timeout=60)[0]) for each in several]
    assert sorted(map(bool, removed)) == [False, False, False, True]
    assert time.monotonic() - began < 20 and not path.parent.exists()


def test_an_encrypted_palace_is_deleted_with_the_key_alone(data, ana, tmp_path, monkeypatch):
    place = tmp_path / "key"
    place.write_text("ab" * 32)
    place.chmod(0o600)
    monkeypatch.setenv("CAMILLO_PALACE_KEY", str(place))
    fill(data, "", ana)
    monkeypatch.delenv("CAMILLO_PALACE_KEY")
    with pytest.raises(PalaceLocked):
        erase(data, "", ana, load())
    monkeypatch.setenv("CAMILLO_PALACE_KEY", str(place))
    assert [one.user for one in owners(data, "", load())] == [ana.user]
    assert erase(data, "", ana, load()).counts["turns"] == 1
    assert held(data, "", ana) == ([], 0)


def test_the_key_of_an_encrypted_owner_goes_with_his_rows(postgres_admin, data, ana, tmp_path):
    import psycopg

    place = tmp_path / "key"
    place.write_text("ab" * 32)
    place.chmod(0o600)
    data.mkdir()
    settings = Settings(palace=tmp_path / "p", palace_key=str(place))
    with Palace.connect(postgres_admin, ana, settings=settings) as palace:
        palace.add("A heron in the reeds.", wing="lake")
        with psycopg.connect(postgres_admin) as admin:
            sql = "select envelope from camillo.palaces where envelope is not null and owner ="
            sql += " (select owner from camillo.owners where sub = %s)"
            (wrapped,) = admin.execute(sql, (ana.user.encode(),)).fetchone()
        # Who deletes him needs no key.
        done = erase(data, postgres_admin, ana, load())
        with pytest.raises(PalaceGone):
            palace.search("heron")
    assert "sealed with a key that the palace no longer holds" in " ".join(done.left)
    with psycopg.connect(postgres_admin) as admin:
        rows = admin.execute("select envelope from camillo.palaces where envelope is not null")
        assert wrapped not in [row[0] for row in rows]


@pytest.mark.slow
def test_who_deletes_waits_for_a_write_that_is_under_way(postgres_admin, data, ana):
    data.mkdir()
    with closing(connect_store(postgres_admin, ana, load(), create=True)) as store:
        deleting = threading.Thread(target=erase, args=(data, postgres_admin, ana, load()))
        with store._session.writing() as writing:
            deleting.start()
            time.sleep(0.5)
            assert deleting.is_alive()
            receipt = writing.receipt("looked", {})
        assert receipt.number
        deleting.join(30)
        assert store.is_gone()


def test_owners_whom_neither_records_nor_audit_log_name_are_listed_by_their_hash(data, ana):
    served = serving(data, "")
    with served.palaces.lease(ana) as palace:
        palace.add("A heron in the reeds.", wing="lake")
    served.close()
    (listed,) = owners(data, "", load())
    assert (listed.name, listed.user, listed.product) == (ana.name, None, None)
    (data / "audit.jsonl").write_text(
        "no line\n" + json.dumps({"product": ana.product, "user": ana.user}) + '\n{"product":'
    )
    (listed,) = owners(data, "", load())
    assert (listed.user, listed.product, listed.bytes > 0) == (ana.user, ana.product, True)


def test_what_is_no_servers_folder_and_no_place_is_refused(tmp_path, ana):
    with pytest.raises(NotFound, match="no server"):
        owners(tmp_path, "", load())
    with pytest.raises(NotFound, match="no server"):
        erase(tmp_path, "", ana, load())
    with pytest.raises(InvalidInput, match="no place"):
        owners(None, "", load())
    assert Folder.at(tmp_path, load(), database=True).path == tmp_path


def test_owners_are_listed_while_a_server_removes_what_lies_beside_their_palaces(data, ana):
    fill(data, "", ana)
    folder, beside = Folder.at(data, load()), file_of(data / "palaces", ana).parent
    coming = """
import os, sys
paths = [os.path.join(sys.argv[1], str(number)) for number in range(50)]
while True:
    for path in paths:
        os.close(os.open(path, os.O_CREAT))
    for path in paths:
        os.unlink(path)
"""
    with subprocess.Popen([sys.executable, "-c", coming, str(beside)]) as other:
        try:
            for _ in range(300):
                ((_, owner, *_),) = folder.listed()
                assert owner == ana
        finally:
            other.kill()


def test_the_audit_log_tells_of_a_deletion_that_the_file_system_ended(data, ana):
    fill(data, "", ana)
    mark_of(file_of(data / "palaces", ana)).mkdir()
    with pytest.raises(OSError):
        erase(data, "", ana, load())
    told = [json.loads(line) for line in (data / "audit.jsonl").read_text().splitlines()]
    assert [one["status"] for one in told if one["did"] == "camillo erase"] == [202, 500]


def test_a_look_at_an_owner_leaves_a_palace_of_an_older_version_as_it_is(data, ana, monkeypatch):
    from camillo.storage.sqlite import migrations

    fill(data, "", ana)

    def second(db):
        db.execute("alter table wings add column about text")

    steps = (*migrations.MIGRATIONS, migrations.Migration(2, second))
    monkeypatch.setattr(migrations, "MIGRATIONS", steps)
    folder = file_of(data / "palaces", ana).parent
    before = {each: each.read_bytes() for each in folder.rglob("*") if each.is_file()}
    assert erase(data, "", ana, load(), dry_run=True).counts["turns"] == 1
    assert {each: each.read_bytes() for each in folder.rglob("*") if each.is_file()} == before


@pytest.mark.parametrize("step", ["mark", "mark_empty"])
def test_of_two_deletions_at_once_the_later_ends_well_too(data, ana, monkeypatch, step):
    fill(data, "", ana)
    if step == "mark_empty":
        # As a kill leaves it: no palace, and something beside.
        file_of(data / "palaces", ana).unlink()
    whole = getattr(erasing, step)

    def late(*given):
        monkeypatch.setattr(erasing, step, whole)
        erase(data, "", ana, load())
        return whole(*given)

    monkeypatch.setattr(erasing, step, late)
    assert erase(data, "", ana, load()).counts["files"] > 0
    assert not file_of(data / "palaces", ana).parent.exists()
    with pytest.raises(NotFound):
        erase(data, "", ana, load())


def test_a_palace_that_another_server_makes_after_the_deletion_is_left_alone(
    data, ana, monkeypatch
):
    from camillo.storage.sqlite.store import SqliteStore

    served, path = serving(data, ""), file_of(data / "palaces", ana)
    with served.palaces.lease(ana) as palace:
        palace.add("A heron in the reeds.", wing="lake")
    whole = SqliteStore.erase

    def then_made(store, last=None):
        left = whole(store, last)
        path.parent.mkdir(exist_ok=True)
        SqliteStore.open(path).close()
        return left

    monkeypatch.setattr(SqliteStore, "erase", then_made)
    served.palaces.erase(ana)
    served.close()
    store = SqliteStore.open(path, create=False)
    assert store.check() == []
    store.close()
