"""The rule of peer instruction, at its edges."""

import pytest

from shiftlab_widgets.server.votes.rule import hint


@pytest.mark.parametrize(
    ("right", "total", "votes", "says"),
    [
        (0, 20, 1, "0 % are right: explain, then ask again."),
        (34, 100, 1, "34 % are right: explain, then ask again."),
        (35, 100, 1, "35 % are right: let neighbours discuss, then vote again."),
        (70, 100, 1, "70 % are right: let neighbours discuss, then vote again."),
        (71, 100, 1, "71 % are right: go on."),
        (349, 1000, 1, "35 % are right: explain, then ask again."),  # by the votes, not by what is printed
        (20, 20, 2, "100 % are right: go on."),
        (10, 20, 2, "50 % are right after the discussion: explain, then go on."),
        (0, 0, 1, None),
    ],
)
def test_few_right_explain_some_discuss_most_go_on(right, total, votes, says):
    assert hint(right, total, votes) == says
