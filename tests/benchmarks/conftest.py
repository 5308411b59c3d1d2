"""Benchmarks print one table; those of child processes and whole runs are added to it."""

import pytest

_LINES = pytest.StashKey[list]()


def pytest_configure(config):
    config.stash[_LINES] = []


@pytest.fixture
def report(request):
    """Note a measured number and its limit; fail when the limit is missed."""

    def note(what, value, limit, unit="s"):
        line = f"{what:60s} {value:9.3f} {unit}   limit {limit:g} {unit}"
        request.config.stash[_LINES].append(line)
        assert value < limit, line

    return note


def pytest_terminal_summary(terminalreporter, config):
    if config.stash[_LINES]:
        terminalreporter.section("measured against a limit")
        for line in config.stash[_LINES]:
            terminalreporter.write_line(line)
