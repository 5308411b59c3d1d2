"""Black box shift estimation: the target's priors from the confusion matrix of any classifier.

Lipton, Wang and Smola, "Detecting and Correcting for Label Shift with Black Box Predictors" (2018), section 4.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from shiftlab._check import Floats
from shiftlab.support import caller
from shiftlab.weights import ShiftWarning


def black_box_priors(said: Floats, codes: NDArray[np.intp], said_of_target: Floats) -> Floats:
    """The class priors of the target.

    `said` is what a classifier says of source rows that it has not seen, one column for each class: 1 for the class
    it predicts and 0 else, or probabilities. `codes` are the true classes of these rows, `said_of_target` is the
    same for target rows.

    With C the joint distribution of what is said and what is true on the source, and mu the mean of what is said on
    the target, the weights of the classes are ``w = C^-1 mu`` and the priors are w times those of the source. Written
    with the conditional distributions the priors solve ``A q = mu``; negative ones are noise and become 0.

    >>> import numpy as np
    >>> codes = np.repeat([0, 1], 10)  # of the first class 9 of 10 are found, of the second 8 of 10
    >>> found = np.r_[np.repeat([0, 1], [9, 1]), np.repeat([0, 1], [2, 8])]
    >>> target = np.repeat([0, 1], [34, 66])  # .9 q + .2 (1 - q) = .34
    >>> black_box_priors(np.eye(2)[found], codes, np.eye(2)[target]).round(12).tolist()
    [0.2, 0.8]
    """
    counts = np.bincount(codes, minlength=said.shape[1])
    conditional = np.column_stack([said[codes == code].mean(axis=0) for code in range(len(counts))])
    weakest = np.linalg.svd(conditional, compute_uv=False)[-1]
    if weakest < 1e-8:
        raise ValueError(
            "What the classifier says does not tell the classes apart, so that the confusion matrix has no inverse: "
            'use method="em", or an estimator that predicts every class now and then.'
        )
    if weakest < np.sqrt((1 / counts).sum()):  # for two equal classes two standard errors of its entries' difference
        caller.warn(
            f"The priors of the target are uncertain: the smallest singular value of the confusion matrix, "
            f"{weakest:.2g}, is no larger than its noise. More rows or a better estimator would help.",
            ShiftWarning,
        )
    priors = np.maximum(np.linalg.solve(conditional, said_of_target.mean(axis=0)), 0.0)
    share: Floats = priors / priors.sum()  # the columns of A and mu sum to 1, so that only a cut changes the sum
    return share
