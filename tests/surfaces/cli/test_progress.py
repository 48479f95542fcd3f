"""How far a run is, told on stderr."""

from camillo.ingest.mine import Progress
from camillo.surfaces.cli import progress


def test_where_nobody_watches_a_long_run_tells_a_line_now_and_then(capsys, monkeypatch):
    now = 100.0
    monkeypatch.setattr(progress.time, "monotonic", lambda: now)
    with progress.shown(quiet=False) as report:
        for now in range(100, 200):
            report(Progress("refine", "", 0, 0, 10 * now))
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.splitlines() == [
        "refine: 1,300 drawers",
        "refine: 1,600 drawers",
        "refine: 1,900 drawers",
    ]


def test_a_short_run_and_a_quiet_one_tell_nothing(capsys):
    with progress.shown(quiet=False) as report:
        report(Progress("mine", "notes.md", 1, 10, 2))
    with progress.shown(quiet=True) as report:
        assert report is None
    assert capsys.readouterr() == ("", "")
