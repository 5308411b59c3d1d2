"""Label shift: the classes are as they were, only more or less frequent in the target."""

from .classifier import PriorShiftClassifier as PriorShiftClassifier
