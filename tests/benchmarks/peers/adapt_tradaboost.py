"""adapt's TrAdaBoost on small problems: are its numbers still those that our test compares with?

`make bench-peers` runs this in an environment of its own, which has adapt. With ``--write`` the numbers are kept in
tests/learners/transfer/adapt_tradaboost.json; without it they are compared with what is kept there.
"""

import json
import os
import sys
from importlib.metadata import version
from pathlib import Path
from time import process_time

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")  # it reports the processor it runs on

import numpy as np
from adapt.instance_based import TrAdaBoost
from sklearn.linear_model import LogisticRegression
from sklearn.svm import SVC

from shiftlab.learners import TrAdaBoost as Ours

KEPT = Path(__file__).parents[2] / "learners" / "transfer" / "adapt_tradaboost.json"
LEARNERS = {
    "polynomial SVM": SVC(kernel="poly", degree=1, gamma=1.0),
    "logistic regression": LogisticRegression(),
}


def problem(n_classes, n_source=30, n_labeled=12, n_new=20):
    """A source and a target whose classes lie in sectors, turned against one another."""
    rng = np.random.default_rng(n_classes)
    rows = {}
    for name, n, turn in (("source", n_source, 0.0), ("labeled", n_labeled, 0.6), ("new", n_new, 0.6)):
        X = rng.normal(size=(n, 2)).round(2)
        noisy = X + 0.3 * rng.normal(size=X.shape)
        angle = (np.arctan2(noisy[:, 1], noisy[:, 0]) + turn) % (2 * np.pi)
        rows[name] = (X, (angle / (2 * np.pi) * n_classes).astype(int))
    return rows


def ask(learner, n_classes, n_rounds):
    rows = problem(n_classes)
    (X, y), (X_labeled, y_labeled), (X_new, _) = rows["source"], rows["labeled"], rows["new"]
    peer = TrAdaBoost(
        LEARNERS[learner], Xt=X_labeled, yt=y_labeled, n_estimators=n_rounds, verbose=0, random_state=0
    ).fit(X, y)
    return {
        "learner": learner,
        "n_rounds": n_rounds,
        "source": {"X": X.tolist(), "y": y.tolist()},
        "labeled": {"X": X_labeled.tolist(), "y": y_labeled.tolist()},
        "new": X_new.tolist(),
        "errors": [float(error) for error in peer.estimator_errors_],
        "source_weights": np.array(peer.sample_weights_src_).tolist(),
        "labeled_weights": np.array(peer.sample_weights_tgt_).tolist(),
        "votes": [estimator.predict(X_new).tolist() for estimator in peer.estimators_],
        "says": [float(say) for say in peer.estimator_weights_],
        "labels": peer.predict(X_new).tolist(),
    }


def compare(now, kept, where="adapt"):
    """Where two records differ by more than rounding."""
    if isinstance(kept, dict):
        yield from (line for key in kept for line in compare(now.get(key), kept[key], f"{where}, {key}"))
    elif isinstance(kept, str):
        if now != kept:
            yield f"{where}: {now!r} now, {kept!r} kept"
    elif np.shape(now) != np.shape(kept) or not np.allclose(now, kept, rtol=1e-7, atol=1e-9):
        yield f"{where}: not the numbers that are kept"


def times():
    """CPU time of both on the same 2,000 rows with 200 labelled ones."""
    rng = np.random.default_rng(0)
    X, T = rng.normal(size=(2000, 12)), rng.normal(0.5, 1, size=(200, 12))
    y, y_T = (X[:, 0] + X[:, 1] > 0).astype(int), (T[:, 0] + T[:, 2] > 0.5).astype(int)
    base = LEARNERS["logistic regression"]
    started = process_time()
    TrAdaBoost(base, Xt=T, yt=y_T, n_estimators=10, verbose=0).fit(X, y)
    between = process_time()
    Ours(base, n_estimators=10).fit(X, y, X_labeled=T, y_labeled=y_T)
    print(f"ten rounds on 2,000 rows: adapt {between - started:.2f} s, ours {process_time() - between:.2f} s of CPU")


def main():
    cases = {
        "two classes": ask("polynomial SVM", 2, 7),
        "three classes": ask("polynomial SVM", 3, 7),
        "probabilities": ask("logistic regression", 2, 3),
    }
    if "--write" in sys.argv:
        peer = {name: version(name) for name in ("adapt", "scikit-learn", "numpy")}
        text = json.dumps({"peer": peer, "cases": cases})
        KEPT.write_text(text + "\n", encoding="utf-8")
        return print(f"kept: {KEPT}")
    differences = list(compare(cases, json.loads(KEPT.read_text(encoding="utf-8"))["cases"]))
    print("\n".join(differences) or f"adapt {version('adapt')} says what it said, in {len(cases)} cases")
    times()
    return sys.exit(1 if differences else 0)


if __name__ == "__main__":
    main()
