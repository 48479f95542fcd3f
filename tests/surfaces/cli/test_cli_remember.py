"""`camillo remember` and `camillo export`, as commands."""

import json

import pytest

from camillo.surfaces.cli.main import main


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("CAMILLO_PALACE", str(tmp_path / "p.camillo"))

    def call(*words, code=0):
        assert main(list(words)) == code
        return capsys.readouterr().out

    return call


def test_a_message_is_remembered_merged_and_corrected(run):
    first = json.loads(
        run("remember", "I live in Berlin. I like tea.", "--at", "2026-01-01", "--json")
    )
    assert first["action"] == "created"
    told = run("remember", "I moved to Munich.", "--at", "2026-02-01")
    assert f"merged: {first['path']}" in told
    assert "no longer so: I live in Berlin." in told
    assert "I live in Berlin. (→ 2026-02-01)" in run("get", first["path"])


def test_a_question_is_kept_and_nothing_remembered(run):
    told = run("remember", "Where do I live?")
    assert "unchanged: nothing to remember" in told and "nothing-stated" in told


def test_memories_of_a_wing_are_written_below_a_folder(run, tmp_path):
    made = json.loads(run("remember", "I like tea in the morning.", "--wing", "a", "--json"))
    run("remember", "Tiago is a nurse in Leeds.", "--wing", "b")
    written = json.loads(run("export", "memories", str(tmp_path / "out"), "--wing", "a", "--json"))
    assert written == [str(tmp_path / "out" / made["path"])]
    assert "I like tea in the morning." in (tmp_path / "out" / made["path"]).read_text(
        encoding="utf-8"
    )
    assert "2 memories written" in run("export", "memories", str(tmp_path / "out"))
