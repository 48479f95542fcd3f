"""Palaces that ask a language model, and a model's answers that are of no use."""

import json

import pytest

from camillo import Palace
from camillo.app.settings import Settings


@pytest.fixture
def own_home(tmp_path, monkeypatch):
    """Nothing of the user's own settings, caches or accounts of spending is read or written."""
    for name in ("XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))


@pytest.fixture
def modelled(own_home, tmp_path, api):
    """An empty palace with a language model that answers as the test's server does."""
    settings = Settings(llm_url=api.url, llm_model="tiny", llm_seconds=1.0)
    with Palace.open(tmp_path / "p.camillo", settings=settings) as made:
        yield made


def _says(text, finish="stop", **more):
    return lambda exchange: exchange.say(text, finish, **more)


@pytest.fixture
def bad_model(bad_servers):
    """Scripts of a server whose model cannot be used, by what is wrong with it."""
    return bad_servers | {
        "prose": _says("I would rather not say."),
        "misfit": _says(json.dumps({"facts": [{"text": "x"}]})),
        "misfit insight": _says(json.dumps({"insights": [{"text": 7}]})),
        "cut off": _says('{"facts": [{"text": "Tiago', "length"),
        "cut off insight": _says('{"insights": [', "length"),
        "refused": _says(None, refusal="no"),
        "busy": lambda exchange: exchange.send(429, "{}"),
        "broken": lambda exchange: exchange.send(500, "oops"),
    }
