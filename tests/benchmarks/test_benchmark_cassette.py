"""Recorded answers play as they were, and are checked like any others."""

import json

import pytest
from benchmarks.cassette import CassetteModel, request_hash

from camillo.domain.errors import BadAnswer, ModelOffline
from camillo.models.chat import ChatModel
from camillo.models.endpoint import Endpoint
from camillo.ports.language_model import Message

ASKED = [Message("user", "Which colour has the lantern? 绿")]
SCHEMA = {"type": "object", "required": ["colour"], "properties": {"colour": {"type": "string"}}}


def test_an_answer_is_asked_for_once_and_played_from_then_on(api, tmp_path):
    api.answers(lambda exchange: exchange.say('{"colour": "绿"}'))
    endpoint = Endpoint(api.url)
    behind = ChatModel(endpoint, "tiny", 5.0, None, lambda _: None)
    path = tmp_path / "cassette.json"
    recorded = CassetteModel(path, behind).complete(ASKED, SCHEMA)
    endpoint.close()
    played = CassetteModel(path).complete(ASKED, SCHEMA)
    assert played.json == recorded.json == {"colour": "绿"}
    assert len(api.asked) == 1
    assert json.loads(path.read_text(encoding="utf-8")) == {
        request_hash(ASKED, SCHEMA): '{"colour": "绿"}'
    }


def test_what_was_not_recorded_or_does_not_fit_is_told(tmp_path):
    path = tmp_path / "cassette.json"
    with pytest.raises(ModelOffline, match="nothing is recorded"):
        CassetteModel(path).complete(ASKED, SCHEMA)
    path.write_text(json.dumps({request_hash(ASKED, SCHEMA): "{}"}), encoding="utf-8")
    with pytest.raises(BadAnswer, match="colour"):
        CassetteModel(path).complete(ASKED, SCHEMA)


def test_another_text_role_or_schema_is_another_request():
    keys = {
        request_hash(ASKED, SCHEMA),
        request_hash(ASKED, None),
        request_hash([Message("system", ASKED[0].text)], SCHEMA),
        request_hash([Message("user", "x")], SCHEMA),
    }
    assert len(keys) == 4
