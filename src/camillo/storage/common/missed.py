"""Which sources are not there any more."""

from collections.abc import Iterable


def missed(present: Iterable[tuple[int, str]], under: str, seen: Iterable[str]) -> list[int]:
    """Numbers of the sources (number, uri) that lie under a uri and were not seen.

    >>> missed([(1, "x"), (2, "x/a"), (3, "x!/b"), (4, "xy"), (5, "x/c")], "x/", ["x/c"])
    [1, 2, 3]
    """
    there = set(seen)
    stem = under.rstrip("/")
    gone = []
    for source, uri in present:
        rest = uri[len(stem) : len(stem) + 1] if uri.startswith(stem) else "-"
        if rest in ("", "/", "!", "#") and uri not in there:
            gone.append(source)
    return gone
