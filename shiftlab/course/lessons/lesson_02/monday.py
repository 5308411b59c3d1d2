"""The branch of lesson 02: one class is rare."""

from __future__ import annotations

from shiftlab.course.reference.chart import Branch

BRANCH = Branch(
    question="Is one class rare, or rarer here than there?",
    answers=(
        ("rare, and I need probabilities", "do not undersample: train on all rows"),
        ("rare, and I need decisions", "move the threshold to what both mistakes cost, instead of removing rows"),
        ("it was undersampled already", "correct with the share kept: `corrected_posterior(p_s, beta)`"),
        (
            "the model bends much, like a fully grown forest",
            "average over several undersamples, or recalibrate, on rows it has not seen and nobody thinned",
        ),
        (
            "the share of positives is another in the target, each positive looks as before (label shift)",
            "the same correction with another ratio: known, or estimated from the target's rows",
        ),
    ),
    code="""\
from shiftlab.learners import PriorShiftClassifier
from shiftlab.posterior import bayes_threshold
from sklearn.calibration import CalibratedClassifierCV
from sklearn.linear_model import LogisticRegression

model = CalibratedClassifierCV(LogisticRegression(), cv=5).fit(X_source, y_source)
alarm = model.predict_proba(X_target)[:, 1] > bayes_threshold(l10=1, l01=20)
print(f"{alarm.sum()} alarms, if a missed positive costs 20 false alarms")
new = PriorShiftClassifier(model.estimator).fit(X_source, y_source, X_target=X_target)
print(f"positives in the target, if it is label shift: {new.priors_[1]:.1%}")
""",
)
