"""Secrets are found whatever stands around them, and nothing else is."""

import time

import pytest
from benchmarks.secrets_cases import FROZEN, HARMLESS, TUNED, Maker, shown
from hypothesis import given
from hypothesis import strategies as st

from camillo.text.secrets.finding import Secrets
from camillo.text.secrets.issued import Issued

_NO_RULE = {"planetscale"}
_FORMS = [*TUNED, *(row for row in FROZEN if row[0] not in _NO_RULE)]
_ALONE = (
    "aws",
    "gcp",
    "github",
    "gitlab",
    "openai",
    "anthropic",
    "private key",
    "jwt",
    "url",
    "password",
)


@pytest.fixture(scope="module")
def secrets(compiled_secrets):
    return compiled_secrets[0]


@pytest.mark.parametrize("row", _FORMS, ids=[f"{kind} {around[:24]}" for kind, _, around in _FORMS])
def test_a_made_up_secret_is_left_out_and_what_stands_around_it_stays(secrets, row):
    ((_, secret, text),) = Maker(7).cases((row,))
    redacted = secrets.redacted(text)
    assert not shown(secret, redacted)
    before, _, after = text.partition(secret)
    assert redacted.startswith(before[:8])
    assert redacted.endswith(after[-6:])


@pytest.mark.parametrize("template", HARMLESS)
def test_what_only_looks_like_a_secret_is_left_alone(secrets, template):
    text = Maker(7).filled(template)
    assert secrets.redacted(text) == text


@pytest.mark.parametrize("row", [row for row in TUNED if row[0] in _ALONE])
def test_the_commonest_kinds_are_found_without_the_rules_of_the_package(row, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "kingfisher_sdk", None)
    bare = Secrets(None)
    ((_, secret, text),) = Maker(7).cases((row,))
    assert not shown(secret, bare.redacted(text))
    assert not bare._issued.loaded


def test_every_place_of_a_secret_is_left_out(secrets):
    key = Maker().filled("glpat-<20u>")
    assert secrets.redacted(f"{key}, I mean {key}!").count("[secret: ") == 2


def test_a_key_cut_into_passages_is_left_out_of_each(secrets):
    key = Maker().filled("<pem RSA >")
    rows = key.split("\n")
    for part in (rows[:4], rows[2:7], rows[-4:]):
        redacted = secrets.redacted("\n".join(part))
        assert not any(row in redacted for row in part if not row.startswith("-"))


@given(
    before=st.text(max_size=300),
    number=st.sampled_from(range(len(TUNED))),
    after=st.text(max_size=100),
)
def test_leaving_out_twice_changes_nothing_more(secrets, before, number, after):
    ((_, _, text),) = Maker(3).cases((TUNED[number],))
    once = secrets.redacted(f"{before}\n{text}\n{after}")
    assert secrets.redacted(once) == once


@given(text=st.text(max_size=500))
def test_spans_are_in_order_and_within_the_text(secrets, text):
    at = 0
    for secret in secrets.find(text):
        assert at <= secret.start < secret.end <= len(text)
        at = secret.end


@pytest.mark.parametrize(
    "piece",
    [
        "A",
        "private key A",
        "password ",
        "password: a ",
        "://a:",
        "eyJ",
        "mysql -p",
        "-----END PRIVATE KEY-----A",
        "M1",
    ],
)
def test_hostile_texts_take_time_in_proportion_to_their_size(secrets, piece):
    def seconds(size):
        text, took = piece * (size // len(piece)), []
        for _ in range(2):
            start = time.thread_time()
            secrets.find(text)
            took.append(time.thread_time() - start)
        return min(took)

    seconds(1_000)
    assert seconds(400_000) < 20 * max(seconds(40_000), 0.02)


def test_compiled_rules_are_kept_in_a_folder_of_the_owner_alone(compiled_secrets):
    folder = compiled_secrets[1]
    assert Issued(folder).loaded
    assert any(folder.iterdir())
    assert folder.stat().st_mode & 0o077 == 0


@pytest.mark.slow
def test_rules_are_loaded_where_no_folder_can_be_made(tmp_path):
    (tmp_path / "file").write_text("")
    assert Issued(tmp_path / "file" / "rules").loaded


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("My password is hunter2.", "hunter2"),
        ("the password for the guest wifi is soleil99 and the key hangs there", "soleil99"),
        ("My password is 123456", "123456"),
        ("Mein Passwort ist geheim123", "geheim123"),
        ("mi contraseña es gato2020", "gato2020"),
        ("A senha do wifi é Tr0ub4dor", "Tr0ub4dor"),
        ("la password è gatto77", "gatto77"),
        ("我的密码是 hunter2", "hunter2"),
        ("密码是abc12345。", "abc12345"),
        ("My api key is abc123def456", "abc123def456"),
        ("My PIN is 4821", "4821"),
        ("my card pin: 482193", "482193"),
    ],
)
def test_a_short_secret_that_prose_tells_is_left_out(secrets, text, value):
    assert value not in secrets.redacted(text)


@pytest.mark.parametrize(
    "text",
    [
        "My password manager is 1Password",
        "The password is base64 encoded, the token is sha256 hashed",
        "The password is a 12-character string and the key is 256bit",
        "The token is oauth2, the password is argon2id",
        "My password has 8 characters, I changed my password in 2024",
        "The GPIO pin is 4821 and the pin layout is 1234",
        "The password is read from db1/config2.yaml",
        "The secret to 100m sprints is training",
    ],
)
def test_what_prose_says_of_passwords_is_left_alone(secrets, text):
    assert secrets.redacted(text) == text
