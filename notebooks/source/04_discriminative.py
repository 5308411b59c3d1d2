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
# Labels come from the source, predictions are wanted on the target. A classifier that tells the two samples apart already
# knows how much each labelled row should count. **Train it first and leave it alone, or train it together with the
# classifier you want?**
#
# After this lesson you can
#
# - read a weight off any classifier that tells source rows from target rows;
# - say what changes when weights and classifier are learned together;
# - tell when weighting helps, when it hurts, and which numbers warn you.
#
# It needs the weight $w(x) = Q(x)/P(x)$ and the ESS from lesson 03, and AUC from lesson 01.
#
# The paper: Bickel, Brückner and Scheffer, *Discriminative Learning for Differing Training and Test Distributions*, 2007.
# Allow {{minutes}} minutes.

# %% [notes]
# Plan: recall 2, picture and first prediction 5, weight 7, two stages or one 6, one number for all 4, apart 6, paper 2,
# card company 2, judge 4, the end 2 minutes. In 20 minutes: skip the card company and judge two of the stories.

# %%
import textwrap
import warnings

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from shiftlab import course, diagnostics, experiments
from shiftlab.datasets import card_payments
from shiftlab.learners import CovariateShiftLogisticRegression
from shiftlab.weights import ShiftWarning
from shiftlab_widgets import explore

discriminative = experiments.get("discriminative")
print("ready")

# %%
course.recall("04")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## A line that must choose
#
# Label 1 is likely inside the grey curve, and our model is a straight line: it must be wrong somewhere. Of the 100 source
# rows most lie at the left, of the 100 target rows (crosses) most at the right. The best line for the one place slopes
# down, the best for the other slopes up. A source row is as large as its weight.

# %%
course.picture("discriminative", left="KMM", right="SSB")

# %% [markdown]
# Without weights the fit is called *iid*, as if source and target were one. On the target it is little better than a coin.
#
# Here is a way to weights without densities and without matching. Put both samples into one bag, and train a classifier to
# say from which of the two a row is: $s(x)$ is the probability that a row at $x$ is from the source. It never sees a
# label $y$. **Predict first:**

# %%
course.predict("04-odds")

# %%
course.reveal("04-odds")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## From a probability to a weight
#
# Now draw ten times as many target rows from the same place. The classifier finds more of them everywhere, and its $s(x)$
# falls. The weight must stay: the *share* of the target's rows that lie at this place is what it was.
#
# **Exercise.** {{task:04-weight}}

# %%
# exercise: 04-weight

# %% [markdown]
# The paper arrives here in five lines: {{claim:discriminative/ratio-by-discrimination}}.
#
# $$w(x) = \frac{Q(x)}{P(x)} = \frac{m}{n}\left(\frac{1}{s(x)} - 1\right) \tag{7}$$
#
# The bracket is the number of target rows for each source row. The factor takes back that one sample is larger.
#
# At the right of the picture is an older recipe, **SSB** (*sample selection bias*): $1/s(x)$, without the minus one. Since
# $1/s(x) = 1 + (n/m)\, w(x)$, its weights lie between none and ours, and no row is ever silenced.

# %% [notes]
# A good moment for this question: which classifiers have probabilities that deserve to be put into (7)?

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Two stages, or one?
#
# With logistic regression the odds in (7) are an exponential, $w(x) = \frac{m}{n} \exp(-v^\top x)$. The usual way has **two
# stages**: find $v$ from the two samples; then keep the weights, and find the coefficients θ of the classifier that we
# want. Both have a **prior**, the belief that coefficients are small; its width is $\sigma_v$ for $v$, $\sigma_w$ for θ.
#
# The paper objects: the loss of the second stage depends on $v$ as well, through the weights. So write *one* criterion, the
# sum of both losses, and look for $v$ and θ together: **integrated**. **Predict first:**

# %%
course.predict("04-together")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Explore: the same rows, weighted twice
#
# Two stages on the left, one criterion on the right, each with its mean weight and ESS.

# %%
explore(
    "discriminative",
    after="04-together",
    steps=[
        ("A curved boundary", "Compare the mean weights, then the lines, then the areas (AUC)."),
        (
            "Integrated against two-stage, 20 samples",
            "One sample is luck. Which is ahead now, by how much? And both against iid?",
        ),
        ("A straight boundary", "The boundary is a line. Take 20 trials: what do weights gain?"),
    ],
    controls=["shift", "sigma_v", "trials", "seed"],
)

# %%
course.reveal("04-together")

# %% [notes]
# In the third step let somebody say it: a right model has nothing to choose. How fast a row pulls at its own weight is
# the first "Dig deeper".

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What else has changed?
#
# The mean weight has. Is that all? **Predict first:**

# %%
course.predict("04-factor")

# %%
seed = 0
result = discriminative.run(discriminative.settings(seed=seed))
sample, fits = result.sample, result.fits


@course.after("04-factor")
def three_classifiers():
    two_stages, integrated = fits["two_stage"].weights, fits["integrated"].weights
    factor, each = integrated.sum() / two_stages.sum(), integrated / two_stages
    print(f"factor {factor:.3f}; of single rows from {each.min():.2f} to {each.max():.2f}")
    X = np.column_stack([sample.X, np.ones(len(sample.y))])
    model = LogisticRegression(C=1, fit_intercept=False)  # C is the width of the prior, squared
    for name, w in (
        ("two stages", two_stages),
        ("integrated", integrated),
        ("two stages, times the factor", factor * two_stages),
    ):
        print(f"{name:28s} theta = {model.fit(X, sample.y, sample_weight=w).coef_[0].round(2)}")


# %%
course.reveal("04-factor")

# %% [markdown] slideshow={"slide_type": "slide"}
# The integrated weights are **no density ratio any more**. And they were chosen to make a loss small: an error measured with
# them comes out too small. To *measure*, take the weights of two stages, and rows that no model has seen:

# %%
course.word("importance-weighted cross-validation")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Source and target apart
#
# All source rows lie on one side of a gap, all target rows on the other. A steep $v$ tells them apart without a mistake.
# How steep it may be is up to its prior, $\sigma_v$. **Predict first:**

# %%
course.predict("04-apart")

# %%
apart = discriminative.run(discriminative.presets["Disjoint samples"]).sample


@course.after("04-apart")
def steeper_and_steeper():
    print("sigma_v  mean weight  length of theta  probabilities of target rows")
    for sigma_v in (0.1, 1, 10, 100, 1000):
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            model = CovariateShiftLogisticRegression(sigma_v=sigma_v)
            model.fit(apart.X, apart.y, X_target=apart.X_target)
        p = model.predict_proba(apart.X_test)[:, 1]
        length = np.hypot(np.linalg.norm(model.coef_), model.intercept_[0])
        print(
            f"{sigma_v:7g}  {model.mean_weight_:11.2g} {length:16.2g}  {p.min():.5f} to {p.max():.5f}"
        )
    print("\nThe last fit warned:")
    for warning in said:
        print(textwrap.fill(f"- {warning.message}", 80, subsequent_indent="  "))


# %%
explore(
    "discriminative",
    after="04-apart",
    steps=[
        (
            "Hardly a row counts",
            "Almost apart. What is the ESS? Take 20 trials: is any of the six better than a coin?",
        ),
        (
            "Disjoint samples",
            "Every panel looks well. Which of these numbers warns? Move σ_v to 0.1 and to 1000.",
        ),
    ],
    controls=["shift", "sigma_v", "trials", "seed"],
)

# %%
course.reveal("04-apart")

# %% [markdown] slideshow={"slide_type": "slide"}
# It takes a free $v$: the first lines of the table still believe the source rows. AUC sees the order only, and a very short
# θ orders rows as a long one does. Here that order happens to be good; beyond a gap no row can know.
#
# **How would you have noticed, without target labels?** By the mean weight, by probabilities that are all one half, and by
# what `fit` says below the table. Users of `predict` see nothing.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Paper, we, you
#
# The fourth line is the paper's main point: can your run decide it?

# %%
seed = 1
course.compare("04", seed=seed)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## At the card company
#
# In which of two other months, April and August, is July's model worse, and would a test on $x$ have told you?

# %%
april, july, august = (card_payments(month, n=20_000, seed=1) for month in (4, 7, 8))
model = LogisticRegression(max_iter=1000).fit(july.features, july.y)
for name, month in (("April", april), ("August", august)):
    told = diagnostics.two_sample_auc(july.features, month.features, random_state=0)
    auc = roc_auc_score(month.y, model.predict_proba(month.features)[:, 1])
    print(
        f"July against {name}: told apart with AUC {told:.2f}; July's model has AUC {auc:.2f} there"
    )

# %% [markdown]
# What looks different is harmless, what looks the same is not: in August the fraudsters changed their trick. No weight by
# $x$ can know of concept drift.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Judge
#
# {{task:04-judge}}

# %%
# exercise: 04-judge

# %% [markdown] slideshow={"slide_type": "slide"}
# ## In short
#
# | question | answer |
# | --- | --- |
# | how to weight without densities? | a classifier of the two samples, and (7): the odds, times $m/n$ |
# | what does one criterion change? | losses pull at $v$: smaller weights, mostly by one common factor |
# | when do weights help? | the model must be wrong somewhere, and source rows lie where it is used |
# | when not? | right model: they cost rows; hardly any overlap: one row decides; none: the prior does |
# | which numbers warn you? | the mean weight and the ESS |
#
# **Next:** lesson 05 asks how to choose between whole learners when nobody has labels from the target.

# %% [notes]
# Close with "audit": why is a weight that was made for training the wrong one for measuring?

# %%
course.monday("04")

# %%
course.leave("04")

# %%
course.again("04-apart")

# %% [markdown] tags=["deeper"]
# ## Dig deeper: who pulls at v?
#
# The criterion is a log-posterior, to be made large; its maximum is called **MAP**, maximum a posteriori. Write $w_i$ and
# $s_i$ for the weight and $s(x)$ of row $i$:
#
# $$\underbrace{\sum_{i=1}^m w_i \log p(y_i | x_i; \theta)}_{\text{labels, weighted}}
# + \underbrace{\sum_{i=1}^m \log s_i + \sum_{j=m+1}^{m+n} \log (1 - s_j)}_{\text{telling the samples apart}}
# \underbrace{-\frac{\lVert \theta \rVert^2}{2 \sigma_w^2} - \frac{\lVert v \rVert^2}{2 \sigma_v^2}}_{\text{priors}} \tag{24}$$
#
# Two stages make the middle part large, and then the first. But $v$ is in both: $w_i = \frac mn \exp(-v^\top x_i)$.
# Let $v^\top x_i$ of one source row grow. Its $s_i$ grows, which the middle part likes. Its weight falls, and with it what
# its loss costs.
#
# **Exercise.** {{task:04-pull}}

# %%
# exercise: 04-pull

# %% [markdown]
# Rows that the classifier gets wrong pull their own weight down. Is that clever, or is it cheating?
#
# The package minimises, so all signs are turned. Find your pull in `by_u`, where `_wrong` is $1 - s$ for a source row and
# $s$ for a target row, and `_b` is weight times loss.

# %%
course.show_source("shiftlab.learners.joint.problem.Point.slope")

# %% [markdown] tags=["deeper"]
# ## Dig deeper: (7) as the package has it
#
# Our own code does not subtract 1. Why is that the same, and why is it better where $s(x)$ is $1 - 10^{-17}$?
#
# That SSB cannot handle source rows where the target has none is what the paper holds against it:
# {{claim:discriminative/selection-bias-no-gap}}.

# %%
course.show_source("shiftlab.weights.discriminator.target_odds")

# %% [markdown] tags=["deeper"]
# ## Dig deeper: one hill or several?
#
# The paper climbs by Newton's method: one linear system a step (Theorem 1, with Λ corrected:
# {{claim:discriminative/theorem-1}}),
#
# $$(X^\top \Lambda X + S) \begin{bmatrix} \Delta_\theta \\ \Delta_v \end{bmatrix} = X^\top e
# - S \begin{bmatrix} \theta \\ v \end{bmatrix} \tag{16}$$
#
# On the right is the slope, with your pull in $e$. On the left is the curvature, in three blocks: (37) for θ, (39) for $v$,
# and (38) between them, by which a step of one moves the slope of the other. (That this holds with Λ as the appendix prints
# it: {{claim:discriminative/lambda-as-printed}}.)

# %%
course.show_source("shiftlab.learners.joint.problem.JointProblem.hessian")

# %% [markdown]
# On a single hill the direction of such a step is right; its length must still be checked, for a full step can overshoot.
# Turned over, a single hill is a *convex* criterion. Each stage by itself is convex. Together? Take two source rows, two
# target rows, one feature, and three points on a straight line:

# %%
x, y, x_target = np.array([1, -1]), np.array([1, -1]), np.array([3, 2])


def criterion(theta, v):
    """Minus (24), without an intercept and with priors of 1; to be made small."""
    w = 2 / 2 * np.exp(-v * x)
    labels = w @ np.log(1 + np.exp(-y * theta * x))
    samples = np.log(1 + np.exp(-v * x)).sum() + np.log(1 + np.exp(v * x_target)).sum()
    return labels + samples + (theta**2 + v**2) / 2


for theta, v in ((0.1, -7), (2.3, -9), (4.5, -11)):
    print(f"theta = {theta}, v = {v:3d}: {criterion(theta, v):.0f}")

# %% [markdown]
# The middle lies higher than both ends. **Exercise.** {{task:04-mistake}}

# %%
# exercise: 04-mistake

# %% [markdown]
# The criterion is not convex: Theorem 2, {{claim:discriminative/theorem-2-not-convex}}. And Corollary 1, by which it is
# convex among all θ that separate the source rows: {{claim:discriminative/corollary-1-convex}}. Do the three θ above
# separate them?
#
# The cure is a good start and careful steps. Start at the fit without weights and $v = 0$. Where the curvature is not
# positive, bend it until it is. Shorten every step until the criterion falls:

# %%
with warnings.catch_warnings(action="ignore", category=ShiftWarning):  # of few rows, as seen above
    model = CovariateShiftLogisticRegression().fit(sample.X, sample.y, X_target=sample.X_target)
print(f"{model.n_iter_} steps:", " ".join(f"{value:.1f}" for value in model.objective_path_))

# %% [markdown]
# The search ends at least as good as it began, at the iid fit: {{claim:discriminative/iid-start-at-least-as-good}}. That this
# start is generally a good choice, read as *in 19 of 20 problems no other start ends better*:
# {{claim:discriminative/iid-start-good-choice}}. Both speak of the *criterion*. Whether the classifier is better on the
# target is another question.

# %% [markdown] tags=["deeper"]
# ## Dig deeper: other shifts, other weights
#
# Not every failure is a lack of rows: the first of these can be mended. A *kernel* (lesson 03) lets weights and classifier
# bend. *KDE*, the last line of the picture, divides two kernel density estimates: hills on every row, added up.

# %%
explore(
    "discriminative",
    steps=[
        (
            "A shift that a line does not see",
            "Source in the middle, target beside it. Which v could tell them apart?",
        ),
        (
            "The same with a kernel",
            "Weights and classifier may bend now. Change the kernel's width.",
        ),
        (
            "Disjoint samples, kernel mean matching",
            "KMM, at the left, must keep a mean weight of 0.1, which is 1/√m. Its ESS?",
        ),
    ],
    controls=["kernel", "width", "sigma_v", "seed"],
)

# %% [markdown] tags=["deeper"]
# ## Dig deeper: on real data
#
# The paper compares its method with five others on e-mails, scientific papers and 29 mine fields, each field against each
# other one. The mine fields we have. The e-mails and the papers we have not: that the method outperforms all others there
# is left open, {{claim:discriminative/spam-integrated-outperforms-all}} and
# {{claim:discriminative/text-integrated-outperforms-all}}; stand-ins for them give results, and no verdict.
#
# On mine fields it outperforms all but kernel mean matching: {{claim:discriminative/landmine-integrated-outperforms}}; from
# that there is no significant difference: {{claim:discriminative/landmine-kmm-no-difference}}.
#
# `shiftlab claims --paper discriminative` shows the numbers behind each verdict.
