"""What ``camillo note`` says for people."""

from collections.abc import Iterable
from typing import Any

from camillo.surfaces.cli import output
from camillo.text.inert import inert_line


def show(action: str, made: Any) -> None:
    """Print what an action gave."""
    _PRINTED.get(action, _note)(made)


def _note(made: Any) -> None:
    gone = ", deleted" if made.deleted else ""
    output.line(inert_line(f"{made.slug}: {made.title}  (version {made.version}{gone})"), "strong")
    output.line(f"id {made.id}", "faint")


def _read(made: Any) -> None:
    if "slug" in made:
        told = (f"version {made['version']}", made["layer"], made["changed"], made["url"])
        output.line(inert_line(f"{made['title']}  [[{made['slug']}]]"), "strong")
        output.line("  ".join(inert_line(str(one)) for one in told if one), "faint")
    output.behind_margin(made["text"])
    for one in made.get("backlinks", ()):
        output.line(f"<- {inert_line(one.slug)}: {inert_line(one.line)}", "faint")


def _list(made: Any) -> None:
    if not made["notes"]:
        output.line("No notes.")
        return
    rows = [
        (one.slug, one.title, one.layer, one.version, one.changed, " ".join(one.tags))
        for one in made["notes"]
    ]
    output.table(("slug", "title", "layer", "version", "changed", "tags"), rows)


def _rename(made: Any) -> None:
    _note(made["note"])
    if made["rewritten"]:
        output.line(inert_line(f"links rewritten in {', '.join(made['rewritten'])}"))


def _history(made: Any) -> None:
    rows = [(one.version, one.verb, one.at, one.slug, one.title) for one in made["versions"]]
    output.table(("version", "what", "at", "slug", "title"), rows)


def _diff(made: Any) -> None:
    if made["diff"]:
        output.behind_margin(made["diff"])
    else:
        output.line("Nothing changed.")


def _links(made: Any) -> None:
    if isinstance(made, dict):
        _overview(made)
        return
    _pairs("->", made.links)
    for target in made.broken:
        output.line(inert_line(f"-> {target}  (not written yet)"), "warn")
    for one in made.backlinks:
        output.line(inert_line(f"<- {one.slug}  {one.line}"))
    for tag, slugs in made.shared.items():
        output.line(inert_line(f"#{tag}  {', '.join(slugs)}"), "faint")
    if not (made.links or made.broken or made.backlinks or made.shared):
        output.line("No links.")


def _overview(made: Any) -> None:
    for one in made.get("hubs", ()):
        output.line(inert_line(f"hub {one.slug}: {one.title}  ({one.backlinks:,})"))
    _pairs("orphan", made.get("orphans", ()))
    for one in made.get("broken", ()):
        output.line(inert_line(f"to write {one.target}  ({', '.join(one.wanted_by)})"), "warn")
    if not any(made.values()):
        output.line("None.")


def _pairs(lead: str, found: Iterable[tuple[str, str]]) -> None:
    for slug, title in found:
        output.line(inert_line(f"{lead} {slug}: {title}"))


def _related(made: Any) -> None:
    for one in made["related"]:
        output.line(inert_line(f"{one.slug}  {one.title}"), "strong")
        for shared in one.shared:
            output.line(f"  {inert_line(shared.name)}", "faint")
            output.behind_margin(f"{shared.here}\n{shared.there}", "    ")
    if not made["related"]:
        output.line("No other note names the same rare things.")


def _map(made: Any) -> None:
    if made["markdown"]:
        output.behind_margin(made["markdown"])
    elif made["pages"] or made["sources"]:
        output.line("No note fits; raise --tokens.")
    else:
        output.line("There are no notes yet.")


def _captured(made: Any) -> None:
    output.line("Captured." if made.written else "There already, unchanged.")
    _note(made.note)


def _imported(made: Any) -> None:
    told = (
        f"{output.many(len(made.added), 'note')} added",
        f"{len(made.changed):,} changed",
        f"{made.known:,} known",
        f"{output.many(made.attachments, 'attachment')} named and not taken in",
    )
    output.line(f"Read as {made.kind}: {', '.join(told)}.")
    for problem in made.problems:
        output.line(inert_line(str(problem)), "warn")


def _watched(made: Any) -> None:
    if not made["watched"]:
        output.line("Nothing is watched.")
        return
    rows = [
        (one.url, one.state, f"{one.hours} h", one.wing or "-", " ".join(one.tags), one.by)
        for one in made["watched"]
    ]
    output.table(("address", "state", "every", "wing", "tags", "by"), rows)


_PRINTED = {
    "watch": _watched,
    "read": _read,
    "list": _list,
    "rename": _rename,
    "history": _history,
    "diff": _diff,
    "links": _links,
    "related": _related,
    "map": _map,
    "capture": _captured,
    "import": _imported,
}
