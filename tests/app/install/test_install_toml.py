import json
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo.app.install import toml_text
from camillo.domain.errors import InvalidInput

_PATH = ("mcp_servers", "camillo")
_VALUES = {"command": '/x/my "tools"/camillo', "args": ["mcp"]}

_KEYS = st.one_of(
    st.sampled_from(["a", "b-c", "mcp_servers", "'q u'", '"d.e"', "f.g", "camillo"]),
    st.text("xyz", min_size=1, max_size=3),
)
_VALUE_TEXTS = st.sampled_from(
    [
        "1", "true", "nan", "1979-05-27T07:32:00Z", '"s # [x]"', "'l\\'", "[1, 2]", "{a = 1, b = [2]}",
        '[\n  "one", # [two]\n  "]",\n]', '"""\n[not.a.table]\nx = 1\n"""', "'''\n[nor.this]\n''''",
        '"\\"[a]\\""', '""""quoted""""', "[[1], {x = '''\n'''}]",
    ]
)  # fmt: skip
_STATEMENTS = st.one_of(
    st.builds("{} = {}".format, _KEYS, _VALUE_TEXTS),
    st.builds("  {}={} # why".format, _KEYS, _VALUE_TEXTS),
    st.builds("[{}]".format, _KEYS),
    st.builds("[ mcp_servers . {} ] # one".format, _KEYS),
    st.builds("[[{}]]".format, _KEYS),
    st.sampled_from(["", "  ", "# a comment", "# [mcp_servers.camillo]"]),
)


@st.composite
def toml_texts(draw):
    eol = draw(st.sampled_from(["\n", "\r\n"]))
    lines = draw(st.lists(_STATEMENTS, max_size=8))
    text = eol.join(line.replace("\n", eol) for line in lines) + draw(st.sampled_from(["", eol]))
    return text if toml_text.read_or_none(text) is not None else draw(st.just(""))


def _there(text):
    servers = tomllib.loads(text).get("mcp_servers", {})
    return servers.get("camillo") if isinstance(servers, dict) else servers


@given(toml_texts())
def test_taking_the_table_out_restores_every_byte(text):
    if _there(text) is not None:
        return
    try:
        made = toml_text.put_table(text, _PATH, _VALUES, "x.toml")
    except InvalidInput:
        return
    assert _there(made) == _VALUES
    assert made.startswith(text)
    assert toml_text.take_table(made, _PATH, "x.toml") == text


@given(toml_texts(), st.text(st.characters(codec="utf-8"), max_size=20))
def test_other_values_keep_every_other_byte(text, command):
    if _there(text) is not None:
        return
    try:
        made = toml_text.put_table(text, _PATH, _VALUES, "x.toml")
    except InvalidInput:
        return
    changed = toml_text.set_values(made, _PATH, {"command": command, "args": ["a"]}, "x.toml")
    assert _there(changed) == {"command": command, "args": ["a"]}
    assert toml_text.set_values(changed, _PATH, _VALUES, "x.toml") == made


def test_what_a_user_added_stays_when_the_command_moves():
    text = (
        "[mcp_servers.camillo] # memory\n"
        "args = [\n  'mcp', # the server\n]\n"
        'command = "/old/camillo" # here\n'
        "startup_timeout_sec = 20\n\n"
        "[mcp_servers.camillo.env]\nA = '1'\n\n[other]\nx = 1\n"
    )
    made = toml_text.set_values(text, _PATH, {"command": "/new", "args": ["mcp", "-v"]}, "x.toml")
    assert made == text.replace('"/old/camillo"', '"/new"').replace(
        "[\n  'mcp', # the server\n]", '["mcp", "-v"]'
    )
    assert toml_text.take_table(made, _PATH, "x.toml") == "\n[other]\nx = 1\n"


def test_tables_that_come_behind_it_stay_with_their_comments():
    made = toml_text.put_table("a = 1\n", _PATH, _VALUES, "x.toml") + "\n# mine\n[z]\nb = 2\n"
    assert toml_text.take_table(made, _PATH, "x.toml") == "a = 1\n\n# mine\n[z]\nb = 2\n"


@pytest.mark.parametrize(
    "text",
    [
        "mcp_servers = {}\n",
        "mcp_servers = 1\n",
        'mcp_servers.camillo.command = "/x/camillo"\nmcp_servers.camillo.args = ["mcp"]\n',
        '[mcp_servers]\ncamillo = {command = "/x/camillo", args = ["mcp"]}\n',
    ],
)
def test_a_form_that_cannot_be_changed_in_place_is_refused(text):
    with pytest.raises(InvalidInput, match=r"x\.toml .*in place; nothing was changed"):
        toml_text.put_table(text, _PATH, _VALUES, "x.toml")
    if "camillo" in text:
        with pytest.raises(InvalidInput, match="in place"):
            toml_text.take_table(text, _PATH, "x.toml")
        with pytest.raises(InvalidInput, match="in place"):
            toml_text.set_values(text, _PATH, {"command": "/y"}, "x.toml")


def test_what_is_no_toml_is_refused_by_name():
    with pytest.raises(InvalidInput, match=r"x\.toml is no TOML"):
        toml_text.put_table("a = ", _PATH, _VALUES, "x.toml")


def test_windows_paths_are_written_so_that_they_read_back():
    command = "C:\\Users\\näme\\my tools\\camillo.exe\x7f"
    made = toml_text.put_table("", _PATH, {"command": command}, "x.toml")
    assert _there(made) == {"command": command}
    assert json.dumps(command)[1:8] in made
