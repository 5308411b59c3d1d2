"""Stage, help, overview, vote and notes in light and dark for axe; and the stage in Notebook 7."""

import pytest
from pages import Page, eventually
from stage import whole

PARTS = "[data-shiftlab-curtain]"


@pytest.mark.parametrize("theme", ["Dark", "Light"])
def test_axe_finds_nothing(short, kept, theme):
    page = kept.page
    page.theme(theme)
    found = []

    def look(what, *selectors):
        found.extend(
            f"{what}: {one}" for one in page.violations(*selectors) if ".cm-content" not in one
        )  # JupyterLab's

    for number in range(1, short.slides + 1):
        short.slide(number)
        short.rest()
        look(short.where, ".shiftlab-on", PARTS)
    for key, layer in (("?", "help"), ("o", "overview")):
        short.press(key)
        short.layer(layer).wait_for()
        look(layer, PARTS)
        short.press("Escape")
    short.slide(3)
    with short.page.context.expect_page() as opened:
        short.press("n")
    short.press("v")
    vote = short.layer("vote")
    for button in ("Open to phones", "Ask the room", "Close the vote", "Show the votes"):
        vote.get_by_role("button", name=button, exact=True).click()
        eventually(lambda button=button: not vote.get_by_role("button", name=button, exact=True).is_visible())
        look(f"vote, {button}", PARTS)
        if button == "Ask the room":
            look("notes while somebody votes", PARTS)
    notes = Page(opened.value, kept.host)
    notes.locator("[data-shiftlab-asked] dt").first.wait_for()
    found.extend(f"notes: {one}" for one in notes.violations("html"))
    opened.value.close()
    vote.get_by_role("button", name="End the vote", exact=True).click()
    short.press("Escape")
    assert found == [], "\n".join(found)


def test_notebook_7_has_a_stage_too(lecture):
    stage = lecture(app="notebook", runs=True)
    before = whole(stage.page)
    stage.begin()
    for part in ("#top-panel-wrapper", "#menu-panel-wrapper", ".jp-NotebookPanel-toolbar"):
        assert not stage.page.locator(part).first.is_visible()
    stage.rest()
    found = {}
    while True:
        stage.rest()
        if short := stage.falls_short():
            found[stage.place] = short
        if not stage.go():
            break
    assert found == {}
    assert stage.says == "This was the last slide."
    stage.leave()
    assert stage.page.locator("#menu-panel-wrapper").is_visible()
    assert whole(stage.page) == before
