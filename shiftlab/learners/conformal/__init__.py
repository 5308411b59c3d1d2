"""Split conformal prediction under covariate shift."""

from .classifier import WeightedConformalClassifier as WeightedConformalClassifier
from .regressor import WeightedConformalRegressor as WeightedConformalRegressor
