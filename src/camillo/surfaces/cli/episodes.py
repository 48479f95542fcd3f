"""``camillo episodes``: sessions and tool runs, listed, read and searched.

JSON: list: ``{"episodes": [Episode]}``; show: ``Episode``; search: ``{"episodes": [Recalled]}``; context:
``Context``; undo: ``Receipt``.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from camillo.domain.errors import InvalidInput
from camillo.surfaces.cli import codes, output
from camillo.surfaces.cli.opening import opened
from camillo.surfaces.cli.options import Parser, number
from camillo.text.inert import inert_line

if TYPE_CHECKING:
    from camillo.app.episodes.episodes import Episodes
    from camillo.domain.episode import Context, Episode, Recalled, Said

_ACTIONS = ("list", "show", "search", "context", "undo")


def arguments(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument("action", choices=_ACTIONS, help="what to do")
    parser.add_argument(
        "what",
        metavar="WHAT",
        nargs="*",
        help="show: an episode's id, or that of a text in it; search: a question; context, undo: a text's id",
    )
    parser.add_argument("--wing", metavar="NAME", help="list, search: only in this wing")
    parser.add_argument("--since", metavar="TIME", help="list: not before this day or time")
    parser.add_argument("--until", metavar="TIME", help="list: not after this day or time")
    parser.add_argument(
        "--now", metavar="TIME", help="search: what recency counts back from, else the clock"
    )
    parser.add_argument(
        "--limit", metavar="N", type=number(1, 1000), default=20, help="list, search: how many"
    )


def command(
    *,
    action: str,
    what: list[str],
    wing: str | None,
    since: str | None,
    until: str | None,
    now: str | None,
    limit: int,
    palace: Path | None,
    as_json: bool,
) -> int:
    """Show sessions and tool runs: what was said in them, what tools did, and how it ended.

    search weighs by relevance, recency and importance. context shows what later memories added to the
    one of an id, and undo takes the last of it back.
    """
    words = " ".join(what)
    if bool(words) == (action == "list") or (action != "search" and len(what) > 1):
        raise InvalidInput("an id or a question is missing, or too much", "see `--help`")
    with opened(palace) as memory:
        episodes = memory.episodes
        if action == "list":
            listed = episodes.list(wing=wing, since=since, until=until, limit=limit)
            return _several(listed, _print_listed, as_json=as_json)
        if action == "search":
            found = episodes.search(words, wing=wing, limit=limit, now=now)
            return _several(found, _print_recalled, as_json=as_json)
        return _one(episodes, action, words, as_json=as_json)


def _one(episodes: "Episodes", action: str, id: str, *, as_json: bool) -> int:
    does: Mapping[str, tuple[Callable[[str], object], Callable[..., None]]] = {
        "show": (episodes.get, _print_episode),
        "context": (episodes.context, _print_context),
        "undo": (episodes.undo, output.receipt),
    }
    ask, show = does[action]
    found = ask(id)
    if as_json:
        output.emit(found)
    else:
        show(found)
    return codes.DONE


def _several(found: "tuple[object, ...]", show: Callable[..., None], *, as_json: bool) -> int:
    if as_json:
        output.emit({"episodes": found})
    else:
        show(found)
    return codes.DONE if found else codes.FOUND_WANTING


def _print_listed(found: "tuple[Episode, ...]") -> None:
    for one in found:
        _print_head(one)
    if not found:
        output.line("No episodes.")


def _print_recalled(found: "tuple[Recalled, ...]") -> None:
    for one in found:
        parts = ("relevance", "recency")
        told = [f"{name} {one.why[name]:.2f}" for name in parts]
        importance: Mapping[str, float] = one.why["importance"]  # type: ignore[assignment]
        told.append(f"importance {importance['value']:.2f}")
        output.line(f"{one.score:.2f}  {', '.join(told)}", "strong")
        _print_head(one.episode)
        print_said(one.episode.gist)
    if not found:
        output.line("No episodes.")


def _print_head(one: "Episode") -> None:
    when = " to ".join(dict.fromkeys(filter(None, (one.began, one.ended))))
    where = ", ".join(one.wings)
    title = one.title or one.conversation
    output.line("  ".join(inert_line(part) for part in (when, where, title) if part), "strong")
    told = [output.many(one.turns, "turn")]
    if one.stepped:
        told.append(f"{output.many(one.stepped, 'step')}, {one.failed} failed")
    if one.speakers:
        told.append(inert_line(", ".join(one.speakers)))
    output.line(f"   {'; '.join(told)}")
    output.line(f"   id {one.id}", "faint")


def _print_episode(one: "Episode") -> None:
    _print_head(one)
    if one.gist:
        output.line("gist:", "strong")
        print_said(one.gist)
    if one.steps:
        output.line("steps:", "strong")
    for step in one.steps:
        tool = inert_line(step.tool) or "tool"
        output.line(f"   {step.outcome:5}  {tool}  {step.call} {' '.join(step.results)}".rstrip())
    output.line("turns:", "strong")
    for id in one.ids:
        output.line(f"   {id}", "faint")


def _print_context(found: "Context") -> None:
    output.line(f"version {found.version} of {found.id}", "strong")
    print_said(found.lines)


def print_said(lines: "tuple[Said, ...]") -> None:
    """Lines with who said them, when, and the id of their own words."""
    for line in lines:
        who = "  ".join(inert_line(part) for part in (line.at or "", line.speaker) if part)
        output.behind_margin(line.text, "   ")
        output.line(f"   {who}  id {line.id}".rstrip(), "faint")
