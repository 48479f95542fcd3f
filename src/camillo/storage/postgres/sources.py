"""Sources: where turns come from, which wing each was mined for, and whether it is still there."""

from collections.abc import Iterable

from camillo.domain.errors import wing_gone
from camillo.domain.identity import decode_text, encode_text
from camillo.ports.rows import Source, SourceRow
from camillo.storage.common.gathering import Asked
from camillo.storage.common.missed import missed
from camillo.storage.common.numbering import new_wing_number
from camillo.storage.postgres.connection import Db
from camillo.storage.postgres.sealing import word_slot
from camillo.storage.postgres.session import Writing

_FINGERPRINT = "mined.fingerprint"
_KIND = "conversations.kind"
_MINED = "source, slot, asked, wing, fingerprint, complete"


def hidden_kind(db: Db, kind: str) -> bytes:
    """A conversation's kind as its row has it: callers choose it, so that it may hold words."""
    return db.sealer.hide(encode_text(kind), _KIND)


def kind_of(db: Db, hidden: bytes) -> str:
    """A conversation's kind out of its row."""
    return decode_text(db.sealer.reveal(hidden, _KIND))


def source_kind(db: Db, sealed: bytes, source: int) -> str:
    """A source's kind as its row has it."""
    return db.sealer.unseal_word(sealed, "sources.kind", source)


def find_source(db: Db, key: bytes, source: Source) -> int | None:
    """The source's number, or None."""
    row = db.one(
        "select source from sources where owner = %(owner)s and slot = %(slot)s",
        slot=word_slot(key, source.kind, source.uri),
    )
    return int(row[0]) if row else None


def ensure_source(writing: Writing, source: Source) -> int:
    """The source's number; it is present, seen now."""
    db = writing.db
    found = find_source(db, writing.tombstone_key, source)
    if found is not None:
        db.run(
            "update sources set state = 'present', seen_at = %(now)s"
            " where owner = %(owner)s and source = %(source)s",
            now=writing.now,
            source=found,
        )
        return found
    number = db.next("sources", "source")
    slot = word_slot(writing.tombstone_key, source.kind, source.uri)
    uri = db.sealer.seal_word(source.uri, "sources.uri", number)
    kind = db.sealer.seal_word(source.kind, "sources.kind", number)
    row = (number, kind, slot, uri, "present", writing.now, writing.now)
    db.insert("sources", "source, kind, slot, uri, state, added_at, seen_at", [row])
    return number


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
    here = wing_number(writing.db, writing.tombstone_key, name) if by_name else None
    if here is not None:
        return Asked(here, complete=False)
    slot = word_slot(writing.tombstone_key, name)
    row = writing.db.one(
        "select wing, complete from mined"
        " where owner = %(owner)s and source = %(source)s and slot = %(slot)s",
        source=source,
        slot=slot,
    )
    if row is not None:
        return Asked(row[0], row[1])
    wing = ensure_wing(writing, name)
    asked = writing.db.sealer.seal_word(name, "mined.asked", source, slot)
    unread = writing.db.sealer.seal(b"", _FINGERPRINT, source, slot)
    writing.db.insert("mined", _MINED, [(source, slot, asked, wing, unread, False)])
    return Asked(wing, False)


def numbered_wing(writing: Writing, number: int) -> int:
    """A wing's number, if it is there still.

    Raises:
        NotFound: it is not.
    """
    sql = "select 1 from wings where owner = %(owner)s and wing = %(number)s"
    if writing.db.one(sql, number=number) is None:
        raise wing_gone()
    return number


def wing_meant(db: Db, key: bytes, source: Source, name: str) -> str | None:
    """What the wing that a source means by a name is called now; None where nothing was filed there yet."""
    row = db.one(
        "select wing, w.name from mined m join wings w using (owner, wing)"
        " where m.owner = %(owner)s and m.source = %(source)s and m.slot = %(slot)s",
        source=find_source(db, key, source),
        slot=word_slot(key, name),
    )
    return None if row is None else wing_name(db, row[1], row[0])


def wing_name(db: Db, sealed: bytes | None, wing: int) -> str:
    """A wing's name as its row has it."""
    return db.sealer.unseal_word(sealed, "wings.name", wing)


def room_name(db: Db, sealed: bytes | None, room: int) -> str:
    """A room's name as its row has it."""
    return db.sealer.unseal_word(sealed, "rooms.name", room)


def revive_wing(writing: Writing, source: int, name: str) -> int:
    """New turns for a wing that was deleted: it is there again."""
    wing = ensure_wing(writing, name)
    writing.db.run(
        "update mined set wing = %(wing)s"
        " where owner = %(owner)s and source = %(source)s and slot = %(slot)s",
        wing=wing,
        source=source,
        slot=word_slot(writing.tombstone_key, name),
    )
    return wing


def wing_number(db: Db, key: bytes, name: str) -> int | None:
    """The number of the wing of this name."""
    row = db.one(
        "select wing from wings where owner = %(owner)s and slot = %(slot)s",
        slot=word_slot(key, name),
    )
    return int(row[0]) if row else None


def room_number(db: Db, key: bytes, wing: int, name: str) -> int | None:
    """The number of the wing's room of this name."""
    row = db.one(
        "select room from rooms where owner = %(owner)s and wing = %(wing)s and slot = %(slot)s",
        wing=wing,
        slot=word_slot(key, name),
    )
    return int(row[0]) if row else None


def ensure_wing(writing: Writing, name: str) -> int:
    """The number of the wing of this name; a new one is made."""
    db, key = writing.db, writing.tombstone_key
    found = wing_number(db, key, name)
    if found is None:
        found = new_wing_number()
        row = (found, word_slot(key, name), db.sealer.seal_word(name, "wings.name", found))
        db.insert("wings", "wing, slot, name", [row])
    return found


def ensure_room(writing: Writing, wing: int, name: str) -> int:
    """The number of the wing's room of this name; a new one is made."""
    db, key = writing.db, writing.tombstone_key
    found = room_number(db, key, wing, name)
    if found is None:
        found = db.next("rooms", "room")
        row = (found, wing, word_slot(key, name), db.sealer.seal_word(name, "rooms.name", found))
        db.insert("rooms", "room, wing, slot, name", [row])
    return found


def unchanged(db: Db, key: bytes, source: Source, wing: str) -> bool:
    """Whether it was read to its end for this wing with this very fingerprint, and is not missed."""
    row = db.one(
        "select source, m.slot, m.fingerprint from mined m join sources s using (owner, source)"
        " where m.owner = %(owner)s and s.slot = %(source)s and m.slot = %(slot)s and m.complete"
        " and s.state = 'present'",
        source=word_slot(key, source.kind, source.uri),
        slot=word_slot(key, wing),
    )
    if row is None:
        return False
    number, slot, sealed = row
    return db.sealer.unseal(sealed, _FINGERPRINT, number, slot) == source.fingerprint


def seal_source(writing: Writing, source: Source, wing: str) -> None:
    """Note that it was read to its end for this wing; an empty name means no wing was asked for.

    Then the source's own words or its path chose the wings, and it is read to its end for all of
    them.
    """
    db, key = writing.db, writing.tombstone_key
    number, slot = ensure_source(writing, source), word_slot(key, wing)
    meant = wing_number(db, key, wing)
    asked = db.sealer.seal_word(wing, "mined.asked", number, slot)
    fingerprint = db.sealer.seal(source.fingerprint, _FINGERPRINT, number, slot)
    db.insert(
        "mined",
        _MINED,
        [(number, slot, asked, meant, fingerprint, True)],
        "on conflict (owner, source, slot)"
        " do update set fingerprint = excluded.fingerprint, complete = true",
    )
    if not wing:
        db.run(
            "update mined set complete = true where owner = %(owner)s and source = %(source)s",
            source=number,
        )


def read_sources(db: Db) -> dict[int, tuple[str, str]]:
    """Kind and uri by number."""
    rows = db.every("select source, kind, uri from sources where owner = %(owner)s")
    return {
        source: (source_kind(db, kind, source), db.sealer.unseal_word(uri, "sources.uri", source))
        for source, kind, uri in rows
    }


def read_source_rows(db: Db, limit: int) -> list[SourceRow]:
    """Sources, those that are not present first, then the newest."""
    rows = db.every(
        "with shown as (select source, kind, uri, state from sources where owner = %(owner)s"
        " order by state = 'present', source desc limit %(limit)s)"
        " select s.source, s.kind, s.uri, s.state, (select count(*) from conversations c join turns t"
        " on t.owner = c.owner and t.conversation = c.conversation where c.owner = %(owner)s"
        " and c.source = s.source) from shown s order by s.state = 'present', s.source desc",
        limit=limit,
    )
    return [
        SourceRow(
            source_kind(db, kind, source),
            db.sealer.unseal_word(uri, "sources.uri", source),
            state,
            turns,
        )
        for source, kind, uri, state, turns in rows
    ]


def mark_unreachable(writing: Writing, under: str, seen: Iterable[str]) -> int:
    """Mark what lies under a uri and was not seen; ``x`` covers ``x``, ``x/...`` and ``x!/...``."""
    rows = writing.db.every(
        "select source, uri from sources where owner = %(owner)s and state = 'present'"
    )
    uri_of = writing.db.sealer.unseal_word
    present = ((source, uri_of(sealed, "sources.uri", source)) for source, sealed in rows)
    gone = missed(present, under, seen)
    writing.db.run(
        "update sources set state = 'unreachable'"
        " where owner = %(owner)s and source = any(%(gone)s::bigint[])",
        gone=gone,
    )
    return len(gone)
