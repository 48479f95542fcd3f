"""The words by which a language's claims are read: one table per language, and its rules by their first word."""

from collections import defaultdict
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from importlib import import_module
from types import ModuleType

from camillo.knowledge.claims.languages.tools import TOOLS
from camillo.knowledge.claims.rules import Rule, parse
from camillo.text.times.words import telling

#: Languages that part words by spaces and are read by rules over words.
SPACED = ("en", "pt", "es", "de", "fr")
#: Sets that are made rather than listed.
_MADE = frozenset(
    ("unnamed", "pairs", "times", "timely", "passing", "between", "subjects", "nothing", "lexicons")
)
_LEXICONS = (
    "ROLES", "GROUPS", "BUSINESSES", "STATES", "STATUSES", "EVENTS", "HOBBIES", "TRIPS", "POSSESSIONS",
    "IDIOMS", "VENUES",
    "CITIES", "IDLE", "AWARDS",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Words:
    """One language's words, casefolded.

    ``i``, ``we``, ``third``: subject pronouns, all of them ``pronouns``; ``my``, ``our``: possessives of the
    first person; ``relative`` ones take a name up again. ``fillers`` (adverbs, auxiliaries) may stand
    between the parts of a claim; ``negations`` make it untrue, ``over`` beside one of them and ``pairs`` of
    words ("used to") make it past; ``doubts`` before it in its clause, ``conditions`` before it in its
    sentence make it no claim at all (a doubt after one of ``reasons`` does not: "that is why"), ``jokes``
    anywhere and ``takebacks`` after it take it back. ``perfect`` auxiliaries make a past go on,
    ``trailing`` negations stand after the object; ``partings`` are the marks at which a doubt ends.

    ``articles`` open a noun phrase (``definite``: of a thing at hand, ``indefinite`` ones no name,
    ``introducing`` ones may stand before a person's), ``stops`` end one, ``cuts`` show that it was cut short,
    ``links`` join an activity to what hangs on it, ``of`` joins an owner, ``small`` words may be inside a name,
    ``ands`` and ``ends`` stand after a thing of a list. ``empty`` words are no object, ``vague`` ones none by
    themselves, ``openers`` begin sentences, ``unnamed`` is all that begins no name, ``generic`` nouns are those
    of which there is one ("the sea"), ``bare`` verbs mean something else after a form of ``be``,
    ``participles`` need one, ``until`` tells an end. Words that end in ``unlike`` are no names at a sentence's
    beginning; ``genitive`` ends an owner's name; ``agrees`` says that a name's verb ends in s; ``times`` are
    words without which a sentence names no time but in figures, ``timely`` all that a time has, ``passing``
    all that may stand between the words of a rule, ``between`` those
    that may before a slot, ``subjects`` what can end a person's mention, ``nothing``
    what opens no noun phrase.

    ``kin`` are nouns for persons and animals with their predicate; ``nouns`` attributes with predicate
    and kind of value; ``lexicons`` words by what they are for. ``owned`` words whose something is:
    ``{0}`` the noun, ``{1}`` the owner. ``rules`` are by their first word.
    """

    code: str
    i: frozenset[str]
    we: frozenset[str]
    third: frozenset[str]
    pronouns: frozenset[str]
    my: frozenset[str]
    our: frozenset[str]
    relative: frozenset[str]
    fillers: frozenset[str]
    negations: frozenset[str]
    over: frozenset[str]
    perfect: frozenset[str]
    doubts: frozenset[str]
    conditions: frozenset[str]
    reasons: frozenset[str]
    jokes: frozenset[str]
    articles: frozenset[str]
    definite: frozenset[str]
    indefinite: frozenset[str]
    generic: frozenset[str]
    cuts: frozenset[str]
    be: frozenset[str]
    helpers: frozenset[str]
    bare: frozenset[str]
    participles: frozenset[str]
    unlike: tuple[str, ...]
    agrees: bool
    stops: frozenset[str]
    empty: frozenset[str]
    vague: frozenset[str]
    openers: frozenset[str]
    unnamed: frozenset[str]
    small: frozenset[str]
    of: frozenset[str]
    introducing: frozenset[str]
    trailing: frozenset[str]
    partings: frozenset[str]
    ands: frozenset[str]
    ends: frozenset[str]
    links: frozenset[str]
    pairs: frozenset[tuple[str, ...]]
    until: frozenset[str]
    takebacks: frozenset[str]
    units: frozenset[str]
    lexicons: dict[str, frozenset[str]]
    kin: dict[str, str]
    nouns: dict[str, tuple[str, str]]
    owned: str
    genitive: str
    rules: dict[str, tuple[Rule, ...]]
    times: frozenset[str]
    timely: frozenset[str]
    passing: frozenset[str]
    between: frozenset[str]
    subjects: frozenset[str]
    nothing: frozenset[str]


@lru_cache(maxsize=8)
def words(language: str) -> Words:
    """The table of one of :data:`SPACED`.

    >>> words("en").kin["sister"], "work" in words("en").rules
    ('sibling of', True)
    """
    table = import_module(f"camillo.knowledge.claims.languages.{language}")
    kin = _by_word(table.KIN)
    nouns = {
        word.replace("_", " "): (head.partition(":")[0], head.partition(":")[2])
        for word, head in _by_word(table.NOUNS).items()
    }
    pairs = frozenset(tuple(pair.split("_")) for pair in table.WORDS["pairs"].casefold().split())
    lexicons = _lexicons(table, kin, nouns)
    return Words(
        code=language,
        kin=kin,
        nouns=nouns,
        owned=table.OF,
        genitive=getattr(table, "GENITIVE", ""),
        pairs=pairs,
        unlike=tuple(table.UNLIKE.split()),
        agrees=language == "en",
        lexicons=lexicons,
        rules=_rules(table, lexicons),
        times=telling(language),
        **_sets(table, language, frozenset(kin), pairs),
    )


def _by_word(listed: dict[str, str]) -> dict[str, str]:
    """What words are listed under, by word."""
    return {word: head for head, row in listed.items() for word in row.casefold().split()}


def _lexicons(
    table: ModuleType, kin: dict[str, str], nouns: dict[str, tuple[str, str]]
) -> dict[str, frozenset[str]]:
    listed = {name: getattr(table, name, "").casefold().split() for name in _LEXICONS}
    return {
        **{name.lower(): frozenset(row) for name, row in listed.items()},
        "kin": frozenset(kin),
        "nouns": frozenset(word.split()[-1] for word in nouns),
        "tools": frozenset(TOOLS.split()),
        "pets": frozenset(word for word, kind in kin.items() if kind == "has pet"),
        "children": frozenset(word for word, kind in kin.items() if kind == "parent of"),
    }


def _rules(table: ModuleType, lexicons: dict[str, frozenset[str]]) -> dict[str, tuple[Rule, ...]]:
    rules: dict[str, list[Rule]] = defaultdict(list)
    for rule in parse(table.RULES):
        listed = (lexicons.get(cue, (cue.casefold(),)) for cue in rule.cues)
        needs = frozenset(word for row in listed for word in row)
        for word in rule.parts[0].words:
            rules[word].append(replace(rule, needs=needs))
    return {word: tuple(row) for word, row in rules.items()}


def _sets(
    table: ModuleType, language: str, kin: frozenset[str], pairs: frozenset[tuple[str, ...]]
) -> dict[str, frozenset[str]]:
    """The sets as listed, and those made of them."""
    names = {field.name for field in fields(Words) if "frozenset" in str(field.type)} - _MADE
    sets = {name: frozenset(table.WORDS.get(name, "").casefold().split()) for name in names}
    timely = telling(language, counts=True)
    halves = frozenset(word for pair in pairs for word in pair)

    def union(listed: str) -> frozenset[str]:
        return frozenset().union(*(sets[name] for name in listed.split()))

    sets["pronouns"] = union("pronouns i we third")
    between = union("fillers negations over")
    opening = union("articles my our negations over fillers links") | timely
    return {
        **sets,
        "unnamed": union("openers my our conditions doubts fillers stops articles"),
        "timely": timely,
        "between": between,
        # "1" stands for any figure.
        "passing": between | sets["links"] | timely | halves | {"1"},
        "subjects": union("i we third ands relative") | kin,
        "nothing": union("empty pronouns cuts stops") - opening,
    }
