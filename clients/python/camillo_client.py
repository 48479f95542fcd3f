# Written by clients/generate.py from the server's OpenAPI; not by hand.
"""A client of a Camillo server, in one file that needs nothing but Python 3.11.

    palace = Camillo("https://memory.example.com", token)
    for hit in palace.search("why GraphQL?")["results"]:
        print(hit["text"])

Whose palace it is the token alone tells. Shapes are typed dictionaries with the names that go over the wire.
"""

from __future__ import annotations

import http.client
import io
import json
import os
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Literal, NotRequired, TypedDict


class ActionDone(TypedDict):
    """An agent finished an action of a task."""

    taskId: str
    text: str
    workspaceId: str
    actionId: NotRequired[str]
    noteId: NotRequired[str]
    tags: NotRequired[list[str]]
    agent: NotRequired[str]
    at: NotRequired[str | None]


class Add(TypedDict):
    """A text for a wing that is shared with you."""

    roomId: str
    hall: str
    content: str


class Approval(TypedDict):
    """The entry that its owner says yes to."""

    url: str


class Backfill(TypedDict):
    """How many drawers to refine in this request."""

    limit: NotRequired[int]


class Backlink(TypedDict):
    """A link that leads to a note, with the line it stands in."""

    slug: str
    title: str
    layer: Literal["page", "source"]
    line: str
    kind: str


class Broken(TypedDict):
    """A link that leads nowhere."""

    target: str
    wantedBy: list[str]


class Code(TypedDict):
    """What was handed to you."""

    code: str


class Contradiction(TypedDict):
    """Two facts that cannot both hold."""

    fact: Fact
    other: Fact
    since: str | None
    until: str | None


class Contradictions(TypedDict):
    """Pairs of facts that cannot both hold."""

    contradictions: list[Contradiction]


class Create(TypedDict):
    """A page to be written."""

    text: str
    title: NotRequired[str | None]
    slug: NotRequired[str | None]
    wingId: NotRequired[str | None]
    link: NotRequired[bool]


class Deleted(TypedDict):
    """What a deletion removed, or would remove: memories that lie nowhere else, and how many."""

    dryRun: bool
    memories: int
    ids: list[str]
    receipt: NotRequired[Done | None]


class Diaries(TypedDict):
    """The roles that have a diary."""

    diaries: list[Diary]


class Diary(TypedDict):
    """The diary of a role."""

    role: str
    entries: int
    newest: str | None


class Diff(TypedDict):
    """What changed, as a unified diff; empty where nothing did."""

    old: int
    new: int
    diff: str


class Done(TypedDict):
    """A receipt: what a write did, read back from disk inside its transaction."""

    number: int
    verb: str
    at: str
    counts: dict[str, int]
    ids: NotRequired[list[str]]
    notes: NotRequired[list[str]]


class Edit(TypedDict):
    """A page's new text, and the version that it was made from."""

    text: str
    version: int
    link: NotRequired[bool]


class Ended(TypedDict):
    """Whether a credential was ended."""

    revoked: bool


class Entries(TypedDict):
    """One page of entries, the newest first."""

    entries: list[Entry]
    next: NotRequired[str | None]


class Entry(TypedDict):
    """One dated entry."""

    id: str
    role: str
    text: str
    at: str | None
    wingId: str
    hall: str


class Episode(TypedDict):
    """An ordered run of turns of one conversation."""

    id: str
    conversation: str
    kind: str
    title: str
    wings: list[str]
    began: str | None
    ended: str | None
    turns: int
    parts: dict[str, int]
    speakers: list[str]
    stepped: int
    failed: int
    gist: list[Line]
    ids: list[str]
    steps: list[Step]


class Episodes(TypedDict):
    """One page of episodes, the newest first."""

    episodes: list[Episode]
    next: NotRequired[str | None]


class Erasing(TypedDict):
    """What is deleted, or would be; `confirm` is what deletes it."""

    dryRun: bool
    counts: dict[str, int]
    left: list[str]
    confirm: NotRequired[str | None]


class EventTaken(TypedDict):
    """What became of it: its text is on disk; memories that could not be distilled yet wait."""

    action: str
    id: str
    wingId: str
    rooms: list[str]
    extracted: bool
    waiting: int


class Fact(TypedDict):
    """A triple with two times: when it held in the world, and when the palace believed it."""

    id: str
    subject: str
    predicate: str
    object: str
    validFrom: str | None
    validTo: str | None
    recordedAt: str | None
    retractedAt: str | None
    confidence: float
    by: str
    asserted: bool
    cite: str
    current: bool
    contested: str
    supersededBy: str
    wings: list[str]


class Facts(TypedDict):
    """Facts."""

    facts: list[Fact]


class Faded(TypedDict):
    """A memory that has faded."""

    id: str
    wingId: str
    at: str | None
    age: float
    uses: int
    relevance: float


class Found(TypedDict):
    """Passages, best first."""

    results: list[HitOf]
    searched: int
    coverage: float
    flags: list[str]


class Given(TypedDict):
    """A share of a wing of yours. Who took it is not told: you know whom you gave the code."""

    id: str
    wingId: str
    name: str
    role: Literal["reader", "writer", "admin"]
    created: str | None
    expires: str | None
    state: Literal["waiting", "accepted", "ended"]
    via: str


class Head(TypedDict):
    """A note without its text."""

    slug: str
    title: str
    layer: Literal["page", "source"]
    version: int
    id: str
    path: str
    wingId: str
    created: str
    changed: str
    tags: list[str]
    aliases: list[str]
    url: str
    deleted: bool


class Health(TypedDict):
    """Whether the palace opens and answers."""

    status: str
    covered: float
    pending: int
    waiting: int


class History(TypedDict):
    """Every version, the oldest first."""

    versions: list[Version]


class HitOf(TypedDict):
    """A passage with its origin."""

    id: str
    text: str
    score: float
    why: dict[str, Any]
    wingId: str
    roomId: str
    hall: str
    at: str | None
    source: str
    sourceKind: str
    conversation: str
    title: str
    speaker: str
    role: str
    meta: dict[str, Any]
    also: list[str]
    origin: NotRequired[Origin | None]


class Hub(TypedDict):
    """A note that others lead to."""

    slug: str
    title: str
    backlinks: int


class Imported(TypedDict):
    """What an import filed."""

    turns: int
    known: int
    documents: int
    drawers: int
    wings: dict[str, int]
    problems: list[Trouble]
    receipt: NotRequired[Done | None]


class Invalidate(TypedDict):
    """A fact that holds no longer."""

    subject: str
    predicate: str
    object: str
    ended: NotRequired[str | None]


class Key(TypedDict):
    """A key; its secret is told when it is made and never again."""

    id: str
    name: str
    scopes: list[str]
    created: str | None
    expires: str | None
    revoked: str | None


class Keys(TypedDict):
    """Your keys, the newest first."""

    keys: list[Key]


class Line(TypedDict):
    """One line of a gist, with the id of its very words."""

    id: str
    text: str
    speaker: str
    at: str | None


class Links(TypedDict):
    """What hangs together with a note."""

    slug: str
    title: str
    links: list[Name]
    broken: list[str]
    backlinks: list[Backlink]
    shared: dict[str, list[str]]


class Made(TypedDict):
    """A new share with its code."""

    id: str
    wingId: str
    name: str
    role: Literal["reader", "writer", "admin"]
    created: str | None
    expires: str | None
    state: Literal["waiting", "accepted", "ended"]
    via: str
    code: str


class MadeKey(TypedDict):
    """A new key with its secret."""

    id: str
    name: str
    scopes: list[str]
    created: str | None
    expires: str | None
    revoked: str | None
    key: str


class Make(TypedDict):
    """A share to be made of a wing of yours."""

    role: Literal["reader", "writer", "admin"]
    name: NotRequired[str | None]
    expires: NotRequired[str | None]
    wingId: str


class MakeKey(TypedDict):
    """A key to be made."""

    name: str
    scopes: list[Literal["read", "write", "admin"]]
    expires: NotRequired[str | None]


class Map(TypedDict):
    """The map of content within its budget of tokens."""

    markdown: str


class Memories(TypedDict):
    """One page of memories, those stored last first."""

    memories: list[Memory]
    next: NotRequired[str | None]


class Memory(TypedDict):
    """A text as it was stored, with where it lies and where it comes from."""

    id: str
    content: str
    wingId: str
    roomId: str
    hall: str
    at: NotRequired[str | None]
    speaker: NotRequired[str]
    role: NotRequired[str]
    source: str
    sourceKind: str
    conversation: str
    title: str
    document: str
    mediaType: str
    meta: dict[str, Any]


class Name(TypedDict):
    """A note by its names."""

    slug: str
    title: str


class Near(TypedDict):
    """A memory beside a note: linked with it, or found by what the note is about."""

    id: str
    text: str
    at: str | None
    speaker: str
    kind: str
    number: int


class Note(TypedDict):
    """A note as it stands."""

    slug: str
    title: str
    layer: Literal["page", "source"]
    version: int
    id: str
    path: str
    wingId: str
    created: str
    changed: str
    tags: list[str]
    aliases: list[str]
    url: str
    deleted: bool
    text: str


class NoteSaved(TypedDict):
    """A note was made or changed in a workspace."""

    noteId: str
    title: NotRequired[str]
    body: str
    tags: NotRequired[list[str]]
    workspaceId: str
    workspaceName: NotRequired[str]
    updatedAt: str
    relations: NotRequired[list[str]]


class Notes(TypedDict):
    """One page of notes, by slug."""

    notes: list[Head]
    next: NotRequired[str | None]


class On(TypedDict):
    """A share to be made of a wing that is shared with you."""

    role: Literal["reader", "writer", "admin"]
    name: NotRequired[str | None]
    expires: NotRequired[str | None]


class Origin(TypedDict):
    """The share that a passage came through; it is read at `shares/{id}/memories/{memoryId}`."""

    share: str
    name: str
    role: str


class Overview(TypedDict):
    """How all notes hang together."""

    hubs: list[Hub]
    orphans: list[Name]
    broken: list[Broken]


class Problem(TypedDict):
    """What went wrong, and what mends it. Nothing of the values that were sent is in it."""

    type: str
    title: str
    status: int
    detail: str
    mend: NotRequired[str]
    request: NotRequired[str]
    errors: NotRequired[list[Wrong]]


class PromptExecuted(TypedDict):
    """A prompt was executed."""

    promptId: str
    prompt: str
    result: str
    workspaceId: str
    noteId: NotRequired[str]
    taskId: NotRequired[str]
    tags: NotRequired[list[str]]
    at: NotRequired[str | None]


class Prune(TypedDict):
    """What is to be hidden: memories of an age whose relevance has fallen below a value."""

    olderThan: NotRequired[str]
    below: NotRequired[float]
    wingId: NotRequired[str | None]
    dryRun: NotRequired[bool]


class Pruned(TypedDict):
    """What was hidden; `undo` with the receipt's number brings it back."""

    dryRun: bool
    pruned: int
    faded: list[Faded]
    receipt: NotRequired[Done | None]


class Refined(TypedDict):
    """What was refined, and what still waits."""

    refined: int
    pending: int
    covered: float


class Related(TypedDict):
    """A note that speaks of the same rare things and is not linked."""

    slug: str
    title: str
    layer: Literal["page", "source"]
    score: float
    shared: list[Shared]


class RelatedMemories(TypedDict):
    """Memories beside a note, linked ones first."""

    memories: list[Near]


class RelatedNotes(TypedDict):
    """Related notes, the best first."""

    related: list[Related]


class Rename(TypedDict):
    """A new name; onto an existing one it merges."""

    name: str


class RenameNote(TypedDict):
    """A note's new title."""

    title: str
    slug: NotRequired[str | None]


class Renamed(TypedDict):
    """The note under its new name, and the pages whose links were rewritten."""

    note: Note
    rewritten: list[str]


class Restore(TypedDict):
    """Which version to bring back."""

    version: NotRequired[int | None]


class Room(TypedDict):
    """A topic in a wing."""

    id: str
    memories: int
    newest: str | None


class Rooms(TypedDict):
    """The rooms of a wing, by name."""

    rooms: list[Room]


class Shared(TypedDict):
    """A name that two notes share, with the line of each in which it stands."""

    name: str
    here: str
    there: str


class Shares(TypedDict):
    """Shares of your wings, the newest first, and those you took that stand."""

    given: list[Given]
    taken: list[Taken]


class StateFact(TypedDict):
    """A fact to be stated."""

    subject: str
    predicate: str
    object: str
    validFrom: NotRequired[str | None]
    validTo: NotRequired[str | None]
    confidence: NotRequired[float]
    cite: NotRequired[str | None]


class Stated(TypedDict):
    """What stating a fact did; no receipt: it was known."""

    fact: Fact
    known: bool
    ended: list[Fact]
    contradicts: list[Fact]
    receipt: Done | None


class Stats(TypedDict):
    """Counts of your palace."""

    wings: int
    rooms: int
    memories: int
    drawers: int
    documents: int
    sources: int
    bytes: int
    covered: float
    pending: int


class Step(TypedDict):
    """One tool call with its results, by id."""

    tool: str
    call: str
    results: list[str]
    outcome: str


class Store(TypedDict):
    """A text to be remembered."""

    wingId: str
    roomId: str
    hall: str
    content: str
    sourceNoteId: NotRequired[str | None]


class Taken(TypedDict):
    """A wing that is shared with you."""

    id: str
    name: str
    role: Literal["reader", "writer", "admin"]
    accepted: str | None
    expires: str | None


class Trouble(TypedDict):
    """Something that could not be read; the rest went on."""

    where: str
    what: str
    mend: str


class Version(TypedDict):
    """One version of a note."""

    version: int
    verb: str
    slug: str
    title: str
    at: str
    id: str


class VersionText(TypedDict):
    """The text of a version."""

    version: int
    text: str


class WakeUp(TypedDict):
    """Context in three layers, fenced: remembered text is data."""

    l0: str
    l1: str
    l2: str
    text: str
    totalTokens: int
    tokens: dict[str, int]
    cites: list[str]
    flags: list[str]


class Watch(TypedDict):
    """A feed or page to look at every so many hours."""

    url: str
    wingId: NotRequired[str | None]
    tags: NotRequired[list[str]]
    hours: NotRequired[int]


class Watched(TypedDict):
    """An entry; nothing is fetched while it is `waiting` for its owner's yes."""

    url: str
    wingId: str
    tags: list[str]
    hours: int
    by: str
    state: Literal["watched", "waiting"]


class Watchlist(TypedDict):
    """The whole list, by address."""

    watched: list[Watched]


class Wing(TypedDict):
    """A project, person or workspace, with its rooms."""

    id: str
    memories: int
    newest: str | None
    rooms: list[Room]


class Wings(TypedDict):
    """One page of wings, by name."""

    wings: list[Wing]
    next: NotRequired[str | None]


class Write(TypedDict):
    """An entry to be added."""

    text: str
    at: NotRequired[str | None]
    wingId: NotRequired[str | None]


class Wrong(TypedDict):
    """One thing that is wrong about a request."""

    where: str
    what: str


#: What is sent: the bytes, the path of a file, or a binary file, read from where it stands.
Source = bytes | str | os.PathLike[str] | BinaryIO
#: Where an answer goes: the path of a file, which is there once it is whole, or a binary file.
Target = str | os.PathLike[str] | BinaryIO

_PREFIX = "/api/palace"
_TRIES = 4
#: Whole palaces take longer than other requests.
_SECONDS = 3600.0
_PIECE = 1 << 16
_GZIP = b"\x1f\x8b"


class Seen:
    """What came with an answer: give one as ``seen`` and look at it afterwards.

    seen = Seen()
    note = palace.get_note("stack", seen=seen)
    palace.delete_note("stack", if_match=seen.etag)
    """

    def __init__(self) -> None:
        self.etag, self.request, self.replayed = "", "", False


class Failed(Exception):
    """What the server answered instead: ``status``, ``detail``, and ``mend``, which says what mends it.

    The status is 0 where nothing was answered, and ``request`` is what the server's log calls the request.
    """

    def __init__(self, status: int, detail: str, mend: str = "", request: str = "") -> None:
        super().__init__(f"{status}: {detail}" + (f"; {mend}" if mend else ""))
        self.status, self.detail, self.mend, self.request = status, detail, mend, request


class Unchanged(Failed):
    """What was asked for is still what ``if_none_match`` names."""


def _failed(error: urllib.error.HTTPError) -> Failed:
    if error.code == 304:
        return Unchanged(304, "it has not changed")
    if error.code < 400:
        return Failed(error.code, "it is elsewhere", f"use {error.headers.get('Location')}")
    try:
        told = json.loads(error.read())
    except (ValueError, OSError, http.client.HTTPException):
        told = None
    told = told if isinstance(told, dict) else {}
    words = [str(told.get(name) or "") for name in ("detail", "mend", "request")]
    wrong = "; ".join(f"{one['where']}: {one['what']}" for one in told.get("errors", ()))
    return Failed(error.code, words[0] or error.reason, wrong or words[1], words[2])


def _part(id: Any) -> str:
    return urllib.parse.quote(str(id), safe="")


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


class _Body:
    """What a request sends, from its beginning as often as it is sent."""

    def __init__(self, given: Any, opened: ExitStack) -> None:
        self.headers: dict[str, str] = {}
        self.is_long = False
        if isinstance(given, (str, os.PathLike)):
            given = opened.enter_context(Path(given).open("rb"))  # noqa: SIM115
        if isinstance(given, bytes):
            given = io.BytesIO(given)
        if isinstance(given, io.TextIOBase):
            raise TypeError("open the file in binary mode")
        self._given, self._start = given, -1
        if hasattr(given, "read"):
            self._measure(given)
        elif given is not None:
            self._given = json.dumps(given).encode()
            self.headers["Content-Type"] = "application/json"

    def _measure(self, given: BinaryIO) -> None:
        self.is_long = True
        self.headers["Content-Type"] = "application/x-ndjson"
        if not given.seekable():
            return
        self._start = given.tell()
        self.headers["Content-Length"] = str(given.seek(0, os.SEEK_END) - self._start)
        given.seek(self._start)
        if given.read(2) == _GZIP:
            self.headers["Content-Type"] = "application/gzip"

    @property
    def tries(self) -> int:
        """How often it can be sent."""
        return 1 if self.is_long and self._start < 0 else _TRIES

    def again(self) -> Any:
        """What is to be sent."""
        if self._start >= 0:
            self._given.seek(self._start)
        return self._given


def _pieces(answer: Any) -> Iterator[bytes]:
    while True:
        try:
            piece = answer.read(_PIECE)
            if not piece and answer.length:
                # Read by pieces, an answer that is shorter than it said it would be looks whole.
                raise http.client.IncompleteRead(b"", answer.length)
        except (OSError, http.client.HTTPException) as error:
            raise Failed(0, "the answer broke off", "ask again") from error
        if not piece:
            return
        yield piece


@contextmanager
def _written(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A file that takes its place once it is whole; it is its owner's alone."""
    target = Path(path)
    with tempfile.TemporaryDirectory(prefix=".camillo-", dir=target.parent) as beside:
        part = Path(beside) / "part"
        with part.open("wb") as file:
            part.chmod(0o600)
            yield file
        part.replace(target)


class _Heard:
    """A connection that hears what a server answers before it has taken all of a body."""

    def send(self, data: Any) -> None:
        try:
            super().send(data)  # type: ignore[misc]
        except (BrokenPipeError, ConnectionResetError):
            # If nothing was answered, reading the answer fails in its turn.
            return


class _Plain(_Heard, http.client.HTTPConnection):
    pass


class _Secure(_Heard, http.client.HTTPSConnection):
    pass


class _PlainHandler(urllib.request.HTTPHandler):
    def http_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(_Plain, req)


class _SecureHandler(urllib.request.HTTPSHandler):
    def https_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(_Secure, req, context=self._context)  # type: ignore[attr-defined]


class _Straight(urllib.request.HTTPRedirectHandler):
    """Follows nowhere: the credential is for this server alone."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Camillo:
    """One user's palace at a server, by a token or a key.

    Reads, and writes, which carry a key of their own, are sent again where the server was busy or away; a
    write that was done is answered as it was, and not done twice. ``key`` is for a write that may be
    repeated by a later process. ``seen`` is told what came with the answer, and its ``etag`` is what
    ``if_match`` (write only over what you have read) and ``if_none_match`` (raise :class:`Unchanged` rather
    than read it again) take. Methods raise :class:`Failed`.
    """

    def __init__(self, url: str, credential: str, *, timeout: float = 30.0) -> None:
        self._url, self._credential, self._timeout = url.rstrip("/"), credential, timeout
        self._opener = urllib.request.build_opener(_PlainHandler, _SecureHandler, _Straight)

    def _ask(
        self,
        method: str,
        path: str,
        query: dict[str, Any],
        headers: dict[str, str | None],
        body: Any = None,
        *,
        seen: Seen | None = None,
    ) -> Any:
        with ExitStack() as opened:
            sent = _Body(body, opened)
            answer = opened.enter_context(self._answer(method, path, query, headers, sent, seen))
            given = b"".join(_pieces(answer))
            is_json = answer.headers.get_content_type() == "application/json"
            return json.loads(given) if is_json else given

    def _save(
        self,
        method: str,
        path: str,
        query: dict[str, Any],
        headers: dict[str, str | None],
        *,
        to: Target,
        seen: Seen | None = None,
    ) -> int:
        """Write an answer to a file as it comes: how many bytes it has."""
        with ExitStack() as opened:
            sent = _Body(None, opened)
            sent.is_long = True
            file = opened.enter_context(_written(to)) if isinstance(to, (str, os.PathLike)) else to
            answer = opened.enter_context(self._answer(method, path, query, headers, sent, seen))
            size = 0
            for piece in _pieces(answer):
                file.write(piece)
                size += len(piece)
            return size

    def _answer(
        self,
        method: str,
        path: str,
        query: dict[str, Any],
        headers: dict[str, str | None],
        body: _Body,
        seen: Seen | None,
    ) -> Any:
        asked = {name: _word(value) for name, value in query.items() if value is not None}
        url = f"{self._url}{_PREFIX}{path}" + (f"?{urllib.parse.urlencode(asked)}" if asked else "")
        told = {name: value for name, value in headers.items() if value is not None}
        told |= {"Authorization": f"Bearer {self._credential}"} | body.headers
        if "Idempotency-Key" in headers:
            told.setdefault("Idempotency-Key", str(uuid.uuid4()))
        seconds = max(self._timeout, _SECONDS) if body.is_long else self._timeout
        for left in reversed(range(body.tries)):
            try:
                request = urllib.request.Request(url, body.again(), told, method=method)  # noqa: S310
                answer = self._opener.open(request, timeout=seconds)
            except urllib.error.HTTPError as error:
                with error:
                    wait, failed = error.headers.get("Retry-After", ""), _failed(error)
                again = failed.status in (409, 429, 503) and wait.isdigit()
                if not left or not again or int(wait) > self._timeout:
                    raise failed from None
                time.sleep(int(wait))
            except (OSError, http.client.HTTPException) as error:
                if not left:
                    raise Failed(0, "the server cannot be reached", str(error)) from error
                time.sleep(0.2 * (body.tries - left))
            else:
                if seen is not None:
                    seen.etag = answer.headers.get("ETag", "")
                    seen.request = answer.headers.get("X-Request-Id", "")
                    seen.replayed = answer.headers.get("Idempotent-Replayed") == "true"
                return answer
        raise AssertionError

    def erase(
        self,
        *,
        dry_run: bool | None = None,
        confirm: str | None = None,
        key: str | None = None,
        seen: Seen | None = None,
    ) -> Erasing:
        """Delete everything of yours."""
        answer: Erasing = self._ask(
            "DELETE",
            "",
            {"dryRun": dry_run, "confirm": confirm},
            {"Idempotency-Key": key},
            seen=seen,
        )
        return answer

    def backfill_embeddings(
        self, body: Backfill | None = None, *, key: str | None = None, seen: Seen | None = None
    ) -> Refined:
        """Fill in missing vectors."""
        answer: Refined = self._ask(
            "POST", "/backfill-embeddings", {}, {"Idempotency-Key": key}, body, seen=seen
        )
        return answer

    def list_diaries(
        self, *, if_none_match: str | None = None, seen: Seen | None = None
    ) -> Diaries:
        """Roles that have a diary."""
        answer: Diaries = self._ask(
            "GET", "/diaries", {}, {"If-None-Match": if_none_match}, seen=seen
        )
        return answer

    def read_diary(
        self,
        role: str,
        *,
        since: str | None = None,
        until: str | None = None,
        wing_id: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        if_none_match: str | None = None,
        seen: Seen | None = None,
    ) -> Entries:
        """Read a diary."""
        answer: Entries = self._ask(
            "GET",
            f"/diaries/{_part(role)}",
            {"since": since, "until": until, "wingId": wing_id, "limit": limit, "cursor": cursor},
            {"If-None-Match": if_none_match},
            seen=seen,
        )
        return answer

    def write_diary(
        self, role: str, body: Write, *, key: str | None = None, seen: Seen | None = None
    ) -> Done:
        """Write into a diary."""
        answer: Done = self._ask(
            "POST", f"/diaries/{_part(role)}", {}, {"Idempotency-Key": key}, body, seen=seen
        )
        return answer

    def list_episodes(
        self,
        *,
        wing_id: str | None = None,
        since: str | None = None,
        until: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        if_none_match: str | None = None,
        seen: Seen | None = None,
    ) -> Episodes:
        """List episodes."""
        answer: Episodes = self._ask(
            "GET",
            "/episodes",
            {"wingId": wing_id, "since": since, "until": until, "limit": limit, "cursor": cursor},
            {"If-None-Match": if_none_match},
            seen=seen,
        )
        return answer

    def get_episode(
        self, id: str, *, if_none_match: str | None = None, seen: Seen | None = None
    ) -> Episode:
        """One episode."""
        answer: Episode = self._ask(
            "GET", f"/episodes/{_part(id)}", {}, {"If-None-Match": if_none_match}, seen=seen
        )
        return answer

    def action_done(
        self, body: ActionDone, *, key: str | None = None, seen: Seen | None = None
    ) -> EventTaken:
        """An agent finished an action."""
        answer: EventTaken = self._ask(
            "POST", "/events/actions", {}, {"Idempotency-Key": key}, body, seen=seen
        )
        return answer

    def note_saved(
        self, body: NoteSaved, *, key: str | None = None, seen: Seen | None = None
    ) -> EventTaken:
        """A note was saved."""
        answer: EventTaken = self._ask(
            "POST", "/events/notes", {}, {"Idempotency-Key": key}, body, seen=seen
        )
        return answer

    def prompt_executed(
        self, body: PromptExecuted, *, key: str | None = None, seen: Seen | None = None
    ) -> EventTaken:
        """A prompt was executed."""
        answer: EventTaken = self._ask(
            "POST", "/events/prompts", {}, {"Idempotency-Key": key}, body, seen=seen
        )
        return answer

    def export_archive(
        self,
        to: Target,
        *,
        format: Literal["texts", "archive"] | None = None,
        seen: Seen | None = None,
    ) -> int:
        """All your texts, or your whole palace."""
        answer: int = self._save("GET", "/export", {"format": format}, {}, to=to, seen=seen)
        return answer

    def health(self, *, if_none_match: str | None = None, seen: Seen | None = None) -> Health:
        """Whether your palace answers."""
        answer: Health = self._ask(
            "GET", "/health", {}, {"If-None-Match": if_none_match}, seen=seen
        )
        return answer

    def import_archive(
        self, body: Source, *, key: str | None = None, seen: Seen | None = None
    ) -> Imported:
        """Take an archive in."""
        answer: Imported = self._ask(
            "POST", "/import", {}, {"Idempotency-Key": key}, body, seen=seen
        )
        return answer

    def list_keys(self, *, if_none_match: str | None = None, seen: Seen | None = None) -> Keys:
        """List your keys."""
        answer: Keys = self._ask("GET", "/keys", {}, {"If-None-Match": if_none_match}, seen=seen)
        return answer

    def make_key(
        self, body: MakeKey, *, key: str | None = None, seen: Seen | None = None
    ) -> MadeKey:
        """Make a key for an agent."""
        answer: MadeKey = self._ask("POST", "/keys", {}, {"Idempotency-Key": key}, body, seen=seen)
        return answer

    def revoke_key(self, id: str, *, key: str | None = None, seen: Seen | None = None) -> Ended:
        """Revoke a key."""
        answer: Ended = self._ask(
            "DELETE", f"/keys/{_part(id)}", {}, {"Idempotency-Key": key}, seen=seen
        )
        return answer

    def contradictions(
        self,
        *,
        wing_id: str | None = None,
        if_none_match: str | None = None,
        seen: Seen | None = None,
    ) -> Contradictions:
        """Facts that cannot both hold."""
        answer: Contradictions = self._ask(
            "GET",
            "/kg/contradictions",
            {"wingId": wing_id},
            {"If-None-Match": if_none_match},
            seen=seen,
        )
        return answer

    def facts_about(
        self,
        entity: str,
        *,
        as_of: str | None = None,
        known_at: str | None = None,
        hops: int | None = None,
        if_none_match: str | None = None,
        seen: Seen | None = None,
    ) -> Facts:
        """Facts of an entity."""
        answer: Facts = self._ask(
            "GET",
            f"/kg/entity/{_part(entity)}",
            {"asOf": as_of, "knownAt": known_at, "hops": hops},
            {"If-None-Match": if_none_match},
            seen=seen,
        )
        return answer

    def add_fact(
        self, body: StateFact, *, key: str | None = None, seen: Seen | None = None
    ) -> Stated:
        """State a fact."""
        answer: Stated = self._ask(
            "POST", "/kg/facts", {}, {"Idempotency-Key": key}, body, seen=seen
        )
        return answer

    def invalidate_fact(
        self, body: Invalidate, *, key: str | None = None, seen: Seen | None = None
    ) -> Stated:
        """End a fact."""
        answer: Stated = self._ask(
            "POST", "/kg/facts/invalidate", {}, {"Idempotency-Key": key}, body, seen=seen
        )
        return answer

    def timeline(
        self,
        entity: str,
        *,
        known_at: str | None = None,
        if_none_match: str | None = None,
        seen: Seen | None = None,
    ) -> Facts:
        """The history of an entity."""
        answer: Facts = self._ask(
            "GET",
            f"/kg/timeline/{_part(entity)}",
            {"knownAt": known_at},
            {"If-None-Match": if_none_match},
            seen=seen,
        )
        return answer

    def list_memories(
        self,
        *,
        wing_id: str | None = None,
        room_id: str | None = None,
        hall: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        if_none_match: str | None = None,
        seen: Seen | None = None,
    ) -> Memories:
        """List memories."""
        answer: Memories = self._ask(
            "GET",
            "/memories",
            {"wingId": wing_id, "roomId": room_id, "hall": hall, "limit": limit, "cursor": cursor},
            {"If-None-Match": if_none_match},
            seen=seen,
        )
        return answer

    def store_memory(
        self, body: Store, *, key: str | None = None, seen: Seen | None = None
    ) -> Done:
        """Store a memory."""
        answer: Done = self._ask("POST", "/memories", {}, {"Idempotency-Key": key}, body, seen=seen)
        return answer

    def delete_memory(
        self,
        id: str,
        *,
        dry_run: bool | None = None,
        if_match: str | None = None,
        key: str | None = None,
        seen: Seen | None = None,
    ) -> Deleted:
        """Delete a memory for good."""
        answer: Deleted = self._ask(
            "DELETE",
            f"/memories/{_part(id)}",
            {"dryRun": dry_run},
            {"If-Match": if_match, "Idempotency-Key": key},
            seen=seen,
        )
        return answer

    def get_memory(
        self, id: str, *, if_none_match: str | None = None, seen: Seen | None = None
    ) -> Memory:
        """One memory."""
        answer: Memory = self._ask(
            "GET", f"/memories/{_part(id)}", {}, {"If-None-Match": if_none_match}, seen=seen
        )
        return answer

    def get_content(self, id: str, *, seen: Seen | None = None) -> bytes:
        """The exact bytes of a memory."""
        answer: bytes = self._ask("GET", f"/memories/{_part(id)}/content", {}, {}, seen=seen)
        return answer

    def list_notes(
        self,
        *,
        layer: Literal["page", "source"] | None = None,
        wing_id: str | None = None,
        tag: str | None = None,
        deleted: bool | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        if_none_match: str | None = None,
        seen: Seen | None = None,
    ) -> Notes:
        """List your notes."""
        answer: Notes = self._ask(
            "GET",
            "/notes",
            {
                "layer": layer,
                "wingId": wing_id,
                "tag": tag,
                "deleted": deleted,
                "limit": limit,
                "cursor": cursor,
            },
            {"If-None-Match": if_none_match},
            seen=seen,
        )
        return answer

    def create_note(
        self, body: Create, *, key: str | None = None, seen: Seen | None = None
    ) -> Note:
        """Write a page."""
        answer: Note = self._ask("POST", "/notes", {}, {"Idempotency-Key": key}, body, seen=seen)
        return answer

    def get_map(
        self,
        *,
        wing_id: str | None = None,
        tokens: int | None = None,
        if_none_match: str | None = None,
        seen: Seen | None = None,
    ) -> Map:
        """The map of your notes."""
        answer: Map = self._ask(
            "GET",
            "/notes/map",
            {"wingId": wing_id, "tokens": tokens},
            {"If-None-Match": if_none_match},
            seen=seen,
        )
        return answer

    def get_overview(
        self, *, if_none_match: str | None = None, seen: Seen | None = None
    ) -> Overview:
        """Hubs, orphans and broken links."""
        answer: Overview = self._ask(
            "GET", "/notes/overview", {}, {"If-None-Match": if_none_match}, seen=seen
        )
        return answer

    def delete_note(
        self,
        note: str,
        *,
        if_match: str | None = None,
        key: str | None = None,
        seen: Seen | None = None,
    ) -> Note:
        """Delete a note."""
        answer: Note = self._ask(
            "DELETE",
            f"/notes/{_part(note)}",
            {},
            {"If-Match": if_match, "Idempotency-Key": key},
            seen=seen,
        )
        return answer

    def get_note(
        self, note: str, *, if_none_match: str | None = None, seen: Seen | None = None
    ) -> Note:
        """One note."""
        answer: Note = self._ask(
            "GET", f"/notes/{_part(note)}", {}, {"If-None-Match": if_none_match}, seen=seen
        )
        return answer

    def rename_note(
        self,
        note: str,
        body: RenameNote,
        *,
        if_match: str | None = None,
        key: str | None = None,
        seen: Seen | None = None,
    ) -> Renamed:
        """Rename a note."""
        answer: Renamed = self._ask(
            "PATCH",
            f"/notes/{_part(note)}",
            {},
            {"If-Match": if_match, "Idempotency-Key": key},
            body,
            seen=seen,
        )
        return answer

    def edit_note(
        self,
        note: str,
        body: Edit,
        *,
        if_match: str | None = None,
        key: str | None = None,
        seen: Seen | None = None,
    ) -> Note:
        """Edit a page."""
        answer: Note = self._ask(
            "PUT",
            f"/notes/{_part(note)}",
            {},
            {"If-Match": if_match, "Idempotency-Key": key},
            body,
            seen=seen,
        )
        return answer

    def get_diff(
        self,
        note: str,
        old: int,
        new: int,
        *,
        if_none_match: str | None = None,
        seen: Seen | None = None,
    ) -> Diff:
        """What changed between two versions."""
        answer: Diff = self._ask(
            "GET",
            f"/notes/{_part(note)}/diff",
            {"old": old, "new": new},
            {"If-None-Match": if_none_match},
            seen=seen,
        )
        return answer

    def get_history(
        self, note: str, *, if_none_match: str | None = None, seen: Seen | None = None
    ) -> History:
        """The versions of a note."""
        answer: History = self._ask(
            "GET", f"/notes/{_part(note)}/history", {}, {"If-None-Match": if_none_match}, seen=seen
        )
        return answer

    def get_links(
        self, note: str, *, if_none_match: str | None = None, seen: Seen | None = None
    ) -> Links:
        """Links and backlinks of a note."""
        answer: Links = self._ask(
            "GET", f"/notes/{_part(note)}/links", {}, {"If-None-Match": if_none_match}, seen=seen
        )
        return answer

    def get_memories(
        self,
        note: str,
        *,
        limit: int | None = None,
        if_none_match: str | None = None,
        seen: Seen | None = None,
    ) -> RelatedMemories:
        """Memories beside a note."""
        answer: RelatedMemories = self._ask(
            "GET",
            f"/notes/{_part(note)}/memories",
            {"limit": limit},
            {"If-None-Match": if_none_match},
            seen=seen,
        )
        return answer

    def get_related(
        self,
        note: str,
        *,
        limit: int | None = None,
        if_none_match: str | None = None,
        seen: Seen | None = None,
    ) -> RelatedNotes:
        """Notes that may belong to a note."""
        answer: RelatedNotes = self._ask(
            "GET",
            f"/notes/{_part(note)}/related",
            {"limit": limit},
            {"If-None-Match": if_none_match},
            seen=seen,
        )
        return answer

    def restore_note(
        self,
        note: str,
        body: Restore | None = None,
        *,
        key: str | None = None,
        seen: Seen | None = None,
    ) -> Note:
        """Bring a note or a version back."""
        answer: Note = self._ask(
            "POST", f"/notes/{_part(note)}/restore", {}, {"Idempotency-Key": key}, body, seen=seen
        )
        return answer

    def get_version(
        self, note: str, version: int, *, if_none_match: str | None = None, seen: Seen | None = None
    ) -> VersionText:
        """The text of a version."""
        answer: VersionText = self._ask(
            "GET",
            f"/notes/{_part(note)}/versions/{_part(version)}",
            {},
            {"If-None-Match": if_none_match},
            seen=seen,
        )
        return answer

    def prune(
        self, body: Prune | None = None, *, key: str | None = None, seen: Seen | None = None
    ) -> Pruned:
        """Hide what has faded."""
        answer: Pruned = self._ask("POST", "/prune", {}, {"Idempotency-Key": key}, body, seen=seen)
        return answer

    def undo_prune(self, number: int, *, key: str | None = None, seen: Seen | None = None) -> Done:
        """Bring back what was hidden."""
        answer: Done = self._ask(
            "POST", f"/prune/{_part(number)}/undo", {}, {"Idempotency-Key": key}, seen=seen
        )
        return answer

    def search(
        self,
        q: str,
        *,
        wing_id: str | None = None,
        room_id: str | None = None,
        hall: str | None = None,
        limit: int | None = None,
        since: str | None = None,
        until: str | None = None,
        speaker: str | None = None,
        shared: bool | None = None,
        if_none_match: str | None = None,
        seen: Seen | None = None,
    ) -> Found:
        """Search your palace."""
        answer: Found = self._ask(
            "GET",
            "/search",
            {
                "q": q,
                "wingId": wing_id,
                "roomId": room_id,
                "hall": hall,
                "limit": limit,
                "since": since,
                "until": until,
                "speaker": speaker,
                "shared": shared,
            },
            {"If-None-Match": if_none_match},
            seen=seen,
        )
        return answer

    def list_shares(self, *, if_none_match: str | None = None, seen: Seen | None = None) -> Shares:
        """List shares."""
        answer: Shares = self._ask(
            "GET", "/shares", {}, {"If-None-Match": if_none_match}, seen=seen
        )
        return answer

    def make_share(self, body: Make, *, key: str | None = None, seen: Seen | None = None) -> Made:
        """Share a wing."""
        answer: Made = self._ask("POST", "/shares", {}, {"Idempotency-Key": key}, body, seen=seen)
        return answer

    def accept_share(
        self, body: Code, *, key: str | None = None, seen: Seen | None = None
    ) -> Taken:
        """Accept a share."""
        answer: Taken = self._ask(
            "POST", "/shares/accept", {}, {"Idempotency-Key": key}, body, seen=seen
        )
        return answer

    def end_share(self, id: str, *, key: str | None = None, seen: Seen | None = None) -> Ended:
        """End a share."""
        answer: Ended = self._ask(
            "DELETE", f"/shares/{_part(id)}", {}, {"Idempotency-Key": key}, seen=seen
        )
        return answer

    def store_shared(
        self, id: str, body: Add, *, key: str | None = None, seen: Seen | None = None
    ) -> Done:
        """Store a memory in a shared wing."""
        answer: Done = self._ask(
            "POST", f"/shares/{_part(id)}/memories", {}, {"Idempotency-Key": key}, body, seen=seen
        )
        return answer

    def get_shared(
        self, id: str, memory_id: str, *, if_none_match: str | None = None, seen: Seen | None = None
    ) -> Memory:
        """One memory of a shared wing."""
        answer: Memory = self._ask(
            "GET",
            f"/shares/{_part(id)}/memories/{_part(memory_id)}",
            {},
            {"If-None-Match": if_none_match},
            seen=seen,
        )
        return answer

    def shared_rooms(
        self, id: str, *, if_none_match: str | None = None, seen: Seen | None = None
    ) -> Rooms:
        """The rooms of a shared wing."""
        answer: Rooms = self._ask(
            "GET", f"/shares/{_part(id)}/rooms", {}, {"If-None-Match": if_none_match}, seen=seen
        )
        return answer

    def rename_shared_room(
        self,
        id: str,
        room_id: str,
        body: Rename,
        *,
        key: str | None = None,
        seen: Seen | None = None,
    ) -> Done:
        """Rename a room of a shared wing."""
        answer: Done = self._ask(
            "PATCH",
            f"/shares/{_part(id)}/rooms/{_part(room_id)}",
            {},
            {"Idempotency-Key": key},
            body,
            seen=seen,
        )
        return answer

    def search_share(
        self,
        id: str,
        q: str,
        *,
        room_id: str | None = None,
        hall: str | None = None,
        limit: int | None = None,
        since: str | None = None,
        until: str | None = None,
        speaker: str | None = None,
        if_none_match: str | None = None,
        seen: Seen | None = None,
    ) -> Found:
        """Search a shared wing."""
        answer: Found = self._ask(
            "GET",
            f"/shares/{_part(id)}/search",
            {
                "q": q,
                "roomId": room_id,
                "hall": hall,
                "limit": limit,
                "since": since,
                "until": until,
                "speaker": speaker,
            },
            {"If-None-Match": if_none_match},
            seen=seen,
        )
        return answer

    def share_on(
        self, id: str, body: On, *, key: str | None = None, seen: Seen | None = None
    ) -> Made:
        """Share a shared wing on."""
        answer: Made = self._ask(
            "POST", f"/shares/{_part(id)}/shares", {}, {"Idempotency-Key": key}, body, seen=seen
        )
        return answer

    def stats(self, *, if_none_match: str | None = None, seen: Seen | None = None) -> Stats:
        """Counts of your palace."""
        answer: Stats = self._ask("GET", "/stats", {}, {"If-None-Match": if_none_match}, seen=seen)
        return answer

    def revoke_token(self, *, key: str | None = None, seen: Seen | None = None) -> Ended:
        """End the token you call with."""
        answer: Ended = self._ask("DELETE", "/token", {}, {"Idempotency-Key": key}, seen=seen)
        return answer

    def wake_up(
        self,
        wing_id: str,
        *,
        task: str | None = None,
        budget: int | None = None,
        if_none_match: str | None = None,
        seen: Seen | None = None,
    ) -> WakeUp:
        """Context for a new session."""
        answer: WakeUp = self._ask(
            "GET",
            f"/wake-up/{_part(wing_id)}",
            {"task": task, "budget": budget},
            {"If-None-Match": if_none_match},
            seen=seen,
        )
        return answer

    def unwatch(self, url: str, *, key: str | None = None, seen: Seen | None = None) -> Watched:
        """Watch no longer."""
        answer: Watched = self._ask(
            "DELETE", "/watchlist", {"url": url}, {"Idempotency-Key": key}, seen=seen
        )
        return answer

    def watched(self, *, if_none_match: str | None = None, seen: Seen | None = None) -> Watchlist:
        """What is watched."""
        answer: Watchlist = self._ask(
            "GET", "/watchlist", {}, {"If-None-Match": if_none_match}, seen=seen
        )
        return answer

    def watch(self, body: Watch, *, key: str | None = None, seen: Seen | None = None) -> Watched:
        """Watch a feed or page."""
        answer: Watched = self._ask(
            "POST", "/watchlist", {}, {"Idempotency-Key": key}, body, seen=seen
        )
        return answer

    def approve(
        self, body: Approval, *, key: str | None = None, seen: Seen | None = None
    ) -> Watched:
        """Say yes to an entry that waits."""
        answer: Watched = self._ask(
            "POST", "/watchlist/approve", {}, {"Idempotency-Key": key}, body, seen=seen
        )
        return answer

    def list_wings(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        if_none_match: str | None = None,
        seen: Seen | None = None,
    ) -> Wings:
        """List your wings."""
        answer: Wings = self._ask(
            "GET",
            "/wings",
            {"limit": limit, "cursor": cursor},
            {"If-None-Match": if_none_match},
            seen=seen,
        )
        return answer

    def delete_wing(
        self,
        wing_id: str,
        *,
        dry_run: bool | None = None,
        if_match: str | None = None,
        key: str | None = None,
        seen: Seen | None = None,
    ) -> Deleted:
        """Delete a wing for good."""
        answer: Deleted = self._ask(
            "DELETE",
            f"/wings/{_part(wing_id)}",
            {"dryRun": dry_run},
            {"If-Match": if_match, "Idempotency-Key": key},
            seen=seen,
        )
        return answer

    def get_wing(
        self, wing_id: str, *, if_none_match: str | None = None, seen: Seen | None = None
    ) -> Wing:
        """One wing."""
        answer: Wing = self._ask(
            "GET", f"/wings/{_part(wing_id)}", {}, {"If-None-Match": if_none_match}, seen=seen
        )
        return answer

    def rename_wing(
        self,
        wing_id: str,
        body: Rename,
        *,
        if_match: str | None = None,
        key: str | None = None,
        seen: Seen | None = None,
    ) -> Done:
        """Rename a wing."""
        answer: Done = self._ask(
            "PATCH",
            f"/wings/{_part(wing_id)}",
            {},
            {"If-Match": if_match, "Idempotency-Key": key},
            body,
            seen=seen,
        )
        return answer

    def list_rooms(
        self, wing_id: str, *, if_none_match: str | None = None, seen: Seen | None = None
    ) -> Rooms:
        """The rooms of a wing."""
        answer: Rooms = self._ask(
            "GET", f"/wings/{_part(wing_id)}/rooms", {}, {"If-None-Match": if_none_match}, seen=seen
        )
        return answer

    def rename_room(
        self,
        wing_id: str,
        room_id: str,
        body: Rename,
        *,
        key: str | None = None,
        seen: Seen | None = None,
    ) -> Done:
        """Rename a room."""
        answer: Done = self._ask(
            "PATCH",
            f"/wings/{_part(wing_id)}/rooms/{_part(room_id)}",
            {},
            {"Idempotency-Key": key},
            body,
            seen=seen,
        )
        return answer
