"""Numbers that are given once."""

import secrets

#: Exact also where archives are read by programs whose numbers are all floats.
_BITS = 52


def new_wing_number() -> int:
    """A number for a new wing, above 0, that no wing had or will have, also none that was deleted.

    It is drawn by chance: the next one in use would be given again after a deletion or a restored backup, and
    whoever may see the old wing by its number would see the new one.
    """
    return 1 + secrets.randbits(_BITS)
