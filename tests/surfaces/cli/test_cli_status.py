from pathlib import Path

from camillo.app.resident.state import State


def test_what_hooks_saved_and_waits_to_be_filed_is_counted(camillo, as_json, tmp_path):
    camillo("add", "We chose Postgres.")
    assert as_json("status")["spooled"] == 0
    state = State.of(Path(tmp_path / "palace.camillo"))
    state.make()
    (state.spool / "1.json").write_text("{}")
    assert as_json("status")["spooled"] == 1
    assert "spooled" in camillo("status")[1]
