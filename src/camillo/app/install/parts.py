"""What Camillo writes into a host's file: its server's entry and its hooks, found again as its own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol

from camillo.app.install import toml_text
from camillo.app.install.jsonc import Node
from camillo.app.install.launch import Launch, Shell, is_hook, is_server, own_arguments, quoted
from camillo.app.install.surgery import Step, Text
from camillo.domain.errors import InvalidInput

#: The name of the server's entry in every host.
NAME = "camillo"

#: How a command line is written in an entry: a program with a list of arguments, or one list.
Form = Literal["command-args", "command-list"]


class Part(Protocol):
    """One thing that stands in one file of a host; ``None`` is the text of a file that is missing."""

    path: Path

    def put(self, text: str | None, launch: Launch) -> str:
        """The text with this in it, up to date."""
        ...

    def take(self, text: str | None) -> str | None:
        """The text without it; None where nothing is left of a file that was created for it."""
        ...


@dataclass(frozen=True, slots=True)
class JsonServer(Part):
    """The MCP server's entry in a JSON file, under ``key``; ``fixed`` are the entry's other values."""

    path: Path
    key: str
    fixed: Mapping[str, object]
    form: Form = "command-args"

    def put(self, text: str | None, launch: Launch) -> str:
        """Add the entry, or change the command line of the one that is there."""
        written = Text(text or "", str(self.path))
        entry = written.find((self.key, NAME))
        if entry is None:
            words = launch.server()
            written.put((self.key,), NAME, {**self.fixed, **self._line(words)})
            return written.written
        there = self._words(entry)
        if not is_server(there[0] if there else "", there[1:]):
            raise _taken(self.path, f"{self.key}.{NAME}")
        words = (*launch.server(), *own_arguments(there))
        for name, value in reversed(self._line(words).items()):
            written.replace((self.key, NAME, name), value)
        return written.written

    def take(self, text: str | None) -> str | None:
        """Take the entry out, if it starts Camillo."""
        written = Text(text or "", str(self.path))
        entry = written.find((self.key, NAME))
        words = () if entry is None else self._words(entry)
        if not words or not is_server(words[0], words[1:]):
            return text
        written.take((self.key, NAME))
        return written.written or None

    def _line(self, words: Sequence[str]) -> dict[str, object]:
        if self.form == "command-list":
            return {"command": list(words)}
        return {"command": words[0], "args": list(words[1:])}

    def _words(self, entry: Node) -> tuple[str, ...]:
        return _words_of(entry.value)


@dataclass(frozen=True, slots=True)
class TomlServer(Part):
    """The MCP server's table in a TOML file, ``[key.camillo]``."""

    path: Path
    key: str

    def put(self, text: str | None, launch: Launch) -> str:
        """Add the table, or change the command line of the one that is there."""
        words = launch.server()
        there = self._there(text or "")
        place, name = (self.key, NAME), str(self.path)
        if there is None:
            values = {"command": words[0], "args": list(words[1:])}
            return toml_text.put_table(text or "", place, values, name)
        old = _words_of(there)
        if not old or not is_server(old[0], old[1:]):
            raise _taken(self.path, f"{self.key}.{NAME}")
        words = (*words, *own_arguments(old))
        if words == old:
            return text or ""
        values = {"command": words[0], "args": list(words[1:])}
        return toml_text.set_values(text or "", place, values, name)

    def take(self, text: str | None) -> str | None:
        """Take the table out, if it starts Camillo."""
        words = _words_of(self._there(text or ""))
        if not words or not is_server(words[0], words[1:]):
            return text
        return toml_text.take_table(text or "", (self.key, NAME), str(self.path)) or None

    def _there(self, text: str) -> object:
        tables = toml_text.read(text, str(self.path)).get(self.key, {})
        return tables.get(NAME) if isinstance(tables, dict) else None


@dataclass(frozen=True, slots=True)
class JsonHooks(Part):
    """Camillo's hooks in a JSON file.

    ``events`` maps the host's name of an event to its time limit in the host's unit.
    ``shell`` is what the host hands a command line to; None where it takes arguments by themselves.
    With ``grouped`` a handler stands in a group of an event, else in the event itself. ``head`` is
    what the file must say besides.
    """

    path: Path
    host: str
    events: Mapping[str, int]
    shell: Shell | None
    grouped: bool = True
    head: Mapping[str, object] | None = None

    def put(self, text: str | None, launch: Launch) -> str:
        """Add the hooks that are missing and change the command lines of those that are there."""
        written = Text(text or "", str(self.path))
        self._put_head(written)
        for event, limit in self.events.items():
            handler = self._handler(launch.hook(event, self.host), limit)
            places = list(self._own(written, event))
            if not places:
                written.put(
                    ("hooks", event), None, {"hooks": [handler]} if self.grouped else handler
                )
            for place in places[1:][::-1]:
                self._take_one(written, place)
            for name in ("args", "command") if places else ():
                if name in handler:
                    written.replace((*places[0], name), handler[name])
        for event in reversed(self._events(written)):
            if event not in self.events:
                self._take_event(written, event)
        return written.written

    def take(self, text: str | None) -> str | None:
        """Take out every hook that starts Camillo."""
        written = Text(text or "", str(self.path))
        # Backwards, so that the first one put in, whose layout tells, is the last to go.
        events = reversed(self._events(written))
        taken = [self._take_event(written, event) for event in events]
        if any(taken) and self.head and written.written == self._bare():
            return None
        return text if not any(taken) else written.written or None

    def _bare(self) -> str:
        """A file that was created here and holds nothing yet."""
        made = Text("", str(self.path))
        self._put_head(made)
        return made.written

    def _put_head(self, written: Text) -> None:
        for name, value in (self.head or {}).items():
            node = written.find((name,))
            if written.blank:
                written.put((), name, value)
            elif node is None or node.value != value:
                raise InvalidInput(
                    f"{self.path} does not say {name} {value}; nothing was changed",
                    f'write "{name}": {value} into it, or move it away, and run this again',
                )

    def _handler(self, words: Sequence[str], limit: int) -> dict[str, object]:
        kind = {"type": "command"} if self.grouped else {}
        if self.shell is None:
            return {**kind, "command": words[0], "args": list(words[1:]), "timeout": limit}
        return {**kind, "command": quoted(words, self.shell), "timeout": limit}

    def _events(self, written: Text) -> list[str]:
        node = written.find(("hooks",))
        return [str(one.name) for one in node.items] if node and node.kind == "object" else []

    def _own(self, written: Text, event: str) -> list[tuple[Step, ...]]:
        """The places of Camillo's handlers of an event, in order."""
        node = written.find(("hooks", event))
        found: list[tuple[Step, ...]] = []
        for number, item in enumerate(node.items if node and node.kind == "array" else ()):
            place: tuple[Step, ...] = ("hooks", event, number)
            if not self.grouped:
                found += [place] if _starts_hook(item.node.value) else []
                continue
            handlers = item.node.get("hooks") if item.node.kind == "object" else None
            found += [
                (*place, "hooks", at)
                for at, one in enumerate(handlers.node.items if handlers else ())
                if _starts_hook(one.node.value)
            ]
        return found

    def _take_event(self, written: Text, event: str) -> bool:
        places = self._own(written, event)
        for place in reversed(places):
            self._take_one(written, place)
        return bool(places)

    def _take_one(self, written: Text, place: tuple[Step, ...]) -> None:
        """A handler; with the group around it, if it was the only one there."""
        around = written.find(place[:-1])
        alone = around is not None and len(around.items) == 1
        written.take(place[:3] if self.grouped and alone else place)


def _words_of(entry: object) -> tuple[str, ...]:
    """The command line of an entry or a handler, in whichever form it is written."""
    if not isinstance(entry, dict):
        return ()
    command, arguments = entry.get("command"), entry.get("args", [])
    listed = [command] if isinstance(command, str) else command
    if not isinstance(listed, list) or not isinstance(arguments, list):
        return ()
    return tuple(map(str, [*listed, *arguments]))


def _starts_hook(handler: object) -> bool:
    words = _words_of(handler)
    return bool(words) and is_hook(words[0], words[1:])


def _taken(path: Path, name: str) -> InvalidInput:
    return InvalidInput(
        f"{path} has an entry {name} that does not start Camillo; nothing was changed",
        "give that entry another name, and run this again",
    )
