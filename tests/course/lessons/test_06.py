"""Lesson 06: what its predictions and its cases say is true, and its exercises take every right answer."""

import re
from statistics import NormalDist

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.stats import norm
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import KFold, cross_val_predict
from sklearn.neighbors import KNeighborsClassifier

from shiftlab.course import registry
from shiftlab.course.lessons.lesson_06 import worked
from shiftlab.diagnostics import effective_sample_size

SAMPLES = 12
ROWS = 200


def solution(id):
    exercise, names = registry.exercise(id), {"np": np}
    exec(exercise.solution, names)
    return names[exercise.name]


def said(id):
    return registry.prediction(id).happens


def labels(X, degrees):
    turn = np.deg2rad(degrees)
    return (X @ [-np.sin(turn), np.cos(turn)] > 0).astype(int)


def drawn(rng, shift, n=ROWS):
    """Source and target of the first and the last question."""
    return rng.normal([-shift / 2, 0], 1, (n, 2)), rng.normal([shift / 2, 0], 1, (n, 2))


class TestWhatTheRevealsSay:
    def test_double(self):
        """SCV, WCV with the true ratio, and the truth."""
        rng, found = np.random.default_rng(3000), []
        for _ in range(SAMPLES):
            X, X_target = drawn(rng, 1.0)
            y, model = labels(X, 0), LogisticRegression()
            right = cross_val_predict(model, X, y, cv=KFold(5)) == y
            truth = np.mean(model.fit(X, y).predict(X_target) == labels(X_target, 60))
            found.append((right.mean(), np.average(right, weights=np.exp(X[:, 0])), truth))
        assert np.mean(found, axis=0) == pytest.approx([0.98, 0.98, 0.65], abs=0.03)
        assert "WCV says 0.98" in said("06-double")
        assert "On the target 0.65" in said("06-double")

    def test_baselines(self):
        """A thousand times the rows; the model is the rule of the source itself."""
        rng = np.random.default_rng(3000)
        X, X_target = drawn(rng, 1.0, 200_000)
        wrong_rule = labels(X, 15) == labels(X, 0)  # a model turned by 15°, judged by the source's rule
        ratio = np.exp(X[:, 0])
        truth = np.mean(labels(X_target, 15) == labels(X_target, 60))
        by_old_rule = np.mean(labels(X_target, 15) == labels(X_target, 0))
        few = labels(X_target[:10_000], 15) == labels(X_target[:10_000], 60)
        scv, wcv, stv = wrong_rule.mean(), np.average(wrong_rule, weights=ratio), few.mean()
        assert wcv == pytest.approx(by_old_rule, abs=0.01)
        assert stv == pytest.approx(truth, abs=0.015)
        assert min(scv, wcv) > truth + 0.1

    def test_baselines_each_fail_for_a_reason_of_their_own(self):
        """The error depends on the place: SCV is off in place and rule, WCV in the rule alone."""
        rng = np.random.default_rng(3000)
        X, X_target = drawn(rng, 2.0, 200_000)
        for angle in (0, 60):

            def right(rows, rule=0, angle=angle):  # right everywhere by the old rule, but for the left
                return np.where(rows[:, 0] < -1, 0, labels(rows, 0)) == labels(rows, angle * rule)

            scv, wcv = right(X).mean(), np.average(right(X), weights=np.exp(2 * X[:, 0]))
            place, truth = right(X_target).mean(), right(X_target, 1).mean()
            assert abs(scv - place) > 0.1
            assert wcv == pytest.approx(place, abs=0.02)
            assert (abs(wcv - truth) < 0.02) == (angle == 0)

    def test_worth(self):
        interval = solution("06-interval")
        for n, choice in zip((200, 40, 8), registry.prediction("06-worth").choices, strict=True):
            low, high = interval(0.8, n, 0.95)
            assert choice == f"{low:.2f} to {high:.2f}"
        assert "from 0.45 to 0.95: n is 8" in said("06-worth")

    @pytest.mark.parametrize("logs", [-np.arange(ROWS), norm.ppf((np.arange(ROWS) + 0.5) / ROWS)])
    def test_an_interval_by_the_number_of_rows_holds_the_truth_in_every_third_sample(self, logs):
        """Weights that are worth 8 rows, falling geometrically or with a long tail."""
        power = brentq(lambda power: effective_sample_size(np.exp(power * logs)) - 8, 0.01, 5)
        weights = np.exp(power * logs)
        rng, interval, held = np.random.default_rng(3000), solution("06-interval"), {8: 0, ROWS: 0}
        for _ in range(1000):
            score = np.average(rng.random(ROWS) < 0.8, weights=weights)
            for n in held:
                low, high = interval(score, n, 0.95)
                held[n] += low <= 0.8 <= high
        assert 0.2 < held[ROWS] / 1000 < 0.45
        assert held[8] / 1000 > 0.9

    def test_back(self):
        rng, came = np.random.default_rng(3000), []
        for _ in range(5 * SAMPLES):
            X, X_target = drawn(rng, 0.0)
            y, y_target = labels(X, 0), labels(X_target, 60)
            for claimed in (labels(X_target, 0), y_target):
                taught = np.r_[y_target[:10], claimed[10:]]
                came.append(LogisticRegression().fit(X_target, taught).score(X, y))
        wrong, right = np.reshape(came, (-1, 2)).T
        assert (wrong > right).all()
        assert [wrong.mean(), right.mean()] == pytest.approx([0.98, 0.67], abs=0.02)
        assert "0.98 for the one that is wrong and 0.67 for the one that is right" in said("06-back")
        assert pytest.approx(1 / 3) == 60 / 180  # of the directions, and so of the rows, is labelled otherwise

    @pytest.mark.parametrize("alpha", [0.5, 0.95, 1.0])
    def test_what_is_left_of_the_model_in_13_is_its_distance_from_the_sources_rule(self, alpha):
        rng = np.random.default_rng(0)
        p_s, p_t, f, e_back = rng.random((4, 50))
        error = f - p_s  # (11)
        back = alpha * f + (1 - alpha) * p_t + e_back  # (12)
        printed = np.abs((1 - alpha) * (f - p_t) - error - e_back)  # the last line of (13)
        assert np.abs(p_s - back) == pytest.approx(printed)
        assert printed == pytest.approx(np.abs((1 - alpha) * (p_s - p_t) - alpha * error - e_back))


class TestTheSignThatIsTurnedRound:
    """The erroneous example: lines of (13) with random numbers."""

    def lines(self, sign):
        rng = np.random.default_rng(0)
        p, q, f, d = rng.random((4, 50))
        alpha = 0.3
        e, b = f - p, alpha * f + (1 - alpha) * q + d
        return np.abs([p - b, p - alpha * f + sign * (1 - alpha) * q - d, (1 - alpha) * (f - q) - e - d])

    def test_as_printed_the_second_line_alone_is_off(self):
        one, two, three = self.lines(+1)
        assert one == pytest.approx(three)
        assert np.abs(one - two).max() > 0.1

    def test_with_the_other_sign_all_agree(self):
        one, two, three = self.lines(-1)
        assert one == pytest.approx(two)
        assert one == pytest.approx(three)

    def test_the_numbers_of_the_task(self):
        p, f, q, alpha = 0.9, 0.8, 0.2, 0.5
        b = alpha * f + (1 - alpha) * q
        assert (f - p, b, p - b) == pytest.approx((-0.1, 0.5, 0.4))


class TestTheNumbersOfTheTasks:
    def test_criterion(self):
        y, folds = np.array([0, 1, 0, 1]), [np.array([0, 1]), np.array([2, 3])]
        back = [y[folds[0]], np.array([0, 0])]
        assert solution("06-criterion")(y, np.array([1, 1, 2, 4]), folds, back) == pytest.approx(0.5)

    def test_interval(self):
        ends = solution("06-interval")(0.5, 100, 0.95)
        assert "{:.3f} to {:.3f}".format(*ends) in registry.exercise("06-interval").task


class TestTheTableThatIsWorkedByHand:
    """Each working again, with the mistake that the exercise says it has."""

    X, y = np.array([2, 3, 5, 15, 16, 17, 18]), np.array([0, 0, 0, 0, 1, 1, 1])
    FOLD, UNLABELED, LABELED, Y_LABELED = np.array([3, 4]), np.array([9, 12, 13, 21]), np.array([14, 22]), [0, 1]

    def nearest(self, x, y, asked):
        """The nearest neighbour's label; refuses a tie, which nobody could decide by hand."""
        distances = np.sort(np.abs(np.subtract.outer(asked, x)), axis=1)
        assert (distances[:, 0] < distances[:, 1]).all()
        return KNeighborsClassifier(1).fit(np.reshape(x, (-1, 1)), y).predict(np.reshape(asked, (-1, 1)))

    def work(self, mistake):
        rest = np.delete(np.arange(7), self.FOLD)
        known = np.arange(7) if mistake == worked.LEAK else rest
        pseudo = self.nearest(self.X[known], self.y[known], self.UNLABELED)
        x, taught = np.r_[self.UNLABELED, self.LABELED], np.r_[pseudo, self.Y_LABELED]
        if mistake == worked.NO_LABELS:
            x, taught = self.UNLABELED, pseudo
        if mistake == worked.SOURCE:
            x, taught = np.r_[x, self.X[rest]], np.r_[taught, self.y[rest]]
        back = self.nearest(x, taught, self.X[self.FOLD])
        return [*pseudo, *back, *(back != self.y[self.FOLD])]

    def shown(self, name):
        (line,) = re.findall(rf"(?m)^# {name}  \|(.*)$", worked.TABLE)
        return [int(digit) for digit in re.findall(r"\d", line)]

    def test_it_has_these_rows(self):
        numbers = [[int(n) for n in re.findall(r"\d+", line.partition("|")[2])] for line in worked.TABLE.splitlines()]
        assert numbers[:2] == [[*self.X], [*self.y]]
        assert numbers[3:6] == [[*self.UNLABELED], [*self.LABELED], self.Y_LABELED]
        assert [self.X[i] for i in self.FOLD] == [15, 16]

    def test_it_names_the_answers_that_there_are(self):
        assert re.findall('"(.*?)"', worked.TABLE) == [worked.RIGHT, worked.LEAK, worked.NO_LABELS, worked.SOURCE]

    def test_each_working_is_that_of_one_mistake_and_of_no_other(self):
        answers = solution("06-mistake")
        works = {mistake: self.work(mistake) for mistake in answers.values()}
        assert len({tuple(work) for work in works.values()}) == len(works) == 4
        assert {name: self.shown(name) for name in answers} == {name: works[answers[name]] for name in answers}

    def test_the_leak_does_not_show_in_r(self):
        assert self.work(worked.LEAK)[-2:] == self.work(worked.RIGHT)[-2:]

    def test_the_function_of_the_second_exercise_gives_the_same(self):
        rows = (self.X, self.UNLABELED, self.LABELED)
        X, X_unlabeled, X_labeled = (part.reshape(-1, 1) for part in rows)
        r = solution("06-fold")(
            KNeighborsClassifier(1), X, self.y, self.FOLD, X_unlabeled, X_labeled, np.array(self.Y_LABELED)
        )
        assert [*r] == self.work(worked.RIGHT)[-2:]


class TestTheCases:
    """The numbers that the judge's stories have."""

    def test_lottery_and_reform_are_wider_apart_than_500_rows_make_likely(self):
        interval = solution("06-interval")
        for better, worse in ((0.88, 0.79), (0.93, 0.85)):
            assert interval(better, 500, 0.95)[0] > interval(worse, 500, 0.95)[1]

    def test_four_and_ten_rows_leave_it_open(self):
        interval = solution("06-interval")
        for n, better, worse in ((4, 0.9, 0.8), (10, 0.9, 0.7)):
            assert interval(better, n, 0.95)[0] < worse
            assert interval(worse, n, 0.95)[1] > interval(better, n, 0.95)[0] + 0.2

    def test_eight_right_of_ten_may_be_a_coin_and_may_be_nearly_perfect(self):
        low, high = solution("06-interval")(0.8, 10, 0.95)
        assert low < 0.5
        assert high > 0.94


def test_the_ways_to_write_a_fold_are_all_correct():
    def reverse_validate(learner, X, y, fold, X_unlabeled, X_labeled, y_labeled):
        held_out = np.isin(np.arange(len(X)), fold)
        there = clone(learner).fit(X[~held_out], y[~held_out])
        back = clone(learner).fit([*X_labeled, *X_unlabeled], [*y_labeled, *there.predict(X_unlabeled)])
        return [int(back.predict(x[np.newaxis])[0] != y[i]) for i, x in zip(fold, X[fold], strict=True)]

    for seed in range(3):
        assert registry.exercise("06-fold").assess(reverse_validate, seed).correct


def test_two_mistakes_at_once_are_seen_by_what_they_do():
    def both(learner, X, y, fold, X_unlabeled, X_labeled, y_labeled):
        pseudo = learner.fit(X, y).predict(X_unlabeled)
        return learner.fit(X_unlabeled, pseudo).predict(X[fold]) != y[fold]

    outcome = registry.exercise("06-fold").assess(both)
    assert (outcome.kind, outcome.misconception) == ("wrong", None)


def test_the_criterion_row_by_row_is_correct():
    def transfer_cv(y, weights, folds, back):
        came = dict(zip(np.concatenate(folds), np.concatenate(back), strict=True))
        return sum(w for i, w in enumerate(weights) if came[i] == y[i]) / sum(weights)

    assert registry.exercise("06-criterion").assess(transfer_cv).correct


def test_weights_turned_upside_down_get_a_word_about_a_single_row():
    right = solution("06-criterion")
    outcome = registry.exercise("06-criterion").assess(lambda y, weights, *came: right(y, 1 / weights, *came))
    assert (outcome.kind, outcome.misconception) == ("wrong", None)
    assert "the row's share of the weight" in outcome.message


def test_the_praise_of_the_criterion_is_true():
    """Weights of one, the first model's labels, both."""
    transfer_cv = solution("06-criterion")
    rng = np.random.default_rng(0)
    y, first = rng.integers(0, 2, (2, 20))
    weights, folds = rng.random(20), np.split(rng.permutation(20), 4)
    there = [first[fold] for fold in folds]
    assert transfer_cv(y, weights, folds, there) == pytest.approx(np.average(first == y, weights=weights))
    assert transfer_cv(y, np.ones(20), folds, there) == pytest.approx(np.mean(first == y))


def test_an_interval_solved_numerically_is_correct():
    def interval(score, n, level):
        z = NormalDist().inv_cdf(0.5 + level / 2)

        def off(true):
            return (score - true) ** 2 * n - z**2 * true * (1 - true)

        return brentq(off, 0, score - 1e-12), 1.0 if score == 1 else brentq(off, score + 1e-12, 1)

    assert registry.exercise("06-interval").assess(interval).correct


def test_an_interval_cut_off_at_1_gets_a_word_about_the_chance():
    def cut_off(score, n, level):
        half = NormalDist().inv_cdf((1 + level) / 2) * np.sqrt(score * (1 - score) / n) + 0.5 / n
        return np.clip([score - half, score + half], 0, 1)

    outcome = registry.exercise("06-interval").assess(cut_off)
    assert (outcome.kind, outcome.misconception) == ("wrong", None)
    assert "the true accuracy be one of your ends" in outcome.message
