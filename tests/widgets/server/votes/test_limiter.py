"""How often somebody may ask."""

from shiftlab_widgets.server.votes import limiter


def test_a_burst_then_a_rate_for_each_name():
    now = [0.0]
    limit = limiter.Limiter(burst=3, rate=2, clock=lambda: now[0])
    assert [limit.allows("a") for _ in range(4)] == [True, True, True, False]
    assert limit.allows("b")
    now[0] = 0.5
    assert [limit.allows("a") for _ in range(2)] == [True, False]
    now[0] = 60
    assert [limit.allows("a") for _ in range(4)] == [True, True, True, False]


def test_names_without_end_take_no_memory_without_end(monkeypatch):
    monkeypatch.setattr(limiter, "MOST", 10)
    limit = limiter.Limiter(burst=1, rate=0)
    for nth in range(100):
        assert limit.allows(str(nth))
    assert len(limit._left) == 10
    assert not limit.allows("99")
