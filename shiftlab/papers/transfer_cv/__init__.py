"""Zhong, Fan, Yang, Verscheure and Ren (2010): which learner, which parameters, which source for this target?"""

from shiftlab.papers import Paper

PAPER = Paper(
    name="transfer-cv",
    lesson="06",
    title=(
        "Zhong, Fan, Yang, Verscheure and Ren, Cross Validation Framework to Choose amongst Models and Datasets for "
        "Transfer Learning, 2010"
    ),
    experiments={
        "transfer-cv": "selection",
        "transfer-cv-text": "text",
        "transfer-cv-sources": "sources",
    },
)
