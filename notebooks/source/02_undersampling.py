# ---
# jupyter:
#   jupytext:
#     formats: py:percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown] slideshow={"slide_type": "slide"}
# # {{title}}
#
# One class is rare: fraud, disease, faults. A common remedy is to throw away rows of the frequent class until both are
# balanced, and to train on the rest. **What does that do to the probabilities, to the ranking and to the decisions of
# a model, and can it be undone?**
#
# After this lesson you can
#
# - say which of the three changes under undersampling, and by how much;
# - correct a probability and move a threshold along with it;
# - recognise when the correction is not enough, by adding up.
#
# It needs lesson 01: this is class bias, or label shift, that people make on purpose.
#
# The paper: Dal Pozzolo, Caelen, Johnson and Bontempi, *Calibrating Probability with Undersampling for Unbalanced
# Classification*, 2015. Allow {{minutes}} minutes.

# %% [notes]
# Plan: recall 3, picture and prediction 5, explorer 5, slice and formula 6, threshold 6, forest 8, judgement 5. In 20
# minutes: skip exercise 2, keep the forest. One number goes through all of it: how many frauds does the model expect?

# %%
import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from shiftlab import course, experiments, posterior
from shiftlab.datasets import card_payments
from shiftlab.learners import UndersampledClassifier
from shiftlab_widgets import explore

undersampling = experiments.get("undersampling")
print("ready")

# %%
course.recall("02")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## A problem whose answer we know
#
# One feature $x$. Negatives are drawn from a normal distribution with mean 0, positives from one with mean $\mu = 3$;
# both have standard deviation $\sigma = 3$, and one row in ten is positive, $\pi = 0.1$. Because we made the problem, we know the true
# probability $p$ that a row at $x$ is positive, and need not trust any model.

# %%
course.picture("undersampling", beta=1.0)

# %% [markdown]
# Above: the two classes, and the rows as dots. Below: the true $p$ rises with $x$, slowly, because positives are rare.
# Nothing has been thrown away yet (the share kept is $\beta = 1$), so all curves lie on each other. The panels at the right
# come with the forest.
#
# Now we keep only every ninth negative, chosen at random. Both classes have 1,000 rows then.
#
# **Predict first.** A row that is *more likely* positive than another should be ranked above it; AUC measures how often
# that works. We take the exact probabilities before and after undersampling, with no model and no noise. What does AUC do?

# %%
course.predict("02-drift")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Explore: how far does it drift?
#
# $p_s$ is the probability after undersampling. Read the sentence below the picture at each step.

# %%
explore(
    "undersampling",
    after="02-drift",
    steps=[
        (
            "Overlapping classes (figure 3, left)",
            "One ninth of the negatives is kept. How high is p_s where p is a tenth?",
        ),
        (
            "The correction on a fitted model (figure 4)",
            "A logistic regression in place of the truth. What is alike, and what is not?",
        ),
    ],
    controls=["mu", "beta", "prior", "seed"],
)

# %% [notes]
# Let them find that on the scale of log odds the whole curve moves up by the same amount, log 9; over x it moves to the
# left by σ² log(1/β)/μ = 6.6. Question to the room: the bracket stands where p is 1/4. Why there, for this β?

# %%
course.reveal("02-drift")

# %% [markdown]
# And if more is kept? A slider can stand anywhere, and be linked to anything: the one below turns this explorer, too.

# %%
explorer = explore(
    "undersampling",
    steps=[("Milder undersampling", "Move β with the arrow keys: where do both curves meet?")],
    controls=["mu", "beta", "prior", "seed"],
)
explorer

# %%
explorer.control("beta")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Why: count the rows
#
# Look at a narrow slice of $x$ with 100 rows.
#
# **Exercise 1, with a gap.** {{task:02-posterior}}

# %%
# exercise: 02-posterior

# %% [markdown] slideshow={"slide_type": "slide"}
# That is the paper's first formula. Only one assumption went in: which negatives go does not depend on $x$.
#
# $$p_s = \frac{p}{p + \beta\,(1 - p)} \tag{3}$$

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The way back
#
# Solve (3) for $p$. The paper calls it $p'$; we write $\tilde p$, because $p_s$ comes from a model and so this is an
# estimate of $p$:
#
# $$\tilde p = \frac{\beta\, p_s}{\beta\, p_s + (1 - p_s)} \tag{9}$$
#
# - $\tilde p$ rises with $p_s$, always. **Correcting does not change the order of the rows**, and so not AUC:
#   {{claim:undersampling/auc-unchanged}}.
# - Near $p_s = 1$ the curve is steep: with $\beta = 1/9$ a small error of a high $p_s$ is an error nine times as large of
#   $\tilde p$. Keep that in mind for the forest below.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The threshold goes with it
#
# A probability is used to decide. If a missed positive costs $\ell_{01}$ and a false alarm $\ell_{10}$, deciding
# "positive" where
#
# $$p > \tau = \frac{\ell_{10}}{\ell_{10} + \ell_{01}} \tag{10}$$
#
# costs least: {{claim:undersampling/least-risk}}. On balanced data people take $\tau_s = 0.5$. Correct the probabilities
# and leave the threshold, and almost nothing is called positive any more.
#
# **Exercise 2, alone.** {{task:02-threshold}}

# %%
# exercise: 02-threshold

# %% [markdown]
# With $\tau_s = \pi_s$, the share of positives after undersampling, the new threshold is $\pi$, the share before,
# whatever β was: {{claim:undersampling/threshold}}.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## A forest in place of the truth
#
# Until now $p_s$ was exact, or nearly. A random forest learns it from rows, and can be grown until each leaf holds one row. The small
# panel at the upper right is a **reliability diagram**: on the diagonal a stated $p$ is the share of positives.
#
# **Predict first, twice.** What does undersampling do to the AUC of a *trained* forest? And lesson 00's number: of
# 10,000 rows 1,000 are positive. Trained on everything such a forest expects 997, after undersampling 4,231. We correct
# each probability by (9). How many does it expect now?

# %%
course.predict("02-drift-forest")


# %%
@course.after("02-drift-forest")
def another_forest():
    result = undersampling.result(undersampling.settings(learner="forest", n=2000, trees=20))
    for name, stated in zip(("p", "p_s", "corrected"), result.fresh, strict=True):
        print(f"AUC of {name:9} {roc_auc_score(result.fresh_y, stated):.3f}")


# %%
course.reveal("02-drift-forest")

# %%
course.predict("02-leaf")


# %%
@course.after("02-leaf")
def add_up():
    print("expected positives, of 1,000    p      p_s    corrected")
    for learner in ("logistic", "forest"):
        result = undersampling.result(undersampling.settings(learner=learner, trees=50, leaf=1))
        sums = [stated.sum() for stated in result.fresh]
        print(f"{learner:24} {sums[0]:8.0f} {sums[1]:8.0f} {sums[2]:12.0f}")


# %%
explore(
    "undersampling",
    after="02-leaf",
    steps=[
        (
            "A forest with leaves of one row",
            "Leaves of one row. Upper right: of the rows that are told 0.8, how many are positive?",
        ),
        (
            "A forest with larger leaves",
            "Larger leaves. What is left of the noise, and what of the shape?",
        ),
    ],
    controls=["leaf", "bags", "beta", "seed"],
)

# %%
course.reveal("02-leaf")

# %% [markdown] slideshow={"slide_type": "slide"}
# The correction removes the *bias* of undersampling. It cannot remove *noise*, and (9) bends upwards: noise that leaves
# the mean of $p_s$ alone raises the mean of $\tilde p$. The **Brier score** in the sentence is the mean of
# $(\tilde p - y)^2$; it mixes two things, being off on average (*calibration*) and not telling rows apart. The sum does not.
# The cure that the paper names is averaging models from several undersamples: {{claim:undersampling/underbagging}}.
#
# How would you have noticed without labels of the target? Add up its probabilities: a share that nobody believes is seen
# before the first label comes.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## At the card company
#
# The model of lesson 00, corrected. Which of two numbers moves: the frauds it expects in February, its AUC, or both?


# %%
@course.after("02-leaf")
def at_the_card_company():
    january, february = (card_payments(month, n=20_000, seed=1) for month in (1, 2))
    for name, correct in (("as it was", False), ("corrected", True)):
        model = UndersampledClassifier(
            LogisticRegression(max_iter=1000), correct=correct, random_state=0
        )
        p = model.fit(january.features, january.y).predict_proba(february.features)[:, 1]
        print(f"{name}: {p.sum():5.0f} frauds expected, AUC {roc_auc_score(february.y, p):.4f}")
    print("frauds:", february.y.sum())


# %% [markdown] slideshow={"slide_type": "slide"}
# ## Judge
#
# **Exercise 3.** {{task:02-judge}}

# %%
# exercise: 02-judge

# %% [markdown] slideshow={"slide_type": "slide"}
# ## In short
#
# | | changes under undersampling? | comes back by |
# | --- | --- | --- |
# | probabilities | yes: too high, most of all where $p = \sqrt\beta/(1+\sqrt\beta)$ | (9) |
# | ranking, by correcting | no | |
# | ranking, by training on fewer rows | yes, up or down | |
# | decisions | yes, if the threshold stays | moving the threshold with (9) |
# | noise of the model | grows: fewer rows | averaging, not correcting |

# %%
course.monday("02")

# %%
course.leave("02")

# %%
course.again("02-drift")

# %% [markdown]
# **Next:** lesson 03 finds weights when nobody knows how the rows were selected. The panel *Course*, or
# `shiftlab report` in a terminal, shows what you have done here.

# %% [notes]
# Close with the question of exercise 3, "forest": who would have handed the risks over an hour ago?

# %% [markdown] tags=["deeper"]
# ## Dig deeper: several models, one correction
#
# {{task:02-correct-forest}}

# %%
# exercise: 02-correct-forest

# %%
explore(
    "undersampling",
    steps=[
        (
            "Averaging undersamples",
            "Ten undersamples, averaged, then corrected. Compare the Brier scores.",
        )
    ],
    controls=["bags", "leaf", "beta", "seed"],
)

# %% [markdown]
# The *G-mean*, the root of the product of the shares of positives and of negatives that are called right, looks at
# decisions only. Corrected with its threshold it stays the same to the last bit: {{claim:undersampling/g-mean-unchanged}}.

# %% [markdown] tags=["deeper"]
# ## Dig deeper: the largest gap
#
# **Predict first.** The paper says that the drift from $p$ to $p_s$ is larger where the classes overlap. Take the largest
# gap anywhere on the curve: compared with $\mu = 3$, what is it at $\mu = 15$?

# %%
course.predict("02-separated")


# %%
explore(
    "undersampling",
    after="02-separated",
    steps=[
        (
            "Separated classes (figure 3, right)",
            "How large is the gap now, and how many rows lie there?",
        )
    ],
    controls=["mu", "beta", "prior", "seed"],
)


# %%
@course.after("02-separated")
def gaps():
    for mu in (3, 15):
        result = undersampling.result(undersampling.settings(mu=mu, sigma=3))
        x = np.linspace(-10, 25, 100_001)
        odds = np.exp((mu * x - mu**2 / 2) / 9) * 0.1 / 0.9
        p = odds / (1 + odds)
        gap = posterior.undersampled_posterior(p, 1 / 9) - p
        at, mean = gap.argmax(), undersampling.record(result)["drift_mean"]
        print(f"μ = {mu:2}: largest gap {gap[at]:.3f} at x = {x[at]:.1f}, mean gap {mean:.4f}")


# %%
course.reveal("02-separated")

# %% [markdown] tags=["deeper"]
# ## Dig deeper: December
#
# Undersampling is label shift with a known ratio. In December there is more fraud of the same sort, and nobody has labels
# yet. Can one find out how much more? Saerens' method (EM) estimates the share from rows without labels, and adjusts by
# the formula (9) with that ratio:

# %%
november, december = (card_payments(month, n=20_000, seed=1) for month in (11, 12))
model = LogisticRegression(max_iter=1000).fit(november.features, november.y)
p, share = model.predict_proba(december.features)[:, 1], november.y.mean()
both = np.column_stack([1 - p, p])
estimated = posterior.estimate_priors(both, [1 - share, share])[1]
adjusted = posterior.adjust_priors(both, [1 - share, share], [1 - estimated, estimated])
print(
    f"frauds {december.y.sum()}, expected {p.sum():.0f}, after adjusting {adjusted[:, 1].sum():.0f}"
)

# %% [markdown] tags=["deeper"]
# ## Dig deeper: find the mistake
#
# {{task:02-mistake}}

# %%
# exercise: 02-mistake

# %% [markdown] tags=["deeper"]
# ## Dig deeper: paper, we, you
#
# What we found with fifty seeds each, and what *your* run finds. Change the seed and run the cell again: how much does one
# seed say?

# %%
course.compare("02", seed=1)

# %% [notes]
# The overlap claim is the one to discuss: "larger bias" is true on average over the rows, and that reading decides. The
# largest gap at any x is the same for every μ. Ask which one a reader would take from the sentence.

# %% [markdown]
# The paper compares $p$, $p_s$ and $\tilde p$ on many data sets with three learners, and on card payments. We ran the eleven
# sets that exist, ten times each, and the card data once:
#
# - $\tilde p$ is better calibrated than $p_s$ for all classifiers: {{claim:undersampling/table-5-brier-corrected}};
# - $p$, with no undersampling, is best calibrated: {{claim:undersampling/table-5-brier-p-best}};
# - the tests strongly reject that $p_s$ and $p$ are equally accurate: by our tests
#   {{claim:undersampling/table-5-rejects}}, and by the p-values that the paper itself prints
#   {{claim:undersampling/table-5-rejects-printed}};
# - on the card data AUC rises as undersampling gets stronger: {{claim:undersampling/figure-5-rising}};
# - and its conclusion, that undersampling does not always improve accuracy: {{claim:undersampling/undersampling-not-always}}.
#
# The evidence behind each verdict is in CLAIMS.md; `shiftlab reproduce undersampling-real` runs a part of it here.
