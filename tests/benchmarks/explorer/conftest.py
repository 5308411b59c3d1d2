"""Elapsed times say little without the machine: how fast it was, and how busy."""

import os
import time

import pytest
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
