"""The derived tables of one generation: made, found and dropped in chunks."""

import apsw

from camillo.storage.sqlite.connection import one

#: Tables of a generation; each name is followed by the generation's number.
TABLES = (
    "drawers", "blocks", "tail", "waiting", "signs", "dense", "known", "claims", "links",
    "gists", "contexts",
)  # fmt: skip

_DROP_ROWS = 2_000
#: Keys of the tables that have no rowid.
_KEYS = {"blocks": "term, first", "links": "a, kind, b", "contexts": "drawer, version"}

BLOCKS = """
create table {name}(
  term blob not null, first integer not null, size integer not null, reach integer not null,
  data blob not null, primary key (term, first)) without rowid;
"""

_SCHEMA = """
create table drawers_{g}(
  drawer integer primary key, turn integer, ordinal integer not null,
  start integer not null, end integer not null, length integer not null, bits blob, pieces blob);
create index drawers_{g}_turn on drawers_{g}(turn);
{blocks}
create table tail_{g}(drawer integer primary key, terms blob not null);
create table waiting_{g}(drawer integer primary key);
create table signs_{g}(
  seq integer primary key, drawer integer, model integer not null, bits blob not null,
  unique (drawer, model));
create table dense_{g}(seq integer primary key, pooled blob not null, codes blob not null);
create table known_{g}(drawer integer primary key, data blob not null);
create table claims_{g}(
  claim integer primary key, drawer integer, subject integer, object integer,
  start integer not null, end integer not null, data blob not null);
create index claims_{g}_drawer on claims_{g}(drawer);
create index claims_{g}_subject on claims_{g}(subject);
create index claims_{g}_object on claims_{g}(object);
create table links_{g}(
  a integer not null, kind integer not null, b integer not null, weight integer not null,
  primary key (a, kind, b)) without rowid;
create index links_{g}_b on links_{g}(b);
create table gists_{g}(
  gist integer primary key, conversation integer not null, first integer not null,
  turns integer not null, lines blob);
create index gists_{g}_conversation on gists_{g}(conversation);
create table contexts_{g}(
  drawer integer not null, version integer not null, origin integer not null,
  start integer not null, end integer not null, primary key (drawer, version)) without rowid;
create index contexts_{g}_origin on contexts_{g}(origin);
"""


def create(connection: apsw.Connection, state: str, upto: int) -> int:
    """Open an empty generation and return its number."""
    row = one(connection, "select max(generation) from generations")
    generation = int(row[0] or 0) + 1 if row else 1
    connection.execute(
        _SCHEMA.format(g=generation, blocks=BLOCKS.format(name=f"blocks_{generation}"))
    )
    connection.execute(
        "insert into generations values (?, ?, 0, ?, 0, 0, 0)", (generation, state, upto)
    )
    return generation


def ensure_live(connection: apsw.Connection) -> None:
    """Give a new palace its first generation."""
    if not one(connection, "select 1 from generations where state = 'live'"):
        generation = create(connection, "live", 0)
        connection.execute("update meta set value = ? where key = 'live'", (generation,))


def drop_chunk(connection: apsw.Connection, generation: int) -> bool:
    """Delete some rows of a generation given up; True once nothing of it is left.

    Each call is meant to be a transaction of its own, so that writers wait briefly.
    """
    for table in TABLES:
        name = f"{table}_{generation}"
        if not connection.table_exists("main", name):
            continue
        key = _KEYS.get(table, "rowid")
        connection.execute(
            f"delete from {name} where ({key}) in (select {key} from {name} limit {_DROP_ROWS})"
        )
        if connection.changes() == 0:
            connection.execute(f"drop table {name}")
        return False
    connection.execute("delete from generations where generation = ?", (generation,))
    return True
