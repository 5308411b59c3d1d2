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
# In ten minutes you will
#
# - see one shift, and what it costs;
# - know how the pictures, the predictions and the exercises of this course work.
#
# Run a cell with **Shift + Enter**. Begin with the next one; it says *ready*.

# %% [notes]
# Two minutes. Ask who has trained a model on a balanced sample because the tutorial did. Leave the hands in the air
# until the picture: they have all met a shift that they made themselves.

# %%
from shiftlab import course, experiments
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
# **Before you look:** how many will the model expect? Replace `None` by `"about 1,000"`, `"about 4,000"` or
# `"about 500"`, and run the cell. Your answer is kept, and nobody is graded.

# %%
course.predict("00-cost", None)

# %%
course.picture("undersampling", learner="logistic")

# %% [markdown]
# The dashed curve is the probability that the model states after balancing, the thin grey curve (mostly hidden under
# the others) is the true one. The dashed curve is too high everywhere. Let us add up.

# %%
undersampling = experiments.get("undersampling")
result = undersampling.run(undersampling.Settings(learner="logistic"))
print(f"there are              {result.fresh_y.sum():5d} frauds")
print(f"the model expects      {result.fresh.p_s.sum():5.0f}")
print(f"corrected, it expects  {result.fresh.p_corrected.sum():5.0f}")

# %%
course.reveal("00-cost")

# %% [markdown] slideshow={"slide_type": "slide"}
# Whoever plans tomorrow's work with the uncorrected numbers plans for four times the frauds there are. The cure is one
# line of arithmetic; lesson 02 derives it, and shows a model for which it does not work.
#
# ## How this course works
#
# **Pictures move.** Drag a slider, or focus it and use the arrow keys; type a number into the box beside it. The
# sentence below the picture says what it shows. *Presets* are settings that a text speaks of by name. A mark shows
# what you have changed, and *Reset* takes it back: you cannot break anything.

# %%
explore("undersampling", learner="logistic")

# %% [markdown]
# Try it: which share of negatives kept, β, makes the dashed curve fall onto the true one? (It is the right end of the
# slider. Why?)
#
# **Exercises check themselves.** Replace the dots by your answer and run the cell. You may be wrong as often as you
# like; a wrong answer that others have given before gets a word about why.

# %%
# exercise: 00-first

# %% [markdown]
# Stuck? `course.hint("00-first")` gives one hint each time you run it, and `course.solution("00-first")` the answer.

# %%
course.hint("00-first")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Whom to believe
#
# Papers claim things. We ran every claim that can be checked again. Which reading of it decides, and by which rule, is
# written in code, and the verdict follows. One claim of the paper in lesson 02, that the correction makes
# probabilities better calibrated on synthetic data: {{claim:undersampling/calibration-regained}}. Another, that its
# tests reject a difference in accuracy: {{claim:undersampling/table-5-rejects-printed}}. Both kinds of verdict are
# worth knowing.
#
# ## Next
#
# Open a terminal (*File*, *New*, *Terminal*), run `shiftlab start 01`, and open **01_kinds_of_shift.ipynb** in the file
# browser on the left. If something of Jupyter is in your way, run
# `shiftlab doctor` in a terminal: it knows the usual causes. Your work stays in this folder; nothing is sent anywhere.

# %% [notes]
# If time is short, stop after the reveal and open lesson 02: its first explorer teaches the controls as well.
