"""The exercise of lesson 04 about the gradient (27): what a source row does to v when all is learned together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shiftlab.course.exercise import Exercise, mistake
from shiftlab.course.student import Wrong, numbers

if TYPE_CHECKING:
    from numpy.random import Generator

Cases = list[tuple[Any, ...]]


def _rows(rng: Generator) -> Cases:
    """Losses, weights and q of some source rows, for samples of different sizes."""
    cases = []
    for size, m_over_n in ((4, 0.5), (6, 2.0), (5, 1.25)):
        q = rng.uniform(0.1, 0.9, size)
        cases.append((rng.uniform(0.1, 3, size), m_over_n * (1 / q - 1), q))
    return cases


def _check(answer: Any, rng: Generator) -> None:
    import numpy as np
    from scipy.special import expit, log_expit, logit

    for loss, weight, q in _rows(rng):
        found = numbers(answer, loss, weight, q, shape=q.shape)
        if not np.allclose(numbers(answer, 0 * loss, weight, q, shape=q.shape), expit(-logit(q))):
            raise Wrong(
                "Let the classifier be perfectly sure and right, loss 0: the weights then cost nothing, and what is "
                "left is telling the samples apart. Yours is not the slope of log s(x) then."
            )
        if (numbers(answer, 2 * loss, weight, q, shape=q.shape) <= found).any():
            raise Wrong("A row with a larger loss has more to gain from a smaller weight; yours does not pull harder.")
        # along u = v'x the weight is proportional to exp(-u)
        u, step = logit(q), 1e-5
        down, up = (-weight * np.exp(-moved) * loss + log_expit(u + moved) for moved in (-step, step))
        if not np.allclose(found, (up - down) / (2 * step), rtol=1e-6, atol=1e-7):
            raise Wrong(
                "Move v'x of a row a little, and work out anew its weight, its weighted log-likelihood and its log s: "
                "their sum changes by something else than your pull says."
            )
        rows = [(loss[i : i + 1], weight[i : i + 1], q[i : i + 1]) for i in range(len(q))]
        if not np.allclose(found, [numbers(answer, *row, shape=(1,))[0] for row in rows]):
            raise Wrong("For arrays yours gives something else than for one row after the other.")


PULL = Exercise(
    id="04-pull",
    title="what pulls at v",
    name="pull",
    stub='''\
def pull(loss, weight, s):
    """The slope by v'x of a source row's part of (24); `loss` is -log p(y|x)."""
    samples = 1 - s  # of log s
    labels = ...  # of -weight * loss, where the weight is m/n exp(-v'x)
    return labels + samples
''',
    solution='''\
def pull(loss, weight, s):
    """The slope by v'x of a source row's part of (24); `loss` is -log p(y|x)."""
    samples = 1 - s  # of log s
    labels = weight * loss  # b_i of (36)
    return labels + samples
''',
    check=_check,
    hints=(
        "Two terms of the row's part contain v: the weighted log-likelihood, -weight times loss, and log s. With "
        "s = 1/(1 + exp(-v'x)) the slope of log s is what is missing from s to 1: that one is given.",
        "The weight is m/n exp(-v'x). What is the derivative of exp(-u) by u? Mind that the first term has a minus of "
        "its own.",
    ),
    misconceptions=(
        mistake(
            "two stages",
            "You have the pull of the first stage alone: v only tells the samples apart, and the label's loss never "
            "reaches it. In one criterion v also stands in the weight.",
            lambda loss, weight, q: 1 - q,
            _rows,
        ),
        mistake(
            "the sign of the loss",
            "Your rows with a large loss push v'x down, and so their own weight up. Would that make the log-posterior "
            "larger?",
            lambda loss, weight, q: 1 - q - weight * loss,
            _rows,
        ),
        mistake(
            "all signs",
            "You have the slope of minus the log-posterior: the way down, where the question was the way up.",
            lambda loss, weight, q: q - 1 - weight * loss,
            _rows,
        ),
        mistake(
            "the slope of log s turned round",
            "The part of the labels is right. The other one says that a source row gains when it looks less like a "
            "source row: log s grows with s, and s with v'x.",
            lambda loss, weight, q: weight * loss - (1 - q),
            _rows,
        ),
        mistake(
            "the labels alone",
            "You have the part that the label's loss brings. But v must still tell the samples apart: s is in your "
            "arguments, and you do not use it.",
            lambda loss, weight, q: weight * loss,
            _rows,
        ),
        mistake(
            "the loss without its weight",
            "You treat the loss as if the weight were 1. How much is there to gain from a smaller weight if the "
            "weight is next to nothing already?",
            lambda loss, weight, q: loss + 1 - q,
            _rows,
        ),
        mistake(
            "q for its complement",
            "Look at log s again: where s is 1 nothing is left to gain, and its slope by v'x must vanish. Yours is "
            "largest there.",
            lambda loss, weight, q: weight * loss + q,
            _rows,
        ),
        mistake(
            "half a chain rule",
            "1/s is how fast log s rises with s. The question is how fast it rises with v'x, and s itself hardly moves "
            "where it is close to 1.",
            lambda loss, weight, q: weight * loss + 1 / q,
            _rows,
        ),
    ),
    task="Stand on one source row and turn v so that v'x grows: how fast does the row's part of (24) rise? You get "
    "its `loss`, its `weight` and its `s`, and one expression is missing. A row with loss 0, s = 0.5 has the slope "
    "0.5; with loss 2 and weight 1 it is 2.5.",
    form="faded",
    praise="The second pull only knows the samples. The first one pays for rows that the classifier gets wrong.",
)
