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
# Rows with labels come from one place, the rows to predict from another. A classifier that tells the two samples apart
# already knows how much each labelled row should count. **Train it first and leave it alone, or train it together with the
# classifier you want?**
#
# After this lesson you can
#
# - read a weight off any classifier that tells training rows from target rows;
# - say what changes when weights and classifier are learned together, and why;
# - tell when weighting helps, when it hurts, and when it cannot matter.
#
# The paper: Bickel, Brückner and Scheffer, *Discriminative Learning for Differing Training and Test Distributions*, 2007.
# Allow {{minutes}} minutes.

# %% [notes]
# Plan: picture, prediction and exercise 1 10, prediction and first explorer 8, who pulls at v 8, hill 4, no overlap 5,
# paper and real data 3, judgement 2 minutes. In 20 minutes: skip the hill and exercise 2.

# %%
import warnings

import numpy as np
from sklearn.linear_model import LogisticRegression

from shiftlab import course, experiments
from shiftlab.learners import CovariateShiftLogisticRegression
from shiftlab.weights import ShiftWarning
from shiftlab_widgets import explore

discriminative = experiments.get("discriminative")
print("ready")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## A line that must choose
#
# Two features. Label 1 is likely inside the grey curve, and our model is a straight line: it must be wrong somewhere. Of the
# 100 training rows most lie at the left, of the 100 target rows (crosses) most at the right. The best line for the one place
# slopes down, the best for the other slopes up.

# %%
course.picture("discriminative", right="SSB")

# %% [markdown]
# A training row is drawn as large as its weight. Without weights the line would be *iid* in the upper small panel: on the
# target it is little better than a coin. Two ways to weigh are drawn; you will soon see where they come from.
#
# Lesson 03 says what a weight must be: the target's density over the source's. Here is a way to it that needs no density
# and no matching. Put both samples into one bag. Train a classifier to say from which of the two a row is:
# $\sigma = 1$ for a training row, $\sigma = 0$ for a target row. It never sees a label $y$.
#
# **Predict first.** Both samples are equally large. At some place the classifier says $p(\sigma = 1 | x) = 0.8$: a row here is
# a training row with probability 0.8. How much should a training row at this place weigh: `"0.2"`, `"0.25"`, `"1.25"` or
# `"4"`?

# %%
course.predict("04-odds", None)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Count the rows
#
# Take ten rows at that place.

# %%
course.reveal("04-odds")

# %% [markdown]
# Now draw ten times as many target rows, from where the others came from. The classifier finds more of them everywhere, and
# its $p$ falls. The weight must stay: the *share* of the target's rows that lie at this place is what it was.
#
# **Exercise 1.** Find the formula: the weight at any $p$, with $m$ training and $n$ target rows. It must work for arrays.

# %%
# exercise: 04-weight

# %% [markdown]
# The paper writes θ for the target and λ for the training sample, and arrives here in five lines:
# {{claim:discriminative/ratio-by-discrimination}}.
#
# $$\frac{p(x|\theta)}{p(x|\lambda)} = \frac{m}{n}\left(\frac{1}{p(\sigma = 1 | x)} - 1\right) \tag{7}$$
#
# The bracket is the number of target rows for each training row. The factor takes back that one sample is larger.
#
# An older recipe, at the right of the picture, is **SSB** (for *sample selection bias*): $1/p$, without the minus one. Since
# $1/p = 1 + (n/m) \cdot$ (7), its weights lie between no weights and ours, and no row is ever silenced. That it cannot handle
# training rows where the target has none is what the paper holds against it: {{claim:discriminative/selection-bias-no-gap}}.
#
# Our own code does not subtract at all. Why is that the same?

# %%
course.show_source("shiftlab.weights.discriminator.target_odds")

# %% [notes]
# Subtracting 1 from a number close to 1 loses digits: at p = 1 - 1e-17 the formula as printed says 0. Also a good moment
# for this question: which classifiers have probabilities that deserve to be put into (7)?

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Two stages, or one?
#
# With logistic regression the odds in (7) are an exponential, $r(x) = \frac{m}{n} \exp(-v^\top x)$. The usual way has **two
# stages**: find $v$ from the two samples; then keep the weights and find the classifier's $w$ from the labels.
#
# The paper objects: the loss of the second stage depends on $v$ as well, through the weights. So write *one* criterion, the
# sum of both losses, and look for $v$ and $w$ together: **integrated**.
#
# **Predict first.** Compared with two stages, is the mean weight of the training rows `"larger"`, `"smaller"` or
# `"the same"`?

# %%
course.predict("04-together", None)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Explore: the same rows, weighed twice
#
# Two stages on the left, one criterion on the right. Above each the mean weight, and what the weighted sample is worth.
#
# 1. **Weights help: a curved boundary**: compare the mean weights, then the lines, then the areas under the ROC curve.
# 2. **Integrated against two-stage, 20 samples**: one sample is luck. Which of the two is ahead now, and by how much? And
#    both of them against *iid*?
# 3. **Weights cannot help: the model is right**: the boundary is a line now. Take 20 trials: what do weights gain?
# 4. **Hardly a row counts**: what is the sample worth? Take 20 trials again: is any of the six better than a coin?

# %%
explore("discriminative")

# %%
course.reveal("04-together")

# %% [notes]
# In 4 both weighted fits can be far below 0.5: they rank upside down, on the word of one or two rows. Ask who looks at the
# worth before the area. In 3 let somebody say it: a right model has nothing to choose.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Why: who pulls at $v$?
#
# The criterion is a log-posterior, to be made large. Write $r_i$ for the weight of row $i$, and $q$ for $p(\sigma = 1|x; v)$.
# The widths of the priors, $s_w$ and $s_v$, are σ_w and σ_v in the explorer.
#
# $$\underbrace{\sum_{i=1}^m r_i \log p(y_i | x_i; w)}_{\text{labels, weighted}}
# + \underbrace{\sum_{i=1}^m \log q_i + \sum_{j=m+1}^{m+n} \log (1 - q_j)}_{\text{telling the samples apart}}
# \underbrace{-\frac{\lVert w \rVert^2}{2 s_w^2} - \frac{\lVert v \rVert^2}{2 s_v^2}}_{\text{priors}} \tag{24}$$
#
# Two stages make the middle part large, and then the first. But $v$ is in both: $r_i = \frac mn \exp(-v^\top x_i)$.
# Stand on one training row and turn $v$ so that $v^\top x_i$ grows. Its $q_i$ grows, which the middle part likes. Its
# weight falls, and with it what its loss costs.
#
# **Exercise 2.** How fast does the row's part of (24) rise with $v^\top x_i$? You get its `loss`, $-\log p(y_i | x_i; w)$, its
# `weight` $r_i$ and its `q`.

# %%
# exercise: 04-pull

# %% [markdown]
# The package minimises, so all signs are turned. Find your pull in `by_u`, where `_wrong` is $1 - q$ for a training row and
# $q$ for a target row, and `_b` is weight times loss.

# %%
course.show_source("shiftlab.learners.joint.problem.Point.slope")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What the pull does
#
# Rows that the classifier gets wrong pull their own weight down. Is that clever, or is it cheating? Look at the weights of
# one sample: the integrated ones over those of two stages.

# %%
seed = 0
result = discriminative.run(discriminative.settings(seed=seed))
sample, two_stage, together = result.sample, result.fits["two_stage"].weights, result.fits["integrated"].weights
factor = together.sum() / two_stage.sum()
print(f"the mean weight shrinks by the factor {factor:.2f}")
print(f"of single rows from {(together / two_stage).min():.2f} to {(together / two_stage).max():.2f}")
X = np.column_stack([sample.X, np.ones(len(sample.y))])
for name, weights in {
    "two stages": two_stage,
    "integrated": together,
    "two stages, times the factor": factor * two_stage,
}.items():
    model = LogisticRegression(C=1, fit_intercept=False)  # C is s_w squared
    w = model.fit(X, sample.y, sample_weight=weights).coef_[0]
    print(f"{name:28s} w = {w.round(2)}")

# %% [markdown]
# Much of the change is *one* factor for all rows, and the fits in the last two lines are close. A common factor on the
# weights does to $w$ just what a tighter prior $s_w$ does. So one criterion mostly means: more caution.
#
# Two things follow. These weights are **no ratio of densities any more**, whose mean would be near 1; that the model still
# provides the ratio is the paper's claim, {{claim:discriminative/weights-are-ratios}}. And they were chosen to make a loss
# small: who estimates an error on the target with them gets too small a number.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## One hill or several?
#
# The paper climbs by Newton's method: one linear system a step (Theorem 1, with Λ corrected, {{claim:discriminative/theorem-1}}),
#
# $$(X^\top \Lambda X + S) \begin{bmatrix} \Delta_w \\ \Delta_v \end{bmatrix} = X^\top e - S \begin{bmatrix} w \\ v \end{bmatrix}
# \tag{16}$$
#
# On the right is the slope, with your pull in $e$. On the left is the curvature, in three blocks: (37) for $w$, (39) for $v$,
# and (38) between them, by which a step of one moves the slope of the other. (That this holds with Λ as the appendix prints
# it: {{claim:discriminative/lambda-as-printed}}.)

# %%
course.show_source("shiftlab.learners.joint.problem.JointProblem.hessian")

# %% [markdown]
# Newton's step is safe on a single hill; turned over, where the criterion is *convex*. Each stage by itself is. Together? Take
# two training rows, two target rows, one feature, and three points on a straight line:

# %%
x, y, x_target = np.array([1, -1]), np.array([1, -1]), np.array([3, 2])


def criterion(w, v):
    """Minus (24), without an intercept and with priors of 1; to be made small."""
    r = 2 / 2 * np.exp(-v * x)
    labels = r @ np.log(1 + np.exp(-y * w * x))
    samples = np.log(1 + np.exp(-v * x)).sum() + np.log(1 + np.exp(v * x_target)).sum()
    return labels + samples + (w**2 + v**2) / 2


for w, v in ((0.1, -7), (2.3, -9), (4.5, -11)):
    print(f"w = {w}, v = {v:3d}: {criterion(w, v):.0f}")

# %% [markdown]
# The middle lies higher than both ends: the criterion is not convex (Theorem 2, {{claim:discriminative/theorem-2-not-convex}}).
# And look at Corollary 1, by which it is convex among all $w$ that separate the training rows:
# {{claim:discriminative/corollary-1-convex}}. Do the three $w$ above separate them?
#
# The cure is a good start and careful steps. Start at the fit without weights and $v = 0$. Where the curvature is not
# positive, bend it until it is. Shorten every step until the criterion falls:

# %%
with warnings.catch_warnings(action="ignore", category=ShiftWarning):  # what it warns of comes next
    model = CovariateShiftLogisticRegression().fit(sample.X, sample.y, X_target=sample.X_target)
print(f"{model.n_iter_} steps:", " ".join(f"{value:.1f}" for value in model.objective_path_))

# %% [markdown]
# The search ends at least as good as it began, which was the iid fit: {{claim:discriminative/iid-start-at-least-as-good}}. That
# this start is generally a good choice, read as *in 19 of 20 problems no other start ends better*:
# {{claim:discriminative/iid-start-good-choice}}.
# Both speak of the *criterion*. Whether the classifier is better on the target is another question.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What breaks: no overlap
#
# All training rows lie on one side of a gap, all target rows on the other. A steep $v$ tells the samples apart without a
# mistake. How steep it may be is up to its prior, $s_v$.
#
# **Predict first.** Let $v$ be as steep as it likes. What does the integrated classifier then say of target rows:
# `"as without weights"`, `"0.5 everywhere"` or `"0 or 1 everywhere"`?

# %%
course.predict("04-apart", None)

# %% [markdown]
# Four presets; the last two fail for another reason, and it can be mended.
#
# 1. **Disjoint samples**: look at the mean weights. Move $\sigma_v$ down to 0.1 and up to 1000.
# 2. **Disjoint samples, kernel mean matching**: KMM, on the left, may not let the mean weight fall below $1/\sqrt{m}$, here
#    0.1. On how many rows does it put its trust?
# 3. **A shift that a line does not see**: training rows in the middle, target rows in two clumps beside it. Which $v$ could
#    tell them apart?
# 4. **The same with a kernel**: weights and classifier may bend now. Change the kernel's width.

# %%
explore("discriminative", problem="disjoint", shift=1.0, sigma_v=10.0)

# %%
apart = discriminative.run(discriminative.presets["Disjoint samples"]).sample
print("  s_v  mean weight   length of w   probabilities of target rows")
for sigma_v in (0.1, 1, 10, 100, 1000):
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        model = CovariateShiftLogisticRegression(sigma_v=sigma_v).fit(apart.X, apart.y, X_target=apart.X_target)
    p = model.predict_proba(apart.X_test)[:, 1]
    length = np.hypot(np.linalg.norm(model.coef_), model.intercept_[0])
    print(f"{sigma_v:5g}  {model.mean_weight_:11.7f} {length:13.6f}   {p.min():.3f} to {p.max():.3f}")
print("\nThe last fit warned:", *(warning.message for warning in said), sep="\n- ")

# %%
course.reveal("04-apart")

# %% [markdown]
# The paper says: the prior alone determines $w$ ({{claim:discriminative/disjoint-prior-alone}}), and adds that this makes
# perfect sense, for no row says anything about the target. It takes a free $v$: the first two lines of the table still believe
# the training rows. An honest answer, but one must look for it. The AUC in the picture does not show it: it sees the order
# only, and a very short $w$ orders rows as a long one does. (In this world the order happens to be good. Another world could
# turn the label over beyond the gap, and no row would know.)
#
# Below the table is what `fit` says of it. That target rows have no counterpart it knows without any weights, from distances
# between rows; that the weights have gone, from their mean.

# %% [notes]
# Ask what a user of predict() sees of all this: nothing. Labels are handed out as before; only fit() has warned. Mean weight
# and worth are what to print beside them.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Paper, we, you
#
# What the paper says, what we found in many trials, and what *your* 20 samples of the curved problem say. Where a claim
# fails in part, the middle column has a part that fails; of two methods it gives the difference in AUC. The third sentence is
# the paper's main point: can your run, by itself, decide it?

# %%
seed = 1
mine = discriminative.run(discriminative.settings(trials=20, seed=seed))
auc = {name: mine.average(f"auc {name}") for name in mine.fits}
course.paper_we_you(
    [
        "discriminative/weights-are-ratios",
        "discriminative/integrated-as-good-as-iid-on-target",
        "discriminative/integrated-beats-two-stage",
    ],
    you={
        "discriminative/weights-are-ratios": {
            "mean weight, two stages": mine.average("mean_weight two_stage"),
            "integrated": mine.average("mean_weight integrated"),
        },
        "discriminative/integrated-as-good-as-iid-on-target": f"AUC {auc['integrated']:.3f}, iid {auc['iid']:.3f}",
        "discriminative/integrated-beats-two-stage": f"AUC {auc['integrated']:.3f}, two stages {auc['two_stage']:.3f}",
    },
)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## And on real data?
#
# The paper compares its method with five others on e-mails, scientific papers and 29 mine fields, each field against each
# other one. The mine fields we have. The e-mails and the papers we have not: stand-ins for them give results, which stand
# beside the claims, and no verdict. Each comparison is made twice: with the same priors for all methods, and with priors that
# are chosen for each method on other data. The second decides, as it is what the paper did.
#
# - on e-mails the integrated method outperforms all others: {{claim:discriminative/spam-integrated-outperforms-all}}; it
#   halves 1 − AUC: {{claim:discriminative/spam-half-the-risk}}; and matching kernel means, with a linear kernel, fails to beat
#   the iid fit: {{claim:discriminative/spam-kmm-fails}};
# - on papers it outperforms all others: {{claim:discriminative/text-integrated-outperforms-all}};
# - on mine fields it outperforms all but kernel mean matching: {{claim:discriminative/landmine-integrated-outperforms}}; from
#   that there is no significant difference: {{claim:discriminative/landmine-kmm-no-difference}}.
#
# `shiftlab claims --paper discriminative` shows the numbers behind each verdict.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Judge
#
# **Exercise 3.** Four tasks; you have labelled training rows and unlabelled target rows. For each choose
# `"weights, either way"` (integrated or in two stages), `"weights, in two stages"`, `"no weights"` or `"label target rows"`.
#
# - `"clinics"`: a simple linear score for a disease that is not simple. Patients of the new clinic lie among those of the
#   old ones; the 2,000 old rows, weighted, are worth 400;
# - `"physics"`: a law says that the log-odds are linear in the three features you have. 100 training rows; the target lies a
#   little to the side, well within them;
# - `"audit"`: the same clinics and rows, but the classifier is finished and will not be changed. You want its error in the new
#   clinic;
# - `"island"`: the two samples are told apart without a mistake, and the mean weight is 0.0005.

# %%
# exercise: 04-judge

# %% [markdown] slideshow={"slide_type": "slide"}
# ## In short
#
# | question | answer |
# | --- | --- |
# | how to weigh without densities? | a classifier of the two samples, and (7): the odds, times $m/n$ |
# | what does one criterion change? | losses pull at $v$: weights shrink, most of all by one common factor |
# | is it convex? | no: start at the fit without weights, and only ever descend |
# | when do weights help? | the model must be wrong somewhere, and training rows lie where it will be used |
# | when not? | right model: they only cost rows; hardly any overlap: one row decides; no overlap: the prior decides |
# | which number warns you? | the mean weight, and what the weighted sample is worth |
#
# **Next:** so far a weight or a prior was chosen by us. Lesson 05 asks how to choose between whole learners when nobody has
# labels from the target. `shiftlab report` in a terminal shows what you have done here.

# %% [notes]
# Close with "audit": why is a weight that was made for training the wrong one for measuring?
