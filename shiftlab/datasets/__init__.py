"""Data: the example with two Gaussians, and the real data sets of the papers with their provenance."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submodules=["arff", "download", "real", "registry", "sources", "synthetic", "table"],
    submod_attrs={
        "real": ["Dataset", "load"],
        "sources": ["names", "provenance", "provenance_table"],
        "synthetic": ["TwoGaussians", "two_gaussians"],
        "table": ["DataError"],
    },
)
