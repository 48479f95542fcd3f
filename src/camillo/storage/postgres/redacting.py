"""Redaction: the bytes of a span overwritten in its document, and everything derived from it redone."""

from collections.abc import Mapping, Sequence

import numpy as np

from camillo.domain.blanking import blank
from camillo.domain.drawer import Cut
from camillo.domain.identity import encode_text
from camillo.storage.common.generations import Generation
from camillo.storage.common.graves import Fragment
from camillo.storage.common.packing import dump_json
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
from camillo.storage.postgres import postings
from camillo.storage.postgres.connection import Db
from camillo.storage.postgres.derive import file_cuts
from camillo.storage.postgres.documents import insert_documents, rewrite_document
from camillo.storage.postgres.gists import drop_contexts, drop_gists
from camillo.storage.postgres.known import drop_known
from camillo.storage.postgres.labels import Words
from camillo.storage.postgres.linking import drop_links
from camillo.storage.postgres.placing import read_title, write_title
from camillo.storage.postgres.refining import drop_vectors
from camillo.storage.postgres.session import Writing
from camillo.storage.postgres.tombstones import bury_fragments, bury_text, bury_title
from camillo.storage.postgres.turns import unseal_meta


def read_text(db: Db, words: Words, document: int) -> Text:
    """The document with its turns."""
    row = db.one(
        "select content, encoding from documents where owner = %(owner)s and document = %(document)s",
        document=document,
    )
    turns = db.every(
        "select turn, conversation, native from turns"
        " where owner = %(owner)s and document = %(document)s order by turn",
        document=document,
    )
    sealed, encoding = row or (b"", None)
    return Text(
        document,
        db.sealer.unseal(sealed, "documents.content", document),
        None if encoding is None else words.of(db, encoding),
        tuple(
            (turn, talk, db.sealer.unseal_word(own, "turns.native", turn))
            for turn, talk, own in turns
        ),
    )


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
    address = redacted_address(key, text.document, content)
    rewrite_document(db, text.document, address, content, writing.now)
    if not content.strip(BLANK):
        for conversation in {talk for _, talk, _ in text.turns}:
            _drop_idle_title(db, conversation)
    return pieces


def _drop_idle_title(db: Db, conversation: int) -> None:
    """A conversation of which no word is left has no title; a new turn of it may bring one."""
    rows = db.every(
        "select distinct document from turns"
        " where owner = %(owner)s and conversation = %(conversation)s",
        conversation=conversation,
    )
    for (document,) in rows:
        row = db.one(
            "select content from documents where owner = %(owner)s and document = %(document)s",
            document=document,
        )
        if row is not None and db.sealer.unseal(row[0], "documents.content", document).strip(BLANK):
            return
    write_title(db, conversation, "")


def _forget_title(writing: Writing, conversation: int, pieces: Sequence[Fragment]) -> None:
    title = read_title(writing.db, conversation)
    if title and tells(title, pieces):
        clear_title(writing, conversation, title)


def clear_title(writing: Writing, conversation: int, title: str) -> None:
    """Take a conversation's title away for good."""
    bury_title(writing.db, writing.tombstone_key, conversation, title)
    write_title(writing.db, conversation, "")


def _forget_meta(db: Db, turn: int, pieces: Sequence[Fragment], *, gone: bool) -> None:
    row = db.one("select meta from metas where owner = %(owner)s and turn = %(turn)s", turn=turn)
    if row is None:
        return
    kept = {} if gone else clean_meta(unseal_meta(db, row[0], turn), pieces)
    db.run(
        "update metas set meta = %(meta)s where owner = %(owner)s and turn = %(turn)s",
        meta=db.sealer.seal(encode_text(dump_json(kept)), "metas.meta", turn),
        turn=turn,
    )


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
    moved: list[dict[str, int]] = []
    there = _drawers(writing.db, generation.number, [*turn_cuts])
    for turn, cuts in turn_cuts.items():
        made = recut_turn(there.get(turn, ()), cuts, blanked[turn])
        dropped += made.dropped
        moved += [
            {"generation": generation.number, "ordinal": ordinal, "drawer": drawer}
            for drawer, ordinal in made.ordinals.items()
        ]
        if generation.holds(turn):
            new.extend((turn, *each) for each in made.new)
    writing.db.each(
        "update drawers set ordinal = %(ordinal)s"
        " where owner = %(owner)s and generation = %(generation)s and drawer = %(drawer)s",
        moved,
    )
    return dropped, new


def _drawers(
    db: Db, generation: int, turns: Sequence[int]
) -> dict[int, list[tuple[int, int, int]]]:
    """Drawers (number, start, end) by turn."""
    rows = db.every(
        "select turn, drawer, start, stop from drawers where owner = %(owner)s"
        " and generation = %(generation)s and turn = any(%(turns)s::bigint[]) order by drawer",
        generation=generation,
        turns=turns,
    )
    found: dict[int, list[tuple[int, int, int]]] = {}
    for turn, drawer, start, stop in rows:
        found.setdefault(turn, []).append((drawer, start, stop))
    return found


def drop_drawers(db: Db, generation: int, drawers: Sequence[int]) -> None:
    """Take drawers out of a generation, with all that was derived of them."""
    gone = sorted(drawers)
    postings.remove(db, generation, np.array(gone, np.int64))
    drop_vectors(db, generation, gone)
    drop_known(db, generation, gone)
    drop_links(db, generation, gone)
    drop_contexts(db, generation, gone)
    db.run(
        "delete from drawers where owner = %(owner)s and generation = %(generation)s"
        " and drawer = any(%(drawers)s::bigint[])",
        generation=generation,
        drawers=gone,
    )


def blank_copy(writing: Writing, text: Text) -> int:
    """A redacted document as long as this one: what a turn has whose text others keep."""
    db = writing.db
    number = db.next("documents", "document")
    content = blank(text.content, text.encoding, 0, len(text.content))
    row = db.one(
        "select encoding, media_type from documents"
        " where owner = %(owner)s and document = %(document)s",
        document=text.document,
    )
    encoding, media_type = row or (None, None)
    address = redacted_address(writing.tombstone_key, number, content)
    insert_documents(db, [(number, address, encoding, media_type, content)], writing.now)
    return number
