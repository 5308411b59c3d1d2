"""What several test modules share."""

import os
import re
import sys
from pathlib import Path

# Workers share the cores: where each takes all of them for its sums, they wait for each other, tenfold at times.
# Before numpy, which reads it once; processes that the tests start get it, too.
if "PYTEST_XDIST_WORKER" in os.environ:
    for _library in ("OMP", "OPENBLAS", "MKL"):
        os.environ.setdefault(f"{_library}_NUM_THREADS", "1")

import numpy as np
import pytest
from hypothesis import settings

# The same examples in every run, and no time limit for one of them: machines differ.
settings.register_profile("shiftlab", deadline=None, derandomize=True)
settings.load_profile("shiftlab")

sys.path.insert(0, str(Path(__file__).parent / "versions"))

from compared import differences  # noqa: E402

_OTHERS = differences()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Bits are equal only where the versions are."""
    if _OTHERS:
        of_bits = [item for item in items if item.get_closest_marker("same_bits")]
        config.hook.pytest_deselected(items=of_bits)
        items[:] = [item for item in items if item not in of_bits]


def pytest_terminal_summary(terminalreporter):
    if _OTHERS:
        terminalreporter.write_line(f"tests of the same bits are left out: here is {', '.join(_OTHERS)}")


def _check_sentence(message):
    assert "\n" not in message, "more than one line"
    assert message.endswith("."), message
    assert not re.search(r"\. [A-Z]", message), f"more than one sentence: {message}"
    assert "Traceback" not in message
    assert len(message) < 400, message  # room for a list of all names


@pytest.fixture(scope="session")
def one_sentence():
    """Call something that must be refused with a ValueError of one sentence; the sentence is returned."""

    def refused(call, *arguments, **named):
        with pytest.raises(ValueError) as caught:  # noqa: PT011  what it says is checked by the caller
            call(*arguments, **named)
        _check_sentence(str(caught.value))
        return str(caught.value)

    return refused


@pytest.fixture(scope="session")
def answer_or_sentence():
    """Call something with whatever arguments: it answers without NaN, or refuses with one sentence."""

    def called(call, *arguments, **named):
        try:
            answer = call(*arguments, **named)
        except ValueError as refusal:
            _check_sentence(str(refusal))
            return None
        for part in answer if isinstance(answer, tuple) else (answer,):
            assert not np.isnan(part).any()
        return answer

    return called


@pytest.fixture(scope="session")
def extra_experiments():
    """A folder with one more paper and its experiment, for a process of its own."""
    return Path(__file__).parent / "experiments" / "extra"


@pytest.fixture
def tiny(monkeypatch, extra_experiments):
    """That experiment, which runs in no time, found by its name like any other."""
    from shiftlab import experiments, papers

    monkeypatch.setattr(papers, "__path__", [*papers.__path__, str(extra_experiments)])
    yield experiments.get("tiny")
    for name in [name for name in sys.modules if name.startswith("shiftlab.papers.small_paper")]:
        del sys.modules[name]
    del papers.small_paper
