import json

import pytest
from hypothesis import strategies as st

from camillo.app.install.launch import Around

#: Names that the installers write themselves stand beside any others.
_NAMES = st.one_of(
    st.sampled_from(
        [
            "mcpServers",
            "servers",
            "mcp",
            "hooks",
            "SessionStart",
            "Stop",
            "stop",
            "version",
            "camillo",
        ]
    ),
    st.text(max_size=6),
)
_SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(-999, 999), st.floats(-9, 9), st.text(max_size=8)
)
_VALUES = st.recursive(
    _SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(_NAMES, inner, max_size=3)
    ),
    max_leaves=8,
)
#: What the installers' own containers look like before anything of theirs is in them.
_LIKELY = st.sampled_from(
    [{}, [], {"Stop": []}, {"Stop": [], "x": 1}, {"SessionStart": [{"hooks": []}], "stop": []}]
)
_TRIVIA = st.sampled_from(
    [
        "",
        "",
        "",
        " ",
        "\n",
        "\n  ",
        "\t",
        "\r\n",
        "\r\n    ",
        " // a, b\n",
        "/* {c} */",
        "// d\r\n ",
        "// e\r",
        "\r",
    ]
)


@st.composite
def json_texts(draw, *, comments=True):
    """A JSON object as text, with any white space, comments and trailing commas in it."""
    gaps = _TRIVIA if comments else st.sampled_from(["", " ", "\n", "\n  ", "\r\n"])

    def gap():
        return draw(gaps)

    def written(value):
        if not isinstance(value, dict | list):
            return json.dumps(value, ensure_ascii=draw(st.booleans()))
        items = value.items() if isinstance(value, dict) else [(None, one) for one in value]
        parts = []
        for name, one in items:
            key = "" if name is None else f"{json.dumps(name)}{gap()}:{gap()}"
            parts.append(f"{gap()}{key}{written(one)}{gap()}")
        body = ",".join(parts)
        if parts and comments and draw(st.booleans()):
            body += "," + gap()
        ends = "{}" if isinstance(value, dict) else "[]"
        return ends[0] + (body or gap()) + ends[1]

    value = draw(st.dictionaries(_NAMES, st.one_of(_LIKELY, _VALUES), max_size=4))
    if draw(st.booleans()):
        value["version"] = 1
    return gap() + written(value) + gap()


@pytest.fixture
def around(tmp_path):
    """A machine with nothing on it."""
    home, project = tmp_path / "home", tmp_path / "project"
    home.mkdir()
    project.mkdir()
    return Around(home, project, {}, "linux")


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory, monkeypatch):
    """The installer's lock of the user is left alone."""
    monkeypatch.setenv("HOME", str(tmp_path_factory.mktemp("user")))
    for name in ("XDG_CACHE_HOME", "CAMILLO_PALACE"):
        monkeypatch.delenv(name, raising=False)
