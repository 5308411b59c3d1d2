"""Reads what a moving page has: the frames of a packed film, and the blocks of a page, as its scripts read them."""

import base64
import json
import re
import struct
import zlib
from collections import namedtuple

from shiftlab_widgets.picture.recording.packed import STREAMS, Packed

Drawing = namedtuple("Drawing", "kind style about points sizes")
STROKE, MARKS, LETTERS = range(3)


class Reader:
    def __init__(self, content):
        self.content, self.at = content, 0

    def number(self):
        found, shift = 0, 0
        while True:
            byte = self.content[self.at]
            self.at += 1
            found |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return found

    def signed(self):
        found = self.number()
        return -(found + 1) // 2 if found % 2 else found // 2

    def steps(self, count):
        value, found = 0, []
        for _ in range(count):
            value += self.signed()
            found.append(value)
        return found


def frames(packed):
    """What stays and what each artist draws, frame by frame: lists of drawings, places in pixels."""
    tables = packed.tables
    heads, xs, ys, sizes, lists, columns = (Reader(packed.streams[name]) for name in STREAMS)
    pool, last = [], {}
    for _ in range(tables["drawings"]):
        start = heads.number()
        kind, unit, near = start >> 2, tables["units"][start >> 1 & 1], start & 1
        style = tables["styles"][heads.number()]
        sized = False
        if kind == STROKE:
            about = [heads.number() for _ in range(heads.number())]
            count = sum(piece >> 1 for piece in about)
        elif kind == MARKS:
            count = heads.number()
            about = [heads.number()]
            sized = heads.number() == 1
        else:
            about = [heads.number(), heads.number()]
            for _ in range(heads.number()):
                about += [heads.number(), heads.signed()]
            count = 1
        places = []
        for axis, stream in enumerate((xs, ys)):
            before = last[kind][axis] if near else None
            ways = [stream.signed() for _ in range(count)]
            if before is None:
                value, found = 0, []
                for way in ways:
                    value += way
                    found.append(value)
            else:
                found = [a + b for a, b in zip(before, ways, strict=True)]
            places.append(found)
        last[kind] = places
        scales = [sizes.number() / tables["scales"] for _ in range(count)] if sized else None
        points = [(x / unit, y / unit) for x, y in zip(*places, strict=True)]
        pool.append(Drawing(kind, style, about, points, scales))
    known = [[pool[i] for i in lists.steps(lists.number())] for _ in range(tables["lists"])]
    read = [columns.steps(tables["frames"]) for _ in range(tables["columns"])]
    return [[known[column[i]] for column in read] for i in range(tables["frames"])]


def blocks(page):
    """The two data blocks of a page: what it is about, and its tables and film."""
    text = page.decode() if isinstance(page, bytes) else page
    about = json.loads(re.search(r'id="shiftlab-about">(.*?)</script>', text, re.S)[1])
    packed = zlib.decompress(base64.b64decode(re.search(r'id="shiftlab-frames">(.*?)</script>', text, re.S)[1]))
    (count,) = struct.unpack_from(">I", packed)
    lengths = struct.unpack_from(f">{count}I", packed, 4)
    at, parts = 4 + 4 * count, []
    for length in lengths:
        parts.append(packed[at : at + length])
        at += length
    tables = json.loads(parts[0])
    return about, tables, Packed(tables, dict(zip(STREAMS, parts[1:], strict=True)))


def cells(tables):
    """The settings of every cell of a page, in its order."""
    names = list(tables["values"])
    columns = [[tables["values"][name][i] for i in tables["cells"][name]] for name in names]
    return [dict(zip(names, cell, strict=True)) for cell in zip(*columns, strict=True)]
