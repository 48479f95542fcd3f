"""What was said last in a conversation, and what hooks noted of it."""

import apsw

from camillo.domain.noted import is_noted, source_uri
from camillo.domain.search import Memory
from camillo.storage.common.packing import pack_text, pack_word
from camillo.storage.sqlite.connection import one
from camillo.storage.sqlite.memories import select_whole

# The plus keeps SQLite from walking all turns backwards in search of a conversation's.
_LATEST = """
where t.current and t.conversation in (
  select conversation from conversations where kind = :kind and native = :native
  union select v.conversation from conversations v join sources o on o.source = v.source
  where o.kind = :kind and o.uri = :uri)
order by +t.turn desc limit :limit
"""
_WITH_META = "where t.current and c.kind = :kind and c.native = :native order by t.turn"


def read_latest(
    db: apsw.Connection, kind: str, conversation: str, uri: str, limit: int
) -> list[Memory]:
    """The turns of a conversation, and of those first read from a source, the newest first."""
    given = {"kind": kind, "native": pack_text(conversation), "uri": pack_word(uri)}
    return select_whole(db, _LATEST, {**given, "limit": limit})


def read_noted(db: apsw.Connection, kind: str, conversation: str) -> list[Memory]:
    """The noted turns of a conversation that nothing has replaced yet, in order."""
    sql = "select 1 from sources where kind = ? and uri = ?"
    if one(db, sql, (kind, pack_word(source_uri(conversation)))) is None:
        return []
    rows = select_whole(db, _WITH_META, {"kind": kind, "native": pack_text(conversation)})
    return [row for row in rows if is_noted(row.turn.id)]
