"""What drawers know goes with them: filed, proved, forgotten and derived again."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from camillo import Palace
from camillo.storage.common.known_codec import pack_known, unpack_known


@pytest.fixture
def palace(tmp_path: Path) -> Iterator[Palace]:
    with Palace.open(tmp_path / "palace.camillo", create=True) as opened:
        yield opened


def keys(palace: Palace) -> set[str]:
    with palace._store.snapshot() as snapshot:
        drawers = snapshot.columns(0).drawer.tolist()
        known = snapshot.known(drawers)
        assert all(
            set(snapshot.postings(["@" + one.key for one in each.mentions])["@" + one.key].drawer)
            >= {drawer}
            for drawer, each in known.items()
            for one in each.mentions
        )
    return {one.key for each in known.values() for one in each.mentions}


def test_names_go_with_their_passage_through_forgetting_and_rebuilding(palace: Palace) -> None:
    palace.add("we moved with Zuza Nowak to the coast")
    gone = palace.add("later we saw Orsolya there").ids[0]
    assert keys(palace) >= {"zuza nowak", "orsolya"} and palace.doctor() == []
    palace.forget([gone])
    assert "orsolya" not in keys(palace) and palace.doctor() == []
    palace.rebuild()
    assert "zuza nowak" in keys(palace) and palace.doctor() == []


def test_doctor_tells_where_what_is_known_is_not_what_the_text_says(palace: Palace) -> None:
    palace.add("we moved with Zuza Nowak to the coast")
    with palace._store._session.exclusive() as db:
        (data,) = db.execute("select data from known_1").fetchall()[0]
        mentions, causes = unpack_known(data)
        db.execute("update known_1 set data = ?", (pack_known(mentions[:-1], causes),))
    assert palace._store.check() == []
    assert any("knows" in problem.what for problem in palace.doctor())
    palace.rebuild()
    assert palace.doctor() == []
