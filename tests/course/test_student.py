"""What is said of what a student wrote: whole sentences that name the case."""

import numpy as np
import pytest

from shiftlab.course.student import NotAttempted, Raised, Wrong, call, kindly, numbers


def wrong(answer, *arguments, **options):
    with pytest.raises(Wrong) as caught:
        numbers(answer, *arguments, **options)
    return str(caught.value)


@pytest.mark.parametrize(
    ("value", "shape", "sentence"),
    [
        (1.0, (4,), "The result must have the shape (4,); yours is a single number."),
        ([1, 2], (4,), "The result must have the shape (4,); yours has the shape (2,)."),
        ([1, 2], (), "The result must be a single number; yours has the shape (2,)."),
    ],
)
def test_another_shape_is_a_whole_sentence(value, shape, sentence):
    assert wrong(lambda x: value, 1, shape=shape) == sentence


class TestResultsThatAreNotFinite:
    def test_the_case_is_named_by_the_students_own_names(self):
        said = wrong(lambda p, share: np.divide(share, 1 - p), 1.0, 0.25)
        assert said.startswith("For p = 1 and share = 0.25 the result is not finite")

    def test_a_single_argument_is_named_as_well(self):
        assert wrong(lambda p: np.inf, 0).startswith("For p = 0 the result")

    def test_arrays_are_not_listed(self):
        assert wrong(lambda x: x / 0, np.ones(3)).startswith("Some results are not finite")


def raised(answer, *arguments):
    with pytest.raises(Raised) as caught:
        call(answer, *arguments)
    return kindly(answer, caught.value.__cause__, str(caught.value))


class TestCodeThatStops:
    def test_numbers_that_it_stopped_for_are_named(self):
        said = raised(lambda p, beta: 1 / (1 - p), 1.0, 0.5)
        assert said.startswith("For p = 1 and beta = 0.5 your code stopped in line ")
        assert said.endswith("with ZeroDivisionError: float division by zero.")

    def test_arrays_are_not(self):
        assert raised(lambda x: x @ np.ones(2), np.ones(3)).startswith("Your code stopped in line ")

    def test_a_function_that_takes_others_arguments_has_no_case(self):
        assert raised(lambda: 1, 0.5).startswith("Your code stopped")


@pytest.mark.parametrize("gap", [lambda x: x + ..., lambda x: np.sqrt(...) * x, lambda x: np.ones(2) * ...])
def test_dots_that_are_left_are_not_attempted(gap):
    with pytest.raises(NotAttempted, match="dots left"):
        call(gap, 1.0)
