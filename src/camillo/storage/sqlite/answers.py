"""Answers to repeated writes in a server's own file, and who is about to give them."""

from collections.abc import Callable
from contextlib import AbstractContextManager

from camillo.domain.owner import Owner
from camillo.ports.server import Answered, Standing
from camillo.storage.sqlite.connection import Row

#: What the first servers kept of a day's answers had no leases; it is let go.
TABLES = """
drop table if exists answers;
create table if not exists repeats (
  id blob primary key, asked blob not null, begun real not null, status integer, sealed blob,
  product text not null, user text not null, holder blob not null, until real not null
) strict;
create index if not exists repeats_begun on repeats (begun);
create index if not exists repeats_owner on repeats (product, user);
"""
_NOW = "unixepoch('subsec')"


class AnswerRows:
    """Implements :class:`camillo.ports.server.AnswerStore` over one way to run statements."""

    _run: Callable[..., list[Row]]
    _together: Callable[[], AbstractContextManager[object]]

    def take_answer(
        self, owner: Owner, id: bytes, asked: bytes, holder: bytes, at: float, lease: float
    ) -> Standing:
        """Say that a write is about to be done."""
        with self._together():
            # First what writes, so that nobody else does from here on.
            new = self._run(
                f"insert into repeats values (?, ?, ?, null, null, ?, ?, ?, {_NOW} + ?)"
                " on conflict do nothing returning id",
                (id, asked, at, owner.product, owner.user, holder, lease),
            )
            if new:
                return Standing(Answered(asked), at, mine=True)
            ((before, status, sealed, begun, left),) = self._run(
                f"select asked, status, sealed, begun, until - {_NOW} from repeats where id = ?",
                (id,),
            )
            known = Answered(bytes(before), status, bytes(sealed or b""))
            free = status is None and before == asked and left <= 0
            if free:
                self._run(
                    f"update repeats set holder = ?, until = {_NOW} + ? where id = ?",
                    (holder, lease, id),
                )
        return Standing(known, begun, mine=free, again=free, left=max(0.0, left))

    def hold_answer(self, id: bytes, holder: bytes, lease: float) -> bool:
        """Go on holding a write."""
        return self._changed(f"until = {_NOW} + ?", (lease,), id, holder)

    def put_answer(self, id: bytes, holder: bytes, status: int, sealed: bytes) -> bool:
        """Keep the answer of a write that is held."""
        return self._changed("status = ?, sealed = ?", (status, sealed), id, holder)

    def release_answer(self, id: bytes, holder: bytes) -> None:
        """End the lease of a write that failed."""
        self._changed("until = 0", (), id, holder)

    def drop_answers(self, before: float) -> int:
        """Forget what is older."""
        gone = self._run("delete from repeats where begun < ? returning id", (before,))
        gone += self._run("delete from revoked where until < ? returning proof", (before,))
        return len(gone)

    def _changed(self, change: str, given: Row, id: bytes, holder: bytes) -> bool:
        rows = self._run(
            f"update repeats set {change} where id = ? and holder = ? and status is null returning id",
            (*given, id, holder),
        )
        return bool(rows)
