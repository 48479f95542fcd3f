"""Which wing a folder belongs to: mining a project and reading transcripts name it alike."""

from collections.abc import Collection
from pathlib import Path

from camillo.formats.shapes import wing_of


def wing_at(folder: Path, wings: Collection[str]) -> str | None:
    """The wing that this folder is mined into, or the nearest folder above within its project.

    >>> wing_at(Path("/home/kai/orion"), ["orion", "vega"]), wing_at(Path("/home/kai"), ["orion"])
    ('orion', None)
    """
    for one in (folder, *folder.parents):
        name = wing_of(str(one))
        if name in wings:
            return name
        if (one / ".git").exists():
            break
    return None
