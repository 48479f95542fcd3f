"""Mining when others change the palace meanwhile."""

import json
from pathlib import Path

from camillo import Palace


def test_lines_forgotten_while_a_file_is_read_stop_no_other_file(tmp_path: Path) -> None:
    """Another process forgets a line between the miner's look-up and its filing."""
    folder = tmp_path / "chats"
    folder.mkdir()
    secret = "a long line that somebody wants to forget"
    for name, text in (("a", secret), ("b", f"other words\n{secret}\nand more"), ("c", "lantern")):
        turn = {"conversation": "c1", "turn": name, "speaker": "Ada", "role": "user", "text": text}
        (folder / f"{name}.jsonl").write_text(json.dumps(turn) + "\n", encoding="utf-8")
    path = tmp_path / "palace.camillo"
    with Palace.open(path) as palace, Palace.open(path) as other:
        forgotten = palace._store.forgotten

        def slow_look_up(turns):
            allowed = forgotten(turns)
            if any("other words" in turn.text for turn in turns):
                for hit in other.search(f'"{secret}"').results:
                    other.forget([hit.id])
            return allowed

        palace._store.forgotten = slow_look_up
        report = palace.mine(folder, refine=False)
        assert any("forgotten while it was read" in str(one) for one in report.problems)
        assert palace.search("lantern").results
        del palace._store.forgotten
        assert not palace.mine(folder, refine=False).problems
        assert secret not in "".join(hit.text for hit in palace.search("other words").results)
        assert palace.doctor() == []
