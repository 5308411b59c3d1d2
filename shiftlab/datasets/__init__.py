"""Data: two Gaussians, an invented stream of card payments, and the papers' real data sets with their provenance."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submodules=["arff", "download", "payment_rules", "payments", "real", "registry", "sources", "synthetic", "table"],
    submod_attrs={
        "payment_rules": ["card_rules"],
        "payments": ["card_payments"],
        "real": ["Dataset", "load"],
        "sources": ["names", "provenance", "provenance_table"],
        "synthetic": ["TwoGaussians", "two_gaussians"],
        "table": ["DataError"],
    },
)
