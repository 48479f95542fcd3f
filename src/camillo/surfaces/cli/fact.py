"""``camillo fact``: state what holds, end it, take it back, and ask for it.

JSON: add, end, replace and retract: ``Stated``; about, timeline: ``{"facts": [Fact]}``; contradictions:
``{"contradictions": [Contradiction]}``; predicates: ``{"predicates": [Predicate]}``; declare: ``Receipt``.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from camillo.domain.errors import InvalidInput
from camillo.surfaces.cli import codes, output
from camillo.surfaces.cli.opening import opened
from camillo.surfaces.cli.options import Parser, number
from camillo.text.inert import inert_line

if TYPE_CHECKING:
    from camillo.app.facts.facts import Facts
    from camillo.domain.fact import Contradiction, Fact, Predicate, Stated
    from camillo.domain.moment import Moment

#: Each verb with the words it takes and those that may be left out.
_WORDS = {
    "add": ("SUBJECT PREDICATE OBJECT", 3, 3),
    "end": ("SUBJECT PREDICATE OBJECT", 3, 3),
    "replace": ("SUBJECT PREDICATE OLD NEW", 4, 4),
    "retract": ("ID", 1, 1),
    "about": ("ENTITY [PREDICATE]", 1, 2),
    "timeline": ("ENTITY", 1, 1),
    "contradictions": ("", 0, 0),
    "predicates": ("", 0, 0),
    "declare": ("PREDICATE", 1, 1),
}
_READS = ("about", "timeline", "contradictions", "predicates")


def arguments(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument("action", choices=tuple(_WORDS), help="what to do")
    parser.add_argument(
        "words",
        metavar="WORD",
        nargs="*",
        help="add, end: SUBJECT PREDICATE OBJECT; replace: SUBJECT PREDICATE OLD NEW; about: ENTITY"
        " [PREDICATE]; timeline: ENTITY; retract: ID; declare: PREDICATE",
    )
    parser.add_argument(
        "--from", dest="valid_from", metavar="TIME", help="add: since when it holds"
    )
    parser.add_argument(
        "--to", dest="valid_to", metavar="TIME", help="add: the first day it no longer holds"
    )
    parser.add_argument("--at", metavar="TIME", help="end, replace: when it changed, else now")
    parser.add_argument("--confidence", metavar="P", type=float, default=1.0, help="add: 0 to 1")
    parser.add_argument("--cite", metavar="ID", help="add, replace: the text that says it")
    parser.add_argument("--by", metavar="NAME", default="user", help="on whose word")
    parser.add_argument("--as-of", metavar="TIME", help="about: what held then")
    parser.add_argument("--known-at", metavar="TIME", help="ask by what was known then")
    parser.add_argument(
        "--direction", choices=("both", "out", "in"), default="both", help="about: which side"
    )
    parser.add_argument("--hops", metavar="N", type=number(1, 3), default=1, help="about: how far")
    parser.add_argument("--wing", metavar="NAME", help="contradictions: of this wing only")
    parser.add_argument("--one", action="store_true", help="declare: one object at a time")
    parser.add_argument("--inverse", metavar="NAME", default="", help="declare: its inverse")
    parser.add_argument(
        "--one-subject", action="store_true", help="declare: an object has one subject at a time"
    )
    parser.add_argument("--symmetric", action="store_true", help="declare: it holds both ways")
    parser.add_argument(
        "--label", metavar="NAME", action="append", default=[], help="declare: another name of it"
    )


def command(
    *, action: str, words: list[str], palace: Path | None, as_json: bool, **given: Any
) -> int:
    """Keep facts with their times: add, end, replace or retract one; ask what holds or held."""
    shape, least, most = _WORDS[action]
    if not least <= len(words) <= most:
        told = f"camillo fact {action} {shape}".rstrip()
        raise InvalidInput(f"{action} takes other words", f"write `{told}`")
    with opened(palace, create=action not in _READS) as memory:
        made = _ACTIONS[action](memory.facts, words, given)
    if as_json:
        output.emit(made if not isinstance(made, tuple) else {_named(action): made})
    else:
        _PRINTED[action](made)
    return codes.FOUND_WANTING if made == () and action in ("about", "timeline") else codes.DONE


def _named(action: str) -> str:
    return "facts" if action in ("about", "timeline") else action


def _add(facts: "Facts", words: list[str], given: dict[str, Any]) -> object:
    times = {"valid_from": given["valid_from"], "valid_to": given["valid_to"]}
    rest = {name: given[name] for name in ("confidence", "cite", "by")}
    return facts.add(words[0], words[1], words[2], **times, **rest)


def _end(facts: "Facts", words: list[str], given: dict[str, Any]) -> object:
    return facts.end(words[0], words[1], words[2], ended=given["at"], by=given["by"])


def _replace(facts: "Facts", words: list[str], given: dict[str, Any]) -> object:
    rest = {name: given[name] for name in ("at", "confidence", "cite", "by")}
    return facts.supersede(words[0], words[1], words[2], words[3], **rest)


def _retract(facts: "Facts", words: list[str], given: dict[str, Any]) -> object:
    return facts.retract(words[0], by=given["by"])


def _about(facts: "Facts", words: list[str], given: dict[str, Any]) -> object:
    when = {"as_of": given["as_of"], "known_at": given["known_at"]}
    if len(words) > 1:
        return facts.relation(words[0], words[1], **when)
    return facts.about(words[0], **when, direction=given["direction"], hops=given["hops"])


def _timeline(facts: "Facts", words: list[str], given: dict[str, Any]) -> object:
    return facts.timeline(words[0], known_at=given["known_at"])


def _contradictions(facts: "Facts", words: list[str], given: dict[str, Any]) -> object:
    return facts.contradictions(given["wing"], known_at=given["known_at"])


def _predicates(facts: "Facts", words: list[str], given: dict[str, Any]) -> object:
    return facts.predicates()


def _declare(facts: "Facts", words: list[str], given: dict[str, Any]) -> object:
    return facts.declare(
        words[0],
        holds="one" if given["one"] else "many",
        inverse=given["inverse"],
        inverse_holds="one" if given["one_subject"] else "many",
        symmetric=given["symmetric"],
        labels=given["label"],
    )


_ACTIONS: dict[str, Callable[["Facts", list[str], dict[str, Any]], object]] = {
    "add": _add,
    "end": _end,
    "replace": _replace,
    "retract": _retract,
    "about": _about,
    "timeline": _timeline,
    "contradictions": _contradictions,
    "predicates": _predicates,
    "declare": _declare,
}


def _print_stated(made: "Stated") -> None:
    output.line(("Known already: " if made.known else "") + _told(made.fact), "strong")
    output.line(f"id {made.fact.id}", "faint")
    for fact in made.ended:
        output.line(f"ends: {_told(fact)}", "warn")
    for fact in made.contradicts:
        output.line(f"contradicts: {_told(fact)}  (id {fact.id})", "warn")


def _print_facts(facts: "Sequence[Fact]") -> None:
    for fact in facts:
        output.line(_told(fact), "strong" if fact.current else "faint")
        parts = [f"id {fact.id}", f"by {inert_line(fact.by)}", f"confidence {fact.confidence:.2f}"]
        parts += [f"cites {fact.cite}"] if fact.cite else []
        output.line(f"   {', '.join(parts)}", "faint")
    if not facts:
        output.line("No facts.")


def _print_pairs(pairs: "Sequence[Contradiction]") -> None:
    for pair in pairs:
        output.line(f"{_told(pair.fact)}  (id {pair.fact.id})", "strong")
        output.line(f"   against {_told(pair.other)}  (id {pair.other.id})")
    if not pairs:
        output.line("No contradictions.")


def _print_predicates(predicates: "Sequence[Predicate]") -> None:
    rows = [(one.name, one.holds, "=" if one.symmetric else one.inverse, one.inverse_holds, len(one.labels))
            for one in predicates]  # fmt: skip
    output.table(("predicate", "holds", "inverse", "inverse holds", "labels"), rows)


_PRINTED: dict[str, Callable[[Any], None]] = {
    "add": _print_stated,
    "end": _print_stated,
    "replace": _print_stated,
    "retract": _print_stated,
    "about": _print_facts,
    "timeline": _print_facts,
    "contradictions": _print_pairs,
    "predicates": _print_predicates,
    "declare": output.receipt,
}


def _told(fact: "Fact") -> str:
    """The triple with its times, and why it does not hold where it does not."""
    span = f"{_day(fact.valid_from)} to {_day(fact.valid_to)}"
    known = fact.valid_from is not None or fact.valid_to is not None
    parts = [inert_line(fact.words), f"({span})" if known else ""]
    if fact.retracted_at is not None:
        parts.append(f"[taken back {_day(fact.retracted_at)}]")
    elif fact.contested:
        parts.append(f"[contested by {fact.contested}]")
    elif not fact.current:
        parts.append("[not now]")
    return "  ".join(part for part in parts if part)


def _day(moment: "Moment | None") -> str:
    return "?" if moment is None else inert_line(moment.text)
