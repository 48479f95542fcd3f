"""Shares of wings in a database: found by id before it is known whose they are."""

from collections.abc import Mapping
from typing import Any, cast

from camillo.domain.errors import PalaceDamaged
from camillo.domain.identity import decode_text, encode_text
from camillo.domain.owner import Owner
from camillo.ports.server import Role, Share
from camillo.storage.postgres.connection import Db, Row
from camillo.storage.postgres.sealing import Sealer
from camillo.storage.postgres.serving.records import Records, owner_in, row_of, whose

#: Columns of a share's row.
SHARES = (
    "id, product, sub, wing, role, name, digest, created, lapses, expires, taker_product, taker,"
    " bound, accepted, ended, via"
)
_NAME, _BOUND = "shares.name", "shares.bound"


class ShareRows:
    """Implements :class:`camillo.ports.server.ShareStore`."""

    _records: Records

    def add_share(self, share: Share) -> None:
        """Keep a new share."""
        with self._records.transaction() as db:
            db.run(
                f"insert into camillo_server.shares ({SHARES}) values (%(id)s, %(product)s, %(sub)s,"
                " %(wing)s, %(role)s, %(name)s, %(digest)s, %(created)s, %(lapses)s, %(expires)s,"
                " null, null, null, 0, 0, %(via)s) on conflict (id) do update set"
                " (wing, role, name, digest, created, lapses, expires, via) = (excluded.wing, excluded.role,"
                " excluded.name, excluded.digest, excluded.created, excluded.lapses, excluded.expires,"
                " excluded.via) where (shares.product, shares.sub) = (excluded.product, excluded.sub)"
                " and shares.taker is null",
                **whose(share.giver),
                id=encode_text(share.id),
                wing=share.wing,
                role=share.role,
                name=name_of_share(db.sealer, share),
                digest=encode_text(share.digest),
                created=share.created,
                lapses=share.lapses,
                expires=share.expires,
                via=encode_text(share.via),
            )

    def share(self, id: str) -> Share | None:
        """The share with an id."""
        with self._records.transaction() as db:
            found = _shares(db, "id = %(id)s", {"id": encode_text(id)})
        return found[0] if found else None

    def shares_given(self, owner: Owner) -> list[Share]:
        """Shares of an owner's wings, the newest first."""
        with self._records.transaction() as db:
            return _shares(db, _GIVEN, whose(owner))

    def shares_taken(self, owner: Owner) -> list[Share]:
        """Shares that an owner accepted, the newest first."""
        with self._records.transaction() as db:
            return _shares(db, _TAKEN, whose(owner))

    def take_share(self, id: str, taker: Owner, at: float) -> bool:
        """Bind a share to who accepts it."""
        with self._records.transaction() as db:
            found = _shares(db, "id = %(id)s", {"id": encode_text(id)}, "for update")
            if not found or found[0].taker is not None or found[0].ended:
                return False
            bound = bound_to(db.sealer, found[0], taker)
            db.run(
                "update camillo_server.shares set taker_product = %(product)s, taker = %(sub)s,"
                " bound = %(bound)s, accepted = %(at)s where id = %(id)s",
                **whose(taker),
                bound=bound,
                at=at,
                id=encode_text(id),
            )
        return True

    def end_share(self, id: str, at: float) -> bool:
        """End a share."""
        with self._records.transaction() as db:
            ended = db.run(
                "update camillo_server.shares set ended = case when ended > 0 then ended else %(at)s end"
                " where id = %(id)s",
                at=at,
                id=encode_text(id),
            )
        return bool(ended)

    def end_shares_of(self, giver: Owner, wing: int, at: float) -> int:
        """End all shares of a wing."""
        with self._records.transaction() as db:
            held = _ids(
                db, f"{_GIVEN} and wing = %(wing)s and ended = 0", wing=wing, **whose(giver)
            )
            sql = "update camillo_server.shares set ended = %(at)s where id = any(%(ids)s)"
            return db.run(sql, at=at, ids=held)

    def drop_ended_shares(self, before: float) -> int:
        """Forget shares that ended before a time."""
        where = (
            f"(taker is null or role = 'reader') and ({_OVER.format('shares')} or exists (select 1"
            f" from camillo_server.shares p where p.id = shares.via and {_OVER.format('p')}))"
        )
        with self._records.transaction() as db:
            ids = _ids(db, where, before=before)
            return db.run("delete from camillo_server.shares where id = any(%(ids)s)", ids=ids)


def drop_shares(db: Db, owner: Owner) -> int:
    """Delete the shares that an owner gave and took; how many."""
    ids = _ids(db, f"{_GIVEN} or {_TAKEN}", **whose(owner))
    return db.run("delete from camillo_server.shares where id = any(%(ids)s)", ids=ids)


_GIVEN = "product = %(product)s and sub = %(sub)s"
_TAKEN = "taker_product = %(product)s and taker = %(sub)s"
#: A share that was over before a time.
_OVER = (
    "({0}.ended > 0 and {0}.ended < %(before)s or {0}.expires > 0 and {0}.expires < %(before)s"
    " or {0}.taker is null and {0}.lapses < %(before)s)"
)


def _ids(db: Db, where: str, **given: Any) -> list[bytes]:
    """Ids of rows, held in the order that all hold them in, so that nobody waits for whom they hold up."""
    sql = f"select id from camillo_server.shares where {where} order by id for update"
    return [row[0] for row in db.every(sql, **given)]


def _shares(
    db: Db, where: str, given: Mapping[str, bytes], tail: str = "order by created desc, id"
) -> list[Share]:
    rows = db.every(f"select {SHARES} from camillo_server.shares where {where} {tail}", **given)
    return [share_in(db.sealer, row) for row in rows]


def share_in(sealer: Sealer, row: Row) -> Share:
    """The share in a row of :data:`SHARES`.

    Raises:
        PalaceDamaged: no server sealed it so.
    """
    id, product, user, wing, role, name, digest, created, lapses, expires, *taken = row
    to_product, taker, bound, accepted, ended, via = taken
    names = [decode_text(each) for each in (id, product, user, digest, via)]
    fixed = row_of(*names, role, str(wing), created, lapses, expires)
    to = None if taker is None else owner_in(to_product, taker)
    if to is not None and sealer.unseal(bound or b"", _BOUND, *fixed) != encode_text(to.name):
        raise PalaceDamaged("a share was bound to somebody else", "restore a backup")
    return Share(
        id=decode_text(id),
        giver=owner_in(product, user),
        wing=wing,
        role=cast(Role, role),
        name=sealer.unseal_word(name, _NAME, *fixed),
        digest=decode_text(digest),
        created=created,
        lapses=lapses,
        expires=expires,
        taker=to,
        accepted=accepted,
        ended=ended,
        via=decode_text(via),
    )


def name_of_share(sealer: Sealer, share: Share) -> bytes:
    """A share's name as its row has it, bound to all that never changes there."""
    return sealer.seal_word(share.name, _NAME, *_row(share))


def bound_to(sealer: Sealer, share: Share, taker: Owner) -> bytes:
    """What says in a share's row that a server gave it to this taker."""
    return sealer.seal(encode_text(taker.name), _BOUND, *_row(share))


def _row(share: Share) -> tuple[int, ...]:
    names = (share.id, share.giver.product, share.giver.user, share.digest, share.via)
    return row_of(*names, share.role, str(share.wing), share.created, share.lapses, share.expires)
