"""Hiding: what tools show without being asked for it by its id comes without the secrets in it.

The exact words are behind each id, where `memory_get` gives them.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from camillo.domain.search import Found, Hit

if TYPE_CHECKING:
    from camillo.app.palace import Palace
    from camillo.app.sharing.window import Window
    from camillo.domain.diary import Entry
    from camillo.domain.fact import Fact, Stated
    from camillo.domain.link import Beside, Tunnel

HIDDEN = "[secret]"
Redact = Callable[[str], str]


def found(palace: "Palace | Window", result: Found) -> Found:
    """What a search found."""
    return replace(result, results=tuple(_hit(hit, palace.redacted) for hit in result.results))


def _hit(hit: Hit, redact: Redact) -> Hit:
    no_longer = tuple(
        replace(
            each,
            fact=_fact(each.fact, redact),
            by=None if each.by is None else _fact(each.by, redact),
        )
        for each in hit.superseded
    )
    return replace(hit, text=redact(hit.text), title=redact(hit.title), superseded=no_longer)


def facts(palace: "Palace", told: "Iterable[Fact]") -> "list[Fact]":
    """Facts; of one that tells a secret the object is hidden, and the subject if it is one itself."""
    return [_fact(one, palace.redacted) for one in told]


def _fact(one: "Fact", redact: Redact) -> "Fact":
    if redact(one.words) == one.words:
        return one
    return replace(one, subject=redact(one.subject), object=HIDDEN)


def stated(palace: "Palace", made: "Stated") -> "Stated":
    """What stating a fact did."""
    (fact,) = facts(palace, [made.fact])
    ended, contradicts = (tuple(facts(palace, one)) for one in (made.ended, made.contradicts))
    return replace(made, fact=fact, ended=ended, contradicts=contradicts)


def entries(palace: "Palace", read: "Iterable[Entry]") -> "list[Entry]":
    """Entries of diaries, with the titles of the notes that they point at."""
    return [replace(one, text=palace.redacted(palace.notes.annotated(one.text))) for one in read]


def beside(palace: "Palace", told: "Beside") -> "Beside":
    """What stands beside a text."""
    redact = palace.redacted
    ties = tuple(
        replace(tie, text=redact(tie.text), reason=redact(tie.reason)) for tie in told.links
    )
    return replace(
        told,
        facts=tuple(facts(palace, told.facts)),
        links=ties,
        tunnels=tuple(tunnels(palace, told.tunnels)),
    )


def tunnels(palace: "Palace", dug: "Iterable[Tunnel]") -> "list[Tunnel]":
    """Tunnels."""
    return [replace(one, reason=palace.redacted(one.reason)) for one in dug]
