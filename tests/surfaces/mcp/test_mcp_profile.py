"""The tool names of MemPalace, called as those who know them call."""

from pathlib import Path

import anyio
import pytest
from mcp.client import Client

ROOT = Path(__file__).parents[3]
NAMES = [
    "mempalace_status",
    "mempalace_list_wings",
    "mempalace_search",
    "mempalace_wake_up",
    "mempalace_store",
    "mempalace_add_drawer",
    "mempalace_delete_drawer",
    "mempalace_kg_query",
    "mempalace_query_entity",
    "mempalace_kg_timeline",
    "mempalace_timeline",
    "mempalace_kg_add",
    "mempalace_kg_invalidate",
    "mempalace_kg_supersede",
    "mempalace_create_tunnel",
    "mempalace_follow_tunnels",
    "mempalace_list_tunnels",
    "mempalace_delete_tunnel",
    "mempalace_traverse",
]
TEXT = "We chose GraphQL because the mobile app polled."


@pytest.fixture
def talk(server):
    def run(conversation):
        async def whole():
            async with Client(server("mempalace")) as client:
                return await conversation(client)

        return anyio.run(whole)

    return run


async def tools(client):
    return (await client.list_tools()).tools


@pytest.fixture
def drawer(call):
    kept = call(
        "mempalace_add_drawer",
        wing="orion",
        room="api",
        content=TEXT,
        source_file="/code/orion/notes a.md",
        added_by="claude",
    )
    return kept["ids"][0]


def test_the_names_stand_behind_our_own_with_mempalaces_arguments(talk):
    listed = talk(tools)
    assert [one.name for one in listed[-len(NAMES) :]] == NAMES
    assert listed[0].name == "memory_search"
    arguments = {one.name: set(one.input_schema["properties"]) for one in listed}
    assert arguments["mempalace_search"] >= {
        *("query", "limit", "wing", "room", "source_file", "since", "before", "context"),
        *("max_distance", "candidate_strategy", "cli_compatible", "include_media", "query_task"),
    }
    assert arguments["mempalace_add_drawer"] == {
        *("wing", "room", "content", "source_file", "added_by")
    }
    assert "drawer_id" in arguments["mempalace_delete_drawer"]
    assert not arguments["mempalace_status"] | arguments["mempalace_list_wings"]
    assert arguments["mempalace_kg_query"] == {"entity", "as_of", "direction"}
    assert arguments["mempalace_kg_add"] == {
        *("subject", "predicate", "object", "valid_from", "valid_to"),
        *("source_closet", "source_file", "source_drawer_id"),
    }
    assert arguments["mempalace_kg_timeline"] == {"entity", "limit", "offset"}
    assert arguments["mempalace_kg_invalidate"] == {"subject", "predicate", "object", "ended"}
    destroys = {one.name for one in listed if one.annotations.destructive_hint}
    assert destroys == {"memory_forget", "mempalace_delete_drawer"}


def test_a_drawer_is_added_found_read_and_counted(call, drawer):
    (hit,) = call("mempalace_search", query="why GraphQL?", limit=3, wing="orion")["results"]
    assert (hit["id"], hit["text"], hit["room"]) == (drawer, TEXT, "api")
    assert call("memory_get", id=drawer)["meta"] == {"added_by": "claude"}
    status = call("mempalace_status")
    assert (status["total_drawers"], status["turns"]) == (1, 1)
    assert [one["wing"] for one in status["wings"]] == ["orion"]
    (wing,) = call("mempalace_list_wings")["wings"]
    assert [one["room"] for one in wing["rooms"]] == ["api"]
    assert TEXT in str(call("mempalace_wake_up", wing="orion", task="the mobile app"))


def test_adding_the_same_drawer_again_keeps_it_once(call, drawer):
    again = call("mempalace_add_drawer", wing="orion", room="api", content=TEXT,
                 source_file="/code/orion/notes a.md")  # fmt: skip
    assert again["known"]
    assert again["ids"] == [drawer]


def test_a_source_file_is_found_by_its_path_as_mining_names_it(call, drawer, keeper, tmp_path):
    file = tmp_path / "kettle.md"
    file.write_text("The kettle is broken.\n", encoding="utf-8")
    with keeper.lent() as palace:
        palace.mine(file, wing="home", refine=False)

    def found(path):
        return [
            one["text"]
            for one in call("mempalace_search", query="kettle GraphQL", source_file=path)["results"]
        ]

    assert found(str(file)) == ["The kettle is broken.\n"]
    assert found("/code/orion/notes a.md") == [TEXT]
    assert found("/code/orion") == []


def test_before_is_exclusive_and_since_inclusive(call):
    for day in (1, 2, 3):
        call("memory_store", text=f"Release {day} shipped.", wing="w", at=f"2025-06-0{day}")

    def found(**bounds):
        hits = call("mempalace_search", query="release", **bounds)["results"]
        return sorted(one["at"][-1] for one in hits)

    assert found(since="2025-06-02") == ["2", "3"]
    assert found(before="2025-06-02") == ["1"]
    assert found(since="2025-06-02", before="2025-06-03") == ["2"]
    assert found(before="0001-01-01") == []


def test_arguments_without_a_meaning_here_are_named_not_obeyed(call, drawer):
    plain = call("mempalace_search", query="GraphQL")
    told = call("mempalace_search", query="GraphQL", max_distance=0.01, candidate_strategy="union")
    assert [one["id"] for one in told["results"]] == [one["id"] for one in plain["results"]]
    extra = set(told["flags"]) - set(plain["flags"])
    assert extra == {"ignored-max_distance", "ignored-candidate_strategy"}


def test_deleting_shows_what_would_go_until_it_is_confirmed(call, drawer):
    plan = call("mempalace_delete_drawer", drawer_id=drawer)
    assert plan["dry_run"]
    assert [one["id"] for one in plan["would_forget"]] == [drawer]
    assert call("memory_get", id=drawer)["text"] == TEXT
    done = call("mempalace_delete_drawer", drawer_id=drawer, confirm=True)
    assert not done["dry_run"]
    assert call("mempalace_search", query="GraphQL")["results"] == []


def test_a_stored_text_finds_its_room_and_hall_or_takes_those_given(call):
    free = call("mempalace_store", content="We decided to use Postgres.", wing="orion")
    assert (free["wing"], free["hall"]) == ("orion", "decisions")
    told = call(
        "mempalace_store", content="Tea at four.", wing="home", room="kitchen", hall="events"
    )
    assert (told["room"], told["hall"]) == ("kitchen", "events")


def test_the_graph_is_filled_asked_and_told_in_order(call, drawer):
    first = call("mempalace_kg_add", subject="Max", predicate="works_at", object="Acme",
                 valid_from="2020-01-01", source_drawer_id=drawer, source_file="x.md")  # fmt: skip
    assert first["fact"]["cite"] == drawer and first["flags"] == ["ignored-source_file"]
    call("mempalace_kg_supersede", subject="Max", predicate="works_at", old_object="Acme",
         new_object="Zeta", at="2023-01-01")  # fmt: skip
    call("mempalace_kg_add", subject="Mia", predicate="friend_of", object="Max")

    def objects(tool, **rest):
        return {
            (one["subject"], one["object"]) for one in call(tool, entity="Max", **rest)["facts"]
        }

    assert objects("mempalace_kg_query") == {("Max", "Zeta"), ("Mia", "Max")}
    assert objects("mempalace_query_entity", as_of="2021-06-01") == {
        ("Max", "Acme"),
        ("Mia", "Max"),
    }
    told = call("mempalace_kg_timeline", entity="max", limit=1)
    assert told["has_more"] and told["facts"][0]["object"] == "Acme"
    rest = call("mempalace_kg_timeline", entity="max", offset=1)["facts"]
    assert [one["object"] for one in rest] == ["Zeta", "Max"]
    assert len(call("mempalace_timeline", entity="max")["facts"]) == 3


def test_a_day_at_which_something_ended_was_still_part_of_it(call):
    call("mempalace_kg_add", subject="Max", predicate="lives_in", object="Porto",
         valid_from="2020-01-01", valid_to="2022-05-31")  # fmt: skip
    call(
        "mempalace_kg_add",
        subject="Max",
        predicate="has_issue",
        object="ankle",
        valid_from="2022-01-01",
    )
    call(
        "mempalace_kg_invalidate",
        subject="Max",
        predicate="has_issue",
        object="ankle",
        ended="2022-05-31",
    )
    for day, held in (("2022-05-31", {"Porto", "ankle"}), ("2022-06-01", set())):
        found = call("mempalace_kg_query", entity="Max", as_of=day, direction="outgoing")["facts"]
        assert {one["object"] for one in found} == held


def test_an_empty_palace_answers_gracefully(call):
    assert call("mempalace_status")["total_drawers"] == 0
    assert call("mempalace_list_wings")["wings"] == []
    assert call("mempalace_search", query="anything")["results"] == []
    assert call("mempalace_wake_up", wing="w")["flags"] == ["unknown-wing"]


def test_the_reference_tells_each_name_and_argument(talk):
    page = (ROOT / "docs/reference/mcp.md").read_text(encoding="utf-8")
    section = page.partition("\n## Profile mempalace\n")[2].partition("\n## ")[0]
    for tool in talk(tools)[-len(NAMES) :]:
        assert f"| `{tool.name}` |" in section
        assert all(f"`{name}`" in section for name in tool.input_schema["properties"])


def test_each_is_refused_to_another_owner(refused):
    told = {tool: refused(tool, userId="mira") for tool in NAMES}
    assert {
        tool for tool, said in told.items() if "keeps the palace of 'kai' alone" not in said
    } == set()


def test_none_is_there_without_the_profile(server):
    async def without():
        async with Client(server()) as client:
            return {one.name for one in await tools(client)}

    assert (found := anyio.run(without)) and not found & set(NAMES)


@pytest.mark.parametrize(
    ("tool", "arguments", "told"),
    [
        ("mempalace_search", {"query": "x", "before": "soon"}, "write it as ISO 8601"),
        ("mempalace_search", {"query": "x", "wings": "w"}, "did you mean 'wing'?"),
        ("mempalace_add_drawer", {"wing": "w", "content": "x"}, "room: Field required"),
        ("mempalace_delete_drawer", {"drawer_id": "drawer_w_r_1"}, "is not a drawer's id"),
    ],
)
def test_errors_name_the_input_and_the_mend(refused, tool, arguments, told):
    assert told in refused(tool, **arguments)


def test_rooms_are_walked_by_wings_and_tunnels_and_from_an_entity(call, keeper):
    with keeper.lent() as palace:
        palace.add("We met Ana Kova about the pump.", wing="orion", room="api")
        palace.add("A page of the guide.", wing="orion", room="docs")
        palace.add("The pump again.", wing="vega", room="cellar")
        palace.add("Nothing to do with it.", wing="lyra", room="attic")
        palace.links.tunnel(("orion", "docs"), ("vega", "cellar"), reason="the pump")
    walk = call("mempalace_traverse", start_room="api")
    assert [(one["room"], one["hop"]) for one in walk["rooms"]] == [
        ("api", 0), ("docs", 1), ("cellar", 2),
    ]  # fmt: skip
    assert walk["rooms"][1]["via"] == ["orion"] and walk["rooms"][2]["via"] == ["tunnel"]
    near = call("mempalace_traverse", start_room="Ana Kova", max_hops=1)["rooms"]
    assert [(one["room"], one["hop"]) for one in near] == [("api", 0), ("docs", 1)]
