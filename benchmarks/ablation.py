"""Parts of recall taken away one at a time, so that each has to earn its place.

The product has no switch for any of this: constants of its modules are set to what makes the part
nothing, for as long as a benchmark runs.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from unittest.mock import patch

#: Each part: which constants of which modules of `camillo.recall` become what.
PARTS: dict[str, tuple[tuple[str, str, object], ...]] = {
    "graph": (("graph", "NAMED", 0.0), ("graph", "ALIKE", 0.0)),
    "context": (("ranking", "_CONTEXT_SHARE", 0.0),),
    "time": (("ranking", "_TIME_BONUS", 0.0), ("conversations", "_DATE_WEIGHT", 0.0)),
    "speaker": (("ranking", "_SPEAKER_BONUS", 0.0),),
    "conversation-words": (
        ("conversations", "_WHOLE_WEIGHT", 0.0),
        ("conversations", "_COVERED_WEIGHT", 0.0),
    ),
    "neighbours": (("pool", "_REACH", 0), ("lexical", "WINDOW", 1)),
}
#: A group of arms is taken out of the fusion.
GROUPS = ("lexical", "late", "pooled", "static")


def option(parser: argparse.ArgumentParser) -> None:
    """Declare ``--without`` for a benchmark's command."""
    parser.add_argument(
        "--without", nargs="+", default=[], metavar="PART", help="leave parts of recall out"
    )


@contextmanager
def without(names: Iterable[str]) -> Iterator[None]:
    """Search without these parts; ends the program for a name that is none.

    >>> from camillo.recall import fuse
    >>> with without(["late"]):
    ...     sorted(fuse.GROUPS)
    ['lexical', 'pooled', 'static']
    """
    from camillo.recall import conversations, fuse, graph, lexical, pool, ranking

    modules = {
        module.__name__.rpartition(".")[2]: module
        for module in (conversations, fuse, graph, lexical, pool, ranking)
    }
    wanted = list(names)
    unknown = [name for name in wanted if name not in PARTS and name not in GROUPS]
    if unknown:
        sys.exit(f"no part is named {unknown[0]!r}; known are {', '.join((*PARTS, *GROUPS))}")
    with ExitStack() as stack:
        left = {name: arms for name, arms in fuse.GROUPS.items() if name not in wanted}
        stack.enter_context(patch.object(fuse, "GROUPS", left))
        for name in wanted:
            for module, constant, nothing in PARTS.get(name, ()):
                stack.enter_context(patch.object(modules[module], constant, nothing))
        yield
