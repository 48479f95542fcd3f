"""A process that imports, deletes a wing or erases a palace, until it is done or is killed.

Run as ``python kill_worker.py VERB ADDRESS USER ARCHIVE``; tests start it, nothing imports it.
"""

import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path

from camillo import Palace
from camillo.app.archive.archives import Given, digest_of
from camillo.app.settings import Settings
from camillo.domain.errors import NotFound
from camillo.domain.owner import Owner


def opened(address: str, user: str, archive: Path) -> Palace:
    settings = Settings(palace=archive.parent / "none.camillo", refine=False)
    return Palace.connect(address, Owner("killed", user), settings=settings)


def take(palace: Palace, archive: Path) -> None:
    given = Given(lambda: archive.open("rb"), archive.stat().st_size)
    palace.archives.take(given, digest_of(given))


def main(verb: str, address: str, user: str, archive: str) -> None:
    with opened(address, user, Path(archive)) as palace:
        sys.stdout.write("begun\n")
        sys.stdout.flush()
        if verb == "import":
            take(palace, Path(archive))
        elif verb == "delete":
            store = "sqlite" if address.startswith("sqlite") else "postgres"
            import_module(f"camillo.storage.{store}.forgetting").PART_TURNS = 100
            # A kill may have come when the wing was gone and what rested on it was not.
            with suppress(NotFound):
                palace.forget(wing="large")
        else:
            palace._store.erase()


if __name__ == "__main__":
    main(*sys.argv[1:])
