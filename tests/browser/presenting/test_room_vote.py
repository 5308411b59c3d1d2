"""A prediction put to the room: what the room sees and when, what only who presents sees, and that it ends."""

import socket

import pytest
from pages import eventually, shows

from shiftlab.course import registry

ASKED = registry.prediction("02-leaf")
CHOICES = list(ASKED.choices)
PREDICTION = 3  # slide, from 1
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}


@pytest.fixture
def room(short):
    """The vote on stage, over the slide with the prediction."""
    short.slide(PREDICTION)
    short.press("v")
    layer = short.layer("vote")
    layer.get_by_role("button", name="Ask the room").wait_for()
    yield layer
    short.leave()


def press(layer, name):
    layer.get_by_role("button", name=name, exact=True).click()


def address(layer):
    way = layer.locator(".shiftlab-way p")
    way.wait_for()
    return way.inner_text()


def listens(at):
    _, _, where, *_ = at.split("/")
    name, _, port = where.partition(":")
    with socket.socket() as one:
        one.settimeout(2)
        return one.connect_ex((name, int(port))) == 0


@pytest.fixture
def phones(browser):
    opened = []

    def enter(where):
        opened.append(browser.new_context(**PHONE))
        page = opened[-1].new_page()
        page.goto(where)
        return page

    yield enter
    for context in opened:
        context.close()


def vote(phone, choice):
    phone.get_by_role("radio", name=choice, exact=True).check()
    phone.get_by_role("button", name="Vote").tap()
    shows(phone.get_by_role("status"), "Your vote is in.")


def test_two_phones_vote_twice_and_the_room_sees_counts_when_they_are_shown(short, room, phones):
    with short.page.context.expect_page() as opened:
        short.press("n")
    notes = opened.value.locator("[data-shiftlab-vote-notes]")
    press(room, "Open to phones")
    where = address(room)
    press(room, "Ask the room")
    shows(room, ASKED.question)
    both = [phones(where), phones(where)]
    for phone in both:
        vote(phone, CHOICES[0])
    shows(room, "2 votes")
    shows(notes, "100 % (2)")
    assert room.locator(".shiftlab-bars").count() == 0
    assert "%" not in room.inner_text()
    press(room, "Close the vote")
    eventually(lambda: room.get_by_role("button", name="Show the votes").is_visible())
    hint = notes.get_by_role("status").inner_text()
    assert hint
    assert hint not in short.page.locator("body").inner_text()
    assert room.locator(".shiftlab-bars").count() == 0
    press(room, "Vote again")
    for phone in both:
        shows(phone.locator("main"), "Second vote on this question")
        vote(phone, CHOICES[1])
    shows(room, "2 votes")
    press(room, "Close the vote")
    press(room, "Show the votes")
    shows(room, "vote 1: 2, vote 2: 2")
    rows = room.locator(".shiftlab-bars tr")
    assert rows.locator("td").all_inner_texts()[:2] == ["100 % (2)\n0 % (0)", "0 % (0)\n100 % (2)"]
    assert "✓" not in room.inner_text()
    assert listens(where)
    press(room, "End the vote")
    eventually(lambda: listens(where), False)
    opened.value.close()


def test_hands_are_counted_by_eye_and_told_to_nobody_who_still_votes(short, room):
    press(room, "Ask the room")
    more = room.get_by_role("button", name=f"one hand more for {CHOICES[0]}", exact=True)
    for count in (1, 2, 3):
        more.click()
        shows(room, f"{count} vote")
    room.get_by_role("button", name=f"one hand less for {CHOICES[0]}", exact=True).click()
    shows(room.locator(".shiftlab-count"), "2 votes")
    assert "2" not in room.locator(".shiftlab-raised").inner_text().replace(CHOICES[1], "").replace(CHOICES[2], "")
    press(room, "Close the vote")
    press(room, "Show the votes")
    shows(room, "100 % (2)")
    press(room, "End the vote")


def test_leaving_the_stage_ends_the_vote(short, room):
    press(room, "Open to phones")
    where = address(room)
    assert listens(where)
    short.press("Escape")
    assert not room.is_visible()
    assert listens(where)  # the vote goes on behind the slides
    short.leave()
    eventually(lambda: listens(where), False)
