"""From what a person types to workers that answer."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

CONNECT_SECONDS = 10
#: A cell that killed two workers is tried alone, and a killed worker is started again however long that takes.
LOCAL = {"distributed.scheduler.allowed-failures": 1, "distributed.deploy.lost-worker-timeout": "1 day"}
#: A level of logs that no message has.
NOTHING = logging.CRITICAL + 1


@contextmanager
def connected(scheduler: str) -> Iterator[Any]:
    """The cluster behind an address (``tcp://HOST:8786``), a scheduler file, or ``local:N``: N processes here, which
    end with the run.
    """
    wanted = _workers(scheduler)
    try:
        import dask
        import distributed
    except ImportError:
        raise ValueError('--scheduler needs Dask: pip install "shiftlab[cluster]"') from None
    from .workers import Cluster

    with ExitStack() as stack:
        stack.enter_context(_quiet())
        try:
            if wanted:
                stack.enter_context(dask.config.set(LOCAL))
                local = distributed.LocalCluster(
                    n_workers=wanted,
                    threads_per_worker=1,
                    memory_limit=None,  # as with --jobs: the share of a worker would be less than some cells need
                    dashboard_address="127.0.0.1:0",
                    silence_logs=NOTHING,
                )
                client = distributed.Client(stack.enter_context(local), set_as_default=False)
            else:
                client = distributed.Client(_address(scheduler), timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise ConnectionError(f"no scheduler answers at {scheduler} ({_reason(error)}); is it running?") from None
        yield stack.enter_context(Cluster(stack.enter_context(client), scheduler))


def _workers(scheduler: str) -> int:
    """How many workers are to be started here: none for a scheduler that is there."""
    kind, _, number = scheduler.partition(":")
    if kind == "local":
        if not re.fullmatch("[1-9][0-9]*", number):
            raise ValueError(f"--scheduler {scheduler} does not fit: give local:N, the number of workers")
        return int(number)
    if not Path(scheduler).is_file() and not re.fullmatch(r"([a-z]+://)?[^/\s]+:[0-9]+", scheduler):
        raise ValueError(
            f"--scheduler {scheduler} does not fit: give an address (tcp://HOST:8786), local:N, or a scheduler file "
            f"that is there"
        )
    return 0


def _address(scheduler: str) -> str:
    """The address in a scheduler file, or the one that was given."""
    if not Path(scheduler).is_file():
        return scheduler
    return str(json.loads(Path(scheduler).read_text(encoding="utf-8"))["address"])


def _reason(error: BaseException) -> str:
    return " ".join(str(error).split()).rstrip(".") or type(error).__name__


@contextmanager
def _quiet() -> Iterator[None]:
    """What Dask would log of workers that end is told by the run itself."""
    names = [name for name in logging.root.manager.loggerDict if name.partition(".")[0] in ("distributed", "tornado")]
    loggers = [logging.getLogger(name) for name in names]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(NOTHING)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)
