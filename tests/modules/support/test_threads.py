"""One thread for arrays: while a block lasts, in libraries that come later too, and as many as before after it."""

import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from shiftlab import experiments
from shiftlab.support.threads import one_thread


def threads():
    return [pool["num_threads"] for pool in threadpool_info()]


@pytest.fixture(autouse=True)
def two_threads():
    np.eye(2) @ np.eye(2)
    with threadpool_limits(2):
        yield


def test_there_is_one_while_the_block_lasts_and_as_many_as_before_after_it():
    before = threads()
    assert max(before) == 2
    with one_thread(), one_thread():
        assert set(threads()) == {1}
    assert threads() == before


def test_a_failure_in_the_block_leaves_as_many_as_before():
    before = threads()
    with pytest.raises(ZeroDivisionError), one_thread():
        1 / 0  # noqa: B018
    assert threads() == before


def test_what_an_experiment_shows_is_computed_with_one(monkeypatch):
    import dataclasses

    seen = []

    def run(settings):
        seen.append(max(threads()))
        return experiments.get("undersampling").run(settings)

    experiment = dataclasses.replace(experiments.get("undersampling"), run=run)
    experiment.figure()
    experiment.result(experiment.settings())
    assert seen == [1, 1]
