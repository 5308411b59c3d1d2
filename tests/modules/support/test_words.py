"""What is said about a name that nothing has."""

import pytest

from shiftlab.support import words

KNOWN = ("ecoli", "haberman", "letter")


def test_the_closest_name_is_found():
    assert words.nearest("habermann", KNOWN) == "haberman"
    assert words.did_you_mean("leter", KNOWN) == " (did you mean 'letter'?)"


@pytest.mark.parametrize("name", ["kafka", "", None, 3])
def test_of_a_name_like_none_of_them_nothing_is_said(name):
    assert words.nearest(name, KNOWN) is None
    assert words.did_you_mean(name, KNOWN) == ""
