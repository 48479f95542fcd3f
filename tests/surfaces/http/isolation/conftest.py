"""Five users, two of them one `sub` under two products: whatever they do, none is told anything of another.

Each plants words of their own (canaries) wherever words can go. After each step every user's answers are read over
REST, over the tools and in Python: a canary of another is a leak, and so is any change in the answers of who did
nothing, be it a count, an id or a header. Shares open what they say and nothing else.
"""

import gzip
import itertools
import json
import logging
import re
import uuid
from contextlib import suppress

import pytest
from starlette.testclient import TestClient

from camillo import Palace
from camillo.domain.errors import CamilloError
from camillo.domain.owner import Owner

USERS = [("notes", "ana"), ("tasks", "ana"), ("notes", "bo"), ("notes", "cleo"), ("tasks", "dan")]
#: Whose it is, in which wing it lies (n: in none), and what it is. Nobody is the ninth.
CANARY = re.compile(r"zq(\d)([ovn])([a-z]+)", re.IGNORECASE)
NOBODY = 9
AT = "2026-05-01T10:00:00Z"
#: What of an answer tells of the request alone.
OF_THE_REQUEST = re.compile(r'"(?:milliseconds|request|ms)": ?(?:"[^"]*"|[\d.e-]+)')

OWN_PATHS = (
    "/search?q=thought&limit=50", "/search?q=vault&hall=decisions", "/wings", "/memories?limit=200",
    "/stats", "/health", "/kg/entity/Vault", "/kg/timeline/Vault", "/kg/contradictions",
    "/wake-up/orion?task=thought", "/episodes", "/diaries", "/diaries/keeper", "/keys", "/notes",
    "/notes/map", "/notes/overview", "/watchlist", "/export", "/nothing", "/memories?limit=x",
)  # fmt: skip
OWN_TOOLS = (
    ("memory_search", {"query": "thought", "room": "none"}),
    ("memory_get", {"id": "memory/plan.md"}),
    ("wake_up", {"task": "thought", "wing": "orion"}),
    ("wake_up", {}),
    ("fact_query", {"subject": "Vault"}),
    ("diary_read", {}),
    ("note_read", {}),
    ("list_wings", {"wing": "orion"}),
)


def mark(who: int, wing: str, what: str) -> str:
    return f"zq{who}{wing}{what}"


class Told(logging.Handler):
    """What was logged, with all that records carry."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        # The client of this test logs its own requests, with what it asks for.
        if record.name.partition(".")[0] not in (
            "httpx",
            "httpx2",
            "httpcore",
            "httpcore2",
            "asyncio",
        ):
            self.lines.append(f"{record.getMessage()} {record.__dict__} {record.exc_info}")


def _differ(old: str, new: str) -> str:
    """The place at which two texts begin to differ."""
    at = next((at for at, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), 0)
    return f"{old[max(0, at - 200) : at + 100]!r} was told before, {new[max(0, at - 200) : at + 100]!r} now"


class World:
    """The server, its five users, what they have done, and what each may see."""

    def __init__(self, user, connect, data, log) -> None:
        # Users of this run alone, and no text twice: what was forgotten for good is not kept again.
        run = uuid.uuid4().hex
        self.owners = [Owner(product, f"{sub} {run}") for product, sub in USERS]
        self.users = [user(owner.user, owner.product) for owner in self.owners]
        self.connect, self.data, self.log = connect, data, log
        self.count = itertools.count()
        #: The names of each user's wings by what their canaries say.
        self.wings: list[dict[str, str]] = [{} for _ in USERS]
        self.ids: list[tuple[int, str]] = []
        #: By id: whose wing is open to whom.
        self.shares: dict[str, tuple[int, str, int]] = {}
        self.before: dict[int, list[str]] = {}
        self.audited = 0

    mark = staticmethod(mark)

    # ---- what is looked at -----------------------------------------------------------

    def seen(self, who: int, told: str, opened=frozenset()) -> None:
        """Fail where words of another stand, but of wings that are open; of these no facts."""
        for found in CANARY.finditer(told):
            whose, wing, what = int(found[1]), found[2].lower(), found[3].lower()
            if whose in (who, NOBODY):
                continue
            allowed = (whose, wing) in opened and not what.startswith("fact")
            near = told[max(0, found.start() - 200) : found.end() + 200]
            assert allowed, f"user {who} was told {found[0]} of user {whose}: ...{near}..."

    def opened_to(self, who: int) -> frozenset:
        return frozenset(
            (giver, wing) for giver, wing, taker in self.shares.values() if taker == who
        )

    def rest(self, who: int, path: str, opened=frozenset()) -> str:
        answer = self.users[who].get(path)
        assert answer.status_code < 500, answer.text
        headers = {k: v for k, v in answer.headers.items() if k not in ("x-request-id", "date")}
        told = f"{answer.status_code} {answer.text} {headers}"
        self.seen(who, told, opened)
        return told

    def tool(self, who: int, name: str, arguments: dict, opened=frozenset()) -> str:
        told = json.dumps(self.users[who].tool(name, **arguments))
        self.seen(who, told, opened)
        return told

    def python(self, who: int) -> str:
        with self.connect(self.owners[who]) as palace:
            found = palace.search("thought", limit=50)
            told = [
                [(hit.id, hit.text, hit.title, hit.score, hit.wing, hit.room) for hit in found.results],
                (found.searched, found.flags, found.coverage),
                palace.wings(), palace.status(), palace.texts.list(limit=50), palace.log(),
                palace.facts.timeline("Vault"), palace.diaries.read(), palace.notes.all(),
                palace.links.tunnels(), palace.episodes.list(), palace.memories.all(),
            ]  # fmt: skip
            with suppress(CamilloError):
                told.append(palace.wake_up(wing="orion", task="thought"))
        self.seen(who, str(told))
        return str(told)

    def own(self, who: int) -> list[str]:
        """All that a user is told of their own palace by every door."""
        told = [self.rest(who, path) for path in OWN_PATHS]
        told += [self.tool(who, name, arguments) for name, arguments in OWN_TOOLS]
        told.append(self.python(who))
        return [OF_THE_REQUEST.sub("", one) for one in told]

    def through_shares(self, who: int) -> None:
        """What a user is told of what others share with them, and of nothing else of theirs."""
        opened = self.opened_to(who)
        self.rest(who, "/shares", opened)
        self.tool(who, "list_wings", {}, opened)
        self.tool(who, "memory_search", {"query": "thought", "limit": 50}, opened)
        both = self.users[who].get("/search?q=thought&shared=true&limit=50")
        self.seen(who, both.text, opened)
        for hit in both.json()["results"]:
            giver = who if hit["origin"] is None else self.shares[hit["origin"]["share"]][0]
            assert f"zq{giver}" in hit["text"]
        for id, (giver, wing, taker) in self.shares.items():
            for path in ("search?q=thought&limit=50", "rooms"):
                answer = self.users[who].get(f"/shares/{id}/{path}")
                assert answer.status_code == (200 if who == taker else 404), (who, id, answer.text)
                self.seen(who, answer.text, {(giver, wing)})
            told = self.users[who].tool("memory_search", query="thought", wing=f"share:{id}")
            assert told["isError"] == (who != taker)
            self.seen(who, json.dumps(told), {(giver, wing)})

    def logs(self) -> None:
        """Neither the log nor the audit holds a word of anybody's."""
        assert not CANARY.search("\n".join(self.log.lines)), f"words in the log: {self.log.lines}"
        self.log.lines.clear()
        rows = (self.data / "audit.jsonl").read_text().splitlines()
        for line in rows[self.audited :]:
            row = json.loads(line)
            assert not CANARY.search(line), f"words in the audit: {row}"
            if "share" in row:
                assert {row["product"]} == {row["of_product"]}
                assert row["user"] != row["of_user"]
        self.audited = len(rows)

    def look(self, *acted: int) -> None:
        """After a step: nothing leaks anywhere, and who did nothing is told what they were told before."""
        for who in range(len(USERS)):
            told = self.own(who)
            if who not in acted and who in self.before:
                for new, old in zip(told, self.before[who], strict=True):
                    assert new == old, (
                        f"user {who} did nothing and is told otherwise: {_differ(old, new)}"
                    )
            self.before[who] = told
            self.through_shares(who)
        self.logs()

    # ---- what they do ----------------------------------------------------------------

    def text(self, who: int, wing: str) -> str:
        return f"{mark(who, wing, 'text')} thought {next(self.count)}"

    def wing(self, who: int, wing: str) -> str:
        """The name of a user's wing, orion or one with a canary; from now on it is there."""
        first = "orion" if wing == "o" else f"{mark(who, wing, 'wing')} vega"
        return self.wings[who].setdefault(wing, first)

    def store(self, who: int, wing: str, door: str) -> None:
        text, room = self.text(who, wing), f"{mark(who, wing, 'room')} room"
        name = self.wing(who, wing)
        if door == "rest":
            ids = self.users[who].store(text, wing=name, room=room)["ids"]
        elif door == "tool":
            told = self.users[who].tool("memory_store", text=text, wing=name, room=room)
            ids = told["structuredContent"]["ids"]
        else:
            with self.connect(self.owners[who]) as palace:
                title = mark(who, wing, "title")
                ids = palace.add(text, wing=name, room=room, title=title).ids
        self.ids += [(who, id) for id in ids]

    def mine(self, who: int, wing: str, folder) -> None:
        """A file whose name is a canary, and a conversation whose id and title are."""
        file = folder / f"{mark(who, wing, 'file')}{next(self.count)}.md"
        file.write_text(f"# {mark(who, wing, 'heading')}\n\n{self.text(who, wing)}\n")
        with self.connect(self.owners[who]) as palace:
            palace.mine(file, wing=self.wing(who, wing), refine=False)
        line = {
            "conversation": f"{mark(who, wing, 'episode')}{next(self.count)}", "turn": "1", "at": AT,
            "title": mark(who, wing, "title"), "speaker": mark(who, wing, "speaker"),
            "text": self.text(who, wing), "wing": self.wing(who, wing), "room": "talk",
        }  # fmt: skip
        answer = self.users[who].ask("POST", "/import", content=json.dumps(line) + "\n")
        assert answer.status_code == 200, answer.text

    def state(self, who: int, door: str) -> None:
        fact = {
            "subject": "Vault",
            "predicate": "opens with",
            "object": f"{mark(who, 'n', 'fact')} key",
        }
        if door == "rest":
            assert self.users[who].post("/kg/facts", fact).status_code == 201
        elif door == "tool":
            assert not self.users[who].tool("fact_add", **fact)["isError"]
        else:
            with self.connect(self.owners[who]) as palace:
                palace.facts.add(*fact.values())

    def write_page(self, who: int, wing: str, door: str) -> None:
        number, name = next(self.count), self.wing(who, wing)
        title, text = f"{mark(who, wing, 'note')} page {number}", self.text(who, wing)
        entry = f"{mark(who, wing, 'diary')} entry {number}"
        if door == "rest":
            note = {"title": title, "text": text, "wingId": name}
            assert self.users[who].post("/notes", note).status_code == 201
            told = {"text": entry, "at": AT, "wingId": name}
            assert self.users[who].post("/diaries/keeper", told).status_code == 201
        elif door == "tool":
            page = f"{mark(who, wing, 'note')}-{number}"
            told = self.users[who].tool("note_write", note=page, text=text, version=0, wing=name)
            assert not told["isError"], told
            told = self.users[who].tool("diary_write", role="keeper", text=entry, at=AT, wing=name)
            assert not told["isError"], told
        else:
            with self.connect(self.owners[who]) as palace:
                palace.notes.create(text, title=title, wing=name)
                palace.diaries.write("keeper", entry, at=AT, wing=name)
                palace.memories.store("memory/plan.md", text, wing=name, room=None)

    def delete_wing(self, who: int, wing: str, door: str) -> None:
        name, there = self.wings[who].pop(wing, "nothing"), True
        if door == "rest":
            there = self.users[who].delete(f"/wings/{name}").status_code == 200
        elif door == "tool":
            there = not self.users[who].tool("memory_forget", wing=name, confirm=True)["isError"]
        else:
            with self.connect(self.owners[who]) as palace:
                try:
                    palace.forget(wing=name)
                except CamilloError:
                    there = False
        assert there == (name != "nothing")
        self.shares = {id: one for id, one in self.shares.items() if one[:2] != (who, wing)}

    def rename_wing(self, who: int, wing: str, door: str) -> None:
        if wing not in self.wings[who]:
            return
        old, new = self.wings[who][wing], f"{mark(who, wing, 'wing')} named {next(self.count)}"
        if door == "python":
            with self.connect(self.owners[who]) as palace:
                palace.rename_wing(old, new)
        else:
            answer = self.users[who].ask("PATCH", f"/wings/{old}", json={"name": new})
            assert answer.status_code == 200, answer.text
        self.wings[who][wing] = new

    def share(self, who: int, taker: int, wing: str) -> None:
        name = self.wings[who].get(wing, "nothing")
        told = {"wingId": name, "role": "writer", "name": mark(who, wing, "share")}
        made = self.users[who].post("/shares", told)
        assert (made.status_code == 201) == (name != "nothing"), made.text
        if made.status_code != 201:
            return
        taken = self.users[taker].post("/shares/accept", {"code": made.json()["code"]})
        fits = who != taker and USERS[who][0] == USERS[taker][0]
        assert (taken.status_code == 201) == fits
        self.seen(taker, taken.text, {(who, wing)} if fits else frozenset())
        if fits:
            self.shares[made.json()["id"]] = (who, wing, taker)

    def end_share(self, who: int, id: str) -> None:
        giver, _, taker = self.shares[id]
        answer = self.users[who].delete(f"/shares/{id}")
        assert (answer.status_code == 200) == (who in (giver, taker))
        if answer.status_code == 200:
            del self.shares[id]

    def write_through(self, who: int, id: str, door: str) -> int | None:
        """Store in another's wing; what is written there is its owner's. Whose it was, if anybody's."""
        giver, wing, taker = self.shares[id]
        text = self.text(giver, wing)
        if door == "tool":
            told = self.users[who].tool(
                "memory_store", text=text, wing=f"share:{id}", room="theirs"
            )
            done, told = not told["isError"], json.dumps(told)
        else:
            body = {"roomId": "theirs", "hall": "events", "content": text}
            answer = self.users[who].post(f"/shares/{id}/memories", body)
            done, told = answer.status_code == 201, answer.text
        assert done == (who == taker), told
        self.seen(who, told, self.opened_to(who))
        return giver if done else None

    def probe(self, who: int, other: int) -> None:
        """What another has is answered as what nobody has: only what was asked for differs."""
        words = [
            mark(other, wing, what) for wing in "on" for what in ("text", "fact", "note", "wing")
        ]
        names = [*words, *self.wings[other].values()]
        paths = ("/wings/{}", "/wings/{}/rooms", "/kg/entity/{}", "/kg/timeline/{}", "/notes/{}",
                 "/episodes/{}", "/memories?wingId={}", "/wake-up/{}", "/search?q={}&wingId={}")  # fmt: skip
        for name in {*names} - {*self.wings[who].values()}:
            nobody = re.sub(r"zq\d", f"zq{NOBODY}", name) if "zq" in name else "nowhere"
            for path in paths:
                theirs = self.users[who].get(path.format(name, name))
                none = self.users[who].get(path.format(nobody, nobody))
                same = [
                    OF_THE_REQUEST.sub("", answer.text).replace(asked, "?")
                    for answer, asked in ((theirs, name), (none, nobody))
                ]
                assert theirs.status_code == none.status_code, (path, name)
                assert same[0].casefold() == same[1].casefold(), (path, name)
        theirs = [id for owner, id in self.ids if owner == other][:2]
        for id in theirs:
            nobodys = f"{'0' * 24}{id[24:]}"
            for ask in (
                lambda one: self.users[who].get(f"/memories/{one}").text,
                lambda one: self.users[who].get(f"/memories/{one}/content").text,
                lambda one: self.users[who].delete(f"/memories/{one}").text,
                lambda one: json.dumps(self.users[who].tool("memory_get", id=one)),
                lambda one: json.dumps(
                    self.users[who].tool("memory_forget", ids=[one], confirm=True)
                ),
                lambda one: self._python_get(who, one),
            ):
                there, none = (OF_THE_REQUEST.sub("", ask(one)) for one in (id, nobodys))
                assert there.replace(id, "?") == none.replace(nobodys, "?")

    def _python_get(self, who: int, id: str) -> str:
        with self.connect(self.owners[who]) as palace:
            try:
                return palace.get(id).text
            except CamilloError as error:
                return str(error)

    def borrow(self, who: int, other: int) -> None:
        """Another's cursor opens no page, and another's key of a repeated write answers with nothing of theirs."""
        page = self.users[other].get("/memories?limit=1").json()
        if page["next"]:
            answer = self.users[who].get("/memories", params={"limit": 1, "cursor": page["next"]})
            assert 400 <= answer.status_code < 500
            self.seen(who, answer.text)
        key = {"Idempotency-Key": uuid.uuid4().hex}
        for one in (other, who):
            told = {"text": f"{mark(one, 'n', 'diary')} {next(self.count)}", "at": AT}
            answer = self.users[one].post("/diaries/keeper", told, headers=key)
            assert answer.status_code == 201, answer.text
            assert "idempotent-replayed" not in answer.headers
            self.seen(one, answer.text)

    def export(self, who: int, folder) -> None:
        """The whole palace, as REST and as `camillo export all` write it: all that is one's own, and nothing else."""
        answer = self.users[who].get("/export?format=archive")
        assert answer.status_code == 200, answer.text
        self.seen(who, gzip.decompress(answer.content).decode() + str(answer.headers))
        target = folder / f"{uuid.uuid4().hex}.gz"
        with self.connect(self.owners[who]) as palace:
            palace.export(target)
        whole = gzip.decompress(target.read_bytes()).decode()
        self.seen(who, whole)
        for owner, id in self.ids:
            assert owner == who or f'"{id[:24]}"' not in whole

    def lie_apart(self) -> None:
        """On the disk no palace's files hold words of another, and no name tells of anybody."""
        for who, owner in enumerate(self.owners):
            for file in (self.data / "palaces" / owner.name[:2] / owner.name).rglob("*"):
                if file.is_file():
                    self.seen(who, file.read_bytes().decode("latin-1"))
        names = " ".join(str(file.relative_to(self.data)) for file in self.data.rglob("*"))
        assert not CANARY.search(names)
        assert not any(owner.user in names for owner in self.owners)


@pytest.fixture
def make(database, serve, app_of, sign, as_user, tmp_path):
    """Makes worlds of users of their own, over one server on one of the stores."""
    data = tmp_path / "data"
    address = database or f"sqlite://{data / 'palaces'}"
    log, root = Told(), logging.getLogger()
    levels = {name: logging.getLogger(name).level for name in ("", "camillo")}
    root.addHandler(log)
    root.setLevel(logging.INFO)
    logging.getLogger("camillo").setLevel(logging.DEBUG)
    try:
        with TestClient(app_of(serve(database=database)), raise_server_exceptions=False) as client:
            yield lambda: World(
                lambda *who: as_user(client, sign(*who)),
                lambda owner: Palace.connect(address, owner),
                data,
                log,
            )
    finally:
        root.removeHandler(log)
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)
