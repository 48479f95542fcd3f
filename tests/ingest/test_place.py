"""Where turns are filed: which evidence wins for the wing, the room and the hall."""

import io
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo.domain.errors import InvalidInput
from camillo.domain.halls import CODING
from camillo.domain.place import Place, check_name
from camillo.domain.turn import DOCUMENT_ROLE, Turn
from camillo.ingest.place import Placer, PlaceRules
from camillo.ports.reader import SourceFile

DECIDED = "We decided to keep Postgres."


def a_turn(text: str = DECIDED, **rest: object) -> Turn:
    turn = Turn.of_text(text, kind="note", conversation="c", turn="1", role="user")
    return replace(turn, **rest)


def a_file(name: str, root: str = "/home/kai/orion") -> SourceFile:
    return SourceFile(f"file:///{name}", name, 0, b"", io.BytesIO, root)


def wing(turn: Turn, file: SourceFile | None = None, **wish: str) -> str:
    return Placer().place(turn, file, **wish)[0].wing


def room(turn: Turn, file: SourceFile | None = None, **rooms: list[str]) -> tuple[str, str]:
    place, by = Placer(PlaceRules(rooms=rooms)).place(turn, file)
    return place.room, by


def hall(turn: Turn, file: SourceFile | None = None) -> str:
    return Placer().place(turn, file)[0].hall


def test_a_flag_wins_over_everything_the_source_says() -> None:
    turn = a_turn(wing="w", room="r", hall="events")
    place, by = Placer().place(turn, a_file("docs/a.md"), wing="W", room="R", hall="advice")
    assert (place, by) == (Place("W", "R", "advice"), "flag")


def test_the_record_wins_over_the_path() -> None:
    place, by = Placer().place(a_turn(wing="w", room="r", hall="events"), a_file("docs/a.md"))
    assert (place, by) == (Place("w", "r", "events"), "record")


def test_a_wing_is_the_mined_folder_or_the_files_stem_or_general() -> None:
    assert wing(a_turn(), a_file("docs/a.md", "/home/kai/orion/")) == "orion"
    assert wing(a_turn(), a_file("a.md", r"C:\work\orion")) == "orion"
    assert wing(a_turn(), a_file("letters.2024.md", "")) == "letters.2024"
    assert wing(a_turn(), a_file("a.md", "/")) == "general"
    assert wing(a_turn()) == "general"


def test_a_room_is_the_first_folder_that_says_something() -> None:
    assert room(a_turn(), a_file("docs/deep/a.md")) == ("docs", "path")
    assert room(a_turn(), a_file("src/billing/a.py")) == ("billing", "path")
    assert room(a_turn(), a_file("src/orion/api/a.py")) == ("api", "path")
    assert room(a_turn(), a_file("文档/a.md")) == ("文档", "path")


@pytest.mark.parametrize(
    "name",
    [
        "a.md",
        "src/a.py",
        "2024/06/a.md",
        "-home-kai-orion/a.jsonl",
        ".claude/a.md",
        "x.zip!/a.json",
        "0f8fad5b-d9cb-469f-a165-70867728950e/a.md",
        "../a.md",
        "packages/lib/a.ts",
    ],
)
def test_layout_date_id_and_hidden_folders_are_no_rooms(name: str) -> None:
    assert room(a_turn("x"), a_file(name)) == ("general", "none")


def test_a_single_files_own_folder_is_no_room() -> None:
    assert room(a_turn("x"), a_file("private/a.md", "")) == ("general", "none")


def test_a_configured_room_is_found_deeper_in_the_path_than_other_folders() -> None:
    assert room(a_turn(), a_file("docs/API/a.md"), api=[]) == ("api", "path")
    assert room(a_turn(), a_file("docs/rechnungen/a.md"), billing=["Rechnungen"]) == (
        "billing",
        "path",
    )


def test_a_file_named_after_a_room_lies_there() -> None:
    assert room(a_turn("x"), a_file("auth-migration.md"), **{"auth migration": []}) == (
        "auth migration",
        "name",
    )


def test_keywords_in_the_name_or_title_come_before_the_content() -> None:
    rooms = {"billing": ["invoice"], "api": ["GraphQL"]}
    assert room(a_turn("GraphQL", title="Invoice 12"), None, **rooms) == ("billing", "keywords")
    assert room(a_turn("GraphQL"), a_file("invoice_2024.md"), **rooms) == ("billing", "keywords")
    assert room(a_turn("GraphQL", meta={"tags": ["invoice"]}), None, **rooms)[0] == "billing"


def test_the_room_whose_keywords_dominate_the_content_gets_it() -> None:
    rooms = {"billing": ["invoice", "发票"], "api": ["GraphQL", "接口"]}
    assert room(a_turn("GraphQL, invoice, graphql!"), None, **rooms) == ("api", "content")
    assert room(a_turn("请把发票寄给我"), None, **rooms) == ("billing", "content")
    assert room(a_turn("one GraphQL invoice"), None, **rooms) == ("general", "none")


def test_keywords_are_whole_words_in_spaced_scripts() -> None:
    assert room(a_turn("capital apis"), None, api=["api"]) == ("general", "none")
    assert room(a_turn("das API-Team, auth_migration"), None, api=["api"])[0] == "api"
    assert room(a_turn("the auth_migration plan"), None, x=["auth migration"])[0] == "x"


def test_a_foreign_hall_label_is_translated() -> None:
    assert hall(a_turn("x", hall="hall_facts")) == "decisions"
    assert Placer().place(a_turn("x"), None, hall="Decision")[0].hall == "decisions"
    coding = Placer(PlaceRules(preset=CODING))
    assert coding.place(a_turn("x", hall="hall_errors"), None)[0].hall == "errors"


def test_front_matter_names_the_hall_and_an_unknown_type_does_not() -> None:
    assert hall(a_turn("x", meta={"hall": "Rezepte"})) == "Rezepte"
    assert hall(a_turn("x", meta={"type": "Meeting"})) == "events"
    assert hall(a_turn("x", meta={"type": ["decision", "draft"]})) == "decisions"
    assert hall(a_turn(meta={"type": "weekly"})) == "decisions"
    assert hall(a_turn("x", meta={"hall": 7, "type": None})) == "general"


@pytest.mark.parametrize(
    "part", ["thinking", "tool_call", "tool_result", "caption", "attachment", "system"]
)
def test_only_text_parts_are_read_for_a_hall(part: str) -> None:
    assert hall(a_turn()) == "decisions"
    assert hall(a_turn(part=part)) == "general"


@pytest.mark.parametrize("role", ["system", "tool", "developer"])
def test_what_a_machine_wrote_gets_no_hall(role: str) -> None:
    assert hall(a_turn(role="assistant")) == "decisions"
    assert hall(a_turn(role=role)) == "general"


def test_prose_files_get_a_hall_and_code_files_do_not() -> None:
    document = a_turn(role=DOCUMENT_ROLE)
    assert hall(document, a_file("notes.md")) == "decisions"
    assert hall(document, a_file("NOTES.TXT")) == "decisions"
    assert hall(document, a_file("main.py")) == "general"
    assert hall(document, a_file("Makefile")) == "general"
    assert hall(document) == "decisions"
    assert hall(replace(document, media_type="text/markdown"), a_file("README")) == "decisions"


def test_bytes_that_are_no_text_are_placed() -> None:
    picture = a_turn(content=b"\xff\xd8", encoding=None, media_type="image/jpeg")
    assert Placer().place(picture, a_file("docs/a.jpg"))[0] == Place("orion", "docs", "general")


def test_a_wish_that_is_no_name_is_refused() -> None:
    for wish in ({"wing": ""}, {"room": "a\x00"}, {"hall": "x" * 200}):
        with pytest.raises(InvalidInput):
            Placer().place(a_turn(), None, **wish)


def test_a_room_that_is_no_name_is_refused_when_configured() -> None:
    with pytest.raises(InvalidInput):
        Placer(PlaceRules(rooms={"a\x00": []}))


@given(st.text(), st.text(), st.text(), st.text(), st.text())
def test_whatever_a_source_says_becomes_names_that_can_be_used(
    name: str, root: str, wing: str, room: str, hall: str
) -> None:
    turn = a_turn("x", wing=wing, room=room, hall=hall, meta={"hall": root, "type": name})
    for file in (None, a_file(name, root), a_file(name, "")):
        place, _ = Placer(PlaceRules(rooms={"api": ["x y"]})).place(turn, file)
        for given_name in (place.wing, place.room, place.hall):
            assert check_name("place", given_name) == given_name


def test_a_hostile_folder_is_cleaned() -> None:
    assert room(a_turn(), a_file("a\nb\x1b[31m/x.md")) == ("a b [31m", "path")
    assert len(room(a_turn(), a_file("x" * 300 + "/x.md"))[0]) == 128


def test_placing_a_turn_twice_gives_the_same_place_and_never_changes_its_key() -> None:
    turn = a_turn()
    first = Placer().place(turn, a_file("docs/a.md"))
    assert Placer().place(turn, a_file("docs/a.md")) == first
    assert replace(turn, wing="w", room="r", hall="h").key == turn.key
