"""``camillo serve`` says what is wrong before it listens."""

import pytest


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "nobody could call this server"),
        (("--palace", "mine.camillo"), "a server has a palace for each user"),
        (("--port", "many"), "'port' cannot be 'many'"),
        (("--config", "nothing.toml"), "cannot be read"),
        (
            ("--token-file", "token", "--host", "0.0.0.0"),
            "a single user's token is for this machine",
        ),
    ],
)
def test_a_server_that_cannot_be_says_why(camillo, tmp_path, monkeypatch, arguments, told):
    monkeypatch.chdir(tmp_path)
    code, out, err = camillo("serve", *arguments, "--data", "data")
    assert (code, out) == (2, "")
    assert told in err
    assert err.count("\n") == 1
