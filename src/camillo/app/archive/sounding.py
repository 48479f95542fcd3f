"""Whether what people asserted reads as such, before it is kept: acts hold open JSON, whoever wrote it."""

from collections.abc import Callable

from camillo.domain.drawer import Span
from camillo.domain.errors import InvalidInput
from camillo.ports.store import Snapshot

_UNREADABLE = (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError)


def sound(snapshot: Snapshot) -> None:
    """Read all acts as those do who will be asked for them.

    Raises:
        InvalidInput: some of them cannot be read.
    """
    for what, read in _READERS.items():
        try:
            read(snapshot)
        except InvalidInput as error:
            raise _refused(what, error.what) from error
        except _UNREADABLE as error:
            raise _refused(what, f"they cannot be read ({type(error).__name__})") from error


def _refused(what: str, why: str) -> InvalidInput:
    return InvalidInput(
        f"rows of the kind 'act' about {what}: {why}", "use an archive as it was written"
    )


def _facts(snapshot: Snapshot) -> None:
    from camillo.app.facts.beliefs import Beliefs
    from camillo.knowledge.entities.registry import Registry
    from camillo.knowledge.facts.statements import ADDED, ENDED, RETRACTED, UNDONE

    acts = snapshot.acts((ADDED, ENDED, RETRACTED, UNDONE))
    Beliefs(snapshot, Registry.read(snapshot)).of((), acts)
    for act in acts:
        if (cite := act.payload.get("cite")) and snapshot.get(Span.parse(cite), 0) is None:
            raise _lost(f"the fact in act {act.number} cites", cite)


def _links(snapshot: Snapshot) -> None:
    from camillo.knowledge.links.made import LINK_VERBS, TUNNEL_VERBS, links_made, tunnels_made

    for link in links_made(snapshot.acts(LINK_VERBS)):
        for end in (link.a, link.b):
            if snapshot.get(end, 0) is None:
                raise _lost(f"the link in act {link.number} leads to", str(end))
    tunnels_made(snapshot.acts(TUNNEL_VERBS))


def _lost(what: str, id: str) -> InvalidInput:
    return InvalidInput(f"{what} {id[:64]!r}, where no whole letters are")


def _hidden(snapshot: Snapshot) -> None:
    from camillo.domain.pruning import pinned, pruned

    acts = snapshot.acts()
    pinned(acts)
    pruned(acts)


def _events(snapshot: Snapshot) -> None:
    from camillo.app.events import states

    states.waiting(snapshot.acts(states.VERBS))
    states.forgotten(snapshot)


def _proposals(snapshot: Snapshot) -> None:
    from camillo.app.reflection import proposed

    proposed.decided(snapshot)
    proposed.made(snapshot)
    proposed.unfounded(snapshot)


_READERS: dict[str, Callable[[Snapshot], None]] = {
    "facts": _facts,
    "links": _links,
    "pins and prunings": _hidden,
    "events": _events,
    "proposals": _proposals,
}
