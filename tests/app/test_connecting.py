"""Palaces opened by address and owner, through whatever backend is registered for the address."""

from pathlib import Path

import pytest

from camillo import Palace
from camillo.domain.errors import InvalidInput, NotFound
from camillo.domain.owner import Owner


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite://{tmp_path}"
    return str(request.getfixturevalue("postgres_admin"))


def _owner(tmp_path: Path, user: str = "ana", product: str = "notes") -> Owner:
    return Owner(f"{product} {tmp_path}", user)


def test_what_is_added_is_found_in_either_store(address: str, tmp_path: Path):
    with Palace.connect(address, _owner(tmp_path)) as palace:
        receipt = palace.add("We chose GraphQL for the mobile app.", wing="orion")
        palace.add("The budget was cut by half in May.", wing="orion")
        found = palace.search("why GraphQL?", wing="orion")
        assert found.results[0].text == "We chose GraphQL for the mobile app."
        assert palace.get(receipt.ids[0]).text == "We chose GraphQL for the mobile app."
        assert palace.doctor() == []


def test_the_same_user_of_two_products_has_two_palaces(address: str, tmp_path: Path):
    with Palace.connect(address, _owner(tmp_path)) as palace:
        palace.add("a line about turbines", wing="orion")
    with Palace.connect(address, _owner(tmp_path, product="tasks")) as other:
        assert other.search("turbines").results == ()
        assert other.status()["turns"] == 0
    with Palace.connect(address, _owner(tmp_path), create=False) as again:
        assert again.status()["turns"] == 1


def test_a_palace_that_is_not_there_is_not_made_unasked(address: str, tmp_path: Path):
    with pytest.raises(NotFound):
        Palace.connect(address, _owner(tmp_path, user="nobody"), create=False)


def test_an_address_that_no_store_serves_is_refused(tmp_path: Path):
    with pytest.raises(InvalidInput, match="no store is registered"):
        Palace.connect("gopher://host", _owner(tmp_path))


def test_an_unreachable_database_is_said_to_be_so_without_its_password(tmp_path: Path):
    from camillo.domain.errors import CamilloError

    with pytest.raises(CamilloError) as error:
        Palace.connect(f"postgresql://me:sesame@/x?host={tmp_path}", _owner(tmp_path))
    assert "reached" in str(error.value) and "sesame" not in str(error.value)
