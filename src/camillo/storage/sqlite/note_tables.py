"""The tables of notes. They hold words, so they are copied to new pages once words are gone."""

import apsw

from camillo.storage.sqlite.connection import rewrite

#: Each table's schema under its own name: they hold words, so they are copied anew once words are gone.
TABLES = {
    "notes": """
create table notes(
  note integer primary key, native not null, layer text not null, slug not null, title not null,
  path not null, version integer not null, deleted integer not null, url not null, turn integer,
  slug_slot integer not null, url_slot integer, created integer not null, changed integer not null,
  shape not null)""",
    "note_versions": """
create table note_versions(
  note integer not null, version integer not null, verb text not null, slug not null,
  title not null, at integer not null, turn integer, primary key (note, version)) without rowid""",
    "note_names": """
create table note_names(
  slot integer not null, note integer not null, kind integer not null, name not null,
  primary key (slot, note, kind, name)) without rowid""",
    "note_edges": """
create table note_edges(
  note integer not null, start integer not null, kind text not null, slot integer not null,
  name not null, target not null, primary key (note, start, kind)) without rowid""",
}
INDEXES = {
    "notes": (
        "create index notes_slug on notes(slug_slot)",
        "create index notes_native on notes(native)",
        "create index notes_url on notes(url_slot) where url_slot is not null",
        "create index notes_turn on notes(turn)",
    ),
    "note_versions": ("create index note_versions_turn on note_versions(turn)",),
    "note_names": ("create index note_names_note on note_names(note)",),
    "note_edges": ("create index note_edges_slot on note_edges(slot)",),
}


def create(db: apsw.Connection) -> None:
    """Make the tables of a new palace."""
    for table, schema in TABLES.items():
        db.execute(schema)
        for index in INDEXES[table]:
            db.execute(index)


def renew(db: apsw.Connection) -> None:
    """Copy the tables to new pages, so that no word that was deleted is left between them."""
    for table, schema in TABLES.items():
        for index in INDEXES[table]:
            db.execute(f"drop index if exists {index.split()[2]}")
        rewrite(db, table, schema)
        for index in INDEXES[table]:
            db.execute(index)
