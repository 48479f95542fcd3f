"""Owners' numbers: given for good, unless an administrator deletes an owner by name, number and all."""

from camillo.domain.errors import CamilloError
from camillo.domain.identity import encode_text
from camillo.domain.owner import Owner
from camillo.storage.postgres.connection import Db

#: "Camo": with an owner's number, what whoever makes a palace and whoever deletes the number wait for.
_LOCK = 0x43616D6F
_SMALL = (1 << 31) - 1


class Renumbered(CamilloError):
    """The number is not the owner's any more: nothing may be written under it."""


def hold(db: Db, *, alone: bool) -> None:
    """Keep an owner's number as it is until the transaction ends, or, ``alone``, nobody makes a palace under it."""
    kind = "" if alone else "_shared"
    sql = f"select pg_advisory_xact_lock{kind}({_LOCK}, %(small)s::int), %(owner)s"
    db.one(sql, small=db.owner & _SMALL)


def check(db: Db, owner: Owner) -> None:
    """See that a number, which a process may have known for long, is the owner's, and hold it.

    Raises:
        Renumbered: it is not.
    """
    hold(db, alone=False)
    row = db.one(
        "select camillo.owner_of(%(product)s, %(sub)s, false)",
        product=encode_text(owner.product),
        sub=encode_text(owner.user),
    )
    if row is None or row[0] != db.owner:
        raise Renumbered("the owner was deleted meanwhile", "try again")
