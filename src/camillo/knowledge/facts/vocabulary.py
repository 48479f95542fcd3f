"""The predicate vocabulary: what a relation is called in any language, and how many values it has at a time."""

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

from camillo.domain.fact import Cardinality, Predicate
from camillo.domain.knowledge import Act

DECLARED = "predicate declared"
_HOLDS: dict[str, Cardinality] = {"1": "one", "*": "many"}


def predicate_key(name: str) -> str:
    """A predicate's name as it is compared.

    >>> predicate_key("Works_At"), predicate_key("worksAt"), predicate_key(" 就职于 ")
    ('works at', 'works at', '就职于')
    """
    text = unicodedata.normalize("NFKC", name)
    if not text.isupper():
        text = "".join(
            f" {c}" if c != c.casefold() and c.isupper() and text[at - 1 : at].islower() else c
            for at, c in enumerate(text)
        )
    return " ".join(text.replace("_", " ").replace("-", " ").casefold().split())


class Vocabulary:
    """Predicates by any of their names. One that is not known has many values and no inverse."""

    def __init__(self, predicates: Iterable[Predicate]) -> None:
        self._known: dict[str, Predicate] = {}
        self._names: dict[str, tuple[str, bool]] = {}
        for one in predicates:
            self._add(one)

    def _add(self, one: Predicate) -> None:
        """Later ones go before earlier ones of the same names."""
        self._known[one.name] = one
        for label in (*one.inverse_labels, one.inverse):
            if label:
                self._names[predicate_key(label)] = (one.name, True)
        for label in (*one.labels, one.name):
            self._names[predicate_key(label)] = (one.name, False)

    def read(self, name: str) -> tuple[Predicate, bool]:
        """The predicate of a name, and whether the name is its inverse's.

        >>> built_in().read("就职于")[0].name, built_in().read("employs")
        ('works at', (Predicate(name='works at', ...), True))
        """
        key = predicate_key(name)
        found = self._names.get(key)
        if found is None:
            return Predicate(key), False
        return self._known[found[0]], found[1]

    def __iter__(self) -> Iterator[Predicate]:
        """The known predicates by name."""
        return iter(sorted(self._known.values(), key=lambda one: one.name))

    def with_own(self, acts: Iterable[Act]) -> "Vocabulary":
        """The vocabulary with what the owner declared, the last declaration of a name in force."""
        own = [made for act in acts if act.verb == DECLARED and (made := declared(act)) is not None]
        return Vocabulary([*self._known.values(), *own]) if own else self


def declared(act: Act) -> Predicate | None:
    """The predicate that an act declares; None where its words were forgotten."""
    given = act.payload
    name = given.get("name")
    if not isinstance(name, str) or not name:
        return None
    return Predicate(
        name=predicate_key(name),
        holds=given.get("holds", "many"),
        inverse=given.get("inverse", ""),
        inverse_holds=given.get("inverse_holds", "many"),
        symmetric=bool(given.get("symmetric", False)),
        labels=tuple(given.get("labels", ())),
        own=True,
    )


@lru_cache(maxsize=1)
def built_in() -> Vocabulary:
    """The vocabulary that comes with Camillo, in English, Portuguese, Spanish, German, French and Chinese."""
    from camillo.knowledge.facts.labels import TABLE

    return Vocabulary(map(_row, TABLE.strip().split("\n\n")))


def _row(text: str) -> Predicate:
    head, *languages = text.split("\n")
    name, _, rest = head.partition("|")
    holds, inverse_holds, *inverse = rest.split()
    symmetric = inverse == ["="]
    made = Predicate(
        name=name.strip(),
        holds=_HOLDS[holds],
        inverse="" if symmetric else " ".join(inverse),
        inverse_holds=_HOLDS[inverse_holds],
        symmetric=symmetric,
    )
    labels: list[str] = []
    inverses: list[str] = []
    for row in languages:
        own, _, other = row.partition(":")[2].partition(" < ")
        labels += (label.strip() for label in own.split(",") if label.strip())
        inverses += (label.strip() for label in other.split(",") if label.strip())
    return replace(made, labels=tuple(labels), inverse_labels=tuple(inverses))
