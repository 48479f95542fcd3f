"""Workspaces: the wing that a host's workspace is kept in, whatever either is called by now."""

from camillo.domain.errors import Outdated
from camillo.domain.knowledge import Act
from camillo.domain.place import NAME_LIMIT, check_name
from camillo.ingest.place import clean_name
from camillo.ports.rows import Source
from camillo.ports.store import PalaceStore

#: The verb of the act that says what wing was made for a workspace.
MAPPED = "workspace mapped"
#: Kinds of sources that a workspace has.
KINDS = ("note", "agent", "prompt")
_WORKSPACE = "workspace"


def source_of(workspace: str, kind: str) -> Source:
    """What comes from a workspace, of one kind."""
    return Source(kind, f"{_WORKSPACE}:{workspace}")


def wing_of(store: PalaceStore, workspace: str, name: str) -> str:
    """What the workspace's wing is called now; at the first time its name is chosen.

    The store knows what wing a source means, also when it is renamed or merged into another.
    Two workspaces never share a wing, even if they have one name.

    Raises:
        InvalidInput: the workspace's id cannot be used.
    """
    first = _chosen(store, workspace, name)
    with store.snapshot() as snapshot:
        meant = (snapshot.wing_meant(source_of(workspace, kind), first) for kind in KINDS)
        return next(filter(None, meant), first)


def _chosen(store: PalaceStore, workspace: str, name: str) -> str:
    """The name that the wing had when it was made.

    Raises:
        InvalidInput: the workspace's id cannot be used.
    """
    workspace = check_name("workspace", workspace)
    while True:
        with store.snapshot() as snapshot:
            seen = snapshot.last_act()
            mapped = {
                act.subject: str(act.payload.get("wing", "")) for act in snapshot.acts((MAPPED,))
            }
        known = mapped.get(_subject(workspace))
        if known:
            return known
        wing = clean_name(name) or workspace
        if wing in mapped.values():
            wing = f"{wing[: NAME_LIMIT - len(workspace) - 3]} ({workspace})"[-NAME_LIMIT:]
        try:
            store.record(MAPPED, [Act(MAPPED, _subject(workspace), "", {"wing": wing})], seen)
        except Outdated:
            continue
        return wing


def _subject(workspace: str) -> str:
    return f"{_WORKSPACE} {workspace}"
