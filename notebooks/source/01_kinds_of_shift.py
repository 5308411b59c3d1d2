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
# - weight a sample back, and tell when that must fail;
# - test whether two samples differ, and say what no such test can see.
#
# The papers: Fan and Davidson, *ReverseTesting*, 2006, section 2, and Huang, Smola, Gretton, Borgwardt and Schölkopf,
# *Correcting Sample Selection Bias by Unlabeled Data*, 2006, sections 1 and 2. Allow {{minutes}} minutes.

# %% [notes]
# Plan: picture and first prediction 6, explorer 8, formula and exercise 1 6, figure 1 and paper against us 6, weights
# 6, tests and twins 5, stories 3 minutes. In 20 minutes: skip exercise 1 and the second explorer, keep the twins.

# %%
import numpy as np

from shiftlab import bias, course, diagnostics, experiments
from shiftlab_widgets import explore

bias_kinds = experiments.get("bias-kinds")
print("ready")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## A population we know
#
# Two features, two classes, half of the rows positive. We made this population, so every probability in it is known.
# From its rows we keep some and leave out the others. Write $s = 1$ for "selected".

# %%
course.picture("bias-kinds", kind="independent")

# %% [markdown]
# Left are the rows; small grey dots were left out. On the right, from top to bottom: where rows are along $x_1$, $P(x)$;
# which share of those there is positive, $P(y=1|x)$; and the share of positives in all, $P(y=1)$. Thick grey is the
# population, dash-dotted green what was selected. On the left these lines show where both classes are equally likely.
#
# Here a coin decided about each row. The sample is smaller, and that is all: selection was *independent*.
#
# Now we keep rows left of the dashed cut with chance 0.2, and rows right of it with chance 0.8. Nobody looks at the
# class.
#
# **Predict first.** What changes: `"P(y)"`, `"P(y|x)"`, `"both"` or `"neither"`?

# %%
course.predict("01-feature", None)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Explore: four kinds
#
# Go through the first four presets. For each, look at the three pictures on the right: which of them move?
#
# 1. **Independent of everything**: a coin.
# 2. **Feature bias**: selection looks at $x$. Move the strength with the arrow keys.
# 3. **Class bias**: selection looks at the class. What has happened to the line between the classes?
# 4. **Complete bias**: it looks at both. Does $P(x)$ move further than in 2 and 3, or less?

# %%
explore("bias-kinds")

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
# $$P(x, y \mid s=1) = \frac{P(x, y)\; P(s=1 \mid x, y)}{P(s=1)}$$
#
# The four kinds differ only in what the chance $P(s=1|x,y)$ looks at. Here are two of them as the course uses them:

# %%
course.show_source("shiftlab.bias.FeatureStep.probability")

# %%
course.show_source("shiftlab.bias.LabelStep.probability")

# %% [markdown]
# **Exercise 1.** Write the formula for a table: `joint` has $P(x, y)$ with one line for each class and one column for
# each place, `chance` has $P(s=1|x,y)$ in the same form.

# %%
# exercise: 01-selection

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What moves, and what stays
#
# The same formula on the whole population, with no sample and no luck: how far does each distribution move? The last
# one, $P(x|y)$, is where the rows of one class are. 0 means that it stays, 1 would be as far as it can go.

# %%
print("                P(x)   P(y)  P(y|x) P(x|y)")
for kind in ("independent", "feature", "class", "complete"):
    line = bias_kinds.run(bias_kinds.Settings(kind=kind)).line
    before, after = line.shares
    moved = line.x_moved, abs(after - before), line.y_given_x_moved, line.x_given_y_moved
    print(f"{kind:12}", *(f"{one:6.3f}" for one in moved))

# %% [markdown]
# - Independent selection changes nothing: {{claim:reverse-testing/independent-leaves-all}}.
# - Feature bias leaves $P(y|x)$: {{claim:reverse-testing/feature-leaves-y-given-x}}. This is called *covariate shift*.
# - Class bias leaves $P(x|y)$, {{claim:reverse-testing/class-leaves-x-given-y}}, and changes $P(y|x)$:
#   {{claim:reverse-testing/class-moves-y-given-x}}.
# - Complete bias leaves nothing: {{claim:reverse-testing/complete-restricts-nothing}}.
#
# The first paper writes $P(x)\,P(s=1|x)$ for the distribution after feature bias, without dividing. That this product
# is a distribution: {{claim:reverse-testing/feature-product-is-distribution}}. Exercise 1 shows what is missing.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Explore: the figure of the paper
#
# Figure 1 of the paper has positives in three regions. Compare the presets **Figure 1, a: feature bias** and **Figure 1,
# b: class bias**: what happens to the regions' borders? Then look at **Drop the lowest 25 % (reverse testing)**: to the
# left of the cut nothing is left at all.
#
# **Predict first.** Suppose that the share of positives in the sample is exactly that of the population. Can selection
# have looked at the class all the same: `"yes"` or `"no"`? Decide first, then choose the fifth preset.

# %%
course.predict("01-shares", None)

# %%
explore("bias-kinds", world="three regions")

# %%
course.reveal("01-shares")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Paper, we, you
#
# Four claims, what we found, and what *your* run finds. The first one is about a sample, so it depends on luck: change
# the seed and run the cell again. The others are about the population.

# %%
seed = 1
by_class = bias_kinds.run(bias_kinds.Settings(kind="class", seed=seed))
figure_1 = bias_kinds.record(bias_kinds.run(bias_kinds.presets["Figure 1, a: feature bias"]))
equal = bias_kinds.run(bias_kinds.presets["Equal shares, and yet no feature bias"]).line
you = {
    "reverse-testing/class-gap-seen": f"left out: {bias_kinds.record(by_class)['sample_gap']:.2f} more positive",
    "reverse-testing/figure-1a-posterior": f"region 1: moved by {abs(figure_1['region_1_posterior_moved']):.3f}",
    "reverse-testing/figure-1a-frequency": f"region 1: {-figure_1['region_1_gained']:.0%} of its positives lost",
    "reverse-testing/equal-priors-only-feature-bias": f"P(y|x) moves by up to {equal.y_given_x_moved:.3f}",
}
course.paper_we_you(*you, you=you)

# %% [notes]
# The paper contradicts itself in one paragraph: feature bias cannot change P(y|x), and a sentence later P(y|x) is
# under-estimated in region 1. It is the frequency that is under-estimated. In the derivation the step "no class bias"
# assumes what it is to prove.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The way back: weights
#
# If one row in five was kept at some place, each row there stands for five rows of the population. So give it the
# weight
#
# $$w(x) = \frac{1}{P(s=1 \mid x)}$$
#
# The rows that were kept, each counted $w$ times, then have the $P(x)$ of the population. If $P(y|x)$ was never harmed,
# that is all there is to repair. The second paper writes it as $\beta(x) = P'(x)/P(x)$, target over sample (after its
# equation 4); that differs from ours by a number that is the same for all rows. That a weighted error is then the error
# on the target: {{claim:kmm/risk-is-reweighted}}.
#
# **Exercise 2.** Write the weights of rows that were selected by a step in one feature, as in the first picture. Rows up
# to the cut, the cut included, were kept with chance `keep_below`, the others with `keep_above`.

# %%
# exercise: 01-weights

# %% [markdown] slideshow={"slide_type": "slide"}
# ### What they give, and what they cost
#
# Half of the population is positive. Below, feature bias gets stronger from line to line. What do the weights bring
# back?
#
# There is a price: a few rows with large weights decide, and the sample is worth less than its number of rows. The
# *effective sample size* says how many rows of equal weight would be worth as much: $(\sum w)^2 / \sum w^2$.

# %%
print("chances        rows  share of positives  weighted  effective size")
for strength in (0.3, 0.6, 0.9):
    result = bias_kinds.run(bias_kinds.Settings(strength=strength, n=10_000))
    X, y, step = result.X[result.selected], result.y[result.selected], result.mechanism
    w = 1 / step.probability(X, y)
    print(
        f"{step.keep_below:.2f} and {step.keep_above:.2f} {len(y):6d} {y.mean():12.3f} "
        f"{np.average(y, weights=w):16.3f} {diagnostics.effective_sample_size(w):13.0f}"
    )

# %% [notes]
# For chances 1/2 - d and 1/2 + d the effective share of the rows is 1 - 4d²: nearly all at first, and nothing at
# d = 1/2, where one half of the population has no row at all. Lesson 03 estimates weights from data; here they are known.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Is there a shift at all?
#
# Often you have a labelled sample, rows of the target *without* labels, and no story. Two tests compare the rows:
#
# - Train a classifier to tell sample from target. Its AUC is how often it finds the target row in a pair, one row from
#   each; 0.5 is guessing.
# - Compare the means of both samples in a rich space of features (*MMD*). To see what luck alone does, shuffle the rows
#   between the two: the p-value is how often they differ as much after that.

# %%
target = bias_kinds.run(bias_kinds.Settings(seed=1)).X
print("kind         rows   AUC  p-value   P(y|x) moves by")
for kind in ("independent", "feature", "class", "complete"):
    result = bias_kinds.run(bias_kinds.Settings(kind=kind))
    sample = result.X[result.selected]
    auc = diagnostics.two_sample_auc(sample, target, random_state=0)
    p_value = diagnostics.mmd_test(sample, target, n_permutations=200, random_state=0).p_value
    print(f"{kind:12} {len(sample):4d} {auc:5.2f} {p_value:8.3f} {result.line.y_given_x_moved:11.3f}")

# %% [markdown]
# Compare the lines *feature* and *complete*: the sample that differs more in $x$ is the harmless one. A test on $x$ can
# tell that $P(x)$ moved. It does not see $P(y|x)$, and if it finds nothing, that may be for want of rows.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What breaks: twins
#
# Take class bias: positives stay with chance 0.2, negatives with 0.8. At a place where a share $p(x)$ is positive, a row
# stays with chance $P(s=1|x) = 0.2\,p(x) + 0.8\,(1 - p(x))$. Now select a second sample by *that* number, without a look
# at the class. Both samples have the same $P(x)$, up to luck, and get the same weights $1/P(s=1|x)$. No test on $x$ can
# tell them apart.
#
# **Predict first.** In the population the share of positives is 0.5. For which sample do the weights bring it back:
# `"both"`, `"by x"`, `"by class"` or `"neither"`?

# %%
course.predict("01-twins", None)

# %%
rng = np.random.RandomState(0)
y = rng.randint(2, size=20_000)
x = rng.normal(2 * y - 1, 1)  # negatives around -1, positives around +1
p = 1 / (1 + np.exp(-2 * x))  # the true P(y=1|x)

by_class = bias.LabelStep(keep_positive=0.2, keep_negative=0.8).probability(None, y)
by_x = 0.2 * p + 0.8 * (1 - p)
print("selected   mean of x    share of positives   positives near x = 0")
print("            weighted    as it is  weighted")
for name, chance in (("by x", by_x), ("by class", by_class)):
    kept = rng.random_sample(y.size) < chance
    w, near = 1 / by_x[kept], np.abs(x[kept]) < 0.1
    mean, share = np.average(x[kept], weights=w), np.average(y[kept], weights=w)
    print(f"{name:9} {mean:10.2f} {y[kept].mean():11.2f} {share:9.2f} {y[kept][near].mean():16.2f}")

# %%
course.reveal("01-twins")

# %% [markdown] slideshow={"slide_type": "slide"}
# Look at the last column: near $x = 0$ half of the population is positive. Weights that depend on $x$ multiply all rows
# at one place by the same number. They repair how many rows are there, $P(x)$, and cannot touch the mixture of classes
# there, $P(y|x)$:
#
# $$P(x \mid s=1)\; P(y \mid x, s=1)\; w(x) \;\propto\; P(x)\; P(y \mid x, s=1)$$
#
# - Under class bias weights by $x$ alone cannot be right: {{claim:kmm/label-weights-need-labels}}. Weights by class can,
#   if you know the chances or the shares of the classes. Lesson 02 is about that case.
# - Under complete bias you would have to know $P(s=1|x,y)$ for each row. The labels of the rows left out would tell;
#   nobody has them.
# - And under any bias, a place with chance 0 has no rows to be weighted: {{claim:kmm/support-is-needed}}.
#
# ## Judge
#
# **Exercise 3.** Five stories. The model will be used on everybody. What does the sample need: `"as it is"` (nothing),
# `"weights by x"`, `"weights by class"`, or is it `"beyond weights"`?
#
# - `"phone"`: a survey calls random numbers. Every third call breaks off because of the network.
# - `"offer"`: a shop knows who bought among those who were sent an offer. All ages were sent some, the young more, as
#   a plan said. Age is in $x$; $y$ is whether they bought.
# - `"archive"`: a clinic keeps the scans of all who turned out ill, and of one in ten of the others, drawn by lot. The
#   scan is $x$; $y$ is whether they were ill.
# - `"loan"`: a bank knows who paid back among those it lent to, and it lent to nobody with a score below 500. The score
#   is in $x$; $y$ is whether they paid back. Everybody may apply to the new model.
# - `"rating"`: a shop knows how happy the customers are who rated it. Whether they did depends on their age and on how
#   happy they are; nobody knows how. Age is in $x$; $y$ is whether they are happy.

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
# | feature | $x$ | $P(y \mid x)$ | weights $1/P(s=1 \mid x)$, where the chance is not 0 |
# | class | $y$ | $P(x \mid y)$ | weights by class, or lesson 02 |
# | complete | both | nothing | no weights by $x$: find out how rows were selected |
#
# Tests on $x$ see whether $P(x)$ moved. The kind you learn from the story, not from the rows.
#
# **Next:** lesson 02 takes one class bias that people make on purpose, and takes it back exactly. `shiftlab report` in a
# terminal shows what you have done here.

# %% [notes]
# Close with a question: for your own data, who or what was s?
