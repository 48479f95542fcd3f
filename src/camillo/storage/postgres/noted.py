"""What was said last in a conversation, and what hooks noted of it."""

from camillo.domain.noted import is_noted, source_uri
from camillo.domain.search import Memory
from camillo.ports.rows import Source
from camillo.storage.postgres.connection import Db
from camillo.storage.postgres.memories import Reader
from camillo.storage.postgres.sealing import word_slot
from camillo.storage.postgres.sources import find_source, hidden_kind

_LATEST = """
and t.current and t.conversation in (
  select conversation from conversations
  where owner = %(owner)s and kind = %(kind)s and slot = %(slot)s
  union select conversation from conversations where owner = %(owner)s and source = %(source)s)
order by t.turn desc limit %(limit)s
"""
_ALL = "and t.current and c.kind = %(kind)s and c.slot = %(slot)s order by t.turn"


def read_latest(
    db: Db, reader: Reader, key: bytes, kind: str, conversation: str, uri: str, limit: int
) -> list[Memory]:
    """The turns of a conversation, and of those first read from a source, the newest first."""
    return reader.whole(
        _LATEST,
        kind=hidden_kind(db, kind),
        slot=word_slot(key, conversation),
        source=find_source(db, key, Source(kind, uri)),
        limit=limit,
    )


def read_noted(db: Db, reader: Reader, key: bytes, kind: str, conversation: str) -> list[Memory]:
    """The noted turns of a conversation that nothing has replaced yet, in order."""
    if find_source(db, key, Source(kind, source_uri(conversation))) is None:
        return []
    rows = reader.whole(_ALL, kind=hidden_kind(db, kind), slot=word_slot(key, conversation))
    return [row for row in rows if is_noted(row.turn.id)]
