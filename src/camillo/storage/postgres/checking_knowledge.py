"""Proof that what a palace knows agrees with its drawers, and that the log of acts reads."""

from collections.abc import Iterator

from camillo.domain.report import Problem
from camillo.storage.common.asserted import act_slot
from camillo.storage.common.checking import REBUILD
from camillo.storage.common.claim_codec import claim_slots
from camillo.storage.common.gists import unpack_lines
from camillo.storage.postgres.acts import FIELDS, open_act
from camillo.storage.postgres.connection import Db
from camillo.storage.postgres.known import open_claim, open_known

_RESTORE = "restore a backup of the database"
_THERE = (
    "(select 1 from drawers n where n.owner = %(owner)s and n.generation = x.generation"
    " and n.drawer = x.{0})"
)
_HERE = "x.owner = %(owner)s and x.generation = %(generation)s"


def check_known(db: Db, generation: int) -> Iterator[Problem]:
    """Whether each row of what drawers know reads and belongs to a drawer."""
    rows = db.every(
        f"select x.drawer, x.data, exists {_THERE.format('drawer')} from known x where {_HERE}",
        generation=generation,
    )
    for drawer, data, there in rows:
        open_known(db, generation, drawer, data)
        if not there:
            yield Problem(f"drawer {drawer}", "it is gone, but what it knows is not", REBUILD)


def check_claims(db: Db, key: bytes, generation: int) -> Iterator[Problem]:
    """Whether each claim reads, lies in its drawer and is indexed by its words."""
    rows = db.every(
        "select x.claim, x.start, x.stop, x.data, x.subject, x.object,"
        " coalesce(n.start <= x.start and x.stop <= n.stop, false) from claims x"
        " left join drawers n"
        " on n.owner = x.owner and n.generation = x.generation and n.drawer = x.drawer"
        f" where {_HERE} order by x.claim",
        generation=generation,
    )
    for number, start, stop, data, subject, object, inside in rows:
        claim = open_claim(db, generation, number, start, stop, data)
        if not inside:
            yield Problem(f"claim {number}", "it does not lie in a drawer", REBUILD)
        if claim_slots(key, claim) != (subject, object):
            yield Problem(f"claim {number}", "it is not indexed by its words", REBUILD)


def check_links(db: Db, generation: int) -> Iterator[Problem]:
    """Whether each link has two drawers and the mark lies within them."""
    lost = db.scalar(
        f"select count(*) from links x where {_HERE}"
        f" and not (exists {_THERE.format('a')} and exists {_THERE.format('b')})",
        generation=generation,
    )
    if lost:
        yield Problem(f"links of generation {generation}", f"{lost} lead nowhere", REBUILD)
    yield from _check_mark(db, generation, "linked", "links")


def _check_mark(db: Db, generation: int, mark: str, what: str) -> Iterator[Problem]:
    beyond = db.scalar(
        f"select count(*) from generations x join palaces p using (owner)"
        f" where {_HERE} and x.{mark} > p.drawer",
        generation=generation,
    )
    if beyond:
        yield Problem(
            f"{what} of generation {generation}", "their mark lies beyond the drawers", REBUILD
        )


def check_gists(db: Db, generation: int) -> Iterator[Problem]:
    """Whether each gist and each context points into turns that are there, and the marks lie within."""
    for talk, lines in db.every(
        f"select x.conversation, x.lines from gists x where {_HERE} and x.lines is not null",
        generation=generation,
    ):
        for line in unpack_lines(lines):
            size = db.scalar(
                "select d.size from turns t join documents d using (owner, document)"
                " where t.owner = %(owner)s and t.turn = %(turn)s and t.conversation = %(talk)s",
                turn=line.turn,
                talk=talk,
            )
            if not 0 <= line.start < line.end <= size:
                yield Problem(f"a gist of conversation {talk}", "it points nowhere", REBUILD)
    lost = db.scalar(
        f"select count(*) from contexts x where {_HERE} and not (exists {_THERE.format('drawer')}"
        " and exists (select 1 from drawers n where n.owner = %(owner)s"
        " and n.generation = x.generation and n.drawer = x.origin"
        " and n.start <= x.start and x.stop <= n.stop))",
        generation=generation,
    )
    if lost:
        yield Problem(f"contexts of generation {generation}", f"{lost} lead nowhere", REBUILD)
    yield from _check_mark(db, generation, "evolved", "contexts")
    ahead = db.scalar(
        f"select count(*) from generations x where {_HERE} and x.gisted >"
        " (select coalesce(max(turn), 0) from turns where owner = %(owner)s)",
        generation=generation,
    )
    if ahead:
        yield Problem(
            f"gists of generation {generation}", "their mark lies beyond the end", REBUILD
        )


def check_acts(db: Db, key: bytes) -> Iterator[Problem]:
    """Whether each act reads and is indexed by its keys."""
    rows = db.every(f"select {FIELDS}, s, o from acts where owner = %(owner)s order by number")
    for *row, s, o in rows:
        act = open_act(db, row)
        if [act_slot(key, word) for word in (act.subject, act.object)] != [s, o]:
            yield Problem(f"act {act.number}", "it is not indexed by its keys", _RESTORE)
