"""What a dry run says is what happens then."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from camillo import Palace
from camillo.app.settings import Settings
from camillo.domain.errors import NotFound


@pytest.fixture
def palace(tmp_path: Path) -> Iterator[Palace]:
    """One text in two wings, and one of its own in each."""
    settings = Settings(palace=tmp_path / "palace.camillo", refine=False)
    with Palace.open(settings=settings) as opened:
        opened.add("the shared lantern", wing="a", room="attic", hall="events", source="note:1")
        opened.add("the shared lantern", wing="z", room="cellar", hall="advice", source="note:1")
        opened.add("only in a", wing="a", source="note:2")
        opened.add("only in z", wing="z", source="note:3")
        yield opened


@pytest.mark.parametrize("wing", ["a", "z"])
def test_forgetting_a_wing_takes_what_its_dry_run_named(palace: Palace, wing: str) -> None:
    planned = palace.plan_forget(wing=wing)
    assert [one.text for one in planned] == [f"only in {wing}"]
    before = {one.id for one in palace.search("lantern only").results}
    palace.forget(wing=wing)
    after = {one.id for one in palace.search("lantern only").results}
    assert before - after == {one.id for one in planned}


@pytest.mark.parametrize(
    ("wing", "room", "hall"), [("a", "attic", "events"), ("z", "cellar", "advice")]
)
def test_a_move_out_of_a_wing_starts_from_the_place_there(
    palace: Palace, wing: str, room: str, hall: str
) -> None:
    id = palace.search("shared lantern").results[0].id
    (planned,) = palace.plan_move([id], from_wing=wing)
    assert (planned.wing, planned.room, planned.hall) == (wing, room, hall)


def test_a_text_that_is_not_in_the_wing_to_move_from_is_named(palace: Palace) -> None:
    id = palace.search("only in a").results[0].id
    with pytest.raises(NotFound, match="does not lie in the wing 'z'"):
        palace.plan_move([id], from_wing="z")
    with pytest.raises(NotFound, match="no wing named"):
        palace.plan_move([id], from_wing="nowhere")
