import itertools

import pytest

from camillo import Palace
from camillo.domain.drawer import abbreviated
from camillo.domain.errors import InvalidInput, NotFound
from camillo.domain.identity import address, turn_key


@pytest.fixture
def palace(tmp_path):
    with Palace.open(tmp_path / "palace.camillo") as palace:
        yield palace


def test_an_abbreviated_id_resolves_to_the_same_text(palace):
    written = palace.add("We chose GraphQL.", wing="orion").ids[0]
    palace.add("We chose Postgres.", wing="orion")
    short = abbreviated(written)
    assert len(short) < len(written) - 10
    assert palace.get(short).text == "We chose GraphQL."
    assert palace.get(short.upper()).id == written


def test_an_abbreviated_id_of_nothing_is_not_found(palace):
    written = palace.add("We chose GraphQL.", wing="orion").ids[0]
    other = f"{int(written[:8], 16) ^ 1:08x}{written[24:]}"
    with pytest.raises(NotFound):
        palace.get(other)


def test_digits_that_several_keys_begin_with_are_refused(palace):
    first, second = _texts_whose_keys_begin_alike()
    ids = [palace.add(text, source=f"note:{text}", turn="t").ids[0] for text in (first, second)]
    assert ids[0][:8] == ids[1][:8]
    with pytest.raises(InvalidInput, match="several"):
        palace.get(abbreviated(ids[0]))
    assert palace.get(abbreviated(ids[0], 20)).text == first


def _texts_whose_keys_begin_alike() -> tuple[str, str]:
    """Keys are hashes; among a hundred thousand, two begin with the same eight digits."""
    seen: dict[bytes, str] = {}
    for number in itertools.count():
        text = f"text {number}"
        key = turn_key("note", f"note:{text}", "t", address(text.encode()))[:4]
        if key in seen:
            return seen[key], text
        seen[key] = text
    raise AssertionError
