"""A claim in words: nowhere "partly" without its share, and every number with what stands behind it."""

import pytest
from findings import NO, OPEN, YES, computed, measured, part

from shiftlab.claims import words


def claim(*parts, **about):
    return measured(*parts, **about).claim


def test_partly_stands_with_its_share():
    found = claim(part(YES, 1), part(OPEN, 2), part(NO, 3), part(NO, 4, primary=False))
    assert words.spoken(found) == "partly (1 of 3 supported, 1 contradicted)"


def test_another_verdict_stands_alone():
    assert words.spoken(claim(part(YES))) == "replicates"
    assert words.spoken(claim(part(OPEN))) == "inconclusive"


@pytest.mark.parametrize(
    ("number", "shown"),
    [(0.0212345, "0.0212"), (284807, "284,807"), (-1234.5, "-1,234"), (17, "17"), (float("inf"), "inf")],
)
def test_numbers_have_three_digits_or_all_before_the_point(number, shown):
    assert words.number(number) == shown


def test_a_printed_number_is_told_from_its_neighbour():
    assert words.exactly(0.12345) != words.exactly(0.12346)
    assert words.exactly(284807) == "284,807"


def test_our_number_is_the_one_or_the_mean_with_interval_and_repetitions():
    assert words.ours(claim(part(YES))) == "0.2 [0.1, 0.3]; 50 seeds"
    assert words.ours(claim(part(YES, 1), part(YES, 2, n=10, sign=1))) == "0.2 [0.1, 0.3], mean of 2; 10 to 50 seeds"
    assert words.ours(claim(part(YES, 1), part(NO, 2, primary=False))) == "0.2 [0.1, 0.3]; 50 seeds"


def test_of_what_is_exact_it_is_how_many_are_right():
    assert words.ours(computed((1, 1), (2, 3)).claim) == "1 of 2 right"
    assert words.ours(computed((1, 1)).claim) == "1"


def test_a_stand_in_is_named():
    found = claim(part(YES), missing="The cards of the paper do not exist.")
    assert words.spoken(found) == "no data"
    assert words.ours(found) == "on a stand-in: 0.2 [0.1, 0.3]; 50 seeds"
    assert words.ours(claim(missing="Gone.")) == ""


@pytest.mark.parametrize(
    ("unit", "plural"),
    [
        ("seed", "seeds"),
        ("split of the rows", "splits of the rows"),
        ("class", "classes"),
        ("study", "studies"),
        ("day", "days"),
    ],
)
def test_units_have_a_plural(unit, plural):
    assert words.several(unit) == plural
    assert words.counted(1, unit) == f"1 {unit}"


def test_certainty_is_what_its_marks_say():
    assert words.certainty(claim(part(YES))) == "high (D S P U)"
    assert words.certainty(claim(part(YES), printed_settings=False)) == "moderate (D – P U)"
    assert words.certainty(claim(part(OPEN), data="subset")) == "low (– S – U)"


def test_what_the_paper_says_is_its_words_or_its_numbers():
    assert words.paper(claim(part(YES), says="it is larger")) == "it is larger"
    assert words.paper(claim(part(YES, expected=0.25))) == "0.25"
    assert words.paper(claim(*(part(YES, mu, expected=mu) for mu in (1, 2, 3, 4)))) == "1, 2 and 2 more"


def test_only_headlines_that_were_run_are_counted():
    claims = [
        claim(part(YES)),
        claim(part(NO), id="second"),
        claim(part(NO), id="no-headline", headline=False),
        claim(part(NO), id="identity", category="mathematics"),
        computed((1, 2), headline=True).claim,
    ]
    assert words.counts(claims) == {"undersampling": {"replicates": 1, "does not replicate": 1}}


def test_the_rest_is_one_line():
    table = {"category": "printed table"}
    claims = [computed((1, 1)), computed((1, 2)), computed((1, 1), **table), computed((1, 2), **table)]
    assert words.beside_the_counts(found.claim for found in claims) == (
        "plus 2 formulas checked, 1 wrong as printed; 2 printed tables recomputed, 1 with slips"
    )
