"""Planted words: none is found in what a database of encrypted palaces keeps, nor in a dump of it."""

import json
import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from camillo import Palace
from camillo.app.encryption.keys import keys_at, make_key, put_keys
from camillo.app.identity.api_keys import ApiKeys
from camillo.app.serving.serving import open_records
from camillo.app.serving.settings import ServerSettings
from camillo.app.settings import Settings
from camillo.app.sharing.shares import Shares
from camillo.domain.errors import PalaceLocked
from camillo.domain.owner import Owner
from camillo.surfaces.cli.main import main

pytestmark = pytest.mark.slow

#: Words that nothing else holds, each for one place where words lie.
WORDS = [f"zqxvk{chr(97 + number)}wort" for number in range(22)]
(
    TEXT, TITLE, SPEAKER, WING, ROOM, META, CONVERSATION, TURN, KIND, SOURCE, FACT, OBJECT, ENTITY, NOTE, HEADING,
    LINK, FILE, LINE, DIARY, FORGOTTEN, AGENT, SHARED,
) = WORDS  # fmt: skip


@pytest.fixture(scope="module")
def server(start_postgres, tmp_path_factory) -> Iterator[str]:
    """The address of a server of this module's own, and nothing in it."""
    from camillo.storage.postgres.upgrading import migrate

    with start_postgres() as started:
        migrate(started.get_uri())
        yield started


def plant(address: str, owner: Owner, folder: Path, settings: Settings) -> None:
    """Keep words wherever a palace and its server keep words, and do with it what people do."""
    with closing(open_records(ServerSettings(database=address), settings)) as records:
        ApiKeys(records).make(owner, f"the key of {AGENT}", ["read"])
        Shares(records).make(owner, 7, "reader", f"{SHARED}'s lake")
    sources = folder / "sources"
    sources.mkdir()
    (sources / f"{FILE}.md").write_text(f"# Reeds\n\nThe line about {LINE} stands here.\n")
    with Palace.connect(address, owner, settings=settings) as palace:
        palace.add(
            f"We decided that {TEXT} moves to the harbour. " * 80, wing=WING, room=ROOM, speaker=SPEAKER,
            title=f"About {TITLE}", meta={"tag": META}, conversation=CONVERSATION, turn=TURN,
            source=f"{KIND}:{SOURCE}", at="2026-11-20",
        )  # fmt: skip
        palace.mine(sources, wing="lake")
        palace.facts.add(ENTITY, "likes", f"{FACT} and {OBJECT}")
        palace.notes.write(HEADING, f"# {HEADING}\n\nAll of {NOTE}, see [[{LINK}]].\n")
        palace.diaries.write("scout", f"Today {DIARY} came by.")
        gone = palace.add(f"Never keep {FORGOTTEN}.", wing="lake")
        palace.forget([gone.ids[0]])
        palace.rename_wing(WING, f"{WING} two")
        palace.rebuild()
        palace._store.compact(force=True)
        assert palace.search(TEXT).results[0].title == f"About {TITLE}"
        assert palace.search(TEXT[:6]).results
        assert palace.status()["encrypted"] is bool(settings.palace_key)
        assert palace.doctor() == []


def found(server) -> set[str]:
    """The words that lie in a dump, in the log, or in a file of the server, in any form that they have there."""
    server.psql("checkpoint;")
    held = [dump(server.get_uri())]
    files = [path for path in Path(server.pgdata).rglob("*") if path.is_file()]
    assert any(path.parent.name == "pg_wal" for path in files)
    for path in files:
        held.append(path.read_bytes())
    return {
        word
        for word in WORDS
        for form in (word.encode(), word.encode().hex().encode(), word.encode("utf-16-le"))
        if any(form in content for content in held)
    }


def dump(address: str) -> bytes:
    """All rows of all tables, as pg_dump writes them (the wheel's own is older than its server)."""
    with psycopg.connect(address, options="-c search_path=camillo") as connection:
        tables = connection.execute(
            "select oid::regclass::text from pg_class where relkind in ('r', 'p') and not relispartition"
            " and relnamespace in ('camillo'::regnamespace, 'camillo_server'::regnamespace)"
        ).fetchall()
        assert len(tables) > 36
        written = []
        for (table,) in tables:
            with connection.cursor().copy(f"copy (select * from {table}) to stdout") as rows:
                written += [bytes(row) for row in rows]
    return b"".join(written)


def test_no_planted_word_lies_open_in_an_encrypted_database(server, tmp_path):
    key = tmp_path / "server.key"
    key.write_text(os.urandom(32).hex())
    key.chmod(0o600)
    settings = Settings(palace=tmp_path / "p.camillo", palace_key=str(key), refine=False)
    plant(server.get_uri(), Owner("canaries", "ana"), tmp_path, settings)
    assert found(server) == set()
    # The same search finds what is not encrypted.
    server.psql("truncate camillo_server.own, camillo_server.keys, camillo_server.shares;")
    plain = tmp_path / "plain"
    plain.mkdir()
    settings = Settings(palace=plain / "p.camillo", refine=False)
    plant(server.get_uri(), Owner("canaries", "bob"), plain, settings)
    assert found(server) == set(WORDS)


def test_the_command_wraps_keys_anew_and_the_old_one_is_not_lost(
    start_postgres, tmp_path, monkeypatch, capsys
):
    from camillo.storage.postgres.upgrading import migrate

    key, owner = tmp_path / "server.key", Owner("canaries", "eve")
    make_key(str(key))
    monkeypatch.setenv("CAMILLO_PALACE_KEY", str(key))
    monkeypatch.setenv("CAMILLO_PALACE", str(tmp_path / "p.camillo"))
    before = keys_at(str(key))
    with start_postgres() as started:
        address = started.get_uri()
        migrate(address)
        settings = Settings(palace=tmp_path / "p.camillo", palace_key=str(key), refine=False)
        with Palace.connect(address, owner, settings=settings) as palace:
            palace.add("The heron stands.", wing="lake")
        with closing(open_records(ServerSettings(database=address), settings)) as records:
            made, _ = ApiKeys(records).make(owner, "crane", ["read"])
        assert main(["rekey", "--database", address, "--json"]) == 0
        assert json.loads(capsys.readouterr().out) == {"wrapped": 2, "unchanged": 0}
        after = keys_at(str(key))
        assert len(after) == 2 and after[1:] == before
        assert main(["rekey", "--database", address, "--json"]) == 0
        assert json.loads(capsys.readouterr().out) == {"wrapped": 0, "unchanged": 2}
        put_keys(str(key), after[:1])
        with Palace.connect(address, owner, settings=settings) as palace:
            assert palace.search("heron").results
        with closing(open_records(ServerSettings(database=address), settings)) as records:
            assert records.key(made.id) == made
        put_keys(str(key), before)
        with pytest.raises(PalaceLocked):
            Palace.connect(address, owner, settings=settings)
        with pytest.raises(PalaceLocked, match="records"):
            open_records(ServerSettings(database=address), settings)
