"""Pictures as bytes: lossless WebP for frames that go by, PNG for those that stay."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

from .sheet import Pixels


def webp(picture: Pixels) -> bytes:
    """Lossless, and the quickest that Pillow has: a frame is seen for a moment."""
    return _encoded(picture, "WEBP", lossless=True, method=0, quality=0)


def small_webp(picture: Pixels) -> bytes:
    """Lossless too, and as small as it can be: for a picture that is kept and read often."""
    return _encoded(picture, "WEBP", lossless=True, method=6, quality=100)


def png(picture: Pixels) -> bytes:
    return _encoded(picture, "PNG")


def _encoded(picture: Pixels, kind: str, **options: object) -> bytes:
    height, width = picture.shape[:2]
    out = BytesIO()
    # read without the alpha channel: the only copy on the way
    Image.frombytes("RGB", (width, height), picture, "raw", "RGBX").save(out, kind, **options)
    return out.getvalue()
