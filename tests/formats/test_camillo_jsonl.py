"""camillo-jsonl: what is written is read back equal, and every fault is named."""

import base64
import json
import string
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo.domain.errors import InvalidInput
from camillo.domain.moment import Moment
from camillo.domain.turn import PARTS, Turn, encode_text
from camillo.formats.camillo_jsonl import READER, read_line, write_turn

ANY_TEXT = st.text(st.characters(codec=None))
#: Names as JSON can carry them: lone surrogates and NULs, but no pair that is split in two.
NAMES = st.text(st.characters(codec="utf-8"), max_size=8) | st.sampled_from(["\ud800", "\x00a"])
IDS = NAMES.filter(bool)
META = st.dictionaries(
    NAMES,
    st.none() | st.booleans() | st.integers() | NAMES | st.lists(NAMES, max_size=2),
    max_size=3,
)
MOMENTS = st.none() | st.sampled_from(
    [
        Moment.parse("2025-06-01"),
        Moment.parse("2025-06-01T10:00:00.25+02:00"),
        Moment.parse(" 2025-06-01T10:00Z"),
        Moment.from_epoch(1.5),
    ]
)


@st.composite
def turns(draw):
    content, encoding = draw(
        st.one_of(
            ANY_TEXT.map(lambda text: (encode_text(text), "utf-8")),
            st.binary(max_size=30).map(lambda content: (content, None)),
            st.binary(max_size=30).map(lambda content: (content, "latin-1")),
            st.binary(max_size=30).map(lambda content: (content, "utf-8-escaped")),
        )
    )
    names = {name: draw(NAMES) for name in ("speaker", "title", "parent", "branch")}
    names |= {
        name: draw(st.sampled_from(["", "orion", "Größe 2"])) for name in ("wing", "room", "hall")
    }
    return Turn(
        kind=draw(st.sampled_from(["camillo-jsonl", "chatgpt"])),
        conversation=draw(IDS),
        turn=draw(IDS),
        content=content,
        encoding=encoding,
        media_type=draw(st.sampled_from(["text/plain", "image/png"])),
        part=draw(st.sampled_from(PARTS)),
        role=draw(st.sampled_from(["", "user", "assistant", "tool", "document"])),
        at=draw(MOMENTS),
        meta=draw(META),
        **names,
    )


@given(turns())
def test_a_turn_that_was_written_is_read_back_equal(of_bytes, turn):
    line = write_turn(turn)
    assert "\n" not in line and "\r" not in line
    file = of_bytes(line.encode("utf-8") + b"\n")
    assert READER.sniff(file)
    assert list(READER.read(file)) == [turn]


@given(ANY_TEXT)
def test_every_text_comes_back_character_for_character(text):
    turn = Turn.of_text(text, kind="camillo-jsonl", conversation="c", turn="1")
    (again,) = read_line(json.loads(write_turn(turn)), "f")
    assert again.text == text


def test_a_split_surrogate_pair_is_carried_as_bytes_and_refused_in_names():
    split = "\ud83d" + "\ude00"
    turn = Turn.of_text(split, kind="camillo-jsonl", conversation="c", turn="1")
    assert "data" in json.loads(write_turn(turn))
    (again,) = read_line(json.loads(write_turn(turn)), "f")
    assert again == turn
    with pytest.raises(InvalidInput, match="surrogate pair"):
        write_turn(Turn.of_text("x", kind="camillo-jsonl", conversation="c", turn=split))


def test_meta_that_is_not_json_is_refused_by_name():
    turn = Turn.of_text("x", kind="n", conversation="c", turn="t7", meta={"a": {1, 2}})
    with pytest.raises(InvalidInput, match="t7"):
        write_turn(turn)


def test_ids_may_be_integers_and_every_field_arrives(reading, of_lines):
    record = {
        "conversation": 12,
        "turn": 3,
        "title": "Sprint",
        "speaker": "Kai",
        "role": "user",
        "at": "2025-06-01T10:00:00+02:00",
        "text": "we switched to GraphQL",
        "wing": "orion",
        "room": "api",
        "hall": "decisions",
        "meta": {"task": "7"},
        "parent": 2,
        "branch": "b",
        "part": "thinking",
    }
    (turn,) = reading(READER, of_lines([record])).turns
    assert turn == Turn.of_text(
        "we switched to GraphQL",
        kind="camillo-jsonl",
        conversation="12",
        turn="3",
        title="Sprint",
        speaker="Kai",
        role="user",
        at=Moment.parse("2025-06-01T10:00:00+02:00"),
        wing="orion",
        room="api",
        hall="decisions",
        meta={"task": "7"},
        parent="2",
        branch="b",
        part="thinking",
    )


WRONG = [
    ({"turn": 1, "text": "x"}, "'conversation' is missing", "string or an integer"),
    ({"conversation": "c", "text": "x"}, "'turn' is missing", "string or an integer"),
    ({"conversation": "c", "turn": 1.5, "text": "x"}, "'turn' is a number", "integer"),
    ({"conversation": True, "turn": 1, "text": "x"}, "'conversation' is true or false", "integer"),
    ({"conversation": "", "turn": 1, "text": "x"}, "'conversation' is empty", "not empty"),
    ({"conversation": "c", "turn": 1}, "'text' is missing", "as a string"),
    ({"conversation": "c", "turn": 1, "text": 7}, "'text' is a number", "a string"),
    (
        {"conversation": "c", "turn": 1, "text": "x", "speaker": []},
        "'speaker' is an array",
        "a str",
    ),
    ({"conversation": "c", "turn": 1, "text": "x", "meta": "m"}, "'meta'", "an object"),
    (
        {"conversation": "c", "turn": 1, "text": "x", "meta": {"a": float("inf")}},
        "not finite",
        "plain",
    ),
    (
        {
            "conversation": "c",
            "turn": 1,
            "text": "x",
            "meta": json.loads('{"a":' * 40 + "1" + "}" * 40),
        },
        "32 deep",
        "plain",
    ),
    ({"conversation": "c", "turn": 1, "text": "x", "at": "soon"}, "'soon' is not a date", "ISO"),
    ({"conversation": "c", "turn": 1, "text": "x", "at": 1.5}, "'at' is a number", "a string"),
    ({"conversation": "c", "turn": 1, "text": "x", "part": "poem"}, "'part' is 'poem'", "thinking"),
    ({"conversation": "c", "turn": 1, "text": "x", "attachments": {}}, "'attachments'", "an array"),
    ({"conversation": "c", "turn": 1, "text": "x", "data": "eA=="}, "both", "one"),
    ({"conversation": "c", "turn": 1, "data": "?"}, "'data' is not base64", "base64"),
    ({"conversation": "c", "turn": 1, "data": "/w==", "encoding": "ascii"}, "as 'ascii'", "name"),
    ({"conversation": "c", "turn": 1, "data": "eA==", "encoding": "punycode"}, "punycode", "name"),
    ({"conversation": "c", "turn": 1, "data": "eA==", "encoding": "wat"}, "as 'wat'", "name"),
    (["conversation", "turn", "text"], "not a JSON object", "one object a line"),
]


@pytest.mark.parametrize(("record", "what", "mend"), WRONG)
def test_a_wrong_line_names_its_line_its_field_and_the_mend(reading, of_lines, record, what, mend):
    good = {"conversation": "c", "turn": 9, "text": "fine"}
    found = reading(READER, of_lines([good, record, good], "notes/a.jsonl"))
    (problem,) = found.problems
    assert problem.where == "notes/a.jsonl:2"
    assert what in problem.what and mend in problem.mend
    assert found.shown("text") == ["fine", "fine"]


def test_a_place_that_cannot_be_is_a_problem_and_the_turn_is_kept(reading, of_lines):
    record = {"conversation": "c", "turn": 1, "text": "x", "wing": "w" * 200, "room": "a\x00"}
    found = reading(READER, of_lines([record]))
    assert found.shown("text") == ["x"]
    assert [problem.what.split(":")[0] for problem in found.problems] == [
        "the field 'wing'",
        "the field 'room'",
    ]


def test_attachments_keep_their_bytes_and_their_words_are_searchable(reading, of_lines):
    png = b"\x89PNG\r\n\x1a\n...."
    record = {
        "conversation": "c",
        "turn": "t",
        "role": "user",
        "text": "look",
        "attachments": [
            {
                "name": "chart.png",
                "media_type": "image/png",
                "data": base64.b64encode(png).decode(),
                "caption": "sales per month",
                "text": "Q1 12",
            },
            {"name": "gone.pdf", "sha256": "ab" * 32},
        ],
    }
    found = reading(READER, of_lines([record]))
    assert found.shown("turn", "part", "text") == [
        ("t", "text", "look"),
        ("t#2", "attachment", ""),
        ("t#3", "caption", "sales per month"),
        ("t#4", "caption", "Q1 12"),
        ("t#5", "caption", "gone.pdf"),
    ]
    stored = found.turns[1]
    assert (stored.content, stored.encoding, stored.media_type) == (png, None, "image/png")
    assert found.turns[2].meta["sha256"] == found.turns[1].meta["sha256"]
    assert found.turns[4].meta == {"attachment": "gone.pdf", "sha256": "ab" * 32}


def test_an_attachment_that_is_not_base64_is_a_problem_and_its_caption_is_kept(reading, of_lines):
    broken = {"name": "a.png", "data": "%%%", "caption": "a map"}
    record = {"conversation": "c", "turn": "t", "text": "look", "attachments": [broken, "no"]}
    found = reading(READER, of_lines([record]))
    assert found.shown("text") == ["look", "a map"]
    assert [problem.where for problem in found.problems] == [
        "made.jsonl:1: attachments[0]",
        "made.jsonl:1: attachments[1]",
    ]


def test_a_file_without_one_good_line_says_so(reading, of_lines):
    found = reading(READER, of_lines([{"conversation": "c", "turn": None, "text": "x"}]))
    assert not found.turns
    assert "no line of it is a turn" in found.problems[-1].what


def test_a_file_is_known_although_its_first_line_is_broken(of_bytes):
    good = b'{"conversation": "c", "turn": 1, "text": "x"}'
    assert READER.sniff(of_bytes(b'{"conver\n' + good))
    assert READER.sniff(of_bytes(b"\xef\xbb\xbf" + good))


def test_a_first_line_longer_than_the_head_is_known_by_its_fields(of_bytes):
    line = {"conversation": "c", "turn": 1, "text": string.ascii_letters * 4000}
    assert READER.sniff(of_bytes(json.dumps(line).encode()))


def test_the_example_of_the_reference_is_read(reading, of_bytes):
    page = Path(__file__).parents[2] / "docs" / "reference" / "camillo-jsonl.md"
    example = page.read_text(encoding="utf-8").split("```json\n")[1].split("```")[0]
    found = reading(READER, of_bytes(example.encode()))
    assert found.shown("conversation", "turn", "parent") == [
        ("standup-12", "1", ""),
        ("standup-12", "2", "1"),
    ]
    assert not found.problems


def test_prose_that_quotes_records_is_no_transcript(of_bytes):
    record = '{"conversation":"c","turn":"1","speaker":"a","role":"user","text":"x"}'
    page = f"# The format\n\nEach line is a turn.\n\n```\n{record}\n{record}\n```\nThat is all.\n"
    assert not READER.sniff(of_bytes(page.encode()))
