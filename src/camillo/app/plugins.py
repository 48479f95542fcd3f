"""Plugins: source formats by entry point, the built-in ones through the same door."""

import logging
from importlib.metadata import EntryPoint, entry_points

from camillo.domain.errors import CamilloError
from camillo.ports.reader import SourceReader

log = logging.getLogger("camillo.plugins")

FORMATS = "camillo.formats"
#: Plain readers take whatever no other reader recognised, so they are asked last.
_LAST = ("markdown", "text")


def readers() -> list[SourceReader]:
    """Every registered source reader, special formats first.

    A third-party reader that cannot be loaded is left out and logged; it never stops a run.
    """
    found: list[SourceReader] = []
    for point in sorted(entry_points(group=FORMATS), key=lambda point: point.name):
        reader = _load(point)
        if reader is not None:
            found.append(reader)
    return sorted(found, key=lambda reader: (_rank(reader.name), reader.name))


def _rank(name: str) -> int:
    return _LAST.index(name) + 1 if name in _LAST else 0


def _load(point: EntryPoint) -> SourceReader | None:
    try:
        reader: SourceReader = point.load()
    except (ImportError, AttributeError, CamilloError) as error:
        log.warning("format %s cannot be loaded: %s", point.name, error)
        return None
    return reader
