"""Statements of memories that may contradict: one says of the same things that something is not so."""

from collections.abc import Callable, Sequence, Set

from camillo.distill.memories.memory import Line
from camillo.distill.memories.topic import content
from camillo.distill.reflection.facts import Quote
from camillo.distill.reflection.naming import named
from camillo.domain.proposal import Proposal
from camillo.text.stops import all_function_words

END_LINE = "end line"
#: Statements have so many words of content in common.
_LEAST = 2
_EDGES = ".,;:!?()"

#: The words of negation in a text.
Negated = Callable[[str], Set[str]]


def doubtful(lines: Sequence[Line], negated: Negated) -> list[tuple[int, int]]:
    """Places of current lines of which the later may end the earlier, the earlier first.

    One of them negates, the words that it has left are all in the other, and both are of one speaker.

    >>> said = [Line("I drink coffee every morning", order=1), Line("I don't drink coffee", order=2)]
    >>> doubtful(said, lambda text: {"don't"} & set(text.split()))
    [(0, 1)]
    """
    marks = [negated(line.text) for line in lines]
    words = [_words(line.text, mark) for line, mark in zip(lines, marks, strict=True)]
    no = [at for at, mark in enumerate(marks) if mark]
    yes = [at for at, mark in enumerate(marks) if not mark]
    found = []
    for one in no:
        for other in yes:
            alike = len(words[one]) >= _LEAST and words[one] <= words[other]
            if alike and lines[one].said == lines[other].said:
                found.append(tuple(sorted((one, other), key=lambda at: (lines[at].order, at))))
    return sorted((early, late) for early, late in found if lines[early].order < lines[late].order)


def _words(text: str, marks: Set[str]) -> frozenset[str]:
    rest = " ".join(word for word in text.split() if word.casefold().strip(_EDGES) not in marks)
    return content(rest) - all_function_words()


def ending(
    early: Line, late: Line, path: str, cites: Sequence[str], wing: str, quote: Quote
) -> Proposal:
    """The proposal that the earlier of two statements holds no longer since the later one was made."""
    return Proposal(
        id=named("contradiction", [early.key, late.key], early.order, late.order),
        kind="contradiction",
        text=f"These may not both hold: “{early.text}”; “{late.text}”. Say that the first holds no longer.",
        evidence=quote(cites),
        would={"do": END_LINE, "path": path, "text": early.text, "order": late.order},
        wing=wing,
        score=0.5,
    )
