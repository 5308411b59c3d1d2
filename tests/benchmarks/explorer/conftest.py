"""Elapsed times say little without the machine: how fast it was, and how busy."""

import os
import time

import hosts
import pytest
from explorer.latency import Session
from measure import reference_loop


@pytest.fixture(scope="module", autouse=True)
def machine(say, request):
    started = time.process_time()
    reference_loop()
    took = time.process_time() - started
    load = os.getloadavg()[0]
    yield
    say(
        f"{request.module.__name__.rpartition('.')[-1]}: reference loop {1000 * took:.1f} ms, "
        f"load average {load:.2f} at the beginning, {os.getloadavg()[0]:.2f} at the end"
    )


@pytest.fixture(scope="module")
def chrome():
    """Playwright, for who opens Chromium."""
    playwright = pytest.importorskip("playwright.sync_api", reason="pip install playwright; and " + hosts.GET_CHROMIUM)
    if hosts.chromium() is None:
        pytest.skip(hosts.GET_CHROMIUM)
    with playwright.sync_playwright() as started:
        yield started


@pytest.fixture
def lab(chrome, tmp_path):
    """Open a notebook of some cells in JupyterLab."""
    opened = []

    def open(*cells, **options):
        opened.append(Session(chrome, tmp_path, *cells, **options))
        return opened[-1]

    yield open
    for session in opened:
        session.__exit__()
