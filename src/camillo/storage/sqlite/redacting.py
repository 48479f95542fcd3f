"""Redaction: the bytes of a span overwritten in its document, and everything derived from it redone."""

from collections.abc import Mapping, Sequence

import apsw
import numpy as np

from camillo.domain.blanking import blank
from camillo.domain.drawer import Cut
from camillo.storage.common.generations import Generation
from camillo.storage.common.graves import Fragment
from camillo.storage.common.packing import dump_json, pack_word, unpack_meta, unpack_text
from camillo.storage.common.recutting import recut_turn
from camillo.storage.common.stretches import (
    BLANK,
    Stretch,
    Text,
    clean_meta,
    overwritten,
    redacted_address,
    tells,
)
from camillo.storage.sqlite import postings
from camillo.storage.sqlite.connection import every, one
from camillo.storage.sqlite.derive import file_cuts
from camillo.storage.sqlite.gists import drop_contexts, drop_gists
from camillo.storage.sqlite.known import drop_known
from camillo.storage.sqlite.linking import drop_links
from camillo.storage.sqlite.refining import drop_vectors
from camillo.storage.sqlite.session import Writing
from camillo.storage.sqlite.tombstones import bury_fragments, bury_text, bury_title


def read_text(db: apsw.Connection, document: int) -> Text:
    """The document with its turns."""
    row = one(
        db,
        "select d.content, e.word from documents d left join labels e on e.label = d.encoding"
        " where d.document = ?",
        (document,),
    )
    sql = "select turn, conversation, native from turns where document = ?"
    turns = [(turn, talk, unpack_text(own)) for turn, talk, own in every(db, sql, (document,))]
    content, word = row if row else (b"", None)
    return Text(document, content, None if word is None else unpack_text(word), tuple(turns))


def redact(
    writing: Writing, text: Text, stretches: Sequence[Stretch], *, everywhere: bool
) -> list[Fragment]:
    """Overwrite stretches of a document and bury what they held, which is returned in lines.

    ``everywhere`` says that the whole text must not come back from any conversation.
    """
    db, key = writing.db, writing.tombstone_key
    content, pieces = overwritten(text, stretches)
    if everywhere and text.content.strip():
        bury_text(db, key, text.content)
    for turn, conversation, native in text.turns:
        if not everywhere:
            bury_text(db, key, text.content, conversation)
        bury_fragments(db, key, conversation, native, pieces)
        _forget_title(writing, conversation, pieces)
        _forget_meta(db, turn, pieces, gone=not content.strip(BLANK))
    db.execute("insert or ignore into redactions values (?, ?)", (text.document, writing.now))
    # Of the same size, so that SQLite overwrites the row where it lies.
    db.execute(
        "update documents set content = ?, address = ? where document = ?",
        (content, redacted_address(key, text.document, content), text.document),
    )
    if not content.strip(BLANK):
        for conversation in {talk for _, talk, _ in text.turns}:
            _drop_idle_title(db, conversation)
    return pieces


def _drop_idle_title(db: apsw.Connection, conversation: int) -> None:
    """A conversation of which no word is left has no title; a new turn of it may bring one."""
    sql = "select distinct document from turns where conversation = ?"
    for (document,) in every(db, sql, (conversation,)):
        row = one(db, "select content from documents where document = ?", (document,))
        if row is not None and bytes(row[0]).strip(BLANK):
            return
    db.execute("delete from titles where conversation = ?", (conversation,))


def _forget_title(writing: Writing, conversation: int, pieces: Sequence[Fragment]) -> None:
    row = one(writing.db, "select title from titles where conversation = ?", (conversation,))
    title = unpack_text(row[0]) if row else ""
    if title and tells(title, pieces):
        clear_title(writing, conversation, title)


def clear_title(writing: Writing, conversation: int, title: str) -> None:
    """Take a conversation's title away for good."""
    bury_title(writing.db, writing.tombstone_key, conversation, title)
    writing.db.execute("delete from titles where conversation = ?", (conversation,))


def _forget_meta(db: apsw.Connection, turn: int, pieces: Sequence[Fragment], *, gone: bool) -> None:
    row = one(db, "select meta from metas where turn = ?", (turn,))
    if row is None:
        return
    kept = "{}" if gone else dump_json(clean_meta(unpack_meta(row[0]), pieces))
    if kept != row[0]:
        size = len(row[0].encode())
        same = kept + " " * (size - len(kept.encode()))
        db.execute("update metas set meta = ? where turn = ?", (same, turn))


def recut(
    writing: Writing, turn_cuts: Mapping[int, Sequence[Cut]], blanked: Mapping[int, list[Stretch]]
) -> int:
    """Give turns the drawers they have once ``blanked`` is blank; returns how many live ones went."""
    gone = 0
    for generation in writing.generations:
        dropped, new = _difference(writing, generation, turn_cuts, blanked)
        drop_drawers(writing.db, generation.number, dropped)
        drop_gists(writing.db, generation.number, [*turn_cuts])
        file_cuts(writing, generation.number, new)
        gone += len(dropped) if generation.live else 0
    writing.stale = True
    return gone


def _difference(
    writing: Writing,
    generation: Generation,
    turn_cuts: Mapping[int, Sequence[Cut]],
    blanked: Mapping[int, list[Stretch]],
) -> tuple[list[int], list[tuple[int, int, Cut]]]:
    dropped: list[int] = []
    new: list[tuple[int, int, Cut]] = []
    table = f"drawers_{generation.number}"
    for turn, cuts in turn_cuts.items():
        there = every(writing.db, f"select drawer, start, end from {table} where turn = ?", (turn,))
        made = recut_turn(there, cuts, blanked[turn])
        dropped += made.dropped
        writing.db.executemany(
            f"update {table} set ordinal = ? where drawer = ?",
            [(ordinal, drawer) for drawer, ordinal in made.ordinals.items()],
        )
        if generation.holds(turn):
            new.extend((turn, *each) for each in made.new)
    return dropped, new


def drop_drawers(db: apsw.Connection, generation: int, drawers: Sequence[int]) -> None:
    """Take drawers out of a generation, with all that was derived of them.

    What a row said is overwritten where it lies and the row stays, belonging to no turn: deleting
    rows makes SQLite move others between pages and leave copies behind that it never clears.
    """
    numbers = sorted(drawers)
    postings.remove(db, generation, np.array(numbers, np.int64))
    drop_vectors(db, generation, numbers)
    drop_known(db, generation, numbers)
    drop_links(db, generation, numbers)
    drop_contexts(db, generation, numbers)
    given = [(drawer,) for drawer in numbers]
    db.executemany(f"delete from waiting_{generation} where drawer = ?", given)
    db.executemany(
        f"update drawers_{generation} set bits = zeroblob(length(bits)),"
        " pieces = zeroblob(length(pieces)) where drawer = ?",
        given,
    )
    db.executemany(f"update drawers_{generation} set turn = null where drawer = ?", given)


def blank_copy(writing: Writing, text: Text) -> int:
    """A redacted document as long as this one: what a turn has whose text others keep."""
    row = one(writing.db, "select ifnull(max(document), 0) + 1 from documents")
    number = int(row[0]) if row else 1
    content = blank(text.content, text.encoding, 0, len(text.content))
    word = None if text.encoding is None else pack_word(text.encoding)
    writing.db.execute(
        "insert into documents(document, address, encoding, media_type, content)"
        " select ?, ?, (select label from labels where word = ?), media_type, ?"
        " from documents where document = ?",
        (
            number, redacted_address(writing.tombstone_key, number, content), word, content, text.document,
        ),
    )  # fmt: skip
    writing.db.execute("insert into redactions values (?, ?)", (number, writing.now))
    return number
