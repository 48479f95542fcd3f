"""What was forgotten, remembered only as keyed hashes, so that mining does not bring it back."""

from collections.abc import Sequence

import apsw

from camillo.domain.identity import encode_text
from camillo.domain.turn import Turn
from camillo.storage.common.graves import Fragment, Graves, line_scope, mac
from camillo.storage.common.packing import pack_text
from camillo.storage.sqlite.connection import every, one


def bury_text(
    db: apsw.Connection, key: bytes, content: bytes, conversation: int | None = None
) -> None:
    """Never file this whole text again: anywhere, or in one conversation."""
    scope = "" if conversation is None else str(conversation)
    _bury(db, mac(key, "text", scope, content), conversation, "text", None)


def bury_title(db: apsw.Connection, key: bytes, conversation: int, title: str) -> None:
    """Never give this conversation that title again."""
    content = encode_text(title)
    _bury(db, mac(key, "title", str(conversation), content), conversation, "title", None)


def bury_fragments(
    db: apsw.Connection, key: bytes, conversation: int, native: str, pieces: Sequence[Fragment]
) -> None:
    """Blank these lines in whatever this turn, or its conversation, brings later."""
    for piece in pieces:
        scope = line_scope(conversation, native, piece.text)
        code = mac(key, piece.shape, scope, encode_text(piece.text))
        _bury(db, code, conversation, piece.shape, len(piece.text))


def _bury(
    db: apsw.Connection, code: bytes, conversation: int | None, shape: str, length: int | None
) -> None:
    db.execute(
        "insert or ignore into tombstones values (?, ?, ?, ?)", (code, conversation, shape, length)
    )


def without_forgotten(db: apsw.Connection, key: bytes, turns: Sequence[Turn]) -> list[Turn | None]:
    """The turns as they may be filed; None where the whole text was forgotten."""
    if one(db, "select 1 from tombstones") is None:
        return list(turns)
    marked = {
        (kind, native): number
        for number, kind, native in every(
            db,
            "select conversation, kind, native from conversations where conversation in"
            " (select conversation from tombstones where conversation is not null)",
        )
    }
    graves: dict[int, Graves] = {}
    result: list[Turn | None] = []
    for turn in turns:
        if _buried(db, mac(key, "text", "", turn.content)):
            result.append(None)
            continue
        number = marked.get((turn.kind, pack_text(turn.conversation)))
        if number is None:
            result.append(turn)
            continue
        if number not in graves:
            rows = every(
                db, "select mac, shape, length from tombstones where conversation = ?", (number,)
            )
            graves[number] = Graves(key, number, rows)
        result.append(graves[number].clean(turn))
    return result


def _buried(db: apsw.Connection, code: bytes) -> bool:
    return one(db, "select 1 from tombstones where mac = ?", (code,)) is not None
