"""Tables with a label or a number to predict per row: read, fingerprint, and compare them with the registry."""

from __future__ import annotations

import csv
import gzip
import hashlib
import io
import lzma
import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import IO, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from shiftlab._check import Floats

Labels = NDArray[np.str_]


class DataError(ValueError):
    """A data set that is missing, damaged or not what the registry describes; the message says what to do."""


@dataclass(frozen=True)
class Format:
    """What the cells of a table mean, where they are not numbers with a label behind them.

    `symbols` lists the values of each symbolic column: `X` holds their places in that list. `missing` is how many
    cells of a column are empty: `X` holds NaN there. `text` is for tables of one column of texts, and with `label` of
    several in quotes, which may hold commas and lines: that column is taken for the last. `number` tells that the last
    column is a number to predict, and not a label.
    """

    symbols: Mapping[str, Sequence[str]] = field(default_factory=dict)
    missing: Mapping[str, int] = field(default_factory=dict)
    text: bool = False
    number: bool = False
    label: str | None = None


NUMBERS_AND_LABELS = Format()


class Table(NamedTuple):
    """All columns of a file: `columns` names those of `X` and, as the last, that of `y`."""

    columns: tuple[str, ...]
    X: NDArray[Any]
    y: NDArray[Any]


def fingerprint(columns: Sequence[str], X: NDArray[Any], y: Sequence[str] | NDArray[Any]) -> str:
    """The checksum of a table, independent of file format and compression.

    SHA-256 over the column names joined by newlines (that of `y` is the last), the values of `X` row by row, and
    those of `y`: numbers as little-endian float64, labels and texts joined by newlines.
    """
    digest = hashlib.sha256("\n".join(columns).encode())
    for values in (X, np.asarray(y)):
        if values.dtype.kind == "f":
            empty = np.isnan(values)  # there are many NaNs, and one must stand for all
            values = np.where(empty, np.nan, values) if empty.any() else values
            digest.update(np.ascontiguousarray(values, dtype="<f8").data)
        else:
            digest.update("\n".join(map(str, values.ravel().tolist())).encode())
    return digest.hexdigest()


def read_csv(raw: IO[bytes], where: str, cure: str, format: Format = NUMBERS_AND_LABELS) -> Table:
    """Read a comma-separated table with one header line and what is to be predicted in the last column.

    `where` names the file in error messages and may end in .gz or .xz; `cure` is what to do about an error.
    """
    # Line by line: the largest table has 150 MB of text, of which only the numbers are to stay in memory.
    labels: list[str] = []
    try:
        # a reader of quoted cells wants the ends of lines as they are
        newline = None if format.label is None else ""
        with io.TextIOWrapper(_decompressed(raw, where), encoding="utf-8", newline=newline) as text:
            if format.label is not None:
                return _quoted_texts(text, format.label, where, cure)
            columns = tuple(_unquoted(cell) for cell in text.readline().split(","))
            if len(columns) < 2:
                raise DataError(f"{where} does not start with a line of column names; {cure}.")
            rows = _features(text, labels)
            first = next(rows, None)
            if first is None:
                raise DataError(f"{where} has no rows; {cure}.")
            X = _values(chain([first], rows), columns, format)
    except EOFError:
        raise DataError(f"{where} ends too early, as if its download or copy was cut short; {cure}.") from None
    except (zlib.error, lzma.LZMAError, gzip.BadGzipFile, UnicodeDecodeError, csv.Error):
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
    if not format.number:
        return Table(columns, X, np.array(labels))
    try:
        return Table(columns, X, np.array(labels, dtype=np.float64))
    except ValueError as error:
        raise DataError(f"{where} must have a number in its last column ({error}); {cure}.") from None


def _quoted_texts(text: IO[str], label: str, where: str, cure: str) -> Table:
    rows = csv.reader(text, strict=True)
    columns = next(rows, [])
    if label not in columns:
        raise DataError(f"{where} has no column {label!r}; {cure}.")
    cells = []
    for row in rows:
        if len(row) != len(columns):
            raise DataError(f"{where} has {len(columns)} column names but {len(row)} cells in a row; {cure}.")
        cells.append(row)
    if not cells:
        raise DataError(f"{where} has no rows; {cure}.")
    last = columns.index(label)
    others = [i for i in range(len(columns)) if i != last]
    X = np.array([[row[i] for i in others] for row in cells], dtype=object)
    return Table((*(columns[i] for i in others), label), X, np.array([row[last] for row in cells]))


def check_table(
    table: Table,
    columns: Sequence[str],
    rows: int,
    classes: Mapping[str, int],
    where: str,
    cure: str,
    missing: Mapping[str, int] = NUMBERS_AND_LABELS.missing,
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
    for values, names in ((table.X, columns[:-1]), (table.y[:, np.newaxis], columns[-1:])):
        if values.dtype.kind == "f":
            _check_numbers(values, names, missing, where, cure)
    counts = Counter(table.y.tolist())
    for label, expected in classes.items():
        if counts[label] != expected:
            raise DataError(
                f"{where} has {counts[label]:,} rows of class {label!r}, but must have {expected:,}; {cure}."
            )


def _check_numbers(values: Floats, columns: Sequence[str], missing: Mapping[str, int], where: str, cure: str) -> None:
    bad = ~np.isfinite(values)
    for name, expected in missing.items():
        if name not in columns:
            continue
        empty = np.isnan(values[:, columns.index(name)])
        if empty.sum() != expected:
            raise DataError(
                f"{where} has {empty.sum():,} empty cells in column {name!r}, but must have {expected:,}; {cure}."
            )
        bad[empty, columns.index(name)] = False
    if bad.any():
        row, column = np.argwhere(bad)[0]
        raise DataError(f"{where} has no number in column {columns[column]!r} of row {row + 1}; {cure}.")


def _values(lines: Iterator[str], columns: Sequence[str], format: Format) -> NDArray[Any]:
    if format.text:
        return np.array(list(lines), dtype=object)[:, np.newaxis]
    converters: dict[int | str, Callable[[Any], float]] = {
        **{columns.index(name): _place_in(values) for name, values in format.symbols.items() if name in columns},
        **{columns.index(name): _number_or_nan for name in format.missing if name in columns},
    }
    return np.loadtxt(lines, delimiter=",", comments=None, ndmin=2, converters=converters or None, encoding="utf-8")


def _place_in(values: Sequence[str]) -> Callable[[Any], float]:
    places = {value: float(place) for place, value in enumerate(values)}
    return lambda cell: places[_unquoted(cell)]


def _number_or_nan(cell: str) -> float:
    return float(cell) if cell.strip() else np.nan


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
