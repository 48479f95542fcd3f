"""Installing Camillo in hosts, and taking it out again."""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from camillo.app.install import changes, launch
from camillo.app.install.host import Host
from camillo.app.install.hosts import HOSTS
from camillo.app.install.launch import Around, Launch
from camillo.app.install.parts import Part
from camillo.domain.errors import InvalidInput

__all__ = ["HOSTS", "Around", "Done", "Touched", "Wanted", "carry_out", "named", "plan", "present"]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked for: the project's files instead of the user's, in or out, and which palace."""

    project: bool = False
    uninstall: bool = False
    palace: Path | None = None


@dataclass(frozen=True, slots=True)
class Touched:
    """One file of a host: what is done to it, its backup if it was there, and a unified diff."""

    path: Path
    action: changes.Action
    diff: tuple[str, ...]
    backup: Path | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """What was done for one host, or would be: ``notes`` are what its user must know."""

    host: str
    title: str
    present: bool
    files: tuple[Touched, ...]
    notes: tuple[str, ...] = ()


def present(around: Around) -> list[Host]:
    """The hosts that left a trace on this machine."""
    return [host for host in HOSTS.values() if host.is_present(around)]


def named(names: Sequence[str]) -> list[Host]:
    """The hosts of these names, each once.

    Raises:
        InvalidInput: there is no such host.
    """
    for name in names:
        if name not in HOSTS:
            raise InvalidInput(f"there is no host {name!r}", f"use one of {', '.join(HOSTS)}")
    return [HOSTS[name] for name in dict.fromkeys(names)]


def plan(hosts: Sequence[Host], around: Around, wanted: Wanted) -> list[Done]:
    """What would be done; nothing is written.

    Raises:
        InvalidInput: a file of one of the hosts cannot be changed.
    """
    found = []
    for host in hosts:
        rewrites = _rewrites(host, around, wanted)
        planned = [changes.plan(path, rewrite) for path, rewrite in rewrites.items()]
        files = tuple(Touched(one.path, one.action, tuple(one.diff())) for one in planned)
        notes = () if wanted.uninstall else _notes(host, around, wanted)
        found.append(Done(host.name, host.title, host.is_present(around), files, notes))
    return found


def carry_out(hosts: Sequence[Host], around: Around, wanted: Wanted) -> list[Done]:
    """Install Camillo in hosts or take it out; whether each file can be changed is seen first.

    Raises:
        InvalidInput: a file of one of the hosts cannot be changed; then no file of any was.
        CamilloError: a file could not be written; those before it were.
    """
    planned = plan(hosts, around, wanted)
    found = []
    for host, before in zip(hosts, planned, strict=True):
        files = []
        rewrites = _rewrites(host, around, wanted)
        for path, rewrite in rewrites.items():
            change, backup = changes.carry_out(path, rewrite)
            files.append(Touched(path, change.action, tuple(change.diff()), backup))
        found.append(Done(host.name, host.title, before.present, tuple(files), before.notes))
    return found


def _rewrites(host: Host, around: Around, wanted: Wanted) -> dict[Path, changes.Rewrite]:
    parts: dict[Path, list[Part]] = {}
    for part in host.parts(around, wanted.project):
        parts.setdefault(part.path, []).append(part)
    start = Launch(launch.program(shared=wanted.project), wanted.palace)
    return {path: _rewrite(found, start, wanted.uninstall) for path, found in parts.items()}


def _rewrite(parts: Sequence[Part], start: Launch, uninstall: bool) -> changes.Rewrite:
    def rewrite(text: str | None) -> str | None:
        for part in reversed(parts) if uninstall else parts:
            text = part.take(text) if uninstall else part.put(text, start)
        return text

    return rewrite


def _notes(host: Host, around: Around, wanted: Wanted) -> tuple[str, ...]:
    told = list(host.besides)
    if not host.is_present(around):
        told.insert(0, f"{host.title} was not found here; what was written waits for it.")
    if not host.has_hooks:
        told.append(
            f"{host.title} does not call Camillo by itself: `camillo watch` saves its sessions."
        )
    if find_spec("mcp") is None:
        told.append("The server needs its extra: `pip install 'camillo[mcp]'`.")
    program = launch.program(shared=wanted.project)[0]
    if wanted.project and Path(program).is_absolute():
        told.append(f"The files name {program}, which others who get them may not have.")
    if wanted.palace is None and around.environ.get("CAMILLO_PALACE"):
        told.append("CAMILLO_PALACE is set here, but the host may not see it: give --palace.")
    return tuple(told)
