"""`camillo event` and `camillo duplicates` from a shell."""

import io
import json
import sys

import pytest

from camillo.surfaces.cli.main import main

NOTE = {
    "kind": "note",
    "id": "n1",
    "title": "Billing",
    "text": "We chose Postgres for the billing service of Orion.",
    "workspace": "w1",
    "tags": ["billing"],
    "at": "2026-05-01T10:00:00Z",
}


def run(monkeypatch, given, *arguments):
    class Standard:
        buffer = io.BytesIO(given if isinstance(given, bytes) else json.dumps(given).encode())

    monkeypatch.setattr(sys, "stdin", Standard)
    return main([*arguments])


def test_an_event_on_standard_input_is_taken(tmp_path, monkeypatch, capsys):
    place = ("--palace", str(tmp_path / "p.camillo"))
    assert run(monkeypatch, NOTE, "event", "--json", *place) == 0
    assert json.loads(capsys.readouterr().out)["action"] == "saved"
    assert run(monkeypatch, NOTE, "event", *place) == 0
    assert capsys.readouterr().out.startswith("unchanged")


@pytest.mark.parametrize(
    "given",
    [b"", b"[]", b"{", b"[" * 100_000, {**NOTE, "tags": "x"}, {**NOTE, "at": 5}, {**NOTE, "odd": "x"},
     {"kind": "note", "id": "n"}],
)  # fmt: skip
def test_what_is_no_event_is_refused(tmp_path, monkeypatch, given, capsys):
    assert run(monkeypatch, given, "event", "--palace", str(tmp_path / "p.camillo")) != 0
    assert capsys.readouterr().err.strip()


def test_duplicates_are_listed_with_their_origins(tmp_path, monkeypatch, capsys):
    place = ("--palace", str(tmp_path / "p.camillo"))
    text = "The keys of the flat in Lisbon lie in the drawer of the desk."
    for at, form in enumerate((text, f"**{text}**")):
        assert main(["add", form, "--source", f"note:{at}", *place]) == 0
    capsys.readouterr()
    assert main(["duplicates", "--json", *place]) == 0
    (group,) = json.loads(capsys.readouterr().out)["duplicates"]
    assert [one["how"] for one in group["repeats"]] == ["words"]
    assert main(["duplicates", *place]) == 0
    assert "same words" in capsys.readouterr().out
