"""The exercise of judgement in lesson 04: when to weight, and which weights serve what."""

from __future__ import annotations

from shiftlab.course.judgement import judgement

EITHER, STAGES, LEAVE, LABEL = "weights, either way", "weights, in two stages", "no weights", "label target rows"

JUDGE = judgement(
    "04-judge",
    "weights, and how?",
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
            "they would help, and they cost money. Look at the effective sample size of the rows you have.",
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
            "the source's error as the target's",
            "the plain mean over source rows is the error in the wrong place. A fixed classifier can be wrong more "
            "often where the target is.",
        ),
        ("audit", LABEL): (
            "no audit without labels",
            "that would be the best audit, and the most expensive one. The rows you have can be made to say something "
            "about the target.",
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
        "Ask three things of each: can the model be right everywhere, are there source rows where it will be used, "
        "and what are the weights for: to train this model, or to measure something?",
        "Integrated weights are made for one purpose, to train this one classifier. They are no longer a ratio of "
        "densities.",
        "Where the two samples are told apart without a mistake, ask what a weight could be attached to.",
    ),
    task='Four tasks; there are labelled source rows and unlabelled target rows. What do you do: `"weights, either '
    'way"` (integrated or in two stages), `"weights, in two stages"`, `"no weights"` or `"label target rows"`?',
    stories={
        "clinics": "a simple linear score for a disease that is not simple. Patients of the new clinic lie among those "
        "of the old ones; the 2,000 old rows, weighted, have an ESS of 400;",
        "physics": "a law says that the log-odds are linear in the three features you have. 100 source rows; the "
        "target lies a little to the side, well within them;",
        "audit": "the same clinics, and 2,000 more old rows that no model has seen. The classifier is finished and "
        "will not be changed. You want its error in the new clinic;",
        "island": "the two samples are told apart without a mistake, and the mean weight is 0.0005.",
    },
    praise="Wrong model and overlap: weights, either way. Right model: leave it. Measuring: a real ratio. No overlap: "
    "labels.",
)
