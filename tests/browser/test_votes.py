"""A phone in a vote: by touch and by keyboard, what it is told, and that it talks to nobody but the listener."""

import re

import pytest
import voting
from pages import eventually, shows

from shiftlab.course import registry
from shiftlab.course.prediction import Prediction
from shiftlab_widgets.server.votes import listener as listeners

ASKED = registry.prediction("02-leaf")
PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
FOCUSED = "(element) => element === document.activeElement"
WIDER_THAN_SCREEN = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
LOW = """() => [...document.querySelectorAll("#choices label, button")]
    .map((one) => one.getBoundingClientRect().height).filter((height) => height < 48)"""


@pytest.fixture
def hall():
    with voting.hall() as there:
        yield there


@pytest.fixture
def phone(browser, hall):
    """Phones, each a browser of its own. At the end none has complained or asked for anything elsewhere."""
    contexts, asked, complaints = [], [], []

    def listen(page):
        page.on("request", lambda request: asked.append(request.url))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)

    def open(**options):
        contexts.append(browser.new_context(**{**PHONE, **options}))
        contexts[-1].on("page", listen)
        page = contexts[-1].new_page()
        page.goto(hall.listener.address)
        return page

    open.expected = []
    here = hall.listener.address
    yield open
    for context in contexts:
        context.close()
    assert [one for one in asked if not one.startswith((here, "data:"))] == []
    assert [said for said in complaints if not any(re.search(known, said) for known in open.expected)] == []


def counts(hall):
    return hall.call(lambda: [one.counts for one in hall.room.rounds])


def status(page):
    return page.get_by_role("status")


def violations(page):
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {node['target']} {node['failureSummary']}" for one in found for node in one["nodes"]]


def test_a_vote_by_touch_and_a_reload(hall, phone):
    page = phone()
    shows(status(page), "Wait for the next question.")
    hall.call(hall.ask, ASKED.id)
    shows(page.get_by_role("heading"), ASKED.question)
    page.get_by_text("about 4,000").tap()
    page.get_by_role("button", name="Vote").tap()
    shows(status(page), "Your vote is in.")
    assert page.get_by_role("radio").count() == 0
    assert counts(hall) == [[0, 0, 1]]
    page.reload()
    shows(status(page), "Your vote is in.")
    assert not page.get_by_role("button").is_visible()


def test_a_vote_by_keyboard(hall, phone):
    hall.call(hall.ask, ASKED.id)
    page = phone()
    page.get_by_role("radiogroup", name=ASKED.question).wait_for()
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    assert page.get_by_role("button", name="Vote").evaluate(FOCUSED)
    page.keyboard.press("Enter")
    shows(status(page), "Your vote is in.")
    assert status(page).evaluate(FOCUSED)  # not lost with the form
    assert counts(hall) == [[0, 1, 0]]


def test_news_leave_the_choice_and_the_focus_where_they_are(hall, phone):
    hall.call(hall.ask, ASKED.id)
    page = phone()
    page.get_by_role("radio").nth(1).check()
    for _ in range(2):
        with page.expect_response("**/state"):
            pass
    assert page.get_by_role("radio").nth(1).is_checked()
    assert page.get_by_role("radio").nth(1).evaluate(FOCUSED)


def test_without_a_choice_nothing_is_sent(hall, phone):
    hall.call(hall.ask, ASKED.id)
    page = phone()
    page.get_by_role("button", name="Vote").tap()
    eventually(lambda: page.get_by_role("radio").first.evaluate(FOCUSED))
    assert counts(hall) == [[0, 0, 0]]


def test_a_second_vote_of_the_same_browser_is_refused(hall, phone, monkeypatch):
    for name in ("OFTEN", "SELDOM"):
        monkeypatch.setattr(listeners, name, 60.0)  # the other tab has no news of the first vote
    phone.expected.append("409")
    hall.call(hall.ask, ASKED.id)
    page = phone()
    other = page.context.new_page()
    other.goto(hall.listener.address)
    for nth, tab in enumerate((page, other)):
        tab.get_by_role("radio").nth(nth).check()
        tab.get_by_role("button", name="Vote").click()
    shows(status(page), "Your vote is in.")
    shows(status(other), "Your vote is in already, and it cannot be changed.")
    assert counts(hall) == [[1, 0, 0]]


def test_closed_then_the_second_round_then_the_next_question(hall, phone):
    hall.call(hall.ask, ASKED.id)
    page, late = phone(), phone()
    page.get_by_role("radio").first.check()
    page.get_by_role("button", name="Vote").tap()
    shows(status(page), "Your vote is in.")
    hall.call(hall.room.close_round)
    for one in (page, late):
        shows(status(one), "Voting is closed. Wait for the next question.")
        assert not one.get_by_role("button").is_visible()
    hall.call(hall.room.again)
    shows(page.locator("main"), "Second vote on this question")
    page.get_by_role("radio").nth(1).check()
    page.get_by_role("button", name="Vote").tap()
    shows(status(page), "Your vote is in.")
    assert counts(hall) == [[1, 0, 0], [0, 1, 0]]
    hall.call(hall.room.close_round)
    hall.call(hall.ask, "02-drift")
    shows(page.get_by_role("heading"), registry.prediction("02-drift").question)
    assert page.get_by_role("radio", checked=True).count() == 0
    assert "Second vote" not in page.locator("main").inner_text()


def test_the_end_is_said(hall, phone):
    phone.expected.append("ERR_|Failed to load")
    page = phone()
    shows(status(page), "Wait for the next question.")
    hall.call(hall.end)
    shows(status(page), "The vote has ended, or this phone has left its network.")


def test_html_in_a_question_stays_text(hall, phone):
    question, choice = "Is <img src=x onerror=alert(1)> in `<b>`?", "<script>alert(1)</script>"
    hall.call(hall.room.ask, Prediction("99-html", question, {choice: "", "no": ""}, "no", "it", "so"))
    page = phone()
    shows(page.get_by_role("heading"), "Is <img src=x onerror=alert(1)> in <b>?")
    assert page.get_by_role("heading").locator("code").inner_text() == "<b>"
    assert page.get_by_role("radio", name=choice).count() == 1
    assert page.locator("img, main script, b").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 320])
def test_nothing_for_axe_to_say_and_all_of_it_on_the_screen(hall, phone, scheme, width):
    longest = max(registry.predictions().values(), key=lambda one: len(one.question))
    page = phone(color_scheme=scheme, reduced_motion="reduce", viewport={"width": width, "height": 568})
    found = []

    def look(says):
        shows(status(page), says)
        found.extend(violations(page))
        assert page.evaluate(WIDER_THAN_SCREEN) <= 0
        assert page.evaluate("() => document.getAnimations().length") == 0

    look("Wait for the next question.")
    hall.call(hall.ask, longest.id)
    look("Choose, then press Vote.")
    assert page.evaluate(LOW) == []
    page.get_by_role("radio").first.check()
    look("Choose, then press Vote.")
    page.get_by_role("button", name="Vote").tap()
    look("Your vote is in.")
    hall.call(hall.room.close_round)
    look("Voting is closed.")
    hall.call(hall.room.again)
    look("Choose, then press Vote.")
    assert not found, "\n".join(found)
