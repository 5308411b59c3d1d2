"""Kinds of sample selection bias, of which two of the papers speak."""

from shiftlab.papers import Paper

PAPER = Paper(
    name="bias",
    lesson="01",
    title="",
    experiments={
        "bias-kinds": "kinds",
    },
)
