"""What a server does for quiet owners: notes tended, watch lists looked at, one owner at a time, over restarts."""

import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from uuid import uuid4

import pytest
from tests.waiting import until

from camillo.app.serving.idling import Idle
from camillo.app.serving.palaces import OpenPalaces
from camillo.app.settings import Settings
from camillo.app.sharing.shares import Shares
from camillo.domain.errors import NotFound, PalaceBusy
from camillo.domain.owner import Owner
from camillo.storage.sqlite import erasing
from camillo.storage.sqlite.opening import file_of
from camillo.storage.sqlite.server import SqliteServerStore

ANA, BO, CY = Owner("notes", "ana"), Owner("notes", "bo"), Owner("tasks", "ana")


@pytest.fixture(autouse=True)
def own_owners(monkeypatch):
    """Each test has owners of its own, since tests share a database."""
    for name in ("ANA", "BO", "CY"):
        monkeypatch.setitem(globals(), name, Owner(f"{name} {uuid4().hex}", name.lower()))


@pytest.fixture
def site():
    """A site on this machine: each page says its path; what was asked, and how many at a time."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            with lock:
                server.asked.append(self.path)
                server.now += 1
                server.most = max(server.most, server.now)
            server.slow.wait(0.05)
            content = f"<title>Page {self.path[1:]}</title><p>All about {self.path[1:]}.".encode()
            there = self.path != "/robots.txt"
            self.send_response(200 if there else 404)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)
            with lock:
                server.now -= 1

        def log_message(self, *_):
            """Say nothing."""

    lock = threading.Lock()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.asked, server.now, server.most, server.slow = [], 0, 0, threading.Event()
    server.host = f"127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture(params=["sqlite", "postgres"])
def palaces(request, tmp_path, site):
    folder = tmp_path / "palaces"
    settings = Settings(capture_hosts=(site.host,), refine=False)
    address = f"sqlite://{folder}"
    if request.param == "postgres":
        address = request.getfixturevalue("postgres_admin")
    made = OpenPalaces(address, folder, settings, patience=10)
    yield made
    made.close()


@pytest.fixture
def store(tmp_path):
    made = SqliteServerStore(tmp_path / "server.db")
    yield made
    made.close()


class Working:
    """What works in idle time, on a clock that the test moves."""

    def __init__(self, palaces, store):
        self.at = time.time()
        self._idle = Idle(palaces, store, quiet=0.05, pause=0.0, now=lambda: self.at)
        self.soon = self._idle.soon

    def __enter__(self):
        self._idle.start()
        return self

    def __exit__(self, *_):
        self._idle.close()
        self._idle.close()


def watch(palaces, owner, url):
    with palaces.lease(owner) as palace:
        palace.watchlist.add(url, hours=1)


def titles(palaces, owner):
    with palaces.lease(owner) as palace:
        return {note.title for note in palace.notes.all() if note.layer == "source"}


@pytest.mark.slow
def test_what_owners_watch_is_fetched_one_owner_at_a_time_and_filed_with_each_alone(
    palaces, store, site
):
    for name, owner in (("a", ANA), ("b", BO), ("c", CY)):
        watch(palaces, owner, f"http://{site.host}/{name}")
    with Working(palaces, store) as idle:
        for owner in (ANA, BO, CY):
            idle.soon(owner)
        until(lambda: titles(palaces, CY) and titles(palaces, BO) and titles(palaces, ANA))
    assert [titles(palaces, one) for one in (ANA, BO, CY)] == [{"Page a"}, {"Page b"}, {"Page c"}]
    assert site.most == 1


class Deleted:
    """Records whose owner is deleted, as another process does it, just before his next time is noted."""

    def __init__(self, store, folder):
        self._store, self._folder, self.noted = store, folder, []

    def __getattr__(self, name):
        return getattr(self._store, name)

    def put_due(self, owner, at):
        if at is not None:
            erasing.mark(file_of(self._folder, owner), None, 5)
            self._store.drop_owner(owner)
        self._store.put_due(owner, at)
        self.noted.append(at)


@pytest.mark.slow
def test_of_an_owner_who_is_deleted_meanwhile_it_is_not_noted_what_is_due(tmp_path, store, site):
    folder = tmp_path / "palaces"
    settings = Settings(capture_hosts=(site.host,), refine=False)
    palaces = OpenPalaces(f"sqlite://{folder}", folder, settings, patience=10, shares=Shares(store))
    watch(palaces, ANA, f"http://{site.host}/a")
    records = Deleted(store, folder)
    with Working(palaces, records) as idle:
        idle.soon(ANA)
        until(lambda: len(records.noted) == 2)
    assert records.noted[0] is not None and records.noted[1] is None
    assert store.first_due() is None
    palaces.close()


@pytest.mark.slow
def test_a_server_that_was_restarted_goes_on_with_who_watches(palaces, store, site):
    watch(palaces, ANA, f"http://{site.host}/a")
    with palaces.lease(BO) as palace:
        palace.notes.create("Nothing is watched here.", title="Plain")
    with Working(palaces, store) as idle:
        idle.soon(ANA)
        idle.soon(BO)
        until(lambda: store.first_due() is not None and titles(palaces, ANA))
    first = store.first_due()
    assert first is not None and first[0] == ANA and len(site.asked) == 2
    later = Working(palaces, store)
    later.at = first[1] + 1
    with later:
        until(lambda: site.asked.count("/a") == 2)
    assert site.asked.count("/a") == 2


def test_an_entry_that_an_agent_added_is_not_fetched(palaces, store, site):
    with palaces.lease(ANA) as palace:
        palace.watchlist.add(f"http://{site.host}/a", by="agent")
    watch(palaces, BO, f"http://{site.host}/b")
    with Working(palaces, store) as idle:
        idle.soon(ANA)
        idle.soon(BO)
        until(lambda: titles(palaces, BO))
    assert "/a" not in site.asked


def test_notes_are_tended_once_their_owner_is_quiet(palaces, store):
    with palaces.lease(ANA) as palace:
        palace.notes.create("Codes are safe.", title="OAuth")
        palace.diaries.write("reviewer", "Sign-in needs OAuth first.")

    def pointed():
        with palaces.lease(ANA) as palace:
            return [one.slug for one in palace.upkeep.standing()]

    with Working(palaces, store) as idle:
        idle.soon(ANA)
        until(pointed)
    assert pointed() == ["oauth"]


def test_deleting_a_palace_waits_for_nothing_that_is_fetched_and_makes_no_new_one(
    palaces, store, site, tmp_path
):
    with palaces.lease(ANA) as palace:
        palace.notes.create("Something.", title="Page")
    with palaces.apart(ANA) as (_, ending):
        gone = threading.Thread(target=palaces._alone(palaces._open[ANA]).__enter__, daemon=True)
        gone.start()
        assert ending.wait(60)
        with pytest.raises(PalaceBusy), palaces.apart(ANA):
            pass
    gone.join(60)
    assert not gone.is_alive()
    with pytest.raises(NotFound), palaces.apart(BO):
        pass
    store.put_due(BO, 0.0)
    with Working(palaces, store):
        until(lambda: store.first_due() is None)
    assert not (tmp_path / "palaces" / BO.name[:2] / BO.name).exists()


def test_of_two_servers_before_one_database_one_looks_at_a_list(
    postgres_admin, store, site, tmp_path
):
    ANA, settings = (
        Owner("notes", uuid4().hex),
        Settings(capture_hosts=(site.host,), refine=False),
    )
    servers = [OpenPalaces(postgres_admin, tmp_path / name, settings) for name in ("one", "two")]
    watch(servers[0], ANA, f"http://{site.host}/a")
    store.put_due(ANA, 0.0)
    with Working(servers[0], store) as idle, Working(servers[1], store):
        until(lambda: store.first_due()[1] > idle.at + 600)
    assert titles(servers[1], ANA) == {"Page a"}
    assert site.asked.count("/a") == 1
    for server in servers:
        server.close()


def test_a_fault_in_one_palace_ends_nobody_elses_turn_and_is_told_without_its_words(
    palaces, store, caplog, monkeypatch
):
    asked, apart = [], palaces.apart

    def broken(owner):
        asked.append(owner)
        if owner == ANA:
            raise RuntimeError("Kai lives in Torbole")
        return apart(owner)

    monkeypatch.setattr(palaces, "apart", broken)
    with Working(palaces, store) as idle:
        idle.soon(ANA)
        until(lambda: "an idle palace waits" in caplog.text)
        idle.soon(BO)
        until(lambda: BO in asked)
    assert "Torbole" not in caplog.text + "".join(str(one.__dict__) for one in caplog.records)
