"""Encrypted palaces against whoever administers their database, and has no key: what is changed is refused or found."""

import os
from collections.abc import Iterator

import numpy as np
import psycopg
import pytest

from camillo import Palace
from camillo.app.encryption.keys import keys_at, put_keys
from camillo.app.settings import Settings
from camillo.domain.errors import CamilloError, PalaceDamaged, PalaceLocked
from camillo.domain.owner import Owner
from camillo.ports.archive import KINDS
from camillo.ports.embedder import ModelCard
from camillo.ports.rows import Vector

pytestmark = pytest.mark.slow

ANA, BOB = Owner("attacked", "ana"), Owner("attacked", "bob")
CARD = ModelCard("noise", "00" * 32, 384, "transformer")


@pytest.fixture(scope="module")
def address(start_postgres) -> Iterator[str]:
    from camillo.storage.postgres.upgrading import migrate

    with start_postgres() as started:
        migrate(started.get_uri())
        yield started.get_uri()


@pytest.fixture(scope="module")
def settings(tmp_path_factory) -> Settings:
    folder = tmp_path_factory.mktemp("attacked")
    put_keys(str(folder / "server.key"), [os.urandom(32)])
    return Settings(
        palace=folder / "p.camillo", palace_key=str(folder / "server.key"), refine=False
    )


@pytest.fixture(scope="module")
def filled(address, settings) -> Settings:
    """The settings of two palaces that have rows, several at best, in each table with a sealed column."""
    for owner in (ANA, BOB):
        with Palace.connect(address, owner, settings=settings) as palace:
            fill(palace, owner.user)
    return settings


def fill(palace: Palace, name: str) -> None:
    for number in range(3):
        palace.add(
            f"Mara lives in Porto since {2010 + number}. The heron of {name} stands, time {number}.",
            wing=f"lake {number}", room=f"reeds {number}", speaker=f"Mara {number}", title=f"About {number}",
            conversation=f"c{number}", turn=f"t{number}", source=f"chat{number}:{name}", meta={"tag": f"m{number}"},
            at=f"2026112{number}T10",
        )  # fmt: skip
        palace.facts.add(f"heron {number}", "likes", f"reeds {number}")
        palace.notes.write(f"Page {number}", f"# Page {number}\n\nSee [[Page {number + 1}]].\n")
        palace.diaries.write("scout", f"Day {number} of {name}.")
    palace._store.compact(force=True)
    for number in range(2):
        gone = palace.add(f"Never keep this {number} of {name}.", wing="lake 0")
        palace.forget([gone.ids[0]])
    palace.add(f"Kai lives in Lagos. The crane of {name} dances.", wing="lake 1")
    store, noise = palace._store, np.random.default_rng(len(name))
    drawers = [each.drawer for each in store.pending(CARD, 5)]
    pooled = noise.integers(-90, 90, (len(drawers), 384), dtype=np.int8)
    bits = np.packbits(pooled > 0, axis=1)
    codes = noise.integers(0, 256, (len(drawers), 3, 24), dtype=np.uint8)
    store.put_vectors(
        CARD,
        [Vector(*each) for each in zip(drawers, pooled, bits, codes, strict=True)],
    )


@pytest.fixture
def admin(address) -> Iterator["psycopg.Connection[tuple[object, ...]]"]:
    with psycopg.connect(address, options="-c search_path=camillo") as connection:
        connection.execute("set session_replication_role = replica")
        yield connection
        connection.rollback()


def number_of(admin, owner: Owner) -> int:
    from camillo.storage.postgres import owners

    return next(number for number, each in owners.numbered(admin) if each == owner)


def told(address: str, settings: Settings, owner: Owner = ANA) -> dict[str, object]:
    """All that a palace tells, canonical and derived, read from the rows and from no cache.

    Raises:
        CamilloError: something cannot be read.
    """
    with Palace.connect(address, owner, settings=settings) as palace:
        with palace._store.archiving() as rows:
            made: dict[str, object] = {kind: list(rows(kind)) for kind in KINDS}
        with palace._store.snapshot() as snapshot:
            drawers = [int(each) for each in snapshot.columns(0).drawer]
            made["columns"] = repr(snapshot.columns(0))
            made["signs"] = repr(snapshot.signs(0, CARD))
            made["dense"] = repr(sorted(snapshot.dense(drawers, CARD).items()))
            made["known"] = repr(snapshot.known(drawers))
            made["claims"] = repr(snapshot.claims_of(drawers))
            made["terms"] = snapshot.term_counts("a", "z")
            made["postings"] = repr(snapshot.postings(["heron", "crane"]))
        problems = palace.doctor()
    if problems:
        raise PalaceDamaged(str(problems[0]), "see the others")
    return made


def columns_with_rows(admin, owner: int) -> list[str]:
    from camillo.storage.postgres import recrypting

    found = []
    for column in (*recrypting.SEALED, *recrypting.HIDDEN, *recrypting.TERMS):
        table, _, name = column.partition(".")
        sql = f"select count({name}) from {table} where owner = {owner}"
        if admin.execute(sql.encode()).fetchone()[0]:
            found.append(column)
    return found


def attack(admin, address: str, settings: Settings, sql: str, before: object) -> str:
    """Do it, and read all: what came of it."""
    try:
        with admin.transaction():
            if not admin.execute(sql.encode()).rowcount:
                return "none"
    except psycopg.errors.UniqueViolation:
        # Of what rows are found by, the database takes no second one: those are changed one for the other below.
        return "none"
    admin.commit()
    try:
        return "same" if told(address, settings) == before else "changed"
    except CamilloError as error:
        assert "heron" not in str(error) and "crane" not in str(error)
        return "refused"


SWAPS = {
    "a row": "(select s.{name} from {table} s where s.owner = {owner} and s.{name} is distinct from t.{name} limit 1)",
    "an owner": "(select s.{name} from {table} s where s.owner = {other} and s.{name} is not null limit 1)",
    "a column": "(select s.uri from sources s where s.owner = {owner} limit 1)",
    "cut": "substring(t.{name} from 1 for octet_length(t.{name}) - 1)",
    "cut short": "substring(t.{name} from 1 for 7)",
    "emptied": "''::bytea",
    "flipped": "set_byte(t.{name}, octet_length(t.{name}) - 1, 255 - get_byte(t.{name}, octet_length(t.{name}) - 1))",
}


@pytest.mark.parametrize("swap", SWAPS)
def test_a_sealed_value_from_elsewhere_or_cut_is_refused_in_each_column(
    swap, address, filled, admin
):
    owner, other = number_of(admin, ANA), number_of(admin, BOB)
    before, came = told(address, filled), {}
    columns = columns_with_rows(admin, owner)
    assert len(columns) > 35
    for column in columns:
        table, _, name = column.partition(".")
        if swap == "a column" and column == "sources.uri":
            continue
        value = SWAPS[swap].format(name=name, table=table, owner=owner, other=other)
        key = "ctid in (select ctid from {0} where owner = {1} and {2} is not null order by ctid limit 1)"
        where = f"t.owner = {owner} and t." + key.format(table, owner, name)
        kept = (
            f"create temp table if not exists kept as select * from {table} where owner = {owner}"
        )
        admin.execute(kept.encode())
        sql = f"update {table} t set {name} = {value} where {where} and {value} is not null"
        came[column] = attack(admin, address, filled, sql, before)
        admin.execute(f"delete from {table} where owner = {owner}".encode())
        admin.execute(f"insert into {table} select * from kept".encode())
        admin.execute(b"drop table kept")
        admin.commit()
    assert told(address, filled) == before
    # What is emptied there is taken for a drawer without vectors: the same as deleting them. And nothing tells of
    # what kind a conversation was of which all is forgotten.
    spared = {
        "emptied": {"drawers.bits", "drawers.pieces", "signs.bits"},
        "a row": {"conversations.kind"},
    }.get(swap, set())
    odd = {column for column, what in came.items() if what not in ("refused", "none")}
    assert odd == spared
    assert sum(what == "refused" for what in came.values()) > 15


def kept_and_put_back(admin, owner: int, *tables: str):
    """Rows as they were, put back at the end."""
    kept = {}
    for table in tables:
        rows = admin.execute(f"select * from {table} where owner = {owner}".encode()).fetchall()
        kept[table] = rows
    admin.commit()

    def back() -> None:
        admin.rollback()
        for table, rows in kept.items():
            admin.execute(f"delete from {table} where owner = {owner}".encode())
            for row in rows:
                marks = ", ".join(["%s"] * len(row))
                admin.execute(f"insert into {table} values ({marks})".encode(), row)
        admin.commit()

    return back


@pytest.mark.parametrize(
    ("table", "number", "column"),
    [("turns", "turn", "key"), ("documents", "document", "address")],
)
def test_what_rows_are_found_by_is_missed_where_it_belongs(
    table, number, column, address, filled, admin
):
    """It is sealed for its column alone, so that it is the same each time: the doctor sees that two were changed."""
    owner = number_of(admin, ANA)
    back = kept_and_put_back(admin, owner, table)
    rows = admin.execute(
        f"select {number}, {column} from {table} where owner = {owner} order by 1 limit 2".encode()
    ).fetchall()
    (first, one), (second, two) = rows
    sql = f"update {table} set {column} = %s where owner = {owner} and {number} = %s".encode()
    for value, row in ((os.urandom(12), second), (two, first), (one, second)):
        admin.execute(sql, (value, row))
    admin.commit()
    with pytest.raises(PalaceDamaged):
        told(address, filled)
    back()
    assert told(address, filled)


def envelope_of(admin, owner: int) -> tuple[bytes, bytes]:
    sql = f"select envelope, tombstone_key from palaces where owner = {owner}"
    row = admin.execute(sql.encode()).fetchone()
    admin.commit()
    return row


def put_envelope(admin, owner: int, envelope: bytes | None, key: bytes) -> None:
    sql = f"update palaces set envelope = %s, tombstone_key = %s where owner = {owner}"
    admin.execute(sql.encode(), (envelope, key))
    admin.commit()


def test_a_wrapped_key_that_was_changed_or_is_anothers_or_was_taken_away_opens_nothing(
    address, filled, admin
):
    owner, other = number_of(admin, ANA), number_of(admin, BOB)
    before, mine, his = told(address, filled), envelope_of(admin, owner), envelope_of(admin, other)
    wrapped = mine[0]
    for envelope, key in (
        his,
        (his[0], mine[1]),
        (wrapped[:-1], mine[1]),
        (wrapped[:20], mine[1]),
        (b"", mine[1]),
        (wrapped[:30] + bytes([wrapped[30] ^ 1]) + wrapped[31:], mine[1]),
        (b"\2" + wrapped[1:], mine[1]),
        (wrapped, his[1]),
        (wrapped, os.urandom(32)),
        # Without its wrapped key it would be a palace that is not encrypted, to be written to openly.
        (None, mine[1]),
        (None, os.urandom(32)),
    ):
        put_envelope(admin, owner, envelope, key)
        for act in (
            lambda: told(address, filled),
            lambda: Palace.connect(address, ANA, settings=filled).add("A plain heron?"),
        ):
            with pytest.raises((PalaceDamaged, PalaceLocked)):
                act()
    put_envelope(admin, owner, *mine)
    assert told(address, filled) == before


def test_a_handle_that_is_open_writes_nothing_once_the_wrapped_key_is_taken_away(
    address, filled, admin
):
    owner = number_of(admin, BOB)
    mine = envelope_of(admin, owner)
    count = f"select count(*) from turns where owner = {owner}".encode()
    with Palace.connect(address, BOB, settings=filled) as palace:
        palace.search("heron")
        before = admin.execute(count).fetchone()
        put_envelope(admin, owner, None, os.urandom(32))
        with pytest.raises(PalaceLocked, match="although palace_key is set"):
            palace.add("This heron would lie open.", wing="lake 0")
        assert admin.execute(count).fetchone() == before
        put_envelope(admin, owner, *mine)
        assert palace.add("This heron is sealed.", wing="lake 0").counts["turns"] == 1
    content = f"select content from documents where owner = {owner}".encode()
    assert all(b"heron" not in held for (held,) in admin.execute(content))


def test_a_palace_whose_row_was_deleted_is_not_made_anew_beside_what_is_left(
    address, filled, admin
):
    eve = Owner("attacked", "eve")
    with Palace.connect(address, eve, settings=filled) as palace:
        palace.add("The heron of eve stands.", wing="lake")
    owner = number_of(admin, eve)
    old = envelope_of(admin, owner)
    admin.execute(f"delete from palaces where owner = {owner}".encode())
    admin.commit()
    with pytest.raises(PalaceDamaged, match="lost its row"):
        Palace.connect(address, eve, settings=filled)
    from camillo.storage.postgres import schema

    for table in reversed(schema.TABLES):
        admin.execute(f"delete from {table} where owner = {owner}".encode())
    admin.commit()
    with Palace.connect(address, eve, settings=filled) as palace:
        palace.add("The heron comes again.", wing="lake")
    assert envelope_of(admin, owner)[0] not in (None, old[0])


def test_owners_whose_names_were_exchanged_get_nothing_of_each_other(address, filled, admin):
    rows = admin.execute(b"select owner, sub from owners where product = 'attacked'").fetchall()
    names = {bytes(sub): number for number, sub in rows}
    admin.commit()

    def name(number: int, sub: bytes) -> None:
        admin.execute(b"update owners set sub = %s where owner = %s", (sub, number))

    name(names[b"ana"], b"x"), name(names[b"bob"], b"ana"), name(names[b"ana"], b"bob")
    admin.commit()
    # A pool remembers numbers; a process that begins now has none.
    with pytest.raises(PalaceLocked):
        told(address + "&connect_timeout=9", filled)
    name(names[b"ana"], b"x"), name(names[b"bob"], b"bob"), name(names[b"ana"], b"ana")
    admin.commit()
    assert told(address, filled)


def test_a_wrapped_key_of_before_a_rotation_opens_nothing_once_the_old_key_is_gone(
    start_postgres, tmp_path
):
    from camillo.app import databases
    from camillo.storage.postgres.upgrading import migrate

    key = tmp_path / "server.key"
    put_keys(str(key), [os.urandom(32)])
    settings = Settings(palace=tmp_path / "p.camillo", palace_key=str(key), refine=False)
    with start_postgres() as started:
        address = started.get_uri()
        migrate(address)
        with Palace.connect(address, ANA, settings=settings) as palace:
            palace.add("The heron stands.", wing="lake")
        with psycopg.connect(address, options="-c search_path=camillo") as admin:
            owner = number_of(admin, ANA)
            old = envelope_of(admin, owner)
            databases.rekey(address, settings)
            put_keys(str(key), keys_at(str(key))[:1])
            assert told(address, settings)
            put_envelope(admin, owner, *old)
            with pytest.raises(PalaceLocked, match="another key"):
                told(address, settings)
