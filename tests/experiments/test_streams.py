"""Streams: the same numbers for the same key on every machine, others for another."""

import pytest
from sklearn.utils import check_random_state

from shiftlab.experiments.streams import generator, state, stream


@pytest.mark.parametrize("streams", [stream, generator])
def test_a_stream_is_given_by_its_seed_and_key(streams):
    first = {key: tuple(streams(*key).uniform(size=3)) for key in [(0,), (1,), (0, 0), (0, 1), (0, 1, 0), (0, 0, 1)]}
    assert len(set(first.values())) == len(first)
    assert all(tuple(streams(*key).uniform(size=3)) == numbers for key, numbers in first.items())


def test_the_bits_are_those_of_the_kept_records():
    assert stream(7, 1, 2).randint(2**31 - 1, size=3).tolist() == [995371754, 985989077, 1883373777]
    assert generator(7, 1, 2).integers(2**31 - 1, size=3).tolist() == [1283693411, 1028419496, 716457692]


@pytest.mark.parametrize("seed", [0, 2**32 - 1, 2**32, 10**30])
def test_a_seed_may_be_of_any_size(seed):
    check_random_state(state(seed))
    assert state(seed) == seed or seed >= 2**32
    stream(seed, 1)
    generator(seed, 1)
