"""Every exercise: the stub is not attempted, the solution correct, each known mistake gets its own words."""

import linecache
import re

import numpy as np
import pytest

from shiftlab import course, posterior
from shiftlab.course import registry
from shiftlab.course.exercise import Exercise, mistake
from shiftlab.course.judgement import NAME, judgement

EXERCISES = list(registry.exercises().values())
JUDGES = [exercise for exercise in EXERCISES if exercise.name == NAME]
FUNCTIONS = [exercise for exercise in EXERCISES if exercise.name != NAME]
WRONG_CHOICES = [(judge, found) for judge in JUDGES for found in judge.misconceptions]
SEEDS = range(6)
MISTAKES = [(exercise, found) for exercise in EXERCISES for found in exercise.misconceptions]

# Of N(d) at v, and between rows, as students write them.
BELL = "lambda v, d: np.exp(-(v - d[0]) ** 2 / (2 * d[1] ** 2)) / np.sqrt(2 * np.pi * d[1] ** 2)"
KERNEL = "np.exp(-gamma * np.linalg.norm(X_source[:, None] - X_target, axis=2) ** 2)"
# What b's labels are worth more than a's; each learner's labels of the target.
GAINS = "g = accuracy[:, 1] - accuracy[:, 0]"
TAUGHT = "T = [m.fit(X, y).predict(X_target) for m in learners]"
# Out to the target with a fold, and home again; what the labels that came back cost; the parts of (15).
OUT = "keep = np.setdiff1d(np.arange(len(X)), fold); T = learner.fit(X[keep], y[keep]).predict(X_unlabeled)"
HOME = "learner.fit(np.concatenate([X_unlabeled, X_labeled]), np.concatenate([T, y_labeled]))"
LOSS = "return 1.0 * (learner.predict(X[fold]) != y[fold])"
COST = "loss = sum(weights[i] for f, b in zip(folds, back) for i, label in zip(f, b) if label != y[i])"
QUANTILE = "from scipy.stats import norm; z = norm.ppf((1 + level) / 2)"
WILSON = (
    "d = 1 + z**2 / n; m = (score + z**2 / n / 2) / d; h = z / d * np.sqrt(score * (1 - score) / n + z**2 / n**2 / 4)"
)

#: The same mistakes as students write them, found without looking at the registered ones.
AS_WRITTEN = [
    ("00-first", "nothing was thrown away", "return n_positive / (n_positive + n_negative)"),
    ("00-first", "share of negatives", "kept = beta * n_negative; return kept / (kept + n_positive)"),
    ("00-first", "1 - β kept", "return n_positive / (n_positive + n_negative - beta * n_negative)"),
    ("01-selection", "the product alone", "return np.multiply(joint, chance)"),
    ("01-selection", "each place by itself", "j = joint * chance; return j / j.sum(axis=0, keepdims=True)"),
    ("01-selection", "each class by itself", "j = joint * chance; return j / j.sum(axis=1)[:, None]"),
    ("01-selection", "the wrong way round", "j = joint / chance; return j / j.sum()"),
    ("01-weights", "the chance as a weight", "return np.where(x <= cut, keep_below, keep_above)"),
    ("01-weights", "the chance to be left out", "return np.where(x <= cut, 1 - keep_below, 1 - keep_above)"),
    ("01-weights", "the sides exchanged", "return 1 / np.where(x > cut, keep_below, keep_above)"),
    ("01-weights", "all alike", "return np.ones(len(x)) / len(x)"),
    ("02-posterior", "nothing changes", "return p * 1.0"),
    ("02-posterior", "β on the positives", "return beta * p / (beta * p + (1 - p))"),
    ("02-posterior", "p divided by β", "return np.clip(p / beta, 0, 1)"),
    ("02-posterior", "p times β", "return p - (1 - beta) * p"),
    ("02-posterior", "1 - β kept", "return p / (1 - beta * (1 - p))"),
    ("02-posterior", "odds for a probability", "return p / beta / (1 - p)"),
    ("02-posterior", "every row a positive", "return 1 / (1 + beta - beta * p)"),
    ("02-threshold", "the threshold stays", "return tau_s"),
    ("02-threshold", "β times the threshold", "return tau_s * beta"),
    ("02-threshold", "the wrong direction", "return posterior.undersampled_posterior(tau_s, beta)"),
    ("02-threshold", "always one half", "return 1 / 2"),
    (
        "02-correct-forest",
        "correct each, then average",
        "return np.mean([posterior.corrected_posterior(m, beta) for m in members], axis=0)",
    ),
    ("02-correct-forest", "no correction", "return sum(members) / len(members)"),
    ("02-correct-forest", "one number for all", "return posterior.corrected_posterior(np.mean(members), beta)"),
    (
        "02-correct-forest",
        "averaged over rows of data",
        "return posterior.corrected_posterior(members.mean(1), beta)",
    ),
    ("03-ratio", "upside down", f"f = {BELL}; return f(x, source) / f(x, target)"),
    (
        "03-ratio",
        "no normalisation",
        "return np.exp(((x - source[0]) / source[1]) ** 2 / 2 - ((x - target[0]) / target[1]) ** 2 / 2)",
    ),
    (
        "03-ratio",
        "standard deviation as variance",
        f"f = {BELL.replace(' ** 2) / ', ') / ').replace('d[1] ** 2)', 'd[1])')}; return f(x, target) / f(x, source)",
    ),
    (
        "03-ratio",
        "normalised over the rows given",
        f"f = {BELL}; w = f(x, target) / f(x, source); return w / np.sum(w)",
    ),
    ("03-ratio", "scaled to mean 1", f"f = {BELL}; w = f(x, target) / f(x, source); return w / np.mean(w)"),
    ("03-ratio", "the target alone", f"f = {BELL}; return f(x, target)"),
    ("03-ess", "counting rows", "return np.count_nonzero(weights)"),
    ("03-ess", "adding weights", "return sum(weights)"),
    ("03-ess", "by the largest", "return np.sum(weights / max(weights))"),
    ("03-ess", "squares without a scale", "return 1 / sum(w * w for w in weights)"),
    ("03-ess", "the inverse", "w = weights / weights.sum(); return w @ w"),
    ("03-ess", "entropy", "w = weights / weights.sum(); return np.exp(-np.sum(w * np.log(w)))"),
    ("03-kappa", "the sum alone", f"return {KERNEL}.sum(1)"),
    ("03-kappa", "the mean alone", f"return {KERNEL}.mean(1)"),
    ("03-kappa", "the factor upside down", f"return len(X_target) / len(X_source) * {KERNEL}.sum(1)"),
    ("03-kappa", "the kernel's sign", f"return len(X_source) * {KERNEL.replace('-gamma', 'gamma')}.mean(1)"),
    ("03-kappa", "distance not squared", f"return len(X_source) * ({KERNEL.replace(' ** 2', '')}).mean(1)"),
    (
        "03-kappa",
        "gamma as a width",
        f"return len(X_source) * {KERNEL.replace('-gamma', '-1 / gamma**2 / 2')}.mean(1)",
    ),
    ("04-weight", "upside down", "return s * n / ((1 - s) * m)"),
    ("04-weight", "the odds upside down", "return (m / n) * (s / (1 - s))"),
    ("04-weight", "upside down, without the sizes", "return 1 / (1 / s - 1)"),
    ("04-weight", "the sizes forgotten", "return 1 / s - 1"),
    ("04-weight", "the sizes upside down", "return n / m * (1 / s - 1)"),
    ("04-weight", "one over p", "return s**-1.0"),
    ("04-weight", "the minus one forgotten", "return m / (n * s)"),
    ("04-weight", "a probability as a weight", "return 1 - s"),
    ("04-weight", "scaled to mean 1", "w = m / n * (1 - s) / s; return w * len(w) / sum(w)"),
    ("04-pull", "two stages", "return 1.0 - s"),
    ("04-pull", "the sign of the loss", "return -weight * loss + (1 - s)"),
    ("04-pull", "all signs", "return -(weight * loss + 1 - s)"),
    ("04-pull", "the labels alone", "return loss * weight"),
    ("04-pull", "the loss without its weight", "return (1 - s) + loss"),
    ("04-pull", "q for its complement", "return s + weight * loss"),
    ("04-pull", "the slope of log s turned round", "return s - 1 + weight * loss"),
    ("04-pull", "half a chain rule", "return weight * loss + 1 / s"),
    (
        "05-rule",
        "the better pupil",
        "c = np.diff(accuracy, axis=0)[0]; return 'b' if min(c) > 0 else 'a' if max(c) < 0 else '?'",
    ),
    ("05-rule", "the other one wins", f"{GAINS}; return 'a' if min(g) > 0 else 'b' if max(g) < 0 else '?'"),
    (
        "05-rule",
        "each on its own labels",
        "d = accuracy[0][0] - accuracy[1][1]; return '?' if d == 0 else 'ba'[int(d > 0)]",
    ),
    ("05-rule", "only learner a is asked", f"{GAINS}; return 'b' if g[0] > 0 else 'a' if g[0] < 0 else '?'"),
    ("05-rule", "only learner b is asked", f"{GAINS}; return 'b' if g[1] > 0 else 'a' if g[1] < 0 else '?'"),
    ("05-rule", "one learner is enough", f"{GAINS}; return 'b' if max(g) > 0 else 'a' if min(g) < 0 else '?'"),
    ("05-rule", "the sums", "a, b = accuracy.mean(0); return 'a' if a > b else 'b' if b > a else '?'"),
    (
        "05-rule",
        "a tie counts as a win",
        f"{GAINS}; return '?' if min(g) == max(g) == 0 or min(g) * max(g) < 0 else 'b' if sum(g) > 0 else 'a'",
    ),
    ("05-rule", "nothing when in doubt", f"{GAINS}; v = 'b' if min(g) > 0 else 'a' if max(g) < 0 else None; return v"),
    ("05-rule", "a when in doubt", f"{GAINS}; return 'b' if min(g) > 0 else 'a'"),
    ("05-rule", "b when in doubt", f"{GAINS}; return 'a' if max(g) < 0 else 'b'"),
    (
        "05-back",
        "rows and columns exchanged",
        f"{TAUGHT}; return [[m.fit(X_target, t).score(X, y) for m in learners] for t in T]",
    ),
    (
        "05-back",
        "it stays at the target",
        f"{TAUGHT}; return [[m.fit(X_target, t).score(X_target, t) for t in T] for m in learners]",
    ),
    ("05-back", "it never left", "return [[m.fit(X, y).score(X, y) for m in learners]] * len(learners)"),
    ("05-back", "agreement", f"{TAUGHT}; return [[1 - np.mean(s != t) for t in T] for s in T]"),
    (
        "05-back",
        "the source taught, too",
        f"{TAUGHT}; Z = np.concatenate([X_target, X]); "
        "return [[m.fit(Z, np.concatenate([t, y])).score(X, y) for t in T] for m in learners]",
    ),
    (
        "05-back",
        "the learners kept, not their labels",
        "F = [m.fit(X, y) for m in learners]; return [[a.fit(X_target, b.predict(X_target)).score(X, y) for b in F] "
        "for a in F]",
    ),
    (
        "05-back",
        "the learners kept, not their labels",
        "F = [m.fit(X, y) for m in learners]; "
        "return np.transpose([[a.fit(X_target, b.predict(X_target)).score(X, y) for a in F] for b in F])",
    ),
    ("05-benefit", "overhead forgotten", "return sum(amounts[p * amounts > overhead] * fraud[p * amounts > overhead])"),
    (
        "05-benefit",
        "overhead for false alarms only",
        "return sum(np.where(fraud, a, -overhead) for q, a, fraud in zip(p, amounts, fraud) if q * a > overhead)",
    ),
    ("05-benefit", "more likely than not", "return np.where(p >= 0.5, amounts * fraud - overhead, 0).sum()"),
    (
        "05-benefit",
        "everything investigated",
        "d = amounts > overhead; return amounts @ (fraud * d) - overhead * sum(d)",
    ),
    ("05-benefit", "decided with hindsight", "return np.maximum(amounts - overhead, 0) @ fraud"),
    ("05-benefit", "expected, not brought", "return np.maximum(p * amounts - overhead, 0).sum()"),
    ("06-fold", "the fold has taught", f"T = learner.fit(X, y).predict(X_unlabeled); {HOME}; {LOSS}"),
    (
        "06-fold",
        "the rows it was trained on",
        f"{OUT}; {HOME}; kept = ~np.isin(np.arange(len(y)), fold); return learner.predict(X[kept]) != y[kept]",
    ),
    ("06-fold", "the labelled rows stay at home", f"{OUT}; learner.fit(X_unlabeled, T); {LOSS}"),
    ("06-fold", "the labelled rows alone", f"{OUT}; learner.fit(X_labeled, y_labeled); {LOSS}"),
    (
        "06-fold",
        "known labels overwritten",
        f"{OUT}; y_labeled = learner.predict(X_labeled); {HOME}; {LOSS}",
    ),
    (
        "06-fold",
        "labelled rows on the way there, too",
        "keep = np.setdiff1d(np.arange(len(X)), fold); learner.fit([*X[keep], *X_labeled], [*y[keep], *y_labeled]); "
        f"T = learner.predict(X_unlabeled); {HOME}; {LOSS}",
    ),
    (
        "06-fold",
        "the source on the way back",
        f"{OUT}; learner.fit(np.r_[X_unlabeled, X_labeled, X[keep]], np.r_[T, y_labeled, y[keep]]); {LOSS}",
    ),
    ("06-fold", "it never left", f"{OUT}; {LOSS}"),
    (
        "06-fold",
        "agreement of two models",
        f"{OUT}; f = learner.predict(X[fold]); {HOME}; return np.abs(f - learner.predict(X[fold]))",
    ),
    ("06-fold", "right for wrong", f"{OUT}; {HOME}; return learner.predict(X[fold]) == y[fold]"),
    ("06-criterion", "loss for accuracy", f"{COST}; return loss / sum(weights)"),
    ("06-criterion", "n as printed", f"{COST}; return 1 - loss / len(y)"),
    ("06-criterion", "k as printed", f"{COST}; return 1 - loss / len(folds)"),
    (
        "06-criterion",
        "fold by fold",
        "return np.mean([np.average(b == y[f], weights=weights[f]) for f, b in zip(folds, back)])",
    ),
    ("06-criterion", "the way back alone", "return sum(sum(b == y[f]) for f, b in zip(folds, back)) / len(y)"),
    (
        "06-criterion",
        "class numbers subtracted",
        "return 1 - sum(weights[f] @ np.abs(y[f] - b) for f, b in zip(folds, back)) / np.sum(weights)",
    ),
    ("06-criterion", "labels in another order", "return np.average(np.hstack(back) == y, weights=weights)"),
    (
        "06-criterion",
        "weights in another order",
        "return np.average(np.hstack([b == y[f] for f, b in zip(folds, back)]), weights=weights)",
    ),
    (
        "06-interval",
        "the accuracy seen under the root",
        f"{QUANTILE}; s = np.sqrt(score * (1 - score) / n); return score - z * s, score + z * s",
    ),
    (
        "06-interval",
        "all that is left out on one side",
        f"{QUANTILE.replace('(1 + level) / 2', 'level')}; {WILSON}; return m - h, m + h",
    ),
    ("06-interval", "one standard error", f"z = 1; {WILSON}; return m - h, m + h"),
    ("06-interval", "around the accuracy seen", f"{QUANTILE}; {WILSON}; return [score - h, score + h]"),
    (
        "06-interval",
        "the root forgotten",
        f"{QUANTILE}; d = z * score * (1 - score) / n; return np.array([score - d, score + d])",
    ),
    ("06-interval", "middle and half width", f"{QUANTILE}; {WILSON}; return m, h"),
    ("06-interval", "the larger end first", f"{QUANTILE}; {WILSON}; return m + h, m - h"),
]


def written(source, name, filename="<cell>"):
    """What a cell defines."""
    linecache.cache[filename] = (len(source), None, source.splitlines(keepends=True), filename)
    names = {"np": np, "posterior": posterior}
    exec(compile(source, filename, "exec"), names)
    return names[name]


def with_body(exercise, body):
    """A body under the stub's first two lines, the signature and the docstring."""
    return written(f"{signature(exercise)}    {body}\n", exercise.name)


def signature(exercise):
    return "".join(exercise.stub.splitlines(keepends=True)[:2])


def said(outcome):
    return f"{outcome!r} {outcome._repr_html_()}"


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda e: e.id)
class TestEveryExercise:
    def test_the_stub_is_not_attempted(self, exercise):
        outcome = exercise.assess(written(exercise.stub, exercise.name))
        assert outcome.kind == "not attempted"
        assert "not attempted" in repr(outcome).lower()

    @pytest.mark.parametrize("nothing", [None, ...])
    def test_nothing_is_not_attempted(self, exercise, nothing):
        assert exercise.assess(nothing).kind == "not attempted"

    def test_no_line_of_a_cell_is_cut_off(self, exercise):
        assert all(len(line) <= 88 for line in f"{exercise.stub}{exercise.solution}".splitlines())

    def test_the_task_is_said_in_a_few_sentences_with_an_example(self, exercise):
        assert 80 < len(exercise.task.split("\n\n")[0]) < 500
        assert exercise.situations or re.search(r"\d", exercise.task)

    @pytest.mark.parametrize("seed", SEEDS)
    def test_the_solution_is_correct(self, exercise, seed):
        assert exercise.assess(written(exercise.solution, exercise.name), seed).correct

    def test_the_outcome_is_the_same_every_time(self, exercise):
        wrong = exercise.misconceptions[0].wrong
        assert said(exercise.assess(wrong)) == said(exercise.assess(wrong))

    def test_there_are_hints_and_they_do_not_show_the_solution(self, exercise):
        assert len(exercise.hints) >= 2
        assert not shows(" ".join(exercise.hints), exercise)

    def test_something_strange_is_answered_kindly(self, exercise):
        for strange in (3, "text", [1, 2], {"a": 1}, object()):
            assert exercise.assess(strange).kind == "wrong"


@pytest.mark.parametrize(("exercise", "misconception"), MISTAKES, ids=lambda x: getattr(x, "id", None) or x.name)
@pytest.mark.parametrize("seed", SEEDS)
def test_each_registered_mistake_gets_its_own_message_and_no_answer(exercise, misconception, seed):
    outcome = exercise.assess(misconception.wrong, seed)
    assert (outcome.kind, outcome.misconception) == ("wrong", misconception.name)
    assert outcome.message == misconception.message
    assert not shows(said(outcome), exercise)


def test_messages_and_names_are_all_different():
    for exercise in EXERCISES:
        for part in ("name", "message"):
            parts = [getattr(misconception, part) for misconception in exercise.misconceptions]
            assert len(set(parts)) == len(parts)


@pytest.mark.parametrize(("id", "name", "body"), AS_WRITTEN)
def test_mistakes_as_students_write_them_are_recognised(id, name, body):
    exercise = registry.exercise(id)
    for seed in SEEDS:
        assert exercise.assess(with_body(exercise, body), seed).misconception == name


def shows(text, exercise):
    """Whether a text has a line of the solution in it."""
    lines = [line.split("#")[0].strip() for line in exercise.solution.splitlines()]
    expressions = [line.removeprefix("return ") for line in lines if line.startswith(("return", "answers"))]
    assert expressions
    return any(expression in text for expression in expressions)


@pytest.mark.parametrize("exercise", FUNCTIONS, ids=lambda e: e.id)
@pytest.mark.parametrize("seed", SEEDS)
def test_no_message_has_the_expected_number_in_it(exercise, seed):
    """Nearly right answers reach every property; what is right for the data they were tried on is never said."""
    right, expected = written(exercise.solution, exercise.name), []

    def remember(*arguments):
        value = right(*arguments)
        expected.extend(v for v in np.ravel(value) if not isinstance(v, str))
        return value

    exercise.assess(remember, seed)
    for bend in (lambda v: v * 1.01, lambda v: v**1.1, lambda v: v + 0.001, lambda v: 1 - v, lambda v: v * 0.5):
        text = said(exercise.assess(lambda *a, bend=bend: bend(right(*a)), seed))
        numbers = set(re.findall(r"\d*\.\d+", text))
        forms = {f"{v:.{d}f}" for v in expected if 0 < v < 1 for d in (3, 4, 6)} | {repr(float(v)) for v in expected}
        assert not numbers & (forms - {"0.0", "1.0"}), text


def choices(judge):
    """The right choice for each situation of an exercise of judgement."""
    return written(judge.solution, judge.name)


@pytest.mark.parametrize(("judge", "misconception"), WRONG_CHOICES, ids=lambda x: getattr(x, "id", None) or x.name)
def test_a_judge_never_says_the_right_choice(judge, misconception):
    ((key, _),) = misconception.wrong.items() - choices(judge).items()
    assert choices(judge)[key] not in said(judge.assess(misconception.wrong))


@pytest.mark.parametrize("judge", JUDGES, ids=lambda e: e.id)
def test_every_wrong_choice_of_a_judge_has_a_word(judge):
    right = choices(judge)
    possible = {choice for misconception in judge.misconceptions for choice in misconception.wrong.values()}
    for key in right:
        for choice in possible - {right[key]}:
            assert judge.assess({**right, key: choice}).misconception


def test_a_judge_without_a_word_for_a_choice_is_refused():
    with pytest.raises(ValueError, match=r"^99-x: there is no word yet for the choice 'no' in 'b'\.$"):
        judgement("99-x", "", {"a": "yes", "b": "yes"}, {("a", "no"): ("name", "word")}, hints=(), praise="")


@pytest.mark.parametrize(
    ("answers", "kind", "words"),
    [
        ({"rank": "either"}, "not attempted", "no choice yet for: loss, decide, forest"),
        ({"rank": "any"}, "wrong", "'any'"),
        ({"rnk": "either"}, "wrong", "'rnk'"),
        ({"rank": ["either"], "loss": 3, "decide": None, "forest": None}, "wrong", "the choices are"),
    ],
)
def test_the_judge_says_what_is_missing_or_misspelt(answers, kind, words):
    outcome = registry.exercise("02-judge").assess(answers)
    assert outcome.kind == kind
    assert words in outcome.message


@pytest.mark.parametrize("exercise", FUNCTIONS, ids=lambda e: e.id)
class TestCodeThatRaises:
    def test_the_message_has_the_students_line_and_its_number(self, exercise):
        outcome = exercise.assess(with_body(exercise, "scale = 2\n    return scale * missing"))
        assert outcome.kind == "raised"
        assert "`return scale * missing`" in outcome.message
        assert "line 4 " in outcome.message
        assert "NameError: name 'missing' is not defined" in outcome.message
        assert "Traceback" not in said(outcome)

    def test_a_helper_of_theirs_is_their_line_and_a_library_is_not(self, exercise):
        source = f"{signature(exercise)}    return helper()\ndef helper():\n    return np.ones(2) @ np.ones(3)\n"
        outcome = exercise.assess(written(source, exercise.name))
        assert "`return np.ones(2) @ np.ones(3)`" in outcome.message

    def test_the_wrong_parameters_point_to_the_definition(self, exercise):
        outcome = exercise.assess(written(f"def {exercise.name}():\n    return 1\n", exercise.name))
        assert outcome.kind == "raised"
        assert f"`def {exercise.name}():`" in outcome.message

    def test_not_implemented_is_not_attempted(self, exercise):
        assert exercise.assess(with_body(exercise, "raise NotImplementedError")).kind == "not attempted"

    @pytest.mark.parametrize("value", ["'a'", "[1, 2, 3]", "np.nan", "1j", "{}", "np.zeros((2, 2))"])
    def test_a_result_of_another_kind_gets_a_sentence(self, exercise, value):
        assert exercise.assess(with_body(exercise, f"return {value}")).kind == "wrong"

    def test_a_function_without_source_gets_a_message_without_line(self, exercise):
        assert "TypeError" in exercise.assess(isinstance).message


def test_a_mistake_of_ours_is_not_blamed_on_the_student():
    def check(answer, rng):
        raise ZeroDivisionError("ours")

    broken = Exercise("99-x", "broken", "f", "", "", check, (), (), "")
    with pytest.raises(ZeroDivisionError, match="ours"):
        broken.assess(lambda: 1)


def test_a_student_cannot_change_the_data_that_they_are_tried_on():
    exercise = registry.exercise("02-correct-forest")
    body = "result = posterior.corrected_posterior(np.mean(members, axis=0), beta); members *= 0; return result"
    assert exercise.assess(with_body(exercise, body)).correct


def test_exercise_1_works_for_arrays_too():
    body = "return p / (p + beta * (1 - p)) if np.ndim(p) == 0 else p"
    outcome = registry.exercise("02-posterior").assess(with_body(registry.exercise("02-posterior"), body))
    assert "array" in outcome.message


def test_data_are_fresh_for_another_seed():
    seen = []
    for seed in (0, 1):
        registry.exercise("02-posterior").assess(lambda p, beta: seen.append((p, beta)), seed)
    assert seen[0] != seen[1]


def test_an_answer_with_two_mistakes_is_still_wrong():
    never = mistake("never", "never shown", lambda p, beta: p / 0, lambda rng: [(0.5, 0.5)])
    assert not never.shown_by(lambda p, beta: p, np.random.default_rng(0))


def test_an_unknown_exercise_is_one_sentence():
    with pytest.raises(ValueError, match=r"^There is no exercise '02-posteriors'; did you mean 02-posterior\?$"):
        course.check("02-posteriors", None)
    with pytest.raises(ValueError, match=r"^There is no exercise 'kafka'; there are 00-first, "):
        course.hint("kafka")


class TestHintsAndSolution:
    def test_each_call_gives_one_more_and_the_last_tells_of_the_solution(self, desk):
        hints = registry.exercise("02-posterior").hints
        for given in range(1, len(hints) + 1):
            text = repr(course.hint("02-posterior"))
            assert [hint in text for hint in hints] == [k < given for k in range(len(hints))]
            assert ("course.solution" in text) == (given == len(hints))
        assert repr(course.hint("02-posterior")) == text

    def test_the_solution_is_source_that_is_correct(self, desk):
        exercise = registry.exercise("02-threshold")
        card = course.solution("02-threshold")
        assert exercise.assess(written(card.code, exercise.name)).correct
        assert "corrected_posterior(tau_s, beta)" in repr(card)
        assert "corrected_posterior(tau_s, beta)" in card._repr_html_()


def test_cards_say_what_they_are_without_colour_and_take_the_pages_own():
    for answer in (None, lambda p, beta: p, lambda p, beta: 1 / 0, posterior.undersampled_posterior):
        outcome = registry.exercise("02-posterior").assess(answer)
        page = outcome._repr_html_()
        assert {"not attempted": "Not attempted", "wrong": "Not yet", "raised": "stopped", "correct": "Correct"}[
            outcome.kind
        ] in page
        assert "var(--jp-content-font-color1, inherit)" in page
        assert "background: #" not in page


def test_what_a_student_wrote_cannot_become_html():
    def undersampled(p, beta):
        raise ValueError("<script>alert(1)</script>")

    assert "<script>" not in registry.exercise("02-posterior").assess(undersampled)._repr_html_()
