"""Shares of wings in a database: found by id before it is known whose they are."""

from collections.abc import Mapping
from typing import cast

from camillo.domain.errors import PalaceDamaged
from camillo.domain.identity import decode_text, encode_text
from camillo.domain.owner import Owner
from camillo.ports.server import Role, Share
from camillo.storage.postgres.connection import Db, Row
from camillo.storage.postgres.sealing import Sealer
from camillo.storage.postgres.serving.records import Records, owner_in, row_of, whose

_COLUMNS = (
    "id, product, sub, wing, role, name, digest, created, lapses, expires, taker_product, taker,"
    " bound, accepted, ended, via"
)
_WING, _NAME, _BOUND = "shares.wing", "shares.name", "shares.bound"


class ShareRows:
    """Implements :class:`camillo.ports.server.ShareStore`."""

    _records: Records

    def add_share(self, share: Share) -> None:
        """Keep a new share."""
        sealer, row = self._records.sealer, _row(share)
        with self._records.transaction() as db:
            db.run(
                f"insert into camillo_server.shares ({_COLUMNS}) values (%(id)s, %(product)s, %(sub)s,"
                " %(wing)s, %(role)s, %(name)s, %(digest)s, %(created)s, %(lapses)s, %(expires)s,"
                " null, null, null, 0, 0, %(via)s)",
                **whose(share.giver),
                id=encode_text(share.id),
                wing=sealer.seal_word(share.wing, _WING, *row),
                role=share.role,
                name=sealer.seal_word(share.name, _NAME, *row),
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
            return _shares(db, "taker_product = %(product)s and taker = %(sub)s", whose(owner))

    def take_share(self, id: str, taker: Owner, at: float) -> bool:
        """Bind a share to who accepts it."""
        with self._records.transaction() as db:
            found = _shares(db, "id = %(id)s", {"id": encode_text(id)}, lock=True)
            if not found or found[0].taker is not None or found[0].ended:
                return False
            bound = db.sealer.seal(encode_text(taker.name), _BOUND, *_row(found[0]))
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

    def end_shares_of(self, giver: Owner, wing: str, at: float) -> int:
        """End all shares of a wing, which is looked for among the giver's: its name may be sealed."""
        with self._records.transaction() as db:
            ids = [encode_text(share.id) for share in _standing(db, giver, wing)]
            return db.run(
                "update camillo_server.shares set ended = %(at)s where id = any(%(ids)s)",
                at=at,
                ids=ids,
            )

    def rename_shared(self, giver: Owner, old: str, new: str) -> int:
        """Let the shares of a wing follow its name."""
        with self._records.transaction() as db:
            found = _standing(db, giver, old)
            for share in found:
                db.run(
                    "update camillo_server.shares set wing = %(wing)s where id = %(id)s",
                    wing=db.sealer.seal_word(new, _WING, *_row(share)),
                    id=encode_text(share.id),
                )
        return len(found)


_GIVEN = "product = %(product)s and sub = %(sub)s"


def _standing(db: Db, giver: Owner, wing: str) -> list[Share]:
    """Shares of a wing that were not ended, their rows held."""
    found = _shares(db, f"{_GIVEN} and ended = 0", whose(giver), lock=True)
    return [share for share in found if share.wing == wing]


def _shares(db: Db, where: str, given: Mapping[str, bytes], *, lock: bool = False) -> list[Share]:
    """Shares, the newest first; those to be locked by id, so that nobody waits for whom they hold up."""
    order = "id for update" if lock else "created desc, id"
    rows = db.every(
        f"select {_COLUMNS} from camillo_server.shares where {where} order by {order}", **given
    )
    return [_share(db.sealer, row) for row in rows]


def _share(sealer: Sealer, row: Row) -> Share:
    id, product, user, wing, role, name, digest, created, lapses, expires, *taken = row
    to_product, taker, bound, accepted, ended, via = taken
    fixed = row_of(*_texts(id, product, user, role, digest, via), created, lapses, expires)
    to = None if taker is None else owner_in(to_product, taker)
    if to is not None and sealer.unseal(bound or b"", _BOUND, *fixed) != encode_text(to.name):
        raise PalaceDamaged("a share was bound to somebody else", "restore a backup")
    return Share(
        id=decode_text(id),
        giver=owner_in(product, user),
        wing=sealer.unseal_word(wing, _WING, *fixed),
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


def _row(share: Share) -> tuple[int, ...]:
    names = (share.id, share.giver.product, share.giver.user, share.role, share.digest, share.via)
    return row_of(*names, share.created, share.lapses, share.expires)


def _texts(*given: bytes | str) -> list[str]:
    return [each if isinstance(each, str) else decode_text(each) for each in given]
