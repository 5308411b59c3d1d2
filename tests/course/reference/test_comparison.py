"""Paper, we and you: every line says what its evidence says, the run is about the same, and the picture can be read."""

from __future__ import annotations

import html
import math
from functools import cache

import numpy as np
import pytest
from matplotlib.text import Text

from shiftlab.claims import words
from shiftlab.course.reference.comparison import Found, Line, compare, comparisons, evidence
from shiftlab.course.show import claim

LESSONS = ("01", "02", "03", "04", "05", "06")
LINES = [(number, line) for number in LESSONS for line in comparisons()[number].lines]
#: The run of lesson 06 takes seconds, those of the others much less than one.
QUICK = LESSONS[:-1]

once = cache(compare)


def named(given):
    number, line = given
    return f"{number} {line.claim.partition('/')[2]}: {line.counted[:30]}"


every_line = pytest.mark.parametrize(("number", "line"), LINES, ids=map(named, LINES))
every_lesson = pytest.mark.parametrize("number", LESSONS)


def test_every_lesson_about_a_paper_has_four_to_six_lines():
    assert tuple(comparisons()) == LESSONS
    assert all(4 <= len(one.lines) <= 6 for one in comparisons().values())


@every_line
def test_what_is_shaded_is_where_the_rule_finds_the_claim_right(number, line):
    part = evidence(claim(line.claim), line.part)
    low, high = part.get("interval", (part["value"], part["value"]))
    left, right = line.holds
    assert left <= right
    if part["state"] == "supported":
        assert left <= low
        assert high <= right
    if part["state"] == "contradicted":
        assert high <= left or low >= right
    if "paper_value" in part:
        assert left <= part["paper_value"] <= right


@every_line
def test_a_line_has_words_of_a_person_and_no_names_of_claims(number, line):
    assert line.word.endswith(".")
    name = line.claim.partition("/")[2]
    assert "-" not in name or not any(name in text for text in (line.says, line.counted, line.word))


@every_line
def test_partly_never_stands_without_its_share(number, line):
    found = next(one for one in once(number).found if one.line is line)
    judged = claim(line.claim)
    assert found.verdict.startswith(judged.verdict)
    assert (words.share(judged) in found.verdict) == (words.tally(judged.evidence).total() > 1)


@pytest.mark.parametrize("number", QUICK)
def test_your_number_is_the_same_kind_of_number_as_ours(number):
    """Over a few seeds its mean is ours, up to luck."""
    runs = [once(number, seed=seed) for seed in range(1, 7)]
    for place, one in enumerate(runs[0].found):
        if one.yours is None:
            continue
        yours = np.array([run.found[place].yours for run in runs])
        luck = 4 * yours.std(ddof=1) / math.sqrt(len(yours)) + 1e-4 * abs(one.ours)
        low, high = one.interval or (one.ours, one.ours)
        assert low - luck <= yours.mean() <= high + luck, one.line.says


def test_of_lesson_06_your_numbers_are_whole_pairs_of_learners():
    yours = [one.yours for one in once("06").found if one.yours is not None]
    assert yours
    assert all(abs(number) <= 28 and number == round(number) for number in yours)


@every_lesson
def test_the_alternative_text_and_the_text_have_all_numbers(number):
    compared = once(number)
    for one in compared.found:
        for who, shown in one.numbers.items():
            assert shown in repr(compared)
            assert shown == "–" or f"{who} {shown}" in compared.text
        assert one.verdict in compared.text
        assert one.line.word.split()[0] in repr(compared)


@every_lesson
def test_a_notebook_gets_the_picture_the_text_and_the_names_of_the_claims(number):
    compared = once(number)
    data, metadata = compared._repr_mimebundle_()
    assert data["text/plain"] == repr(compared)
    assert metadata["image/png"]["alt"] == compared.text
    for one in compared.found:
        assert f"<code>{one.line.claim}</code>" in data["text/html"]
        assert one.line.claim not in repr(compared)


@every_lesson
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_text_leaves_the_picture_and_none_lies_on_another(number, theme):
    assert_apart(once(number).figure(theme), len(once(number).found))


@every_lesson
def test_for_a_hall_there_are_larger_letters_and_fewer_lines_a_picture(number, monkeypatch):
    compared = once(number)
    pictures = compared.in_hall()
    assert len(pictures) == math.ceil(len(compared.found) / 2)
    on_projector = 0.82 * 0.94 * 1280  # pixels of its width at least, where it shares a page with others
    for figure, text in pictures:
        assert_apart(figure, text.count("claimed: "))
        pixels = on_projector / figure.bbox.width * figure.dpi / 72
        assert min(text.get_size() for text in texts_of(figure)) * pixels >= 16
        assert figure.bbox.height / figure.bbox.width < 0.54  # nearly the screen's, so that it need not be smaller
    assert [compared.text.count(one.sentence) for one in compared.found] == [1] * len(compared.found)
    assert compared._repr_mimebundle_()[0]["text/html"].count("<img ") == 1
    monkeypatch.setenv("SHIFTLAB_PROFILE", "presenter")
    told = compared._repr_mimebundle_()[0]["text/html"]
    assert told.count("<img ") == len(pictures)
    for one in compared.found:
        assert html.escape(one.sentence) in told


def texts_of(figure):
    return [text for text in figure.findobj(Text) if text.get_visible() and text.get_text().strip()]


def assert_apart(figure, lines):
    figure.canvas.draw()
    width, height = figure.bbox.size
    boxes = [text.get_window_extent() for text in texts_of(figure)]
    assert len(boxes) > 3 * lines
    for box in boxes:
        assert box.x0 >= 0
        assert box.x1 <= width
        assert box.y0 >= 0
        assert box.y1 <= height
    for place, one in enumerate(boxes):
        assert not any(one.overlaps(other.padded(-1)) for other in boxes[place + 1 :])


def test_where_there_is_no_run_of_yours_the_picture_says_why():
    found = once("06").found
    assert [one.yours is None for one in found] == [True, True, True, False, False]
    texts = " ".join(text.get_text() for text in once("06").figure().findobj(Text))
    assert texts.count("you: a run would take too long") == 3
    assert once("06").text.count("you: a run would take too long") == 3


def test_the_same_seed_gives_the_same_picture_and_another_one_other_numbers():
    assert repr(compare("03", seed=1)) == repr(compare("3", seed=1))
    assert repr(compare("03", seed=1)) != repr(compare("03", seed=2))


def test_what_is_claimed_is_said_in_words():
    def claimed(*holds):
        return Found(Line("paper/claim", "", "", holds, ""), "", None, 0.0, None, None).claimed

    assert [claimed(0, math.inf), claimed(-math.inf, 25), claimed(0.9, 1.1), claimed(0, 0)] == [
        "above 0",
        "below 25",
        "0.9 to 1.1",
        "exactly 0",
    ]


@pytest.mark.parametrize("lesson", ["00", "07", "paper"])
def test_a_lesson_without_a_comparison_names_those_that_have_one(lesson):
    with pytest.raises(ValueError, match="there is in 01, 02"):
        compare(lesson)


@pytest.mark.parametrize("seed", [-1, 1.5, "1", True, 2**32])
def test_a_seed_is_a_whole_number(seed):
    with pytest.raises(ValueError, match="A seed is a whole number"):
        compare("01", seed=seed)


def test_an_unknown_part_of_the_evidence_names_those_that_there_are():
    with pytest.raises(ValueError, match="has no part 'nothing'; it has"):
        evidence(claim("kmm/kmm-beats-ratio"), "nothing")
