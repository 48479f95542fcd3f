"""The few errors Camillo raises. Each names what was wrong and how to mend it."""


class CamilloError(Exception):
    """Something went wrong that the caller can act on.

    ``str(error)`` is one line: what is wrong, then the mend after a semicolon.

    >>> str(CamilloError("no wing named 'x'", "list the wings with `camillo wings`"))
    "no wing named 'x'; list the wings with `camillo wings`"
    """

    def __init__(self, what: str, mend: str = "") -> None:
        super().__init__(what, mend)
        self.what = what
        self.mend = mend

    def __str__(self) -> str:
        return f"{self.what}; {self.mend}" if self.mend else self.what


class InvalidInput(CamilloError):
    """A value given by the caller cannot be used; nothing was written."""


class Forgotten(InvalidInput):
    """A text, or a line of it, was forgotten for good; nothing was written."""


class Occupied(InvalidInput):
    """A palace that was to be filled holds something already; nothing was written."""


class NotFound(CamilloError):
    """What was asked for is not in this palace."""


def wing_gone() -> NotFound:
    """A wing that is meant by its number is there no longer."""
    return NotFound(
        "the wing is there no longer", "its owner deleted it, or merged it into another"
    )


class Outdated(CamilloError):
    """The palace changed since the caller read it; nothing was written."""


class AlreadyWritten(CamilloError):
    """Another attempt at the same write has been done already; nothing was written by this one."""


class PalaceBusy(CamilloError):
    """Another process held the palace longer than the caller was ready to wait."""


class PalaceAway(PalaceBusy):
    """The database that holds the palace does not answer; later it may."""


class PalaceDamaged(CamilloError):
    """The palace file is not readable as a palace, or its parts disagree."""


class PalaceGone(PalaceDamaged):
    """The palace was erased elsewhere while it was open here; opened again, it is there anew."""


class PalaceLocked(CamilloError):
    """The palace is encrypted, and the key is missing or another one."""


class PalaceTooNew(CamilloError):
    """The palace was written by a later version of Camillo."""


class Unreachable(CamilloError):
    """An address gives nothing: it cannot be reached, is overdue, or answers with a fault.

    ``passing`` says whether the same request may succeed later.
    """

    def __init__(self, what: str, mend: str = "", *, passing: bool = True) -> None:
        super().__init__(what, mend)
        self.passing = passing


class Unreadable(CamilloError):
    """A page or file was received, but no text can be taken from it."""


class ModelUnavailable(CamilloError):
    """A model is missing, is not the pinned file, or does not do its work."""


class ModelOffline(ModelUnavailable):
    """A model's endpoint cannot be reached, is busy or overdue, or refuses the key; later it may answer."""


class BadAnswer(ModelUnavailable):
    """A model answered, but nothing that can be used: cut off, empty, or not in the form asked for."""


class ModelDeclined(BadAnswer):
    """A model or its server refuses to answer."""
