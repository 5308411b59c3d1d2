"""The pictures: what is in them, and that they are the same twice."""

import xml.etree.ElementTree as xml
from dataclasses import replace

import pytest
from findings import NO, OPEN, YES, computed, measured, part

from shiftlab.claims.pages import forest
from shiftlab.claims.rules import Equivalent, MeasuredAtMost, Predicted

SVG = "{http://www.w3.org/2000/svg}"


def texts(svg):
    return [item.text for item in xml.fromstring(svg).iter(f"{SVG}text")]


THREE = measured(part(YES, 1, expected=0.25), part(OPEN, 2), part(NO, 3, primary=False))


def test_the_same_evidence_gives_the_same_bytes_and_no_date():
    picture = forest.picture(THREE)
    assert picture == forest.picture(THREE)
    assert "dc:date" not in picture
    assert "matplotlib" not in picture.partition("</metadata>")[0].lower()


def test_every_part_has_its_name_and_those_that_decide_their_mean():
    shown = texts(forest.picture(THREE))
    assert [text for text in shown if text.startswith(("difference", "all"))] == [
        "difference at μ = 1",
        "difference at μ = 2",
        "all together",
        "difference at μ = 3",
    ]
    assert "brier_ps - brier_p" in shown


@pytest.mark.parametrize(
    ("quantities", "label"),
    [
        (["corr WCV - SCV", "corr TrCV - SCV", "corr TrCV - WCV"], "corr"),
        (["corr WCV", "error of WCV", "gap"], "value"),
        (["corr WCV", "gap"], "corr WCV and gap"),
    ],
)
def test_the_axis_says_what_all_that_decides_is_a_kind_of(quantities, label):
    parts = [replace(part(OPEN, i), row={**part(OPEN, i).row, "quantity": name}) for i, name in enumerate(quantities)]
    beside = replace(part(OPEN, 9, primary=False), row={**part(OPEN, 9).row, "quantity": "another"})
    assert label in texts(forest.picture(measured(*parts, beside)))


def test_the_legend_explains_what_is_drawn_and_nothing_else():
    shown = set(texts(forest.picture(THREE)))
    there = {"supported", "undecided", "contradicted, another reading", forest.PRINTED, forest.MEAN, forest.HOLDS}
    assert shown & set(forest.LEGEND) == there
    assert forest.PRINTED not in texts(forest.picture(measured(part(YES))))


def test_thick_parts_decide():
    thick, thin = (forest.picture(measured(part(NO, 1), part(YES, 2, primary=one))) for one in (True, False))
    assert thick.count("stroke-width: 3") == thin.count("stroke-width: 3") + 2  # its own bar, and that of the mean


def many(n, **more):
    return [part((i / 100, i / 100 + 0.1), mu=i, **more) for i in range(n)]


def test_many_that_decide_are_a_curve_without_names():
    finding = measured(*many(forest.MOST_ROWS + 1))
    shown = texts(forest.picture(finding))
    assert not [text for text in shown if text.startswith("difference")]
    assert f"{forest.MOST_ROWS + 1} readings, by size" in shown
    assert forest.alternative(finding).startswith("Specification curve of it-is-larger: 31 values")


def test_many_other_readings_are_a_curve_below_those_that_decide():
    finding = measured(part(YES, -1), part(OPEN, -2), *many(forest.MOST_ROWS, primary=False))
    shown = texts(forest.picture(finding))
    assert [text for text in shown if text.startswith("difference")] == ["difference at μ = -1", "difference at μ = -2"]
    assert f"{forest.MOST_ROWS} other readings, by size" in shown
    assert forest.alternative(finding).startswith("Forest plot and specification curve of it-is-larger: 2 values")


def test_a_single_printed_number_has_beside_it_where_another_run_would_lie():
    finding = measured(part((14, 20), expected=17), relation=Predicted())
    assert forest.ANOTHER in texts(forest.picture(finding))
    assert forest.ANOTHER not in texts(forest.picture(THREE))


@pytest.mark.parametrize("relation", [MeasuredAtMost(1), Equivalent(0.5), Equivalent(0.5, center=None)])
def test_other_rules_are_drawn_too(relation):
    assert "difference at μ = 3" in texts(forest.picture(measured(part(YES, expected=0.1), relation=relation)))


def test_what_is_not_finite_is_left_out():
    shown = texts(forest.picture(measured(part(YES, 1), part((float("inf"), float("inf")), 2))))
    assert "difference at μ = 1" in shown
    assert "difference at μ = 2" not in shown


def test_labels_are_as_they_are_written():
    odd = replace(part(YES), label="|p' - p| & $x_s$ < 1")
    assert odd.label in texts(forest.picture(measured(odd)))


def test_who_cannot_see_it_reads_it():
    said = forest.alternative(THREE)
    assert said.startswith("Forest plot of it-is-larger: 2 values of the primary reading from 0 to 0.2 ")
    assert "(1 supported, 1 undecided), and 1 of other readings; the paper prints 0.25; a part is supported if" in said


def test_an_exact_claim_has_no_mean():
    finding = computed((1, 1), (2, 2))
    assert "all together" not in texts(forest.picture(replace(finding, parts=finding.statement.read({}))))
