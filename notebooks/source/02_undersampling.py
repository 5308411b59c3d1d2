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
# - recognise when the correction is of no use.
#
# The paper: Dal Pozzolo, Caelen, Johnson and Bontempi, *Calibrating Probability with Undersampling for Unbalanced
# Classification*, 2015. Allow {{minutes}} minutes.

# %% [notes]
# Plan: picture and prediction 5, explorer 8, formula and exercise 8, correction and threshold 8, paper against us 4,
# failure and judgement 7 minutes. In 20 minutes: skip exercises 1 and 2, keep the forest.

# %%
import numpy as np

from shiftlab import course, experiments, posterior
from shiftlab_widgets import explore

undersampling = experiments.get("undersampling")
print("ready")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## A problem whose answer we know
#
# One feature $x$. Negatives are drawn from a normal distribution with mean 0, positives from one with mean $\mu = 3$;
# both have standard deviation $\sigma = 3$, and one row in ten is positive. Because we made the problem, we know the true
# probability $p$ that a row at $x$ is positive, and need not trust any model.

# %%
course.picture("undersampling", beta=1.0)

# %% [markdown]
# Above: the two classes, and the rows as dots. Below: the true $p$ rises with $x$, slowly, because positives are rare.
# Nothing has been thrown away yet ($\beta = 1$), so all curves lie on each other.
#
# Now we keep only every ninth negative, chosen at random. Both classes have 1,000 rows then.
#
# **Predict first.** A row that is *more likely* positive than another should be ranked above it; AUC measures how often
# that works. We take the exact probabilities before and after undersampling, with no model and no noise. Does AUC go
# `"up"`, `"down"` or stay `"unchanged"`?

# %%
course.predict("02-drift", None)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Explore: how far does it drift?
#
# Go through the first three presets in order and read the sentence below the picture each time.
#
# 1. **Overlapping classes (figure 3, left)**: one ninth of the negatives kept. How high is $p_s$ where $p$ is a tenth?
# 2. **Separated classes (figure 3, right)**: the same, with $\mu = 15$. What has happened to the gap?
# 3. **Milder undersampling**: $\beta = 0.4$. Move β with the arrow keys from there.

# %%
two_classes = explore("undersampling")
two_classes

# %% [markdown]
# Each setting is a control of its own too, to be put wherever it is needed. This one moves the picture above.

# %%
two_classes.control("beta")

# %% [notes]
# Let them find that the curve moves to the left by the same amount everywhere on the scale of log odds. Question to
# the room: where is the gap largest? Not in the middle of the picture; at p = 1/4 for this beta.

# %%
course.reveal("02-drift")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Why: count the rows
#
# Look at a narrow slice of $x$ with 100 rows of which 10 are positive: $p = 0.1$. Undersampling keeps the 10 positives
# and a share β of the 90 negatives. With $\beta = 1/9$ those are 10, and the slice now says 10 of 20: $p_s = 0.5$.
# Written for any slice, with $p$ for the positives and $\beta(1-p)$ for what is left of the negatives:
#
# $$p_s = \frac{p}{p + \beta\,(1 - p)} \tag{3}$$
#
# Only one assumption went in: which negatives go does not depend on $x$. This is the code that the whole course uses:

# %%
course.show_source("shiftlab.posterior.undersampled_posterior")

# %% [markdown]
# **Exercise 1.** Write (3) yourself, without looking up. It must work for arrays.

# %%
# exercise: 02-posterior

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The way back
#
# Solve (3) for $p$:
#
# $$p' = \frac{\beta\, p_s}{\beta\, p_s + (1 - p_s)} \tag{9}$$
#
# The paper calls it $p'$ when the $p_s$ comes from a model, because then it is an estimate. Two things to notice:
#
# - $p'$ rises with $p_s$, always. **The order of the rows does not change**, and neither does AUC:
#   {{claim:undersampling/auc-unchanged}}.
# - Near $p_s = 1$ the curve is steep: with $\beta = 1/9$ a small error of a high $p_s$ is an error nine times as large of
#   $p'$. Keep that in mind for the forest below.

# %%
course.show_source("shiftlab.posterior.corrected_posterior")

# %%
for p_s in (0.05, 0.5, 0.95):
    print(f"p_s = {p_s:.2f} becomes p' = {posterior.corrected_posterior(p_s, 1 / 9):.3f}")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The threshold goes with it
#
# A probability is used to decide. If a missed positive costs $l_{01}$ and a false alarm $l_{10}$, deciding "positive"
# where
#
# $$p > \tau = \frac{l_{10}}{l_{10} + l_{01}} \tag{10}$$
#
# costs least: {{claim:undersampling/least-risk}}. On balanced data people take $\tau_s = 0.5$. Correct the probabilities
# and leave the threshold, and almost nothing is called positive any more. What must the new threshold be, so that the
# *same rows* are called positive?
#
# **Exercise 2.** Write a function that returns it. There is more than one way; one needs no new formula at all.

# %%
# exercise: 02-threshold

# %% [markdown]
# With $\tau_s = \pi_s^+$, the share of positives after undersampling, the new threshold is $\pi^+$, the share before,
# whatever β was: {{claim:undersampling/threshold}}. G-mean, which looks at decisions only, stays the same to the last
# bit: {{claim:undersampling/g-mean-unchanged}}.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Explore: a model instead of the truth
#
# So far $p_s$ was exact. Now a logistic regression learns it from the rows. Start with the preset **The correction on a
# fitted model (figure 4)**, then **The threshold moves with it**. Choose *20 seeds* to see whether what you saw was luck.
#
# **Predict first.** The paper says that the drift from $p$ to $p_s$ is larger where the classes overlap. Take the largest
# gap anywhere on the curve: compared with $\mu = 3$, is it at $\mu = 15$ `"larger"`, `"smaller"` or `"equal"`?

# %%
course.predict("02-separated", None)

# %%
explore("undersampling", learner="logistic")

# %%
course.reveal("02-separated")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Paper, we, you
#
# Below are four claims, what we found with fifty seeds each, and what *your* run finds. Change the seed and run the cell
# again: how much does one seed say?

# %%
seed = 1
mine = undersampling.run(undersampling.Settings(learner="logistic", seed=seed))
p, p_s, corrected = mine.scores
apart = undersampling.run(undersampling.Settings(learner="logistic", mu=15, seed=seed))
drift = [undersampling.record(result)["drift_mean"] for result in (mine, apart)]
course.paper_we_you(
    [
        "undersampling/calibration-lost",
        "undersampling/calibration-regained",
        "undersampling/overlap",
        "undersampling/figure-1-peak",
    ],
    you={
        "undersampling/calibration-lost": f"Brier score {p.brier:.4f} for p, {p_s.brier:.4f} for p_s",
        "undersampling/calibration-regained": f"{p_s.brier:.4f} for p_s, {corrected.brier:.4f} for p'",
        "undersampling/overlap": f"mean drift {drift[0]:.3f} with μ = 3, {drift[1]:.4f} with μ = 15",
    },
)

# %% [notes]
# The overlap claim is the one to discuss: "larger bias" is true on average over the rows, and that reading decides. The
# largest gap at any x is the same for every μ. Ask which one a reader would take from the sentence.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What breaks
#
# A random forest can be grown until each leaf holds one row. Its probabilities are then noisy: many are near 0 or 1
# though the truth is in between. **Predict first:** undersample, train such a forest, correct with (9). Is $p'$ as well
# calibrated as the forest that was trained on everything? `"yes"`, `"no"` or `"partly"`?

# %%
course.predict("02-leaf", None)

# %% [markdown]
# Presets to compare: **A forest that spoils it**, **Larger leaves repair it**, **Averaging undersamples**. Look at the
# Brier scores of $p$ and $p'$.

# %%
explore("undersampling", learner="forest", n=2000, trees=20)

# %%
course.reveal("02-leaf")

# %% [markdown] slideshow={"slide_type": "slide"}
# The correction removes the *bias* of undersampling. It cannot remove *noise*, and (9) is convex: noise that leaves the
# mean of $p_s$ alone raises the mean of $p'$. The cure that the paper names is averaging models from several undersamples:
# {{claim:undersampling/underbagging}}.
#
# **Exercise 3.** You have the $p_s$ of several models, one row per model. Combine them into one $p'$ for each column. Mind
# the order of the two steps.

# %%
# exercise: 02-correct-forest

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Judge
#
# **Exercise 4.** Four tasks. For each choose what you would hand over: `"p_s with tau_s"`, `"p' with tau'"`, `"either"` or
# `"neither"`.
#
# - `"rank"`: a list of customers to call, most likely first;
# - `"loss"`: the expected loss in euros over tomorrow's payments;
# - `"decide"`: yes or no for each payment, with the class shares as costs;
# - `"forest"`: risks for a doctor to tell patients, from one fully grown forest after strong undersampling.

# %%
# exercise: 02-judge

# %% [markdown] slideshow={"slide_type": "slide"}
# ## And on real data?
#
# The paper compares $p$, $p_s$ and $p'$ on many data sets with three learners, and on card payments. We ran the eleven sets
# that exist, ten times each, and the card data once:
#
# - $p'$ is better calibrated than $p_s$ for all classifiers: {{claim:undersampling/table-5-brier-corrected}};
# - $p$, with no undersampling, is best calibrated: {{claim:undersampling/table-5-brier-p-best}};
# - the tests strongly reject that $p_s$ and $p$ are equally accurate: by our tests
#   {{claim:undersampling/table-5-rejects}}, and by the p-values that the paper itself prints
#   {{claim:undersampling/table-5-rejects-printed}};
# - on the card data AUC rises as undersampling gets stronger: {{claim:undersampling/figure-5-rising}};
# - and its conclusion, that undersampling does not always improve accuracy: {{claim:undersampling/undersampling-not-always}}.
#
# The evidence behind each verdict is in CLAIMS.md; `shiftlab reproduce undersampling-real` runs a part of it here.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## In short
#
# | | changes under undersampling? | comes back by |
# | --- | --- | --- |
# | probabilities | yes: too high, most of all where $p = \sqrt\beta/(1+\sqrt\beta)$ | (9) |
# | ranking, AUC | no | |
# | decisions | yes, if the threshold stays | moving the threshold with (9) |
# | noise of the model | grows: fewer rows | averaging, not correcting |
#
# **Next:** lesson 03 finds weights when nobody knows how the rows were selected. `shiftlab report` in a terminal shows what you have done here.

# %% [notes]
# Close with the question of exercise 4, "forest": who would have handed the risks over an hour ago?
