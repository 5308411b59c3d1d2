"""One switch with one meaning, for lessons and live figures."""

import pytest

from shiftlab.course.kept.progress import Progress
from shiftlab.support.strict import strict


@pytest.mark.parametrize(("value", "on"), [("1", True), ("true", True), ("yes", True), ("0", False), ("", False)])
def test_it_is_on_unless_it_is_empty_or_0(value, on, monkeypatch, tmp_path):
    monkeypatch.setenv("SHIFTLAB_STRICT", value)
    assert strict() == on
    Progress(tmp_path).exercise("a", lambda entry: entry.update(tries=1))
    assert bool([*tmp_path.iterdir()]) != on


def test_it_is_off_where_nobody_has_set_it(monkeypatch):
    monkeypatch.delenv("SHIFTLAB_STRICT", raising=False)
    assert not strict()
