"""Settings: one schema, read from a file, the environment and flags, in that order.

The schema is a frozen dataclass checked by the functions of `camillo.app.values`: a validation
library would cost each command more CPU than the rest of its start.
"""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from camillo.app import values
from camillo.domain.errors import InvalidInput

#: The environment variable that names another settings file.
CONFIG_VARIABLE = "CAMILLO_CONFIG"
_PREFIX = "CAMILLO_"
_LEVELS = ("debug", "info", "warning", "error")


def default_config() -> Path:
    """Where the settings file lies unless told otherwise."""
    import platformdirs

    return platformdirs.user_config_path("camillo") / "config.toml"


def _default_palace() -> Path:
    import platformdirs

    return platformdirs.user_data_path("camillo") / "palace.camillo"


def _about(help_text: str, check: Callable[[object], Any]) -> dict[str, Any]:
    return {"help": help_text, "check": check}


def _empty() -> Mapping[str, tuple[str, ...]]:
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What a user can set. Each field has a default, a help text and a check that names a wrong value.

    ``origins`` says where each value comes from: ``default``, ``environment NAME``, ``flag``, or
    the settings file's path.

    >>> Settings(refine=False).refine
    False
    """

    palace: Path = field(
        metadata=_about(
            "The palace file. Default: palace.camillo in the user's data folder.",
            values.path,
        ),
        default_factory=_default_palace,
    )
    palace_key: str = field(
        metadata=_about(
            "Where the key of an encrypted palace is, told as in llm_key: a new palace is encrypted with it,"
            " and `camillo encrypt` encrypts one that is there.",
            values.key_place,
        ),
        default="",
    )
    model: Path | None = field(
        metadata=_about(
            "An ONNX file of all-MiniLM-L6-v2. Default: that of the installed model package.",
            values.optional_path,
        ),
        default=None,
    )
    reranker: Path | None = field(
        metadata=_about(
            "A folder with a cross-encoder (model.onnx, tokenizer.json) that reads the first hits"
            " again. Default: an installed package's, if there is one.",
            values.optional_path,
        ),
        default=None,
    )
    refine: bool = field(
        metadata=_about(
            "Whether mine also fills in the transformer tier; without it, `camillo refine` does later.",
            values.switch,
        ),
        default=True,
    )
    identity: str = field(
        metadata=_about(
            "Who you are, in a sentence or two: a wake-up begins with it.",
            values.short_text,
        ),
        default="",
    )
    ignore: tuple[str, ...] = field(
        metadata=_about(
            "Patterns of files that mine leaves out everywhere, written as in .gitignore.",
            values.words,
        ),
        default=(),
    )
    rooms: Mapping[str, tuple[str, ...]] = field(
        metadata=_about(
            "Rooms with the keywords that place a text in them, such as api = ['graphql', 'rest'].",
            values.keywords,
        ),
        default_factory=_empty,
    )
    hall_preset: str = field(
        metadata=_about(
            "The set of halls that texts are placed in: notes, coding or personal.",
            values.one_of("notes", "coding", "personal"),
        ),
        default="notes",
    )
    halls: Mapping[str, tuple[str, ...]] = field(
        metadata=_about(
            "Halls of your own instead of the preset's, each with keywords or example phrases.",
            values.keywords,
        ),
        default_factory=_empty,
    )
    llm_url: str = field(
        metadata=_about(
            "The address of an OpenAI-compatible API, such as http://localhost:11434/v1: with llm_model"
            " it turns the language model on.",
            values.address,
        ),
        default="",
    )
    llm_model: str = field(
        metadata=_about(
            "The language model that is asked there, by the name it has there.", values.short_text
        ),
        default="",
    )
    llm_key: str = field(
        metadata=_about(
            "Where the API's key is: the name of an environment variable, a file's path, or"
            " keyring:SERVICE/USER. Never the key itself.",
            values.key_place,
        ),
        default="",
    )
    llm_seconds: float = field(
        metadata=_about("How long one answer of the language model may take.", values.seconds),
        default=60.0,
    )
    llm_prices: tuple[float, ...] = field(
        metadata=_about(
            "What a million tokens cost, read and written, such as [0.15, 0.6]: then costs are counted.",
            values.prices,
        ),
        default=(),
    )
    llm_rerank: float = field(
        metadata=_about(
            "Seconds that a search may wait for the language model to put its first hits in order; 0: it"
            " is not asked.",
            values.seconds,
        ),
        default=0.0,
    )
    llm_gists: bool = field(
        metadata=_about(
            "Whether refine asks the language model what long episodes were about: its lines stand beside"
            " the gists, each with the words that bear it out.",
            values.switch,
        ),
        default=False,
    )
    embed_url: str = field(
        metadata=_about(
            "The address of an OpenAI-compatible API that makes vectors: with embed_model every text and"
            " question is sent there, in place of the built-in model.",
            values.address,
        ),
        default="",
    )
    embed_model: str = field(
        metadata=_about(
            "The model that makes vectors there, by the name it has there.", values.short_text
        ),
        default="",
    )
    embed_key: str = field(
        metadata=_about("Where that API's key is, told as in llm_key.", values.key_place),
        default="",
    )
    embed_seconds: float = field(
        metadata=_about(
            "How long a search waits for a question's vector before it does without.",
            values.seconds,
        ),
        default=2.0,
    )
    file_limit: int = field(
        metadata=_about(
            "The largest file that mine reads, in bytes or as '200MB'; larger ones are reported.",
            values.size,
        ),
        default=4 << 30,
    )
    busy_seconds: float = field(
        metadata=_about(
            "How long to wait for another process that writes to the palace, in seconds.",
            values.seconds,
        ),
        default=30.0,
    )
    capture_hosts: tuple[str, ...] = field(
        metadata=_about(
            "Hosts in private networks that may be captured and watched, such as wiki.home or 10.0.0.5:8080.",
            values.words,
        ),
        default=(),
    )
    rsshub: str = field(
        metadata=_about(
            "The address of an RSSHub, for sites without feeds: with it rsshub:/PATH can be watched.",
            values.address,
        ),
        default="",
    )
    half_life_days: float = field(
        metadata=_about(
            "Days after which an unused memory's relevance is half, in wake-ups and in order of memory.",
            values.days,
        ),
        default=90.0,
    )
    log_level: str = field(
        metadata=_about(
            "What is told: warning tells on stderr; debug, info and error go to the log file.",
            values.one_of(*_LEVELS),
        ),
        default="warning",
    )
    origins: Mapping[str, str] = field(default_factory=dict, compare=False)


def names() -> list[str]:
    """The names of all settings, in the order of the reference."""
    return [one.name for one in fields(Settings) if one.metadata]


def load(
    config_file: str | Path | None = None,
    environ: Mapping[str, str] | None = None,
    **flags: object,
) -> Settings:
    """The effective settings: defaults, then the file, the environment, and flags that are not None.

    The file is ``config_file``, else the one ``CAMILLO_CONFIG`` names, else the default one, which
    may be missing.

    Raises:
        InvalidInput: a key is unknown, a value is wrong, or the file is missing or no TOML.
    """
    environ = os.environ if environ is None else environ
    path, told = _config_path(config_file, environ)
    given: dict[str, tuple[object, str]] = {}
    _gather(given, _from_file(path, must_exist=told), lambda _: str(path))
    _gather(given, _from_environment(environ), lambda name: f"environment {_PREFIX}{name.upper()}")
    _gather(given, {k: v for k, v in flags.items() if v is not None}, lambda _: "flag")
    checks = {one.name: one.metadata["check"] for one in fields(Settings) if one.metadata}
    origins = {name: "default" for name in checks} | {name: v[1] for name, v in given.items()}
    checked = {
        name: _checked(name, value, where, checks[name]) for name, (value, where) in given.items()
    }
    return Settings(**checked, origins=origins)


def _config_path(given: str | Path | None, environ: Mapping[str, str]) -> tuple[Path, bool]:
    named = given or environ.get(CONFIG_VARIABLE)
    return (Path(named).expanduser(), True) if named else (default_config(), False)


def _gather(
    into: dict[str, tuple[object, str]],
    found: Mapping[str, object],
    origin: Callable[[str], str],
) -> None:
    for name, value in found.items():
        if name not in names():
            raise _unknown(name, origin(name))
        into[name] = (value, origin(name))


def _unknown(name: str, where: str) -> InvalidInput:
    import difflib

    close = difflib.get_close_matches(name, names(), 1)
    mend = f"did you mean {close[0]!r}?" if close else f"known are {', '.join(names())}"
    return InvalidInput(f"there is no setting named {name!r} ({where})", mend)


def _checked(name: str, value: object, where: str, check: Callable[[object], Any]) -> Any:
    try:
        return check(value)
    except InvalidInput as error:
        # It may be a secret, which is not told.
        raise InvalidInput(f"{error.what} (the setting {name!r}, {where})", error.mend) from None
    except ValueError as error:
        raise InvalidInput(
            f"the setting {name!r} cannot be {value!r} ({where})", f"give {error}"
        ) from error


def _from_file(path: Path, *, must_exist: bool) -> dict[str, object]:
    import tomllib

    try:
        text = path.read_bytes().decode("utf-8")
    except FileNotFoundError as error:
        if must_exist:
            raise InvalidInput(
                f"there is no settings file {path}", "name one that exists"
            ) from error
        return {}
    except OSError as error:
        raise InvalidInput(
            f"the settings file {path} cannot be read: {error.strerror}", "make it readable"
        ) from error
    except UnicodeDecodeError as error:
        raise InvalidInput(f"the settings file {path} is not UTF-8", "save it as UTF-8") from error
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InvalidInput(
            f"the settings file {path} is not TOML: {error}", "mend that line"
        ) from error


def _from_environment(environ: Mapping[str, str]) -> dict[str, object]:
    """Settings of the environment; other ``CAMILLO_*`` variables may belong to other programs."""
    found = {name: environ.get(_PREFIX + name.upper()) for name in names()}
    return {name: value for name, value in found.items() if value}
