"""What is asked again of lesson 02, at its end and weeks later."""

from __future__ import annotations

from shiftlab.course.question import Question

QUESTIONS = (
    Question(
        "02-q-threshold",
        "The probabilities of a model trained after undersampling are corrected. What must happen to the threshold, if "
        "the same rows are to be called positive?",
        {
            "it is corrected in the same way": "",
            "it stays": "Probabilities have come down. Which rows are still above a threshold that has not?",
            "it goes to one half": "One half is right if both errors cost the same. What was asked is that no decision "
            "changes.",
        },
        "it is corrected in the same way",
        "A threshold is a probability, too. The correction moves no row past another, so it takes the threshold along "
        "with the rows.",
    ),
    Question(
        "02-q-noise",
        "Why does correcting probabilities after undersampling not make a noisy forest calibrated?",
        {
            "the formula is only approximate": "For the true probability after undersampling it is exact.",
            "a forest cannot be undersampled": "It can, and its trees then see balanced rows. What are its "
            "probabilities like?",
            "the correction bends, so noise does not cancel": "",
        },
        "the correction bends, so noise does not cancel",
        "Where a probability is too high by chance the correction makes it much too high, and where it is too low only "
        "a little too low. The sum comes out too large.",
    ),
    Question(
        "02-q-ranking",
        "Does undersampling change how rows are ranked?",
        {
            "never": "That is true of exact probabilities. A model that is trained on other rows is another model.",
            "the formula does not, a newly trained model may": "",
            "always for the worse": "Fewer rows cost something, and balance helps some learners. It can go either way.",
        },
        "the formula does not, a newly trained model may",
        "The probability after undersampling rises with the one before. But a model has to be trained on what is left, "
        "and that is another model.",
    ),
    Question(
        "02-q-which",
        "Which of these needs corrected probabilities?",
        {
            "an expected loss in euros": "",
            "a list, most likely first": "A list needs the order, and the correction leaves that.",
            "yes or no, with a threshold that fits": "Uncorrected with its own threshold decides just as corrected "
            "with a corrected one.",
        },
        "an expected loss in euros",
        "A sum of probabilities times money uses the probabilities themselves. An order or a decision can do without.",
    ),
    Question(
        "02-q-avoid",
        "You want good probabilities of a rare class, and a learner that copes with all rows. What is best?",
        {
            "undersample and leave it": "Then the probabilities are those of a balanced world.",
            "train on all rows and move the threshold": "",
            "undersample and correct": "It repairs what need not have been broken, and the rows that were thrown away "
            "stay away.",
        },
        "train on all rows and move the threshold",
        "What makes a classifier overlook a rare class is most often the threshold of one half. Move that, and no row "
        "is lost.",
    ),
    Question(
        "02-q-average",
        "Several models were each trained on an undersample of their own. How does one get one corrected probability?",
        {
            "correct each, then average": "The correction bends: the average of corrected values is too high.",
            "it makes no difference": "For a straight line it would make none. The correction is a curve.",
            "average, then correct": "",
        },
        "average, then correct",
        "Averaging lets noise cancel while it is still symmetric. After that one correction is enough.",
    ),
    Question(
        "02-q-overlap",
        "Undersampling moves the stated probability of some rows more than of others. On which does it depend how far?",
        {
            "on how far the class means are apart": "That decides how many rows lie where it moves most, not how far "
            "it moves there.",
            "on the true probability and the share kept": "",
            "on the number of rows": "That makes a model more or less noisy. The shift itself is there with any "
            "number.",
        },
        "on the true probability and the share kept",
        "Where both classes are found the stated probability moves, where there is only one it does not. Classes that "
        "overlap have more rows at such places.",
    ),
    Question(
        "02-q-kind",
        "Undersampling by lot within the frequent class: which kind of shift is that?",
        {
            "covariate shift": "P(x) changes as well, but selection looked at the class, and P(y|x) moves.",
            "no shift, as it is by lot": "By lot within one class only; the other loses nothing.",
            "label shift": "",
        },
        "label shift",
        "Selection looks at the label and nothing else, and we know its chances. That is why one formula takes it "
        "back.",
    ),
)
