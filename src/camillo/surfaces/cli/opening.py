"""Opening the palace a command works on: settings first, then the file."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from camillo.app.palace import Palace
    from camillo.app.settings import Settings


def effective(palace: Path | None = None) -> "Settings":
    """The settings with the flag of this command on top."""
    from camillo.app.settings import load

    settings = load(palace=palace)
    if settings.palace_key:
        from camillo.app.encryption.undumped import leave_no_dump

        leave_no_dump()
    if settings.log_level != "warning":
        from camillo.surfaces.cli.logs import start

        start(settings.log_level, hushed=bool(settings.palace_key))
    return settings


def opened(palace: Path | None, *, create: bool = False) -> "Palace":
    """The palace that flag, environment or settings name; use it as a context manager.

    Raises:
        NotFound: there is none, and ``create`` is false.
    """
    from camillo.app.palace import Palace

    settings = effective(palace)
    return Palace.open(settings.palace, create=create, settings=settings)
