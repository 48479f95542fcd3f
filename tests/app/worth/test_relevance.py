from collections.abc import Iterator
from pathlib import Path

import pytest

from camillo import Palace
from camillo.domain.errors import InvalidInput

_SAID = (
    ("user", "Push notifications: should we take OneSignal or talk to Firebase ourselves?"),
    ("assistant", "OneSignal costs 99 euros a month and sees every message; Firebase is free."),
    ("user", "Then Firebase directly. Nobody wants a push at night."),
    ("assistant", "Quiet hours are 22:00 to 08:00 in the device's own zone."),
    ("user", "Lunch was at the noodle bar."),
)
_PROMPT = "Why did we decide against OneSignal for push notifications?"


@pytest.fixture
def palace(tmp_path: Path) -> Iterator[Palace]:
    with Palace.open(tmp_path / "palace.camillo") as made:
        for at, (role, text) in enumerate(_SAID):
            made.add(
                text,
                wing="orion",
                role=role,
                conversation="old",
                source="chat:old",
                turn=str(at),
                at=f"2026-04-20T09:0{at}:00Z",
            )
        yield made


def test_a_prompt_gets_what_it_is_about_with_its_id_day_and_speaker(palace: Palace) -> None:
    given = palace.relevant(_PROMPT)
    first = given.text.splitlines()[1]
    assert "20 April 2026" in first
    assert palace.get(first.partition("[")[2].partition("]")[0]).conversation == "old"
    assert "OneSignal costs 99 euros" in given.text
    assert all(palace.get(id).conversation == "old" for id in given.ids)
    assert 0 < given.tokens <= 400
    assert given.score > 0.5


def test_a_turn_that_asks_is_followed_by_its_answer(palace: Palace) -> None:
    rows = palace.relevant(_PROMPT).text.splitlines()
    asks = next(at for at, row in enumerate(rows) if "or talk to Firebase ourselves?" in row)
    answer = next(at for at, row in enumerate(rows) if "OneSignal costs 99 euros" in row)
    assert answer in (asks + 1, asks - 1, 1)


@pytest.mark.parametrize(
    "prompt",
    [
        "translate the privacy notice into Finnish",
        "thanks!",
        "yes go on",
        "写一首关于秋天的诗",
        "Draw an ASCII art penguin",
    ],
)
def test_a_prompt_about_nothing_remembered_gets_nothing(palace: Palace, prompt: str) -> None:
    given = palace.relevant(prompt)
    assert (given.text, given.ids, given.tokens) == ("", (), 0)
    assert "below-bar" in given.flags


@pytest.mark.parametrize("prompt", ["", "  \n", "👍", "```\nx = 1\n```"])
def test_a_prompt_without_words_of_its_own_asks_nothing(palace: Palace, prompt: str) -> None:
    assert palace.relevant(prompt).flags == ("no-question",)


def test_what_the_session_said_itself_is_not_told_to_it(palace: Palace) -> None:
    assert palace.relevant(_PROMPT, session="old").text == ""
    assert palace.relevant(_PROMPT, session="new").text


def test_what_was_given_before_is_not_given_again(palace: Palace) -> None:
    first = palace.relevant(_PROMPT)
    again = palace.relevant(_PROMPT, exclude=first.ids)
    assert not {*first.ids} & {*again.ids}
    assert "OneSignal" not in again.text


def test_another_wing_gives_nothing(palace: Palace) -> None:
    palace.add("The roof is green.", wing="house")
    assert palace.relevant(_PROMPT, wing="house").text == ""


def test_what_tools_printed_is_not_told_unasked(tmp_path: Path) -> None:
    with Palace.open(tmp_path / "tools.camillo") as palace:
        palace.add("OneSignal push notifications: 99 euros, decided against", role="tool")
        assert palace.relevant(_PROMPT).text == ""


def test_an_empty_palace_gives_nothing(tmp_path: Path) -> None:
    with Palace.open(tmp_path / "empty.camillo") as palace:
        assert palace.relevant(_PROMPT).text == ""


def test_without_transformer_and_models_the_bar_still_tells_them_apart(palace: Palace) -> None:
    with Palace.open(palace.path, light=True) as light:
        assert "OneSignal costs 99 euros" in light.relevant(_PROMPT).text
        assert light.relevant("Draw an ASCII art penguin").text == ""


def test_a_budget_is_never_passed_and_one_below_1_is_refused(palace: Palace) -> None:
    for budget in (1, 40, 80, 120):
        assert palace.relevant(_PROMPT, budget=budget).tokens <= budget
    with pytest.raises(InvalidInput, match="budget of 0"):
        palace.relevant(_PROMPT, budget=0)


def test_a_quotation_or_a_dash_in_a_prompt_hides_nothing(palace: Palace) -> None:
    given = palace.relevant('Why not "OneSignal for push"? run it with -notifications')
    assert "OneSignal costs 99 euros" in given.text
