"""What is put off: once, after the last start, and after what is urgent."""

import asyncio
import time

import pytest

from shiftlab_widgets import timing


@pytest.fixture
def acts():
    return []


def test_outside_a_loop_nothing_is_put_off(acts):
    later = timing.Later(0.01, lambda: acts.append("late"))
    assert not later.start()
    assert not later.waiting


def test_it_acts_once_after_the_last_start(acts):
    async def press():
        later = timing.Later(0.03, lambda: acts.append(time.monotonic()))
        for _ in range(3):
            later.start()
            await asyncio.sleep(0.02)
        started = time.monotonic() - 0.02
        assert acts == []
        while later.waiting:
            await asyncio.sleep(0)
        return started

    started = asyncio.run(press())
    (acted,) = acts
    assert acted - started >= 0.029


def test_a_message_that_came_while_the_kernel_was_busy_goes_first(acts):
    """A message goes through some hands of the loop before anybody can answer it."""

    async def busy():
        loop = asyncio.get_running_loop()

        def message(hands=5):
            if hands:
                loop.call_soon(message, hands - 1)
            else:
                acts.append("message")
                later.cancel()

        later = timing.Later(0.001, lambda: acts.append("late"))
        later.start()
        loop.call_later(0.002, message)
        end = time.monotonic() + 0.01
        while time.monotonic() < end:  # both are due before the loop has time for either
            pass
        while len(acts) < 1:
            await asyncio.sleep(0)
        assert not later.waiting

    asyncio.run(busy())
    assert acts == ["message"]


def test_what_is_not_put_off_acts_in_the_next_turn_of_the_loop(acts):
    async def soon():
        timing.Later(0, lambda: acts.append("soon")).start()
        assert acts == []
        await asyncio.sleep(0)

    asyncio.run(soon())
    assert acts == ["soon"]
