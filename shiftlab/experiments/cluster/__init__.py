"""Cells on many machines, by Dask: ``shiftlab reproduce --scheduler ADDRESS``.

Everything of a scheduler is Dask's: queues, workers that come and go, cells that are run again. Ours is what it cannot
know: that all workers compute with the same code, versions and data, in which order cells are worth starting, and
which cell it was that took its workers with it.
"""

from __future__ import annotations

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__, submod_attrs={"connect": ["connected"], "workers": ["Cluster"], "terms": ["RefusedError"]}
)
