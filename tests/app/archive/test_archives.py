"""Whole palaces carried elsewhere: every row, every id, and what a search finds."""

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo import Palace
from camillo.app.archive import carrying, lines
from camillo.app.archive.chunks import CHUNK, SealedReader, SealedWriter
from camillo.app.settings import Settings
from camillo.domain.errors import InvalidInput, PalaceLocked
from camillo.ports.archive import KINDS
from camillo.ports.repeating import Mark, marking


@pytest.fixture
def filled(tmp_path: Path) -> Settings:
    """A palace with something of every kind in it."""
    settings = Settings(palace=tmp_path / "a" / "p.camillo", refine=False)
    with Palace.open(settings=settings) as palace:
        for number in range(12):
            palace.add(
                f"The heron {number} stood at the lake; Kai lives in Torbole since 2019.",
                wing="lake", room="birds", at=f"2026-01-{number + 1:02d}T10:00:00+02:00",
                speaker="Kai", source="chat:1", turn=f"t{number}", title="Herons",
                meta={"n": number, "z": [1, {"ä": "ö"}]},
            )  # fmt: skip
        palace.add("Lone \ud800 surrogate and \0 NUL.", wing="odd", source="chat:2", turn="a")
        palace.add("Version one.", wing="odd", source="chat:3", turn="same")
        palace.add("Version two.", wing="odd", source="chat:3", turn="same")
        palace.add("The same text in two wings.", wing="lake", source="chat:4", turn="x")
        palace.add("The same text in two wings.", wing="odd", source="chat:4", turn="x")
        gone = palace.add("Forget this heron's secret nest.", wing="lake", source="chat:5")
        palace.forget(gone.ids)
        palace.diaries.write("scout", "I saw the reeds today.")
        palace.facts.add("Kai", "lives_in", "Torbole", valid_from="2019-01-01")
        page = palace.notes.create("All about [[Reeds]].\n", title="Herons", wing="lake")
        palace.notes.create("Where they stand.\n", title="Reeds", wing="lake")
        palace.notes.edit(page.slug, "All about [[Reeds]] and more.\n", version=page.version)
        palace.links.tunnel(("lake", "birds"), ("odd", "general"))
        palace.search("heron")
        with marking(Mark("aa", "01", 0)):
            palace.rename_wing("odd", "strange")
    return settings


def everything(palace: Palace) -> dict[str, list]:
    with carrying.archived(palace._store).archiving() as rows:
        return {kind: list(rows(kind)) for kind in KINDS}


def test_a_palace_carried_elsewhere_is_the_same_row_by_row(filled, tmp_path):
    target = Settings(palace=tmp_path / "b" / "q.camillo", refine=False)
    with Palace.open(settings=filled) as palace:
        palace.export(tmp_path / "all.gz")
        before = everything(palace)
        ids = [f"{row['key']}:0-1" for row in before["turn"]]
        texts = {id: palace.get(id).content for id in ids}
        questions = ("heron", "where does Kai live", "version two", "reeds")
        found = {each: palace.search(each).results for each in questions}
    assert all(before[kind] for kind in KINDS), [kind for kind in KINDS if not before[kind]]
    receipt = Palace.take(tmp_path / "all.gz", settings=target)
    assert receipt.counts["turn"] == len(before["turn"])
    with Palace.open(create=False, settings=target) as palace:
        after = everything(palace)
        assert palace.doctor() == []
        assert {id: palace.get(id).content for id in ids} == texts
        again = {each: palace.search(each).results for each in questions}
    for each in questions:
        assert [(one.id, one.text) for one in again[each]] == [
            (one.id, one.text) for one in found[each]
        ]
    log = after.pop("receipt"), before.pop("receipt")
    assert log[0][: len(log[1]) - 1] == log[1][:-1]
    for kind in after:
        if kind != "use":
            assert after[kind] == before[kind], kind


def test_what_was_forgotten_stays_so_where_the_palace_arrives(filled, tmp_path):
    target = Settings(palace=tmp_path / "b" / "q.camillo", refine=False)
    with Palace.open(settings=filled) as palace:
        palace.export(tmp_path / "all.gz")
    assert b"secret nest" not in gzip.decompress((tmp_path / "all.gz").read_bytes())
    Palace.take(tmp_path / "all.gz", settings=target)
    with Palace.open(settings=target) as palace, pytest.raises(InvalidInput, match="forgotten"):
        palace.add("Forget this heron's secret nest.", wing="lake", source="chat:5")


def test_an_archive_is_lines_of_json_that_a_manifest_proves(filled, tmp_path):
    with Palace.open(settings=filled) as palace:
        palace.export(tmp_path / "all.gz")
    told = [
        json.loads(line)
        for line in gzip.decompress((tmp_path / "all.gz").read_bytes()).splitlines()
    ]
    assert told[0]["camillo_archive"] == 1
    assert told[-1]["row"] == "manifest"
    assert told[-1]["counts"]["turn"] == sum(one.get("row") == "turn" for one in told)
    target = Settings(palace=tmp_path / "b" / "q.camillo", refine=False)
    open_lines = tmp_path / "all.jsonl"
    carrying.unseal(tmp_path / "all.gz", open_lines, None)
    Palace.take(open_lines, settings=target)
    assert target.palace.exists()


@pytest.mark.parametrize("harm", ["cut", "changed", "dropped", "reordered", "not json", "empty"])
def test_a_harmed_archive_is_refused_and_leaves_nothing(filled, tmp_path, harm):
    with Palace.open(settings=filled) as palace:
        palace.export(tmp_path / "all.gz")
    given = gzip.decompress((tmp_path / "all.gz").read_bytes()).splitlines(keepends=True)
    middle = next(at for at, line in enumerate(given) if b'"row":"turn"' in line)
    harmed = {
        "cut": given[:-1],
        "changed": [line.replace(b"heron 3", b"heron 4") for line in given],
        "dropped": given[:middle] + given[middle + 1 :],
        "reordered": [given[0], given[middle], *given[1:middle], *given[middle + 1 :]],
        "not json": [*given[:middle], b"{nope\n", *given[middle:]],
        "empty": [],
    }[harm]
    (tmp_path / "harmed.jsonl").write_bytes(b"".join(harmed))
    target = Settings(palace=tmp_path / "b" / "q.camillo", refine=False)
    with pytest.raises(InvalidInput):
        Palace.take(tmp_path / "harmed.jsonl", settings=target)
    assert list(target.palace.parent.iterdir()) == []


def test_an_existing_palace_is_never_changed_by_an_import(filled, tmp_path):
    with Palace.open(settings=filled) as palace:
        palace.export(tmp_path / "all.gz")
        with pytest.raises(InvalidInput, match="exists already"):
            palace.export(tmp_path / "all.gz")
    with pytest.raises(InvalidInput, match="exists already"):
        Palace.take(tmp_path / "all.gz", settings=filled)


def test_the_same_archive_imported_again_is_known_whenever_it_was_packed(filled, tmp_path):
    target = Settings(palace=tmp_path / "b" / "q.camillo", refine=False)
    with Palace.open(settings=filled) as palace:
        palace.export(tmp_path / "all.gz")
    first = Palace.take(tmp_path / "all.gz", settings=target)
    carrying.unseal(tmp_path / "all.gz", tmp_path / "lines", None)
    with Palace.open(settings=target) as palace:
        palace.add("Added since.", wing="lake")
        before = everything(palace)
    assert Palace.take(tmp_path / "all.gz", settings=target) == first
    assert Palace.take(tmp_path / "lines", settings=target) == first
    with Palace.open(settings=target) as palace:
        assert everything(palace) == before
        palace.export(tmp_path / "grown.gz")
    with pytest.raises(InvalidInput, match="exists already"):
        Palace.take(tmp_path / "grown.gz", settings=target)


class Pieces:
    """A file in memory."""

    def __init__(self, content: bytes = b"") -> None:
        self.content, self.at = content, 0

    def write(self, data: bytes) -> int:
        self.content += data
        return len(data)

    def read(self, count: int = -1) -> bytes:
        found = self.content[self.at :] if count < 0 else self.content[self.at : self.at + count]
        self.at += len(found)
        return found


def sealed(content: bytes, key: bytes) -> bytes:
    file = Pieces()
    with SealedWriter(file, key) as writer:
        writer.write(content)
    return file.content


def unsealed(content: bytes, key: bytes) -> bytes:
    file = Pieces(content)
    file.read(8)
    return SealedReader(file, key).readall()


@given(st.sampled_from([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 3 * CHUNK + 7]), st.data())
def test_a_sealed_stream_opens_whole_or_not_at_all(size, data):
    content = bytes(size)
    made = sealed(content, bytes(32))
    assert unsealed(made, bytes(32)) == content
    at = data.draw(st.integers(0, len(made) - 1))
    for harmed in (made[:at], made[:at] + bytes([made[at] ^ 1]) + made[at + 1 :], made + b"x"):
        if harmed[:8] == made[:8]:
            with pytest.raises((InvalidInput, PalaceLocked)):
                unsealed(harmed, bytes(32))
    with pytest.raises(PalaceLocked):
        unsealed(made, bytes(31) + b"x")


def test_lines_of_a_later_version_are_refused(tmp_path):
    (tmp_path / "x").write_bytes(b'{"camillo_archive":99}\n')
    with pytest.raises(InvalidInput, match="upgrade"), lines.opened(tmp_path / "x", None) as stream:
        list(lines.read(stream))
