"""Deleting a wing does the same by every way there is, and what another wing has too stays whole."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from camillo import Palace
from camillo.domain.owner import Owner

ANA = Owner("notes", "ana")
LONE, BOTH, OTHER = "The copper engine runs hot.", "We chose GraphQL.", "The harbour is closed."
#: One turn that is filed in both wings; ``BOTH`` are two turns of the same bytes.
SHARED = "On Fridays nothing is released."


def fill(palace: Palace) -> None:
    """Two wings: each has a text of its own, both have one, a tunnel leads between them."""
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
    palace.links.tunnel(("orion", "api"), ("vega", "api"), reason="same interface")
    palace.links.make(lone, other, "mentions", reason="both rust")


def state(palace: Palace) -> dict[str, object]:
    """All that tells of a wing, without numbers and times of writes."""
    found = {}
    for question in ("copper engine", "GraphQL", "harbour", "orion engines"):
        results = palace.search(question, include_pruned=True, versions="all").results
        found[question] = [(hit.id, hit.text, hit.wing, hit.room, hit.score) for hit in results]
    facts = {name: len(palace.facts.timeline(name)) for name in ("Engine", "Harbour")}
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
        "facts": facts,
        "held": {name: counts[name] for name in ("turns", "documents", "drawers", "redacted")},
        "problems": palace.doctor(),
    }


def by_python(palace: Path, _) -> None:
    with Palace.open(palace) as opened:
        opened.forget(wing="orion")


def by_command(palace: Path, _) -> None:
    words = ["forget", "--wing", "orion", "--yes", "--palace", str(palace)]
    run = [sys.executable, "-m", "camillo.surfaces.cli.main", *words]
    done = subprocess.run(run, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


def by_rest(_, user) -> None:
    assert user.delete("/wings/orion?dryRun=true").json()["memories"] == 2
    assert user.delete("/wings/orion").status_code == 200


def by_tool(_, user) -> None:
    shown = user.tool("memory_forget", wing="orion")
    assert len(shown["structuredContent"]["would_forget"]) == 2
    assert not user.tool("memory_forget", wing="orion", confirm=True)["isError"]


@pytest.mark.slow
def test_a_wing_is_deleted_alike_over_rest_tools_python_and_the_command(
    serve, app_of, sign, as_user, tmp_path
):
    from starlette.testclient import TestClient

    states = {}
    for delete in (by_python, by_command):
        path = tmp_path / f"{delete.__name__}.camillo"
        with Palace.open(path) as palace:
            fill(palace)
            before = state(palace)
        delete(path, None)
        with Palace.open(path) as palace:
            states[delete.__name__] = state(palace)
        bytes_left = b"".join(one.read_bytes() for one in tmp_path.glob(f"{path.name}*"))
        assert b"copper engine" not in bytes_left
    for delete in (by_rest, by_tool):
        serving = serve(data=tmp_path / delete.__name__)
        with TestClient(app_of(serving)) as client:
            with serving.palaces.lease(ANA) as palace:
                fill(palace)
                assert state(palace)["wings"] == before["wings"]
            delete(None, as_user(client, sign("ana")))
            with serving.palaces.lease(ANA) as palace:
                states[delete.__name__] = state(palace)
    first = states["by_python"]
    for name, told in states.items():
        assert json.dumps(told, default=str) == json.dumps(first, default=str), name

    assert [wing for wing, *_ in before["wings"]] == ["orion", "vega"]
    assert first["wings"] == [("vega", 3, ["api", "ports", "rules"])]
    assert sorted(first["texts"]) == sorted(
        [(OTHER, "vega", "ports"), (BOTH, "vega", "api"), (SHARED, "vega", "rules")]
    )
    assert before["tunnels"]
    assert first["tunnels"] == []
    assert any(before["links"])
    assert before["facts"] == {"Engine": 1, "Harbour": 1}
    assert first["facts"] == {"Engine": 0, "Harbour": 1}
    assert "copper" not in json.dumps([*first["found"].values()], default=str)
    assert first["found"]["GraphQL"][0][1] == BOTH
    assert first["problems"] == []
