"""What of a folder is left out: ignore files as Git reads them, and what no one wrote by hand."""

import re
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass
from warnings import catch_warnings, simplefilter

from pathspec import GitIgnoreSpec
from pathspec.pattern import RegexPattern

_DIRECTORY_MARK = "ps_d"
#: In a line: an end that, to Git, speaks of the folders at any depth below, not of the one above them.
_BELOW = re.compile(r"(?<=/\*\*)/(?= *$)")
#: In a translated pattern: a class of what may not stand there.
_NEGATED = re.compile(r"(?<!\\)\[\^(?!/\])(\]?[^\]]*)\]")
#: In a translated pattern: a star, and the characters between it and the next star of its segment.
_STAR_BEFORE_STAR = re.compile(
    r"\[\^/\]\*((?:\\[^/]|\[\^?\]?[^\]]*\](?!\*)|[^\[\]\\(){}*+?|^$./])+)(?=\[\^/\]\*)"
)
#: Stars side by side, which mean one.
_STARS = re.compile(r"(?:\[\^/\]\*){2,}")
#: Folders at any depth, and the segments between them and the next such folders.
_DEPTHS_BEFORE_DEPTHS = re.compile(r"\(\?:/\.\+\)\?((?:(?!\(\?:/\.\+\)\?).)+)(?=\(\?:/\.\+\)\?)")


def _words(names: str) -> list[str]:
    return names.split()


def _named(reason: str, names: str) -> dict[str, str]:
    return dict.fromkeys(names.split(), reason)


FOLDERS = {
    **_named("version control", ".git .hg .svn .jj .bzr _darcs CVS"),
    **_named("dependencies", "node_modules bower_components jspm_packages site-packages"),
    **_named("dependencies", "__pypackages__ .yarn .pnpm-store .bundle Pods Carthage elm-stuff"),
    **_named("cache", "__pycache__ .mypy_cache .ruff_cache .pytest_cache .hypothesis .tox .nox"),
    **_named("cache", ".cache .eggs .ipynb_checkpoints .import_linter_cache .parcel-cache .turbo"),
    **_named("cache", ".gradle .terraform .sass-cache .nyc_output .angular .dart_tool .direnv"),
    **_named("build output", ".next .nuxt .output .svelte-kit .docusaurus .build htmlcov"),
    **_named("build output", "DerivedData bazel-bin bazel-out bazel-testlogs"),
    **_named("editor settings", ".idea .vscode .vs .obsidian .fleet .zed"),
    **_named("deleted notes", ".trash .Trash"),
}
ENVIRONMENT = "virtual environment"

_MAKES_BUILD = frozenset(
    _words(
        "package.json pyproject.toml setup.py setup.cfg build.gradle build.gradle.kts pom.xml Cargo.toml "
        "CMakeLists.txt meson.build pubspec.yaml build.sbt mix.exs dune-project"
    )
)
#: Names that people also use for their own folders: build output only beside a file that builds.
_BUILDS = frozenset(("build", "dist", "target", "coverage", "_build", "out"))

LOCK_FILES = frozenset(
    _words(
        "package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock bun.lockb deno.lock "
        "poetry.lock uv.lock pdm.lock Pipfile.lock pixi.lock conda-lock.yml Cargo.lock go.sum "
        "go.work.sum Gemfile.lock composer.lock mix.lock pubspec.lock Podfile.lock Cartfile.resolved "
        "Package.resolved packages.lock.json gradle.lockfile flake.lock stack.yaml.lock "
        "cabal.project.freeze rebar.lock Manifest.toml .terraform.lock.hcl"
    )
)
_SECRET = re.compile(
    r"\.env(?:\.(?!example$|sample$|template$|dist$).*)?|\.netrc|_netrc|\.pgpass|\.htpasswd|\.pypirc"
    r"|\.npmrc|\.git-credentials|id_(?:rsa|dsa|ecdsa|ed25519)|.*\.(?:pem|key|p12|pfx|jks|keystore|kdbx)",
    re.IGNORECASE | re.DOTALL,
)
_CRUFT = frozenset((".DS_Store", "Thumbs.db", "desktop.ini", ".localized"))

_WEB = re.compile(r"\.(?:js|mjs|cjs|jsx|ts|tsx|css|scss|less)$", re.IGNORECASE)
_MINIFIED = re.compile(r"[.-]min\.(?:js|mjs|cjs|css)$|\.(?:js|mjs|cjs|css)\.map$", re.IGNORECASE)
_PROSE = re.compile(r"\.(?:md|markdown|mdx|txt|rst|adoc|org|tex|html?)$", re.IGNORECASE)
_MARKED = re.compile(
    rb"^[ \t]*(?://|#|/?\*+|--|;+|<!--|%)[^\n]*?(?:@generated\b|Code generated [^\n]{0,200}DO NOT EDIT)",
    re.MULTILINE,
)
_MARK_WITHIN = 2_000
_LONG_LINE = 5_000


@dataclass(frozen=True, slots=True)
class IgnoreFile:
    """The patterns of one ignore file, for the folder (a path from the root) it lies in."""

    folder: tuple[str, ...]
    patterns: tuple[RegexPattern, ...]

    def verdict(self, parts: tuple[str, ...], is_folder: bool) -> bool | None:
        """True to leave the entry out, False to take it in, None where no pattern speaks of it.

        As in Git, patterns are asked about each level by itself, and the last that matches wins.
        """
        path = "/".join(parts[len(self.folder) :]) + ("/" if is_folder else "")
        for pattern in reversed(self.patterns):
            found = pattern.match_file(path)
            if found is not None and _is_about(found.match, path):
                return bool(pattern.include)
        return None


def _is_about(match: re.Match[str], path: str) -> bool:
    """Whether a match is about the path itself, not about a folder above it."""
    if _DIRECTORY_MARK in match.re.groupindex and match.end(_DIRECTORY_MARK) >= 0:
        return match.end(_DIRECTORY_MARK) == len(path)
    # "a/**" speaks of what lies in a, not of a itself.
    return not (match.re.pattern.endswith("/") and match.end() == len(path))


def parse_ignores(text: str, folder: tuple[str, ...] = ()) -> IgnoreFile:
    r"""The patterns of a text in ``.gitignore`` syntax; a line that is no pattern is passed over.

    >>> parse_ignores("*.log\n!keep.log\n").verdict(("keep.log",), False)
    False
    """
    return IgnoreFile(folder, tuple(_patterns(text.removeprefix("\ufeff").split("\n"))))


def _patterns(lines: Iterable[str]) -> Iterator[RegexPattern]:
    for line in lines:
        with suppress(ValueError, re.error), catch_warnings():
            # What Python may one day read otherwise in a class is not the user's concern.
            simplefilter("ignore", FutureWarning)
            spec = GitIgnoreSpec.from_lines([_BELOW.sub("/*/", line)])
            yield from (_as_git(one) for one in spec.patterns if one.include is not None)


def _as_git(pattern: RegexPattern) -> RegexPattern:
    """The same pattern, with no class reaching over a slash and no time lost in going back.

    Every star but a segment's last takes the shortest stretch for good, and so does every ``**`` but a pattern's last:
    the earliest place for what follows it leaves the most room for the rest. Going back would take time exponential
    in them.
    """
    if pattern.regex is None:
        return pattern
    written = pattern.regex.pattern
    meant = _STARS.sub("[^/]*", _NEGATED.sub(r"[^\1/]", written))
    meant = _STAR_BEFORE_STAR.sub(r"(?>[^/]*?\1)", meant)
    meant = _DEPTHS_BEFORE_DEPTHS.sub(r"(?>(?:/.+?)??\1(?=/))", meant)
    return pattern if meant == written else RegexPattern(re.compile(meant), pattern.include)


def reason_for_folder(name: str, beside: AbstractSet[str] = frozenset()) -> str | None:
    """Why a folder of this name, beside these names, is left out unless `.camilloignore` takes it in.

    >>> reason_for_folder("target"), reason_for_folder("target", {"Cargo.toml"})
    (None, 'build output')
    """
    if name.endswith(".egg-info") or (name in _BUILDS and _MAKES_BUILD & beside):
        return "build output"
    return FOLDERS.get(name)


def reason_for_name(name: str) -> str | None:
    """Why a file of this name is left out unless `.camilloignore` takes it in."""
    if name in LOCK_FILES:
        return "lock file"
    if name == ".git":
        return FOLDERS[name]
    if _SECRET.fullmatch(name):
        return "secret"
    if _MINIFIED.search(name):
        return "generated"
    return "system file" if name in _CRUFT else None


def is_generated(name: str, head: bytes) -> bool:
    r"""Whether a file was made by a program: it says so near its start, or its lines are minified.

    >>> is_generated("api.go", b"// Code generated by protoc. DO NOT EDIT.\n")
    True
    """
    if not _PROSE.search(name) and _MARKED.search(head, 0, _MARK_WITHIN):
        return True
    return bool(_WEB.search(name)) and max(map(len, head.split(b"\n"))) > _LONG_LINE
