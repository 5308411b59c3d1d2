"""The picture for cameras."""

import re
import xml.etree.ElementTree as xml

from shiftlab_widgets.server.votes import qr


def test_the_code_is_a_picture_by_itself():
    drawn = qr.svg("http://10.0.0.7:43211/abcdefghijkl/")
    root = xml.fromstring(drawn)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert {"width", "height"}.isdisjoint(root.attrib)
    assert "viewBox" in root.attrib
    assert "http://10.0.0.7:43211/abcdefghijkl/" in "".join(root.itertext())
    assert not re.search(r"href|script|url\(", drawn)
