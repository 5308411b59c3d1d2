"""Every lesson on stage: all of it can be read from the last row, on a small projector and on a large screen."""

import pytest
from documents import ROOT
from stage import Stage

SMALL, LARGE = {"width": 1280, "height": 720}, {"width": 1920, "height": 1080}
NAMES = sorted(path.name for path in (ROOT / "notebooks" / "student").glob("*.ipynb"))


@pytest.fixture
def on_stage(request, lectern):
    """A lesson on stage, on a small projector."""
    stage = Stage(lectern(request.param))
    stage.page.set_viewport_size(SMALL)
    stage.begin()
    yield stage
    stage.leave()


def walk(stage, key, predicts=False):
    """All that falls short on the way, slide for slide; whatever is asked is answered."""
    found, asked = {}, set()
    while True:
        if stage.lives:  # words are where they are at once
            stage.rest()
        place = stage.place
        if short := stage.falls_short():
            found[f"{stage.size} {place}"] = short
        if predicts and stage.where not in asked and stage.predict():
            asked.add(stage.where)
        elif not stage.go(key):
            return found


@pytest.mark.parametrize("on_stage", NAMES, indirect=True, ids=lambda name: name[:2])
def test_all_of_a_lesson_can_be_read_from_the_last_row(on_stage):
    found = walk(on_stage, "PageDown", predicts=True)
    assert on_stage.says == "This was the last slide."
    on_stage.page.set_viewport_size(LARGE)
    on_stage.rest(quiet=400)
    found |= walk(on_stage, "PageUp")
    assert on_stage.says == "This is the first slide."
    assert found == {}, "\n".join(f"{place}\n    " + "\n    ".join(short) for place, short in found.items())
