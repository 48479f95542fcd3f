"""Palaces taken from a file into PostgreSQL and back: the same rows, the same ids, and the same answers."""

import json
import uuid
from pathlib import Path

import pytest

from camillo import Palace
from camillo.app.archive import carrying, moving
from camillo.app.settings import Settings
from camillo.domain.errors import InvalidInput, NotFound
from camillo.domain.owner import Owner
from camillo.ports.archive import KINDS
from camillo.storage.postgres.arriving import PostgresArrival
from camillo.surfaces.cli.main import main

pytestmark = pytest.mark.slow
QUESTIONS = ("heron", "where does Kai live", "version two", "reeds")


@pytest.fixture
def owner() -> Owner:
    return Owner("moved", uuid.uuid4().hex)


@pytest.fixture
def filled(tmp_path: Path) -> Settings:
    """A palace with something of every kind in it."""
    settings = Settings(palace=tmp_path / "p.camillo", refine=False)
    with Palace.open(settings=settings) as palace:
        for number in range(12):
            palace.add(
                f"The heron {number} stood at the lake; Kai lives in Torbole since 2019.",
                wing="lake", room="birds", at=f"2026-01-{number + 1:02d}T10:00:00+02:00",
                speaker="Kai", source="chat:1", turn=f"t{number}", title="Herons",
                meta={"n": number, "z": [1, {"ä": "ö"}]},
            )  # fmt: skip
        palace.add("Lone \ud800 surrogate and \0 NUL.", wing="odd", source="chat:2", turn="7")
        palace.add("A day.", wing="odd", source="chat:9", turn="17", at="20190102T0304")
        palace.add("Version one.", wing="odd", source="chat:3", turn="same")
        palace.add("Version two.", wing="odd", source="chat:3", turn="same")
        palace.add("The same text in two wings.", wing="lake", source="chat:4", turn="x")
        palace.add("The same text in two wings.", wing="odd", source="chat:4", turn="x")
        gone = palace.add(
            "Forget this heron's secret nest.",
            wing="lake",
            source="chat:5",
            meta={"a": "secret nest"},
        )
        palace.facts.add("Kai", "likes", "this heron's secret nest")
        palace.forget(gone.ids)
        palace.diaries.write("scout", "I saw the reeds today.")
        palace.facts.add("Kai", "lives_in", "Torbole", valid_from="2019-01-01")
        page = palace.notes.create("All about [[Reeds]] and [[17]].\n", title="Herons", wing="lake")
        palace.notes.create("Where they stand.\n", title="Reeds", wing="lake")
        palace.notes.edit(page.slug, "All about [[Reeds]] and more.\n", version=page.version)
        palace.links.tunnel(("lake", "birds"), ("odd", "general"))
        palace.search("heron")
        palace.rename_wing("odd", "strange")
    return settings


def everything(palace: Palace) -> dict[str, list]:
    with carrying.archived(palace._store).archiving() as rows:
        return {kind: list(rows(kind)) for kind in KINDS}


def answers(palace: Palace) -> dict:
    return {
        question: [(hit.id, hit.text, hit.score) for hit in palace.search(question).results]
        for question in QUESTIONS
    }


@pytest.mark.parametrize("sealed", [False, True], ids=["plain", "encrypted"])
def test_a_palace_goes_into_a_database_and_back_row_by_row(
    filled, tmp_path, postgres_admin, owner, sealed, monkeypatch
):
    with Palace.open(settings=filled) as palace:
        before, found = everything(palace), answers(palace)
    assert all(before[kind] for kind in KINDS), [kind for kind in KINDS if not before[kind]]
    monkeypatch.setenv("MOVED_KEY", "ab" * 32)
    there = Settings(palace=tmp_path / "x.camillo", palace_key="MOVED_KEY" * sealed, refine=False)
    receipt = moving.migrate(str(filled.palace), postgres_admin, owner, there)
    assert receipt.verb == "migrate" and receipt.counts["turn"] == len(before["turn"])
    with Palace.connect(postgres_admin, owner, settings=there) as palace:
        assert palace.status()["encrypted"] is sealed
        after = everything(palace)
        assert palace.doctor() == [] and answers(palace) == found
        # Only the log has grown: by the rebuild, and by the move itself.
        assert after["receipt"][: len(before["receipt"])] == before["receipt"]
        assert {kind: after[kind] for kind in KINDS if kind not in ("receipt", "use")} == {
            kind: before[kind] for kind in KINDS if kind not in ("receipt", "use")
        }
        assert [list(row) for kind in KINDS for row in after[kind][:1]] == [
            list(row) for kind in KINDS for row in before[kind][:1]
        ]
        # It goes on as if it had been here ever since.
        assert palace.add("Version two.", source="chat:3", turn="same").counts["known"] == 1
        with pytest.raises(InvalidInput, match="forgotten"):
            palace.add("Forget this heron's secret nest.", source="chat:5")
        palace.add("The crane came on Monday.", wing="lake", source="chat:8")
        before, found = everything(palace), answers(palace)
    home = Settings(palace=tmp_path / "back.camillo", palace_key=there.palace_key, refine=False)
    moving.migrate(postgres_admin, str(home.palace), owner, home)
    with Palace.open(settings=home) as palace:
        back = everything(palace)
        assert palace.doctor() == [] and answers(palace) == found
    for kind in KINDS:
        if kind not in ("receipt", "use"):
            assert back[kind] == before[kind]


def test_a_palace_that_is_there_is_not_touched(filled, tmp_path, postgres_admin, owner):
    with Palace.connect(postgres_admin, owner, settings=filled) as palace:
        palace.add("I was here first.", wing="lake")
    with pytest.raises(InvalidInput, match="there already"):
        moving.migrate(str(filled.palace), postgres_admin, owner, filled)
    with Palace.connect(postgres_admin, owner, settings=filled) as palace:
        assert palace.status()["turns"] == 1
    with pytest.raises(InvalidInput, match="exists"):
        moving.migrate(postgres_admin, str(filled.palace), owner, filled)


def test_what_could_not_be_filled_is_gone(filled, tmp_path, postgres_admin, owner, monkeypatch):
    # The fourth kind of rows cannot be written.
    adopt = PostgresArrival.adopt

    def failing(arrival, kind, rows):
        if kind == "document":
            raise InvalidInput("the disk is full")
        adopt(arrival, kind, rows)

    with monkeypatch.context() as patch:
        patch.setattr(PostgresArrival, "adopt", failing)
        with pytest.raises(InvalidInput, match="full"):
            moving.migrate(str(filled.palace), postgres_admin, owner, filled)
    assert moving.migrate(str(filled.palace), postgres_admin, owner, filled).verb == "migrate"


def test_the_command_moves_and_says_what_is_missing(
    filled, tmp_path, postgres_admin, owner, capsys
):
    given = ["migrate-store", str(filled.palace), postgres_admin]
    assert main([*given, "--json"]) == 2
    assert "--user" in capsys.readouterr().err
    assert main([*given, "--product", owner.product, "--user", owner.user, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["verb"] == "migrate"
    with pytest.raises(NotFound):
        moving.migrate(str(tmp_path / "none"), postgres_admin, owner, filled)
