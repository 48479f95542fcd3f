"""A language model over a real server on this machine, which answers well, badly or not at all."""

import json
import logging
import socket
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from camillo.domain.errors import BadAnswer, CamilloError, ModelDeclined, ModelOffline
from camillo.models import endpoint
from camillo.models.chat import ChatModel
from camillo.models.endpoint import Endpoint
from camillo.models.pricing import Prices
from camillo.ports.language_model import LanguageModel, Message

SCHEMA = {
    "type": "object",
    "properties": {"facts": {"type": "array", "items": {"type": "string"}}},
    "required": ["facts"],
}
ASKED = [Message("system", "List the facts."), Message("user", "The lantern is green.")]
GOOD = '{"facts": ["the lantern is green"]}'


@pytest.fixture
def model():
    """Makes models of an endpoint, and closes their connections."""
    made = []

    def make(url, *, seconds=5.0, key=None, prices=None, spent=None) -> LanguageModel:
        made.append(Endpoint(url, (lambda: key) if key else None))
        tell = spent.append if spent is not None else lambda _: None
        return ChatModel(made[-1], "tiny", seconds, prices, tell)

    yield make
    for one in made:
        one.close()


@pytest.fixture
def tiny(api, model):
    """One model of the server, for all examples of a test: making a client takes a while."""
    return model(api.url)


def say(text, finish="stop", **rest):
    return lambda exchange: exchange.say(text, finish, **rest)


def status(code, body="{}", **headers):
    return lambda exchange: exchange.send(code, body, **headers)


def test_an_answer_in_the_form_asked_for_comes_back_as_json(api, model):
    api.answers(say(GOOD))
    spent = []
    reply = model(api.url, prices=Prices(1.0, 2.0), spent=spent).complete(ASKED, SCHEMA)
    assert reply.json == {"facts": ["the lantern is green"]}
    assert (reply.usage.read, reply.usage.written, reply.usage.cost) == (10, 5, 20e-6)
    assert (reply.usage.calls, reply.usage.estimated, spent) == (1, 0, [reply.usage])
    (asked,) = api.asked
    assert asked.path == "/v1/chat/completions"
    assert (asked.body["model"], asked.body["max_tokens"], asked.body["stream"]) == (
        "tiny",
        1024,
        False,
    )
    assert asked.body["response_format"]["json_schema"]["schema"] == SCHEMA
    assert json.dumps(SCHEMA) in asked.body["messages"][0]["content"]
    assert asked.body["messages"][1] == {"role": "user", "content": "The lantern is green."}


@pytest.mark.parametrize(
    "text",
    [
        f"```json\n{GOOD}\n```",
        f"Here you are:\n```\n{GOOD}\n```\nAnything else?",
        f"<think>a {{ or a [?</think>\n{GOOD}",
        f"The facts: {GOOD}",
        f"\ufeff {GOOD}",
        '{"facts": ["the lantern is green"], "mood": "calm"}',
    ],
)
def test_json_is_found_where_models_hide_it(api, model, text):
    api.answers(say(text))
    reply = model(api.url).complete(ASKED, SCHEMA)
    assert (reply.json, len(api.asked)) == ({"facts": ["the lantern is green"]}, 1)


@pytest.mark.parametrize(
    "text", ["no idea", '{"facts": [1]}', '{"facts"', '{"other": []}', "[NaN]"]
)
def test_what_does_not_fit_is_asked_for_once_more(api, model, text):
    api.answers(say(text), say(GOOD))
    reply = model(api.url).complete(ASKED, SCHEMA)
    assert (reply.json, reply.usage.calls) == ({"facts": ["the lantern is green"]}, 2)
    again = api.asked[1].body["messages"]
    assert [one["role"] for one in again] == ["system", "user", "assistant", "user"]
    assert again[2]["content"] == text


def test_what_does_not_fit_twice_is_refused_and_not_asked_for_again(api, model):
    api.answers(say("no idea"))
    spent = []
    with pytest.raises(BadAnswer, match="form asked for: the answer is not JSON"):
        model(api.url, spent=spent).complete(ASKED, SCHEMA)
    assert (len(api.asked), sum(one.calls for one in spent)) == (2, 2)


def test_without_a_schema_the_text_is_the_answer(api, model):
    api.answers(say("Green, I think."))
    reply = model(api.url).complete(ASKED)
    assert (reply.text, reply.json) == ("Green, I think.", None)
    assert "response_format" not in api.asked[0].body


@pytest.mark.parametrize("schema", [SCHEMA, None])
def test_a_cut_off_answer_is_refused_even_where_it_reads_as_whole(api, model, schema):
    api.answers(say(GOOD, "length"))
    with pytest.raises(BadAnswer, match="cut off"):
        model(api.url).complete(ASKED, schema)
    assert len(api.asked) == 1


@pytest.mark.parametrize(
    "script",
    [
        say(None, refusal="I cannot help with that."),
        say("", "content_filter"),
        say(GOOD, "content_filter"),
    ],
)
def test_a_refusal_is_told_as_one(api, model, script):
    api.answers(script)
    with pytest.raises(ModelDeclined):
        model(api.url).complete(ASKED, SCHEMA)


@pytest.mark.parametrize("script", [say(""), say(None), say(None, "tool_calls", tool_calls=[])])
def test_an_empty_answer_is_no_answer(api, model, script):
    api.answers(script)
    with pytest.raises(BadAnswer):
        model(api.url).complete(ASKED, SCHEMA)


def test_a_server_that_counts_no_tokens_has_them_estimated(api, model):
    api.answers(say("Green.", usage=None))
    usage = model(api.url).complete(ASKED).usage
    assert (usage.read, usage.written, usage.cost, usage.estimated) == (4 + 6, 2, None, 1)


@pytest.mark.parametrize(
    ("code", "words"),
    [(401, "refuses the key"), (403, "refuses the key"), (404, "no model 'tiny'")],
)
def test_what_will_not_mend_itself_is_not_tried_again(api, model, code, words):
    api.answers(status(code, '{"error": {"message": "sk-secret is wrong", "code": "x"}}'))
    with pytest.raises(ModelOffline, match=words) as raised:
        model(api.url, key="sk-secret").complete(ASKED)
    assert len(api.asked) == 1
    assert "sk-secret" not in str(raised.value)


def test_a_spent_account_is_not_asked_again(api, model):
    api.answers(status(429, '{"error": {"code": "insufficient_quota", "message": ""}}'))
    with pytest.raises(ModelOffline, match="insufficient_quota"):
        model(api.url).complete(ASKED)
    assert len(api.asked) == 1


@pytest.mark.parametrize("code", [429, 500, 503])
def test_a_busy_server_is_asked_again_when_it_says(api, model, code):
    api.answers(status(code, retry_after="0.3"), say(GOOD))
    started = time.monotonic()
    assert model(api.url).complete(ASKED, SCHEMA).json
    assert 0.3 <= time.monotonic() - started < 3
    assert len(api.asked) == 2


def test_a_server_that_asks_for_more_time_than_there_is_gets_none_of_it(api, model):
    api.answers(status(429, retry_after="60"))
    tiny = model(api.url, seconds=2.0)
    started = time.monotonic()
    with pytest.raises(ModelOffline, match="429"):
        tiny.complete(ASKED)
    with pytest.raises(ModelOffline, match="left alone for 60 s"):
        tiny.complete(ASKED)
    assert time.monotonic() - started < 1.5
    assert len(api.asked) == 1


@pytest.fixture
def patience():
    """The seconds by which tries are apart, as they are where nobody tests."""
    return endpoint._PAUSE


def test_tries_are_few_and_further_apart_and_a_failing_server_is_left_alone(
    patience, api, model, monkeypatch
):
    monkeypatch.setattr(endpoint, "_PAUSE", patience)
    at = []
    api.answers(lambda exchange: at.append(time.monotonic()) or exchange.send(500, "{}"))
    tiny = model(api.url)
    with pytest.raises(ModelOffline, match="answers 500"):
        tiny.complete(ASKED)
    assert len(api.asked) == 3
    assert at[1] - at[0] >= 0.4 and at[2] - at[1] >= 0.8
    for _ in range(20):
        with pytest.raises(ModelOffline, match="left alone"):
            tiny.complete(ASKED)
    assert len(api.asked) == 3


@pytest.mark.parametrize("kind", ["hang", "drip", "drip_headers"])
def test_the_time_holds_however_slowly_a_server_answers(api, model, bad_servers, kind):
    api.answers(bad_servers[kind])
    started = time.monotonic()
    with pytest.raises(ModelOffline, match="in time"):
        model(api.url).complete(ASKED, seconds=0.6)
    assert 0.5 < time.monotonic() - started < 1.2


def test_an_answer_without_end_is_cut_short(api, model, bad_servers):
    api.answers(bad_servers["endless"])
    with pytest.raises(ModelOffline, match="no end"):
        model(api.url, seconds=20.0).complete(ASKED)


def test_nobody_there_is_told_quickly(model):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    started = time.monotonic()
    with pytest.raises(ModelOffline, match="cannot be asked"):
        model(f"http://127.0.0.1:{port}/v1").complete(ASKED)
    assert time.monotonic() - started < 3


def events(*chunks, end="data: [DONE]\n\n"):
    return "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks) + end


def delta(text, finish=None):
    return {"choices": [{"index": 0, "delta": {"content": text}, "finish_reason": finish}]}


@pytest.mark.parametrize("media", ["text/event-stream", "application/json", "text/plain"])
def test_a_server_that_streams_unasked_is_read_as_well(api, model, media):
    usage = {"choices": [], "usage": {"prompt_tokens": 3, "completion_tokens": 4}}
    body = ": hello\n\n" + events(delta(GOOD[:9]), delta(GOOD[9:]), delta("", "stop"), usage)
    api.answers(lambda exchange: exchange.send(200, body, media))
    reply = model(api.url).complete(ASKED, SCHEMA)
    assert (reply.json, reply.usage.read) == ({"facts": ["the lantern is green"]}, 3)


def test_a_stream_that_goes_on_after_its_end_is_left(api, model):
    def script(exchange):
        exchange.start(200, "text/event-stream")
        exchange.write(events(delta("Green.", "stop")).encode())
        exchange.stopped.wait(10)

    api.answers(script)
    started = time.monotonic()
    assert model(api.url).complete(ASKED).text == "Green."
    assert time.monotonic() - started < 2


def test_a_stream_that_breaks_off_is_no_answer(api, model):
    api.answers(
        lambda exchange: exchange.send(200, events(delta("Gre"), end=""), "text/event-stream")
    )
    with pytest.raises(BadAnswer, match="did not come to its end"):
        model(api.url).complete(ASKED)


def test_json_under_a_wrong_media_type_is_read_and_a_page_is_not(api, model):
    def page(exchange):
        exchange.send(200, "<html>Welcome</html>", "text/html")

    def odd(exchange):
        body = {"choices": [{"message": {"content": "Green."}, "finish_reason": "stop"}]}
        exchange.send(200, json.dumps(body), "text/html; charset=hex")

    api.answers(odd, page)
    tiny = model(api.url)
    assert tiny.complete(ASKED).text == "Green."
    with pytest.raises(BadAnswer, match=r"no chat completion; .*/v1"):
        tiny.complete(ASKED)


def test_an_error_in_an_odd_codec_is_an_error_like_others(api, model):
    api.answers(lambda exchange: exchange.send(404, b"\xff\x00", "text/plain; charset=hex"))
    with pytest.raises(ModelOffline, match="404"):
        model(api.url).complete(ASKED)


def test_a_compressed_answer_nobody_asked_for_is_refused(api, model):
    api.answers(lambda exchange: exchange.send(200, b"\x1f\x8b", content_encoding="gzip"))
    with pytest.raises(ModelOffline, match="compressed"):
        model(api.url, seconds=1.0).complete(ASKED)
    assert api.asked[0].headers["accept-encoding"] == "identity"


def test_no_redirect_is_followed(api, model):
    api.answers(status(307, "", location="http://127.0.0.1:9/v1/chat/completions"))
    with pytest.raises(ModelOffline, match="sends elsewhere"):
        model(api.url, key="sk-secret").complete(ASKED)
    assert len(api.asked) == 1


def test_what_a_server_does_not_know_is_left_out_from_then_on(api, model):
    def picky(exchange):
        for name in ("temperature", "response_format"):
            if name in exchange.body:
                exchange.send(
                    400, json.dumps({"error": {"message": f"Unsupported value: '{name}'"}})
                )
                return
        if "max_tokens" in exchange.body:
            exchange.send(400, '{"error": {"message": "Use \'max_completion_tokens\' instead."}}')
            return
        exchange.say(GOOD)

    api.answers(picky)
    tiny = model(api.url)
    assert tiny.complete(ASKED, SCHEMA).json
    assert tiny.complete(ASKED, SCHEMA, max_tokens=7).json
    assert len(api.asked) == 5
    assert api.asked[-1].body["max_completion_tokens"] == 7


def test_a_request_refused_for_good_says_so(api, model):
    api.answers(
        status(400, '{"error": {"message": "context_length_exceeded: The lantern is green."}}')
    )
    with pytest.raises(BadAnswer, match=r"refuses the request \(400\)") as raised:
        model(api.url).complete(ASKED)
    assert "lantern" not in str(raised.value)
    assert len(api.asked) == 1


def test_only_what_the_api_needs_leaves(api, model, monkeypatch, caplog):
    for name in ("OPENAI_API_KEY", "OPENAI_ADMIN_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID"):
        monkeypatch.setenv(name, f"of-{name}")
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "Authorization: Bearer theirs\nX-Secret: theirs")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:9")
    caplog.set_level(logging.DEBUG)
    logging.getLogger("openai").setLevel(logging.DEBUG)
    api.answers(say("Green."))
    model(api.url, key="sk-mine").complete(ASKED)
    model(api.url).complete(ASKED)
    first, second = (one.headers for one in api.asked)
    assert first["authorization"] == "Bearer sk-mine"
    assert "authorization" not in second
    for headers in (first, second):
        assert set(headers) <= {
            "host", "accept", "accept-encoding", "content-length", "content-type", "user-agent", "authorization",
        }  # fmt: skip
        assert headers["user-agent"] == "camillo"
    assert "sk-mine" not in caplog.text
    assert "lantern" not in caplog.text


def test_lone_surrogates_do_not_stop_a_request(api, model):
    api.answers(say('{"facts": ["\\ud800"]}'))
    reply = model(api.url).complete([Message("user", "a\ud800b")], SCHEMA)
    assert reply.json == {"facts": ["\ufffd"]}
    assert api.asked[0].body["messages"][1]["content"] == "a?b"


@pytest.mark.slow
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    code=st.sampled_from([200, 200, 200, 200, 201, 204, 302, 400, 404, 418, 429, 500, 599]),
    body=st.one_of(
        st.binary(max_size=200),
        st.text(max_size=100),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.text(max_size=9),
            lambda inner: (
                st.lists(inner, max_size=3)
                | st.dictionaries(
                    st.sampled_from(
                        ["choices", "message", "content", "delta", "usage", "error", "code"]
                    ),
                    inner,
                    max_size=4,
                )
            ),
            max_leaves=12,
        ).map(json.dumps),
        st.just("[" * 100_000),
        st.just('{"choices": ' + "9" * 5_000 + "}"),
    ),
    media=st.sampled_from(["application/json", "text/event-stream", "", "x/y; charset=rot13"]),
)
def test_garbage_of_any_kind_is_an_error_with_a_name(api, model, code, body, media):
    api.answers(lambda exchange: exchange.send(code, body, media))
    try:
        reply = model(api.url, seconds=0.4).complete(ASKED, SCHEMA)
    except CamilloError as error:
        assert error.what and error.mend
    else:
        assert isinstance(reply.json, dict) and "facts" in reply.json


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    text=st.text(max_size=60)
    | st.sampled_from([GOOD + "]", "[" * 9_000, '{"facts": [1e999]}', "{" * 50])
)
def test_whatever_a_model_says_its_facts_are_texts_or_there_are_none(api, tiny, text):
    api.answers(say(text))
    try:
        reply = tiny.complete(ASKED, SCHEMA)
    except BadAnswer:
        return
    assert isinstance(reply.json, dict)
    assert all(isinstance(one, str) for one in reply.json["facts"])
