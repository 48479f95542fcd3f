"""What came from the watch list: each item once, recorded in the palace when its source is there."""

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256

from camillo.domain.errors import Outdated
from camillo.domain.identity import encode_text
from camillo.domain.knowledge import Act
from camillo.ports.store import PalaceStore

ITEM = "watch item"
_TRIES = 20


@dataclass(frozen=True, slots=True)
class Item:
    """An item as it was recorded: number and day, the lasting id of its source, the entry it came from."""

    number: int
    day: str
    native: str
    entry: str


class Items:
    """The items of one palace."""

    def __init__(self, store: PalaceStore) -> None:
        self._store = store

    def unknown(self, keys: Iterable[str]) -> set[str]:
        """Those of these keys that were never recorded."""
        wanted = list(dict.fromkeys(keys))
        if not wanted:
            return set()
        with self._store.snapshot() as snapshot:
            known = {act.subject for act in snapshot.acts([ITEM], wanted)}
        return set(wanted) - known

    def record(self, key: str, native: str, day: str, entry: str, *, once: bool) -> bool:
        """Record an item, if its key is new; whether it is to be told of.

        With ``once`` a source that another item brought before is not told of again; without a source
        (``native`` "") the item is only known from now on.
        """
        for _ in range(_TRIES):
            with self._store.snapshot() as snapshot:
                after = snapshot.last_act()
                if snapshot.acts([ITEM], [key]):
                    return False
                told = bool(native) and not (once and snapshot.acts([ITEM], [native]))
            payload = {"day": day, "entry": entry, "told": told}
            try:
                self._store.record("watch", [Act(ITEM, key, native, payload)], after)
            except Outdated:
                continue
            return told
        raise Outdated("the palace is written to all the time", "try again later")

    def after(self, number: int) -> list[Item]:
        """Items to be told of that were recorded after this number, in order."""
        with self._store.snapshot() as snapshot:
            acts = snapshot.acts([ITEM], after=number)
        return [
            Item(act.number, str(act.payload["day"]), act.object, str(act.payload.get("entry", "")))
            for act in acts
            if act.payload.get("told") and act.payload.get("day")
        ]


def key_of(entry: str, item: str) -> str:
    """The key of an item: by the entry that it came from and the name that it has there."""
    return f"item-{sha256(encode_text(entry + chr(0) + item)).hexdigest()[:32]}"
