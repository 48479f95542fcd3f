"""Rules: one way in which a language words a claim, parsed from a line of its table.

A line is ``subject @cues: pattern -> outcomes``, for example ``who: work|works at|for {name} -> S works at 1``.
The subject is ``who`` (a person), ``me`` (a pronoun or a relative), ``i`` (the speaker by the form of the verb),
``what`` (a thing), ``any``, ``own`` (an owner before a possessive mark), ``pet`` (who was said to have one before) or
``-`` (none is read); ``~`` after it allows a sentence that leaves it out. Cues, where given, are the words
without which a text is not looked at; else they are the first of the pattern. A pattern has words (``a|b``,
``a?`` where it may be missing) and slots ``{kind}``. An outcome is a subject (``S``; ``I``, the speaker; a slot's
number), a predicate (``%``: the one that the slot before named; ``$1``: a slot's words), an object (a subject's
forms, or ``=words``) and flags: ``!`` it is over, ``*`` it happened at the time told, ``~`` only so where the
sentence negates it, ``?`` only where it says since when.
"""

import re
from dataclasses import dataclass

_LINE = re.compile(r"(who|me|i|what|any|own|pet|-)(~?)(?: @(\S+))?: (.+?) -> (.+)")
_OUTCOME = re.compile(r"(S|I|\d) (.+?) (S|I|\d|=.+?)((?: ?[!*~?])*)")


@dataclass(frozen=True, slots=True)
class Part:
    """One element of a pattern: words that stand there, or the kind of a slot."""

    words: frozenset[str] = frozenset()
    slot: str = ""
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """A claim that a rule makes of what it found."""

    subject: str
    predicate: str
    object: str
    over: bool = False
    dated: bool = False
    negated: bool = False
    since: bool = False


@dataclass(frozen=True, slots=True)
class Rule:
    """One way of wording; ``second`` are the words that follow its first, empty where
    a slot does; of ``needs``, where there are any, one is in the sentence.
    """

    name: str
    subject: str
    elided: bool
    cues: tuple[str, ...]
    parts: tuple[Part, ...]
    outcomes: tuple[Outcome, ...]
    second: frozenset[str] = frozenset()
    needs: frozenset[str] = frozenset()


def parse(table: str) -> list[Rule]:
    """The rules of a table.

    >>> (rule,) = parse("who~: moved to {name} -> S lives in 1 *")
    >>> rule.name, rule.elided, [part.slot for part in rule.parts]
    ('lives in: moved to', True, ['', '', 'name'])

    Raises:
        ValueError: a line is no rule.
    """
    return [_rule(line) for line in table.strip().splitlines() if line and line[0] != "#"]


def _rule(line: str) -> Rule:
    found = _LINE.fullmatch(line.strip())
    if found is None:
        raise ValueError(f"this is no rule: {line!r}")
    subject, elided, cues, pattern, outcomes = found.groups()
    parts = tuple(map(_part, pattern.split()))
    made = outcomes_of(outcomes)
    slots = sum(bool(part.slot) for part in parts)
    refs = {ref for one in made for ref in (one.subject, one.object) if ref.isdigit()}
    if any(not 0 < int(ref) <= slots for ref in refs):
        raise ValueError(f"an outcome names a slot that the rule lacks: {line!r}")
    words = " ".join(part.split("|")[0] for part in pattern.split() if part[0] != "{")
    return Rule(
        rule_name(made, words),
        subject,
        bool(elided),
        tuple(cues.split("|")) if cues else (),
        parts,
        made,
        parts[1].words if len(parts) > 1 and not parts[1].optional else frozenset(),
    )


def outcomes_of(written: str) -> tuple[Outcome, ...]:
    """The outcomes after a rule's arrow.

    Raises:
        ValueError: one of them is none.
    """
    return tuple(map(_outcome, written.split("; ")))


def rule_name(made: tuple[Outcome, ...], words: str) -> str:
    """What a rule is called: its first predicate and the words that it goes by."""
    predicate = "of a kind" if made[0].predicate == "%" else made[0].predicate
    return f"{predicate}: {words}"


def _part(written: str) -> Part:
    if written.startswith("{"):
        return Part(slot=written.strip("{}"))
    optional = written.endswith("?")
    return Part(frozenset(written.rstrip("?").casefold().split("|")), optional=optional)


def _outcome(written: str) -> Outcome:
    found = _OUTCOME.fullmatch(written.strip())
    if found is None:
        raise ValueError(f"this is no outcome: {written!r}")
    subject, predicate, object, flags = found.groups()
    return Outcome(
        subject, predicate, object, "!" in flags, "*" in flags, "~" in flags, "?" in flags
    )
