"""``camillo search``: passages that answer a question, best first.

JSON: ``Found``.
"""

from pathlib import Path

from camillo.domain.search import Group, Order
from camillo.surfaces.cli import answers, codes, options, output
from camillo.surfaces.cli.opening import opened
from camillo.surfaces.cli.options import Parser, number


def arguments(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument("question", metavar="QUESTION", nargs="+", help="in your own words")
    options.place(parser, "search only")
    parser.add_argument("--speaker", metavar="NAME", help="who said it")
    parser.add_argument("--source", metavar="URI", help="the source's uri")
    parser.add_argument("--kind", metavar="KIND", help="the source's kind, such as claude-code")
    parser.add_argument("--conversation", metavar="ID", help="the conversation's id")
    parser.add_argument("--since", metavar="TIME", help="not before this day or time")
    parser.add_argument("--until", metavar="TIME", help="not after this day or time")
    options.meta(parser)
    parser.add_argument(
        "--limit", metavar="N", type=number(1, 1000), default=10, help="how many results"
    )
    parser.add_argument(
        "--budget", metavar="TOKENS", type=number(1), help="most tokens of text in all"
    )
    parser.add_argument(
        "--group",
        choices=("drawer", "conversation"),
        default="drawer",
        help="one result for each drawer or conversation",
    )
    parser.add_argument(
        "--order",
        choices=("relevance", "memory"),
        default="relevance",
        help="memory: relevance times recency times importance",
    )
    parser.add_argument("--include-pruned", action="store_true", help="search what was pruned too")
    parser.add_argument("--old", action="store_true", help="search replaced versions too")
    parser.add_argument(
        "--now", metavar="TIME", help="what `last week` in the question counts from"
    )
    parser.add_argument(
        "--latency", metavar="MS", type=number(1), help="skip reranking past so many milliseconds"
    )
    parser.add_argument(
        "--explain", action="store_true", help="show how it was read and each stage's score"
    )


def command(  # noqa: PLR0913 - each parameter is one option of the command
    *,
    question: list[str],
    wing: str | None,
    room: str | None,
    hall: str | None,
    speaker: str | None,
    source: str | None,
    kind: str | None,
    conversation: str | None,
    since: str | None,
    until: str | None,
    meta: list[str],
    limit: int,
    budget: int | None,
    group: Group,
    order: Order,
    include_pruned: bool,
    old: bool,
    now: str | None,
    latency: int | None,
    explain: bool,
    palace: Path | None,
    as_json: bool,
) -> int:
    """Find what was said, word for word, with its source."""
    values = options.meta_values(meta)
    with opened(palace) as memory:
        found = memory.search(
            " ".join(question),
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
            now=now,
            latency_ms=latency,
            order=order,
            include_pruned=include_pruned,
        )
    if as_json:
        output.emit(found)
    else:
        answers.show(found, why=explain)
    return codes.DONE if found.results else codes.FOUND_WANTING
