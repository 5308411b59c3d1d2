"""Learners of the papers, as scikit-learn estimators. Each module loads when its learner is first used."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submod_attrs={
        "binned_naive_bayes": ["BinnedNaiveBayes"],
        "c45": ["C45Tree"],
        "conformal": ["WeightedConformalClassifier", "WeightedConformalRegressor"],
        "corrected": ["CorrectedClassifier"],
        "covariate_shift_logistic": ["CovariateShiftLogisticRegression"],
        "curtailed_tree": ["CurtailedTree"],
        "logitboost": ["LogitBoost"],
        "nnge": ["NNge"],
        "penalized_lms": ["PenalizedLMS"],
        "prior_shift": ["PriorShiftClassifier"],
        "random_decision_trees": ["RandomDecisionTrees"],
        "reweighted": ["ReweightedEstimator"],
        "transfer.latent_map": ["LatentMap"],
        "transfer.locally_weighted_ensemble": ["LocallyWeightedEnsemble"],
        "transfer.tradaboost": ["TrAdaBoost"],
        "undersampled": ["UndersampledClassifier"],
        "unpruned_tree": ["UnprunedTree"],
    },
)
