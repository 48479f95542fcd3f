import pytest

from camillo.distill.bar import SIGNALS, Asked, Bar, estimate, signals, standing
from camillo.distill.coefficients import BARS
from camillo.domain.search import Hit
from camillo.text.groups import query_groups


def _hit(text: str, fused: float, **groups: float) -> Hit:
    why = {"fused": fused, "rank": fused, "groups": {"lexical": 0.0, **groups}}
    return Hit(
        id="0" * 24 + ":0-1",
        text=text,
        score=0.5,
        why=why,
        wing="w",
        room="r",
        hall="h",
        at=None,
        source="s",
        source_kind="note",
        document="d",
        span=(0, 1),
        conversation="c",
        title="",
        speaker="",
        role="user",
        part="text",
        turns=(),
    )


def _asked(question: str, frequency: dict[str, int], size: int = 100) -> Asked:
    return Asked.of(question, query_groups(question, ["en"]).groups, frequency, size, "en")


@pytest.mark.parametrize("tier", ["transformer", "static", "lexical"])
def test_every_tier_has_a_bar_for_every_signal(tier: str) -> None:
    bar = Bar(*BARS[tier])
    assert set(bar.slopes) == set(SIGNALS)
    assert 0 < bar.threshold < 1
    assert 0 < bar.estimate(dict.fromkeys(SIGNALS, 0.0)) < bar.threshold


def test_a_name_nobody_said_is_a_stranger_and_a_sentence_s_first_word_is_no_name() -> None:
    known = {"redis": 3, "queue": 4}
    assert _asked("Does the queue use Redis?", known).strangers == 0.0
    assert _asked("Does the queue use Kafka?", known).strangers == 1.0
    assert _asked("Kafka queue", known).strangers == 0.0
    assert _asked("Is it Redis or Kafka?", known).strangers == 0.5


def test_the_rarer_a_word_the_more_it_tells() -> None:
    asked = _asked("queue redis", {"queue": 60, "redis": 2})
    weights = dict(zip([group.word for group in asked.groups], asked.weights, strict=True))
    assert weights["redis"] > weights["queue"] > 0
    assert asked.share(asked.in_text("Redis it is")) > 0.5


def test_the_lead_is_measured_against_what_any_prompt_finds() -> None:
    rest = [_hit("x", 0.2) for _ in range(30)]
    assert signals(_asked("redis", {}), [_hit("redis", 0.9), *rest])["lead"] == pytest.approx(0.7)
    alike = [_hit("x", 0.9) for _ in range(31)]
    assert signals(_asked("redis", {}), alike)["lead"] == pytest.approx(0.0)


def test_no_hit_clears_no_bar() -> None:
    assert estimate(_asked("redis", {}), []) == (0.0, False)


def test_hits_far_below_the_best_do_not_stand_and_the_best_always_does() -> None:
    hits = [_hit("best", 0.9), _hit("near", 0.8), *[_hit("far", 0.3) for _ in range(20)]]
    assert [hit.text for hit in standing(hits, 0.25)] == ["best", "near"]
    weak = [_hit("best", 0.1), _hit("none", 0.01)]
    assert [hit.text for hit in standing(weak, 0.25)] == ["best"]
    assert standing([], 0.25) == []
