"""What a search says for people: each passage with its origin, then how the answer came about."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from camillo.surfaces.cli import output
from camillo.text.inert import inert_line

if TYPE_CHECKING:
    from camillo.domain.search import Found, Hit

#: What the flags of an answer mean to a reader; one that is not here is shown by its name.
_FLAGS = {
    "limit": "there is more; raise --limit",
    "budget": "cut to the token budget",
    "pruned-left-out": "what was pruned is left out; --include-pruned searches it too",
    "nothing-inside-filters": "nothing lies inside these filters",
    "lexical-only": "found by words alone: no model is installed",
    "static-only": "not refined yet; `camillo refine` improves the answer",
    "partly-refined": "partly refined; `camillo refine` does the rest",
    "query-reduced": "the question was reduced to its core (--explain shows it)",
    "phrase-not-found": "a quoted phrase was not found as it stands",
    "embedder-failed": "the endpoint gave no vector for the question; other tiers answered",
    "rerank-skipped": "not reranked: there was no time",
    "rerank-partial": "reranked in part: there was no time for more",
    "rerank-failed": "not reranked: the reranker failed",
}


def show(found: "Found", *, why: bool) -> None:
    """Print an answer: score, place, time, speaker, source, text and id of each passage."""
    for rank, hit in enumerate(found.results, 1):
        _print_hit(hit, f"{rank}. ", why=why)
        for passage in hit.passages:
            _print_passage(passage)
    searched = output.many(found.searched, "drawer")
    if not found.results:
        output.line(f"Nothing found in {searched}.")
    told = [f"{searched} searched in {found.milliseconds:.0f} ms, {found.coverage:.0%} refined"]
    told += [_FLAGS.get(flag, inert_line(flag)) for flag in found.flags]
    output.line("; ".join(told), "faint")
    if why:
        for name, value in found.understood.items():
            output.line(f"{inert_line(name)}: {_stage(value)}", "faint")


def _print_hit(hit: "Hit", mark: str, *, why: bool) -> None:
    place = " / ".join(map(inert_line, (hit.wing, hit.room, hit.hall)))
    output.line(f"{mark}{hit.score:.2f}  {place}  {_said(hit)}".rstrip(), "strong")
    title = f"  {inert_line(hit.title)}" if hit.title else ""
    output.line(f"   {inert_line(hit.source)}{title}", "faint")
    output.behind_margin(hit.text, "   ")
    for one in hit.superseded:
        by = f", now: {inert_line(one.by.words)}" if one.by else ""
        output.line(f"   no longer: {inert_line(one.fact.words)}{by}", "warn")
    if hit.also:
        output.line(f"   also in {', '.join(map(inert_line, hit.also))}", "faint")
    if why:
        for name, value in hit.why.items():
            output.line(f"   why: {inert_line(name)} {_stage(value)}", "faint")
    output.line(f"   id {hit.id}", "faint")
    output.line()


def _print_passage(hit: "Hit") -> None:
    """A further passage of the conversation above it, whose source stands there."""
    output.line(f"   + {hit.score:.2f}  {_said(hit)}".rstrip())
    output.behind_margin(hit.text, "     ")
    output.line(f"     id {hit.id}", "faint")
    output.line()


def _said(hit: "Hit") -> str:
    parts = (hit.at, hit.speaker or hit.role)
    return "  ".join(inert_line(part) for part in parts if part)


def _stage(value: object) -> str:
    """A stage's value on one line: numbers with three decimals, lists and tables flattened."""
    if isinstance(value, Mapping):
        return ", ".join(f"{inert_line(str(name))} {_stage(one)}" for name, one in value.items())
    if isinstance(value, list | tuple):
        return " ".join(map(_stage, value)) or "-"
    return f"{value:.3f}" if isinstance(value, float) else inert_line(str(value))
