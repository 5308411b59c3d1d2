"""How source rows are re-weighted to look like the target. Each module loads when its weigher is first used."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submod_attrs={
        "base": ["ScaleWarning", "ShiftWarning", "Weigher"],
        "density": ["KernelDensityRatio"],
        "discriminative": ["DiscriminativeRatio"],
        "gaussian": ["GaussianRatio"],
        "information": ["InformationCriterionRatio", "information_criterion"],
        "kernel_mean_matching": ["KernelMeanMatching"],
        "kliep": ["KLIEP"],
        "known": ["KnownRatio"],
        "nearest_neighbor": ["NearestNeighborRatio"],
        "selection": ["SelectionProbability"],
        "transformed": ["Transformed"],
        "ulsif": ["RelativeULSIF"],
    },
)
