"""``camillo diary``: write an entry into a role's diary, or read it.

JSON: write: ``Receipt``; read: ``{"entries": [Entry]}``; roles: ``{"diaries": [Diary]}``.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from camillo.domain.errors import InvalidInput
from camillo.surfaces.cli import codes, exact, output
from camillo.surfaces.cli.opening import opened
from camillo.surfaces.cli.options import Parser, number
from camillo.text.inert import inert_line

if TYPE_CHECKING:
    from camillo.app.diaries import Diaries
    from camillo.domain.diary import Entry


def arguments(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument("action", choices=("write", "read", "roles"), help="what to do")
    parser.add_argument(
        "role", metavar="ROLE", nargs="?", help="whose diary; read: else everyone's"
    )
    parser.add_argument(
        "text", metavar="TEXT", nargs="?", help="the entry, or - for standard input"
    )
    parser.add_argument("--wing", metavar="NAME", help="write it in, or read only, this wing")
    parser.add_argument("--at", metavar="TIME", help="write: the entry's date, else now")
    parser.add_argument("--since", metavar="TIME", help="read: not before this day or time")
    parser.add_argument("--until", metavar="TIME", help="read: not after this day or time")
    parser.add_argument(
        "--limit", metavar="N", type=number(1, 1000), default=20, help="read: how many entries"
    )


def command(
    *,
    action: str,
    role: str | None,
    text: str | None,
    wing: str | None,
    at: str | None,
    since: str | None,
    until: str | None,
    limit: int,
    palace: Path | None,
    as_json: bool,
) -> int:
    """Keep a diary for an agent's role: dated entries, word for word, read newest first."""
    _check(action, role, text)
    with opened(palace, create=action == "write") as memory:
        diaries = memory.diaries
        if action == "write":
            return _write(diaries, role or "", exact.given(text or ""), at, wing, as_json=as_json)
        if action == "roles":
            return _roles(diaries, as_json=as_json)
        found = diaries.read(role, since=since, until=until, limit=limit, wing=wing)
    if as_json:
        output.emit({"entries": found})
    else:
        _print(found)
    return codes.DONE if found else codes.FOUND_WANTING


def _check(action: str, role: str | None, text: str | None) -> None:
    if action == "write" and text is None:
        raise InvalidInput("a role or a text is missing", "write `camillo diary write ROLE TEXT`")
    spare = {"write": None, "read": text, "roles": role}[action]
    if spare is not None:
        raise InvalidInput(f"{spare!r} is one argument too many", "see `camillo diary --help`")


def _write(
    diaries: "Diaries", role: str, text: str, at: str | None, wing: str | None, *, as_json: bool
) -> int:
    receipt = diaries.write(role, text, at=at, wing=wing)
    output.receipt(receipt, as_json=as_json)
    return codes.DONE


def _roles(diaries: "Diaries", *, as_json: bool) -> int:
    told = diaries.roles()
    if as_json:
        output.emit({"diaries": told})
    elif told:
        rows = [(one.role, one.entries, one.newest) for one in told]
        output.table(("role", "entries", "newest"), rows)
    else:
        output.line("No diaries yet.")
    return codes.DONE


def _print(entries: "tuple[Entry, ...]") -> None:
    for one in entries:
        parts = (one.at or "", one.role, one.wing, one.hall)
        output.line("  ".join(inert_line(part) for part in parts if part), "strong")
        output.behind_margin(one.text)
        output.line(f"id {one.id}", "faint")
        output.line()
    if not entries:
        output.line("No entries.")
