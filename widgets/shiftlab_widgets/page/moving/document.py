"""The file: what is told, what moves, and the scripts that move it. It may ask nobody for anything."""

from __future__ import annotations

import base64
import gzip
import hashlib
import html
import json
import struct
import zlib
from dataclasses import dataclass
from functools import cached_property
from string import Template
from typing import Any

from shiftlab import __version__
from shiftlab.experiments.experiment import Experiment
from shiftlab.experiments.settings import as_dict

from ...controls import described
from ...picture import frames as images
from ...picture.live import LivePicture
from ...picture.recording.film import Film
from ...picture.recording.packed import STREAMS, packed
from ...story import Story
from .. import scripts
from .grid import Values
from .taking import Shots

GENERATOR = "shiftlab"
#: That says whose page a file is, in its first bytes.
MARK = f'<meta name="generator" content="{GENERATOR}'
STYLES = ("figure_view.css", "controls.css", "explorer.css", "page/page.css")


@dataclass(frozen=True)
class Contents:
    """What a page is made of, apart from its cells."""

    experiment: Experiment[Any, Any]
    start: Any
    story: Story
    beside: tuple[str, ...]
    film: Film
    shots: Shots

    @cached_property
    def still(self) -> bytes:
        """The first picture, for paper, for whoever lets no scripts run, and for the moment before they have begun."""
        picture = LivePicture(self.experiment)
        return images.small_webp(picture.update(self.experiment.result(self.start)))


def document(contents: Contents, cells: list[Values], told: list[str]) -> bytes:
    """The whole page."""
    experiment, (width, height) = contents.experiment, contents.film.size
    alt = contents.shots[as_dict(contents.start)].sentence
    tables, streams = _tables(contents, cells)
    script = scripts.script("page/page.js")
    style = scripts.style(*STYLES)
    assert "</script" not in script.lower()
    policy = "; ".join(
        [
            "default-src 'none'",
            "img-src data:",
            f"script-src '{_digest(script)}'",
            f"style-src '{_digest(style)}'",
            "base-uri 'none'",
            "form-action 'none'",
        ]
    )
    page = Template((scripts.STATIC / "page" / "page.html").read_text("utf-8")).substitute(
        policy=policy,
        generator=f"{GENERATOR} {__version__}",
        title=html.escape(experiment.title),
        name=html.escape(experiment.name),
        alt=html.escape(alt),
        width=width,
        height=height,
        picture=base64.b64encode(contents.still).decode(),
        told="\n".join(f"<p>{html.escape(sentence)}</p>" for sentence in told),
        about=_json(_about(contents, cells, tables)),
        frames=base64.b64encode(zlib.compress(_joined(tables, streams), 9)).decode(),
        style=style,
        script=script,
    )
    return page.encode()


def compressed(page: bytes) -> int:
    """Bytes, as a server would send them."""
    return len(gzip.compress(page, 9, mtime=0))


def _about(contents: Contents, cells: list[Values], tables: dict[str, Any]) -> dict[str, Any]:
    places = {tuple(values.values()): i for i, values in enumerate(cells)}
    at = {name: places[tuple(as_dict(settings).values())] for name, settings in contents.story.presets.items()}
    steps = [
        {"label": label, "cell": at[name], "question": question}
        for label, (name, question) in zip(contents.story.labels, contents.story.steps, strict=True)
    ]
    fields = [_field(field, tables["values"][field.name]) for field in contents.experiment.fields]
    moving = [field for field in fields if len(tables["values"][field["name"]]) > 1]
    names = [field["name"] for field in moving]
    return {
        "fields": moving,
        "steps": steps,
        "start": places[tuple(as_dict(contents.start).values())],
        "beside": [name for name in contents.beside if name in names],
    }


def _field(field: Any, values: list[Any]) -> dict[str, Any]:
    """A field as the controls of the explorer know it, with what this page has of it."""
    known = described(field)
    if known["kind"] in ("slider", "number"):
        return {**known, "kind": "slider", "rungs": values, "step": "any"}
    return {**known, "kind": "choice", "choices": values} if known["kind"] != "check" else known


def _tables(contents: Contents, cells: list[Values]) -> tuple[dict[str, Any], dict[str, bytes]]:
    """All that is known of each cell, as columns, and the frames."""
    shots = [contents.shots[values] for values in cells]
    frames = {id(shot.frame): shot.frame for shot in shots if shot.frame is not None}
    numbers = {name: i for i, name in enumerate(frames)}
    refusals = list(dict.fromkeys(shot.sentence for shot in shots if shot.frame is None))
    film = packed(list(frames.values()))
    values = {}
    for field in contents.experiment.fields:
        taken = {cell[field.name] for cell in cells}
        values[field.name] = [one for one in field.choices if one in taken] if field.choices else sorted(taken)
    sentences, hiddens, quicks = (
        list(dict.fromkeys(found))
        for found in (
            [shot.sentence for shot in shots if shot.frame is not None],
            [shot.hidden for shot in shots],
            [shot.quick for shot in shots],
        )
    )
    tables = {
        **film.tables,
        "size": list(contents.film.size),
        "values": values,
        "cells": {name: [known.index(cell[name]) for cell in cells] for name, known in values.items()},
        "frame": [
            -1 - refusals.index(shot.sentence) if shot.frame is None else numbers[id(shot.frame)] for shot in shots
        ],
        "sentence": [0 if shot.frame is None else sentences.index(shot.sentence) for shot in shots],
        "sentences": sentences,
        "refusals": refusals,
        "hidden": [hiddens.index(shot.hidden) for shot in shots],
        "hiddens": hiddens,
        "quick": [quicks.index(shot.quick) for shot in shots],
        "quicks": quicks,
    }
    return tables, film.streams


def _joined(tables: dict[str, Any], streams: dict[str, bytes]) -> bytes:
    """As `parts` in streams.js takes it apart."""
    parts = [json.dumps(tables, ensure_ascii=False, separators=(",", ":")).encode(), *(streams[s] for s in STREAMS)]
    return struct.pack(f">{len(parts) + 1}I", len(parts), *map(len, parts)) + b"".join(parts)


def _json(value: Any) -> str:
    """JSON that nothing in it can end the block of."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
