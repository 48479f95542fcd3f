"""Deleting a wing does the same by every way and on every store, and what another wing has too stays whole."""

import hashlib
import json
import subprocess
import sys
import uuid

import pytest
from starlette.testclient import TestClient

from camillo import Palace
from camillo.domain.owner import Owner

LONE, BOTH, OTHER = "The copper engine runs hot.", "We chose GraphQL.", "The harbour is closed."
AT = "2026-05-01T10:00:00Z"
#: One turn that is filed in both wings; ``BOTH`` are two turns of the same bytes.
SHARED = "On Fridays nothing is released."


def fill(palace: Palace) -> None:
    """Two wings: each has texts, facts, pages and diaries of its own, both have one, a tunnel leads between them."""
    palace.add(LONE, wing="orion", room="engines", hall="events", source="log:1")
    palace.add(BOTH, wing="orion", room="api", hall="decisions", source="log:2")
    palace.add(BOTH, wing="vega", room="api", hall="decisions", source="log:3")
    palace.add(SHARED, wing="orion", room="rules", hall="decisions", source="log:5")
    palace.add(SHARED, wing="vega", room="rules", hall="decisions", source="log:5")
    palace.add(OTHER, wing="vega", room="ports", hall="events", source="log:4")
    (lone,) = [hit.id for hit in palace.search("copper engine").results if hit.text == LONE]
    (other,) = [hit.id for hit in palace.search("harbour closed").results if hit.text == OTHER]
    palace.facts.add("Engine", "is made of", "copper", cite=lone)
    palace.facts.add("Harbour", "stands in", "Lisbon", cite=other)
    (both,) = [
        hit.id for hit in palace.search("Fridays", wing="vega").results if hit.text == SHARED
    ]
    palace.facts.add("Release", "rests on", "Fridays", cite=both)
    palace.links.tunnel(("orion", "api"), ("vega", "api"), reason="same interface")
    palace.links.make(lone, other, "mentions", reason="both rust")
    for wing, word in (("orion", "copper"), ("vega", "harbour")):
        palace.notes.create(f"All of the {word} plan.", title=f"The {word} page", wing=wing)
        palace.diaries.write("keeper", f"Looked after the {word}.", at=AT, wing=wing)
        palace.memories.store(
            f"memory/of-{wing}.md", f"Olga prefers {word} tea.", wing=wing, room=None
        )


def state(palace: Palace) -> dict[str, object]:
    """All that tells of a wing, without numbers and times of writes."""
    found = {}
    for question in ("copper engine", "GraphQL", "harbour", "orion engines"):
        results = palace.search(question, include_pruned=True, versions="all").results
        # Pages, memories and diaries have ids of their own in each palace.
        found[question] = [
            (
                hit.id if hit.source.startswith("log:") else "",
                hit.text,
                hit.wing,
                hit.room,
                hit.score,
            )
            for hit in results
        ]
    facts = {
        name: sorted(one.words for one in palace.facts.timeline(name))
        for name in ("Engine", "Harbour", "Release", "Olga")
    }
    counts = palace.status()
    return {
        "wings": [
            (row["wing"], row["turns"], [room["room"] for room in row["rooms"]])
            for row in palace.wings()
        ],
        "texts": [(one.text, one.wing, one.room) for one in palace.texts.list(limit=50).texts],
        "tunnels": [(one.a, one.b) for one in palace.links.tunnels()],
        "links": [palace.links.of(one.id) for one in palace.texts.list(limit=50).texts],
        "found": found,
        "notes": [
            (one.slug, one.text, one.wing)
            for one in (*palace.notes.all(), *palace.notes.all(deleted=True))
        ],
        "diaries": [(one.text, one.wing, one.at) for one in palace.diaries.read()],
        "memories": [(one.path, one.text) for one in palace.memories.all()],
        "hallways": [one.entities for one in palace.links.hallways("vega")],
        "ids": {
            one.text: one.id
            for one in palace.texts.list(limit=50).texts
            if one.text in (SHARED, OTHER)
        },
        "bytes": {
            one.text: hashlib.sha256(palace.get(one.id).content).hexdigest()
            for one in palace.texts.list(limit=50).texts
        },
        "facts": facts,
        "held": {name: counts[name] for name in ("turns", "documents", "drawers", "redacted")},
        "problems": palace.doctor(),
    }


#: Two texts, a page, a diary entry and a memory.
LONE_TEXTS = 5


def by_python(open_palace, user) -> None:
    with open_palace() as opened:
        assert len(opened.plan_forget(wing="orion")) == LONE_TEXTS
        opened.forget(wing="orion")


def by_command(open_palace, user) -> None:
    with open_palace() as opened:
        file = opened.path
    words = ["forget", "--wing", "orion", "--palace", str(file)]
    for more in ([], ["--yes"]):
        run = [sys.executable, "-m", "camillo.surfaces.cli.main", *words, *more]
        done = subprocess.run(run, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr


def by_rest(open_palace, user) -> None:
    assert user.delete("/wings/orion?dryRun=true").json()["memories"] == LONE_TEXTS
    assert user.delete("/wings/orion").status_code == 200


def by_tool(open_palace, user) -> None:
    shown = user.tool("memory_forget", wing="orion")
    assert len(shown["structuredContent"]["would_forget"]) == LONE_TEXTS
    assert not user.tool("memory_forget", wing="orion", confirm=True)["isError"]


@pytest.fixture(scope="module")
def told_by_store():
    """What the first store told, so that the second is held against it."""
    return {}


#: The command opens files; palaces of a database are for servers and for Python.
WAYS = {
    "files": (by_python, by_command, by_rest, by_tool),
    "postgres": (by_python, by_rest, by_tool),
}


@pytest.mark.slow
@pytest.mark.parametrize("store", WAYS)
def test_a_wing_is_deleted_alike_by_every_way_on_every_store(
    store, request, serve, app_of, sign, as_user, tmp_path, told_by_store
):
    database = request.getfixturevalue("postgres_admin") if store == "postgres" else None
    address = database or f"sqlite://{tmp_path / 'data' / 'palaces'}"
    states, before = {}, {}
    with TestClient(app_of(serve(database=database))) as client:
        for delete in WAYS[store]:
            owner = Owner("notes", f"{delete.__name__} {uuid.uuid4().hex}")
            # Made by the server, so that the file is where the server has it.
            user = as_user(client, sign(owner.user))
            user.get("/wings")

            def open_palace(owner=owner):
                if store == "postgres":
                    return Palace.connect(address, owner)
                return Palace.open(
                    tmp_path / "data/palaces" / owner.name[:2] / owner.name / "palace.camillo"
                )

            with open_palace() as palace:
                fill(palace)
                before = state(palace)
            delete(open_palace, user)
            with open_palace() as palace:
                states[delete.__name__] = state(palace)
            # The server had it open all along and tells the same.
            shown = user.get("/memories?limit=200").json()["memories"]
            assert sorted(one["content"] for one in shown) == sorted(
                text for text, *_ in states[delete.__name__]["texts"]
            )
    for name, told in states.items():
        assert json.dumps(told, default=str) == json.dumps(states["by_python"], default=str), name
    check(before, states["by_python"])
    told_by_store[store] = json.dumps(states["by_python"], default=str)
    if len(told_by_store) == len(WAYS):
        assert told_by_store["files"] == told_by_store["postgres"]


def check(before, after) -> None:
    """What only the wing held is gone with all that hangs on it, and the rest is as it was."""
    assert [wing for wing, *_ in before["wings"]] == ["orion", "vega"]
    assert [wing for wing, *_ in after["wings"]] == ["vega"]
    assert before["tunnels"] and after["tunnels"] == []
    assert any(before["links"])
    assert "copper" in json.dumps(before, default=str)
    told = {**after, "found": [*after["found"].values()]}
    assert "copper" not in json.dumps(told, default=str)
    assert {wing for _, wing, _ in after["texts"]} == {"vega"}
    stay = [row for row in before["texts"] if row[1] == "vega"]
    # Which of a shared text's places is told first is not fixed: what counts is that it is there.
    assert {BOTH, SHARED, OTHER} <= {text for text, *_ in after["texts"]}
    assert {text for text, *_ in stay} <= {text for text, *_ in after["texts"]}
    assert all(after["bytes"][text] == before["bytes"][text] for text in after["bytes"])
    assert before["facts"]["Engine"] and after["facts"]["Engine"] == []
    assert after["facts"]["Harbour"] == before["facts"]["Harbour"] != []
    assert after["facts"]["Release"] == before["facts"]["Release"] != []
    assert len(before["notes"]) == len(before["diaries"]) == 2
    assert len(after["notes"]) == len(after["diaries"]) == 1
    assert len(after["memories"]) < len(before["memories"])
    assert after["found"]["GraphQL"][0][1] == BOTH
    assert after["ids"] == before["ids"] and len(after["ids"]) == 2


@pytest.mark.slow
def test_no_byte_of_a_deleted_wing_is_left_in_the_file(serve, app_of, sign, as_user, tmp_path):
    for delete in WAYS["files"]:
        owner = Owner("notes", f"bytes {delete.__name__}")
        with TestClient(app_of(serve())) as client:
            user = as_user(client, sign(owner.user))
            user.get("/wings")
            folder = tmp_path / "data/palaces" / owner.name[:2] / owner.name

            def open_palace(folder=folder):
                return Palace.open(folder / "palace.camillo")

            with open_palace() as palace:
                fill(palace)
            delete(open_palace, user)
        left = b"".join(one.read_bytes() for one in folder.rglob("*") if one.is_file())
        assert b"copper" not in left, delete.__name__
        assert b"harbour" in left
