"""Where keys are, and that they are never told."""

import sys

import pytest

from camillo.app.endpoints.keys import key_at
from camillo.app.settings import load
from camillo.domain.errors import InvalidInput


def test_a_key_is_read_from_a_variable_or_a_file(tmp_path):
    file = tmp_path / "key"
    file.write_text("sk-of-file\n")
    assert key_at("MY_KEY", {"MY_KEY": " sk-mine "}) == "sk-mine"
    assert key_at(str(file)) == "sk-of-file"


@pytest.mark.parametrize(
    "content", [b"", b"two words", b"two\nlines", b"\xff", "schlüssel".encode(), b"x" * 5_000]
)
def test_what_can_be_no_key_is_refused_and_not_told(tmp_path, content):
    file = tmp_path / "key"
    file.write_bytes(content)
    with pytest.raises(InvalidInput) as raised:
        key_at(str(file))
    assert "words" not in str(raised.value) and "xxx" not in str(raised.value)


def test_a_key_that_is_not_there_is_told_by_its_place():
    with pytest.raises(InvalidInput, match="MY_KEY"):
        key_at("MY_KEY", {})
    with pytest.raises(InvalidInput, match="nowhere"):
        key_at("/nowhere/key")


def test_a_key_comes_from_the_keyring(tmp_path, monkeypatch):
    package = tmp_path / "keyring"
    package.mkdir()
    (package / "__init__.py").write_text(
        "from keyring.errors import KeyringError\n"
        "def get_password(service, user):\n"
        "    if service == 'locked':\n        raise KeyringError('no')\n"
        "    return {('camillo', 'ana/home'): 'sk-ring'}.get((service, user))\n"
    )
    (package / "errors.py").write_text("class KeyringError(Exception):\n    pass\n")
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("keyring", "keyring.errors"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    assert key_at("keyring:camillo/ana/home") == "sk-ring"
    for place in ("keyring:camillo/bob", "keyring:locked/ana"):
        with pytest.raises(InvalidInput, match="keyring"):
            key_at(place)
    for name in ("keyring", "keyring.errors"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize("given", ["sk-proj-abc123", "Bearer abc", "abc def", "hunter2"])
@pytest.mark.parametrize("name", ["llm_key", "embed_key", "palace_key"])
def test_a_key_in_the_settings_themselves_is_refused_and_not_told(tmp_path, name, given):
    file = tmp_path / "config.toml"
    file.write_text(f"{name} = {given!r}\n")
    with pytest.raises(InvalidInput, match="perhaps the key itself") as raised:
        load(file, {})
    assert given not in str(raised.value)
    assert f"the setting '{name}', {file}" in str(raised.value)


@pytest.mark.parametrize(
    "given",
    ["http://ana:hunter2@localhost/v1", "https://x.example/v1?key=hunter2", "https://x/#hunter2"],
)
def test_an_address_with_a_password_is_refused_and_not_told(given):
    with pytest.raises(InvalidInput) as raised:
        load(None, {"CAMILLO_LLM_URL": given})
    assert "hunter2" not in str(raised.value)
    assert "the setting 'llm_url', environment CAMILLO_LLM_URL" in str(raised.value)


@pytest.mark.parametrize(
    "given", ["localhost:11434", "ftp://x/v1", "http://", "http://[::1", "http://x:99999"]
)
def test_an_address_that_is_none_is_refused(given):
    with pytest.raises(InvalidInput, match="http://localhost:11434/v1"):
        load(None, {"CAMILLO_LLM_URL": given})


@pytest.mark.parametrize("given", ["1", "1,x", "1,-2", "1,inf", "1,2,3"])
def test_prices_are_two_numbers(given):
    assert load(None, {"CAMILLO_LLM_PRICES": "0.15,0.6"}).llm_prices == (0.15, 0.6)
    with pytest.raises(InvalidInput, match="two prices"):
        load(None, {"CAMILLO_LLM_PRICES": given})
