"""What a question asks for: one group of index terms per word of it."""

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace

from camillo.text.grams import gram_weights
from camillo.text.pieces import Piece, chunks, pieces
from camillo.text.scripts import fold, normalise
from camillo.text.stems import CLASS_MARK, stem_class
from camillo.text.stops import function_words

_PART_WEIGHT = 0.5


@dataclass(frozen=True, slots=True)
class TermGroup:
    """One word of a question and the index terms that stand for it.

    A drawer's count of the group is the largest over ``alternatives``, each being the sum of its
    terms' counts: the exact form, and the stem class in each language tried. ``prefix`` asks for
    every two-character term that begins with the word (a single ideograph).
    """

    word: str
    alternatives: tuple[tuple[str, ...], ...]
    weight: float = 1.0
    prefix: bool = False


@dataclass(frozen=True, slots=True)
class QueryTerms:
    """The groups of a question, and the function words that were left out of it."""

    groups: tuple[TermGroup, ...]
    left_out: tuple[str, ...] = ()


def query_groups(text: str, languages: Sequence[str], kept: Set[str] = frozenset()) -> QueryTerms:
    """The groups of a question read in the given languages, the likeliest first.

    Function words are left out, but for those ``kept`` (the "may" of a date); where nothing else is
    asked, they count.

    >>> asked = query_groups("Why did we switch to GraphQL?", ["en"])
    >>> [group.word for group in asked.groups], asked.left_out
    (['switch', 'graphql', 'graph', 'ql'], ('why', 'did', 'we', 'to'))
    >>> query_groups("running", ["en"]).groups[0].alternatives
    (('running',), ('run', '~run'))
    """
    found = [piece for chunk in chunks(text) for piece in pieces(chunk)]
    stops = frozenset().union(*(function_words(language) for language in languages)) - kept
    asked = [piece for piece in found if not _is_function_word(piece, stops)]
    left_out = tuple(
        dict.fromkeys(piece.term for piece in found if _is_function_word(piece, stops))
    )
    weights = gram_weights(normalise(text), stops)
    groups = [
        replace(group, weight=group.weight * weights.get(group.word, 1.0))
        for group in _groups(asked, languages)
    ]
    asking = tuple(group for group in groups if group.weight > 0)
    return QueryTerms(asking, left_out) if asking else QueryTerms(_groups(found, languages))


def _is_function_word(piece: Piece, stops: frozenset[str]) -> bool:
    return piece.kind in ("word", "part", "gram") and piece.term in stops


def _groups(found: Sequence[Piece], languages: Sequence[str]) -> tuple[TermGroup, ...]:
    groups: dict[tuple[str, ...], TermGroup] = {}
    for kind, term in found:
        if kind in ("run", "last"):
            continue
        if kind == "gram" or kind == "whole":
            group = TermGroup(term, ((term,),))
        else:
            weight = _PART_WEIGHT if kind == "part" else 1.0
            group = TermGroup(term, _alternatives(term, languages), weight, _is_single(term))
        groups.setdefault(group.alternatives[-1], group)
    return tuple(groups.values())


def _alternatives(term: str, languages: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    classes = [stem_class(term, language) for language in languages] or [fold(term)]
    wanted = dict.fromkeys([(term,), *((one, CLASS_MARK + one) for one in classes)])
    return tuple(wanted)


def _is_single(term: str) -> bool:
    """Whether the word is one ideograph, which the index has only inside two-character terms."""
    return len(term) == 1 and ord(term) >= 0x2E80


def required_terms(phrase: str) -> tuple[str, ...]:
    """Index terms that every text holding the phrase has; what stands at its borders is left open.

    >>> required_terms("the blue door"), required_terms("数据库")
    (('the', 'blue', 'door'), ('数据', '据库'))
    """
    found = [piece for chunk in chunks(phrase) for piece in pieces(chunk)]
    return tuple(
        dict.fromkeys(
            piece.term
            for piece in found
            if piece.kind in ("word", "part", "gram") and not _is_single(piece.term)
        )
    )
