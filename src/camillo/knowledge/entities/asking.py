"""Which entities a question means: its words against the registry, with or without capitals."""

import re
from collections.abc import Iterable, Iterator

from camillo.knowledge.entities.finding import find
from camillo.knowledge.entities.marks import without_article
from camillo.knowledge.entities.registry import Registry
from camillo.ports.knowing import Said
from camillo.ports.store import Snapshot
from camillo.text.names import claim_key, flat
from camillo.text.stops import all_function_words

_LONGEST, _LONGEST_UNSPACED = 6, 12
_MOST, _READ = 12, 1_000
_WORDS = re.compile(r"\S+")
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u2e80-\ud7a3\uf900-\ufaff]+")


def entities_of(question: str, snapshot: Snapshot, registry: Registry) -> tuple[str, ...]:
    """Keys of the entities that a question names, at most 12, in its order; aliases are resolved.

    Where several names begin at a word the longest is meant. A name that one drawer has is enough here,
    if it is no everyday word. ``registry`` and ``snapshot`` are of one state.
    """
    question = question[:_READ]
    spots = [*_named(question, registry)]
    marks = [one.key for one in find(Said(question)) if registry.knows(one.key)]
    keys = dict.fromkeys((*(key for _, _, key in spots), *marks))
    standing = dict.fromkeys(registry.established(keys, snapshot, least=1))
    taken = [*_longest(spot for spot in spots if spot[2] in standing)]
    named = {key for _, _, key in spots}
    taken += [key for key in marks if key in standing and key not in named]
    return tuple(dict.fromkeys(map(registry.resolve, taken)))[:_MOST]


def _longest(spots: Iterable[tuple[int, int, str]]) -> Iterator[str]:
    """Of names that begin at one place the longest, and none that begins inside another."""
    end = 0
    for start, stop, key in sorted(spots, key=lambda spot: (spot[0], -spot[1])):
        if start >= end:
            yield key
            end = stop


def _named(question: str, registry: Registry) -> Iterator[tuple[int, int, str]]:
    """All keys that stand in a question, each with where it begins and ends."""
    stops = all_function_words()
    text = flat(question)
    words = list(_WORDS.finditer(text))
    for at, first in enumerate(words):
        for last in words[at : at + _LONGEST]:
            key = text[first.start() : last.end()]
            if registry.knows(key) and (first is not last or key not in stops):
                yield first.start(), last.end(), key
    for run in _UNSPACED.finditer(text):
        yield from _inside(run.group(), run.start(), registry)


def _inside(run: str, start: int, registry: Registry) -> Iterator[tuple[int, int, str]]:
    """Keys inside a run of a script that has no spaces between its words."""
    for at in range(len(run) - 1):
        for end in range(at + 2, min(len(run), at + _LONGEST_UNSPACED) + 1):
            if registry.knows(run[at:end]):
                yield start + at, start + end, run[at:end]


def keys_of_name(name: str) -> tuple[str, ...]:
    """The keys that a name by itself may have, the likeliest first; none for what is no name.

    >>> keys_of_name("The Hobbit"), keys_of_name("#12"), keys_of_name("?")
    (('the hobbit', 'hobbit'), ('issue 12', '12'), ())
    """
    marks = [one.key for one in find(Said(name)) if one.kind != "name"]
    whole = claim_key(name)
    keys = dict.fromkeys(
        (*(key for key in marks if key.endswith(whole)), whole, without_article(whole))
    )
    return tuple(key for key in keys if any(map(str.isalnum, key)))
