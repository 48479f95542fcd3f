"""Deleting a palace whole."""

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import Field

from camillo.surfaces.http.asking import Ask, Asking
from camillo.surfaces.http.problems import Refused
from camillo.surfaces.http.shapes import DryRun, Out

router = APIRouter(tags=["erasing"])
_LIST = "erase"


class Erasing(Out):
    """What is deleted, or would be; `confirm` is what deletes it."""

    dry_run: bool
    counts: dict[str, int] = Field(
        examples=[{"turns": 40, "documents": 38, "keys": 1, "shares": 0}]
    )
    left: list[str] = Field(description="what may still hold bytes of it")
    confirm: str | None = Field(None, description="good until the palace changes")


@router.delete("", summary="Delete everything of yours")
def erase(
    ask: Asking,
    dry_run: DryRun = False,
    confirm: Annotated[str | None, Query(max_length=200)] = None,
) -> Erasing:
    """Delete your palace with all its texts, facts and notes, your keys, and shares given and taken, for good.

    Ask with `dryRun` first: it tells what would go, and the `confirm` to send. There is no undo. It needs the
    scope admin. A token of your issuer stays valid: what it stores next begins a new palace.
    """
    ask.need("admin")
    serving, owner = ask.serving, ask.caller.owner
    seq, at, counts = _standing(ask)
    # A palace made anew counts its writes from 1 again.
    bound = {"seq": seq, "at": at}
    if dry_run:
        told = ask.cursors.write(owner, _LIST, bound, seq)
        return Erasing(dry_run=True, counts=counts, left=[], confirm=told)
    if confirm is None:
        raise Refused(422, "deleting everything is confirmed", "ask with dryRun=true first")
    try:
        ask.cursors.read(owner, _LIST, bound, confirm)
    except Refused as error:
        raise Refused(
            409, "it has changed since, or was never shown", "ask with dryRun again"
        ) from error
    erased = serving.palaces.erase(owner, seq)
    gone = serving.store.drop_owner(owner)
    left = [*erased.left, "the audit log, which names users and holds no remembered word"]
    counts = {**erased.counts, **gone}
    return Erasing(dry_run=False, counts=counts, left=left, confirm=None)


def _standing(ask: Ask) -> tuple[int, str, dict[str, int]]:
    """The number and the time of the palace's last write, and what it holds."""
    serving, owner = ask.serving, ask.caller.owner
    with ask.palace("write") as palace:
        rows = palace.log(1)
        status = palace.status()
    names = ("turns", "documents", "drawers", "wings", "bytes")
    counts = {name: value for name in names if isinstance(value := status.get(name), int)}
    # Those that ended too: their rows go with the others.
    shares = [*serving.store.shares_given(owner), *serving.store.shares_taken(owner)]
    kept = {"keys": len(serving.identity.keys.of(owner)), "shares": len(shares)}
    number, at = (rows[0].number, rows[0].at) if rows else (0, "")
    return number, at, {**counts, **kept}
