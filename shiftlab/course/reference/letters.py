"""One notation for all lessons: a meaning a letter, and what each paper writes in its place."""

from __future__ import annotations

import html
from dataclasses import dataclass
from typing import NamedTuple

from ..card import FAINT, INK


class Letter(NamedTuple):
    """What a letter means in every lesson from its first on, and what papers write for it."""

    sign: str
    means: str
    lesson: str
    papers: str = ""


LETTERS = (
    Letter("x, y", "what is known of a row, and its label; y = 1 is positive: the fraud, the ill patient", "00"),
    Letter("β", "the share of the negatives that undersampling keeps", "00", "matching, transfer: a weight"),
    Letter(
        "P, Q",
        "the distribution of the source, where labels are, and of the target, where the model is used: P(x), P(y), "
        "P(y|x), P(x|y)",
        "01",
        "matching: Pr and Pr', p and p'; discriminative: p(x|λ) and p(x|θ); reverse testing: as here",
    ),
    Letter("m, n", "how many rows the source has, and the target", "01", "matching: m and m'; transfer: n, ℓ and u"),
    Letter(
        "s, s(x)",
        "s = 1: the row is in the source; s(x): the probability of that at x, known (01) or told by a classifier (04)",
        "01",
        "discriminative: σ and p(σ=1|x; v), in its appendix q",
    ),
    Letter(
        "w, w(x)",
        "the weight of a row; the right one is Q(x)/P(x)",
        "01",
        "matching, transfer: β; discriminative: r",
    ),
    Letter("ESS", "effective sample size, (Σw)²/Σw²: how many rows of equal weight would be as good", "01"),
    Letter("p, p_s", "the probability that a row at x is positive, before and after undersampling", "02"),
    Letter("p̃", "p_s corrected: an estimate of p", "02", "undersampling: p'"),
    Letter("π, π_s", "the share of positives before and after undersampling", "02", "undersampling: π⁺"),
    Letter("τ, τ_s, τ̃", "a threshold: before, after undersampling, corrected", "02", "undersampling: τ'"),
    Letter(
        "ℓ",
        "a loss: ℓ(x) of a row, ℓ₁₀ of a false alarm, ℓ₀₁ of a missed positive (first what is said, then what is true)",
        "02",
        "undersampling: l",
    ),
    Letter("μ", "how far the means of the two classes are apart", "02"),
    Letter("σ", "a standard deviation: of a class (02), of a prior (04: σ_w, σ_v)", "02", "transfer: half a width"),
    Letter("k, K, κ", "a kernel; its values between source rows; how much target lies around a source row", "03"),
    Letter("γ", "the width of a kernel, exp(-γ‖x - x'‖²)", "03", "matching: 1/(2σ²)"),
    Letter("Φ", "the features behind a kernel", "03"),
    Letter("B, ε", "the largest weight allowed, and how far the mean weight may be from 1", "03"),
    Letter("ridge", "what is added to make matched weights unique", "03", "matching: not there"),
    Letter("λ", "the exponent between no weights (0) and full ones (1)", "03", "discriminative: the source"),
    Letter("α", "the penalty on the coefficients of a model", "03", "matching: λ"),
    Letter("θ", "the coefficients of the model that we want", "03", "discriminative: w; its θ is the target"),
    Letter("v", "the coefficients of the classifier that tells source from target", "04", "reverse testing: a cost"),
    Letter("a, b", "two learners, of which one is to be taken", "05"),
    Letter(
        "A_ab",
        "the accuracy, on the source, of learner a trained on the target as labelled by b",
        "05",
        "reverse testing: AccTrain with b above and a below; in its figure 3 the other way round",
    ),
    Letter("L", "how many learners there are", "05", "reverse testing: ℓ"),
    Letter("e(x)", "the probability that a classifier is wrong at x", "05"),
    Letter("r(x)", "1 if a source row comes back with a wrong label, else 0", "06", "discriminative: a weight"),
    Letter("z", "a quantile of the normal distribution: 1.96 for a level of 95 %", "06"),
)


@dataclass(frozen=True, repr=False)
class Notation:
    """The card of letters."""

    letters: tuple[Letter, ...]

    HEAD = ("letter", "means", "from lesson", "the papers write")

    def __repr__(self) -> str:
        wide = max(len(letter.sign) for letter in self.letters)
        lines = ["One letter, one meaning"]
        for letter in self.letters:
            papers = f" [{letter.papers}]" if letter.papers else ""
            lines.append(f"{letter.sign.ljust(wide)}  {letter.means} (from {letter.lesson}){papers}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        cell = f"{INK}; text-align: left; vertical-align: top; padding: 0.2em 0.7em; border-bottom: 1px solid {FAINT}"
        head = "".join(f'<th scope="col" style="{cell}">{name}</th>' for name in self.HEAD)
        body = "".join(
            f'<tr><th scope="row" style="{cell}">{html.escape(letter.sign)}</th>'
            + "".join(
                f'<td style="{cell}">{html.escape(part, quote=False)}</td>'
                for part in (letter.means, letter.lesson, letter.papers)
            )
            + "</tr>"
            for letter in self.letters
        )
        return (
            f'<table style="border-collapse: collapse"><caption style="text-align: left; padding: 0.2em 0.7em; {INK}">'
            f"One letter, one meaning</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        )


def notation(lesson: str | None = None) -> Notation:
    """The card of letters; up to a lesson, if one is named: ``notation("03")``."""
    if lesson is None:
        return Notation(LETTERS)
    last = str(lesson).strip()
    if not last.isdigit():
        raise ValueError(f"There is no lesson {lesson!r:.20}: name one like 03, or none for all letters.")
    return Notation(tuple(letter for letter in LETTERS if letter.lesson <= last.zfill(2)))
