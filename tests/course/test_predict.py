"""Predict first: committed before the reveal, and the reveal comes back to it."""

import numpy as np
import pytest
from scipy.integrate import trapezoid

from shiftlab import course, experiments, posterior
from shiftlab.course import classroom, registry
from shiftlab.course.prediction import Prediction
from shiftlab.metrics import brier_score
from shiftlab.papers.kmm.regression.world import SOURCE, World, curve
from shiftlab.weights import KernelMeanMatching

PREDICTIONS = list(registry.predictions().values())
every = pytest.mark.parametrize("asked", PREDICTIONS, ids=lambda p: p.id)


def reveals(text, asked):
    return asked.happens in text or asked.why in text


@every
def test_before_a_prediction_nothing_is_revealed(desk, asked):
    for card in (course.reveal(asked.id), course.predict(asked.id, None), course.reveal(asked.id)):
        assert not reveals(repr(card) + card._repr_html_(), asked)
    assert "Commit first" in repr(course.reveal(asked.id))
    assert classroom.current().read()["predictions"] == {}


@every
def test_the_reveal_says_what_was_predicted_what_happens_and_why(desk, asked):
    for choice in asked.choices:
        classroom._here = None
        for file in desk.glob(".shiftlab/*"):
            file.unlink()
        assert not reveals(repr(course.predict(asked.id, choice)), asked)
        text = repr(course.reveal(asked.id))
        assert f"You predicted `{choice}`" in text
        assert asked.happens in text
        assert asked.why in text
        assert ("✔ As you predicted" in text) == (choice == asked.answer)
        assert asked.choices[choice] in text


@every
def test_every_wrong_choice_gets_a_word_of_its_own(asked):
    assert [choice for choice, word in asked.choices.items() if not word] == [asked.answer]


def test_a_changed_mind_is_recorded_as_such(desk):
    course.predict("02-drift", "up")
    course.predict("02-drift", "up")
    assert "First you said `up`" in repr(course.predict("02-drift", "down"))
    assert classroom.current().read()["predictions"]["02-drift"]["choices"] == ["up", "down"]
    assert "You predicted `down`, after first saying `up`." in repr(course.reveal("02-drift"))


def test_after_the_reveal_the_prediction_stays(desk):
    course.predict("02-drift", "up")
    course.reveal("02-drift")
    assert "stays `up`" in repr(course.predict("02-drift", "unchanged"))
    assert classroom.current().read()["predictions"]["02-drift"]["choices"] == ["up"]
    assert "You predict: up" in repr(course.predict("02-drift", "up")), "running the cell again is harmless"


@pytest.mark.parametrize("choice", ["upp", "", 3, ["up"], True])
def test_an_unknown_choice_is_refused_in_a_sentence_and_not_kept(desk, choice):
    assert 'take `"up"`, `"down"` or `"unchanged"`.' in repr(course.predict("02-drift", choice))
    assert "Commit first" in repr(course.reveal("02-drift"))


def test_case_and_spaces_do_not_matter(desk):
    assert "You predict: about 1,000" in repr(course.predict("00-cost", "  About  1,000 "))


def test_the_prediction_is_still_there_in_another_session(desk, monkeypatch):
    course.predict("02-leaf", "no")
    monkeypatch.setattr(classroom, "_here", None)
    assert "You predicted: no" in repr(course.predict("02-leaf", None))
    assert "You predicted `no`" in repr(course.reveal("02-leaf"))


def test_an_answer_must_be_among_the_choices():
    with pytest.raises(ValueError, match="not one of the choices"):
        Prediction("x", "?", {"a": "", "b": ""}, "c", "", "")


class TestTheAnswersAreTrue:
    """What the reveals say, measured."""

    undersampling = experiments.get("undersampling")

    def test_cost(self):
        result = self.undersampling.run(self.undersampling.Settings(learner="logistic"))
        assert result.fresh_y.sum() == 1000
        assert 3000 <= result.fresh.p_s.sum() - 1000 < 4000

    def test_drift(self):
        p, p_s, _ = self.undersampling.run(self.undersampling.Settings()).scores
        assert p.auc == p_s.auc

    def test_separated(self):
        near, far = (self.undersampling.run(self.undersampling.Settings(mu=mu)) for mu in (3.0, 15.0))
        largest = [self.undersampling.record(result)["largest_bias"] for result in (near, far)]
        assert largest[0] == largest[1] == pytest.approx(posterior.largest_bias(1 / 9)[0])
        mean = [np.mean(result.fresh.p_s - result.fresh.p) for result in (near, far)]
        assert mean[1] < 0.1 * mean[0]

    def test_leaf(self):
        settings = self.undersampling.Settings(learner="forest", n=2000, trees=20)
        result = self.undersampling.run(settings)
        p, p_s, corrected = (brier_score(result.fresh_y, part) for part in result.fresh)
        assert corrected < 0.7 * p_s
        assert corrected > 1.2 * p

    def test_worth(self):
        x = np.linspace(-3, 4, 100_001)
        ratio = World().ratio(x)
        assert ratio.max() < 3.7
        assert 100 / trapezoid(SOURCE.pdf(x) * ratio**2, x) == pytest.approx(42, abs=0.5)

    @pytest.mark.parametrize("seed", range(8))
    def test_solutions(self, seed):
        sample = World().sample(100, 100, seed, 0)
        printed, ridged = (
            KernelMeanMatching(ridge=ridge).fit(sample.x[:, np.newaxis], sample.x_target[:, np.newaxis])
            for ridge in (0, 1e-5)
        )
        assert ridged.objective_ == pytest.approx(printed.objective_, rel=1e-6)
        apart = np.abs(ridged.weights_ - printed.weights_).max()
        assert 1.5 < apart < 30.5
        assert seed != 0 or apart == pytest.approx(17, abs=1)  # the sample of the lesson

    def test_right_model(self):
        rng = np.random.default_rng(1)
        errors = []
        for _ in range(1000):
            x, x_target = rng.normal(0.5, 0.5, 100), rng.normal(0, 0.3, 1000)
            y = curve(x) + rng.normal(0, 0.3, 100)
            fits = (np.polyfit(x, y, 3, w=np.sqrt(beta)) for beta in (np.ones(100), World().ratio(x)))
            errors.append([np.mean((np.polyval(fit, x_target) - curve(x_target)) ** 2) for fit in fits])
        plain, weighted = np.mean(errors, axis=0)
        assert 1.6 < weighted / plain < 2.5

    def test_too_little_overlap(self):
        """What the lesson says beside its third question."""
        regression = experiments.get("kmm-regression")
        for mean, helps in ((-0.5, True), (-1.0, False)):
            result = regression.run(regression.Settings(target_mean=mean, trials=100))
            plain, *weighted = (result.error(f"risk {fit}") for fit in ("unweighted", "kmm", "ratio", "min_ic"))
            assert [error < plain for error in weighted] == [helps] * 3
