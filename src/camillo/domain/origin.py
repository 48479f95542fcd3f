"""Where texts come from, as far as trust in them goes."""

from collections.abc import Mapping

from camillo.domain.note import SOURCE

#: Kinds of sources whose text comes from the web, where anyone can write; captured files count as such.
_WEB = frozenset({"web", "http", "https", "url", SOURCE})


def from_web(source_kind: str, meta: Mapping[str, object]) -> bool:
    """Whether a text was taken from the web."""
    return source_kind in _WEB or meta.get("origin") == "web"
