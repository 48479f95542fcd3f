"""camillo note, as a person and as a program uses it."""

import io
import json
import sys

import pytest


@pytest.fixture
def stdin(monkeypatch):
    def give(text):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))

    return give


@pytest.fixture
def pages(as_json):
    """Two pages, the second of which links to the first and to one that is not there."""
    first = as_json("note", "create", "Codes are bound by PKCE. #auth", "--title", "OAuth")
    second = as_json(
        "note", "create", "Sign-in uses OAuth, see [[Scopes]]. #auth", "--title", "Sign-in"
    )
    return first, second


def test_a_page_is_read_by_any_of_its_names_with_what_links_to_it(camillo, as_json, pages):
    for name in ("oauth", "OAuth", "[[OAuth]]", "[[kb:oauth|x]]"):
        told = as_json("note", "read", name)
        assert (told["slug"], told["version"]) == ("oauth", 1)
        assert [one["slug"] for one in told["backlinks"]] == ["sign-in"]
    code, out, _ = camillo("note", "read", "oauth")
    assert code == 0 and "| Codes are bound by PKCE." in out and "<- sign-in: Sign-in uses" in out


def test_text_comes_from_an_argument_a_file_or_standard_input(as_json, stdin, tmp_path):
    file = tmp_path / "page.md"
    file.write_text("# Titled by itself\n\nFrom a file. 知识\n", encoding="utf-8")
    assert as_json("note", "create", "--file", str(file))["slug"] == "titled-by-itself"
    stdin("From a pipe.\n")
    assert as_json("note", "write", "Piped", "-")["text"] == "From a pipe.\n"
    assert as_json("note", "write", "piped", "By hand.")["version"] == 2


def test_an_edit_names_the_version_it_was_made_on(camillo, as_json, pages):
    code, _, err = camillo("note", "edit", "oauth", "New.")
    assert code == 2 and "--version" in err
    assert as_json("note", "edit", "oauth", "New.", "--version", "1")["version"] == 2
    code, _, err = camillo("note", "edit", "oauth", "Newer.", "--version", "1")
    assert code != 0 and "is at version 2, not 1" in err
    assert as_json("note", "read", "oauth", "--version", "1")["text"].startswith("Codes")


def test_versions_are_listed_and_compared(camillo, as_json, pages):
    as_json("note", "edit", "oauth", "New.", "--version", "1")
    told = as_json("note", "history", "oauth")["versions"]
    assert [(one["version"], one["verb"]) for one in told] == [(1, "create"), (2, "edit")]
    code, out, _ = camillo("note", "diff", "oauth", "1", "2")
    assert code == 0 and "| -Codes are bound by PKCE. #auth\n| +New.\n" in out
    code, _, err = camillo("note", "diff", "oauth", "one", "2")
    assert code == 2 and "'one' is no version" in err


def test_a_renamed_page_takes_its_links_with_it(as_json, pages):
    told = as_json("note", "rename", "oauth", "OAuth 2.1")
    assert (told["note"]["slug"], told["rewritten"]) == ("oauth-2-1", ["sign-in"])
    assert "[[oauth-2-1|" in as_json("note", "read", "sign-in")["text"]


def test_a_deleted_page_is_listed_as_such_and_comes_back(camillo, as_json, pages):
    as_json("note", "delete", "oauth")
    assert [one["slug"] for one in as_json("note", "list")["notes"]] == ["sign-in"]
    assert [one["slug"] for one in as_json("note", "list", "--deleted")["notes"]] == ["oauth"]
    code, _, err = camillo("note", "read", "oauth")
    assert code != 0 and "there is no note 'oauth'" in err
    assert as_json("note", "restore", "oauth")["deleted"] is False


def test_notes_are_listed_by_layer_tag_and_wing(camillo, as_json, pages, tmp_path):
    file = tmp_path / "plan.txt"
    file.write_text("A plan.", encoding="utf-8")
    as_json("note", "capture", str(file), "--wing", "orion")

    def slugs(*options):
        return [one["slug"] for one in as_json("note", "list", *options)["notes"]]

    assert slugs() == ["oauth", "plan", "sign-in"]
    assert slugs("--layer", "source") == slugs("--wing", "orion") == ["plan"]
    assert slugs("--tag", "#auth") == slugs("--tag", "auth") == ["oauth", "sign-in"]
    code, out, _ = camillo("note", "list", "--tag", "none")
    assert (code, out) == (1, "No notes.\n")


def test_links_are_told_of_one_note_or_of_all(camillo, as_json, pages):
    told = as_json("note", "links", "sign-in")
    assert (told["links"], told["broken"]) == ([["oauth", "OAuth"]], ["Scopes"])
    assert told["shared"] == {"auth": ["oauth"]}
    whole = as_json("note", "links")
    assert [one["slug"] for one in whole["hubs"]] == ["oauth"]
    assert whole["orphans"] == [["sign-in", "Sign-in"]]
    assert whole["broken"] == [{"target": "Scopes", "wanted_by": ["sign-in"]}]
    assert list(as_json("note", "links", "--broken")) == ["broken"]
    code, _, err = camillo("note", "links", "oauth", "--orphans")
    assert code == 2 and "is of all notes" in err


def test_a_captured_file_is_one_source_and_a_changed_one_a_version(camillo, as_json, tmp_path):
    file = tmp_path / "Plan A.md"
    file.write_text("---\naliases: [oauth]\n---\n# The plan\n\nGo.", encoding="utf-8")
    made = as_json("note", "capture", str(file))
    assert made["written"] and made["note"]["layer"] == "source"
    assert made["note"]["aliases"] == []
    assert not as_json("note", "capture", str(file))["written"]
    file.write_text("# The plan\n\nStay.", encoding="utf-8")
    again = as_json("note", "capture", str(file))
    assert again["written"] and again["note"]["version"] == 2
    assert again["note"]["slug"] == made["note"]["slug"]
    code, _, err = camillo("note", "edit", made["note"]["slug"], "x", "--version", "2")
    assert code != 0 and "is a source" in err


def test_an_address_that_must_not_be_fetched_is_refused(camillo):
    code, _, err = camillo("note", "capture", "http://169.254.169.254/latest/meta-data")
    assert code == 2 and "secrets of the machine" in err


def test_the_watch_list_is_kept_by_hand(camillo, as_json):
    url = "https://example.org/feed"
    added = as_json("note", "watch", "add", f"{url}?utm_source=x", "--every", "12", "--tag", "news")
    assert added["watched"][0] == {
        "url": url, "wing": "", "tags": ["news"], "hours": 12, "by": "user", "state": "watched",
    }  # fmt: skip
    other = as_json("note", "watch", "add", "https://example.org/b", "--by", "agent")["watched"][0]
    assert other["state"] == "waiting"
    assert as_json("note", "watch", "approve", other["url"])["watched"][0]["state"] == "watched"
    as_json("note", "watch", "remove", url)
    assert [one["url"] for one in as_json("note", "watch", "list")["watched"]] == [other["url"]]
    code, out, _ = camillo("note", "watch", "list")
    assert code == 0 and "https://example.org/b" in out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("create",), "there is not one text"),
        (("create", "a", "--file", "b"), "there is not one text"),
        (("create", "no title"), "the note has no title"),
        (("read",), "camillo note read NOTE"),
        (("write", "a"), "there is not one text"),
        (("watch", "add"), "watch add URL"),
        (("watch", "list", "x"), "watch add URL"),
        (("watch", "look", "x"), "watch add URL"),
        (("create", "--file", "nothing.md"), "cannot be read"),
    ],
)
def test_wrong_usage_names_what_to_write(camillo, words, told):
    code, out, err = camillo("note", *words)
    assert code == 2 and out == "" and told in err


def test_no_text_of_a_note_steers_the_terminal(camillo, as_json):
    as_json("note", "create", "\x1b[2J red\u202e #t\x07", "--title", "Bad")
    as_json("note", "create", "[[bad]] \x1b[31m", "--title", "Other")
    for words in (("read", "bad"), ("list",), ("links", "bad"), ("history", "bad")):
        code, out, _ = camillo("note", *words)
        assert code == 0 and not {"\x1b", "\u202e", "\x07"} & set(out)
    assert "\\u001b" in json.dumps(as_json("note", "read", "bad"))
