"""The check finds what does not agree: each kind of damage is named."""

import pytest

from camillo.storage.sqlite.connection import PAGE_BYTES, connect, every
from camillo.storage.sqlite.store import SqliteStore

DAMAGE = {
    "its bytes do not give its address": "update documents set content = x'61616161' where document = 1",
    "its key is not that of its text": "update turns set key = zeroblob(12) where turn = 1",
    "points at nothing": "delete from rooms",
    "it is not inside its text": "update drawers_1 set end = 999 where drawer = 1",
    "its text has no drawer": "delete from drawers_1 where drawer = 2",
    "a posting has no drawer": "delete from drawers_1 where drawer = 1",
    "a recent row has no drawer": "update tail_1 set drawer = 99",
    "it has no postings": "delete from tail_1",
    "cannot be read": "update blocks_1 set size = size + 1",
    "a block is out of order": "update blocks_1 set reach = reach + 1",
    "neither have vectors nor wait": "delete from waiting_1 where drawer = 2",
    "waiting that do not exist": "insert into waiting_1 values (99)",
    "signs without vectors": "insert into signs_1 values (9, 1, 1, zeroblob(48))",
    "vectors without signs": "insert into dense_1 values (9, x'00', x'00')",
    "not exactly one is live": "update meta set value = 7 where key = 'live'",
    "drawers are numbered beyond": "update clock set drawer = 0",
    "beyond its conversation's end": "update conversations set turns = 1",
}


@pytest.fixture
def sound(path, source, filed):
    store = SqliteStore.open(path)
    store.file("mine", source, [filed("word", turn="1")])
    store.compact(force=True)
    store.file("mine", source, [filed("other", turn="2")])
    store.close()
    return path


@pytest.mark.parametrize("what", DAMAGE)
def test_damage_is_found_and_named(sound, what):
    db = connect(sound, 1, writer=True)
    db.execute("pragma foreign_keys=off")
    for kind, name in db.execute("select type, name from sqlite_schema").fetchall():
        if kind == "trigger":
            db.execute(f"drop trigger {name}")
    db.execute(DAMAGE[what])
    db.close()
    store = SqliteStore.open(sound)
    problems = store.check()
    store.close()
    assert any(what in problem.what for problem in problems), problems
    assert all(problem.mend for problem in problems)


def test_a_sound_palace_has_no_problems_and_checking_writes_nothing(sound):
    store = SqliteStore.open(sound)
    before = sound.read_bytes()
    assert store.check() == []
    store.close()
    assert sound.read_bytes() == before


def test_overwritten_pages_are_reported_not_raised(sound):
    db = connect(sound, 1, writer=False)
    roots = "select rootpage from sqlite_schema where name in ('documents', 'blocks_1')"
    pages = [page for (page,) in every(db, roots)]
    db.close()
    content = bytearray(sound.read_bytes())
    for page in pages:
        content[(page - 1) * PAGE_BYTES : (page - 1) * PAGE_BYTES + 200] = b"\xaa" * 200
    sound.write_bytes(bytes(content))
    store = SqliteStore.open(sound)
    problems = store.check()
    store.close()
    assert problems and problems[0].where == "file"
