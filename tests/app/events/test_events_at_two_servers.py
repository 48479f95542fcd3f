"""Events of one owner that come to two servers at the same moment."""

import threading
import uuid
from contextlib import ExitStack

import pytest

from camillo import Palace
from camillo.app.settings import Settings
from camillo.domain.errors import PalaceBusy
from camillo.domain.owner import Owner

ROUNDS = 4


@pytest.fixture
def servers(postgres_admin, tmp_path):
    """The palace as two machines have it open, each with a folder of its own."""
    owner = Owner("events", uuid.uuid4().hex)
    with ExitStack() as opened:
        yield [
            opened.enter_context(
                Palace.connect(
                    postgres_admin, owner, settings=Settings(palace=tmp_path / name / "p.camillo")
                )
            )
            for name in ("one", "two")
        ]


def at_once(*calls):
    start, told = threading.Barrier(len(calls)), []

    def run(call):
        start.wait()
        told.append(call())

    threads = [threading.Thread(target=run, args=(call,)) for call in calls]
    for each in threads:
        each.start()
    for each in threads:
        each.join(60)
    assert len(told) == len(calls)
    return told


def test_the_newest_state_of_a_note_stands_and_is_distilled_once(servers):
    for number in range(ROUNDS):

        def saved(palace, city, minute, number=number):
            return palace.events.note_saved(
                f"n{number}", "Home", f"I live in {city}.", ["a"], f"w{number}", f"2026-05-01T09:0{minute}:00Z"
            )  # fmt: skip

        told = at_once(lambda: saved(servers[0], "Paris", 0), lambda: saved(servers[1], "Rome", 1))
        assert {one.action for one in told} <= {"saved", "outdated"}
        servers[0].events.drain()
        assert servers[1].events.waiting() == ()
        texts = servers[0].texts.list(wing=f"w{number}", limit=50).texts
        memories = [one.text for one in texts if one.text.startswith("##")]
        assert len(memories) == 1 and "## Profile\n\n- I live in Rome.\n" in memories[0]
        assert [one.text for one in texts if not one.text.startswith("##")] == ["I live in Rome."]


def test_one_event_that_comes_to_both_is_saved_once(servers):
    def done(palace):
        return palace.events.agent_action("t", "I love cats.", workspace="w", at="2026-05-02")

    told = at_once(*(lambda palace=palace: done(palace) for palace in servers))
    assert sorted(one.action for one in told) == ["saved", "unchanged"]


def test_what_one_machine_does_alone_no_other_does_until_it_is_over(servers):
    one, two = (palace._store for palace in servers)
    with one.alone("this", 0):
        with two.alone("that", 0):
            pass
        for seconds in (0, 0.2):
            with pytest.raises(PalaceBusy), two.alone("this", seconds):
                pass
    with two.alone("this", 5):
        pass
