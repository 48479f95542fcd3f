"""What each tool does, through the SDK's client in this process."""

import anyio
import pytest

from camillo import Palace

DECISION = "We chose GraphQL because the mobile app polled.\nNever again REST."


@pytest.fixture
def stored(call):
    return call(
        "memory_store",
        text=DECISION,
        wing="orion",
        room="api",
        hall="decisions",
        at="2025-06-01T10:00:00Z",
        speaker="Kai",
        source="note:42",
        meta={"task": "7"},
    )


def test_a_stored_text_is_found_with_all_that_was_said_about_it(call, stored):
    hit = call("memory_search", query="why GraphQL?")["results"][0]
    assert hit["text"] == DECISION
    assert (hit["wing"], hit["room"], hit["hall"]) == ("orion", "api", "decisions")
    assert (hit["at"], hit["speaker"], hit["source"]) == ("2025-06-01T10:00:00Z", "Kai", "note:42")
    assert stored["ids"] == [hit["id"]]
    assert not stored["known"]
    assert 0 <= hit["score"] <= 1


@pytest.mark.parametrize(
    ("narrow", "found"),
    [
        ({"wing": "orion"}, 1),
        ({"wing": "lyra"}, 0),
        ({"room": "api", "hall": "decisions", "speaker": "Kai"}, 1),
        ({"speaker": "Mira"}, 0),
        ({"source": "note:42"}, 1),
        ({"since": "2025-06-01", "until": "2025-06-01"}, 1),
        ({"since": "2025-06-02"}, 0),
        ({"meta": {"task": "7"}}, 1),
        ({"meta": {"task": "8"}}, 0),
    ],
)
def test_filters_only_narrow(call, stored, narrow, found):
    assert len(call("memory_search", query="why GraphQL?", **narrow)["results"]) == found


def test_an_added_message_is_kept_word_for_word_and_can_be_read_at_once(call):
    message = "  I like\r\ncoffee — 咖啡 — in the morning\t"
    kept = call("memory_add", message=message, speaker="Tiago", conversation="s1")
    got = call("memory_get", id=kept["message"])
    assert got["text"] == message
    assert got["bytes"] == len(message.encode())
    assert got["conversation"] == "s1"
    assert got["source"] == "agent:s1"


def test_a_message_without_a_time_has_none_and_now_is_only_what_the_caller_says(call):
    without = call("memory_add", message="the kettle is broken")
    assert "at" not in call("memory_get", id=without["message"])
    now = call("memory_add", message="the kettle was mended", at="now")
    assert call("memory_get", id=now["message"])["at"].startswith("20")


def test_adding_twice_keeps_it_once_and_says_where_it_is(call):
    first = call("memory_add", message="the kettle is broken", wing="home")
    again = call("memory_add", message="the kettle is broken", wing="home")
    assert (first["action"], again["action"]) == ("created", "unchanged")
    assert [again[name] for name in ("message", "id", "path")] == [
        first[name] for name in ("message", "id", "path")
    ]


def test_neighbours_come_in_order_and_share_the_budget(call):
    ids = [
        call("memory_add", message=f"{n}: " + f"word{n} " * 40, conversation="s1")["message"]
        for n in range(5)
    ]
    got = call("memory_get", id=ids[2], neighbours=2)
    assert [one["id"] for one in got["before"]] == ids[:2]
    assert [one["id"] for one in got["after"]] == ids[3:]
    tight = call("memory_get", id=ids[2], neighbours=2, budget=180)
    assert [one.get("truncated", False) for one in tight["before"]] == [True, False]
    assert tight["text"] == got["text"]


def test_a_long_text_is_read_in_parts_that_add_up_to_it(call):
    text = "".join(f"ünïcode line {n} 雨\n" for n in range(400))
    id = call("memory_store", text=text, wing="w")["ids"][0]
    parts, offset = [], 0
    while True:
        got = call("memory_get", id=id, offset=offset, budget=500)
        assert got["characters"] == len(text)
        parts.append(got["text"])
        if not got["has_more"]:
            break
        offset = got["next_offset"]
    assert "".join(parts) == text
    assert len(parts) > 3


def test_results_stay_within_the_budget_and_say_that_there_is_more(talk, call):
    for n in range(12):
        call("memory_store", text=f"Release {n} of the app shipped. " * 20, wing="w")

    async def search(client):
        return await client.call_tool("memory_search", {"query": "release shipped", "budget": 600})

    result = talk(search)
    assert result.structured_content["has_more"]
    assert 0 < len(result.structured_content["results"]) < 8
    assert len(result.content[0].text.encode()) <= 4 * 640


def test_pages_of_results_go_on_where_the_last_one_ended(call):
    for n in range(5):
        call("memory_store", text=f"Release {n} of the app shipped.", wing="w")
    whole = [one["id"] for one in call("memory_search", query="release")["results"]]
    first = call("memory_search", query="release", limit=2)
    second = call("memory_search", query="release", limit=3, offset=2)
    assert first["has_more"]
    assert not second["has_more"]
    assert [one["id"] for one in first["results"] + second["results"]] == whole


def test_a_passage_larger_than_the_budget_is_cut_and_says_so(call):
    call("memory_store", text="Orion " + "uses graphs and tables. " * 60, wing="w")
    answer = call("memory_search", query="orion graphs", budget=150)
    assert answer["results"][0]["truncated"]
    assert len(answer["results"][0]["text"].encode()) <= 600


def test_forgetting_is_a_dry_run_until_it_is_confirmed(call, refused, stored):
    plan = call("memory_forget", ids=stored["ids"])
    assert plan["dry_run"]
    assert plan["would_forget"][0]["excerpt"].startswith("We chose GraphQL")
    assert call("memory_get", id=stored["ids"][0])["text"] == DECISION
    done = call("memory_forget", ids=stored["ids"] * 2, confirm=True)
    assert not done["dry_run"]
    assert done["receipt"]["counts"]["spans"] == 1
    assert call("memory_search", query="why GraphQL?")["results"] == []
    assert "mobile" not in str(call("memory_get", id=stored["ids"][0])["text"])


def test_a_forgotten_text_is_not_kept_again_and_the_agent_is_told(call, refused, stored):
    call("memory_forget", ids=stored["ids"], confirm=True)
    told = refused("memory_store", text=DECISION, wing="orion", source="note:42")
    assert "was forgotten for good" in told


def test_wings_are_listed_with_rooms_counts_and_the_newest_time(call, stored, refused):
    call("memory_store", text="The oven is at 200 degrees.", wing="home", room="kitchen")
    wings = call("list_wings")["wings"]
    assert [one["wing"] for one in wings] == ["home", "orion"]
    assert wings[1]["turns"] == 1
    assert wings[1]["newest"] == "2025-06-01T10:00:00Z"
    assert wings[1]["rooms"] == [{"room": "api", "turns": 1, "newest": "2025-06-01T10:00:00Z"}]
    assert call("list_wings", limit=1)["has_more"]
    assert [one["wing"] for one in call("list_wings", wing="orion")["wings"]] == ["orion"]
    assert refused("list_wings", wing="x") == ("no wing is named 'x'; call list_wings without one")


def test_an_empty_palace_answers_gracefully(call):
    assert call("memory_search", query="anything")["results"] == []
    assert call("list_wings")["wings"] == []


def test_what_another_process_files_is_found(call, tmp_path, stored):
    with Palace.open(tmp_path / "palace.camillo") as other:
        other.add("The kettle is broken.", wing="home")
    assert call("memory_search", query="kettle")["results"][0]["wing"] == "home"


def test_the_owner_may_be_named_and_nobody_else(call, refused, stored):
    assert call("memory_search", query="GraphQL", userId="kai")["results"]
    for tool, arguments in (
        ("memory_search", {"query": "GraphQL"}),
        ("memory_add", {"message": "x"}),
        ("memory_store", {"text": "x", "wing": "w"}),
        ("memory_get", {"id": stored["ids"][0]}),
        ("memory_forget", {"ids": stored["ids"], "confirm": True}),
        ("list_wings", {}),
    ):
        for other in ("hacker_456", "", None, ["kai"], "KAI"):
            told = refused(tool, **arguments, userId=other)
            assert "keeps the palace of 'kai' alone" in told
    assert call("memory_get", id=stored["ids"][0])["text"] == DECISION


@pytest.mark.parametrize(
    ("tool", "arguments", "told"),
    [
        ("memory_get", {"id": "x"}, "use one as search prints it"),
        ("memory_get", {"id": "00" * 12 + ":0-5"}, "search again; it may have been forgotten"),
        ("memory_search", {"query": "   "}, "ask in at least one word"),
        ("memory_search", {"query": "x", "since": "soon"}, "write it as ISO 8601"),
        ("memory_search", {"query": "x", "limt": 3}, "did you mean 'limit'?"),
        ("memory_search", {"query": "x", "limit": 0}, "limit: Input should be greater than"),
        ("memory_search", {}, "query: Field required"),
        ("memory_add", {"message": ""}, "give at least one character"),
        ("memory_store", {"text": "x", "wing": "a\x1bb"}, "holds control characters"),
        ("memory_store", {"text": "x"}, "wing: Field required"),
        ("memory_forget", {"ids": []}, "nothing, or too much, was named"),
        ("memory_forget", {"ids": ["x"]}, "is not a drawer's id"),
    ],
)
def test_errors_name_the_input_and_the_mend_on_one_line(refused, tool, arguments, told):
    said = refused(tool, **arguments)
    assert told in said
    assert "\n" not in said
    assert "\x1b" not in said


def test_a_palace_that_is_no_palace_is_told_and_tried_again(call, refused, tmp_path):
    file = tmp_path / "palace.camillo"
    file.write_bytes(b"not a palace at all" * 100)
    assert "palace" in refused("memory_search", query="x")
    file.unlink()
    assert call("memory_search", query="x")["results"] == []


def test_a_fault_of_our_own_is_logged_and_told_without_its_text(talk, refused, keeper, caplog):
    keeper._settings = None
    told = refused("list_wings")
    assert told.startswith("list_wings failed: this is a fault in Camillo")
    assert "NoneType" not in told
    assert "NoneType" in caplog.text


def test_calls_at_the_same_time_are_all_answered(talk):
    async def many(client):
        answers = {}

        async def one(n):
            result = await client.call_tool("memory_store", {"text": f"note {n}", "wing": "w"})
            answers[n] = result.is_error

        async with anyio.create_task_group() as group:
            for n in range(8):
                group.start_soon(one, n)
        listed = await client.call_tool("list_wings", {})
        return answers, listed.structured_content["wings"][0]["turns"]

    answers, turns = talk(many)
    assert answers == dict.fromkeys(range(8), False)
    assert turns == 8
