"""Numbered, append-only steps from an empty file to the newest schema."""

from collections.abc import Callable
from dataclasses import dataclass

import apsw

from camillo.storage.sqlite.migrations import m001_initial


@dataclass(frozen=True, slots=True)
class Migration:
    """One step: ``apply`` runs inside a transaction; a step that was released never changes."""

    number: int
    apply: Callable[[apsw.Connection], None]


MIGRATIONS: tuple[Migration, ...] = (Migration(1, m001_initial.apply),)
