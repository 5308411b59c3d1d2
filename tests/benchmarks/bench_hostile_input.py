"""Hostile input: all calls of the property suite, counted by how they end."""

from collections import Counter

from calls import call, report_of
from threadpoolctl import threadpool_limits
from verdict import OUTCOMES, REFUSED, RIGHT, UGLY, WARNED, WRONG

CALLS = range(20_000)


def test_no_call_is_silently_wrong_or_ends_in_words_of_others(report):
    ends = Counter()
    with threadpool_limits(1):
        for k in CALLS:
            ends[outcome := call(k).verdict().outcome] += 1
            if outcome in (WRONG, UGLY):
                print(report_of(k))
    assert set(ends) <= set(OUTCOMES)
    report("calls with hostile input", len(CALLS), 10_000, unit="calls", at_least=True)
    for outcome in (RIGHT, WARNED, REFUSED):
        report(outcome, ends[outcome], 1, unit="calls", at_least=True)
    missed = [outcome for outcome in (WRONG, UGLY) if ends[outcome]]
    for outcome in sorted((WRONG, UGLY), key=missed.__contains__):  # what is missed ends the test
        report(outcome, ends[outcome], 0.5, unit="calls")


def test_calls_that_must_be_refused_or_doubted_are_among_them():
    """The oracles ask for something: few calls may end in just any answer, doubts need samples that do not overlap."""
    demands = Counter(call(k).must for k in CALLS)
    shares = {what: count / len(CALLS) for what, count in demands.items()}
    assert shares["a refusal"] > 0.1
    assert shares["an answer"] > 0.1
    assert shares["a warning or a refusal"] > 0.005
