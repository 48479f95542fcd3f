"""Keys of agents: shown once, kept hashed, refused once they end."""

import pytest

from camillo.app.identity.api_keys import ApiKeys
from camillo.app.identity.caller import Unauthenticated
from camillo.domain.errors import InvalidInput, NotFound
from camillo.domain.owner import Owner
from camillo.ports.server import ApiKey
from camillo.storage.sqlite.server import SqliteServerStore

ANA, BO = Owner("notes", "ana"), Owner("notes", "bo")


@pytest.fixture
def store(tmp_path):
    made = SqliteServerStore(tmp_path / "server.db")
    yield made
    made.close()


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def keys(store, clock):
    return ApiKeys(store, clock)


def test_a_key_lets_its_owner_in_within_its_scopes(keys, store, tmp_path):
    key, written = keys.make(ANA, "ci", ["write"])
    caller = keys.caller(written)
    assert (caller.owner, caller.by) == (ANA, f"key:{key.id}")
    assert (caller.may("read"), caller.may("write"), caller.may("admin")) == (True, True, False)
    secret = written.rpartition("_")[2].encode()
    assert key.digest.startswith("$argon2id$")
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert secret not in kept


def test_a_key_is_proved_anew_by_a_server_that_starts(keys, store, clock):
    _, written = keys.make(ANA, "ci", ["read"])
    assert ApiKeys(store, clock).caller(written).owner == ANA


@pytest.mark.parametrize(
    "wrong",
    [
        lambda w: w[:-1] + ("0" if w[-1] != "0" else "1"),
        lambda w: w.upper(),
        lambda w: w + "0",
        lambda w: "camillo_" + "0" * 16 + "_" + "0" * 64,
        lambda w: "camillo_",
        lambda w: w + "\n",
    ],
)
def test_a_key_that_is_not_exactly_it_is_refused(keys, wrong):
    _, written = keys.make(ANA, "ci", ["read"])
    keys.caller(written)
    with pytest.raises(Unauthenticated):
        keys.caller(wrong(written))


def test_a_key_ends_when_it_expires_or_is_revoked(keys, clock):
    _, first = keys.make(ANA, "short", ["read"], expires=1500.0)
    _, second = keys.make(ANA, "long", ["read"])
    assert keys.caller(first)
    clock.now = 1500.0
    with pytest.raises(Unauthenticated):
        keys.caller(first)
    assert keys.caller(second)
    keys.revoke(ANA, next(one.id for one in keys.of(ANA) if one.name == "long"))
    with pytest.raises(Unauthenticated):
        keys.caller(second)


def test_only_its_owner_can_revoke_or_see_a_key(keys):
    key, written = keys.make(ANA, "ci", ["read"])
    with pytest.raises(NotFound):
        keys.revoke(BO, key.id)
    with pytest.raises(NotFound):
        keys.revoke(Owner("tasks", "ana"), key.id)
    assert keys.of(BO) == keys.of(Owner("tasks", "ana")) == []
    assert keys.caller(written)


def test_a_key_without_a_scope_or_with_a_past_end_is_not_made(keys, store):
    for scopes, expires in (([], 0.0), (["nothing"], 0.0), (["read"], 999.0)):
        with pytest.raises(InvalidInput):
            keys.make(ANA, "x", scopes, expires)
    for number in range(100):
        store.add_key(ApiKey(f"{number}", ANA, "n", ("read",), "digest", 1.0))
    with pytest.raises(InvalidInput, match="100 keys"):
        keys.make(ANA, "one more", ["read"])
