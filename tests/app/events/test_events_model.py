"""Events with a language model that fails: the save stands, and what is to be distilled waits for it."""

import json

import pytest

from camillo import Palace
from camillo.app.settings import Settings
from camillo.models.endpoint import Endpoint

NOTE = "We chose Postgres for the billing service."
SECOND = "Invoices are sent on Mondays by Ana."


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    for name in ("XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))


@pytest.fixture
def opened(tmp_path, api):
    settings = Settings(llm_url=api.url, llm_model="tiny", llm_seconds=1.0)
    return lambda: Palace.open(tmp_path / "p.camillo", settings=settings)


def save(palace, text=NOTE, note="n1"):
    return palace.events.note_saved(note, "Billing", text, [], "w1", "2026-05-01T10:00:00Z")


def shown(exchange):
    """What the model was shown, also where it is asked to repair its answer."""
    return "".join(one["content"] for one in exchange.body["messages"])


def works(exchange):
    """A model that takes each message for a fact of its own."""
    told = shown(exchange)
    text = min((one for one in (NOTE, SECOND) if one in told), key=told.index)
    fact = {"text": text, "quote": text, "section": "decisions", "memory": 0, "replaces": []}
    exchange.say(json.dumps({"facts": [fact]}))


def cut_off(exchange):
    exchange.say('{"facts": [{"text": "Ana', "length")


def garbage(exchange):
    exchange.say("I would rather not say.")


def refusal(exchange):
    exchange.say(None, refusal="no")


def busy(exchange):
    exchange.send(429, "{}")


def broken(exchange):
    exchange.send(500, "oops")


@pytest.mark.parametrize("fault", [cut_off, garbage, refusal, busy, broken, "hang"])
def test_what_a_model_fails_on_waits_also_for_the_next_process_and_is_distilled_then(
    opened, api, bad_servers, fault
):
    api.answers(bad_servers[fault] if isinstance(fault, str) else fault)
    with opened() as palace:
        taken = save(palace)
        assert (taken.action, taken.extracted, taken.waiting) == ("saved", False, 1)
        assert palace.get(taken.id).text == NOTE
        assert palace.search("Postgres").results[0].text == NOTE
        assert palace.memories.all() == ()
    with opened() as palace:
        (left,) = palace.events.waiting()
        assert left.id == taken.id
        api.answers(works)
        assert palace.events.drain() == ()
        (kept,) = palace.memories.all()
        assert kept.text == f"## Decisions\n\n- {NOTE}\n"
        asked = len(api.asked)
        assert save(palace).action == "unchanged" and len(api.asked) == asked
        assert palace.doctor() == []


def test_an_unusable_answer_is_asked_for_three_times_in_a_process_and_holds_up_nobody(opened, api):
    def mixed(exchange):
        (garbage if NOTE in shown(exchange) else works)(exchange)

    api.answers(mixed)
    with opened() as palace:
        save(palace)
        taken = save(palace, SECOND, "n2")
        assert taken.extracted and taken.waiting == 1
        for _ in range(4):
            palace.events.drain()
        asked = sum(NOTE in shown(one) for one in api.asked)
        palace.events.drain()
        assert sum(NOTE in shown(one) for one in api.asked) == asked
        assert len(palace.events.waiting()) == 1
    api.answers(works)
    with opened() as palace:
        assert palace.events.drain() == () and len(palace.memories.all()) == 2


def rested(monkeypatch):
    """A failed endpoint is left alone for a while; here that while is over at once."""
    monkeypatch.setattr(Endpoint, "_rest", lambda self, fault, seconds: None)


def test_while_a_model_gives_no_answer_nothing_is_given_up_and_refining_tries_again(
    opened, api, monkeypatch
):
    rested(monkeypatch)
    api.answers(busy)
    with opened() as palace:
        save(palace)
        assert save(palace, SECOND, "n2").waiting == 2
        for _ in range(5):
            palace.events.drain()
        assert len(palace.events.waiting()) == 2
        api.answers(works)
        palace.refine()
        assert palace.events.waiting() == ()
        told = "".join(one.text for one in palace.memories.all())
        assert NOTE in told and SECOND in told


def test_saves_do_not_wait_for_a_model_that_did_not_answer_before(opened, api):
    api.answers(busy)
    with opened() as palace:
        save(palace)
        asked = len(api.asked)
        assert save(palace, SECOND, "n2").waiting == 2
        assert len(api.asked) == asked


def test_one_text_that_hangs_the_model_does_not_keep_the_others_waiting(
    opened, api, bad_servers, monkeypatch
):
    def mixed(exchange):
        hangs = NOTE in shown(exchange)
        (bad_servers["hang"] if hangs else works)(exchange)

    rested(monkeypatch)
    api.answers(mixed)
    with opened() as palace:
        save(palace)
        assert save(palace, SECOND, "n2").extracted
        assert len(palace.events.waiting()) == 1
        assert any("Mondays" in one.text for one in palace.memories.all())
