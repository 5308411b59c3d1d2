"""shiftlab: dataset shift as code, live experiments and checked claims.

Sub-packages load when they are first used, so that ``import shiftlab`` stays cheap.
"""

import lazy_loader

from ._version import __version__ as __version__

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submodules=[
        "bias",
        "claims",
        "course",
        "datasets",
        "diagnostics",
        "experiments",
        "learners",
        "metrics",
        "posterior",
        "style",
        "validation",
        "weights",
    ],
    submod_attrs={"_target": ["Target"]},
)
