"""The port of further readers of names, such as a statistical model that knows persons from places."""

from collections.abc import Sequence
from typing import Protocol

from camillo.domain.knowledge import Mention
from camillo.ports.knowing import Said


class EntityReader(Protocol):
    """Names of a passage, beside those that the built-in reader finds by their shape.

    Registered under the entry-point group ``camillo.entities``, each a callable without arguments that
    gives a reader. It must answer a passage alike each time, whatever else is in the palace: drawers are
    read again in a rebuild and by the doctor, and are then compared.
    """

    def __call__(self, said: Said) -> Sequence[Mention]:
        """The mentions found. One whose name is not in the text, or whose key is not its own, is left out.

        Raises:
            ModelUnavailable: the model behind it fails.
        """
        ...
