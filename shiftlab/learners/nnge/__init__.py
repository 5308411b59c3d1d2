"""NNge: exemplars that grow into boxes, and the information in the features that weighs their distances."""

from .learner import NNge as NNge
