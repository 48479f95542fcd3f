"""A share that ends while somebody waits to write through it: nothing is written."""

import threading
import time
import uuid
from contextlib import ExitStack, closing

import pytest

from camillo import Palace
from camillo.app.identity.caller import ALL, Caller
from camillo.app.serving.palaces import OpenPalaces
from camillo.app.settings import Settings
from camillo.app.sharing.shares import Shares
from camillo.app.sharing.through import Through
from camillo.domain.errors import NotFound
from camillo.domain.owner import Owner
from camillo.storage.sqlite.server import SqliteServerStore


@pytest.fixture(params=["files", "postgres"])
def address(request, tmp_path):
    at_files = request.param == "files"
    return f"sqlite://{tmp_path}" if at_files else request.getfixturevalue("postgres_admin")


def test_a_write_that_waits_for_others_is_refused_once_its_share_has_ended(address, tmp_path):
    ana = Owner(f"notes {uuid.uuid4().hex}", "ana")
    bo = Owner(ana.product, "bo")
    told, settings = [], Settings(palace=tmp_path / "palace.camillo")
    with ExitStack() as open_here:
        store = open_here.enter_context(closing(SqliteServerStore(tmp_path / "server.db")))
        shares = Shares(store)
        palaces = OpenPalaces(address, tmp_path, settings, shares=shares)
        open_here.callback(palaces.close)
        there = open_here.enter_context(Palace.connect(address, ana))
        there.add("We chose GraphQL.", wing="orion", room="api")
        share, code = shares.make(ana, there.wing_number("orion"), "writer", "hers")
        shares.accept(bo, code)
        through = Through(shares, palaces, lambda *_: told.append("let in"))

        def write(text):
            try:
                with through.window(Caller(bo, ALL, "user"), share.id, "writer") as window:
                    told.append(window.name)
                    window.add(text, room="api", by=share.id)
                    told.append("written")
            except NotFound as error:
                told.append(error.what)

        write("Before.")
        assert told == ["let in", "orion", "written"]
        del told[:]
        with there._store._session.writing():
            waiting = threading.Thread(target=write, args=("After.",))
            waiting.start()
            until = time.monotonic() + 60
            while told != ["let in", "orion"] and time.monotonic() < until:
                time.sleep(0.02)
            time.sleep(0.3)
            shares.end(ana, share.id)
        waiting.join(60)
        assert told == ["let in", "orion", f"you have no share {share.id!r}"]
        texts = {one.text for one in there.texts.list(wing="orion").texts}
        assert texts == {"We chose GraphQL.", "Before."}
