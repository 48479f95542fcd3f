"""Which turns are pruned: a replay of acts, so that every pruning can be undone by its number."""

from collections.abc import Iterable

from camillo.domain.knowledge import Act

PRUNED, UNPRUNED = "pruned", "prune undone"
PINNED, UNPINNED = "pinned", "unpinned"
VERBS = (PRUNED, UNPRUNED)


def pruned(acts: Iterable[Act]) -> frozenset[bytes]:
    r"""Keys of the turns that stand pruned: those of prunings whose receipts were not undone.

    >>> acts = [Act(PRUNED, payload={"turns": ["aa"]}, receipt=4), Act(PRUNED, payload={"turns": ["bb"]}, receipt=5)]
    >>> sorted(pruned([*acts, Act(UNPRUNED, payload={"receipt": 4})]))
    [b'\xbb']
    """
    standing: dict[int, set[bytes]] = {}
    for act in acts:
        if act.verb == PRUNED:
            standing.setdefault(act.receipt, set()).update(
                map(bytes.fromhex, act.payload.get("turns", ()))
            )
        elif act.verb == UNPRUNED:
            standing.pop(act.payload.get("receipt", 0), None)
    return frozenset().union(*standing.values())


def pinned(acts: Iterable[Act]) -> frozenset[bytes]:
    """Keys of the turns that are pinned by hand: the last act about each tells."""
    found: dict[bytes, bool] = {}
    for act in acts:
        if act.verb in (PINNED, UNPINNED) and act.subject:
            found[bytes.fromhex(act.subject)] = act.verb == PINNED
    return frozenset(key for key, stands in found.items() if stands)
