"""Deletes an owner, and is killed before one step of it, by number: tells how many steps there were if it is not."""

import os
import signal
import sys
from pathlib import Path

from camillo.app.serving.owners import erase
from camillo.app.settings import load
from camillo.domain.owner import Owner


def main(folder: str, database: str, user: str, kill_at: int) -> None:
    steps, begun = 0, False

    def step() -> None:
        nonlocal steps
        steps += begun
        if begun and steps == kill_at:
            os.kill(os.getpid(), signal.SIGKILL)

    def hook(event: str, told: tuple[object, ...]) -> None:
        # What changes files is a step: the rest only looks.
        made = event == "open" and (told[1] == "r+b" or int(str(told[2])) & os.O_CREAT)
        if made or event in ("os.rename", "os.remove", "os.rmdir"):
            step()

    if database:
        from camillo.storage.postgres.connection import Db

        run = Db.run

        def counted(self: Db, sql: str, **given: object) -> int:
            step()
            return run(self, sql, **given)

        Db.run = counted  # type: ignore[method-assign]
    else:
        sys.addaudithook(hook)
    begun = True
    erase(Path(folder), database, Owner("notes", user), load())
    sys.stdout.write(f"{steps}\n")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]))
