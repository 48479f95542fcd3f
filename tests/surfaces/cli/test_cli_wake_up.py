def test_wake_up_tells_the_wing_of_the_folder_one_is_in(camillo, tmp_path, monkeypatch):
    camillo("add", "We decided to keep Postgres for billing.", "--wing", "orion")
    camillo("add", "We decided to move to Redis at last.", "--wing", "vega")
    folder = tmp_path / "orion" / "src"
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)
    code, out, _ = camillo("wake-up")
    assert code == 0 and "Postgres" in out and "Redis" not in out and " tokens" in out
    _, out, _ = camillo("wake-up", "--all")
    assert "Postgres" in out and "Redis" in out
    _, out, _ = camillo("wake-up", "--wing", "vega", "--task", "Redis")
    assert "For this task:" in out or "What matters:" in out
    assert "Postgres" not in out


def test_wake_up_as_json_has_the_layers_and_their_tokens(as_json, camillo):
    camillo("add", "We decided to keep Postgres for billing.", "--wing", "orion")
    told = as_json("wake-up", "--wing", "orion", "--budget", "200")
    assert told["total_tokens"] <= 200 and set(told["tokens"]) == {"l0", "l1", "l2"}
    assert "Postgres" in told["l1"] and len(told["cites"]) == 1


def test_wake_up_of_nothing_says_what_to_do(camillo):
    camillo("add", "We decided to keep Postgres for billing.", "--wing", "orion")
    code, out, _ = camillo("wake-up", "--wing", "vega")
    assert code == 0 and "camillo wings" in out
    code, out, _ = camillo("wake-up", "--budget", "0")
    assert code == 0 and "raise --budget" in out
