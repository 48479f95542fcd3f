"""The words by which a language's claims are read: one table per language, and its rules by their first word."""

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module

from camillo.knowledge.claims.languages.tools import TOOLS
from camillo.knowledge.claims.rules import Rule, parse
from camillo.text.times.words import telling

#: Languages that part words by spaces and are read by rules over words.
SPACED = ("en", "pt", "es", "de", "fr")
_LEXICONS = (
    "ROLES", "GROUPS", "BUSINESSES", "STATES", "STATUSES", "EVENTS", "HOBBIES", "TRIPS", "POSSESSIONS", "IDIOMS", "IDLE"
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Words:
    """One language's words, casefolded.

    ``i``, ``we``, ``third``: subject pronouns; ``my``, ``our``: possessives of the first person;
    ``relative``: pronouns that take a name up again. ``fillers`` (adverbs, auxiliaries) may stand between
    the parts of a claim; ``negations`` make it untrue, ``over`` make it past after one of them or by
    themselves; ``doubts`` before it in its clause, ``conditions`` before it in its sentence make it no claim at all (a
    doubt after one of ``reasons`` does not: "that is why"), ``jokes`` anywhere take it back.
    ``articles`` open a noun phrase, ``stops`` end one, ``empty`` ones are no object, ``openers`` begin
    sentences. ``kin`` are nouns for persons and animals with their predicate; ``roles`` what one works
    as; ``nouns`` attributes, with predicate and kind of value. ``of`` words whose something is:
    ``{0}`` the noun, ``{1}`` the owner. ``links`` join an activity to what hangs on it, ``used`` are the two
    words of "used to", ``until`` those before an end, ``takebacks`` unsay what stands before them.
    ``cuts`` after a noun phrase show that it was cut short; ``generic`` are nouns of which there is one ("the sea");
    ``bare`` are verbs that mean something else after a form of ``be``; words that end in ``unlike`` are no
    names at a sentence's beginning. ``times`` are words without which a sentence
    names no time but in figures. ``agrees`` says that a name's verb ends in s.
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
    unlike: tuple[str, ...]
    agrees: bool
    stops: frozenset[str]
    empty: frozenset[str]
    openers: frozenset[str]
    unnamed: frozenset[str]
    small: frozenset[str]
    ands: frozenset[str]
    ends: frozenset[str]
    links: frozenset[str]
    used: frozenset[str]
    until: frozenset[str]
    takebacks: frozenset[str]
    units: frozenset[str]
    lexicons: dict[str, frozenset[str]]
    kin: dict[str, str]
    nouns: dict[str, tuple[str, str]]
    of: str
    rules: dict[str, tuple[Rule, ...]]
    cues: frozenset[str]
    times: frozenset[str]


@lru_cache(maxsize=8)
def words(language: str) -> Words:
    """The table of one of :data:`SPACED`.

    >>> words("en").kin["sister"], "work" in words("en").cues
    ('sibling of', True)
    """
    table = import_module(f"camillo.knowledge.claims.languages.{language}")
    sets = {name: frozenset(written.split()) for name, written in table.WORDS.items()}
    kin = {word: kind for kind, written in table.KIN.items() for word in written.split()}
    nouns = {
        word.replace("_", " "): (head.split(":")[0], head.split(":")[1])
        for head, written in table.NOUNS.items()
        for word in written.split()
    }
    lexicons = {
        "kin": frozenset(kin),
        "nouns": frozenset(word.split()[-1] for word in nouns),
        "tools": frozenset(TOOLS.split()),
        **{name.lower(): frozenset(getattr(table, name, "").split()) for name in _LEXICONS},
        "pets": frozenset(word for word, kind in kin.items() if kind == "has pet"),
        "children": frozenset(word for word, kind in kin.items() if kind == "parent of"),
    }
    sets["unnamed"] = frozenset().union(
        *(
            sets[name]
            for name in ("openers", "my", "our", "conditions", "doubts", "fillers", "stops")
        )
    )
    sets["pronouns"] |= sets["i"] | sets["we"] | sets["third"]
    rules: dict[str, list[Rule]] = defaultdict(list)
    cues: set[str] = set()
    for rule in parse(table.RULES):
        for word in rule.parts[0].words:
            rules[word].append(rule)
        for cue in rule.cues or rule.parts[0].words:
            cues.update(lexicons.get(cue, (cue,)))
    return Words(
        code=language,
        kin=kin,
        nouns=nouns,
        of=table.OF,
        unlike=tuple(table.UNLIKE.split()),
        agrees=language == "en",
        lexicons=lexicons,
        rules={word: tuple(listed) for word, listed in rules.items()},
        cues=frozenset(cues),
        times=telling(language),
        **sets,
    )
