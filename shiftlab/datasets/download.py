"""The public source of the data sets that are not bundled: OpenML, through a cache on disk.

Environment variables: SHIFTLAB_CACHE is the cache folder (otherwise the one of the operating system), and
SHIFTLAB_OPENML the address of a mirror: a web server with the same paths as OpenML, such as a folder of plain
files in a classroom. Files arrive under a temporary name and are renamed only after their MD5 was right.
"""

from __future__ import annotations

import errno
import io
import json
import logging
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import pooch
from tqdm import tqdm

from ..support import files
from .arff import read_arff
from .registry import Entry, Public
from .table import DataError, Table

OPENML = "https://www.openml.org"
TIMEOUT = 30  # seconds without any byte


class Description(NamedTuple):
    """What OpenML says about a file, as far as it is needed."""

    url: str
    md5: str
    target: str


def public_table(entry: Entry, *, progress: bool = True) -> tuple[Table, str, str]:
    """The table of the public file in our column and label names, a name for messages, and a cure.

    Fetches the file unless an intact copy is in the cache.
    """
    public = _public(entry)
    path, description = _fetch(entry, public, progress)
    cure = f"delete it to download it again, or {_by_hand(entry)}"
    try:
        return read_arff(path, description.target, entry, public), str(path), cure
    except (ValueError, IndexError, NotImplementedError, StopIteration, OSError) as error:  # scipy raises any
        reason = " ".join(str(error).split()).rstrip(".") or "it ends inside its header"
        raise DataError(f"{path} is not an ARFF table that can be read ({reason}); {cure}.") from None


def is_cached(entry: Entry) -> bool:
    """Whether `public_table` has a file to read; its checksum is left to `public_table`."""
    return entry.public is not None and all(path.is_file() for path in _paths(entry.public))


def _fetch(entry: Entry, public: Public, progress: bool) -> tuple[Path, Description]:
    path, notes = _paths(public)
    known = _cached(path, notes)
    if known is not None:
        return path, known
    base = os.environ.get("SHIFTLAB_OPENML", "").rstrip("/") or OPENML
    if urlsplit(base).scheme not in ("http", "https"):
        raise DataError(f"SHIFTLAB_OPENML is {base!r}, but must start with http:// or https://.")
    address = f"{base}/api/v1/json/data/{public.openml}"
    with _one_sentence(entry, address):
        answer = io.BytesIO()
        pooch.HTTPDownloader(timeout=TIMEOUT)(address, answer, None)
        description = _describe(answer.getvalue(), base)
    with _one_sentence(entry, description.url), _quiet(not progress):
        # total=1 until pooch learns the size: it asks whether the bar is true, and without a size it is not.
        with tqdm(desc=entry.name, total=1, unit="B", unit_scale=True, disable=not progress) as bar:
            pooch.retrieve(
                description.url,
                known_hash=f"md5:{description.md5}",
                fname=path.name,
                path=path.parent,
                downloader=pooch.HTTPDownloader(progressbar=bar, chunk_size=1 << 16, timeout=TIMEOUT),
            )
        files.write_text(notes, json.dumps(description._asdict()))
    return path, description


def _cached(path: Path, notes: Path) -> Description | None:
    # Only with its file: an old description without it would ask for a file that OpenML may have replaced.
    try:
        known = Description(**json.loads(notes.read_text(encoding="utf-8")))
        return known if pooch.file_hash(str(path), alg="md5") == known.md5 else None
    except (OSError, ValueError, TypeError):  # missing or damaged: fetched anew
        return None


def _describe(answer: bytes, base: str) -> Description:
    try:
        fields = json.loads(answer)["data_set_description"]
        url, md5 = fields["url"], fields["md5_checksum"].lower()
        target = fields.get("default_target_attribute") or ""
        parts = urlsplit(url)
        host = parts.hostname or ""
    except (ValueError, KeyError, TypeError, AttributeError):
        raise ValueError("the answer is not a description of a data set") from None
    if not re.fullmatch("[0-9a-f]{32}", md5):
        raise ValueError("the description has no MD5 checksum")
    if not host or (base != OPENML and host.endswith("openml.org")):  # a mirror may repeat OpenML's own address
        url = f"{base}/{parts.path.lstrip('/')}"
    elif parts.scheme not in ("http", "https"):
        raise ValueError("the description names a file that is not on a web server")
    return Description(url, md5, str(target))


def _paths(public: Public) -> tuple[Path, Path]:
    folder = Path(os.environ.get("SHIFTLAB_CACHE") or pooch.os_cache("shiftlab")).expanduser()
    return folder / f"openml-{public.openml}.arff", folder / f"openml-{public.openml}.json"


def _public(entry: Entry) -> Public:
    if entry.public is None:
        raise DataError(f"{entry.name} has no public source to download from; {_by_hand(entry)}.")
    return entry.public


def _by_hand(entry: Entry) -> str:
    return f"put {entry.name}.csv.gz into a folder and set SHIFTLAB_DATA to that folder"


@contextmanager
def _one_sentence(entry: Entry, address: str) -> Iterator[None]:
    try:
        yield
    except DataError:
        raise
    except (OSError, ValueError) as error:
        reason, cure = _reason(error)
        raise DataError(
            f"{entry.name} could not be downloaded from {address} because {reason}; {cure}, or {_by_hand(entry)}."
        ) from None


def _reason(error: OSError | ValueError) -> tuple[str, str]:
    response = getattr(error, "response", None)  # of an HTTP error; pooch raises those of its HTTP library
    if response is not None:
        return f"the server answered {response.status_code}", "try again later"
    if not isinstance(error, OSError):
        mismatch = "hash of downloaded file" in str(error)
        what = "what arrived is not the file that was announced (its MD5 differs)" if mismatch else str(error)
        return what, "try again later"
    if error.errno == errno.ENOSPC:
        return "the disk with the cache is full", "make room or set SHIFTLAB_CACHE to another folder"
    if error.errno is not None or isinstance(error, PermissionError):  # pooch drops the number of the latter
        what = os.strerror(error.errno or errno.EACCES)
        return f"the cache folder cannot be written ({what})", "set SHIFTLAB_CACHE to a folder of your own"
    return "the server cannot be reached or broke off", "connect to the network and try again"


@contextmanager
def _quiet(quiet: bool) -> Iterator[None]:
    logger = pooch.get_logger()
    level = logger.level
    if quiet:
        logger.setLevel(logging.WARNING)
    try:
        yield
    finally:
        logger.setLevel(level)
