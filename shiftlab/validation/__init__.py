"""Which model will be best on the target? Each module loads when what it defines is first used."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submod_attrs={
        "_criterion": ["Criterion"],
        "benefit": ["ExpectedBenefit"],
        "leave_one_out": ["LeaveOneOut"],
        "reverse_testing": ["ReverseTesting"],
        "source_cv": ["SourceCV"],
        "structural_risk": ["StructuralRisk"],
    },
)
