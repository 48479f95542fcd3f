"""Deleting a whole palace: its file and all that lies beside it, with a receipt of what went and what is left."""

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from camillo.app.clock import stamp
from camillo.app.encryption.keys import drop_keys
from camillo.app.resident.ending import without_resident
from camillo.app.resident.state import State
from camillo.domain.errors import NotFound

if TYPE_CHECKING:
    from camillo.app.settings import Settings

#: What SQLite and Camillo put beside a palace, by what follows its name.
_BESIDE = ("", "-wal", "-shm", "-journal", ".notes.json")


@dataclass(frozen=True, slots=True)
class Erased:
    """What an erasure removes, or would: files, and how many texts they held (None: it could not be opened).

    ``left`` are copies and archives that the palace knows of, and what else still holds its words.
    """

    palace: str
    at: str
    files: tuple[str, ...]
    bytes: int
    turns: int | None
    key_removed: bool
    left: tuple[str, ...]


def erase(
    settings: "Settings",
    *,
    with_copies: bool = False,
    with_key: bool = False,
    dry_run: bool = False,
) -> Erased:
    """Remove the palace of the settings for good.

    Files are overwritten with zeros before they go. Of an encrypted one nothing can be read once its key is gone
    as well (``with_key``), wherever copies of it are; it takes the copies with it that lie where the palace
    says (``with_copies``).

    Raises:
        NotFound: there is no palace. PalaceBusy: others have it open.
    """
    palace, state = settings.palace, State.of(settings.palace)
    if not any(path.is_file() for path in _names(palace)):
        raise _none(palace)
    try:
        with without_resident(state, settings.busy_seconds):
            turns, copies, exported = _known(settings)
            doomed = _files(palace, state)
            doomed += [copy for copy in copies if with_copies]
            size = sum(path.stat().st_size for path in doomed)
            if not dry_run:
                _remove(settings, doomed)
    except FileNotFoundError as error:
        # Another erasure was faster.
        if palace.is_file():
            raise
        raise _none(palace) from error
    if not dry_run:
        shutil.rmtree(state.folder, ignore_errors=True)
    removes_key = with_key and bool(settings.palace_key)
    if removes_key and not dry_run:
        removes_key = drop_keys(settings.palace_key)
    left = [f"the copy {path}" for path in copies if path.is_file() and path not in doomed]
    key = [f"the key at {settings.palace_key}"] if settings.palace_key and not removes_key else []
    return Erased(
        palace=str(settings.palace),
        at=stamp(),
        files=tuple(sorted(map(str, doomed))),
        bytes=size,
        turns=turns,
        key_removed=removes_key,
        left=(*left, *exported, *key),
    )


def _known(settings: "Settings") -> tuple[int | None, list[Path], list[str]]:
    """How many texts it holds, which copies of it there are, and what was exported, if it opens."""
    from camillo.app.encryption.keys import keys_of
    from camillo.domain.errors import PalaceDamaged, PalaceLocked
    from camillo.storage.sqlite.looking import look

    try:
        held = look(settings.palace, keys_of(settings), settings.busy_seconds)
    except (NotFound, PalaceDamaged, PalaceLocked):
        return None, [], []
    return held.turns, list(held.copies), list(held.exports)


def _names(palace: Path) -> tuple[Path, Path]:
    """The palace, and what an erasure that was killed left of it."""
    from camillo.storage.sqlite.shredding import beside

    return palace, beside(palace, "erasing")


def _files(palace: Path, state: State) -> list[Path]:
    """The palace, what SQLite and Camillo keep beside it, and what waits in its spool.

    Raises:
        NotFound: there is no palace, nor what was left of one.
    """
    if not palace.is_file():
        # What lay beside it went before it did.
        left = _names(palace)[1]
        if not left.is_file():
            raise _none(palace)
        return [left]
    names = {palace.name + ending for ending in _BESIDE}
    names |= {
        f".{palace.name}.{ending}" for ending in ("new", "old", "erasing", "arriving", "gone")
    }
    beside = [
        path
        for path in palace.parent.iterdir()
        if path.name in names or path.name.startswith(f"{palace.name}.before-m")
    ]
    return [path for path in (*beside, *state.folder.rglob("*")) if path.is_file()]


def _remove(settings: "Settings", doomed: Sequence[Path]) -> None:
    """Remove all of it, the palace last: as long as it is there, what was cut off can be done again."""
    from camillo.app.encryption.keys import keys_of
    from camillo.storage.sqlite import erasing, shredding

    palace = settings.palace
    if palace not in doomed:
        shredding.finish_erasing(palace)
        if shredding.is_marked(palace):
            erasing.finish(palace, None, settings.busy_seconds)
        return
    others = [path for path in doomed if path != palace]
    erasing.erase(palace, keys_of(settings), settings.busy_seconds, others)


def _none(palace: Path) -> NotFound:
    return NotFound(f"there is no palace at {palace}", "nothing is there to erase")
