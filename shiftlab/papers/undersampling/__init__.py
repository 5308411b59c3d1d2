"""Dal Pozzolo and others (2015): probabilities after undersampling, and the way back."""

from shiftlab.papers import Paper

PAPER = Paper(
    name="undersampling",
    lesson="02",
    title=(
        "Dal Pozzolo, Caelen, Johnson and Bontempi, Calibrating Probability with Undersampling for Unbalanced "
        "Classification, 2015"
    ),
    experiments={
        "undersampling": "gaussians",
        "undersampling-real": "real",
    },
)
