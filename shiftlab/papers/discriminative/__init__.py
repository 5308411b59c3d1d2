"""Bickel and others (2007): weights and classifier, learned together or one after the other."""

from shiftlab.papers import Paper

PAPER = Paper(
    name="discriminative",
    lesson="04",
    title=(
        "Bickel, Brückner and Scheffer, Discriminative Learning for Differing Training and Test Distributions, 2007"
    ),
    experiments={
        "discriminative-theorems": "theorems",
        "discriminative": "comparison",
    },
)
