"""Sources: where turns come from, which wing each was mined for, and whether it is still there."""

from collections.abc import Iterable

import apsw

from camillo.domain.errors import wing_gone
from camillo.ports.rows import Source, SourceRow
from camillo.storage.common.gathering import Asked
from camillo.storage.common.missed import missed
from camillo.storage.common.numbering import new_wing_number
from camillo.storage.common.packing import pack_word, unpack_text
from camillo.storage.sqlite.connection import every, one
from camillo.storage.sqlite.session import Writing


def find_source(db: apsw.Connection, source: Source) -> int | None:
    """The source's number, or None."""
    row = one(
        db,
        "select source from sources where uri = ? and kind = ?",
        (pack_word(source.uri), source.kind),
    )
    return int(row[0]) if row else None


def ensure_source(writing: Writing, source: Source) -> int:
    """The source's number; it is present, seen now."""
    row = one(
        writing.db,
        "insert into sources(kind, uri, state, added_at, seen_at) values (?, ?, 'present', ?, ?)"
        " on conflict(uri, kind) do update set state = 'present', seen_at = excluded.seen_at"
        " returning source",
        (source.kind, pack_word(source.uri), writing.now, writing.now),
    )
    return int(row[0]) if row else 0


def asked_wing(
    writing: Writing, source: int, name: str, *, by_name: bool, number: int | None
) -> Asked:
    """The wing a source means by a name: the one it was first mined for, whatever it is called now.

    ``by_name``: one that is called so now comes first; ``number``: that of this number is meant, and no other.

    Raises:
        NotFound: there is none of this number.
    """
    if number is not None:
        return Asked(numbered_wing(writing, number), complete=False)
    here = one(writing.db, "select wing from wings where name = ?", (name,)) if by_name else None
    if here is not None:
        return Asked(here[0], complete=False)
    row = one(
        writing.db,
        "select wing, complete from mined where source = ? and asked = ?",
        (source, name),
    )
    if row is not None:
        return Asked(row[0], bool(row[1]))
    wing = ensure_wing(writing, name)
    writing.db.execute("insert into mined values (?, ?, ?, x'', 0)", (source, name, wing))
    return Asked(wing, False)


def numbered_wing(writing: Writing, number: int) -> int:
    """A wing's number, if it is there still.

    Raises:
        NotFound: it is not.
    """
    if one(writing.db, "select 1 from wings where wing = ?", (number,)) is None:
        raise wing_gone()
    return number


def wing_meant(db: apsw.Connection, source: Source, name: str) -> str | None:
    """What the wing that a source means by a name is called now; None where nothing was filed there yet."""
    row = one(
        db,
        "select w.name from mined m join wings w on w.wing = m.wing where m.source = ? and m.asked = ?",
        (find_source(db, source), name),
    )
    return None if row is None else str(row[0])


def revive_wing(writing: Writing, source: int, name: str) -> int:
    """New turns for a wing that was deleted: it is there again."""
    wing = ensure_wing(writing, name)
    writing.db.execute(
        "update mined set wing = ? where source = ? and asked = ?", (wing, source, name)
    )
    return wing


def ensure_wing(writing: Writing, name: str) -> int:
    """The number of the wing of this name; a new one is made."""
    row = one(writing.db, "select wing from wings where name = ?", (name,)) or one(
        writing.db,
        "insert into wings(wing, name) values (?, ?) returning wing",
        (new_wing_number(), name),
    )
    return int(row[0]) if row else 0


def ensure_room(writing: Writing, wing: int, name: str) -> int:
    """The number of the wing's room of this name; a new one is made."""
    row = one(
        writing.db, "select room from rooms where wing = ? and name = ?", (wing, name)
    ) or one(
        writing.db,
        "insert into rooms(wing, name) values (?, ?) returning room",
        (wing, name),
    )
    return int(row[0]) if row else 0


def unchanged(db: apsw.Connection, source: Source, wing: str) -> bool:
    """Whether it was read to its end for this wing with this very fingerprint, and is not missed."""
    number = find_source(db, source)
    row = one(
        db,
        "select 1 from mined m join sources s on s.source = m.source where m.source = ?"
        " and asked = ? and complete and fingerprint = ? and state = 'present'",
        (number, wing, source.fingerprint),
    )
    return row is not None


def seal(writing: Writing, source: Source, wing: str) -> None:
    """Note that it was read to its end for this wing; an empty name means no wing was asked for.

    Then the source's own words or its path chose the wings, and it is read to its end for all of
    them.
    """
    number = ensure_source(writing, source)
    writing.db.execute(
        "insert into mined values (?1, ?2, (select wing from wings where name = ?2), ?3, 1)"
        " on conflict do update set fingerprint = excluded.fingerprint, complete = 1",
        (number, wing, source.fingerprint),
    )
    if not wing:
        writing.db.execute("update mined set complete = 1 where source = ?", (number,))


def read_source_rows(db: apsw.Connection, limit: int) -> list[SourceRow]:
    """Sources, those that are not present first, then the newest."""
    rows = every(
        db,
        "select kind, uri, state, (select count(*) from conversations c join turns t"
        " on t.conversation = c.conversation where c.source = s.source)"
        " from sources s order by state = 'present', source desc limit ?",
        (limit,),
    )
    return [SourceRow(kind, unpack_text(uri), state, turns) for kind, uri, state, turns in rows]


def mark_unreachable(writing: Writing, under: str, seen: Iterable[str]) -> int:
    """Mark what lies under a uri and was not seen; ``x`` covers ``x``, ``x/...`` and ``x!/...``."""
    rows = every(writing.db, "select source, uri from sources where state = 'present'")
    gone = missed(((source, unpack_text(uri)) for source, uri in rows), under, seen)
    writing.db.executemany(
        "update sources set state = 'unreachable' where source = ?", [(each,) for each in gone]
    )
    return len(gone)
