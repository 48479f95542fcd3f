"""What models took is added up over threads and processes, and holds no text."""

import json
import stat
import threading
from datetime import UTC, datetime

from camillo.app.endpoints.spending import Spending, told
from camillo.ports.language_model import Usage


def test_calls_of_many_threads_add_up_by_model_and_month(tmp_path):
    one, other = Spending(tmp_path / "spending"), Spending(tmp_path / "spending")

    def work(spending):
        for _ in range(50):
            spending.add(Usage("tiny", 1, 10, 2, 0.5))

    threads = [threading.Thread(target=work, args=(each,)) for each in (one, other, one)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    other.add(Usage("large", 1, 7, 0, None, 1))
    assert one.here() == [Usage("tiny", 100, 1_000, 200, 50.0)]
    assert one.month() == [Usage("large", 1, 7, 0, None, 1), Usage("tiny", 150, 1_500, 300, 75.0)]
    assert one.month(datetime(1999, 1, 1, tzinfo=UTC)) == []


def test_a_call_without_a_known_cost_makes_the_sum_unknown(tmp_path):
    spending = Spending(tmp_path)
    spending.add(Usage("tiny", 1, 10, 2, 0.5))
    spending.add(Usage("tiny", 1, 10, 2, None))
    assert spending.month() == [Usage("tiny", 2, 20, 4, None)]


def test_a_line_cut_short_is_passed_over_and_the_file_is_private(tmp_path):
    spending = Spending(tmp_path / "spending")
    spending.add(Usage("tiny", 1, 10, 2, None))
    (file,) = (tmp_path / "spending").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert set(json.loads(file.read_text())) == {
        "at", "model", "calls", "read", "written", "cost", "estimated",
    }  # fmt: skip
    with file.open("a") as opened:
        opened.write('{"at": "x", "model": "tiny", "calls"\n{"at": 1}\n[]\n')
    assert [one.calls for one in spending.month()] == [1]


def test_a_folder_that_cannot_be_written_stops_nothing(tmp_path):
    (tmp_path / "file").write_text("")
    spending = Spending(tmp_path / "file" / "spending")
    spending.add(Usage("tiny", 1, 10, 2, None))
    assert told(spending.here()).startswith("tiny: 1 calls")
    assert spending.month() == []
