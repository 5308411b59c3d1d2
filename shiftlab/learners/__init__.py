"""Learners of the papers, as scikit-learn estimators. Each module loads when its learner is first used."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submod_attrs={
        "covariate_shift_logistic": ["CovariateShiftLogisticRegression"],
        "logitboost": ["LogitBoost"],
        "penalized_lms": ["PenalizedLMS"],
        "reweighted": ["ReweightedEstimator"],
        "undersampled": ["UndersampledClassifier"],
    },
)
