"""What is asked again of lesson 05, at its end and weeks later."""

from __future__ import annotations

from shiftlab.course.question import Question

QUESTIONS = (
    Question(
        "05-q-folds",
        "Rows of one kind are missing from the source and frequent in the target. What do more folds of "
        "cross-validation do for the choice between two learners?",
        {
            "they make the wrong number more precise": "",
            "they find the missing rows": "Every fold is made of source rows.",
            "they make it right, if there are enough": "The number of folds changes how much is held out at a time, "
            "not from where it comes.",
        },
        "they make the wrong number more precise",
        "Held-out rows are drawn like the source. Where the learners differ and the source has no rows, no fold looks.",
    ),
    Question(
        "05-q-idea",
        "How does reverse testing judge labels of the target when nobody knows the true ones?",
        {
            "by how many learners agree on them": "All can agree on a wrong label.",
            "by what is learned from them, tested on the source": "",
            "by how sure the learner is of them": "A learner can be sure and wrong, and where it has seen nothing it "
            "often is.",
        },
        "by what is learned from them, tested on the source",
        "Labels can be learned from. Better labels make a better pupil, and on the source the truth is known.",
    ),
    Question(
        "05-q-question-mark",
        "Of two pupils one learned more from a's labels, the other from b's. What does the strict rule say?",
        {
            "whoever has gained more": "That is another rule, by sums. It decides nearly always, and not better.",
            "a": "Which of the two pupils would you have to overrule for that?",
            "it cannot decide": "",
        },
        "it cannot decide",
        "The verdict needs both pupils. A question mark is an answer: it says to look for other evidence, or for "
        "labels.",
    ),
    Question(
        "05-q-stiff",
        "Labels are wrong in a corner of the target where the source has no rows. Which learner, trained on them, does "
        "worse on the source?",
        {
            "a flexible one, such as a full tree": "It learns the corner as it is told, and keeps it there.",
            "a stiff one, such as a straight line": "",
            "each of them alike": "What pulls at one end of a line moves the other. And of a tree?",
        },
        "a stiff one, such as a straight line",
        "Only what is wrong over there and also felt over here can be noticed. It is a matter of degree: the stiffer, "
        "the more is felt.",
    ),
    Question(
        "05-q-noise",
        "Labels are noisy and nothing is biased. Why does a full tree mislead the way back?",
        {
            "it is too stiff": "It is the contrary of stiff: it keeps each label it has seen.",
            "it cannot be trained on the target": "It can, and on whatever labels.",
            "it brings the noise home, and there it counts as right": "",
        },
        "it brings the noise home, and there it counts as right",
        "It has copied the flipped labels of the source. A pupil that learns them by heart is asked about the very "
        "rows they come from.",
    ),
    Question(
        "05-q-unbiased",
        "Source rows were drawn by lot from the target. Whose choice between two learners do you trust?",
        {
            "cross-validation's": "",
            "reverse testing's": "There is no bias for it to see through, and it looks at the target only by a detour.",
            "nobody's": "The rows that are held out are drawn like those to come. What more could one want?",
        },
        "cross-validation's",
        "Without a shift, rows held out are the best judges there are.",
    ),
    Question(
        "05-q-compare",
        "Two numbers differ in who was trained and in whose labels were learned. What can be concluded from which is "
        "larger?",
        {
            "whose labels are better": "It could as well be the better pupil.",
            "who is the better pupil": "It could as well be the better labels.",
            "nothing about the labels": "",
        },
        "nothing about the labels",
        "Change one thing at a time: hold fast who learns, and compare whose labels are learned.",
    ),
    Question(
        "05-q-money",
        "Payments are investigated if that is expected to pay. What decides, and what counts afterwards?",
        {
            "what was fraud decides and counts": "Nobody knows it before. With hindsight every model is perfect.",
            "probability times amount decides, what was fraud counts": "",
            "probability times amount decides and counts": "A model that is too sure of itself would look rich.",
        },
        "probability times amount decides, what was fraud counts",
        "A decision may use what is known before it; the account uses what came out. Such a score can take the place "
        "of accuracy.",
    ),
)
