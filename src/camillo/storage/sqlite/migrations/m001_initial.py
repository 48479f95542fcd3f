"""The first schema: everything canonical. Derived tables are made per generation elsewhere."""

import os
import uuid

import apsw

from camillo.storage.sqlite import note_tables

_TABLES = """
create table meta(key text primary key, value not null) without rowid;
create table clock(
  one integer primary key check (one = 1), epoch integer not null, seq integer not null,
  drawer integer not null);
create table labels(label integer primary key, word not null unique);
create table sources(
  source integer primary key, kind text not null, uri not null, state text not null
    check (state in ('present', 'unreachable', 'removed')),
  added_at integer not null, seen_at integer not null, unique (uri, kind));
create table wings(wing integer primary key, name text not null unique);
create table rooms(
  room integer primary key, wing integer not null references wings, name text not null,
  unique (wing, name));
create table mined(
  source integer not null references sources, asked text not null, wing integer references wings,
  fingerprint blob not null, complete integer not null, primary key (source, asked)) without rowid;
create table conversations(
  conversation integer primary key, source integer not null references sources,
  kind text not null, native not null, turns integer not null default 0,
  unique (native, kind));
create table titles(conversation integer primary key, title not null);
create table documents(
  document integer primary key, address blob not null check (length(address) = 32),
  encoding integer references labels, media_type integer references labels,
  content blob not null);
create table redactions(document integer primary key references documents, at integer not null);
create index documents_address on documents(substr(address, 1, 8));
create table turns(
  turn integer primary key, key blob not null unique check (length(key) = 12),
  conversation integer not null references conversations, position integer not null,
  document integer not null references documents, current integer not null, native not null,
  slot integer not null, speaker integer not null, role integer not null, part integer not null,
  branch integer not null, language integer not null, at integer, zone integer, told, parent, receipt integer not null);
create table metas(turn integer primary key, meta text not null);
create index turns_position on turns(conversation, position);
create index turns_slot on turns(conversation, slot);
create index turns_document on turns(document);
create table placements(
  turn integer not null references turns, room integer not null references rooms,
  hall integer not null references labels, primary key (turn, room)) without rowid;
create table tombstones(
  mac blob primary key, conversation integer, shape text not null, length integer) without rowid;
create table receipts(
  number integer primary key, verb text not null, at integer not null, counts text not null,
  notes text);
create table backups(path text primary key, at integer not null, receipt integer not null)
  without rowid;
create table models(
  model integer primary key, name text not null, sha256 text not null, dimension integer not null,
  tier text not null, unique (sha256, name));
create table generations(
  generation integer primary key, state text not null
    check (state in ('building', 'live', 'dropping')),
  done integer not null, upto integer not null, linked integer not null,
  gisted integer not null, evolved integer not null);
create table acts(
  number integer primary key, receipt integer not null, at integer not null, verb text not null,
  subject blob not null, object blob not null, s integer, o integer, payload blob not null,
  redacted integer not null);
create index acts_s on acts(s);
create index acts_o on acts(o);
create table uses(
  turn integer primary key references turns, count integer not null, last integer not null);
"""

# Canonical rows only ever grow; redaction is the one exception, and it says so in the row.
_GUARDS = """
create trigger documents_stay before delete on documents
  begin select raise(abort, 'documents are never deleted'); end;
create trigger documents_verbatim before update of content, address on documents
  when length(new.content) <> length(old.content)
    or not exists (select 1 from redactions where document = new.document)
  begin select raise(abort, 'only a redaction changes a document'); end;
create trigger turns_stay before delete on turns
  begin select raise(abort, 'turns are never deleted'); end;
create trigger turns_verbatim before update of key, conversation, position, native, at on turns
  begin select raise(abort, 'turns are never rewritten'); end;
create trigger receipts_stay before delete on receipts
  begin select raise(abort, 'receipts are never deleted'); end;
create trigger receipts_verbatim before update on receipts
  begin select raise(abort, 'receipts are never rewritten'); end;
create trigger acts_stay before delete on acts
  begin select raise(abort, 'acts are never deleted'); end;
create trigger acts_verbatim before update on acts
  when new.redacted <> 1 or new.number <> old.number or new.receipt <> old.receipt
    or new.at <> old.at or new.verb <> old.verb or length(new.payload) <> length(old.payload)
    or length(new.subject) <> length(old.subject) or length(new.object) <> length(old.object)
  begin select raise(abort, 'only a redaction changes an act'); end;
"""


def apply(connection: apsw.Connection) -> None:
    """Create the canonical tables, their guards, the palace's id and its tombstone key."""
    connection.execute(_TABLES)
    note_tables.create(connection)
    connection.execute(_GUARDS)
    connection.execute("insert into clock values (1, 1, 0, 0)")
    connection.executemany(
        "insert into meta values (?, ?)",
        [("palace", uuid.uuid4().hex), ("tombstone key", os.urandom(32)), ("live", 0)],
    )
