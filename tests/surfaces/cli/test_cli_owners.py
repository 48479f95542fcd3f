"""`camillo owners`, and `camillo erase` with an owner's name: what they print, and what they refuse."""

import json

import pytest

from camillo.app.serving.serving import open_serving
from camillo.app.serving.settings import load as load_server
from camillo.app.settings import load
from camillo.domain.owner import Owner
from camillo.surfaces.cli.main import main


@pytest.fixture
def data(tmp_path, monkeypatch):
    """A server's folder with one owner, whose name would write to the terminal."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    folder = tmp_path / "data"
    told = load_server(
        None, {}, data=folder, token_file=tmp_path / "token", backfill=False, idle=False
    )
    served = open_serving(told, load())
    owner = Owner("notes", "ana\x1b[31m")
    with served.palaces.lease(owner) as palace:
        palace.add("A heron in the reeds.", wing="lake")
    (folder / "audit.jsonl").write_text(
        json.dumps({"product": owner.product, "user": owner.user}) + "\n"
    )
    served.close()
    return folder


def test_an_owner_is_listed_shown_and_deleted(data, capsys):
    assert main(["owners", "--server", str(data)]) == 0
    listed = capsys.readouterr().out
    assert "ana" in listed and "notes" in listed and "\x1b" not in listed and "heron" not in listed
    told = ["erase", "--server", str(data), "--product", "notes", "--user", "ana\x1b[31m"]
    assert main(told) == 0
    shown = capsys.readouterr().out
    assert "Would erase" in shown and "turns 1" in shown and "add --yes" in shown
    assert "\x1b" not in shown
    assert main([*told, "--yes"]) == 0
    done = capsys.readouterr().out
    assert "Erased" in done and "Left: the audit logs" in done and "add --yes" not in done
    assert main(["owners", "--server", str(data)]) == 0
    assert "Nobody has a palace there." in capsys.readouterr().out
    assert main([*told, "--yes"]) == 1
    assert "nothing is kept of a user" in capsys.readouterr().err


def test_who_is_not_there_is_told_by_both_names_that_were_looked_for(data, capsys):
    assert main(["erase", "--server", str(data), "--user", "zo\x1be"]) == 1
    told = capsys.readouterr().err
    assert "'zo\\x1be' of the product 'default'" in told and "camillo owners" in told


@pytest.mark.parametrize(
    ("told", "why"),
    [
        (["erase", "--server", "DATA"], "deleted by name"),
        (["erase", "--user", "ana"], "deleted by name"),
        (["erase", "--server", "DATA", "--user", "ana", "--key"], "no copies, key or file"),
        (["erase", "--server", "DATA", "--user", "ana", "--palace", "p"], "no copies, key or file"),
        (["owners"], "no place is named"),
        (["owners", "--server", "DATA", "--database", "postgresql://h/d"], "several places"),
        (["owners", "--database", "mysql://h/d"], "no address of PostgreSQL"),
    ],
)
def test_what_names_no_owner_or_no_place_is_refused(data, capsys, told, why):
    given = [str(data) if one == "DATA" else one for one in told]
    assert main(given) == 2
    assert why in capsys.readouterr().err
