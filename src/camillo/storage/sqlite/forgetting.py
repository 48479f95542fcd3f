"""Forgetting: spans, or all that lies in a wing alone, gone from the file's bytes and its WAL."""

import time
from collections.abc import Sequence
from pathlib import Path

import apsw

from camillo.domain.drawer import Cut
from camillo.domain.errors import PalaceBusy
from camillo.domain.report import Receipt
from camillo.ports.rows import Redaction
from camillo.storage.common.asserted import lost
from camillo.storage.common.carried import fitting
from camillo.storage.common.graves import Fragment
from camillo.storage.common.packing import unpack_text
from camillo.storage.common.parts import PART_BYTES, PART_TURNS, PART_VERB, part_note, summed
from camillo.storage.common.placing import no_turn
from camillo.storage.common.stretches import Stretch, by_document, check_stretches, widened
from camillo.storage.sqlite import notes
from camillo.storage.sqlite.acts import forget_words, redact_acts
from camillo.storage.sqlite.connection import every, numbers, one, rewrite
from camillo.storage.sqlite.receipts import read_counts
from camillo.storage.sqlite.redacting import (
    blank_copy,
    clear_title,
    read_text,
    recut,
    redact,
)
from camillo.storage.sqlite.session import Session, Writing

_SCRUB = "scrub"
_TITLES = "create table titles(conversation integer primary key, title not null)"


def forget_spans(writing: Writing, redactions: Sequence[Redaction]) -> Receipt:
    """Redact spans: their documents, for every turn that has them, and all that is derived."""
    stretches, cuts = by_document(redactions, lambda each: _turn_of(writing.db, each))
    turn_cuts: dict[int, tuple[Cut, ...]] = {}
    pieces: list[Fragment] = []
    blanked: dict[int, list[Stretch]] = {}
    for document, given in stretches.items():
        text = read_text(writing.db, document)
        own = cuts[document]
        check_stretches(text, given, [cut for each in own.values() for cut in each])
        whole = widened(text, given)
        pieces += redact(writing, text, whole, everywhere=True)
        for turn, _, _ in text.turns:
            turn_cuts[turn] = own.get(turn, next(iter(own.values())))
            blanked[turn] = whole
    gone = recut(writing, turn_cuts, blanked)
    asserted = forget_words(writing, pieces)
    notes.forget_turns(writing, [*turn_cuts])
    counts = {
        "spans": len(redactions),
        "documents": len(stretches),
        "turns": len(turn_cuts),
        "drawers": gone,
    } | lost(asserted)
    return _close(writing, "forget", counts, tuple(str(each.span) for each in redactions))


def _turn_of(db: apsw.Connection, redaction: Redaction) -> tuple[int, int]:
    row = one(db, "select document, turn from turns where key = ?", (redaction.span.key,))
    if row is None:
        raise no_turn(redaction.span)
    return row[0], row[1]


def delete_part(writing: Writing, wing: int) -> tuple[Receipt, bool]:
    """Remove the next turns of a wing; those that lie nowhere else are forgotten, the others stay whole.

    Turns that have one text go together. With the last of them goes the wing; the receipt is then that of the
    whole deletion, however often it was begun.

    Returns:
        The receipt, and whether the wing is gone.
    """
    db = writing.db
    inside = _part_of(db, wing)
    if inside:
        db.execute(
            "delete from placements where turn in (select value from carray(?))"
            " and room in (select room from rooms where wing = ?)",
            (numbers(inside), wing),
        )
    lone = [
        turn for turn in inside if not one(db, "select 1 from placements where turn = ?", (turn,))
    ]
    documents, asserted = _forget_turns(writing, lone)
    writing.stale = True
    counts = {
        "turns": len(lone),
        "documents": documents,
        "kept": len(inside) - len(lone),
    } | lost(asserted)
    note = part_note(wing)
    if _placed_in(db, wing):
        writing.notes.append(note)
        return _close(writing, PART_VERB, counts, ()), False
    for sql in (
        "update mined set wing = null where wing = ?",
        "delete from rooms where wing = ?",
        "delete from wings where wing = ?",
    ):
        db.execute(sql, (wing,))
    parts = read_counts(db, PART_VERB, note)
    return _close(writing, "delete wing", summed([counts, *parts]), ()), True


_INSIDE = "placements p join rooms r on r.room = p.room join turns t on t.turn = p.turn"


def _part_of(db: apsw.Connection, wing: int) -> list[int]:
    """The first turns of a wing, with all others of it that have the same texts."""
    rows = every(
        db,
        f"select distinct t.turn, t.document, length(d.content) from {_INSIDE}"
        " join documents d on d.document = t.document where r.wing = ? order by p.turn limit ?",
        (wing, PART_TURNS),
    )
    if not rows:
        return []
    part = rows[: fitting([size for _, _, size in rows], PART_BYTES)]
    found = every(
        db,
        f"select distinct t.turn from {_INSIDE}"
        " where r.wing = ? and t.document in (select value from carray(?)) order by t.turn",
        (wing, numbers(document for _, document, _ in part)),
    )
    return [turn for (turn,) in found]


def _placed_in(db: apsw.Connection, wing: int) -> bool:
    return one(db, f"select 1 from {_INSIDE} where r.wing = ? limit 1", (wing,)) is not None


def _forget_turns(writing: Writing, lone: Sequence[int]) -> tuple[int, int]:
    """Forget whole turns; a document that other placed turns have is left to them.

    Returns:
        How many documents were touched, and how many acts lost words.
    """
    db, alone = writing.db, set(lone)
    blanked: dict[int, list[Stretch]] = {}
    pieces: list[Fragment] = []
    documents = sorted({row[0] for turn in lone for row in every(db, _DOCUMENT, (turn,))})
    for document in documents:
        text = read_text(db, document)
        mine = [turn for turn, _, _ in text.turns if turn in alone]
        whole = [(0, len(text.content))] if text.content else []
        if any(turn not in alone and _is_placed(db, turn) for turn, _, _ in text.turns):
            copy = blank_copy(writing, text)
            db.executemany(
                "update turns set document = ? where turn = ?",
                [(copy, turn) for turn in mine],
            )
        else:
            pieces += redact(writing, text, whole, everywhere=False)
        blanked.update((turn, whole) for turn in mine)
    recut(writing, {turn: () for turn in blanked}, blanked)
    asserted = forget_words(writing, pieces)
    notes.forget_turns(writing, lone)
    _clear_titles(writing, lone)
    return len(documents), asserted


_DOCUMENT = "select document from turns where turn = ?"


def _is_placed(db: apsw.Connection, turn: int) -> bool:
    return one(db, "select 1 from placements where turn = ?", (turn,)) is not None


def _clear_titles(writing: Writing, turns: Sequence[int]) -> None:
    """Titles of conversations of which nothing is placed any more."""
    db = writing.db
    talks = {row[0] for t in turns for row in every(db, _CONVERSATION, (t,))}
    for talk in sorted(talks):
        row = one(
            db,
            "select title from titles c where conversation = ? and not exists"
            " (select 1 from turns t join placements p on p.turn = t.turn"
            " where t.conversation = c.conversation)",
            (talk,),
        )
        if row is not None:
            clear_title(writing, talk, unpack_text(row[0]))


_CONVERSATION = "select conversation from turns where turn = ?"


def forget_acts(writing: Writing, numbers: Sequence[int]) -> Receipt:
    """Take the words of acts away; the rows stay."""
    redact_acts(writing.db, numbers)
    writing.stale = True
    return _close(writing, "forget acts", {"acts": len(numbers)}, tuple(map(str, numbers)))


def _close(writing: Writing, verb: str, counts: dict[str, int], ids: tuple[str, ...]) -> Receipt:
    """The receipt, with the backups that still hold the text; and the mark that the WAL must go."""
    writing.db.execute("insert or replace into meta values (?, ?)", (_SCRUB, writing.number))
    rewrite(writing.db, "titles", _TITLES)
    writing.notes.extend(
        f"the backup {path} still holds what was forgotten"
        for (path,) in every(writing.db, "select path from backups order by at")
        if _is_elsewhere(Path(path), Path(writing.db.filename))
    )
    return writing.receipt(verb, counts, ids)


def _is_elsewhere(backup: Path, palace: Path) -> bool:
    """Whether a backup is still there and is not this palace, which may have been one itself."""
    return backup.exists() and not backup.samefile(palace)


def scrub(session: Session, seconds: float) -> None:
    """Bring what was forgotten out of the WAL, waiting for readers of older states.

    Raises:
        PalaceBusy: a reader held on too long; the next opening of the palace tries again.
    """
    until = time.monotonic() + seconds
    with session.exclusive() as db:
        mark = one(db, "select value from meta where key = ?", (_SCRUB,))
        while True:
            try:
                db.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
                break
            except apsw.BusyError as error:
                if time.monotonic() >= until:
                    raise PalaceBusy(
                        "the text is forgotten, but a reader keeps old bytes in the write-ahead log",
                        "end the other process and open the palace again",
                    ) from error
                time.sleep(0.005)
    with session.writing() as writing:
        writing.db.execute(
            "delete from meta where key = ? and value = ?", (_SCRUB, mark[0] if mark else 0)
        )


def must_scrub(session: Session) -> bool:
    """Whether a forgetting was cut off before its bytes had left the WAL."""
    with session.reading() as db:
        return one(db, "select 1 from meta where key = ?", (_SCRUB,)) is not None
