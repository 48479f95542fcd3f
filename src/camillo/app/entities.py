"""Entities of a palace: what it knows by name, and what people say of names."""

from collections.abc import Callable, Sequence

from camillo.domain.entity import Change, Entity, Likeness
from camillo.domain.errors import InvalidInput, NotFound, Outdated
from camillo.domain.knowledge import Act
from camillo.domain.place import check_name
from camillo.domain.report import Receipt
from camillo.domain.search import Memory
from camillo.knowledge.entities.asking import keys_of_name
from camillo.knowledge.entities.registry import Names, Registry, alike
from camillo.knowledge.entities.resolve import (
    ALIASED,
    MERGED,
    RENAMED,
    SPLIT,
    TYPED,
    UNDONE,
    in_force,
)
from camillo.knowledge.entities.view import View, changes
from camillo.ports.store import PalaceStore

#: The most entities, mentions or likenesses that one reading gives.
MOST = 1000
_TRIES = 5


class Entities:
    """The entities of one palace. What is asserted here is kept for good and can be undone.

    >>> import tempfile, pathlib
    >>> from camillo import Palace
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with Palace.open(pathlib.Path(folder) / "palace.camillo") as palace:
    ...         for text in ("We met Ada Lovelace.", "A letter from Lovelace to Ada Lovelace"):
    ...             receipt = palace.add(text, wing="engine")
    ...         receipt = palace.entities.merge("Lovelace", into="Ada Lovelace")
    ...         entity = palace.entities.get("lovelace")
    >>> entity.name, entity.aliases, entity.drawers
    ('Ada Lovelace', ('Lovelace',), 2)
    """

    def __init__(self, store: PalaceStore, names: Names) -> None:
        self._store = store
        self._names = names

    # ---- looking -------------------------------------------------------------------------

    def list(
        self, *, wing: str | None = None, kind: str | None = None, limit: int = 50
    ) -> tuple[Entity, ...]:
        """Established entities, those that most drawers name first, at most ``limit``.

        Raises:
            InvalidInput: the limit is not from 1 to 1,000.
        """
        _check_limit(limit)
        found: list[Entity] = []
        with self._store.snapshot() as snapshot:
            view = View(snapshot, self._names.at(snapshot))
            for entity in view.entities(view.heads()):
                if wing in (None, *entity.wings) and kind in (None, entity.kind):
                    found.append(entity)
                    if len(found) == limit:
                        break
        return tuple(found)

    def get(self, name: str) -> Entity:
        """The entity that a name or alias stands for, established or not.

        Raises:
            NotFound: no text and nobody has that name.
        """
        with self._store.snapshot() as snapshot:
            registry = self._names.at(snapshot)
            return next(View(snapshot, registry).entities([_head(registry, name)]))

    def mentions(self, name: str, *, limit: int = 20) -> tuple[Memory, ...]:
        """The drawers that surely name an entity by any of its names, the latest filed first.

        Raises:
            NotFound: no text and nobody has that name. InvalidInput: the limit is not from 1 to 1,000.
        """
        _check_limit(limit)
        with self._store.snapshot() as snapshot:
            registry = self._names.at(snapshot)
            drawers = View(snapshot, registry).drawers(_head(registry, name))[::-1].tolist()
            found = snapshot.passages(drawers[:limit])
        return tuple(found[drawer] for drawer in drawers[:limit] if drawer in found)

    def alike(self, *, wing: str | None = None, limit: int = 50) -> tuple[Likeness, ...]:
        """Names that may be one entity's, for a person to :meth:`merge` or to leave; nothing is joined.

        Raises:
            InvalidInput: the limit is not from 1 to 1,000.
        """
        _check_limit(limit)
        with self._store.snapshot() as snapshot:
            view = View(snapshot, self._names.at(snapshot))
            heads = view.heads()
            if wing is not None:
                heads = [one.key for one in view.entities(heads) if wing in one.wings]
        return tuple(alike(heads)[:limit])

    def history(self, name: str) -> tuple[Change, ...]:
        """What was asserted about an entity and all it was ever joined with, in order.

        Raises:
            NotFound: no text and nobody has that name.
        """
        with self._store.snapshot() as snapshot:
            registry = self._names.at(snapshot)
            return tuple(changes(registry, _head(registry, name)))

    # ---- asserting -----------------------------------------------------------------------

    def merge(self, name: str, *, into: str, noting: Sequence[Act] = ()) -> Receipt:
        """Say that two entities are one; it is known by ``into`` from now on.

        ``noting`` are acts that are recorded with it, in one transaction.

        Raises:
            NotFound: one of the names is unknown. InvalidInput: they are one already.
        """

        def decide(registry: Registry) -> tuple[str, Act]:
            given, kept = _head(registry, name), _head(registry, into)
            if given == kept:
                raise InvalidInput(f"{name!r} and {into!r} are one entity already")
            return "merge", Act(MERGED, given, kept)

        return self._assert(decide, noting)

    def alias(self, name: str, alias: str) -> Receipt:
        """Say that an entity has a further name, whether a text has it yet or not.

        Raises:
            NotFound: ``name`` is unknown. InvalidInput: the alias is no name, or is the entity's already.
        """

        def decide(registry: Registry) -> tuple[str, Act]:
            head, key = _head(registry, name), _new_key(alias)
            if registry.resolve(key) == head:
                raise InvalidInput(f"{alias!r} is a name of {name!r} already")
            return "alias", Act(ALIASED, key, head, {"name": check_name("alias", alias)})

        return self._assert(decide)

    def split(self, *names: str) -> Receipt:
        """Take names out of the entity that they were joined to; together they are one of their own.

        Raises:
            NotFound: a name is unknown. InvalidInput: they are not of one entity, or are all it has.
        """

        def decide(registry: Registry) -> tuple[str, Act]:
            keys = sorted({_known_key(registry, name) for name in names})
            heads = {registry.resolve(key) for key in keys}
            if len(heads) != 1:
                raise InvalidInput(
                    "the names to split off are not of one entity", "name those of one"
                )
            head = heads.pop()
            if set(registry.names(head)) <= set(keys):
                raise InvalidInput(
                    "an entity cannot be split from all of its names",
                    "see its names with `camillo entity show`",
                )
            return "split", Act(SPLIT, head, keys[0], {"keys": keys})

        return self._assert(decide)

    def rename(self, name: str, new: str) -> Receipt:
        """Say how an entity is called where it is shown; its texts stay as they are.

        Raises:
            NotFound: ``name`` is unknown. InvalidInput: the new name cannot be used.
        """
        shown = check_name("entity", new)
        return self._assert(
            lambda registry: ("rename", Act(RENAMED, _head(registry, name), "", {"name": shown}))
        )

    def set_kind(self, name: str, kind: str) -> Receipt:
        """Say what kind an entity is: person, place, organisation, or any word.

        Raises:
            NotFound: ``name`` is unknown. InvalidInput: the kind cannot be used.
        """
        told = check_name("kind", kind)
        return self._assert(
            lambda registry: ("kind", Act(TYPED, _head(registry, name), "", {"kind": told}))
        )

    def undo(self, number: int | None = None) -> Receipt:
        """Take back one assertion about entities, by its number, else the last that stands.

        An undoing can be undone by its own number, which brings the assertion back.

        Raises:
            NotFound: no assertion that stands has that number, or there is none at all.
        """

        def decide(registry: Registry) -> tuple[str, Act]:
            standing = {act.number: act for act in in_force(registry.acts)}
            undone = {act.number: act for act in registry.acts if act.verb == UNDONE}
            wanted = max(standing, default=0) if number is None else number
            act = standing.get(wanted) or undone.get(wanted)
            if act is None:
                raise NotFound(
                    "there is no assertion about entities to undo",
                    "see their numbers with `camillo entity history`",
                )
            return "undo", Act(UNDONE, act.subject, act.object, {"act": wanted})

        return self._assert(decide)

    def _assert(
        self, decide: Callable[[Registry], tuple[str, Act]], noting: Sequence[Act] = ()
    ) -> Receipt:
        """Record what is decided on the newest state, anew if somebody was faster."""
        tries = _TRIES
        while True:
            with self._store.snapshot() as snapshot:
                verb, act = decide(self._names.at(snapshot))
                last = snapshot.last_act()
            try:
                return self._store.record(f"entity {verb}", [act, *noting], after=last)
            except Outdated:
                tries -= 1
                if not tries:
                    raise


def _head(registry: Registry, name: str) -> str:
    return registry.resolve(_known_key(registry, name))


def _known_key(registry: Registry, name: str) -> str:
    for key in keys_of_name(name):
        if registry.knows(key):
            return key
    raise NotFound(f"no entity is named {name!r}", "see `camillo entity list`")


def _new_key(name: str) -> str:
    keys: Sequence[str] = keys_of_name(name)
    if not keys:
        raise InvalidInput(f"{name!r} is no name", "give it a letter at least")
    return keys[0]


def _check_limit(limit: int) -> None:
    if not 1 <= limit <= MOST:
        raise InvalidInput(f"{limit} cannot be read at once", f"use 1 to {MOST:,}")
