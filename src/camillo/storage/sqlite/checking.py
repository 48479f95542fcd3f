"""Proof that a palace agrees with itself: the file, what is canonical, and what is derived from it."""

from collections.abc import Callable, Iterator

import apsw

from camillo.domain.identity import address, turn_key
from camillo.domain.report import Problem
from camillo.domain.turn import decode
from camillo.storage.common.checking import REBUILD, check_postings
from camillo.storage.common.packing import unpack_text
from camillo.storage.common.stretches import redacted_address
from camillo.storage.sqlite import checking_knowledge
from camillo.storage.sqlite.columns import integers
from camillo.storage.sqlite.connection import every, one, stream

_RESTORE = "restore a backup with `camillo restore`"


def check_palace(db: apsw.Connection, tombstone_key: bytes) -> list[Problem]:
    """Everything that does not agree; an empty list means that all does. Writes nothing."""
    problems = list(_guard("file", _check_file, db))
    if problems:
        return problems
    problems += _guard("documents", lambda each: _check_documents(each, tombstone_key), db)
    problems += _guard("turns", _check_turns, db)
    problems += _guard("acts", checking_knowledge.check_acts, db)
    problems += _guard("generations", _check_pointer, db)
    for (generation,) in every(
        db, "select generation from generations where state in ('live', 'building')"
    ):
        problems += check_generation(db, generation)
    return problems


def _guard(
    where: str, check: Callable[[apsw.Connection], Iterator[Problem]], db: apsw.Connection
) -> list[Problem]:
    """A check's problems; bytes that cannot be read at all are one more."""
    found: list[Problem] = []
    try:
        found.extend(check(db))
    except (apsw.CorruptError, apsw.SQLError, ValueError) as error:
        found.append(Problem(where, f"cannot be read: {error}", _RESTORE))
    return found


def _check_file(db: apsw.Connection) -> Iterator[Problem]:
    for (said,) in every(db, "pragma quick_check(20)"):
        if said != "ok":
            yield Problem("file", str(said), _RESTORE)
    for table, row, parent, _ in every(db, "pragma foreign_key_check"):
        yield Problem(table, f"row {row} points at nothing in {parent}", _RESTORE)


def _check_documents(db: apsw.Connection, key: bytes) -> Iterator[Problem]:
    sql = (
        "select d.document, d.address, r.at, d.content from documents d"
        " left join redactions r on r.document = d.document"
    )
    for document, given, redacted_at, content in stream(db, sql):
        made = address(content) if redacted_at is None else redacted_address(key, document, content)
        if made != given:
            yield Problem(f"document {document}", "its bytes do not give its address", _RESTORE)


def _check_turns(db: apsw.Connection) -> Iterator[Problem]:
    sql = (
        "select t.turn, t.key, c.kind, c.native, t.native, d.address, t.position < c.turns"
        " from turns t join conversations c on c.conversation = t.conversation"
        " join documents d on d.document = t.document where d.document not in (select document from redactions)"
    )
    for turn, key, kind, conversation, native, given, inside in stream(db, sql):
        if turn_key(kind, unpack_text(conversation), unpack_text(native), given) != key:
            yield Problem(f"turn {turn}", "its key is not that of its text", _RESTORE)
        if not inside:
            yield Problem(f"turn {turn}", "it lies beyond its conversation's end", _RESTORE)
    for conversation, position in every(
        db,
        "select conversation, position from turns group by conversation, position"
        " having count(*) > 1",
    ):
        yield Problem(f"conversation {conversation}", f"two turns at {position}", _RESTORE)


def _check_pointer(db: apsw.Connection) -> Iterator[Problem]:
    live = every(db, "select generation from generations where state = 'live'")
    row = one(db, "select value from meta where key = 'live'")
    if len(live) != 1 or row != live[0]:
        yield Problem("generations", "not exactly one is live", REBUILD)


def check_generation(db: apsw.Connection, generation: int) -> list[Problem]:
    """What is wrong within one generation of derived tables."""
    name = f"generation {generation}"
    problems: list[Problem] = []
    knowledge = checking_knowledge
    for check in (
        _check_drawers,
        _check_covered,
        _check_postings,
        _check_vectors,
        knowledge.check_known,
        knowledge.check_claims,
        knowledge.check_links,
        knowledge.check_gists,
    ):
        problems += _guard(name, lambda each, run=check: run(each, generation), db)  # type: ignore[misc]
    return problems


def _check_drawers(db: apsw.Connection, generation: int) -> Iterator[Problem]:
    for (drawer,) in every(
        db,
        f"select n.drawer from drawers_{generation} n left join turns t on t.turn = n.turn"
        " left join documents d on d.document = t.document where n.turn is not null and (t.turn is null"
        " or n.start < 0 or n.end < n.start or n.end > length(d.content))",
    ):
        yield Problem(f"drawer {drawer}", "it is not inside its text", REBUILD)
    row = one(
        db, f"select ifnull(max(drawer), 0) > (select drawer from clock) from drawers_{generation}"
    )
    if row and row[0]:
        yield Problem("clock", "drawers are numbered beyond it", REBUILD)


def _check_covered(db: apsw.Connection, generation: int) -> Iterator[Problem]:
    """Every placed turn with letters or digits has a drawer, as far as the generation was built."""
    sql = (
        "select t.turn, d.content, e.word from turns t"
        " join documents d on d.document = t.document join labels e on e.label = d.encoding"
        " join labels p on p.label = t.part join generations g on g.generation = ?"
        f" where p.word not in ('attachment', 'injected') and not exists"
        f" (select 1 from drawers_{generation} n where n.turn = t.turn)"
        " and exists (select 1 from placements where turn = t.turn)"
        " and (g.state = 'live' or t.turn <= g.done or t.turn > g.upto)"
    )
    for turn, content, word in stream(db, sql, (generation,)):
        if any(char.isalnum() for char in decode(content, unpack_text(word))):
            yield Problem(f"turn {turn}", "its text has no drawer", REBUILD)


def _check_postings(db: apsw.Connection, generation: int) -> Iterator[Problem]:
    drawers = integers(
        db,
        f"select drawer, length from drawers_{generation} where turn is not null order by drawer",
        (),
        2,
    )
    sql = f"select term, first, size, reach, data from blocks_{generation} order by term, first"
    tail = f"select drawer, terms from tail_{generation}"
    return check_postings(generation, drawers, stream(db, sql), lambda: stream(db, tail))


def _check_vectors(db: apsw.Connection, generation: int) -> Iterator[Problem]:
    g = generation
    questions = {
        "signs without a drawer": f"select count(*) from signs_{g} s where drawer is not null and not"
        f" exists (select 1 from drawers_{g} n where n.drawer = s.drawer and n.turn is not null)",
        "signs without vectors": f"select count(*) from signs_{g} s where not exists"
        f" (select 1 from dense_{g} v where v.seq = s.seq)",
        "vectors without signs": f"select count(*) from dense_{g} v where not exists"
        f" (select 1 from signs_{g} s where s.seq = v.seq)",
        "drawers that neither have vectors nor wait for them": f"select count(*) from drawers_{g} n"
        f" where n.turn is not null and exists (select 1 from signs_{g} s where s.drawer = n.drawer)"
        f" = exists (select 1 from waiting_{g} w where w.drawer = n.drawer)",
        "drawers waiting that do not exist": f"select count(*) from waiting_{g} w where not exists"
        f" (select 1 from drawers_{g} n where n.drawer = w.drawer and n.turn is not null)",
    }
    for what, sql in questions.items():
        row = one(db, sql)
        if row and row[0]:
            yield Problem(f"vectors of generation {g}", f"{row[0]} {what}", REBUILD)
