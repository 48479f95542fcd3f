"""Doctor's proof: what is derived must follow from the texts, to the last term."""

from pathlib import Path

import apsw
import pytest

from camillo import Palace


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "palace.camillo"
    with Palace.open(path) as palace:
        for number in range(300):
            palace.add(f"the lantern number {number} hangs in room {number % 7}", source="n:1")
        palace.rebuild()
        assert palace.doctor() == []
    return path


@pytest.mark.parametrize(
    "damage",
    [
        "delete from blocks_{0} where term = (select max(term) from blocks_{0})",
        "update drawers_{0} set end = end - 1 where drawer = (select min(drawer) from drawers_{0})",
    ],
)
@pytest.mark.slow
def test_one_wrong_row_anywhere_is_found(path: Path, damage: str) -> None:
    connection = apsw.Connection(str(path))
    live = next(connection.execute("select value from meta where key = 'live'"))[0]
    connection.execute(damage.format(live))
    connection.close()
    with Palace.open(path) as palace:
        assert palace.doctor()
        palace.rebuild()
        assert palace.doctor() == []


@pytest.mark.slow
def test_what_is_filed_while_doctor_reads_is_no_problem(path: Path) -> None:
    with Palace.open(path) as palace, Palace.open(path) as other:
        told = []

        def meanwhile(progress: object) -> None:
            told.append(progress)
            other.add(f"a new text {len(told)}", source="n:2")

        assert palace.doctor(meanwhile) == []
        assert told
