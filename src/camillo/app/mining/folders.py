"""Which wing a folder belongs to: mining a project, reading transcripts and asking name it alike."""

from collections.abc import Collection
from pathlib import Path

from camillo.formats.wings import last_name, wing_of


def wing_at(folder: Path, wings: Collection[str]) -> str | None:
    """The wing of these that a folder's project names, else the nearest folder above within it.

    The user's home folder and those above it name a wing only for themselves.

    >>> wing_at(Path("/home/kai/orion"), ["orion", "vega"]), wing_at(Path("/home/kai"), ["orion"])
    ('orion', None)
    """
    project = wing_of(str(folder))
    if project in wings:
        return project
    home = Path("~").expanduser()
    for one in (folder, *folder.parents):
        name = last_name(str(one))
        if name in wings:
            return name
        if (one / ".git").exists() or home in (one, one.parent):
            break
    return None
