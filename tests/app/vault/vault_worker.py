"""A process that edits and syncs a vault until it is killed, saying on stdout which texts are owed.

Run as ``python vault_worker.py PALACE FOLDER SEED``; tests start it, nothing imports it.
"""

import random
import sys
from pathlib import Path

from camillo import Palace

NAMES = ("one", "two", "three", "sub/four", "sub/five")


def main(palace_path: str, folder: str, seed: str) -> None:
    rng = random.Random(seed)
    root = Path(folder)
    with Palace.open(palace_path) as palace:
        vault = palace.vault(root)
        for number in range(100_000):
            for name in rng.sample(NAMES, 3):
                edit_file(rng, root, name, f"{seed}-{number}")
            edit_note(rng, palace, f"{seed}-{number}")
            vault.sync()


def edit_file(rng: random.Random, root: Path, name: str, token: str) -> None:
    """What was there was synced, so that only the new text is owed."""
    file = root / f"{name}.md"
    if file.exists() and rng.random() < 0.2:
        file.unlink()
        return
    if file.exists() and rng.random() < 0.2:
        file.rename(file.with_name(f"moved {token} {file.name}"))
        return
    file.parent.mkdir(exist_ok=True)
    text = f"file {name} {token} " + "word " * rng.randint(1, 2000)
    fresh = file.with_name(f".{file.name}.tmp")
    fresh.write_text(text)
    fresh.replace(file)
    say(text)


def edit_note(rng: random.Random, palace: Palace, token: str) -> None:
    notes = palace.notes.all()
    if not notes or rng.random() < 0.3:
        say(palace.notes.create(f"note {token}", title=f"Note {token}").text)
        return
    note = rng.choice(notes)
    if rng.random() < 0.2:
        palace.notes.delete(note.slug)
    else:
        say(palace.notes.edit(note.slug, f"edit {token}", version=note.version).text)


def say(text: str) -> None:
    sys.stdout.write(text.strip() + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
