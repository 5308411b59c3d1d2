"""The exercise of judgement in lesson 04: when to weigh, and which weights serve what."""

from __future__ import annotations

from shiftlab.course.judgement import judgement

EITHER, STAGES, LEAVE, LABEL = "weights, either way", "weights, in two stages", "no weights", "label target rows"

JUDGE = judgement(
    "04-judge",
    "weigh, and how?",
    {"clinics": EITHER, "physics": LEAVE, "audit": STAGES, "island": LABEL},
    {
        ("clinics", STAGES): (
            "two stages always win",
            "go back to the 20 samples of the first explorer: was the difference between the two ways one that you "
            "would bet on? Both move the line to where it is needed.",
        ),
        ("clinics", LEAVE): (
            "one line for all places",
            "the score is best where most of the old rows are, and must be wrong elsewhere. The new patients are "
            "elsewhere.",
        ),
        ("clinics", LABEL): (
            "labels before trying",
            "they would help, and they cost money. Look at what the rows you have are worth once they are weighted.",
        ),
        ("physics", EITHER): (
            "weights never hurt",
            "this model can be right everywhere at once, so there is no place to prefer. All that weights do to it is "
            "to take rows away.",
        ),
        ("physics", STAGES): (
            "true ratios never hurt",
            "even the true ratio costs rows, and this model has nothing to gain from it: it can be right everywhere "
            "at once.",
        ),
        ("physics", LABEL): (
            "a shift must be repaired",
            "the law is the same in both places, the model can express it, and there are rows. What is missing?",
        ),
        ("audit", EITHER): (
            "integrated weights as ratios",
            "look at the mean weight of the integrated fit. Its weights were also chosen to make a loss small; a loss "
            "that is estimated with them comes out too small.",
        ),
        ("audit", LEAVE): (
            "the training error as the target's",
            "the plain mean over training rows is the error in the wrong place. A fixed classifier can be wrong more "
            "often where the target is.",
        ),
        ("audit", LABEL): (
            "no audit without labels",
            "that would be the best audit, and the dearest. The rows you have can be made to say something about the "
            "target.",
        ),
        ("island", EITHER): (
            "weights reach everywhere",
            "a mean weight of 0.0005 says: for what you will predict, these rows count for next to nothing. What is "
            "then left of the classifier?",
        ),
        ("island", STAGES): (
            "a better ratio from nothing",
            "estimated with more care the ratio comes out as small as it is. There is no row where it is needed.",
        ),
        ("island", LEAVE): (
            "no shift to see",
            "a model that has seen nothing of the target may be right by luck. Neither you nor your rows can know.",
        ),
    },
    hints=(
        "Ask three things of each: can the model be right everywhere, are there training rows where it will be used, "
        "and what are the weights for: to train this model, or to measure something?",
        "Integrated weights are made for one purpose, to train this one classifier. They are no longer a ratio of "
        "densities.",
        "Where the two samples are told apart without a mistake, ask what a weight could be attached to.",
    ),
    praise="Wrong model and overlap: weigh, either way. Right model: leave it. Measuring: a real ratio. No overlap: "
    "labels.",
)
