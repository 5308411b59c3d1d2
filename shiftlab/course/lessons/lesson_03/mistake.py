"""The erroneous example of lesson 03: the paper's solution of weighted kernel regression, which divides by weights."""

from __future__ import annotations

from shiftlab.course.judgement import judgement

FOLLOWS, NOT = "follows", "does not follow"

TABLE = """\
# The model is the sum of a_i k(x_i, x), its values at the rows are Ka. W has the
# weights on its diagonal, and (8) is:  minimise  (y - Ka)' W (y - Ka) + α a'Ka.
#
# slope     at the minimum  K (α a - W (y - Ka)) = 0
# rank      K has full rank, so  α a = W (y - Ka)
# divide    from rank, row by row:  α a_i / w_i + (Ka)_i = y_i
# paper     from divide:  a = (α W⁻¹ + K)⁻¹ y
# collect   from rank, without divide:  (α I + W K) a = W y
#
# Say of each line "follows" or "does not follow".
"""

MISTAKE = judgement(
    "03-mistake",
    "find the mistake",
    {"slope": FOLLOWS, "rank": FOLLOWS, "divide": NOT, "paper": FOLLOWS, "collect": FOLLOWS},
    {
        ("slope", NOT): (
            "the derivative doubted",
            "take one row and one number a: (y - ka)² w + α a k a. Its derivative by a, without the factor 2?",
        ),
        ("rank", NOT): (
            "K cannot be cancelled",
            "a matrix of full rank sends nothing but 0 to 0. What is in the bracket, then?",
        ),
        ("divide", FOLLOWS): (
            "weights are never 0",
            "count the weights of kernel mean matching that are exactly 0. What does this line do with such a row?",
        ),
        ("paper", NOT): (
            "a mistake goes on",
            "take the line above for granted, and write it for all rows at once: what stands in front of a?",
        ),
        ("collect", NOT): (
            "no way without the division",
            "bring what has an a in it to one side. Nothing is divided here, and a row of weight 0 gets a_i = 0.",
        ),
    },
    hints=(
        "Read each line for a single row whose weight is 0.",
        "Such a row has α a_i = 0 by the second line, and its y plays no part. Which line brings its y back?",
    ),
    praise="A row of weight 0 must not matter, and the printed solution divides by its weight. Multiply the equations "
    "by the weights instead, as the package does, or leave such rows out.",
    task="The paper solves weighted kernel regression in closed form. One step fails for weights that kernel mean "
    "matching does give. Try it with a single row: k = 1, α = 1, w = 1 and y = 2 make a = 1 on both ways; what do the "
    "two ways say with w = 0?",
    table=TABLE,
    form="mistake",
)
