"""Huang and others (2006): kernel mean matching."""

from shiftlab.papers import Paper

PAPER = Paper(
    name="kmm",
    lesson="03",
    title=("Huang, Smola, Gretton, Borgwardt and Schölkopf, Correcting Sample Selection Bias by Unlabeled Data, 2006"),
    experiments={
        "kmm-regression": "regression",
        "kmm-selection": "selection",
    },
)
