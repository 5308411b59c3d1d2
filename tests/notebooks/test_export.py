"""Lessons on a page without a kernel and without a network: pictures stay, each with a description."""

import base64
import re
from html.parser import HTMLParser
from io import BytesIO

import nbformat
import pytest
from documents import ROOT
from PIL import Image

BUILT = sorted([*(ROOT / "notebooks").glob("*.ipynb"), *(ROOT / "notebooks" / "solutions").glob("*.ipynb")])
PICTURE = re.compile(r"^((explorer = )?explore|course\.(picture|compare))\(", re.MULTILINE)

pytestmark = pytest.mark.parametrize("path", BUILT, ids=lambda path: path.relative_to(ROOT).as_posix())


class Images(HTMLParser):
    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attributes):
        if tag == "img":
            self.found.append(dict(attributes))


@pytest.fixture
def pictures(path):
    """The cells of a lesson that show a picture."""
    cells = nbformat.read(path, as_version=4)["cells"]
    found = [cell for cell in cells if cell["cell_type"] == "code" and PICTURE.search(cell["source"])]
    assert found
    return found


def test_what_is_stored_has_a_png_and_its_description_and_no_dead_view(pictures):
    for cell in pictures:
        output, *live = cell["outputs"]  # a view that lives is stored as nothing
        assert all(not any(view["data"].values()) for view in live)
        assert {"image/png", "text/plain"} <= set(output["data"]), cell["source"]
        assert not [kind for kind in output["data"] if "widget" in kind]
        with Image.open(BytesIO(base64.b64decode(output["data"]["image/png"]))) as picture:
            assert picture.width >= 1200
        about = output["metadata"]["image/png"]
        assert about["width"] <= 1000
        assert re.search(r"\d.*\.$", about["alt"])  # a sentence with numbers


def test_an_exported_page_shows_the_pictures_by_itself(path, pictures, monkeypatch):
    exporters = pytest.importorskip("nbconvert.exporters")
    monkeypatch.setattr("socket.socket.connect", lambda *_: pytest.fail("the export asked the network"))
    page, _ = exporters.HTMLExporter().from_filename(str(path))
    images = Images()
    images.feed(page)
    assert len(images.found) == len(pictures)
    for image, cell in zip(images.found, pictures, strict=True):
        assert image["src"].startswith("data:image/png;base64,")
        assert image["alt"] == cell["outputs"][0]["metadata"]["image/png"]["alt"]
    assert "application/vnd.jupyter.widget" not in page
