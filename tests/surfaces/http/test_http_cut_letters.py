"""Ids whose span begins or ends within a letter: every door says so, and none breaks."""

import json
from pathlib import Path

import pytest

from camillo import Palace
from camillo.domain.drawer import Span
from camillo.domain.errors import InvalidInput, NotFound
from camillo.surfaces.cli.main import main

TEXT = "Äpfel und Öl: 木の家."


@pytest.fixture
def serving(database, serve):
    return serve(database=database)


def cuts_of(id: str) -> list[str]:
    """Ids of the same turn that begin, end, or lie within a letter."""
    key, end = Span.parse(id).key, len(TEXT.encode())
    tail = end - 2  # within the last letter but one
    return [str(Span(key, *span)) for span in ((1, end), (0, 1), (1, 1), (0, tail), (1, tail))]


def test_no_route_and_no_tool_breaks_at_an_id_that_cuts_a_letter(user):
    ana = user("ana")
    id = ana.store(TEXT)["ids"][0]
    assert ana.get(f"/memories/{id}").json()["content"] == TEXT
    for cut in cuts_of(id):
        if cut.endswith(":1-1"):
            continue  # nothing between two bytes is no letter
        for path in (f"/memories/{cut}", f"/memories/{cut}/content"):
            answer = ana.get(path)
            assert answer.status_code == 422, (path, answer.text)
            assert "within a letter" in answer.json()["detail"]
        assert ana.delete(f"/memories/{cut}").status_code == 422
        told = ana.tool("memory_get", id=cut)
        assert told["isError"] and "within a letter" in json.dumps(told)
    assert ana.get(f"/memories/{id}").json()["content"] == TEXT


def test_the_palace_and_the_command_name_what_is_wrong_with_such_an_id(
    tmp_path: Path, capsys, monkeypatch
):
    with Palace.open(tmp_path / "p.camillo") as palace:
        (id,) = palace.add(TEXT, wing="orion").ids
        (other,) = palace.add("Etwas anderes.", wing="orion").ids
        for cut in cuts_of(id):
            if cut.endswith(":1-1"):
                continue
            with pytest.raises(InvalidInput, match="within a letter"):
                palace.get(cut)
            for ask in (
                lambda at: palace.links.make(at, other, "similar"),
                lambda at: palace.facts.add("A", "b", "C", cite=at),
                lambda at: palace.plan_forget([at]),
            ):
                with pytest.raises(NotFound, match="nothing has the id"):
                    ask(cut)
            # These ask for the turn, whatever part of it is named.
            assert palace.trace(cut, other) is None
            assert palace.compress(cut).text
        with pytest.raises(NotFound, match="nothing has the id"):
            palace.get(str(Span(Span.parse(id).key, 999, 1000)))
    assert main(["get", cuts_of(id)[0], "--palace", str(tmp_path / "p.camillo")]) == 2
    assert "within a letter" in capsys.readouterr().err
