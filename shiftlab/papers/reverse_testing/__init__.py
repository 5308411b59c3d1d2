"""Fan and Davidson (2006): which learner will be best on the target?"""

from shiftlab.papers import Paper

PAPER = Paper(
    name="reverse-testing",
    lesson="05",
    title=(
        "Fan and Davidson, ReverseTesting: An Efficient Framework to Select Amongst Classifiers under Sample "
        "Selection Bias, 2006"
    ),
    experiments={
        "reverse-testing": "uci",
        "reverse-testing-boolean": "boolean",
        "reverse-testing-costs": "costs",
        "reverse-testing-news": "news",
    },
)
