"""The words by which a language's claims are read: one table per language, and its rules by their first word."""

from collections import defaultdict
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from importlib import import_module

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
    names = {field.name for field in fields(Words) if "frozenset" in str(field.type)} - _MADE
    sets = {name: frozenset(table.WORDS.get(name, "").casefold().split()) for name in names}
    timely = telling(language, counts=True)
    pairs = frozenset(tuple(pair.split("_")) for pair in table.WORDS["pairs"].casefold().split())
    kin = {word: kind for kind, written in table.KIN.items() for word in written.casefold().split()}
    nouns = {
        word.replace("_", " "): (head.split(":")[0], head.split(":")[1])
        for head, written in table.NOUNS.items()
        for word in written.casefold().split()
    }
    lexicons = {
        "kin": frozenset(kin),
        "nouns": frozenset(word.split()[-1] for word in nouns),
        "tools": frozenset(TOOLS.split()),
        **{
            name.lower(): frozenset(getattr(table, name, "").casefold().split())
            for name in _LEXICONS
        },
        "pets": frozenset(word for word, kind in kin.items() if kind == "has pet"),
        "children": frozenset(word for word, kind in kin.items() if kind == "parent of"),
    }
    sets["unnamed"] = frozenset().union(
        *(
            sets[name]
            for name in (
                "openers",
                "my",
                "our",
                "conditions",
                "doubts",
                "fillers",
                "stops",
                "articles",
            )
        )
    )
    sets["pronouns"] |= sets["i"] | sets["we"] | sets["third"]
    rules: dict[str, list[Rule]] = defaultdict(list)
    for rule in parse(table.RULES):
        needs = frozenset(
            word for cue in rule.cues for word in lexicons.get(cue, (cue.casefold(),))
        )
        for word in rule.parts[0].words:
            rules[word].append(replace(rule, needs=needs))
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
        rules={word: tuple(listed) for word, listed in rules.items()},
        times=telling(language),
        timely=timely,
        subjects=sets["i"]
        | sets["we"]
        | sets["third"]
        | sets["ands"]
        | sets["relative"]
        | kin.keys(),
        nothing=(sets["empty"] | sets["pronouns"] | sets["cuts"] | sets["stops"])
        - (sets["articles"] | sets["my"] | sets["our"] | sets["negations"] | sets["over"])
        - (sets["fillers"] | sets["links"] | timely),
        between=sets["fillers"] | sets["negations"] | sets["over"],
        passing=sets["fillers"]
        | sets["negations"]
        | sets["over"]
        | sets["links"]
        | timely
        | {"1"}
        | {word for pair in pairs for word in pair},
        **sets,
    )
