"""Settings of the experiment on newsgroups: which pair, which words, which learners, and what is compared."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from annotated_types import Ge, Interval
from pydantic.dataclasses import dataclass

from shiftlab.experiments.settings import STRICT, BaseSettings, Control

#: The six pairs of section 3.1; the first group is the positive class. "Hoc" is hockey, "Sales" is misc.forsale.
PAIRS = {
    "Christ-Sales": ("soc.religion.christian", "misc.forsale"),
    "Mac-Hardware": ("comp.sys.mac.hardware", "comp.sys.ibm.pc.hardware"),
    "Baseball-Hoc": ("rec.sport.baseball", "rec.sport.hockey"),
    "MidEast-Elec": ("talk.politics.mideast", "sci.electronics"),
    "MidEast-Guns": ("talk.politics.mideast", "talk.politics.guns"),
    "Auto-Space": ("rec.autos", "sci.space"),
}


def made_up(settings: Any) -> bool:
    return bool(settings.pair == "made up")


def of_newsgroups(settings: Any) -> bool:
    return bool(settings.pair != "made up")


@dataclass(frozen=True, config=STRICT)
class Settings(BaseSettings):
    pair: Literal[
        "made up", "Christ-Sales", "Mac-Hardware", "Baseball-Hoc", "MidEast-Elec", "MidEast-Guns", "Auto-Space"
    ] = "made up"
    """pair of newsgroups

    The six of the paper do not come with the package; a made-up pair, whose words are drawn, stands in for them.
    """
    fade: Annotated[float, Interval(ge=0, le=1), Control(step=0.05, when=made_up)] = 0.9
    """how much words fade

    Between the source and the target articles, as interest in a topic does: 0 is no bias, at 1 they are gone.
    """
    fading: Annotated[int, Interval(ge=0, le=8), Control(when=made_up)] = 4
    """words that fade

    Of the eight of the first group.
    """
    size: Annotated[int, Interval(ge=50, le=2000), Control(log=True, when=made_up)] = 300
    """source articles

    There are two thirds as many to test, as when articles are divided by date.
    """
    words: Annotated[int, Interval(ge=1, le=30)] = 10
    """words

    Those with the highest mutual information with the group, among the source articles.
    """
    presence: bool = False
    """presence instead of frequency

    Whether a word is there, and not how often.
    """
    stoplist: Annotated[bool, Control(when=of_newsgroups)] = True
    """without common words

    A list of English stop words; the paper does not say which, if any.
    """
    share: Annotated[float, Interval(ge=0.1, le=1), Control(step=0.05, when=of_newsgroups)] = 1.0
    """share of articles

    Of the source and of the target articles, drawn by the seed.
    """
    rule: Literal["strict", "weak", "sum"] = "strict"
    """rule of ReverseTesting

    Which comparisons must agree: both with >, as printed; both with >= and one with >; or only their sum.
    """
    tree: Literal["entropy", "c45"] = "entropy"
    """decision tree

    Grown by entropy with two rows in a leaf, or C4.5. The paper does not say.
    """
    bayes: Literal["gaussian", "multinomial"] = "gaussian"
    """naive Bayes

    Of normal curves, or of word frequencies. The paper does not say.
    """
    svm: Literal["linear", "rbf"] = "linear"
    """kernel of the SVM

    The paper does not say.
    """
    folds: Annotated[int, Interval(ge=2, le=20)] = 10
    """folds of cross-validation"""
    repeats: Annotated[int, Interval(ge=1, le=100), Control(log=True)] = 1
    """repeats of cross-validation

    With other folds each time; the paper repeats 100 times.
    """
    loo: bool = False
    """leave one out, too

    Thousands of trainings.
    """
    seed: Annotated[int, Ge(0)] = 0
    """seed"""
