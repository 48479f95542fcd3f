from pathlib import Path

from camillo import Palace


def test_a_prompt_gets_what_it_is_about_and_an_unrelated_one_gets_nothing(tmp_path: Path) -> None:
    with Palace.open(tmp_path / "palace.camillo") as palace:
        palace.add("We chose GraphQL for the mobile app because of round trips.", wing="orion")
        palace.add("Lunch on Friday was at the noodle bar.", wing="orion")
        given = palace.relevant("why did we choose GraphQL for the mobile app?")
        nothing = palace.relevant("translate the privacy notice into Finnish")
    assert "because of round trips" in given.text
    assert given.ids
    assert given.tokens <= 400
    assert (nothing.text, nothing.ids) == ("", ())
