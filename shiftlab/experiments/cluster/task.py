"""What runs on a worker."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from distributed import Worker, get_worker

from ... import experiments
from ...datasets import DataError
from ..machine import kind
from ..sweep import Content, compute
from .terms import RefusedError, Terms, objection


class Computed(NamedTuple):
    """What a cell gives, by which worker, and on which kind of processor."""

    content: Content
    worker: str
    kind: str


async def look(terms: Terms, dask_worker: Worker) -> str | None:
    """What a worker has to object to the terms. In a thread, so that it goes on talking to its scheduler: it may have
    to import everything first.
    """
    return await asyncio.to_thread(objection, terms, dask_worker.state.nthreads)


def cell(values: Mapping[str, Any], terms: Terms) -> Computed:
    """Compute one cell."""
    worker = get_worker()
    if sentence := _objection(terms, worker.state.nthreads):
        raise RefusedError(f"The worker {worker.address} {sentence}.")
    experiment = experiments.get(terms.experiment)
    try:
        return Computed(compute(experiment, experiment.settings(**values)), worker.address, kind())
    except DataError as error:
        raise DataError(f"The worker {worker.address} says: {error}") from None


_objection = cache(objection)
