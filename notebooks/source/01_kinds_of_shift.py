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
# A bank knows who paid back among those it lent to. A hospital knows the patients who came. A survey knows those who
# answered. In each case somebody, or something, *selected* the rows before any model saw them. **What does selection
# change, and when can weights repair it?**
#
# After this lesson you can
#
# - name the kind of bias from the story of a data set;
# - say what it changes: who is in the sample, how many are positive, or what a row says about its class;
# - weight a source back to its target, and tell when that must fail;
# - test whether two samples differ, and say what no such test can see.
#
# It needs lesson 00. $P(y|x)$ is the share of positives among the rows at one place $x$.
#
# The papers: Fan and Davidson, *ReverseTesting*, 2006, section 2, after Zadrozny, 2004, who named the four kinds; and
# Huang, Smola, Gretton, Borgwardt and Schölkopf, *Correcting Sample Selection Bias by Unlabeled Data*, 2007, sections 1
# and 2. Allow {{minutes}} minutes.

# %% [notes]
# Plan: recall 3, picture and first prediction 5, explorer 5, product 5, weights 6, tests and twins 7, stories 4 minutes.
# In 20 minutes: skip the worked example, keep the twins.

# %%
import numpy as np

from shiftlab import bias, course, diagnostics, experiments
from shiftlab.datasets import card_payments
from shiftlab_widgets import explore

bias_kinds = experiments.get("bias-kinds")
print("ready")

# %%
course.recall("01")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## A population we know
#
# Two features, two classes, half of the rows positive. We made it, so every probability in it is known. It is the
# **target**: the model will be used on all of it. From its rows we keep some, the **source**, and leave out the others.
# Write $s(x)$ for the chance of a row at $x$ to be kept.

# %%
course.picture("bias-kinds", kind="independent")

# %% [markdown]
# Left are the rows, in small grey those left out. On the right, from top to bottom: where rows are along $x_1$, $P(x)$;
# which share of those there is positive, $P(y=1|x)$; and the share of positives in all, $P(y=1)$. Thick grey is the
# target, dash-dotted green the source. On the left these lines show where both classes are equally likely.
#
# Here a coin decided: selection was *independent*.
#
# Now we cut at $x_1 = 0$, and keep rows left of the cut with chance 0.2, rows right of it with chance 0.8. Nobody looks
# at the class.
#
# **Predict first.** What changes: the share of positives, $P(y)$; the share at each place, $P(y|x)$; both; or neither?

# %%
course.predict("01-feature")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Explore: four kinds
#
# Three more ways to select. In each, look at the three pictures on the right: which of them move?

# %%
explore(
    "bias-kinds",
    after="01-feature",
    steps=[
        (
            "Feature bias",
            "Selection looks at x. Move the strength with the arrow keys: which of the three stays?",
        ),
        (
            "Class bias",
            "Selection looks at the class. What has happened to the line between the classes?",
        ),
        (
            "Complete bias",
            "It looks at both. Does P(x) move further than in the last two, or less?",
        ),
    ],
    controls=["strength", "cut", "feature", "seed"],
)

# %% [notes]
# Have the room fill a table on the board: kinds in rows; P(x), P(y), P(y|x) in columns. The surprise is P(y) under
# feature bias. Question: make P(y) stay under feature bias (feature 1, move the cut: it does not; "three regions" does).

# %%
course.reveal("01-feature")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Why: one product
#
# At one place $x$ there are 100 rows, 30 of them positive.
#
# - *Feature bias* keeps a fifth of all rows at that place: 6 of 20 are positive, still 30 %.
# - *Class bias* keeps a fifth of the positives and four fifths of the others: 6 of 62 are positive, about 10 %.
#
# In both cases each kind of row, $(x, y)$, is multiplied by its chance to stay. Then we divide by what is left in all:
#
# $$P(x, y) = \frac{Q(x, y)\; s(x, y)}{\text{share of all rows that is kept}}$$
#
# The four kinds differ only in what the chance looks at: nothing, $x$, $y$, or both.
#
# **A worked example.** {{task:01-selection}}

# %%
# exercise: 01-selection

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What stays, and its names
#
# Each kind has names that you will meet elsewhere:
#
# - *independent* selection changes nothing: {{claim:reverse-testing/independent-leaves-all}};
# - *feature bias* leaves $P(y|x)$: {{claim:reverse-testing/feature-leaves-y-given-x}}. **Covariate shift**;
# - *class bias* leaves $P(x|y)$: {{claim:reverse-testing/class-leaves-x-given-y}}. **Label shift**, or prior shift;
# - *complete bias* leaves nothing: {{claim:reverse-testing/complete-restricts-nothing}}.
#
# And if nobody selected, but the world itself has changed its $P(y|x)$, it is **concept drift**: lesson 06.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The way back: weights
#
# If one row in five was kept at some place, each row there stands for five rows of the target. So count it five times:
#
# $$w(x) = \frac{1}{s(x)}$$
#
# The source's rows, each counted $w$ times, then have the $Q(x)$ of the target. This is **importance weighting**. If
# $P(y|x)$ was never harmed, that is all there is to repair. (The second paper's weight is $Q(x)/P(x)$, after its
# equation 4, the same up to one factor.) That a weighted error is then the error on
# the target: {{claim:kmm/risk-is-reweighted}}.
#
# **With a gap.** {{task:01-weights}}

# %%
# exercise: 01-weights

# %% [markdown] slideshow={"slide_type": "slide"}
# ### What they give, and what they cost
#
# There is a price: a few rows with large weights decide. The **effective sample size** (ESS) says as how many rows of
# equal weight the source is as good: $(\sum w)^2 / \sum w^2$.
#
# **Predict first.** Half of 10,000 rows lie below a cut. These are kept with chance 0.05, the others with 0.95. What is left
# is weighted: as good as how many rows is it then?

# %%
course.predict("01-ess")


# %%
@course.after("01-ess")
def price():
    print("chances        rows  share of positives  weighted    ESS")
    for strength in (0.3, 0.6, 0.9):
        result = bias_kinds.result(bias_kinds.settings(strength=strength, n=10_000))
        X, y, step = result.X[result.selected], result.y[result.selected], result.mechanism
        w = 1 / step.probability(X, y)
        print(
            f"{step.keep_below:.2f} and {step.keep_above:.2f} {len(y):6d} {y.mean():12.3f} "
            f"{np.average(y, weights=w):16.3f} {diagnostics.effective_sample_size(w):8.0f}"
        )


# %%
course.reveal("01-ess")

# %% [notes]
# The target has a share of 0.5. For chances 1/2 - d and 1/2 + d the effective share of the rows is 1 - 4d²: nearly all at first, and nothing at
# d = 1/2, where one half of the population has no row at all. Lesson 03 estimates weights from data; here they are known.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Is there a shift at all?
#
# A labelled source, rows of the target *without* labels, and no story. Two tests compare the rows:
#
# - Train a classifier to tell source from target. Its **AUC** is how often it finds the target row in a pair, one row from
#   each; 0.5 is guessing.
# - Compare the means of both in a rich space of features (**MMD**, maximum mean discrepancy). To see what luck alone does, shuffle the rows
#   between the two: the p-value is how often they differ as much after that.

# %%
target = bias_kinds.result(bias_kinds.settings(seed=1)).X
print("kind         rows   AUC  p-value   P(y|x) moves by")
for kind in ("independent", "feature", "class", "complete"):
    result = bias_kinds.result(bias_kinds.settings(kind=kind))
    sample = result.X[result.selected]
    auc = diagnostics.two_sample_auc(sample, target, random_state=0)
    p_value = diagnostics.mmd_test(sample, target, n_permutations=200, random_state=0).p_value
    print(
        f"{kind:12} {len(sample):4d} {auc:5.2f} {p_value:8.3f} {result.line.y_given_x_moved:11.3f}"
    )

# %% [markdown]
# Compare the lines *feature* and *complete*: the source that differs more in $x$ is the harmless one. A test on $x$ can
# tell that $P(x)$ moved. It does not see $P(y|x)$, and if it finds nothing, that may be for want of rows.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What breaks: twins
#
# Take class bias: positives stay with chance 0.2, negatives with 0.8. At a place where a share $p(x)$ is positive, a row
# stays with chance $s(x) = 0.2\,p(x) + 0.8\,(1 - p(x))$. Now select a second source by *that* number, without a look
# at the class. Both have the same $P(x)$, up to luck, and get the same weights $1/s(x)$. No test on $x$ can tell them
# apart.
#
# **Predict first.** In the target the share of positives is 0.5. For which of the two sources do the weights bring it
# back?

# %%
course.predict("01-twins")


# %%
@course.after("01-twins")
def twins():
    rng = np.random.RandomState(0)
    y = rng.randint(2, size=20_000)
    x = rng.normal(2 * y - 1, 1)  # negatives around -1, positives around +1
    p = 1 / (1 + np.exp(-2 * x))  # the true share of positives at x

    by_class = bias.LabelStep(keep_positive=0.2, keep_negative=0.8).probability(None, y)
    by_x = 0.2 * p + 0.8 * (1 - p)
    print("selected   mean of x    share of positives   positives near x = 0")
    print("            weighted    as it is  weighted")
    for name, chance in (("by x", by_x), ("by class", by_class)):
        kept = rng.random_sample(y.size) < chance
        w, near = 1 / by_x[kept], np.abs(x[kept]) < 0.1
        mean, share = np.average(x[kept], weights=w), np.average(y[kept], weights=w)
        print(
            f"{name:9} {mean:10.2f} {y[kept].mean():11.2f} {share:9.2f} {y[kept][near].mean():16.2f}"
        )


# %%
course.reveal("01-twins")

# %% [markdown] slideshow={"slide_type": "slide"}
# Look at the last column: near $x = 0$ half of the target is positive. Weights that depend on $x$ multiply all rows
# at one place by the same number. They repair how many rows are there, and cannot touch the mixture of classes there.
#
# - Under class bias weights by $x$ alone cannot be right: {{claim:kmm/label-weights-need-labels}}. Weights by class can,
#   if you know the chances or the shares of the classes. Lesson 02 is about that case.
# - A place with chance 0 has no rows to be weighted: {{claim:kmm/support-is-needed}}.
#
# How would you have noticed *without* target labels? Only from the story of how the rows came.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## At the card company
#
# A payment's label is known if somebody investigated it, or if the customer complained. Investigators look at 8 of 10 that
# are online or of 100 and more, at 1 of 10 others, and write down which. Which labels can be weighted back: the
# investigated, or these and the complaints?


# %%
@course.after("01-twins")
def who_is_missing():
    january = card_payments(1, n=20_000, seed=1)
    seen, w = january.investigated, 1 / january.chance
    print(f"fraud in all payments: {january.y.mean():.2%}")
    for name, known in (("investigated", seen), ("or complained", seen | january.complained)):
        share, weighted = january.y[known].mean(), np.average(january.y[known], weights=w[known])
        print(f"{name + ':':14} {known.sum():5d} rows, fraud {share:.2%}, weighted {weighted:.2%}")
    print(f"ESS of the investigated: {diagnostics.effective_sample_size(w[seen]):.0f}")


# %% [markdown]
# A complaint looks at $y$, and weights by $x$ make that worse. The investigated alone come out right, within what an ESS of
# some 3,000 can do.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Judge
#
# {{task:01-judge}}

# %%
# exercise: 01-judge

# %% [notes]
# "loan" divides the room: it is feature bias, and weights fail all the same. Ask what would help: lend to a few below
# 500, by lot. Then ask for stories from their own data.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## In short
#
# | kind | selection looks at | stays | repaired by |
# | --- | --- | --- | --- |
# | independent | nothing | everything | nothing to repair |
# | feature: covariate shift | $x$ | $P(y \mid x)$ | weights $1/s(x)$, where the chance is not 0 |
# | class: label shift | $y$ | $P(x \mid y)$ | weights by class, or lesson 02 |
# | complete | both | nothing | no weights by $x$: find out how rows were selected |
#
# Tests on $x$ see whether $P(x)$ moved. The kind you learn from the story, not from the rows.

# %%
course.monday("01")

# %%
course.leave("01")

# %%
course.again("01-feature")

# %% [markdown]
# **Next:** lesson 02 takes one class bias that people make on purpose, and takes it back exactly.

# %% [notes]
# Close with a question: for your own data, who or what was s?

# %% [markdown] tags=["deeper"]
# ## Dig deeper: how far each distribution moves
#
# The same formula on the whole population, with no sample and no luck: how far does each distribution move? The last
# one, $P(x|y)$, is where the rows of one class are. 0 means that it stays, 1 would be as far as it can go.

# %%
print("               P(x)   P(y) P(y|x) P(x|y)")
for kind in ("independent", "feature", "class", "complete"):
    line = bias_kinds.result(bias_kinds.settings(kind=kind)).line
    before, after = line.shares
    moved = line.x_moved, abs(after - before), line.y_given_x_moved, line.x_given_y_moved
    print(f"{kind:12}", *(f"{one:6.3f}" for one in moved))

# %% [markdown] tags=["deeper"]
# ## Dig deeper: one number that agrees
#
# **Predict first.** You have counted: in the source the share of positives is exactly that of the target. What follows for
# the selection?

# %%
course.predict("01-shares")

# %%
explore(
    "bias-kinds",
    after="01-shares",
    steps=[
        (
            "Shares as in the target",
            "Compare the three pictures on the right: which of them moves?",
        ),
        (
            "Figure 1, a: feature bias",
            "The figure of the paper, positives in three regions. What happens to their borders?",
        ),
        ("Figure 1, b: class bias", "The same regions. What happens to the borders now?"),
    ],
    controls=["strength", "cut", "rarer", "seed"],
)

# %%
course.reveal("01-shares")

# %% [markdown]
# **Find the mistake.** {{task:01-mistake}}

# %%
# exercise: 01-mistake

# %% [markdown] tags=["deeper"]
# ## Dig deeper: paper, we, you
#
# Change the seed and run the cell again. The first line is about a sample, so it depends on luck; the others are about
# the population.

# %%
course.compare("01", seed=1)

# %% [markdown]
# The first paper writes $P(x)\,s(x)$ for the distribution after feature bias, without dividing. That this product
# is a distribution: {{claim:reverse-testing/feature-product-is-distribution}}. The worked example shows what is missing.
# And class bias changes $P(y|x)$: {{claim:reverse-testing/class-moves-y-given-x}}.

# %% [notes]
# The paper contradicts itself in one paragraph: feature bias cannot change P(y|x), and a sentence later P(y|x) is
# under-estimated in region 1. It is the frequency that is under-estimated.

# %% [markdown] tags=["deeper"]
# ## Dig deeper: one letter, one meaning

# %%
course.notation("01")
