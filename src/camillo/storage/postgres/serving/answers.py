"""Answers to repeated writes in a database, and who is about to give them."""

from collections.abc import Iterable
from typing import Any

from camillo.domain.owner import Owner
from camillo.ports.server import Answered, Standing
from camillo.storage.postgres.connection import Db
from camillo.storage.postgres.serving.records import Records, row_of, whose

#: What is sealed of an answer, and what hides its id.
ASKED, SEALED, ID = "answers.asked", "answers.sealed", "answers.id"
_NOW = "extract(epoch from clock_timestamp())::float8"


class AnswerRows:
    """Implements :class:`camillo.ports.server.AnswerStore`."""

    _records: Records

    def take_answer(
        self, owner: Owner, id: bytes, asked: bytes, holder: bytes, at: float, lease: float
    ) -> Standing:
        """Say that a write is about to be done."""
        with self._records.transaction() as db:
            hidden, known = db.sealer.hide(id, ID), None
            while known is None:
                new = db.run(
                    "insert into camillo_server.answers (id, asked, begun, product, sub, holder, until) values"
                    f" (%(id)s, %(asked)s, %(at)s, %(product)s, %(sub)s, %(holder)s, {_NOW} + %(lease)s)"
                    " on conflict do nothing",
                    **whose(owner),
                    id=hidden,
                    asked=db.sealer.seal(asked, ASKED, *row_of(id.hex())),
                    at=at,
                    holder=holder,
                    lease=lease,
                )
                if new:
                    return Standing(Answered(asked), at, mine=True)
                # None: it was forgotten between the two statements.
                known = db.one(
                    f"select asked, status, sealed, begun, holder, until - {_NOW} from camillo_server.answers"
                    " where id = %(id)s for update",
                    id=hidden,
                )
            *answer, begun, held, left = known
            answered = _answered(db, id, answer)
            free = answered.status is None and answered.asked == asked and left <= 0
            if free:
                _hold(db, hidden, held, holder, lease)
        return Standing(answered, begun, mine=free, again=free, left=max(0.0, left))

    def hold_answer(self, id: bytes, holder: bytes, lease: float) -> bool:
        """Go on holding a write."""
        with self._records.transaction() as db:
            return bool(_hold(db, db.sealer.hide(id, ID), holder, holder, lease))

    def put_answer(self, id: bytes, holder: bytes, status: int, sealed: bytes) -> bool:
        """Keep the answer of a write that is held."""
        with self._records.transaction() as db:
            kept = db.run(
                "update camillo_server.answers set status = %(status)s, sealed = %(sealed)s"
                " where id = %(id)s and holder = %(holder)s and status is null",
                id=db.sealer.hide(id, ID),
                holder=holder,
                status=status,
                sealed=db.sealer.seal(sealed, SEALED, *row_of(id.hex())),
            )
        return bool(kept)

    def release_answer(self, id: bytes, holder: bytes) -> None:
        """End the lease of a write that failed."""
        with self._records.transaction() as db:
            db.run(
                "update camillo_server.answers set until = 0"
                " where id = %(id)s and holder = %(holder)s and status is null",
                id=db.sealer.hide(id, ID),
                holder=holder,
            )

    def drop_answers(self, before: float) -> int:
        """Forget what is older."""
        with self._records.transaction() as db:
            gone = db.run(
                "delete from camillo_server.answers where begun < %(before)s", before=before
            )
            return gone + db.run(
                "delete from camillo_server.revoked where until < %(before)s", before=before
            )


def _answered(db: Db, id: bytes, row: Iterable[Any]) -> Answered:
    asked, status, sealed = row
    place = row_of(id.hex())
    answer = b"" if sealed is None else db.sealer.unseal(sealed, SEALED, *place)
    return Answered(db.sealer.unseal(asked, ASKED, *place), status, answer)


def _hold(db: Db, hidden: bytes, held: bytes, holder: bytes, lease: float) -> int:
    return db.run(
        f"update camillo_server.answers set holder = %(holder)s, until = {_NOW} + %(lease)s"
        " where id = %(id)s and holder = %(held)s and status is null",
        id=hidden,
        held=held,
        holder=holder,
        lease=lease,
    )
