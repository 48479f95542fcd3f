"""What was forgotten, remembered only as keyed hashes, so that mining does not bring it back."""

from collections.abc import Sequence

from camillo.domain.identity import encode_text
from camillo.domain.turn import Turn
from camillo.storage.common.graves import Fragment, Graves, line_scope, mac
from camillo.storage.postgres.connection import Db
from camillo.storage.postgres.sources import kind_of

_Grave = tuple[bytes, int | None, str, int | None]


def bury_text(db: Db, key: bytes, content: bytes, conversation: int | None = None) -> None:
    """Never file this whole text again: anywhere, or in one conversation."""
    scope = "" if conversation is None else str(conversation)
    _bury(db, [(mac(key, "text", scope, content), conversation, "text", None)])


def bury_title(db: Db, key: bytes, conversation: int, title: str) -> None:
    """Never give this conversation that title again."""
    code = mac(key, "title", str(conversation), encode_text(title))
    _bury(db, [(code, conversation, "title", None)])


def bury_fragments(
    db: Db, key: bytes, conversation: int, native: str, pieces: Sequence[Fragment]
) -> None:
    """Blank these lines in whatever this turn, or its conversation, brings later."""
    rows: list[_Grave] = []
    for piece in pieces:
        scope = line_scope(conversation, native, piece.text)
        code = mac(key, piece.shape, scope, encode_text(piece.text))
        rows.append((code, conversation, piece.shape, len(piece.text)))
    _bury(db, rows)


def _bury(db: Db, rows: Sequence[_Grave]) -> None:
    db.insert("tombstones", "mac, conversation, shape, length", rows, "on conflict do nothing")


def without_forgotten(db: Db, key: bytes, turns: Sequence[Turn]) -> list[Turn | None]:
    """The turns as they may be filed; None where the whole text was forgotten."""
    if db.one("select 1 from tombstones where owner = %(owner)s limit 1") is None:
        return list(turns)
    whole = {mac(key, "text", "", turn.content): turn for turn in turns}
    rows = db.every(
        "select mac from tombstones where owner = %(owner)s and mac = any(%(macs)s::bytea[])",
        macs=list(whole),
    )
    buried = {code for (code,) in rows}
    marked = _marked(db)
    graves: dict[int, Graves] = {}
    result: list[Turn | None] = []
    for turn in turns:
        number = marked.get((turn.kind, turn.conversation))
        if mac(key, "text", "", turn.content) in buried:
            result.append(None)
        elif number is None:
            result.append(turn)
        else:
            if number not in graves:
                graves[number] = Graves(key, number, _of(db, number))
            result.append(graves[number].clean(turn))
    return result


def _marked(db: Db) -> dict[tuple[str, str], int]:
    """Conversations of which something was forgotten, by kind and own id."""
    rows = db.every(
        "select conversation, kind, native from conversations where owner = %(owner)s and conversation"
        " in (select conversation from tombstones where owner = %(owner)s and conversation is not null)"
    )
    return {
        (kind_of(db, kind), db.sealer.unseal_word(native, "conversations.native", number)): number
        for number, kind, native in rows
    }


def _of(db: Db, conversation: int) -> list[tuple[bytes, str, int | None]]:
    return db.every(
        "select mac, shape, length from tombstones"
        " where owner = %(owner)s and conversation = %(conversation)s",
        conversation=conversation,
    )
