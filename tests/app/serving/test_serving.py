"""A server's parts: settings, who could be let in, limits, repeats, the audit log, vectors filled in."""

import json
import stat
import threading
import time

import pytest

from camillo.app.identity.caller import ALL, Caller
from camillo.app.serving.audit import Audit
from camillo.app.serving.backfill import Backfill
from camillo.app.serving.limits import Limits
from camillo.app.serving.palaces import OpenPalaces
from camillo.app.serving.serving import open_serving
from camillo.app.serving.settings import load
from camillo.app.settings import Settings
from camillo.domain.errors import InvalidInput
from camillo.domain.owner import Owner

ANA, BO = Owner("notes", "ana"), Owner("notes", "bo")


def test_settings_come_from_file_environment_and_flags_in_that_order(tmp_path):
    path = tmp_path / "server.toml"
    path.write_text('port = 1\nhost = "127.0.0.2"\naudience = "a"\nalgorithms = ["RS256"]\n')
    told = load(path, {"CAMILLO_SERVE_PORT": "2", "CAMILLO_SERVE_HOST": "127.0.0.3"}, port="3")
    assert (told.port, told.host, told.audience) == (3, "127.0.0.3", "a")
    assert told.algorithms == ("RS256",)
    assert (told.origins["port"], told.origins["audience"]) == ("flag", str(path))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("port", 70_000), ("port", "x"), ("port", True), ("rate", 0), ("algorithms", "none"),
        ("algorithms", ["RS256", "HS512"]), ("clock_skew", "long"), ("body_limit", "much"),
    ],
)  # fmt: skip
def test_a_wrong_setting_is_refused_by_name(name, value):
    with pytest.raises(InvalidInput, match=name):
        load(None, {}, **{name: value})


def test_an_unknown_setting_and_a_file_that_is_none_are_refused(tmp_path):
    path = tmp_path / "server.toml"
    path.write_text("prot = 1\n")
    with pytest.raises(InvalidInput, match=r"'prot'.*known are host, port"):
        load(path, {})
    path.write_text("port =\n")
    with pytest.raises(InvalidInput, match="TOML"):
        load(path, {})
    with pytest.raises(InvalidInput, match="cannot be read"):
        load(tmp_path / "nothing.toml", {})


def test_a_setting_of_all_commands_in_the_servers_file_is_told_its_place(tmp_path):
    path = tmp_path / "server.toml"
    path.write_text('port = 8420\npalace_key = "keyring:camillo/palace"\n')
    with pytest.raises(InvalidInput, match=r"'palace_key'.*the file that `camillo config` names"):
        load(path, {})


def test_a_secret_that_is_not_there_is_told_with_the_folder_it_was_looked_for_in(
    tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    told = load(None, {}, data=tmp_path / "data", secret_file="secret", issuer="x")
    with pytest.raises(InvalidInput) as error:
        open_serving(told, Settings())
    assert str(tmp_path / "secret") in error.value.what


def test_a_server_that_nobody_could_call_or_that_is_not_safe_does_not_start(tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("s" * 40)
    secret.chmod(0o600)
    for wrong, told in (
        ({}, "nobody could call"),
        ({"secret_file": secret}, "issuer"),
        ({"token_file": tmp_path / "t", "host": "0.0.0.0"}, "for this machine"),
        ({"jwks_url": "http://login.test/jwks", "issuer": "x"}, "https"),
        ({"secret_file": tmp_path / "nothing", "issuer": "x"}, "cannot be read"),
        ({"secret_file": secret, "issuer": "x", "database": "mongodb://x"}, "no store"),
        (
            {"secret_file": secret, "issuer": "x", "database": "postgresql://x/y", "threads": 24},
            "all 24 connections",
        ),
    ):
        with pytest.raises(InvalidInput, match=told):
            open_serving(load(None, {}, data=tmp_path / "data", **wrong), Settings())


def test_a_token_of_ones_own_is_made_once_and_a_short_one_is_refused(tmp_path):
    path = tmp_path / "own" / "token"
    told = load(None, {}, data=tmp_path / "data", token_file=path)
    tokens = []
    for _ in range(2):
        open_serving(told, Settings()).close()
        tokens.append(path.read_text())
    assert tokens[0] == tokens[1]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.write_text("short")
    with pytest.raises(InvalidInput, match="too short"):
        open_serving(told, Settings())


def test_a_bucket_fills_again_and_is_one_owners():
    now = [0.0]
    limits = Limits(rate=2, burst=4, together=100, clock=lambda: now[0])
    assert [limits.enter(ANA) for _ in range(4)] == [0.0] * 4
    assert limits.enter(ANA) == pytest.approx(0.5)
    assert limits.enter(BO) == 0.0
    now[0] = 0.5
    assert limits.enter(ANA) == 0.0
    now[0] = 100.0
    assert [limits.enter(ANA) for _ in range(5)].count(0.0) == 4


def test_so_many_are_answered_at_a_time_and_no_more():
    limits = Limits(rate=1, burst=100, together=2, clock=lambda: 0.0)
    assert [limits.enter(ANA) for _ in range(3)] == [0.0, 0.0, 1.0]
    limits.leave(ANA)
    assert limits.enter(ANA) == 0.0
    limits.leave(BO)


def test_the_audit_log_can_be_moved_away_and_threads_do_not_mix_lines(tmp_path):
    path = tmp_path / "audit.jsonl"
    audit = Audit(path)
    caller = Caller(Owner("notes", "a\nb"), ALL, "token")

    def write() -> None:
        for number in range(100):
            audit.note(caller, "GET /x", 200, str(number))

    threads = [threading.Thread(target=write) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    assert len(rows) == 400
    assert {row["user"] for row in rows} == {"a\nb"}
    path.rename(tmp_path / "old.jsonl")
    audit.note(caller, "GET /x", 200, "")
    assert len(path.read_text().splitlines()) == 1


@pytest.mark.slow
def test_vectors_are_filled_in_once_an_owner_is_quiet(tmp_path):
    palaces = OpenPalaces(f"sqlite://{tmp_path}/p", tmp_path / "p", Settings())
    backfill = Backfill(palaces, quiet=0.1)
    for owner in (ANA, BO):
        with palaces.lease(owner) as palace:
            palace.add("We chose GraphQL for the mobile app.")
        backfill.soon(owner)
    until = time.monotonic() + 60
    covered = [0.0, 0.0]
    while covered != [1.0, 1.0] and time.monotonic() < until:
        time.sleep(0.1)
        for number, owner in enumerate((ANA, BO)):
            with palaces.lease(owner) as palace:
                covered[number] = palace.status()["covered"]
    backfill.close()
    backfill.close()
    palaces.close()
    assert covered == [1.0, 1.0]


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o660])
@pytest.mark.parametrize("name", ["secret_file", "token_file"])
def test_a_secret_that_others_can_read_is_refused_and_named(tmp_path, name, mode):
    path = tmp_path / "secret"
    path.write_text("s" * 40)
    path.chmod(mode)
    told = load(None, {}, data=tmp_path / "data", issuer="https://login.test", **{name: path})
    with pytest.raises(InvalidInput, match="others can read") as error:
        open_serving(told, Settings())
    assert f"chmod 600 {path}" in str(error.value) and "ssss" not in str(error.value)
    path.chmod(0o400)
    open_serving(told, Settings()).close()


def test_a_public_key_that_others_can_change_is_refused_and_one_that_they_can_read_is_not(tmp_path):
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    made = Ed25519PrivateKey.generate().public_key()
    path = tmp_path / "issuer.pem"
    path.write_bytes(made.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))
    told = load(
        None, {}, data=tmp_path / "data", issuer="https://login.test", public_keys=str(path)
    )
    for mode in (0o664, 0o646):
        path.chmod(mode)
        with pytest.raises(InvalidInput, match="others can change the public key"):
            open_serving(told, Settings())
    path.chmod(0o644)
    open_serving(told, Settings()).close()
