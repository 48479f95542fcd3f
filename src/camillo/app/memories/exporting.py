"""Exporting: memories as files, under names that any file system can have and tells apart."""

from collections.abc import Callable, Iterable
from pathlib import Path

from camillo.app.vault.names import free, safe
from camillo.app.vault.plan import folded
from camillo.domain.errors import InvalidInput
from camillo.domain.identity import encode_text
from camillo.domain.remembered import Kept


def export(
    memories: Iterable[Kept], folder: Path, redact: Callable[[str], str]
) -> tuple[Path, ...]:
    """Write memories below a folder, without secrets; of paths that differ in case alone the later get a number.

    The same memories get the same files each time.

    Raises:
        InvalidInput: a file cannot be written.
    """
    taken: set[str] = set()
    written = []
    for kept in sorted(memories, key=lambda one: one.path):
        name = free(safe(kept.path), lambda path: folded(path) in taken)
        taken.add(folded(name))
        place = folder / name
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(encode_text(redact(kept.text)))
        except OSError as error:
            raise InvalidInput(
                f"{place} cannot be written: {error.strerror or error}", "name another folder"
            ) from error
        written.append(place)
    return tuple(written)
