"""The exercise of judgement in lesson 01: five stories of how rows came into a sample, and what helps."""

from __future__ import annotations

from shiftlab.course.judgement import judgement

JUDGE = judgement(
    "01-judge",
    "what helps?",
    {
        "phone": "as it is",
        "offer": "weights by x",
        "archive": "weights by class",
        "loan": "beyond weights",
        "rating": "beyond weights",
    },
    {
        ("phone", "weights by x"): (
            "every gap is a bias",
            "the network does not know how old a caller is. By what would you weight? Those lost look like those kept.",
        ),
        ("phone", "weights by class"): (
            "a lost answer is a class",
            "the calls broke off whatever the answer was going to be. Can the answer have mattered?",
        ),
        ("phone", "beyond weights"): (
            "missing is biased",
            "rows are missing, but which ones? If they look like those you have, what you have is only fewer.",
        ),
        ("offer", "as it is"): (
            "nobody looked at the class",
            "right, P(y|x) is unharmed. But old customers are too rare: shares and errors counted in the sample are "
            "those of a younger shop.",
        ),
        ("offer", "weights by class"): (
            "buyers too frequent, so class bias",
            "offers went out before anybody bought: selection cannot have looked at that. Buyers can be too frequent "
            "because of age alone.",
        ),
        ("offer", "beyond weights"): (
            "no bias can be undone",
            "customers of every age have been asked, and their age is recorded. What else did selection look at?",
        ),
        ("archive", "as it is"): (
            "all the ill are there",
            "the ill are all there, but only a tenth of the others: in the archive illness is far too frequent.",
        ),
        ("archive", "weights by x"): (
            "the same weights for both classes",
            "such weights make each sort of scan as frequent as it should be. The share of the ill among scans of "
            "that sort they leave as it is: too high.",
        ),
        ("archive", "beyond weights"): (
            "class bias is hopeless",
            "the lottery is known. For how many healthy people does one of the scans that were kept stand?",
        ),
        ("loan", "as it is"): (
            "same P(y|x), so no matter",
            "right, P(y|x) is unharmed where there are rows. What will the model know about a score of 400?",
        ),
        ("loan", "weights by x"): (
            "weights without rows",
            "right, the bank looked at x alone. But which row is to carry the weight of those with a score of 400?",
        ),
        ("loan", "weights by class"): (
            "payers too frequent, so class bias",
            "nobody had paid back, or not, when the bank decided: it cannot have looked at that.",
        ),
        ("rating", "as it is"): (
            "many ratings are enough",
            "more ratings of the same kind do not help: among those who rate, the happy and the angry are too many.",
        ),
        ("rating", "weights by x"): (
            "balanced by age",
            "age can be set right like that. But among people of the same age those who rated are happier, or angrier, "
            "than those who did not.",
        ),
        ("rating", "weights by class"): (
            "balanced by happiness",
            "for that, all the happy would have to rate equally often, whatever their age, and you would have to know "
            "how often.",
        ),
    },
    hints=(
        "Ask of each story what selection looked at: at nothing, at x, at the class, or at both.",
        "Then ask whether you know the chances. What would you divide by?",
        "Last, ask whether some people had no chance at all. Nobody is there to count for them.",
    ),
    task='Five stories. What does the source need: `"weights by x"`, `"weights by class"`, nothing (`"as it is"`), or '
    'is it `"beyond weights"`?',
    stories={
        "phone": "a survey calls random numbers. Every third call breaks off because of the network. How do all the "
        "people answer?",
        "offer": "a shop knows who bought among those who were sent an offer. All ages were sent some, the young more, "
        "as a plan said. Age is in x, y is whether they bought. Which share of *all* customers would buy?",
        "archive": "a clinic keeps the scans of all who turned out ill, and of one in ten of the others, drawn by lot. "
        "The scan is x, y is whether they were ill. A model is to state the risk of everybody who comes.",
        "loan": "a bank knows who paid back among those it lent to, and it lent to nobody with a score below 500. The "
        "score is in x, y is whether they paid back. Everybody may apply to the new model.",
        "rating": "a shop knows how happy the customers are who rated it. Whether they did depends on their age and on "
        "how happy they are; nobody knows how. Age is in x, y is whether they are happy. Which share of all is?",
    },
    praise="What selection looked at, whether its chances are known, and whether everybody had one: three questions.",
)
