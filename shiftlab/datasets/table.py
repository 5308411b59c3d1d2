"""Tables of numbers with a label per row: read them, fingerprint them, compare them with the registry."""

from __future__ import annotations

import gzip
import hashlib
import io
import lzma
import re
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import IO, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Labels = NDArray[np.str_]


class DataError(ValueError):
    """A data set that is missing, damaged or not what the registry describes; the message says what to do."""


class Table(NamedTuple):
    """All columns of a file: `columns` names those of `X` and, as the last, the label."""

    columns: tuple[str, ...]
    X: Floats
    y: Labels


def fingerprint(columns: Sequence[str], X: Floats, y: Sequence[str] | Labels) -> str:
    """The checksum of a table, independent of file format and compression.

    SHA-256 over the column names joined by newlines (the label's name is the last), the values of `X` as
    little-endian float64 row by row, and the labels joined by newlines.
    """
    digest = hashlib.sha256("\n".join(columns).encode())
    digest.update(np.ascontiguousarray(X, dtype="<f8").data)
    digest.update("\n".join(np.asarray(y, dtype=str).tolist()).encode())
    return digest.hexdigest()


def read_csv(raw: IO[bytes], where: str, cure: str) -> Table:
    """Read a comma-separated table with one header line and the label in the last column.

    `where` names the file in error messages and may end in .gz or .xz; `cure` is what to do about an error.
    """
    # Line by line: the largest table has 150 MB of text, of which only the numbers are to stay in memory.
    labels: list[str] = []
    try:
        with io.TextIOWrapper(_decompressed(raw, where), encoding="utf-8") as text:
            columns = tuple(_unquoted(cell) for cell in text.readline().split(","))
            if len(columns) < 2:
                raise DataError(f"{where} does not start with a line of column names; {cure}.")
            rows = _features(text, labels)
            first = next(rows, None)
            if first is None:
                raise DataError(f"{where} has no rows; {cure}.")
            X = np.loadtxt(chain([first], rows), delimiter=",", comments=None, ndmin=2)
    except EOFError:
        raise DataError(f"{where} ends too early, as if its download or copy was cut short; {cure}.") from None
    except (zlib.error, lzma.LZMAError, gzip.BadGzipFile, UnicodeDecodeError):
        raise DataError(f"{where} is damaged and cannot be unpacked as a table of text; {cure}.") from None
    except OSError as error:
        raise DataError(f"{where} cannot be read ({error.strerror or error}); {cure}.") from None
    except DataError:
        raise
    except ValueError as error:  # numpy says which cell or which row
        reason = re.sub(r"(?<=float64 at row )\d+", _next, str(error).split(";")[0].strip().rstrip("."))
        raise DataError(f"{where} is not a table of numbers ({reason}); {cure}.") from None
    if X.shape[1] != len(columns) - 1:
        raise DataError(f"{where} has {len(columns)} column names but {X.shape[1] + 1} cells in each row; {cure}.")
    return Table(columns, X, np.array(labels))


def check_table(
    table: Table, columns: Sequence[str], rows: int, classes: Mapping[str, int], where: str, cure: str
) -> None:
    """Refuse a table whose shape, column names or class counts are not the expected ones."""
    for found, expected, what in (
        (table.X.shape[0], rows, "rows"),
        (table.X.shape[1] + 1, len(columns), "columns"),
    ):
        if found != expected:
            raise DataError(f"{where} has {found:,} {what}, but must have {expected:,}; {cure}.")
    for name, right in zip(table.columns, columns, strict=True):
        if name != right:
            raise DataError(f"{where} has a column {name!r} where {right!r} must be; {cure}.")
    bad = np.argwhere(~np.isfinite(table.X))
    if bad.size:
        row, column = bad[0]
        raise DataError(f"{where} has no number in column {columns[column]!r} of row {row + 1}; {cure}.")
    counts = Counter(table.y.tolist())
    for label, expected in classes.items():
        if counts[label] != expected:
            raise DataError(
                f"{where} has {counts[label]:,} rows of class {label!r}, but must have {expected:,}; {cure}."
            )


def _decompressed(raw: IO[bytes], where: str) -> Any:
    if where.endswith(".gz"):
        return gzip.open(raw)
    return lzma.open(raw) if where.endswith(".xz") else raw


def _features(text: IO[str], labels: list[str]) -> Iterator[str]:
    for line in text:
        if line.strip():
            numbers, _, label = line.rpartition(",")
            labels.append(_unquoted(label))
            yield numbers


def _next(number: re.Match[str]) -> str:
    return str(int(number[0]) + 1)  # numpy counts these rows from 0, and columns and other rows from 1


def _unquoted(cell: str) -> str:
    return cell.strip().strip("\"'")
