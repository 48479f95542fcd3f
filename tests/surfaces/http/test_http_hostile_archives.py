"""Archives of strangers: each says what is wrong and where, and leaves everything as it was, at every door."""

import base64
import gzip
import hashlib
import json
import os
import tempfile
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from camillo import Palace
from camillo.app.archive import archives, lines
from camillo.app.settings import Settings
from camillo.domain.drawer import Span
from camillo.domain.errors import CamilloError, InvalidInput, PalaceLocked
from camillo.domain.identity import address, turn_key
from camillo.ports.archive import KINDS

Row = dict[str, Any]
Rows = list[Row]


def make_rows() -> Rows:
    """An archive with rows of every kind."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        with Palace.open(settings=Settings(palace=place / "p.camillo", refine=False)) as palace:
            for number in range(3):
                palace.add(
                    f"The heron {number} of Torbole: \u6728\u306e\u5bb6.", wing="lake", room="birds",
                    at=f"2026-01-0{number + 1}T10:00:00+02:00", speaker="Kai", source="chat:1",
                    turn=f"t{number}", title="Herons", meta={"n": number, "deep": [1, {"a": "b"}]},
                )  # fmt: skip
            (id,) = palace.add("The mill is old.", wing="odd", source="chat:2").ids
            (other,) = palace.add("The mill is new.", wing="odd", source="chat:2").ids
            gone = palace.add("Forget the nest.", wing="lake", source="chat:5")
            palace.forget(gone.ids)
            palace.facts.add("Kai", "lives in", "Torbole", cite=id)
            palace.links.make(id, other, "supersedes")
            palace.links.tunnel(("lake", "birds"), ("odd", "general"))
            page = palace.notes.create("All about [[Reeds]].\n", title="Herons", wing="lake")
            palace.notes.create("Where they stand.\n", title="Reeds", wing="lake")
            palace.notes.edit(page.slug, "All of [[Reeds]].\n", version=page.version)
            palace.diaries.write("scout", "I saw the reeds.")
            palace.get(id)
        with Palace.open(settings=Settings(palace=place / "p.camillo", refine=False)) as palace:
            palace.export(place / "all.gz")
        told = gzip.decompress((place / "all.gz").read_bytes()).splitlines()
    return [json.loads(line) for line in told]


@pytest.fixture(scope="module")
def rows() -> Rows:
    found = make_rows()
    assert {one.get("row") for one in found} >= set(KINDS)
    return found


def line(row: Row) -> bytes:
    return json.dumps(row, separators=(",", ":")).encode() + b"\n"


def signed(given: list[bytes]) -> bytes:
    """Lines with a manifest that agrees with them: whoever forges an archive writes that too."""
    counts = dict.fromkeys(KINDS, 0)
    hashes = {kind: hashlib.sha256() for kind in KINDS}
    for one in given[1:]:
        kind = one.partition(b'"row":"')[2].partition(b'"')[0].decode("ascii", "replace")
        if kind in counts:
            counts[kind] += 1
            hashes[kind].update(one)
    proof = {kind: made.hexdigest() for kind, made in hashes.items()}
    return b"".join([*given, line({"row": "manifest", "counts": counts, "sha256": proof})])


def at(rows: Rows, kind: str, which: int = 0) -> int:
    return [n for n, row in enumerate(rows) if row.get("row") == kind][which]


def with_field(kind: str, field: str, value: Any, which: int = 0) -> Callable[[Rows], bytes]:
    def forge(rows: Rows) -> bytes:
        rows[at(rows, kind, which)][field] = value
        return signed([line(row) for row in rows[:-1]])

    return forge


def with_raw(kind: str, field: str, raw: bytes) -> Callable[[Rows], bytes]:
    """A value that no JSON writer gives."""

    def forge(rows: Rows) -> bytes:
        rows[at(rows, kind)][field] = "RAW"
        return signed([line(row).replace(b'"RAW"', raw) for row in rows[:-1]])

    return forge


def without(kind: str, field: str) -> Callable[[Rows], bytes]:
    def forge(rows: Rows) -> bytes:
        del rows[at(rows, kind)][field]
        return signed([line(row) for row in rows[:-1]])

    return forge


def again(kind: str, **changed: Any) -> Callable[[Rows], bytes]:
    """The last row of a kind once more, perhaps under another number."""

    def forge(rows: Rows) -> bytes:
        place = at(rows, kind, -1)
        rows.insert(place + 1, {**rows[place], **changed})
        return signed([line(row) for row in rows[:-1]])

    return forge


def at_place(place: Callable[[Rows], int], *put: bytes) -> Callable[[Rows], bytes]:
    """Lines put in somewhere."""

    def forge(rows: Rows) -> bytes:
        given = [line(row) for row in rows[:-1]]
        where = place(rows)
        return signed([*given[:where], *put, *given[where:]])

    return forge


def retold(**changed: Any) -> Callable[[Rows], bytes]:
    """The first document told otherwise."""

    def forge(rows: Rows) -> bytes:
        row = rows[at(rows, "document")]
        row.pop("text")
        row.update(changed)
        return signed([line(row) for row in rows[:-1]])

    return forge


def rehashed(content: bytes, encoding: str) -> Callable[[Rows], bytes]:
    """The first document with other bytes, all hashes right."""

    def forge(rows: Rows) -> bytes:
        row = rows[at(rows, "document")]
        row.pop("text")
        row.update(
            encoding=encoding,
            address=address(content).hex(),
            base64=base64.b64encode(content).decode(),
        )
        turn, talk = rows[at(rows, "turn")], rows[at(rows, "conversation")]
        turn["key"] = turn_key(talk["kind"], talk["native"], turn["native"], address(content)).hex()
        return signed([line(row) for row in rows[:-1]])

    return forge


def acting(verb: str, **changed: Any) -> Callable[[Rows], bytes]:
    """The first act of a verb with other words in its payload."""

    def forge(rows: Rows) -> bytes:
        row = next(row for row in rows if row.get("verb") == verb and row["row"] == "act")
        told = {**json.loads(row["payload"]), **changed}
        row["payload"] = json.dumps(told, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        return signed([line(row) for row in rows[:-1]])

    return forge


def citing(span: str) -> Callable[[Rows], bytes]:
    def forge(rows: Rows) -> bytes:
        key = rows[at(rows, "turn")]["key"]
        return acting("fact added", cite=f"{key}:{span}")(rows)

    return forge


def cut_lines(keep: Callable[[Rows], int], extra: bytes = b"") -> Callable[[Rows], bytes]:
    return lambda rows: b"".join(line(row) for row in rows[: keep(rows)]) + extra


def plain(rows: Rows) -> bytes:
    return b"".join(line(row) for row in rows)


ATTACKS: dict[str, Callable[[Rows], bytes]] = {
    "nothing at all": lambda rows: b"",
    "a header alone": cut_lines(lambda rows: 1),
    "no manifest": cut_lines(lambda rows: len(rows) - 1),
    **{
        f"cut before the first {kind}": cut_lines(lambda rows, kind=kind: at(rows, kind))
        for kind in KINDS
    },
    **{
        f"cut within a {kind}": cut_lines(
            lambda rows, kind=kind: at(rows, kind), b'{"row":"' + kind.encode()
        )
        for kind in KINDS
    },
    "something after the manifest": lambda rows: plain(rows) + b"{}\n",
    "a manifest of other hashes": lambda rows: plain(
        [*rows[:-1], {**rows[-1], "sha256": {**rows[-1]["sha256"], "turn": "0" * 64}}]
    ),
    "a manifest of other counts": lambda rows: plain(
        [*rows[:-1], {**rows[-1], "counts": {**rows[-1]["counts"], "turn": 99}}]
    ),
    "no JSON": at_place(lambda rows: at(rows, "turn"), b"{nope\n"),
    "a list": at_place(lambda rows: at(rows, "turn"), b"[]\n"),
    "bytes that are no text": at_place(lambda rows: at(rows, "turn"), b'{"row":"turn\xff"}\n'),
    "an unknown kind": at_place(lambda rows: len(rows) - 1, b'{"row":"dream","dream":1}\n'),
    "a kind that is no word": at_place(lambda rows: len(rows) - 1, b'{"row":7}\n'),
    "a row without a kind": at_place(lambda rows: len(rows) - 1, b'{"turn":7}\n'),
    "kinds out of order": lambda rows: signed(
        [line(row) for row in [rows[0], rows[1], rows[at(rows, "room")], *rows[2:-1]]]
    ),
    "a later version": lambda rows: plain([{"camillo_archive": 2}, *rows[1:]]),
    "a version that is true": lambda rows: plain([{"camillo_archive": True}, *rows[1:]]),
    "no palace": lambda rows: signed([line(row) for row in [rows[0], *rows[2:-1]]]),
    "two palaces": again("palace"),
    "a short tombstone key": with_field("palace", "tombstone_key", "ab" * 31),
    "an unknown field": with_field("turn", "dream", 1),
    "a missing field": without("turn", "native"),
    "a wing of 129 characters": with_field("wing", "name", "w" * 129),
    "a room of 129 characters": with_field("room", "name", "w" * 129),
    "a hall of 129 characters": with_field("placement", "hall", "w" * 129),
    "a wing with a NUL": with_field("wing", "name", "a\0b"),
    "a wing with a lone surrogate": with_field("wing", "name", "a\ud800b"),
    "a wing without a name": with_field("wing", "name", ""),
    "a kind with a NUL": with_field("conversation", "kind", "a\0"),
    "a kind with a lone surrogate": with_field("conversation", "kind", "a\ud800"),
    "1e999": with_raw("turn", "position", b"1e999"),
    "NaN": with_raw("turn", "position", b"NaN"),
    "Infinity in meta": with_raw("turn", "meta", b'{"n":Infinity}'),
    "1e999 in meta": with_raw("turn", "meta", b'{"n":1e999}'),
    "a number of 5,000 digits": with_raw("turn", "position", b"9" * 5_000),
    "a number of 64 bits": with_field("turn", "turn", 1 << 63),
    "a number below 0": with_field("turn", "position", -1),
    "a fraction": with_field("turn", "position", 0.5),
    "true for a number": with_field("turn", "position", True),
    "text for a number": with_field("turn", "position", "0"),
    "null for a number": with_field("turn", "position", None),
    "a time beyond the calendar": with_field("receipt", "at", 1 << 62),
    "a time before the calendar": with_field("turn", "at", -(1 << 62)),
    "a zone of years": with_field("turn", "zone", 1_000_000),
    "a time that nobody told": with_field("turn", "told", None),
    "nested 100,000 deep": with_raw("turn", "meta", b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}"),
    "nested 200 deep": with_raw("turn", "meta", b'{"a":' + b"[" * 200 + b"]" * 200 + b"}"),
    "meta that is no object": with_field("turn", "meta", [1]),
    "a field twice": with_raw("wing", "name", b'"a","name":"b"'),
    "spaces between": lambda rows: signed(
        [line(rows[0]), json.dumps(rows[1]).encode() + b"\n", *map(line, rows[2:-1])]
    ),
    **{
        f"a {kind} twice": again(kind)
        for kind in KINDS if kind not in ("palace",)
    },
    "a wing's name twice": again("wing", wing=(1 << 60)),
    "a source twice under two numbers": again("source", source=1 << 60),
    "a conversation twice under two numbers": again("conversation", conversation=1 << 60),
    "a document twice under two numbers": again("document", document=1 << 60),
    "a turn twice under two numbers": again("turn", turn=1 << 60),
    **{
        f"a {kind} of no {field}": with_field(kind, field, 999_999, -1)
        for kind, field in (
            ("room", "wing"), ("mined", "source"), ("mined", "wing"), ("conversation", "source"),
            ("turn", "conversation"), ("turn", "document"), ("placement", "turn"),
            ("placement", "room"), ("tombstone", "conversation"), ("use", "turn"), ("note", "turn"),
            ("note_version", "turn"), ("note_version", "note"), ("note_name", "note"),
            ("note_edge", "note"),
        )
    },
    "another text": with_field("document", "text", "The heron 9."),
    "another address": with_field("document", "address", "00" * 32),
    "another key": with_field("turn", "key", "00" * 12),
    "an address that is no hexadecimal": with_field("document", "address", "zz" * 32),
    "no content": retold(),
    "content told twice": with_field("document", "base64", "aGk="),
    "no base64": retold(base64="a"),
    "a text with a lone surrogate": with_field("document", "text", "\ud800"),
    "an unknown encoding": with_field("document", "encoding", "klingon"),
    "an encoding of no texts": with_field("document", "encoding", "base64"),
    "an encoding with a NUL": with_field("document", "encoding", "utf\0"),
    "bytes that the encoding does not read": rehashed(b"\xff\xfe\xfd", "utf-8"),
    "half a letter of UTF-16": rehashed(b"\xff\xfea", "utf-16"),
    "two turns at one place": with_field("turn", "position", 0, 1),
    "a turn beyond its conversation": with_field("conversation", "turns", 1),
    "a payload that is no JSON": with_field("act", "payload", "{"),
    "a payload with NaN": with_field("act", "payload", '{"a":NaN}'),
    "a payload that is a list": with_field("act", "payload", "[]"),
    "a fact whose confidence is a word": acting("fact added", confidence="much"),
    "a fact from a day that is none": acting("fact added", **{"from": "yesterday-ish"}),
    "a fact that cites no id": acting("fact added", cite="nowhere"),
    "a fact that cites nothing": acting("fact added", cite=f"{'00' * 12}:0-3"),
    "a span below 0": citing("-4-3"),
    "a span that ends before it begins": citing("9-3"),
    "a span beyond its text": citing("9000-9003"),
    "a span that cuts a letter": citing("0-25"),
    "a span of 30 digits": citing(f"0-{'9' * 30}"),
    "a link to nothing": lambda rows: acting("link made")(
        [{**row, "object": "00" * 12} if row.get("verb") == "link made" else row for row in rows]
    ),
    "a note of no shape": with_field("note", "shape", "x"),
    "a name of no kind": with_field("note_name", "kind", "nickname"),
    "an edge before the text": with_field("note_edge", "start", -1),
    "counts that are words": with_field("receipt", "counts", {"a": "b"}),
    "a state of no source": with_field("source", "state", "haunted"),
}  # fmt: skip
#: What cannot be told from one line alone.
_OF_ALL = ("rows of the kind", "does not hold together", "leads to", "cites")


def check_told(error: CamilloError) -> None:
    assert error.mend, error.what
    assert error.what.startswith("line ") or any(part in error.what for part in _OF_ALL), error.what
    assert len(str(error)) < 400


@pytest.mark.parametrize("name", ATTACKS)
def test_an_archive_of_a_stranger_is_refused_by_name_and_leaves_nothing(rows, tmp_path, name):
    (tmp_path / "bad").write_bytes(ATTACKS[name](deepcopy(rows)))
    target = Settings(palace=tmp_path / "b" / "q.camillo", refine=False)
    with pytest.raises(InvalidInput) as caught:
        Palace.take(tmp_path / "bad", settings=target)
    check_told(caught.value)
    assert not target.palace.parent.exists() or list(target.palace.parent.iterdir()) == []


@pytest.fixture
def serving(database, serve):
    return serve(database=database)


@pytest.mark.slow
def test_no_stranger_s_archive_breaks_the_server_or_changes_a_palace(rows, user):
    ana = user("ana")
    for name, forge in ATTACKS.items():
        content = forge(deepcopy(rows))
        for sent in (gzip.compress(content), content) if content else ():
            if not sent.startswith((b"\x1f\x8b", b'{"camillo_archive"')):
                continue
            answer = ana.ask("POST", "/import", content=sent)
            assert answer.status_code == 422, (name, answer.status_code, answer.text)
            assert answer.headers["content-type"] == "application/problem+json"
            check_told(InvalidInput(answer.json()["detail"], answer.json()["mend"]))
    assert ana.get("/stats").json()["documents"] == 0
    sound = ana.ask("POST", "/import", content=gzip.compress(plain(rows)))
    assert sound.status_code == 200, sound.text


def test_a_packed_archive_that_is_cut_anywhere_is_refused(rows, tmp_path):
    whole = gzip.compress(plain(rows))
    target = Settings(palace=tmp_path / "b" / "q.camillo", refine=False)
    for end in [*range(1, len(whole), max(1, len(whole) // 60)), len(whole) - 1, len(whole) - 8]:
        (tmp_path / "cut").write_bytes(whole[:end])
        with pytest.raises(InvalidInput) as caught:
            Palace.take(tmp_path / "cut", settings=target)
        assert caught.value.mend
    for harmed in (
        whole + b"x",
        whole + whole,
        whole[:-8] + bytes(4) + whole[-4:],
        whole[: len(whole) // 2] + b"\xff" * 9 + whole[len(whole) // 2 + 9 :],
    ):
        (tmp_path / "cut").write_bytes(harmed)
        with pytest.raises(InvalidInput):
            Palace.take(tmp_path / "cut", settings=target)
    assert list(target.palace.parent.iterdir()) == []


def test_a_small_file_that_unpacks_to_very_much_is_told_early(tmp_path):
    (tmp_path / "bomb").write_bytes(
        gzip.compress(b'{"camillo_archive":1,"made":"' + bytes(66 << 20), 9)
    )
    target = Settings(palace=tmp_path / "q.camillo", refine=False)
    with pytest.raises(InvalidInput, match="bomb") as caught:
        Palace.take(tmp_path / "bomb", settings=target)
    assert "gunzip" in caught.value.mend


def test_a_line_longer_than_any_text_is_refused_before_it_is_read_whole(rows, tmp_path):
    head = plain(rows[: at(rows, "document")])
    (tmp_path / "long").write_bytes(head + b'{"row":"document","text":"' + b"a" * (3 << 20))
    with (
        lines.opened(tmp_path / "long", None) as given,
        pytest.raises(InvalidInput, match="longer than 2,000,000 bytes"),
    ):
        list(lines.read(given, longest=2_000_000))


@pytest.mark.slow
def test_the_longest_text_fits_in_the_longest_line_whatever_its_letters(tmp_path):
    for longest, letters in ((archives.LONGEST, b"\1"), (archives.LONGEST, "\u6728".encode())):
        text = (letters * (64 << 20))[: (64 << 20) - 1].decode("utf-8", "ignore")
        from camillo.storage.common.carried import told_document

        told = told_document({"encoding": "utf-8", "content": text.encode()})
        made = line({"row": "document", "address": "a" * 64, "media_type": "m" * 128, **told})
        assert len(made) <= longest
    for size in (8 << 20, (8 << 20) + 1):
        told = told_document({"encoding": "utf-8", "content": b"\1" * size})
        assert len(line(told)) <= archives.LONGEST


def test_a_sealed_archive_with_other_chunks_is_refused(tmp_path, monkeypatch):
    monkeypatch.setenv("OWN_KEY", "ab" * 32)
    source = Settings(palace=tmp_path / "p.camillo", palace_key="OWN_KEY", refine=False)
    with Palace.open(settings=source) as palace:
        palace.add(os.urandom(150_000).hex(), wing="noise")
        palace.export(tmp_path / "sealed")
    whole = (tmp_path / "sealed").read_bytes()
    size = (1 << 16) + 16
    head, chunks = whole[:40], [whole[n : n + size] for n in range(40, len(whole), size)]
    assert len(chunks) >= 3
    flipped = bytearray(whole)
    flipped[40 + size + 100] ^= 1
    harms = {
        "changed": bytes(flipped),
        "reordered": head + b"".join([chunks[1], chunks[0], *chunks[2:]]),
        "a middle one missing": head + b"".join([chunks[0], *chunks[2:]]),
        "the last missing": head + b"".join(chunks[:-1]),
        "one twice": head + b"".join([chunks[0], chunks[0], *chunks[1:]]),
        "of another archive": head[:8] + os.urandom(32) + b"".join(chunks),
        "cut": whole[:-1],
        "only a head": head,
        "half a head": whole[:20],
    }
    target = Settings(palace=tmp_path / "b" / "q.camillo", palace_key="OWN_KEY", refine=False)
    for name, harmed in harms.items():
        (tmp_path / "harmed").write_bytes(harmed)
        with pytest.raises((InvalidInput, PalaceLocked)) as caught:
            Palace.take(tmp_path / "harmed", settings=target)
        assert caught.value.mend, name
        assert not target.palace.parent.exists() or list(target.palace.parent.iterdir()) == []
    Palace.take(tmp_path / "sealed", settings=target)


VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(-(1 << 66), 1 << 66), st.floats(), st.text(max_size=9),
    st.sampled_from(["", "\0", "\ud800", "utf-16", "00" * 12, "{}", "[]", '{"turns":["x"]}']),
    st.lists(st.integers(), max_size=2), st.dictionaries(st.text(max_size=3), st.text(max_size=3)),
)  # fmt: skip


@pytest.mark.slow
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_a_forged_value_is_refused_or_makes_a_sound_palace(rows, tmp_path_factory, data):
    forged = deepcopy(rows)
    row = data.draw(st.sampled_from(forged[1:-1]))
    field = data.draw(st.sampled_from(sorted(set(row) - {"row"})))
    row[field] = data.draw(VALUES)
    folder = tmp_path_factory.mktemp("forged")
    (folder / "x").write_bytes(signed([line(one) for one in forged[:-1]]))
    target = Settings(palace=folder / "q.camillo", refine=False)
    try:
        Palace.take(folder / "x", settings=target)
    except InvalidInput as error:
        check_told(error)
        return
    with Palace.open(settings=target) as palace:
        assert palace.doctor() == []
        palace.search("heron mill reeds")
        palace.wake_up(task="herons")
        palace.log(1_000)
        palace.notes.all()
        palace.notes.overview()
        palace.diaries.roles()
        for one in forged:
            if one.get("row") == "turn":
                palace.get(str(Span(bytes.fromhex(one["key"]), 0, 3)))
        palace.forget(wing=palace.wings()[0]["wing"])
        assert palace.doctor() == []
