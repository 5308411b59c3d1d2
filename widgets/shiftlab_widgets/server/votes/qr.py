"""An address as a picture for a phone's camera."""

from __future__ import annotations

import io


def svg(address: str) -> str:
    """Dark on light in every theme, with the quiet edge that cameras need; its size is that of the room it is given."""
    import segno  # a server that never votes does not load it

    picture = io.BytesIO()
    segno.make_qr(address, error="m").save(
        picture, kind="svg", xmldecl=False, nl=False, omitsize=True, dark="#000", light="#fff", title=address
    )
    return picture.getvalue().decode()
