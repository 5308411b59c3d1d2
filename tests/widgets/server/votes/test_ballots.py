"""A ballot: given out by one, and read by the same."""

import pytest

from shiftlab_widgets.server.votes.ballots import Ballots


def test_a_ballot_is_read_by_who_gave_it_out():
    ballots = Ballots()
    first, second = ballots.issue(), ballots.issue()
    assert first != second
    assert ballots.read(first) == first.partition(".")[0]
    assert Ballots().read(first) is None


@pytest.mark.parametrize("forged", [None, "", ".", "me", "me.", "me.00", "mé.ü", "." * 9000])
def test_what_nobody_gave_out_is_no_ballot(forged):
    assert Ballots().read(forged) is None


def test_a_ballot_with_another_name_is_no_ballot():
    ballots = Ballots()
    assert ballots.read("x" + ballots.issue()) is None
