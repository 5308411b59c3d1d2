"""Selection mechanisms: the probability that a row stays, and the rows that do."""

from __future__ import annotations

from typing import Any

import numpy as np
from hostile import Tables
from strange import CHANCE, FLAG, NOT_NEGATIVE, OBJECT, POSITIVE, SEED, SHARE, SHARE_OR_ALL, Kind, choice

from shiftlab.bias import (
    DropLowest,
    FeatureAndLabel,
    FeatureDistance,
    FeatureNormal,
    FeatureStep,
    Independent,
    LabelLogistic,
    LabelStep,
    Undersampling,
)

from . import Answer, Subject, count, not_negative


def _sound(answer: Answer, tables: Tables) -> str | None:
    n = answer["n"]
    wrong = not_negative(answer, "weights", n)
    if wrong is None and (answer["weights"] > 1).any():
        wrong = f"a probability of {answer['weights'].max()}"
    if wrong is None and (answer["stay"].shape != (n,) or answer["stay"].dtype != bool):
        wrong = f"the mask has the shape {answer['stay'].shape} and the type {answer['stay'].dtype}"
    if wrong is None and answer["exact"]:
        certain = ((answer["weights"] == 0) & answer["stay"]) | ((answer["weights"] == 1) & ~answer["stay"])
        wrong = "a row stays that cannot, or goes that must stay" if certain.any() else None
    return wrong


def subject(name: str, make: Any, options: dict[str, Kind], uses: set[str], keeps: Any, **more: Any) -> Subject:
    def ask(tables: Tables, random_state: Any = 0, **given: Any) -> Answer:
        mechanism = make(**given)
        chances = mechanism.probability(tables.source, tables.classes)
        stay = mechanism.select(tables.source, tables.classes, random_state)
        return {
            "weights": np.asarray(chances),
            "stay": stay,
            "exact": name != "DropLowest",
            "n": count(tables.source) if "source" in uses else len(chances),
        }

    keeps = frozenset(keeps)
    return Subject(name, ask, _sound, frozenset(uses), keeps=keeps, options=options | {"random_state": SEED}, **more)


COLUMN = Kind((0, np.int64(0)), ("nonsense", -1, 1.5, None, [0], 99, np.nan, True))
NUMBER = NOT_NEGATIVE.but(-1, -1e-300)
X, Y, BOTH = {"source"}, {"labels"}, {"source", "labels"}
#: Only one column is looked at: what is in another one may be anything.
ANY = ("missing", "infinite", "objects", "categories", "texts", "dates", "missing categories")
MECHANISMS = [
    subject("Independent", Independent, {"keep": SHARE_OR_ALL}, Y, {"form"}, reads=("labels:",)),
    subject(
        "FeatureStep",
        FeatureStep,
        {"feature": COLUMN, "cut": NUMBER, "keep_below": CHANCE, "keep_above": CHANCE},
        X,
        {"form"},
        reads=ANY,
    ),
    subject(
        "FeatureDistance",
        FeatureDistance,
        {
            "sigma": POSITIVE,
            "share": SHARE_OR_ALL.but(None),
            "center": Kind((None,), ("nonsense", np.nan, [np.nan], [[0.0]], {}, 1.0, [10**400])),
        },
        X,
        {"form", "permuted columns", "moved", "mirrored", "constant column"},
    ),
    subject(
        "FeatureNormal",
        FeatureNormal,
        {
            "a": POSITIVE,
            "b": POSITIVE,
            "flip": FLAG,
            "standardize": FLAG,
            "spread": choice("variance", "deviation"),
            "share": SHARE_OR_ALL.but(None),
        },
        X,
        {"form"},
    ),
    subject("DropLowest", DropLowest, {"feature": COLUMN, "fraction": SHARE.but(0)}, X, {"form"}, reads=ANY),
    subject(
        "LabelStep",
        LabelStep,
        {
            "keep_positive": CHANCE,
            "keep_negative": CHANCE,
            "positive": Kind((1, 0, 2), (None, np.nan, [1], {}, "nonsense")),
        },
        Y,
        {"form"},
        reads=("labels:",),
    ),
    subject("LabelLogistic", LabelLogistic, {"a": NUMBER, "b": NUMBER}, Y, {"form"}, reads=("labels: too ",)),
    subject(
        "FeatureAndLabel",
        FeatureAndLabel,
        {"feature": OBJECT, "label": OBJECT},
        BOTH,
        {"form"},
        reads=(*ANY, "labels: "),
    ),
    subject(
        "Undersampling",
        lambda beta=0.5, **given: Undersampling(beta, **given),
        {"beta": SHARE_OR_ALL},
        Y,
        {"form"},
        reads=("labels:",),
    ),
]
