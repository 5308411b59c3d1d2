"""Huang and others (2007): kernel mean matching."""

from shiftlab.papers import Paper

PAPER = Paper(
    name="kmm",
    lesson="03",
    title=("Huang, Smola, Gretton, Borgwardt and Schölkopf, Correcting Sample Selection Bias by Unlabeled Data, 2007"),
    experiments={
        "kmm-regression": "regression",
        "kmm-selection": "selection",
    },
)
