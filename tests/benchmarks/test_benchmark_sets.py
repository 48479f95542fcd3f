import json

import pytest
from benchmarks.sets import SETS, named

from benchmarks import cmrc, hotpot, languages, locomo


def put(path, data):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    return path


def test_locomo_turns_carry_captions_and_their_session_time(tmp_path):
    turn = {"dia_id": "D1:1", "speaker": "Ann", "text": "Look!", "blip_caption": "a red kite"}
    conversation = {"session_1_date_time": "1:56 pm on 8 May, 2023", "session_1": [turn]}
    asked = [
        {"question": "What flew?", "evidence": ["D1:01; D9:9"], "category": 4},
        {"question": "Who sang?", "evidence": [], "category": 5},
    ]
    put(tmp_path / "conv-1.json", {"conversation": conversation, "qa": asked})
    (case,) = locomo.cases(tmp_path)
    (only,) = case.turns
    assert (only.text, only.at) == ("Look! [image: a red kite]", "2023-05-08T13:56:00")
    known, unknown = case.questions
    assert (known.turns, known.conversations) == ({("conv-1/1", "D1:1")}, {"conv-1/1"})
    assert known.category == "4"
    assert unknown.conversations == frozenset()


def test_cmrc_is_one_wing_of_paragraphs(tmp_path):
    items = [{"id": "A", "title": "茶", "text": "茶树", "questions": ["茶?", "树?"]},
             {"id": "B", "title": "x", "text": "咖啡", "questions": []}]  # fmt: skip
    (case,) = cmrc.cases(put(tmp_path / "c.json", items))
    assert [turn.conversation for turn in case.turns] == ["A", "B"]
    assert [question.conversations for question in case.questions] == [{"A"}, {"A"}]


def test_hotpot_questions_are_wings_whose_paragraphs_never_collide(tmp_path):
    paragraph = {"title": "Ada", "text": "A mathematician."}
    items = [{"question": "Who?", "type": "bridge", "paragraphs": [paragraph], "supporting": ["Ada"]}] * 2  # fmt: skip
    first, second = hotpot.cases(put(tmp_path / "h.json", items))
    assert first.turns[0].text == "Ada\nA mathematician."
    assert first.questions[0].conversations == {first.turns[0].conversation}
    assert not {turn.key for turn in first.turns} & {turn.key for turn in second.turns}


def test_the_language_sets_name_evidence_that_is_there():
    (view,) = languages.languages().views
    found = list(languages.languages().cases())
    assert len(found) == 8
    for case in (*found, *languages.rare_names().cases()):
        conversations = {turn.conversation for turn in case.turns}
        assert len(conversations) == len(case.turns)
        assert all(question.conversations <= conversations for question in case.questions)
        assert len(case.questions) == (40 if case.wing == "rare names" else 10)
    assert view.name == "languages"


def test_a_set_is_found_by_name_or_by_path(tmp_path):
    put(tmp_path / "cmrc2018-dev-even.json", [])
    other = put(tmp_path / "other.json", [])
    assert named(tmp_path, "cmrc").views[0].name == "cmrc"
    assert named(tmp_path, f"longmemeval-450={other}").views[0].name == "LongMemEval, held-out 450"


@pytest.mark.parametrize("wanted", ["nothing", "locomo", "beam", "hotpot=missing.json"])
def test_a_set_that_is_not_there_is_refused_by_name(tmp_path, wanted):
    with pytest.raises(ValueError, match=wanted.partition("=")[0]):
        named(tmp_path, wanted)


def test_every_listed_set_can_be_made(tmp_path):
    for found in SETS.values():
        assert found.make(tmp_path).views
