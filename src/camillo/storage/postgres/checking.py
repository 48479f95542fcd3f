"""Proof that a palace agrees with itself: what is canonical, and what is derived from it."""

from collections.abc import Callable, Iterator

from camillo.domain.errors import PalaceDamaged
from camillo.domain.identity import address, turn_key
from camillo.domain.report import Problem
from camillo.domain.turn import decode
from camillo.storage.common.checking import REBUILD, check_postings
from camillo.storage.common.stretches import redacted_address
from camillo.storage.postgres import checking_knowledge as knowledge
from camillo.storage.postgres.connection import Db
from camillo.storage.postgres.documents import address_of, read_contents
from camillo.storage.postgres.labels import Words
from camillo.storage.postgres.postings import read_tail
from camillo.storage.postgres.sources import kind_of
from camillo.storage.postgres.turns import key_of

_RESTORE = "restore a backup of the database"
_CHUNK = 500
_HERE = "owner = %(owner)s and generation = %(generation)s"


def check_palace(db: Db, words: Words, key: bytes) -> list[Problem]:
    """Everything that does not agree; an empty list means that all does. Writes nothing."""
    problems = _guard("documents", lambda: _check_documents(db, key))
    problems += _guard("turns", lambda: _check_turns(db))
    problems += _guard("acts", lambda: knowledge.check_acts(db, key))
    problems += _guard("generations", lambda: _check_pointer(db))
    for (generation,) in db.every(
        "select generation from generations"
        " where owner = %(owner)s and state in ('live', 'building') order by generation"
    ):
        problems += check_generation(db, words, key, generation)
    return problems


def _guard(where: str, check: Callable[[], Iterator[Problem]]) -> list[Problem]:
    """A check's problems; bytes that cannot be read at all are one more."""
    found: list[Problem] = []
    try:
        found.extend(check())
    except (ValueError, PalaceDamaged) as error:
        found.append(Problem(where, f"cannot be read: {error}", _RESTORE))
    return found


def _check_documents(db: Db, key: bytes) -> Iterator[Problem]:
    after = 0
    while rows := db.every(
        "select document, address, redacted_at, size, content from documents"
        " where owner = %(owner)s and document > %(after)s order by document limit %(limit)s",
        after=after,
        limit=_CHUNK,
    ):
        for document, given, redacted_at, size, sealed in rows:
            content = db.sealer.unseal(sealed, "documents.content", document)
            made = (
                address(content)
                if redacted_at is None
                else redacted_address(key, document, content)
            )
            if made != address_of(db, given) or len(content) != size:
                yield Problem(f"document {document}", "its bytes do not give its address", _RESTORE)
        after = rows[-1][0]


def _check_turns(db: Db) -> Iterator[Problem]:
    rows = db.every(
        "select t.turn, t.key, conversation, c.kind, c.native, t.native, d.address, d.redacted_at,"
        " t.position < c.turns from turns t join conversations c using (owner, conversation)"
        " join documents d using (owner, document) where t.owner = %(owner)s order by t.turn"
    )
    for turn, key, talk, kind, conversation, native, given, redacted_at, inside in rows:
        made = turn_key(
            kind_of(db, kind),
            db.sealer.unseal_word(conversation, "conversations.native", talk),
            db.sealer.unseal_word(native, "turns.native", turn),
            address_of(db, given),
        )
        if redacted_at is None and made != key_of(db, key):
            yield Problem(f"turn {turn}", "its key is not that of its text", _RESTORE)
        if not inside:
            yield Problem(f"turn {turn}", "it lies beyond its conversation's end", _RESTORE)
    for conversation, position in db.every(
        "select conversation, position from turns where owner = %(owner)s"
        " group by conversation, position having count(*) > 1"
    ):
        yield Problem(f"conversation {conversation}", f"two turns at {position}", _RESTORE)


def _check_pointer(db: Db) -> Iterator[Problem]:
    live = db.every("select generation from generations where owner = %(owner)s and state = 'live'")
    if live != db.every("select live from palaces where owner = %(owner)s"):
        yield Problem("generations", "not exactly one is live", REBUILD)


def check_generation(db: Db, words: Words, key: bytes, generation: int) -> list[Problem]:
    """What is wrong within one generation of derived rows."""
    # Whole tables are compared: row by row, as old statistics would have it, takes minutes.
    db.every("select set_config('enable_nestloop', 'off', true)")
    name = f"generation {generation}"
    problems: list[Problem] = []
    for check in (
        lambda: _check_drawers(db, generation),
        lambda: _check_covered(db, words, generation),
        lambda: _check_postings(db, generation),
        lambda: _check_vectors(db, generation),
        lambda: knowledge.check_known(db, generation),
        lambda: knowledge.check_claims(db, key, generation),
        lambda: knowledge.check_links(db, generation),
        lambda: knowledge.check_gists(db, generation),
    ):
        problems += _guard(name, check)
    return problems


def _check_drawers(db: Db, generation: int) -> Iterator[Problem]:
    for (drawer,) in db.every(
        "select n.drawer from drawers n left join turns t on t.owner = n.owner and t.turn = n.turn"
        " left join documents d on d.owner = t.owner and d.document = t.document"
        " where n.owner = %(owner)s and n.generation = %(generation)s"
        " and (d.document is null or n.start < 0 or n.stop < n.start or n.stop > d.size)",
        generation=generation,
    ):
        yield Problem(f"drawer {drawer}", "it is not inside its text", REBUILD)
    beyond = db.scalar(
        "select count(*) from palaces p join drawers n using (owner)"
        " where p.owner = %(owner)s and n.generation = %(generation)s and n.drawer > p.drawer",
        generation=generation,
    )
    if beyond:
        yield Problem("clock", "drawers are numbered beyond it", REBUILD)


def _check_covered(db: Db, words: Words, generation: int) -> Iterator[Problem]:
    """Every placed turn with letters or digits has a drawer, as far as the generation was built."""
    rows = db.every(
        "select t.turn, document, d.encoding, t.part from turns t"
        " join documents d using (owner, document) join generations g using (owner)"
        " where t.owner = %(owner)s and g.generation = %(generation)s and d.encoding is not null"
        " and (g.state = 'live' or t.turn <= g.done or t.turn > g.upto)"
        " and exists (select 1 from placements where owner = %(owner)s and turn = t.turn)"
        " and not exists (select 1 from drawers where owner = %(owner)s"
        " and generation = g.generation and turn = t.turn) order by t.turn",
        generation=generation,
    )
    for at in range(0, len(rows), _CHUNK):
        chunk = rows[at : at + _CHUNK]
        contents = read_contents(db, {row[1] for row in chunk})
        for turn, document, encoding, part in chunk:
            if words.of(db, part) in ("attachment", "injected"):
                continue
            if any(char.isalnum() for char in decode(contents[document], words.of(db, encoding))):
                yield Problem(f"turn {turn}", "its text has no drawer", REBUILD)


def _check_postings(db: Db, generation: int) -> Iterator[Problem]:
    drawers = db.integers(
        "drawer, length", f"drawers where {_HERE}", "drawer", generation=generation
    )
    blocks = db.every(
        f"select term, first, size, reach, data from blocks where {_HERE} order by term, first",
        generation=generation,
    )
    return check_postings(generation, drawers, blocks, lambda: read_tail(db, generation))


_THERE = "(select 1 from {0} x where x.owner = %(owner)s and x.generation = {1}.generation and x.{2} = {1}.{2})"
_OF = "where {0}.owner = %(owner)s and {0}.generation = %(generation)s"
_VECTORS = {
    "signs without a drawer": f"signs s {_OF.format('s')}"
    f" and not exists {_THERE.format('drawers', 's', 'drawer')}",
    "signs without vectors": f"signs s {_OF.format('s')}"
    f" and not exists {_THERE.format('dense', 's', 'seq')}",
    "vectors without signs": f"dense v {_OF.format('v')}"
    f" and not exists {_THERE.format('signs', 'v', 'seq')}",
    "drawers that neither have vectors nor wait for them": f"drawers n {_OF.format('n')}"
    f" and exists {_THERE.format('signs', 'n', 'drawer')}"
    f" = exists {_THERE.format('waiting', 'n', 'drawer')}",
    "drawers waiting that do not exist": f"waiting w {_OF.format('w')}"
    f" and not exists {_THERE.format('drawers', 'w', 'drawer')}",
}


def _check_vectors(db: Db, generation: int) -> Iterator[Problem]:
    for what, rest in _VECTORS.items():
        found = db.scalar(f"select count(*) from {rest}", generation=generation)
        if found:
            yield Problem(f"vectors of generation {generation}", f"{found} {what}", REBUILD)
