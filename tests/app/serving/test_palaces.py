"""Palaces of many owners: a private file each, lent alone, closed when nobody uses it."""

import stat
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from camillo.app.serving.palaces import OpenPalaces, _Entry, _is_gone
from camillo.app.settings import Settings
from camillo.app.sharing.shares import Shares
from camillo.domain.errors import PalaceBusy
from camillo.domain.owner import Owner
from camillo.storage.sqlite.server import SqliteServerStore

ANA, BO = Owner("notes", "ana"), Owner("notes", "bo")


@pytest.fixture
def palaces(tmp_path):
    made = OpenPalaces(
        f"sqlite://{tmp_path}/palaces", tmp_path / "palaces", Settings(), most=2, patience=0.2
    )
    yield made
    made.close()


def test_each_owner_has_a_file_whose_name_tells_nothing(palaces, tmp_path):
    for owner in (ANA, BO, Owner("tasks", "ana")):
        with palaces.lease(owner) as palace:
            palace.add(f"I am {owner.user} of {owner.product}.")
    paths = sorted(path for path in (tmp_path / "palaces").rglob("*"))
    files = [path for path in paths if path.name == "palace.camillo"]
    assert len(files) == 3
    for path in paths:
        assert "ana" not in str(path.relative_to(tmp_path)).removesuffix("palace.camillo")
        mode = stat.S_IMODE(path.stat().st_mode)
        assert mode == (0o700 if path.is_dir() else 0o600), path
    assert (tmp_path / "palaces" / ANA.name[:2] / ANA.name / "palace.camillo") in files
    with palaces.lease(Owner("tasks", "ana")) as palace:
        assert [hit.text for hit in palace.search("who am I").results] == ["I am ana of tasks."]


def test_one_owners_pair_cannot_be_made_to_look_like_anothers():
    pairs = [("a", "bc"), ("ab", "c"), ("abc", ""), ("", "abc"), ("a\0b", "c"), ("a", "b\0c")]
    assert len({Owner(*pair).name for pair in pairs}) == len(pairs)


def test_a_palace_is_lent_to_one_at_a_time_and_others_are_told_to_wait(palaces):
    entered, leave = threading.Event(), threading.Event()

    def hold():
        with palaces.lease(ANA):
            entered.set()
            leave.wait(10)

    with ThreadPoolExecutor() as pool:
        held = pool.submit(hold)
        entered.wait(10)
        with pytest.raises(PalaceBusy), palaces.lease(ANA):
            pass
        with palaces.lease(BO) as palace:
            assert palace.wings() == []
        leave.set()
        held.result()
    with palaces.lease(ANA) as palace:
        assert palace.wings() == []


def test_the_palace_asked_for_longest_ago_is_closed_and_none_in_use(palaces):
    with palaces.lease(ANA) as first:
        for user in "bcdef":
            with palaces.lease(Owner("notes", user)) as palace:
                palace.add(f"I am {user}.")
        first.add("Still open.")
    assert len(palaces._open) == 2
    with palaces.lease(Owner("notes", "b")) as palace:
        assert [row["turns"] for row in palace.wings()] == [1]


def test_many_threads_over_few_open_palaces_lose_nothing(palaces):
    palaces._patience = 30.0

    def write(number: int) -> None:
        with palaces.lease(Owner("notes", f"user {number % 5}")) as palace:
            palace.add(f"Thought {number}.", wing="w")

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(write, range(50)))
    for user in range(5):
        with palaces.lease(Owner("notes", f"user {user}")) as palace:
            assert palace.wings()[0]["turns"] == 10


def test_models_are_loaded_once_for_all(palaces):
    statics = []
    for owner in (ANA, BO):
        with palaces.lease(owner) as palace:
            statics.append(palace._parts.static())
    assert statics[0] is statics[1] is not None


def test_who_looks_for_deleted_palaces_bears_that_they_are_closed_meanwhile(tmp_path):
    class Closing(_Entry):
        """An entry that another thread closes as soon as it was looked at."""

        @property
        def palace(self):
            palace, self._palace = self._palace, None
            return palace

        @palace.setter
        def palace(self, palace):
            self._palace = palace

    with closing(SqliteServerStore(tmp_path / "server.db")) as store:
        palaces = OpenPalaces(f"sqlite://{tmp_path}", tmp_path, Settings(), shares=Shares(store))
        with palaces.lease(ANA) as palace:
            assert not _is_gone(Closing(palace=palace))
        palaces.close()
