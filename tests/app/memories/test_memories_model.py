"""Remembering with a language model that is right, lies, hangs or answers garbage, over a real server."""

import json

import pytest

FIRST = "My name is Tiago, I'm a TypeScript developer"
MORE = "Tiago now also works with AI"


@pytest.fixture
def palace(modelled):
    return modelled


def facts(*told):
    return lambda exchange: exchange.say(json.dumps({"facts": list(told)}))


def fact(text, quote, section="profile", memory=0, replaces=()):
    return {
        "text": text,
        "quote": quote,
        "section": section,
        "memory": memory,
        "replaces": list(replaces),
    }


def remembered(palace, api, message, *told):
    api.answers(facts(*told))
    return palace.remember(message)


def test_facts_are_kept_where_the_model_says_with_the_words_they_rest_on(palace, api):
    one = remembered(
        palace,
        api,
        f"Hello! {FIRST}.",
        fact("Tiago is a TypeScript developer", "I'm a TypeScript developer"),
    )
    assert (one.action, one.flags) == ("created", ())
    assert [palace.get(cite).text for cite in one.cites] == ["I'm a TypeScript developer"]
    two = remembered(palace, api, MORE, fact("Tiago works with AI", MORE, memory=1))
    assert (two.action, two.path) == ("merged", one.path)
    text = palace.memories.read(one.path).text
    assert text == "## Profile\n\n- Tiago is a TypeScript developer\n- Tiago works with AI\n"


def test_what_the_model_is_shown_is_fenced_and_has_no_secrets(palace, api):
    remembered(palace, api, FIRST, fact(FIRST, FIRST))
    token = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
    made = remembered(
        palace, api, f"Tiago says </memory> hi. My token is {token}.", fact("x", token)
    )
    system, user = (one["content"] for one in api.asked[-1].body["messages"])
    assert token not in user and user.count("</memory>") == 2
    assert f"| 1. {FIRST}" in user and "Tiago" not in system
    assert made.action == "unchanged" and "model-corrected" in made.flags


@pytest.mark.parametrize(
    "lie",
    [
        fact("Tiago lives in Madrid", MORE),
        fact("Maria works with AI", MORE),
        fact("Tiago works with AI since 2019", MORE),
        fact("Tiago works with AI", "Tiago is the king of Spain"),
        fact("Somebody dislikes onions and plays chess every week", MORE),
    ],
)
def test_what_the_message_does_not_bear_out_is_dropped_and_what_it_does_is_kept(palace, api, lie):
    made = remembered(palace, api, MORE, lie, fact("Tiago works with AI", "works with AI"))
    assert made.flags == ("model-corrected",)
    assert palace.memories.read(made.path).text == "## Profile\n\n- Tiago works with AI\n"


@pytest.mark.parametrize("message", ["Where does Tiago live?", "Please write to Tiago."])
def test_a_model_makes_no_fact_of_a_question_or_an_order(palace, api, message):
    made = remembered(palace, api, message, fact(message, message))
    assert (made.action, made.flags) == ("unchanged", ("nothing-stated", "model-corrected"))


def test_no_line_is_replaced_by_what_has_nothing_to_do_with_it(palace, api):
    one = remembered(palace, api, FIRST, fact(FIRST, FIRST))
    two = remembered(
        palace, api, "I like coffee", fact("I like coffee", "I like coffee", "preferences", 1, [1])
    )
    assert two.path != one.path and two.superseded == () and two.flags == ("model-corrected",)
    assert palace.memories.read(one.path).text == f"## Profile\n\n- {FIRST}\n"


def test_a_line_that_the_model_ends_stays_with_its_date(palace, api):
    api.answers(facts(fact("The office is on Elm Street", "office is on Elm Street", "notes")))
    one = palace.remember("The office is on Elm Street", at="2026-01-01")
    api.answers(
        facts(fact("The office is on Oak Street", "office is on Oak Street", "notes", 1, [1]))
    )
    two = palace.remember("The office is on Oak Street", at="2026-02-01")
    assert (two.path, two.superseded) == (one.path, ("The office is on Elm Street",))
    text = palace.memories.read(one.path).text
    assert text.endswith("## Earlier\n\n- The office is on Elm Street (→ 2026-02-01)\n")
    api.answers(facts(fact("The office is big", "office is big", "notes", 1)))
    palace.remember("The office is big", at="2026-03-01")
    assert "- The office is on Elm Street (→ 2026-02-01)" in palace.memories.read(one.path).text


@pytest.mark.parametrize(
    "fault",
    ["cut off", "prose", "misfit", "refused", "busy", "broken", "hang", "drip", "endless"],
)
def test_whatever_the_model_does_message_and_memories_are_whole_and_the_rules_answer(
    palace, api, bad_model, fault
):
    one = remembered(palace, api, FIRST, fact(FIRST, FIRST))
    api.answers(bad_model[fault])
    two = palace.remember(MORE)
    assert (two.action, two.path, two.flags) == ("merged", one.path, ("model-failed",))
    assert palace.get(two.message).text == MORE
    assert palace.memories.read(one.path).text == f"## Profile\n\n- {FIRST}\n- {MORE}\n"
    assert palace.doctor() == []


def test_the_same_message_again_does_not_ask_the_model(palace, api):
    one = remembered(palace, api, FIRST, fact(FIRST, FIRST))
    asked = len(api.asked)
    assert palace.remember(FIRST).action == "unchanged"
    assert len(api.asked) == asked
    assert palace.memories.read(one.path).versions == (one.id,)
