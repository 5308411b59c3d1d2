"""Benchmarks print one table; those of child processes and whole runs are added to it."""

import pytest

_LINES = pytest.StashKey[list]()


def pytest_configure(config):
    config.stash[_LINES] = []


@pytest.fixture(scope="session")
def say(request):
    """Add lines to the table."""
    return request.config.stash[_LINES].append


@pytest.fixture(scope="session")
def report(say):
    """Note a measured number and its limit, from above or (`at_least`) from below; fail when it is missed."""

    def note(what, value, limit, unit="s", at_least=False):
        met = value >= limit if at_least else value < limit
        line = f"{what:60s} {value:9.3f} {unit}   limit {'at least ' if at_least else ''}{limit:g} {unit}"
        line += "" if met else "   MISSED"
        say(line)
        if not met:
            pytest.fail(line, pytrace=False)

    return note


def pytest_terminal_summary(terminalreporter, config):
    if config.stash[_LINES]:
        terminalreporter.section("measured against a limit")
        for line in config.stash[_LINES]:
            terminalreporter.write_line(line)
