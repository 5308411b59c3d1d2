"""When something in the chain breaks: the last good picture stays, a red line says it, and CI hears of it."""

import pytest
from person import move

from shiftlab_widgets.picture import frames


class BrokenError(Exception):
    pass


def broken(*_args, **_kwargs):
    raise BrokenError("the dog ate it")


@pytest.fixture(params=["run", "stage", "update", "describe", "encode"])
def broken_explorer(request, explorer, monkeypatch):
    """An explorer in which one link of the chain has broken after its first picture."""
    if request.param == "encode":
        monkeypatch.setattr(frames, "webp", broken)
    else:
        holder = explorer.experiment if request.param in ("run", "describe") else explorer.experiment.picture
        monkeypatch.setitem(vars(holder), request.param, broken)
    if request.param == "stage":
        explorer.picture.restage()  # it is staged once: now again, as after a change of theme
    return explorer


def test_play_presets_raises_under_strict(broken_explorer):
    with pytest.raises(BrokenError):
        broken_explorer.play_presets()


def test_a_moved_control_raises_under_strict(broken_explorer):
    with pytest.raises(BrokenError):
        move(broken_explorer, mu=9.0)


@pytest.mark.usefixtures("lenient")
def test_a_person_sees_a_red_line_and_the_last_good_picture(broken_explorer, monkeypatch):
    explorer = broken_explorer
    frame, text, settings = explorer.frame, explorer.text, explorer.settings
    move(explorer, mu=9.0)
    explorer.step()
    assert "BrokenError: the dog ate it" in explorer.error
    assert "press Reset" in explorer.error
    assert "\n" not in explorer.error
    assert (explorer.frame, explorer.text, explorer.settings) == (frame, text, settings)

    monkeypatch.undo()  # repaired
    move(explorer, mu=12.0)
    assert explorer.error == ""
    assert explorer.settings.mu == 12.0
    explorer.reset()
    explorer.restage()  # it was staged again for another mu, and laid out for that one's numbers at the axes
    assert explorer.frame == frame


def test_a_new_theme_that_fails_is_reported_too(explorer, monkeypatch):
    monkeypatch.setitem(vars(explorer.experiment.picture), "stage", broken)
    with pytest.raises(BrokenError):
        explorer.theme = "dark"
    assert "BrokenError" in explorer.error


def test_twenty_seeds_that_fail_are_reported(explorer, monkeypatch):
    monkeypatch.setitem(vars(explorer.experiment), "run", broken)
    frame = explorer.frame
    with pytest.raises(BrokenError):
        explorer.seeds()
    assert "seeds" not in explorer.note
    assert explorer.frame == frame  # no ghosts
