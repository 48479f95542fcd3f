"""``camillo search``: passages that answer a question, best first.

JSON: ``Found``.
"""

from typing import TYPE_CHECKING, Annotated

import typer

from camillo.domain.search import Group
from camillo.surfaces.cli import codes, options, output
from camillo.surfaces.cli.opening import opened
from camillo.surfaces.cli.show import inert, inert_line

if TYPE_CHECKING:
    from camillo.domain.search import Found, Hit


def command(  # noqa: PLR0913 - each parameter is one option of the command
    question: Annotated[str, typer.Argument(metavar="QUESTION", help="In your own words.")],
    wing: options.Wing = None,
    room: options.Room = None,
    hall: options.Hall = None,
    speaker: Annotated[str | None, typer.Option(metavar="NAME", help="Who said it.")] = None,
    source: Annotated[str | None, typer.Option(metavar="URI", help="The source's uri.")] = None,
    kind: Annotated[
        str | None, typer.Option(metavar="KIND", help="The source's kind, such as claude-code.")
    ] = None,
    conversation: Annotated[
        str | None, typer.Option(metavar="ID", help="The conversation's id.")
    ] = None,
    since: Annotated[
        str | None, typer.Option(metavar="TIME", help="Not before this day or time.")
    ] = None,
    until: Annotated[
        str | None, typer.Option(metavar="TIME", help="Not after this day or time.")
    ] = None,
    meta: options.Meta = None,
    limit: Annotated[int, typer.Option(min=1, max=1000, help="How many results.")] = 10,
    budget: Annotated[
        int | None, typer.Option(min=1, metavar="TOKENS", help="Most tokens of text in all.")
    ] = None,
    group: Annotated[Group, typer.Option(help="One result per drawer or conversation.")] = "drawer",
    old: Annotated[bool, typer.Option("--old", help="Search replaced versions too.")] = False,
    why: Annotated[bool, typer.Option("--why", help="Show the score of each stage.")] = False,
    palace: options.PalacePath = None,
    as_json: options.Json = False,
) -> int:
    """Find what was said, word for word, with its source."""
    values = options.meta_values(meta)
    with opened(palace) as memory:
        found = memory.search(
            question,
            wing=wing,
            room=room,
            hall=hall,
            speaker=speaker,
            source=source,
            source_kind=kind,
            conversation=conversation,
            since=since,
            until=until,
            meta=values,
            limit=limit,
            budget=budget,
            group=group,
            versions="all" if old else "current",
        )
    if as_json:
        output.emit(found)
    else:
        _print(found, why)
    return codes.DONE if found.results else codes.FOUND_WANTING


def _print(found: "Found", why: bool) -> None:
    for rank, hit in enumerate(found.results, 1):
        _print_hit(hit, f"{rank}. ", why)
        for passage in hit.passages:
            _print_hit(passage, "   + ", why)
    searched = output.many(found.searched, "drawer")
    if not found.results:
        output.line(f"Nothing found in {searched}.")
    notes = [*found.flags, *(_understood(found) if why else [])]
    tail = f"{searched} searched in {found.milliseconds:.0f} ms, {found.coverage:.0%} refined"
    output.line("; ".join([tail, *map(inert_line, notes)]), "faint")


def _print_hit(hit: "Hit", mark: str, why: bool) -> None:
    place = " / ".join(map(inert_line, (hit.wing, hit.room, hit.hall)))
    said = "  ".join(inert_line(part) for part in (hit.at or "", hit.speaker, hit.title) if part)
    output.line(f"{mark}{hit.score:.2f}  {place}  {said}".rstrip(), "strong")
    output.line(f"   {inert_line(hit.source)}", "faint")
    for row in inert(hit.text).rstrip("\n").split("\n"):
        output.line(f"   | {row}")
    if hit.also:
        output.line(f"   also in {', '.join(map(inert_line, hit.also))}", "faint")
    if why:
        stages = ", ".join(f"{name} {_stage(value)}" for name, value in hit.why.items())
        output.line(f"   why: {inert_line(stages)}", "faint")
    output.line(f"   id {hit.id}", "faint")
    output.line()


def _stage(value: object) -> str:
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def _understood(found: "Found") -> list[str]:
    return [f"{name}: {value}" for name, value in found.understood.items() if value]
