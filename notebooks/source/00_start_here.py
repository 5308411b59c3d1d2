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
# # {{title}}: what shift costs
#
# A model learns from one set of data and is used on another. When the two differ, its answers can be wrong in a way
# that no amount of training data repairs. This is **dataset shift**. Each lesson of this course takes one paper about
# it, lets you move its settings, and tells you which of its claims held when we ran them again.
#
# In about {{minutes}} minutes you will
#
# - see one shift, and what it costs;
# - know how the pictures, the predictions and the exercises of this course work.
#
# It needs nothing but the words *model*, *probability* and *class*.
#
# Run a cell with **Shift + Enter**. Begin with the next one; it says *ready*.

# %% [notes]
# Two minutes. Ask who has trained a model on a balanced sample because the tutorial did. Leave the hands in the air
# until the picture: they have all met a shift that they made themselves.

# %%
from sklearn.linear_model import LogisticRegression

from shiftlab import course, experiments
from shiftlab.datasets import card_payments
from shiftlab.learners import UndersampledClassifier
from shiftlab_widgets import explore

print("ready")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## One shift, made on purpose
#
# Of 10,000 card payments 1,000 are fraud. A model that always says "honest" is right nine times in ten, and useless.
# So, as many tutorials advise, we throw away honest payments until both classes are equally frequent, and train on
# what is left. The payments that come in tomorrow are not balanced, of course: nobody throws them away.
#
# The model now gives every payment a probability of fraud. We add them up over tomorrow's 10,000 payments: that is how
# many frauds the model expects. There will be 1,000.
#
# **Before you look:** how many will the model expect? Run the cell and choose. Say how sure you are, and why, if you like.
# Your answer is kept here, and nobody is graded. Until you have said something, what follows stays covered.

# %%
course.predict("00-cost")

# %%
course.picture("undersampling", learner="logistic", after="00-cost")

# %% [markdown]
# In the large lower panel green and dashed is the probability that the model states after balancing, thin and grey (mostly
# hidden) the true one. Fraud is the *positive* class. The panels at the right wait for lesson 02. Let us add up.


# %%
@course.after("00-cost")
def add_up():
    undersampling = experiments.get("undersampling")
    result = undersampling.result(undersampling.settings(learner="logistic"))
    print(f"there are              {result.fresh_y.sum():5d} frauds")
    print(f"the model expects      {result.fresh.p_s.sum():5.0f}")
    print(f"corrected, it expects  {result.fresh.p_corrected.sum():5.0f}")


# %%
course.reveal("00-cost")

# %% [markdown] slideshow={"slide_type": "slide"}
# Whoever plans tomorrow's work with the uncorrected numbers plans for four times the frauds there are. The cure is one
# line of arithmetic; lesson 02 derives it, and shows a model for which it does not work.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## How this course works
#
# **Pictures move.** Drag a slider, or focus it and use the arrow keys; type a number into the box beside it. The
# sentence below the picture says what it shows. A mark shows what you have changed, and *Reset* takes it back: you cannot
# break anything. β is the share of honest payments that is kept.

# %%
explore(
    "undersampling",
    after="00-cost",
    steps=[
        (
            "The correction on a fitted model (figure 4)",
            "Which β makes the dashed curve fall onto the true one, and why?",
        ),
    ],
    controls=["beta", "mu", "seed"],
)

# %% [markdown]
# **Exercises check themselves.** Replace the dots by your answer and run the cell. You may be wrong as often as you
# like; a wrong answer that others have given before gets a word about why. Here is the first:
#
# {{task:00-first}}

# %%
# exercise: 00-first

# %% [markdown]
# Stuck? `course.hint("00-first")` gives one hint each time you run it, and `course.solution("00-first")` the answer.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## One case through all lessons
#
# A company handles 20,000 card payments a month, and some are fraud. **This company is invented, and so is every
# payment.** Each lesson comes back to it with a month of its own; in the last one you get the rules by which the payments
# were made. Its first model was trained on January, balanced as above. It is used in February:


# %%
@course.after("00-cost")
def at_the_card_company():
    january, february = (card_payments(month, n=20_000, seed=1) for month in (1, 2))
    balanced = UndersampledClassifier(
        LogisticRegression(max_iter=1000), correct=False, random_state=0
    )
    balanced.fit(january.features, january.y)
    print("frauds in February:", february.y.sum())
    print(f"expected by the model: {balanced.predict_proba(february.features)[:, 1].sum():.0f}")


# %% [markdown] slideshow={"slide_type": "slide"}
# ## Whom to believe
#
# Papers claim things. We ran every claim that can be checked again. Which reading of it decides, and by which rule, is
# written in code, and the verdict follows. One claim of the paper in lesson 02, that the correction brings
# probabilities nearer to the truth on synthetic data: {{claim:undersampling/calibration-regained}}. Another, that its
# tests find a difference in accuracy: {{claim:undersampling/table-5-rejects-printed}}. Both kinds of verdict are
# worth knowing.

# %%
course.monday("00")

# %%
course.leave("00")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Next
#
# Press *Start* beside lesson 01 in the panel *Course*; without the panel, `shiftlab start 01` in a terminal fetches it. If
# something of Jupyter is in your way, *Doctor*, or `shiftlab doctor`, knows the usual causes. Your work
# stays in this folder; nothing is sent anywhere.

# %% [notes]
# If time is short, stop after the reveal and open lesson 02: its first explorer teaches the controls as well.
