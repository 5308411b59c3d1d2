"""A student in a folder of their own."""

import pytest

from shiftlab.course import lesson, registry
from shiftlab.course.asking import veil
from shiftlab.course.kept import desk as its_desk


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """The folder; what the course keeps goes there, as in a notebook opened in it."""
    monkeypatch.delenv("SHIFTLAB_STRICT", raising=False)
    monkeypatch.delenv("SHIFTLAB_PROFILE", raising=False)
    its_desk.use(None)
    monkeypatch.setattr(veil, "waiting", {})
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    its_desk.use(None)


@pytest.fixture
def another_session(desk):
    """Call it: the kernel was restarted."""
    return lambda: its_desk.use(None)


@pytest.fixture
def kept(desk):
    """Call it: the record as it stands."""
    return lambda: its_desk.current().read()


@pytest.fixture(params=["wheel", "checkout"])
def shelf(request, tmp_path_factory, monkeypatch):
    """Built lessons where a wheel, or a checkout, has them; the other place does not exist."""
    folder = tmp_path_factory.mktemp(request.param)
    for one in registry.lessons().values():
        (folder / one.file).write_bytes(f"fresh {one.number}".encode())
    places = {"wheel": ("PACKAGED", "CHECKOUT"), "checkout": ("CHECKOUT", "PACKAGED")}[request.param]
    monkeypatch.setattr(lesson, places[0], folder)
    monkeypatch.setattr(lesson, places[1], folder / "nowhere")
    return folder
