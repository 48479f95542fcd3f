"""Plugins: source formats, readers of names and rerankers; built-in formats come by the same door."""

import logging
import sys
from collections.abc import Callable
from functools import lru_cache
from importlib.metadata import EntryPoint, EntryPoints, entry_points

from camillo.domain.errors import CamilloError, InvalidInput, ModelUnavailable
from camillo.domain.missing import reason, unloadable
from camillo.ports.entities import EntityReader
from camillo.ports.opening import StoreOpener
from camillo.ports.reader import SourceReader
from camillo.ports.reranker import Reranker

log = logging.getLogger("camillo.plugins")

FORMATS = "camillo.formats"
#: Each names a callable without arguments that gives a :class:`camillo.ports.reranker.Reranker`.
RERANKERS = "camillo.rerankers"
#: Each names a callable without arguments that gives a :class:`camillo.ports.entities.EntityReader`.
ENTITIES = "camillo.entities"
#: Each names a :class:`camillo.ports.opening.StoreOpener`, by the scheme of its addresses.
STORES = "camillo.stores"
#: Plain readers take whatever no other reader recognised, so they are asked last.
LAST = ("markdown", "text")


def _points(group: str) -> EntryPoints:
    return _installed(group, tuple(sys.path))


@lru_cache(maxsize=32)
def _installed(group: str, path: tuple[str, ...]) -> EntryPoints:
    """What packages on a path offer: to look through all of them for every palace takes milliseconds."""
    return entry_points(group=group)


def readers() -> list[SourceReader]:
    """Every registered source reader, special formats first.

    A third-party reader that cannot be loaded is left out and logged; it never stops a run.
    """
    found: list[SourceReader] = []
    for point in sorted(_points(FORMATS), key=lambda point: point.name):
        reader = _load(point)
        if reader is not None:
            found.append(reader)
    return sorted(found, key=lambda reader: (_rank(reader.name), reader.name))


def _rank(name: str) -> int:
    return LAST.index(name) + 1 if name in LAST else 0


def _load(point: EntryPoint) -> SourceReader | None:
    try:
        reader: SourceReader = point.load()
    except (ImportError, AttributeError, CamilloError) as error:
        log.warning("format %s cannot be loaded: %s", point.name, error)
        return None
    return reader


def store_opener(scheme: str) -> StoreOpener:
    """What opens palaces at addresses of a scheme.

    Raises:
        InvalidInput: no backend is registered for it, or what it needs is not installed.
    """
    for point in _points(STORES).select(name=scheme):
        try:
            opener: StoreOpener = point.load()
        except (ImportError, AttributeError) as error:
            raise store_failed(scheme, point.value, error) from error
        return opener
    raise InvalidInput(
        f"no store is registered for {scheme}://", "use sqlite:///folder or postgresql://host/name"
    )


def store_failed(scheme: str, named: str, error: Exception) -> InvalidInput:
    """What to tell of a backend, named by where it is, that cannot be loaded, or cannot load what it needs."""
    if named.startswith("camillo.") and isinstance(error, ImportError):
        return InvalidInput(
            *unloadable(error, "what connects to PostgreSQL", ["psycopg"], "postgres")
        )
    return InvalidInput(
        f"the store for {scheme}:// cannot be loaded: {reason(error)}",
        f"install or update what {named} needs",
    )


def entity_readers() -> list[EntityReader]:
    """Every registered reader of names, by name; one that cannot be loaded is left out and logged."""
    found: list[EntityReader] = []
    for point in sorted(_points(ENTITIES), key=lambda point: point.name):
        try:
            found.append(point.load()())
        except (ImportError, AttributeError, TypeError, CamilloError) as error:
            log.warning("reader of names %s cannot be loaded: %s", point.name, error)
    return found


def reranker() -> Callable[[], Reranker] | None:
    """What loads the installed reranker, the first by name where there are several; None without one."""
    points = sorted(_points(RERANKERS), key=lambda point: point.name)
    if not points:
        return None
    first = points[0]

    def load() -> Reranker:
        try:
            made: Reranker = first.load()()
        except (ImportError, AttributeError, TypeError) as error:
            raise ModelUnavailable(
                f"the reranker {first.name} cannot be loaded: {error}",
                f"uninstall or update the package that has {first.value}",
            ) from error
        return made

    return load
