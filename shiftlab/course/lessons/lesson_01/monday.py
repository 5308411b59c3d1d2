"""The branch of lesson 01: who is missing, and why?"""

from __future__ import annotations

from shiftlab.course.reference.chart import Branch

BRANCH = Branch(
    question="Who is missing from the labelled rows, and why?",
    answers=(
        ("some, by lot", "nothing to repair"),
        (
            "selection looked at x (feature bias: covariate shift)",
            "weight each row by 1/s(x), which is importance weighting; a place with s(x) = 0 needs labels",
        ),
        ("it looked at y (class bias: label shift, also called prior shift)", "weight by class, or correct: lesson 02"),
        (
            "it looked at both",
            "no weight by x is right: find out how rows were selected, or label some of those missing",
        ),
        ("the rule itself changed (concept drift)", "no test on x sees it: buy labels"),
        ("I cannot say", "a test tells whether x differs, never why: ask who made the data"),
    ),
    code="""\
from shiftlab.diagnostics import effective_sample_size, shift_report

print(shift_report(X_source, X_target, random_state=0))  # does x differ, and where?
w = 1 / s  # s: each row's chance to be selected, if somebody wrote it down
print(f"effective sample size: {effective_sample_size(w):.0f} of {len(w)}")
""",
)
