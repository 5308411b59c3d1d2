"""Any estimator, trained on source rows that a weigher makes resemble the target."""

from .estimator import ReweightedEstimator as ReweightedEstimator
