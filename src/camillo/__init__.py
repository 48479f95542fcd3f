"""Camillo: a memory palace for people and their AI agents."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from camillo.app.palace import Palace

__version__ = "0.1.0"
__all__ = ["Palace", "__version__"]


def __getattr__(name: str) -> object:
    """Load the palace only when it is asked for, so that light commands stay light."""
    if name == "Palace":
        from camillo.app.palace import Palace

        return Palace
    raise AttributeError(f"module 'camillo' has no attribute {name!r}")
