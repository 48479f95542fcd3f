"""Sessions of an invented week in the Claude Code shape, the same for the same seed.

Each session is a list of steps: a hook's event, or a line that the host writes. What a palace must
hold afterwards is noted beside it as it is made, not read back from the lines.
"""

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

MONDAY = datetime(2026, 11, 2, 9, 0, tzinfo=UTC)
HOME = "/home/kai"
PROJECTS = ("orion", "lyra")
DAYS = 7

_WORDS = (
    "parser cache scheduler gateway exporter importer index queue worker router form chart",
    "migration session token invoice ledger webhook thumbnail report fixture deployment",
)
_NOUNS = tuple(word for line in _WORDS for word in line.split())
_DOINGS = (
    "rename the {a} and keep its tests green",
    "look why the {a} waits for the {b}",
    "add a retry to the {a}, but not to the {b}",
    "write a test for the {a} with an empty {b}",
    "explica por que o {a} depende do {b}",
    "refatora o {a} sem mudar o {b}",
    "把 {a} 模块拆成两个文件，{b} 不要动",
    "检查一下 {a} 为什么比 {b} 慢",
)
_DONE = (
    "The {a} is changed; the {b} stays as it was. Run {n} passed.",
    "I moved {n} lines from the {a} into the {b}.",
    "O {a} foi alterado em {n} linhas e o {b} continua igual.",
    "{a} 已经改好，{b} 没有变化，共 {n} 行。",
)


@dataclass(frozen=True, slots=True)
class Planted:
    """Something said on the first day, and what is asked about it on the last."""

    project: str
    role: str
    said: str
    question: str
    answer: str


PLANTED = (
    Planted(
        "orion",
        "user",
        "We decided that the staging gateway listens on port 8931, because 8080 is taken by the old proxy.",
        "On which port does the staging gateway listen?",
        "8931",
    ),
    Planted(
        "orion",
        "assistant",
        "The flaky upload test came from a clock skew of 90 seconds on the build agents; chrony fixed it.",
        "What was the cause of the flaky upload test?",
        "clock skew",
    ),
    Planted(
        "orion",
        "user",
        "Decidimos usar o Redis apenas para as sessões; as filas ficam no Postgres.",
        "Onde ficam as filas, no Redis ou no Postgres?",
        "as filas ficam no Postgres",
    ),
    Planted(
        "orion",
        "user",
        "我们决定把发布时间改到每周四下午三点，因为周五没有人值班。",
        "我们的发布时间改到什么时候了？",
        "周四下午三点",
    ),
    Planted(
        "orion",
        "user",
        "Marta owns the billing exporter; ask her before anyone changes the CSV columns.",
        "Who owns the billing exporter?",
        "Marta",
    ),
    Planted(
        "lyra",
        "assistant",
        "We rejected GraphQL because the mobile team needs offline caching by URL.",
        "Why did we reject GraphQL?",
        "offline caching",
    ),
    Planted(
        "lyra",
        "assistant",
        "The memory leak was the thumbnail cache, which never evicted; now it holds 512 entries.",
        "How many entries does the thumbnail cache hold now?",
        "512",
    ),
    Planted(
        "lyra",
        "assistant",
        "O prazo do relatório fiscal é 17 de dezembro, e a Joana faz a revisão.",
        "Qual é o prazo do relatório fiscal?",
        "17 de dezembro",
    ),
    Planted(
        "lyra",
        "assistant",
        "数据库迁移脚本放在 tools/migrate 目录，回滚时需要加 --down 参数。",
        "数据库迁移怎么回滚？",
        "--down",
    ),
    Planted(
        "lyra",
        "user",
        "In the front end I prefer an indentation of four spaces and no semicolons.",
        "Which indentation do I prefer in the front end?",
        "four spaces",
    ),
)


@dataclass(frozen=True, slots=True)
class Expected:
    """One turn as the palace must hold it; ``file`` is the transcript that orders it."""

    conversation: str
    turn: str
    role: str
    part: str
    text: str
    at: str
    wing: str
    file: str


@dataclass(frozen=True, slots=True)
class Step:
    """A hook to call (``event``, with ``given`` in its input), or a line to write to ``file``.

    ``split`` writes the line in two, the next hook coming between; ``copied`` names a transcript
    whose lines so far are written first; ``planted`` is what a prompt asks about.
    """

    event: str = ""
    given: dict[str, object] = field(default_factory=dict)
    file: str = ""
    line: bytes = b""
    split: bool = False
    copied: str = ""
    planted: Planted | None = None


@dataclass(slots=True)
class Session:
    """One session: when and where it was, what its host does, what must be kept."""

    id: str
    day: int
    project: str
    transcript: str
    steps: list[Step] = field(default_factory=list)
    expected: list[Expected] = field(default_factory=list)

    @property
    def cwd(self) -> str:
        """Where it works."""
        return f"{HOME}/{self.project}"


def week(seed: int, sessions: int = 20) -> list[Session]:
    """The sessions of a week in order of their days; the first and the last day have both projects."""
    made: list[Session] = []
    for number in range(sessions):
        dice = random.Random(f"{seed}/{number}")
        day = number * DAYS // sessions
        project = PROJECTS[number % 2]
        earlier = [one for one in made if one.project == project and one.day < day]
        resumed = earlier[-1] if earlier and number % 5 == 4 else None
        writer = _Writer(f"{number:08x}-week-{seed:04x}", day, project, dice, number)
        made.append(writer.session(planted_for(number, day, project, sessions), resumed))
    return made


def planted_for(number: int, day: int, project: str, sessions: int) -> Sequence[Planted]:
    """What this session says (on the first day) or asks about (on the last)."""
    if day not in (0, DAYS - 1):
        return ()
    same = [n for n in range(sessions) if n * DAYS // sessions == day and n % 2 == number % 2]
    mine = [one for one in PLANTED if one.project == project]
    return mine[same.index(number) :: len(same)]


class _Writer:
    """Makes one session, line by line."""

    def __init__(self, id: str, day: int, project: str, dice: random.Random, number: int) -> None:
        folder = f"-home-kai-{project}"
        self._made = Session(id, day, project, f"{folder}/{id}.jsonl")
        self._dice = dice
        self._at = MONDAY + timedelta(
            days=day, minutes=7 * number, milliseconds=dice.randrange(999)
        )
        self._count = 0
        self._parents: dict[str, str | None] = {}

    def session(self, planted: Sequence[Planted], resumed: Session | None) -> Session:
        """The whole session."""
        asks = self._made.day == DAYS - 1
        self._start(resumed)
        prompts = self._dice.randint(4, 7)
        waiting = list(planted)
        for number in range(max(prompts, len(planted) + 1)):
            one = waiting.pop(0) if waiting and number else None
            self._exchange(one, asks=asks)
            if number == 2 and self._dice.random() < 0.5:
                self._compact()
        self._hook("SessionEnd", reason="prompt_input_exit")
        return self._made

    def _start(self, resumed: Session | None) -> None:
        if resumed is None:
            self._hook("SessionStart", source="startup")
            return
        last = [one.turn for one in resumed.expected if one.file == resumed.transcript][-1]
        if self._dice.random() < 0.5:
            # Into a new file that begins with all that was said, as earlier versions did.
            self._made.steps.append(Step(file=self._made.transcript, copied=resumed.transcript))
        else:
            self._made.id, self._made.transcript = resumed.id, resumed.transcript
            self._count = 1000 * self._made.day
        self._parents[self._made.transcript] = last
        self._hook("SessionStart", source="resume")

    def _exchange(self, planted: Planted | None, *, asks: bool) -> None:
        asked = planted.question if planted and asks else self._said(planted, "user", _DOINGS)
        prompt = Step("UserPromptSubmit", {"prompt": asked}, planted=planted if asks else None)
        self._made.steps.append(prompt)
        self._record("user", asked, [("user", "text", asked)])
        if self._dice.random() < 0.6:
            self._reply("thinking", {"type": "thinking", "thinking": f"First: {asked[:30]}"})
        for _ in range(self._dice.randint(0, 3)):
            self._tool()
        if self._dice.random() < 0.25:
            self._subagent()
        answer = self._said(None if asks else planted, "assistant", _DONE)
        self._reply("text", {"type": "text", "text": answer}, split=self._dice.random() < 0.2)
        self._hook("Stop", last_assistant_message=answer, stop_hook_active=False)

    def _said(self, planted: Planted | None, role: str, forms: Sequence[str]) -> str:
        if planted is not None and planted.role == role:
            return planted.said
        a, b = self._dice.sample(_NOUNS, 2)
        mark = f"{self._made.id[:8]}.{self._count}"
        return self._dice.choice(forms).format(a=a, b=b, n=self._dice.randint(2, 90)) + f" ({mark})"

    def _tool(self) -> None:
        call = f"toolu_{self._made.id[:8]}_{self._count}"
        noun = self._dice.choice(_NOUNS)
        tool, given = self._dice.choice(
            (
                ("Bash", {"command": f"rg -n {noun} src | head", "timeout": 5000}),
                ("Read", {"file_path": f"{HOME}/{self._made.project}/src/{noun}.py"}),
                ("Write", {"file_path": f"/tmp/{noun}.md", "content": f"# {noun}\n\n正文: ção"}),
            )
        )
        self._reply("tool_call", {"type": "tool_use", "id": call, "name": tool, "input": given})
        result = f"src/{noun}.py:{self._count}: def {noun}(é): ...\n" * self._dice.randint(1, 30)
        block = {"type": "tool_result", "tool_use_id": call, "content": result}
        self._record("user", [block], [("tool", "tool_result", result)])

    def _subagent(self) -> None:
        """A task: its own transcript in the session's folder, finished before its result comes."""
        agent = f"a{self._count:04x}"
        file = f"{self._made.transcript.removesuffix('.jsonl')}/subagents/agent-{agent}.jsonl"
        task = f"Search for {self._dice.choice(_NOUNS)} ({agent} of {self._made.id[:8]})"
        call = f"toolu_{self._made.id[:8]}_{self._count}"
        given = {"description": "search", "prompt": task}
        self._reply("tool_call", {"type": "tool_use", "id": call, "name": "Task", "input": given})
        self._record("user", task, [("user", "text", task)], file=file, agent=agent)
        found = f"Nothing of {agent} in {self._made.project}, não encontrado, 没有找到."
        block = {"type": "text", "text": found}
        self._record("assistant", [block], [("assistant", "text", found)], file=file, agent=agent)
        result = {"type": "tool_result", "tool_use_id": call, "content": found}
        self._record("user", [result], [("tool", "tool_result", found)])

    def _compact(self) -> None:
        self._hook("PreCompact", trigger="auto", custom_instructions="")
        told = f"Conversation compacted ({self._count})"
        self._record("system", told, [("system", "system", told)], subtype="compact_boundary")
        summary = f"This session continues an earlier one: {self._made.project}, {self._count}."
        self._record("user", summary, [("user", "system", summary)], isCompactSummary=True)
        self._hook("SessionStart", source="compact")

    def _reply(self, part: str, block: dict[str, object], *, split: bool = False) -> None:
        text = block.get("text") or block.get("thinking") or _compact_json(block.get("input"))
        self._record("assistant", [block], [("assistant", part, str(text))], split=split)

    def _record(
        self,
        kind: str,
        content: object,
        turns: Sequence[tuple[str, str, str]],
        *,
        file: str = "",
        split: bool = False,
        agent: str = "",
        **more: object,
    ) -> None:
        file = file or self._made.transcript
        self._at += timedelta(milliseconds=self._dice.randint(300, 40_000))
        self._count += 1
        id = f"{self._made.id[:8]}-{self._made.day}-{self._count:05d}"
        at = self._at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        fields: dict[str, object] = {
            "parentUuid": self._parents.get(file),
            "isSidechain": bool(agent),
            "userType": "external",
            "cwd": self._made.cwd,
            "sessionId": self._made.id,
            "version": "2.1.0",
            "gitBranch": "main",
            "type": kind,
            "uuid": id,
            "timestamp": at,
            **more,
            **({"agentId": agent} if agent else {}),
        }
        if kind == "system":
            fields["content"] = content
        else:
            fields["message"] = {"role": kind, "content": content}
        self._parents[file] = id
        line = _compact_json(fields).encode() + b"\n"
        self._made.steps.append(Step(file=file, line=line, split=split))
        for role, part, text in turns:
            self._made.expected.append(
                Expected(self._made.id, id, role, part, text, at, self._made.project, file)
            )

    def _hook(self, event: str, **given: object) -> None:
        self._made.steps.append(Step(event, given))


def injected_line(session: Session, text: str, event: str, number: int) -> bytes:
    """The record in which the host keeps what a hook injected; it is said again on a resume."""
    if number % 2:
        content: object = f"<user-prompt-submit-hook>{text}</user-prompt-submit-hook>"
        body = {"type": "user", "message": {"role": "user", "content": content}}
    else:
        kept = {"type": "hook_additional_context", "content": [text], "hookEvent": event}
        body = {"type": "attachment", "attachment": kept}
    fields = {
        "uuid": f"injected-{session.id}-{session.day}-{number}",
        "sessionId": session.id,
        "cwd": session.cwd,
        "timestamp": (MONDAY + timedelta(days=session.day)).isoformat().replace("+00:00", "Z"),
        **body,
    }
    return _compact_json(fields).encode() + b"\n"


def expected_of(sessions: Sequence[Session]) -> Iterator[Expected]:
    """Every turn of the week."""
    for session in sessions:
        yield from session.expected


def _compact_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
