"""VS Code's log of changes to one object: the object first, then what was set, pushed or deleted in it.

Taken from microsoft/vscode: src/vs/workbench/contrib/chat/common/model/objectMutationLog.ts.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from camillo.domain.report import Problem
from camillo.formats import jsonl
from camillo.formats.shapes import as_dict, as_list

_INITIAL, _SET, _PUSH, _DELETE = range(4)
#: The deepest change of a chat is some six steps down; no log may build what is too deep to write.
_STEPS = 20


@dataclass(slots=True)
class Log:
    """The object as the log leaves it, and the elements of its top arrays that were cut off."""

    state: dict[str, Any] = field(default_factory=dict)
    cut: dict[str, list[Any]] = field(default_factory=dict)

    def read(self, stream: BinaryIO, where: str) -> Iterator[Problem]:
        """Apply every line in order; one that does not fit is a problem, and the rest goes on."""
        for record in jsonl.records(stream, where):
            if isinstance(record, Problem):
                yield record
                continue
            try:
                self.apply(as_dict(record.value))
            except (LookupError, TypeError, ValueError):
                what = "the change does not fit what stands before it"
                yield Problem(f"{where}:{record.number}", what, "the rest is read")

    def apply(self, entry: dict[str, Any]) -> None:
        """Apply one entry.

        Raises:
            LookupError, TypeError, ValueError: it is none, or there is no such place in the object.
        """
        kind, path = entry.get("kind"), as_list(entry.get("k"))
        if kind == _INITIAL:
            self._replace(as_dict(entry.get("v")))
            return
        if not path or len(path) > _STEPS or kind not in (_SET, _PUSH, _DELETE):
            raise ValueError("no change")
        parent: Any = self.state
        for step in path[:-1]:
            parent = parent[_step(parent, step)]
        last = _step(parent, path[-1])
        if kind == _PUSH:
            self._push(parent, last, entry, path)
        elif kind == _SET:
            if len(path) == 1:
                self._keep(last)
            _put(parent, last, entry.get("v"))
        elif isinstance(parent, dict):
            parent.pop(last, None)
        else:
            parent[last] = None

    def _replace(self, state: dict[str, Any]) -> None:
        for name in self.state:
            self._keep(name)
        self.state = state

    def _keep(self, name: str, start: int = 0) -> None:
        listed = self.state.get(name)
        if isinstance(listed, list):
            self.cut.setdefault(name, []).extend(listed[start:])

    def _push(self, parent: Any, last: Any, entry: dict[str, Any], path: list[Any]) -> None:
        listed = parent.get(last) if isinstance(parent, dict) else parent[last]
        listed = listed if isinstance(listed, list) else []
        start = entry.get("i")
        if isinstance(start, int) and start >= 0:
            if len(path) == 1:
                self._keep(last, start)
            del listed[start:]
        listed.extend(as_list(entry.get("v")))
        _put(parent, last, listed)


def _step(parent: Any, step: Any) -> Any:
    """A step of a path, if it is one from here.

    Raises:
        TypeError: it is a key where an index belongs, or there is neither array nor object.
        IndexError: it is an index below none.
    """
    if isinstance(parent, dict) and isinstance(step, str):
        return step
    if isinstance(parent, list) and isinstance(step, int) and not isinstance(step, bool):
        if step < 0:
            raise IndexError(step)
        return step
    raise TypeError("no such step")


def _put(parent: Any, last: Any, value: Any) -> None:
    if isinstance(parent, list) and last == len(parent):
        parent.append(value)
    else:
        parent[last] = value
