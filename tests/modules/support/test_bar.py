"""What a bar says while cells are finished."""

from shiftlab.support.bar import Bar


def shown(bar):
    return {name: bar.format_dict[name] for name in ("left", "speed")}


def test_time_left_goes_by_the_work_that_is_left(monkeypatch):
    bar = Bar(total=10, initial=2, work=100.0, file=open("/dev/null", "w"))  # noqa: SIM115
    assert shown(bar) == {"left": "?", "speed": "? cells a minute"}
    monkeypatch.setattr(bar, "_time", lambda: bar.start_t + 60)
    bar.gone, bar.n = 25.0, 4
    assert shown(bar) == {"left": "03:00", "speed": "2 cells a minute"}
    bar.gone = 101.0  # it was more than expected
    assert shown(bar)["left"] == "00:00"


def test_workers_are_counted_where_there_are_any():
    bar = Bar(total=10, work=10.0, workers=lambda: 3, file=open("/dev/null", "w"))  # noqa: SIM115
    assert shown(bar)["speed"] == "? cells a minute, 3 workers"


def test_it_gives_what_is_finished(capsys):
    bar = Bar(desc="cells", total=2, work=3.0)
    assert list(bar.over([("a", 1.0), ("b", 2.0)])) == ["a", "b"]
    assert "2/2 [00:00<00:00, " in capsys.readouterr().err
