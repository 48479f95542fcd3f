"""Forgetting: spans, or all that lies in a wing alone, gone from every row."""

from collections.abc import Sequence

from camillo.domain.drawer import Cut
from camillo.domain.report import Receipt
from camillo.ports.rows import Redaction
from camillo.storage.common.asserted import lost
from camillo.storage.common.carried import fitting
from camillo.storage.common.graves import Fragment
from camillo.storage.common.parts import PART_BYTES, PART_TURNS, PART_VERB, part_note, summed
from camillo.storage.common.placing import no_turn
from camillo.storage.common.stretches import Stretch, by_document, check_stretches, widened
from camillo.storage.postgres.acts import forget_words, redact_acts
from camillo.storage.postgres.connection import Db
from camillo.storage.postgres.note_writing import forget_turns as forget_notes
from camillo.storage.postgres.placing import is_placed, read_title
from camillo.storage.postgres.receipts import read_counts
from camillo.storage.postgres.redacting import (
    blank_copy,
    clear_title,
    read_text,
    recut,
    redact,
)
from camillo.storage.postgres.session import Writing
from camillo.storage.postgres.turns import hidden_key

_BEYOND = (
    "PostgreSQL keeps old versions of rows until it is vacuumed, and its write-ahead log and dumps"
    " as long as its administrator does"
)


def forget_spans(writing: Writing, redactions: Sequence[Redaction]) -> Receipt:
    """Redact spans: their documents, for every turn that has them, and all that is derived."""
    stretches, cuts = by_document(redactions, lambda each: _turn_of(writing.db, each))
    turn_cuts: dict[int, tuple[Cut, ...]] = {}
    pieces: list[Fragment] = []
    blanked: dict[int, list[Stretch]] = {}
    for document, given in stretches.items():
        text = read_text(writing.db, writing.words, document)
        own = cuts[document]
        check_stretches(text, given, [cut for each in own.values() for cut in each])
        whole = widened(text, given)
        pieces += redact(writing, text, whole, everywhere=True)
        for turn, _, _ in text.turns:
            turn_cuts[turn] = own.get(turn, next(iter(own.values())))
            blanked[turn] = whole
    gone = recut(writing, turn_cuts, blanked)
    asserted = forget_words(writing, pieces)
    forget_notes(writing, [*turn_cuts])
    counts = {
        "spans": len(redactions),
        "documents": len(stretches),
        "turns": len(turn_cuts),
        "drawers": gone,
    } | lost(asserted)
    return _close(writing, "forget", counts, tuple(str(each.span) for each in redactions))


def _turn_of(db: Db, redaction: Redaction) -> tuple[int, int]:
    row = db.one(
        "select document, turn from turns where owner = %(owner)s and key = %(key)s",
        key=hidden_key(db, redaction.span.key),
    )
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
    db.run(
        "delete from placements where owner = %(owner)s and turn = any(%(turns)s::bigint[]) and room in"
        " (select room from rooms where owner = %(owner)s and wing = %(wing)s)",
        turns=inside,
        wing=wing,
    )
    lone = [turn for turn in inside if not is_placed(db, turn)]
    documents, asserted = _forget_turns(writing, lone)
    writing.stale = True
    counts = {
        "turns": len(lone),
        "documents": documents,
        "kept": len(inside) - len(lone),
    } | lost(asserted)
    note = part_note(wing)
    if db.one(f"select 1 from {_INSIDE} limit 1", wing=wing):
        writing.notes.append(note)
        return writing.receipt(PART_VERB, counts), False
    for sql in (
        "update mined set wing = null where owner = %(owner)s and wing = %(wing)s",
        "delete from rooms where owner = %(owner)s and wing = %(wing)s",
        "delete from wings where owner = %(owner)s and wing = %(wing)s",
    ):
        db.run(sql, wing=wing)
    parts = read_counts(db, PART_VERB, note)
    return _close(writing, "delete wing", summed([counts, *parts]), ()), True


_INSIDE = (
    "placements p join rooms r using (owner, room) join turns t using (owner, turn)"
    " where p.owner = %(owner)s and r.wing = %(wing)s"
)


def _part_of(db: Db, wing: int) -> list[int]:
    """The first turns of a wing, with all others of it that have the same texts."""
    rows = db.every(
        "select distinct turn, document, d.size from placements p join rooms r using (owner, room)"
        " join turns t using (owner, turn) join documents d using (owner, document)"
        " where p.owner = %(owner)s and r.wing = %(wing)s order by turn limit %(limit)s",
        wing=wing,
        limit=PART_TURNS,
    )
    part = rows[: fitting([size for _, _, size in rows], PART_BYTES)]
    found = db.every(
        f"select distinct turn from {_INSIDE} and t.document = any(%(documents)s::bigint[])"
        " order by turn",
        wing=wing,
        documents=[document for _, document, _ in part],
    )
    return [turn for (turn,) in found]


def _forget_turns(writing: Writing, lone: Sequence[int]) -> tuple[int, int]:
    """Forget whole turns; a document that other placed turns have is left to them.

    Returns:
        How many documents were touched, and how many acts lost words.
    """
    db, alone = writing.db, set(lone)
    blanked: dict[int, list[Stretch]] = {}
    pieces: list[Fragment] = []
    documents = _having(db, "document", lone)
    for document in documents:
        text = read_text(db, writing.words, document)
        mine = [turn for turn, _, _ in text.turns if turn in alone]
        whole = [(0, len(text.content))] if text.content else []
        if any(turn not in alone and is_placed(db, turn) for turn, _, _ in text.turns):
            copy = blank_copy(writing, text)
            db.run(
                "update turns set document = %(copy)s"
                " where owner = %(owner)s and turn = any(%(turns)s::bigint[])",
                copy=copy,
                turns=mine,
            )
        else:
            pieces += redact(writing, text, whole, everywhere=False)
        blanked.update((turn, whole) for turn in mine)
    recut(writing, {turn: () for turn in blanked}, blanked)
    asserted = forget_words(writing, pieces)
    forget_notes(writing, lone)
    _clear_titles(writing, lone)
    return len(documents), asserted


def _having(db: Db, column: str, turns: Sequence[int]) -> list[int]:
    """The documents, or the conversations, of turns."""
    rows = db.every(
        f"select distinct {column} from turns"
        f" where owner = %(owner)s and turn = any(%(turns)s::bigint[]) order by {column}",
        turns=list(turns),
    )
    return [number for (number,) in rows]


def _clear_titles(writing: Writing, turns: Sequence[int]) -> None:
    """Titles of conversations of which nothing is placed any more."""
    db = writing.db
    for talk in _having(db, "conversation", turns):
        title = read_title(db, talk)
        placed = db.one(
            "select 1 from turns t join placements p using (owner, turn)"
            " where t.owner = %(owner)s and t.conversation = %(talk)s limit 1",
            talk=talk,
        )
        if title and placed is None:
            clear_title(writing, talk, title)


def forget_acts(writing: Writing, numbers: Sequence[int]) -> Receipt:
    """Take the words of acts away; the rows stay."""
    redact_acts(writing.db, numbers)
    writing.stale = True
    return _close(writing, "forget acts", {"acts": len(numbers)}, tuple(map(str, numbers)))


def _close(writing: Writing, verb: str, counts: dict[str, int], ids: tuple[str, ...]) -> Receipt:
    """The receipt, which says what is beyond the store's reach."""
    writing.notes.append(_BEYOND)
    return writing.receipt(verb, counts, ids)
