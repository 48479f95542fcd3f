"""Shares of wings in a server's own file."""

from collections.abc import Callable
from typing import cast

from camillo.domain.owner import Owner
from camillo.ports.server import Role, Share
from camillo.storage.sqlite.connection import Row

#: Shares that named their wing, as the first ones did, could open another of that name; they are made anew.
TABLES = """
drop table if exists shares;
create table if not exists wing_shares (
  id text primary key, product text not null, user text not null, wing integer not null,
  role text not null check (role in ('reader', 'writer', 'admin')), name text not null,
  digest text not null, created real not null, lapses real not null, expires real not null,
  taker_product text, taker text, accepted real not null, ended real not null,
  via text not null
) strict;
create index if not exists shares_given on wing_shares (product, user, created);
create index if not exists shares_taken on wing_shares (taker_product, taker, created);
"""
_COLUMNS = (
    "id, product, user, wing, role, name, digest, created, lapses, expires, taker_product, taker,"
    " accepted, ended, via"
)

#: A share that was over before a time.
_OVER = (
    "({0}.ended > 0 and {0}.ended < ?1 or {0}.expires > 0 and {0}.expires < ?1"
    " or {0}.taker is null and {0}.lapses < ?1)"
)


class ShareRows:
    """Implements :class:`camillo.ports.server.ShareStore` over one way to run statements."""

    _run: Callable[..., list[Row]]

    def add_share(self, share: Share) -> None:
        """Keep a new share."""
        self._run(
            f"insert into wing_shares ({_COLUMNS}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, null, null, 0, 0, ?)"
            " on conflict (id) do update set (wing, role, name, digest, created, lapses, expires, via) ="
            " (excluded.wing, excluded.role, excluded.name, excluded.digest, excluded.created,"
            " excluded.lapses, excluded.expires, excluded.via)"
            " where (product, user) = (excluded.product, excluded.user) and taker is null",
            (
                share.id, share.giver.product, share.giver.user, share.wing, share.role, share.name,
                share.digest, share.created, share.lapses, share.expires, share.via,
            ),
        )  # fmt: skip

    def share(self, id: str) -> Share | None:
        """The share with an id."""
        rows = self._run(f"select {_COLUMNS} from wing_shares where id = ?", (id,))
        return _share(rows[0]) if rows else None

    def shares_given(self, owner: Owner) -> list[Share]:
        """Shares of an owner's wings, the newest first."""
        return self._shares("product = ? and user = ?", owner)

    def shares_taken(self, owner: Owner) -> list[Share]:
        """Shares that an owner accepted, the newest first."""
        return self._shares("taker_product = ? and taker = ?", owner)

    def take_share(self, id: str, taker: Owner, at: float) -> bool:
        """Bind a share to who accepts it."""
        rows = self._run(
            "update wing_shares set taker_product = ?, taker = ?, accepted = ?"
            " where id = ? and taker is null and ended = 0 returning id",
            (taker.product, taker.user, at, id),
        )
        return bool(rows)

    def end_share(self, id: str, at: float) -> bool:
        """End a share."""
        rows = self._run(
            "update wing_shares set ended = iif(ended > 0, ended, ?) where id = ? returning id",
            (at, id),
        )
        return bool(rows)

    def end_shares_of(self, giver: Owner, wing: int, at: float) -> int:
        """End all shares of a wing."""
        rows = self._run(
            "update wing_shares set ended = ? where product = ? and user = ? and wing = ? and ended = 0"
            " returning id",
            (at, giver.product, giver.user, wing),
        )
        return len(rows)

    def drop_ended_shares(self, before: float) -> int:
        """Forget shares that ended before a time."""
        rows = self._run(
            "delete from wing_shares as s where (taker is null or role = 'reader') and"
            f" ({_OVER.format('s')} or exists (select 1 from wing_shares p where p.id = s.via and"
            f" {_OVER.format('p')})) returning id",
            (before,),
        )
        return len(rows)

    def _shares(self, whose: str, owner: Owner) -> list[Share]:
        rows = self._run(
            f"select {_COLUMNS} from wing_shares where {whose} order by created desc, id",
            (owner.product, owner.user),
        )
        return [_share(row) for row in rows]


def _share(row: Row) -> Share:
    id, product, user, wing, role, name, digest, created, lapses, expires, *taken = row
    to_product, taker, accepted, ended, via = taken
    return Share(
        id=id,
        giver=Owner(product, user),
        wing=wing,
        role=cast(Role, role),
        name=name,
        digest=digest,
        created=created,
        lapses=lapses,
        expires=expires,
        taker=None if taker is None else Owner(to_product, taker),
        accepted=accepted,
        ended=ended,
        via=via,
    )
