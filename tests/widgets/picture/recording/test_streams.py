"""Whole numbers as bytes, and back."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from reel import Reader

from shiftlab_widgets.picture.recording.streams import Stream, cost, steps


@given(st.lists(st.integers(-(2**40), 2**40)))
def test_signed_numbers_come_back(numbers):
    stream = Stream()
    stream.add_signed(numbers)
    reader = Reader(stream.bytes())
    assert [reader.signed() for _ in numbers] == numbers
    assert reader.at == len(stream)


@given(st.lists(st.integers(0, 2**40)))
def test_numbers_come_back(numbers):
    stream = Stream()
    stream.add(*numbers)
    reader = Reader(stream.bytes())
    assert [reader.number() for _ in numbers] == numbers


def test_small_numbers_take_one_byte():
    stream = Stream()
    stream.add_signed([-64, 63])
    assert len(stream) == 2


def test_steps_of_what_moves_evenly_cost_nothing_more():
    assert steps(np.array([3, 5, 7])).tolist() == [3, 2, 2]
    assert cost(np.full(100, 7)) < cost(np.arange(100))
