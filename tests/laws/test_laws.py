"""The laws of the design that no test of a single part would see broken."""

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest

import camillo
from camillo import Palace
from camillo.app import given
from camillo.app.settings import Settings
from camillo.domain import identity
from camillo.domain.errors import InvalidInput
from camillo.domain.search import Found
from camillo.models import locate
from camillo.ports.store import PalaceStore, Snapshot
from camillo.surfaces.cli import answers

SOURCES = sorted(Path(camillo.__file__).parent.rglob("*.py"))
#: What a rebuild may change beside the derived tables: the clock, the pointer and the log.
MOVING = {"clock", "meta", "receipts", "generations"}


def opened(path: Path) -> Palace:
    return Palace.open(path, settings=Settings(palace=path, refine=False))


@pytest.fixture
def palace(tmp_path: Path) -> Iterator[Palace]:
    with opened(tmp_path / "palace.camillo") as made:
        yield made


def canonical(path: Path) -> dict[str, list[tuple[object, ...]]]:
    db = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    names = [name for (name,) in db.execute("select name from sqlite_schema where type = 'table'")]
    kept = [name for name in names if not re.search(r"_\d+$", name) and name not in MOVING]
    rows = {name: sorted(db.execute(f"select * from {name}"), key=repr) for name in kept}
    db.close()
    return rows


def test_1_a_text_over_the_limit_is_refused_whole(palace, monkeypatch):
    monkeypatch.setattr(given, "ADD_LIMIT", 9)
    with pytest.raises(InvalidInput, match="10 bytes, more than 9"):
        palace.add("ten bytes.")
    assert palace.status()["documents"] == 0
    assert palace.get(palace.add("nine byte").ids[0]).text == "nine byte"


def test_2_a_receipt_is_what_the_log_says(palace):
    receipt = palace.add("the lantern is green")
    (logged,) = palace.log(1)
    assert (logged.number, logged.verb, logged.at, logged.counts) == (
        receipt.number, receipt.verb, receipt.at, receipt.counts,
    )  # fmt: skip


def test_3_a_rebuild_changes_nothing_canonical_and_every_span_lasts(palace):
    for number in range(20):
        palace.add(f"text {number} about the lantern\n\nand the harbour", source=f"note:{number}")
    palace.refine(limit=5)
    id = palace.add("the lantern is green", wing="orion", meta={"task": "7"}).ids[0]
    inside = id.replace(":0-20", ":4-11")
    before = canonical(palace.path)
    assert {"documents", "turns", "placements", "metas", "tombstones"} <= set(before)
    palace.rebuild()
    assert canonical(palace.path) == before
    assert palace.get(inside).text == "lantern"


def test_4_nothing_that_makes_an_identity_takes_a_place():
    for made in (identity.address, identity.turn_key):
        assert not set(inspect.signature(made).parameters) & {"wing", "room", "hall", "path", "uri"}


def test_5_no_method_names_an_owner():
    named = {
        f"{kind.__name__}.{name}({word})"
        for kind in (Palace, PalaceStore, Snapshot)
        for name, method in inspect.getmembers(kind, inspect.isfunction)
        for word in inspect.signature(method).parameters
        if re.search(r"user|owner|tenant|account", word)
    }
    assert named == set()


def test_5_two_palaces_in_one_process_never_see_each_other(tmp_path):
    with opened(tmp_path / "a.camillo") as mine, opened(tmp_path / "b.camillo") as theirs:
        mine.add("the lantern is green", source="note:1")
        theirs.add("the lantern is red", source="note:1")
        for _ in range(2):
            assert [hit.text for hit in mine.search("lantern").results] == ["the lantern is green"]
            assert [hit.text for hit in theirs.search("lantern").results] == ["the lantern is red"]


def test_6_words_and_meaning_are_both_searched_whatever_the_question_names(palace):
    palace.add("the car would not start this morning", wing="garage")
    palace.add("the build stopped with ERR-401-TOKEN", wing="orion", room="api", hall="events")
    palace.add("we planted tomatoes behind the shed", wing="garden")
    palace.refine()
    meant = palace.search("trouble with an automobile engine").results[0]
    assert meant.wing == "garage" and "lexical" not in meant.why["found_by"]
    exact = palace.search("ERR-401-TOKEN").results[0]
    assert exact.wing == "orion" and "lexical" in exact.why["found_by"]
    # Names of places in a question are words like any others.
    assert palace.search("garden wing, events hall: ERR-401-TOKEN").results[0].id == exact.id


def test_7_a_missing_time_stays_missing_and_event_time_is_not_the_time_of_writing(palace):
    receipt = palace.add("the lantern is green", source="note:1")
    assert palace.search("lantern").results[0].at is None
    palace.add("the lantern is red", at="1999-12-31", source="note:2")
    (old,) = palace.search("lantern", since="1900-01-01").results
    assert (old.at, receipt.at[:2]) == ("1999-12-31", "20")


#: Where processes of one user talk with each other: a socket in a folder of their own, or loopback.
LOCAL = {
    ("asking.py", "socket"), ("ending.py", "socket"), ("wire.py", "socket"), ("listener.py", "socket"),
    ("running.py", "socket"),
}  # fmt: skip
#: What asks an endpoint that the settings name.
ENDPOINT = {
    ("bounded.py", "httpx2"), ("bounded.py", "httpcore2"),
    ("endpoint.py", "httpx2"), ("endpoint.py", "openai"),
}  # fmt: skip
#: What fetches an address that its owner gave, all of it in one package.
CAPTURE = {
    ("addresses.py", "socket"),
    ("fetch.py", "http.client"), ("fetch.py", "socket"), ("fetch.py", "ssl"),
    ("streams.py", "http.client"), ("streams.py", "socket"),
}  # fmt: skip
#: What a team server does by its nature: it answers requests, and asks for the keys of tokens where told.
SERVER = {("keyset.py", "urllib.request"), ("keyset.py", "http.client"), ("problems.py", "http")}


def test_8_nothing_that_reaches_a_network_is_imported_but_for_an_endpoint_or_address_that_is_named():
    reaching = {"socket", "ssl", "http", "urllib", "ftplib", "smtplib", "requests", "httpx"}
    reaching |= {"httpx2", "httpcore2", "openai"}
    found = {
        (path.name, name)
        for path in SOURCES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        for name in _imported(node)
        if name.split(".")[0] in reaching and name != "urllib.parse"
    }
    assert found == LOCAL | ENDPOINT | CAPTURE | SERVER
    addresses = {
        node.value
        for path in SOURCES
        if (path.name, "socket") in LOCAL
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and re.fullmatch(r"[0-9.]{7,}", str(node.value))
    }
    assert addresses == {"127.0.0.1"}


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [one.name for one in node.names]
    return [node.module or ""] if isinstance(node, ast.ImportFrom) else []


def test_8_without_any_model_words_answer_and_say_so(tmp_path, monkeypatch):
    monkeypatch.setattr(locate, "_candidates", lambda home: iter(()))
    with opened(tmp_path / "palace.camillo") as palace:
        palace.add("the lantern is green")
        found = palace.search("green lantern")
        assert [hit.text for hit in found.results] == ["the lantern is green"]
        assert "lexical-only" in found.flags
        assert palace.status()["model"] is None
        assert palace.refine().problems


def test_10_every_flag_of_an_answer_is_documented_and_told_in_words():
    named = set(re.findall(r"``([a-z-]+)``", inspect.getdoc(Found).partition("``flags``")[2]))
    assert named == set(answers._FLAGS)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("我们决定继续使用数据库。", ("决定", "数据", "据库")),
        ("明日の会議は大阪で開く。", ("会議", "大阪", "開く")),
        ("우리는 내일 부산에서 만난다.", ("내일", "부산", "만난")),
    ],
)
def test_11_any_two_characters_of_an_unspaced_script_find_their_text(palace, text, words):
    palace.add(text)
    palace.add("the lantern is green 的 の 는")
    for word in words:
        best = palace.search(word).results[0]
        assert best.text == text and "lexical" in best.why["found_by"]
