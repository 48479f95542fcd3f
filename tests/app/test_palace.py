"""The palace end to end: the verbs of the public API on a real store with the real models."""

import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from camillo import Palace
from camillo.domain.errors import CamilloError, InvalidInput, NotFound


@pytest.fixture
def palace(tmp_path: Path) -> Iterator[Palace]:
    with Palace.open(tmp_path / "palace" / "palace.camillo") as opened:
        yield opened


def write_chat(path: Path, *turns: dict[str, object]) -> Path:
    lines = [
        json.dumps({"conversation": "c1", "turn": number, "speaker": "Ada", "role": "user"} | turn)
        for number, turn in enumerate(turns)
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_what_was_added_is_found_with_its_origin(palace: Palace) -> None:
    receipt = palace.add(
        "We chose GraphQL because the mobile app polled every second.",
        wing="orion",
        room="api",
        hall="decisions",
        at="2025-06-01T10:00:00Z",
        speaker="Kai",
        source="note:42",
        meta={"task": "7"},
    )
    hit = palace.search("why GraphQL", wing="orion").results[0]
    assert hit.text == "We chose GraphQL because the mobile app polled every second."
    assert (hit.wing, hit.room, hit.hall) == ("orion", "api", "decisions")
    assert (hit.at, hit.source, hit.speaker) == ("2025-06-01T10:00:00Z", "note:42", "Kai")
    assert receipt.ids == (hit.id,)
    assert hit.meta == {"task": "7"}
    assert 0 <= hit.score <= 1 and hit.why


@pytest.mark.parametrize(
    "filters",
    [
        {"wing": "orion"},
        {"room": "api"},
        {"hall": "decisions"},
        {"speaker": "Kai"},
        {"source": "note:42"},
        {"source_kind": "note"},
        {"since": "2025-06-01", "until": "2025-06-01"},
        {"meta": {"task": "7"}},
    ],
)
def test_each_filter_keeps_the_right_text_and_leaves_out_the_other(
    palace: Palace, filters: dict[str, object]
) -> None:
    palace.add(
        "the lantern is green",
        wing="orion",
        room="api",
        hall="decisions",
        at="2025-06-01T10:00:00Z",
        speaker="Kai",
        source="note:42",
        meta={"task": "7"},
    )
    palace.add("the lantern is red", wing="other", at="2024-01-01", source="chat:1")
    texts = [hit.text for hit in palace.search("lantern", **filters).results]  # type: ignore[arg-type]
    assert texts == ["the lantern is green"]


def test_adding_the_same_text_from_the_same_source_adds_nothing(palace: Palace) -> None:
    palace.add("one and the same", source="note:1")
    assert palace.add("one and the same", source="note:1").counts["known"] == 1
    assert palace.status()["turns"] == 1


def test_one_text_in_two_wings_is_one_document_and_one_hit(palace: Palace) -> None:
    palace.add("the shared lantern text", wing="a", source="note:1")
    palace.add("the shared lantern text", wing="b", source="note:2")
    assert palace.status()["documents"] == 1
    assert len(palace.search("shared lantern").results) == 1
    palace.forget(wing="a")
    assert [hit.wing for hit in palace.search("shared lantern").results] == ["b"]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(st.characters(), min_size=1, max_size=400))
def test_any_text_comes_back_byte_for_byte(palace: Palace, text: str) -> None:
    if not text.strip():
        with pytest.raises(InvalidInput):
            palace.add(text)
        return
    receipt = palace.add(text)
    content = b"".join(palace.get(id).content for id in receipt.ids)
    if receipt.ids:
        assert content == text.encode("utf-8", "surrogatepass")


def test_a_grown_transcript_adds_only_its_new_turns(palace: Palace, tmp_path: Path) -> None:
    path = write_chat(tmp_path / "chat.jsonl", {"text": "first"}, {"text": "second"})
    assert palace.mine(path).turns == 2
    write_chat(path, {"text": "first"}, {"text": "second"}, {"text": "third"})
    assert palace.mine(path).turns == 1
    assert palace.mine(path).turns == 0


def test_a_changed_file_adds_a_version_and_search_gives_the_newest(
    palace: Palace, tmp_path: Path
) -> None:
    folder = tmp_path / "project"
    folder.mkdir()
    note = folder / "plan.md"
    note.write_text("# Plan\n\nThe lantern stays green.\n", encoding="utf-8")
    palace.mine(folder)
    note.write_text("# Plan\n\nThe lantern turns blue.\n", encoding="utf-8")
    palace.mine(folder)
    assert "blue" in palace.search("lantern").results[0].text
    assert len(palace.search("lantern").results) == 1
    assert len(palace.search("lantern", versions="all").results) == 2


def test_a_vanished_file_becomes_unreachable_and_keeps_its_text(
    palace: Palace, tmp_path: Path
) -> None:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "kept.md").write_text("the harbour is open", encoding="utf-8")
    (folder / "gone.md").write_text("the lantern is green", encoding="utf-8")
    palace.mine(folder)
    (folder / "gone.md").unlink()
    assert palace.mine(folder).unreachable == 1
    assert palace.search("lantern").results[0].text == "the lantern is green"


def test_a_forgotten_text_is_gone_from_the_bytes_and_does_not_come_back(
    palace: Palace, tmp_path: Path
) -> None:
    path = write_chat(
        tmp_path / "chat.jsonl", {"text": "the zirkonium secret"}, {"text": "the green lantern"}
    )
    palace.mine(path)
    hit = palace.search("zirkonium").results[0]
    assert [memory.text for memory in palace.plan_forget([hit.id])] == ["the zirkonium secret"]
    palace.forget([hit.id])
    files = [file for file in palace.path.parent.rglob("*") if file.is_file()]
    content = b"".join(file.read_bytes() for file in files)
    assert b"zirkonium" not in content
    write_chat(
        path,
        {"text": "the zirkonium secret"},
        {"text": "the green lantern"},
        {"text": "a third turn"},
    )
    palace.mine(path)
    assert not [one for one in palace.search("zirkonium").results if "zirkonium" in one.text]
    assert palace.doctor() == []


def test_moving_and_renaming_change_no_id(palace: Palace) -> None:
    id = palace.add("the lantern is green", wing="a").ids[0]
    palace.move([id], wing="b", room="r", hall="events")
    palace.rename_wing("b", "c")
    hit = palace.search("lantern", wing="c").results[0]
    assert (hit.id, hit.room, hit.hall) == (id, "r", "events")


def test_mining_again_does_not_undo_a_move(palace: Palace, tmp_path: Path) -> None:
    path = write_chat(tmp_path / "chat.jsonl", {"text": "the lantern is green"})
    palace.mine(path, wing="a")
    palace.move([palace.search("lantern").results[0].id], wing="b")
    write_chat(path, {"text": "the lantern is green"}, {"text": "more"})
    palace.mine(path, wing="a")
    assert not palace.search("lantern", wing="a").results or all(
        hit.text != "the lantern is green" for hit in palace.search("lantern", wing="a").results
    )


def test_mining_without_a_wing_makes_no_other_wing_and_undoes_no_move(
    palace: Palace, tmp_path: Path
) -> None:
    turn = {"text": "the lantern is green", "wing": "orion"}
    path = write_chat(tmp_path / "chat.jsonl", turn)
    palace.mine(path)
    assert [row["wing"] for row in palace.wings()] == ["orion"]
    palace.move([palace.search("lantern").results[0].id], wing="b")
    write_chat(path, turn, {"text": "more", "wing": "orion"})
    palace.mine(path)
    assert [hit.text for hit in palace.search("lantern green", wing="orion").results] == ["more"]


def test_a_renamed_wing_gets_what_is_mined_later(palace: Palace, tmp_path: Path) -> None:
    path = write_chat(tmp_path / "chat.jsonl", {"text": "one", "wing": "orion"})
    palace.mine(path)
    palace.rename_wing("orion", "perseus")
    write_chat(path, {"text": "one", "wing": "orion"}, {"text": "two", "wing": "orion"})
    palace.mine(path)
    assert [row["wing"] for row in palace.wings()] == ["perseus"]


def test_rebuilding_changes_no_answer(palace: Palace, tmp_path: Path) -> None:
    path = write_chat(
        tmp_path / "chat.jsonl",
        *({"text": f"turn {n} about the lantern and the harbour"} for n in range(30)),
    )
    palace.mine(path)
    before = [(hit.id, hit.score) for hit in palace.search("lantern turn 7").results]
    palace.rebuild()
    assert palace.status()["tail"] == 0
    assert [(hit.id, hit.score) for hit in palace.search("lantern turn 7").results] == before
    assert palace.doctor() == []


def test_a_backup_opens_as_a_palace(palace: Palace, tmp_path: Path) -> None:
    id = palace.add("the lantern is green").ids[0]
    palace.backup(tmp_path / "copy.camillo")
    Palace.restore(tmp_path / "copy.camillo", tmp_path / "new" / "palace.camillo")
    with Palace.open(tmp_path / "new" / "palace.camillo", create=False) as restored:
        assert restored.get(id).text == "the lantern is green"


def test_a_dry_run_writes_nothing(palace: Palace, tmp_path: Path) -> None:
    path = write_chat(tmp_path / "chat.jsonl", {"text": "first"}, {"text": "second"})
    report = palace.mine(path, dry_run=True)
    assert (report.turns, report.dry_run) == (2, True)
    assert palace.status()["turns"] == 0


def test_refining_covers_everything_and_keeps_the_texts(palace: Palace) -> None:
    palace.add("the car would not start this morning")
    palace.add("we planted tomatoes behind the shed")
    report = palace.refine()
    assert (report.refined, report.pending, report.covered) == (2, 0, 1.0)
    found = palace.search("trouble with the automobile engine")
    assert found.results[0].text == "the car would not start this morning"
    assert found.coverage == 1.0


def test_bad_input_is_refused_by_name_and_nothing_is_written(palace: Palace) -> None:
    for call in (
        lambda: palace.add(""),
        lambda: palace.add("x", at="yesterday"),
        lambda: palace.add("x", wing="a\nb"),
        lambda: palace.get("nonsense"),
        lambda: palace.get("00" * 12 + ":0-4"),
        lambda: palace.search("x", limit=0),
        lambda: palace.mine("/does/not/exist"),
        lambda: palace.forget(["00" * 12 + ":0-4"]),
        lambda: palace.forget([]),
        lambda: palace.rename_wing("nowhere", "b"),
    ):
        with pytest.raises(CamilloError):
            call()
    assert palace.status()["turns"] == 0


def test_a_palace_that_is_not_there_is_not_made_when_it_should_exist(tmp_path: Path) -> None:
    with pytest.raises(NotFound):
        Palace.open(tmp_path / "none.camillo", create=False)
    assert not (tmp_path / "none.camillo").exists()


def test_neighbours_come_with_a_turn(palace: Palace, tmp_path: Path) -> None:
    path = write_chat(tmp_path / "chat.jsonl", {"text": "one"}, {"text": "two"}, {"text": "three"})
    palace.mine(path)
    memory = palace.get(palace.search("two").results[0].id, neighbours=1)
    assert [one.text for one in (*memory.before, memory, *memory.after)] == ["one", "two", "three"]


@pytest.mark.slow
def test_adding_for_long_leaves_no_long_tail(palace: Palace) -> None:
    for number in range(4_200):
        palace.add(f"lantern {number}", source="note:1", turn=str(number))
    assert int(str(palace.status()["tail"])) < 4_200
    assert palace.search("lantern 4199").results[0].text == "lantern 4199"


def test_mining_folds_the_tail_as_it_goes(palace: Palace, tmp_path: Path) -> None:
    path = write_chat(tmp_path / "chat.jsonl", *({"text": f"lantern {n}"} for n in range(300)))
    palace.mine(path, refine=False)
    assert palace.status()["tail"] == 0


def test_adding_what_was_forgotten_is_refused_and_says_why(palace: Palace) -> None:
    text = "the lantern is green"
    palace.forget(palace.add(text, source="note:1").ids)
    for again in (text, f"a new line\n{text}\n"):
        with pytest.raises(InvalidInput, match="forgotten"):
            palace.add(again, source="note:1")
    assert palace.status()["turns"] == 1


def test_one_id_may_stand_where_a_list_is_asked_for(palace: Palace) -> None:
    id = palace.add("the lantern is green").ids[0]
    assert [one.id for one in palace.plan_forget(id)] == [id]
    assert palace.move(id, wing="harbour").ids == (id,)
    assert palace.forget(id).ids == (id,)


def test_a_day_may_be_given_as_a_date(palace: Palace) -> None:
    palace.add("the lantern is green", at=date(2025, 6, 1))
    (hit,) = palace.search("lantern", since=date(2025, 6, 1), until=date(2025, 6, 1)).results
    assert hit.at == "2025-06-01"
