"""What a database counts and logs of statements of an encrypted palace: none of its words."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from camillo.app.settings import Settings
from camillo.domain.owner import Owner
from camillo.storage.postgres.upgrading import migrate

from .test_database_canaries import WORDS, plant

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def counting() -> Iterator[tuple[str, Path]]:
    """The address of a server that counts statements (pg_stat_statements) and logs each one, and its log."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/lib/pg_stat_statements.so"))
    if not found:
        pytest.skip("no PostgreSQL with pg_stat_statements is installed below /usr/lib/postgresql")
    programs = found[-1].parent.parent / "bin"
    user = "postgres" if os.geteuid() == 0 else None
    with tempfile.TemporaryDirectory(prefix="camillo-pg-") as made:
        folder = Path(made)
        if user is not None:
            shutil.chown(folder, user)

        def run(program: str, *told: str) -> None:
            subprocess.run(
                [str(programs / program), "-D", str(folder / "data"), *told],
                user=user, check=True, timeout=60, cwd="/",
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            )  # fmt: skip

        run("initdb", "-A", "trust", "-U", "postgres")
        options = (
            f"-h '' -k {folder} -c shared_preload_libraries=pg_stat_statements -c log_statement=all"
        )
        options += " -c pg_stat_statements.max=10000"
        run("pg_ctl", "-w", "-l", str(folder / "log"), "-o", options, "start")
        try:
            address = f"postgresql://postgres@/postgres?host={folder}"
            migrate(address)
            with psycopg.connect(address, autocommit=True) as admin:
                admin.execute("create extension pg_stat_statements")
            yield address, folder / "log"
        finally:
            run("pg_ctl", "-m", "immediate", "stop")


def shown(address: str) -> str:
    """All that the server tells of statements."""
    with psycopg.connect(address) as admin:
        rows = admin.execute("select query from pg_stat_statements").fetchall()
        rows += admin.execute(
            "select query from pg_stat_activity where query is not null"
        ).fetchall()
    assert sum("camillo" in query or "owner" in query for (query,) in rows) > 100
    return "\n".join(query for (query,) in rows)


def words_in(text: str) -> set[str]:
    forms = {word: (word, word.encode().hex()) for word in WORDS}
    return {word for word, each in forms.items() if any(form in text for form in each)}


def test_neither_counts_of_statements_nor_their_log_hold_a_word_of_an_encrypted_palace(
    counting, tmp_path
):
    address, log = counting
    key = tmp_path / "server.key"
    key.write_text(os.urandom(32).hex())
    key.chmod(0o600)
    settings = Settings(palace=tmp_path / "p.camillo", palace_key=str(key), refine=False)
    plant(address, Owner("canaries", "ana"), tmp_path, settings)
    assert words_in(shown(address)) == set()
    assert words_in(log.read_text(errors="replace")) == set()


def test_counts_of_statements_hold_no_word_of_a_plain_palace_either_but_a_log_of_all_does(
    counting, tmp_path
):
    address, log = counting
    with psycopg.connect(address, autocommit=True) as admin:
        admin.execute("delete from camillo_server.own")
    settings = Settings(palace=tmp_path / "p.camillo", refine=False)
    plant(address, Owner("canaries", "bo"), tmp_path, settings)
    assert words_in(shown(address)) == set()
    assert words_in(log.read_text(errors="replace"))
