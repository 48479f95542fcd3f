"""A palace with a language model and vectors from an endpoint, over a real server on this machine."""

import json
import subprocess
import sys
from functools import partial

import numpy as np
import pytest

from camillo import Palace
from camillo.app.settings import Settings
from camillo.domain.errors import InvalidInput, ModelUnavailable
from camillo.text.asking import prompt

TEXTS = (
    "The lantern by the harbour is green.",
    "Ana bought red paint for the boat.",
    "The committee meets every second Tuesday.",
    "Kai swims in the lake before breakfast.",
)


pytestmark = pytest.mark.usefixtures("own_home")


@pytest.fixture
def opened(tmp_path):
    made = []

    def make(**settings):
        made.append(Palace.open(tmp_path / "palace.camillo", settings=Settings(**settings)))
        return made[-1]

    yield make
    for palace in made:
        palace.close()


def filled(palace):
    for at, text in enumerate(TEXTS):
        palace.add(text, wing="w", source=f"note:{at}")
    return palace


def vectors(dimension=64, **rest):
    return lambda exchange: exchange.embed(dimension, **rest)


def groups(palace, question="green lantern"):
    found = palace.search(question)
    return set(found.results[0].why["groups"]), set(found.flags)


def test_without_settings_nothing_leaves_and_nothing_of_a_network_is_loaded(opened, tmp_path):
    palace = filled(opened())
    palace.refine()
    status = palace.status()
    assert status["leaves_this_machine"] == "nothing"
    assert "language_model" not in status and "spent_this_month" not in status
    assert palace._parts.language_model() is None
    code = (
        "import sys; from camillo import Palace; from camillo.app.settings import Settings;"
        f"palace = Palace.open({str(palace.path)!r}, settings=Settings());"
        "palace.search('lantern'); palace.status();"
        "print([m for m in ('openai', 'httpx2', 'httpcore2', 'camillo.models.endpoint') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_naming_a_model_sends_nothing_until_it_is_asked(api, opened):
    palace = filled(
        opened(llm_url=api.url, llm_model="tiny", embed_url=api.url, embed_model="words")
    )
    palace.search("lantern")
    status = palace.status()
    assert api.asked == []
    assert (status["language_model"], status["model"], status["covered"]) == ("tiny", "words", 0.0)


def test_status_says_what_leaves_and_whither(opened):
    def leaving(**settings):
        return opened(**settings).status()["leaves_this_machine"]

    far = {"llm_url": "https://api.example.com/v1", "llm_model": "large"}
    assert leaving(**far) == "to api.example.com: texts that large is asked about"
    assert leaving(**far, llm_rerank=2.0).endswith(
        "among them each search's question and first hits"
    )
    assert leaving(embed_url="http://10.0.0.7:1234/v1", embed_model="v") == (
        "to 10.0.0.7:1234 (unencrypted): every text and question, for vectors of v"
    )
    assert leaving(llm_url="http://localhost:11434/v1", llm_model="tiny") == (
        "nothing by Camillo: texts that tiny is asked about go to localhost:11434 on this machine,"
        " which may pass them on"
    )
    assert leaving(llm_url="https://api.example.com/v1") == "nothing"


def test_a_key_never_goes_to_another_machine_unencrypted(opened, monkeypatch):
    monkeypatch.setenv("A_KEY", "sk-mine")
    palace = opened(llm_url="http://10.0.0.7/v1", llm_model="m", llm_key="A_KEY")
    with pytest.raises(InvalidInput, match="unencrypted"):
        palace._parts.language_model()


def test_the_model_is_asked_with_the_key_of_the_settings_and_what_it_took_is_counted(
    api, opened, monkeypatch
):
    monkeypatch.setenv("A_KEY", "sk-mine")
    api.answers(lambda exchange: exchange.say("Green."))
    palace = opened(llm_url=api.url, llm_model="tiny", llm_key="A_KEY", llm_prices=(1.0, 2.0))
    model = palace._parts.language_model()
    assert model.complete(prompt("Colour?", [({}, "x")], str)).text == "Green."
    assert api.asked[0].headers["authorization"] == "Bearer sk-mine"
    assert palace.status()["spent_this_month"] == (
        "tiny: 1 calls, 10 tokens read, 5 written, cost 0.0000"
    )


def test_without_the_extra_the_mend_is_told(api, opened, monkeypatch):
    monkeypatch.setitem(sys.modules, "openai", None)
    model = opened(llm_url=api.url, llm_model="tiny")._parts.language_model()
    with pytest.raises(ModelUnavailable, match=r"camillo\[llm\]"):
        model.complete(prompt("Colour?", [({}, "x")], str))


# ---- the reranker --------------------------------------------------------------------------


def reranked(opened, api, **rest):
    # Equal words, so that no first hit stands clear.
    palace = opened(llm_url=api.url, llm_model="tiny", llm_rerank=2.0, refine=False)
    for at, word in enumerate(("red", "green", "yellow", "sour")):
        palace.add(f"{word} apples she likes", wing="w", conversation=str(at))
    return palace.search("does she like the apples", **rest)


def test_the_model_puts_the_first_hits_in_order(api, opened):
    def choose(exchange):
        user = exchange.body["messages"][1]["content"]
        number = int(user.split("| yellow apples")[0].rsplit('number="', 1)[1].split('"')[0])
        exchange.say(json.dumps({"numbers": [number]}))

    api.answers(choose)
    found = reranked(opened, api)
    assert found.results[0].text == "yellow apples she likes"
    assert found.results[0].why["arms"]["reranker"] == 1.0
    assert not [flag for flag in found.flags if flag.startswith("rerank")]
    assert len(api.asked) == 1


@pytest.mark.parametrize(
    "script",
    [
        lambda exchange: exchange.say("no idea"),
        lambda exchange: exchange.say(None, refusal="no"),
        lambda exchange: exchange.send(500, "{}"),
        lambda exchange: exchange.say('{"numbers": [1]}', "length"),
        lambda exchange: exchange.stopped.wait(20),
    ],
)
def test_a_model_that_fails_leaves_the_order_as_it_was_and_says_so(api, opened, script):
    api.answers(script)
    found = reranked(opened, api)
    assert "rerank-failed" in found.flags
    assert len(found.results) == 4
    assert "reranker" not in found.results[0].why["arms"]


def test_a_search_in_a_hurry_does_not_ask_the_model(api, opened):
    found = reranked(opened, api, latency_ms=150)
    assert "rerank-skipped" in found.flags
    assert api.asked == []


def test_a_search_with_some_time_waits_no_longer(api, opened, bad_servers):
    api.answers(bad_servers["hang"])
    reranked(opened, api, latency_ms=10_000)  # everything is imported once
    found = reranked(opened, api, latency_ms=1_500)
    assert found.milliseconds < 1_700
    assert {"rerank-failed", "rerank-skipped"} & set(found.flags)


# ---- vectors -------------------------------------------------------------------------------


def test_vectors_of_an_endpoint_answer_like_those_of_a_model_here(api, opened):
    api.answers(vectors())
    palace = filled(opened(embed_url=api.url, embed_model="words"))
    assert palace.refine().refined == 4
    assert groups(palace) == ({"lexical", "pooled"}, set())
    assert palace.search("green lantern").results[0].text == TEXTS[0]
    status = palace.status()
    assert (status["model"], status["covered"], status["pending"]) == ("words", 1.0, 0)
    assert palace.doctor() == []


def test_another_model_is_made_beside_and_answers_when_it_is_complete(api, opened):
    palace = filled(opened())
    palace.refine()
    assert groups(palace)[0] == {"lexical", "late", "pooled"}
    api.answers(vectors())
    second = opened(embed_url=api.url, embed_model="words")
    second.refine(limit=2)
    assert second.status()["covered"] == 0.5
    found = second.search("green lantern")
    assert "late" in found.results[0].why["groups"] and found.coverage == 1.0
    second.refine()
    for one in (second, opened(embed_url=api.url, embed_model="words")):
        assert groups(one) == ({"lexical", "pooled"}, set())
        assert one.status()["covered"] == 1.0
    with second._store.snapshot() as snapshot:
        assert [(card.name, count) for card, count in snapshot.vectors().items()] == [("words", 4)]
    assert second.doctor() == []


def test_a_process_that_was_open_follows_the_switch(api, opened):
    first = filled(opened())
    first.refine()
    assert groups(first)[0] == {"lexical", "late", "pooled"}
    api.answers(vectors())
    opened(embed_url=api.url, embed_model="words").refine()
    # It has no setting of the endpoint: what it can load has no vectors any more, and it says so.
    used, flags = groups(first)
    assert used == {"lexical", "static"} and "static-only" in flags
    assert first.refine().refined == 4
    assert groups(first)[0] == {"lexical", "late", "pooled"}


def test_a_question_without_a_vector_is_answered_by_the_other_tiers_and_flagged(
    api, opened, bad_servers
):
    api.answers(vectors())
    palace = filled(opened(embed_url=api.url, embed_model="words", embed_seconds=0.3))
    palace.refine()
    api.answers(bad_servers["hang"])
    found = palace.search("green lantern")
    assert found.results[0].text == TEXTS[0]
    assert "embedder-failed" in found.flags and "static" in found.results[0].why["groups"]
    assert found.milliseconds < 1_000
    again = palace.search("red paint")  # left alone for a moment: told at once
    assert "embedder-failed" in again.flags and again.results[0].text == TEXTS[1]
    assert again.milliseconds < 300


def test_a_search_in_a_hurry_does_not_ask_the_endpoint(api, opened, bad_servers):
    api.answers(vectors())
    palace = filled(opened(embed_url=api.url, embed_model="words"))
    palace.refine()
    asked = len(api.asked)
    found = palace.search("green lantern", latency_ms=1)
    assert "embedder-failed" in found.flags and found.results[0].text == TEXTS[0]
    palace.relevant("what colour is the green lantern?")
    assert len(api.asked) == asked
    assert "embedder-failed" not in palace.search("green lantern", latency_ms=2_000).flags
    api.answers(bad_servers["hang"])
    assert palace.search("green lantern", latency_ms=300).milliseconds < 600


def test_warming_up_asks_nobody(api, opened):
    api.answers(vectors())
    palace = filled(
        opened(
            embed_url=api.url, embed_model="words", llm_url=api.url, llm_model="m", llm_rerank=5.0
        )
    )
    palace.refine()
    asked = len(api.asked)
    palace.warm()
    assert len(api.asked) == asked


def test_a_palace_from_another_machine_is_searched_within_the_time_of_a_question(
    api, opened, bad_servers, tmp_path
):
    api.answers(vectors())
    filled(opened(embed_url=api.url, embed_model="words")).refine()
    for file in (tmp_path / "home").rglob("*.npy"):
        file.unlink()
    api.answers(bad_servers["hang"])
    moved = opened(embed_url=api.url, embed_model="words", embed_seconds=0.3)
    found = moved.search("green lantern")
    assert found.results[0].text == TEXTS[0] and found.milliseconds < 1_000
    assert "static-only" in found.flags


@pytest.mark.parametrize("status", [400, 401, 500])
def test_whatever_fails_about_a_question_the_other_tiers_answer(api, opened, status):
    api.answers(vectors())
    palace = filled(opened(embed_url=api.url, embed_model="words"))
    palace.refine()
    api.answers(lambda exchange: exchange.send(status, "{}"))
    found = palace.search("green lantern")
    assert found.results[0].text == TEXTS[0] and "embedder-failed" in found.flags


def test_a_process_without_the_key_works_as_if_there_were_no_model(api, opened, monkeypatch):
    monkeypatch.setenv("A_KEY", "sk-mine")
    api.answers(vectors())
    named = {"embed_url": api.url, "embed_model": "words", "embed_key": "A_KEY"}
    filled(opened(**named)).refine()
    monkeypatch.delenv("A_KEY")
    found = opened(**named).search("green lantern")
    assert found.results[0].text == TEXTS[0] and "embedder-failed" in found.flags


def test_an_endpoint_that_is_gone_stops_refining_at_once_and_loses_nothing(api, opened):
    api.answers(vectors(), vectors(), vectors(), lambda exchange: exchange.send(503, "{}"))
    palace = opened(embed_url=api.url, embed_model="words")
    for number in range(80):
        palace.add(f"text number {number} of many", wing="w", source=f"note:{number}")
    report = palace.refine()
    assert report.pending == 80
    assert "answers 503" in str(report.problems)
    assert len(api.asked) == 3 + 3  # probing twice, one batch, and three tries of the next
    api.answers(vectors())
    later = opened(embed_url=api.url, embed_model="words")
    assert later.refine().refined == 80
    assert later.doctor() == []


def test_a_text_that_the_server_refuses_is_named_and_the_others_get_vectors(api, opened):
    def picky(exchange):
        if any("Ana" in text for text in exchange.body["input"]):
            exchange.send(400, "{}")
        else:
            exchange.embed(64)

    api.answers(picky)
    palace = filled(opened(embed_url=api.url, embed_model="words"))
    report = palace.refine()
    assert (report.refined, report.pending, len(report.problems)) == (3, 1, 1)


def test_another_model_under_the_same_name_is_noticed_and_nothing_is_mixed(api, opened):
    api.answers(vectors())
    palace = filled(opened(embed_url=api.url, embed_model="words"))
    palace.refine()

    def other(text):
        return np.random.default_rng(len(text)).standard_normal(64)

    api.answers(partial(lambda exchange, make: exchange.embed(64, make), make=other))
    later = opened(embed_url=api.url, embed_model="words")
    later.add("A text that is new here.", wing="w", source="note:9")
    report = later.refine()
    assert report.refined == 0
    assert "another model answers by the name 'words'" in str(report.problems)
    renamed = opened(embed_url=api.url, embed_model="words:2")
    assert renamed.refine().refined == 5


def test_nobody_there_the_first_time_is_a_problem_and_no_fault(opened):
    palace = filled(opened(embed_url="http://127.0.0.1:9/v1", embed_model="words"))
    report = palace.refine()
    assert (report.refined, report.pending) == (0, 4)
    assert "127.0.0.1:9" in str(report.problems)
    assert palace.search("green lantern").results[0].text == TEXTS[0]
    assert palace.status()["model"] == "words"


def test_secrets_stay_out_of_what_is_sent_and_stay_in_the_palace(api, opened):
    api.answers(vectors())
    palace = opened(embed_url=api.url, embed_model="words")
    receipt = palace.add("The wifi password is Tr0ub4dor&3, ask Ana.", wing="w")
    palace.refine()
    palace.search("is the wifi password Tr0ub4dor&3?")
    assert "Tr0ub4dor" not in json.dumps([one.body for one in api.asked])
    assert "The wifi password is [secret" in json.dumps(api.asked[2].body)
    assert "Tr0ub4dor&3" in palace.get(receipt.ids[0]).text
