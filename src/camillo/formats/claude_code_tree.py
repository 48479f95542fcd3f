"""Which records of a Claude Code transcript belong to the visible conversation.

Records point at the one before by ``parentUuid``. Going back to an earlier prompt forks that tree. So
does every parallel tool call: each result hangs on the record of its own call, beside the
next call of the same message; those forks are no branches.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from camillo.formats.blocks import label
from camillo.formats.jsonl import Record
from camillo.formats.shapes import as_dict, as_list, as_text, first_text
from camillo.formats.tree import Line, lines, uncycle
from camillo.ports.reader import Unknown

_MESSAGES = ("user", "assistant", "system", "attachment")


@dataclass(slots=True)
class Node:
    """One record with an id: where it is, what it belongs to, and how it hangs in the tree.

    ``sort`` is prompt, reply, result or other; ``reply`` is the id of the model's message, which
    several records share.
    """

    number: int
    start: int
    id: str
    parent: str
    session: str
    sort: str
    reply: str = ""
    agent: str = ""
    shown: bool = True


@dataclass(slots=True)
class Transcript:
    """What is known of a whole file before its turns are read: nodes, titles, names of tools."""

    stem: str
    nodes: list[Node] = field(default_factory=list)
    titles: dict[str, str] = field(default_factory=dict)
    tools: dict[str, str] = field(default_factory=dict)
    _ids: dict[str, int] = field(default_factory=dict)
    _summaries: list[tuple[Record, str]] = field(default_factory=list)
    _named: dict[str, str] = field(default_factory=dict)
    _other: list[Unknown] = field(default_factory=list)

    def note(self, record: Record) -> None:
        """Take in one record."""
        fields = as_dict(record.value)
        kind = fields.get("type")
        if kind == "summary":
            light = Record(record.number, record.start, "", as_text(fields.get("summary")))
            self._summaries.append((light, as_text(fields.get("leafUuid"))))
        elif kind in ("ai-title", "custom-title"):
            title = first_text(fields, "customTitle", "aiTitle", "title")
            names = self._named if kind == "custom-title" else self.titles
            names[as_text(fields.get("sessionId")) or self.stem] = title
        elif kind in _MESSAGES or as_text(fields.get("uuid")):
            self._add(_node(fields, record, self.stem), fields)
        if kind not in (*_MESSAGES, "summary", "ai-title", "custom-title"):
            self._other.append(label("", kind))

    def unknown(self) -> Iterator[Unknown]:
        """The records that are not read, one by one, for the census."""
        yield from self._other
        for _, leaf in self._summaries:
            if leaf not in self._ids:
                yield Unknown("summary of another session")

    def ordered(self) -> Iterator[tuple[Node, str]]:
        """Each node that holds a message, with its branch: the visible ones first."""
        self._name()
        branches = self._branches()
        for leaf, node in self._summary_nodes():
            yield node, branches[leaf]
        visible = (index for index, branch in enumerate(branches) if not branch)
        others: dict[str, list[int]] = {}
        for index, branch in enumerate(branches):
            if branch:
                others.setdefault(branch, []).append(index)
        for index in (*visible, *(index for group in others.values() for index in group)):
            if self.nodes[index].shown:
                yield self.nodes[index], branches[index]

    def _add(self, node: Node, fields: dict[str, Any]) -> None:
        if node.id in self._ids:
            return
        self._ids[node.id] = len(self.nodes)
        self.nodes.append(node)
        for block in as_list(as_dict(fields.get("message")).get("content")):
            call, tool = as_text(as_dict(block).get("id")), as_text(as_dict(block).get("name"))
            if call and tool:
                self.tools[call] = tool

    def _name(self) -> None:
        for record, leaf in self._summaries:
            if leaf in self._ids and record.value:
                session = self.nodes[self._ids[leaf]].session
                self.titles.setdefault(session, str(record.value))
        self.titles.update(self._named)

    def _summary_nodes(self) -> Iterator[tuple[int, Node]]:
        for record, leaf in self._summaries:
            if leaf in self._ids and f"summary:{leaf}" not in self._ids:
                self._ids[f"summary:{leaf}"] = -1
                session = self.nodes[self._ids[leaf]].session
                name = f"summary:{leaf}"
                yield (
                    self._ids[leaf],
                    Node(record.number, record.start, name, leaf, session, "other"),
                )

    def _branches(self) -> list[str]:
        parents = self._parents()
        uncycle(parents)
        ranks = [float(index) if _counts(node) else -1.0 for index, node in enumerate(self.nodes)]
        ranks += [-1.0] * (len(parents) - len(ranks))
        branches = [""] * len(parents)
        spoken: dict[str, set[str]] = {}
        for line in lines(parents, ranks):
            self._mark(line, parents, branches, spoken)
        return branches[: len(self.nodes)]

    def _mark(
        self, line: Line, parents: list[int], branches: list[str], spoken: dict[str, set[str]]
    ) -> None:
        """Name the branch of a line; what merely hangs beside its parent's line joins that line."""
        nodes = [index for index in line.nodes if index < len(self.nodes)]
        if not line.visible:
            parent = branches[parents[line.nodes[0]]]
            nodes = self._join(nodes, parent, branches, spoken)
        if not nodes:
            return
        branch = "" if line.visible else self.nodes[nodes[0]].id
        for index in nodes:
            branches[index] = branch
            spoken.setdefault(branch, set()).add(self.nodes[index].reply)

    def _join(
        self, nodes: list[int], branch: str, branches: list[str], spoken: dict[str, set[str]]
    ) -> list[int]:
        replies = spoken.get(branch, set()) - {""}
        joins = 0
        while joins < len(nodes) and (
            self.nodes[nodes[joins]].sort == "result" or self.nodes[nodes[joins]].reply in replies
        ):
            joins += 1
        if all(self.nodes[index].sort in ("other", "result") for index in nodes[joins:]):
            joins = len(nodes)
        for index in nodes[:joins]:
            branches[index] = branch
        return nodes[joins:]

    def _parents(self) -> list[int]:
        """The parent of each node, then of virtual nodes that unite rival first prompts."""
        parents = [self._ids.get(node.parent, -1) for node in self.nodes]
        last: dict[str, int] = {}
        first_prompts: dict[str, list[int]] = {}
        for index, node in enumerate(self.nodes):
            if node.agent:
                if parents[index] >= 0 and not self.nodes[parents[index]].agent:
                    parents[index] = -1
            elif parents[index] < 0:
                if node.sort == "prompt" and not node.parent:
                    first_prompts.setdefault(node.session, []).append(index)
                else:
                    parents[index] = last.get(node.session, -1)
            if not node.agent:
                last[node.session] = index
        for rivals in first_prompts.values():
            if len(rivals) > 1:
                for index in rivals:
                    parents[index] = len(parents)
                parents.append(-1)
        return parents


def _counts(node: Node) -> bool:
    return node.sort != "other"


def _node(fields: dict[str, Any], record: Record, stem: str) -> Node:
    agent = ""
    if fields.get("isSidechain") is True or as_text(fields.get("agentId")):
        agent = as_text(fields.get("agentId")) or "sidechain"
    return Node(
        number=record.number,
        start=record.start,
        id=as_text(fields.get("uuid")) or f"line-{record.number}",
        parent=first_text(fields, "parentUuid", "logicalParentUuid"),
        session=as_text(fields.get("sessionId")) or stem,
        sort=_sort(fields),
        reply=as_text(as_dict(fields.get("message")).get("id")),
        agent=agent,
        shown=fields.get("type") in _MESSAGES,
    )


def _sort(fields: dict[str, Any]) -> str:
    kind = fields.get("type")
    if kind == "assistant":
        return "reply"
    if kind != "user" or fields.get("isMeta") is True or fields.get("isCompactSummary") is True:
        return "other"
    blocks = as_list(as_dict(fields.get("message")).get("content"))
    if blocks and all(as_dict(block).get("type") == "tool_result" for block in blocks):
        return "result"
    return "prompt"
