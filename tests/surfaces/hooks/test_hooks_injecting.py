import json
import socket
import threading
import time

import pytest
from hypothesis import given as cases
from hypothesis import strategies as st

from camillo import Palace
from camillo.app.settings import Settings
from camillo.domain.errors import PalaceBusy
from camillo.surfaces.hooks import replies
from camillo.text.fence import fenced

MEMORY = fenced("We chose GraphQL for the mobile app.", {"id": "00aa:0-36"})
#: Every key that a host's schema allows in the output of an injecting hook.
ALLOWED = {
    "claude-code": {"hookSpecificOutput", "systemMessage"},
    "codex": {"hookSpecificOutput", "systemMessage"},
    "gemini": {"hookSpecificOutput", "systemMessage"},
    "cursor": {"continue", "additional_context"},
}


def injected(name: str, reply: dict) -> str:
    """The text a host takes from a reply, which holds nothing its schema does not allow."""
    assert set(reply) <= ALLOWED[name]
    if name == "cursor":
        assert reply.get("continue") is not False
        return reply["additional_context"]
    assert set(reply["hookSpecificOutput"]) == {"hookEventName", "additionalContext"}
    return reply["hookSpecificOutput"]["additionalContext"]


@pytest.mark.parametrize("source", ["startup", "resume", "clear", "compact"])
def test_a_session_starts_with_what_the_resident_process_says(host, given, resident, source):
    requests = resident(lambda _: MEMORY)
    done = host.call("SessionStart", given("SessionStart", source=source))
    assert done.reply == {
        "hookSpecificOutput": {"hookEventName": "SessionStart", "additionalContext": MEMORY}
    }
    (asked,) = requests
    assert (asked.verb, asked.source, asked.budget) == ("start", source, 600)
    assert (asked.host, asked.session, asked.cwd) == ("claude-code", "5f1c", "/home/kai/orion")


def test_a_prompt_gets_what_clears_the_bar(host, given, resident):
    requests = resident(lambda _: MEMORY)
    done = host.call("UserPromptSubmit", given("UserPromptSubmit", prompt="why GraphQL?"))
    assert injected("claude-code", done.reply) == MEMORY
    assert done.reply["hookSpecificOutput"]["hookEventName"] == "UserPromptSubmit"
    (asked,) = requests
    assert (asked.verb, asked.prompt, asked.budget) == ("prompt", "why GraphQL?", 400)


@pytest.mark.parametrize("event", ["SessionStart", "UserPromptSubmit"])
def test_where_nothing_is_recalled_nothing_is_printed(host, given, resident, event):
    resident(lambda _: "")
    assert host.call(event, given(event, prompt="what time is it?")).out == b""


def test_an_empty_prompt_asks_nobody(host, given, resident):
    requests = resident(lambda _: MEMORY)
    assert host.call("UserPromptSubmit", given("UserPromptSubmit", prompt="  \n")).out == b""
    assert requests == []


@pytest.mark.parametrize(
    ("name", "event", "told"),
    [
        ("codex", "SessionStart", "SessionStart"),
        ("codex", "UserPromptSubmit", "UserPromptSubmit"),
        ("gemini", "SessionStart", "SessionStart"),
        ("gemini", "BeforeAgent", "BeforeAgent"),
        ("cursor", "sessionStart", None),
        ("cursor", "beforeSubmitPrompt", None),
    ],
)
def test_each_host_gets_its_own_keys_and_no_others(host, resident, name, event, told):
    resident(lambda _: MEMORY)
    said = {"session_id": "s", "prompt": "why?", "transcript_path": "/x", "source": "startup"}
    reply = host.call(event, said, host=name).reply
    assert injected(name, reply) == MEMORY
    if told:
        assert reply["hookSpecificOutput"]["hookEventName"] == told


def test_text_in_any_language_arrives_as_it_is(host, given, resident):
    text = fenced("我们选择了 GraphQL；日本語も 🏛", {"id": "1"})
    resident(lambda _: text)
    done = host.call("UserPromptSubmit", given("UserPromptSubmit", prompt="为什么"))
    assert injected("claude-code", done.reply) == text
    assert "我们选择了".encode() in done.out


def test_a_long_prompt_is_asked_by_its_end(host, given, resident):
    requests = resident(lambda _: MEMORY)
    prompt = "x" * 3_000_000 + " why did we choose GraphQL?"
    host.call("UserPromptSubmit", given("UserPromptSubmit", prompt=prompt))
    (asked,) = requests
    assert asked.prompt.endswith(" why did we choose GraphQL?")
    assert len(asked.prompt) == 32_000


def test_more_than_a_host_takes_is_cut_behind_a_whole_memory_and_said(host, given, resident):
    memories = "\n".join(fenced(f"{number} " + "数" * 300, {"id": "1"}) for number in range(40))
    resident(lambda _: memories)
    text = injected(
        "claude-code",
        host.call("UserPromptSubmit", given("UserPromptSubmit", prompt="all?")).reply,
    )
    assert len(text.encode()) <= 9_500
    kept, _, told = text.rpartition("\n")
    assert told == "Camillo left out what this host does not take."
    assert memories.startswith(kept)
    assert kept.endswith("\n</memory>")


@cases(st.lists(st.text(max_size=60), max_size=8), st.integers(0, 600))
def test_a_cut_never_opens_a_fence(texts, limit):
    whole = "\n".join(fenced(text, {"id": "1"}) for text in texts)
    kept, cut = replies.fitted(whole, limit)
    assert len(kept.encode("utf-8", "surrogatepass")) <= limit
    assert whole.startswith(kept)
    assert cut == (kept != whole)
    assert kept.count("<memory") == kept.count("</memory>")


@cases(st.text(st.characters(codec=None)), st.sampled_from(sorted(ALLOWED)))
def test_any_text_makes_a_reply_that_is_json(text, name):
    written = replies.reply(name, "UserPromptSubmit", text)
    if not text:
        assert written == b""
        return
    assert injected(name, json.loads(written)) == text
    assert written.count(b"\n") == 0


@pytest.mark.slow
def test_a_resident_process_that_does_not_answer_in_time_is_not_waited_for_and_is_told(
    host, given, resident
):
    resident(lambda _: time.sleep(6) or MEMORY)
    begun = time.monotonic()
    assert host.call("UserPromptSubmit", given("UserPromptSubmit", prompt="why?")).out == b""
    assert time.monotonic() - begun < 5
    assert "UserPromptSubmit the resident process did not answer in 2 s" in host.log()


def busy(_: object) -> str:
    raise PalaceBusy("another process holds the palace", "wait for it")


def test_a_locked_palace_is_told_once_and_disturbs_nobody(host, given, resident):
    resident(busy)
    assert host.call("UserPromptSubmit", given("UserPromptSubmit", prompt="why?")).out == b""
    reply = host.call("SessionStart", given("SessionStart")).reply
    told = injected("claude-code", reply)
    assert "Camillo could not recall 2 times since 20" in told
    assert "another process holds the palace; wait for it.\n" in told
    assert reply["systemMessage"] in told


def test_an_address_that_is_not_this_machines_is_never_connected_to(host, given):
    host.state.make()
    host.state.address.write_text(json.dumps({"address": "203.0.113.7:80", "token": "x"}))
    begun = time.monotonic()
    assert host.call("UserPromptSubmit", given("UserPromptSubmit", prompt="why?")).out == b""
    assert time.monotonic() - begun < 2


@pytest.mark.parametrize(
    "found", ["", "[]", "{", '{"address": 7, "token": "x"}', '{"address": "x", "token": "x"}']
)
def test_an_address_that_cannot_be_read_is_as_none(host, given, found):
    host.state.make()
    host.state.address.write_text(found)
    assert host.call("UserPromptSubmit", given("UserPromptSubmit", prompt="why?")).out == b""
    assert host.log() == ""


def test_a_process_that_is_gone_is_as_none(host, given, resident):
    resident(lambda _: MEMORY)
    left = host.state.address.read_text()
    host.state.address.write_text(left.replace("resident.sock", "gone.sock"))
    assert host.call("Stop", given("Stop")).out == b""
    assert len(host.entries()) == 1


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="listens as the process does on POSIX")
def test_where_the_process_ends_before_it_answers_the_hook_searches_by_itself(host, given):
    with Palace.open(host.palace, settings=Settings(refine=False)) as palace:
        palace.add("The staging gateway listens on port 8931.", wing="orion")
        for number in range(40):
            palace.add(f"Invoice {number} was paid by the harbour office.", wing="orion")
    host.state.make()
    address = host.state.folder / "resident.sock"
    host.state.address.write_text(json.dumps({"address": str(address), "token": "x"}))
    with socket.socket(socket.AF_UNIX) as ending:
        ending.bind(str(address))
        ending.listen()
        thread = threading.Thread(target=lambda: ending.accept()[0].close())
        thread.start()
        asked = given("UserPromptSubmit", prompt="On which port does the staging gateway listen?")
        text = injected("claude-code", host.call("UserPromptSubmit", asked).reply)
        thread.join()
    assert "port 8931" in text
    assert host.log() == ""


def test_a_save_tells_the_resident_process(host, given, resident):
    requests = resident(lambda _: "")
    host.call("Stop", given("Stop"))
    assert [request.verb for request in requests] == ["file"]
