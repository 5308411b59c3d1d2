"""Which model will be best on the target? Each module loads when what it defines is first used."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submod_attrs={
        "agreement": ["concordance"],
        "benefit": ["ExpectedBenefit"],
        "bounds": ["TransferBound", "reverse_value", "transfer_bound", "weighted_risk_bound"],
        "confidence": ["ConfidenceInterval", "confidence_interval", "probability_better"],
        "criteria.criterion": ["Criterion"],
        "criteria.leave_one_out": ["LeaveOneOut"],
        "criteria.source_cv": ["SourceCV"],
        "criteria.source_to_target": ["SourceToTarget"],
        "criteria.structural_risk": ["StructuralRisk"],
        "criteria.target_cv": ["TargetCV"],
        "criteria.together": ["scores", "source_weights"],
        "criteria.transfer_cv": ["TransferCV"],
        "criteria.weighted_cv": ["WeightedCV"],
        "importance_weighted": ["importance_weighted_scorer"],
        "performance": ["TargetPerformance", "target_performance"],
        "reverse_testing": ["ReverseTesting"],
        "search.shift_search": ["ShiftSearch"],
    },
)
