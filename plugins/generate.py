"""Writes the copies in the plugin folders: the skills, and the hooks as the installer writes them.

Run it with ``python plugins/generate.py``; a test says when the files are out of date.
"""

from pathlib import Path

from camillo.app.install.hosts import HOSTS
from camillo.app.install.launch import Around, Launch
from camillo.app.install.parts import JsonHooks

FOLDER = Path(__file__).parent
_SKILLS = FOLDER / "agent-plugin" / "skills"
_HOSTS = {"claude-code": "claude-code", "gemini": "gemini"}


def files() -> dict[Path, str]:
    """Each generated file with its text."""
    made = {}
    for folder, host in _HOSTS.items():
        for skill in sorted(_SKILLS.glob("*/SKILL.md")):
            copy = FOLDER / folder / "skills" / skill.parent.name / skill.name
            made[copy] = skill.read_text(encoding="utf-8")
        made[FOLDER / folder / "hooks" / "hooks.json"] = _hooks(host)
    return made


def _hooks(host: str) -> str:
    nowhere = Around(FOLDER, FOLDER, {}, "linux")
    parts = HOSTS[host].parts(nowhere, False)
    (hooks,) = [part for part in parts if isinstance(part, JsonHooks)]
    return hooks.put(None, Launch(("camillo",)))


if __name__ == "__main__":
    for file, text in files().items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="\n")
