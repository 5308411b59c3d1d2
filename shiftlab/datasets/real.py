"""The real data sets of the papers, as one table each.

`load` looks in this order: the sets bundled with shiftlab, the folder that the environment variable
SHIFTLAB_DATA names (files NAME.csv.gz, NAME.csv.xz or NAME.csv), the cache and the public source.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._check import Floats
from .registry import Entry, entry
from .table import DataError, Table, check_table, fingerprint, read_csv

FOLDER_VARIABLE = "SHIFTLAB_DATA"
SUFFIXES = (".csv.gz", ".csv.xz", ".csv")


@dataclass(frozen=True, eq=False)
class Dataset:
    """A data set in memory.

    `columns` names the columns of `X`, and `y` holds labels as text, or numbers where a number is to be predicted.
    `X` holds numbers: in the columns of `symbols` the places in their list of values, NaN where a value is missing,
    and only in tables of texts one column of texts. `checksum` is the fingerprint of the whole table as it was
    read, and `verified` tells whether that is the one in the registry: always for the sources "bundled" and
    "SHIFTLAB_DATA", which are refused otherwise, and perhaps not for "download".
    """

    name: str
    X: NDArray[Any] = field(repr=False)
    y: NDArray[Any] = field(repr=False)
    columns: tuple[str, ...] = field(repr=False)
    source: str
    checksum: str
    verified: bool
    symbols: Mapping[str, Sequence[str]] = field(repr=False, default_factory=dict)

    @property
    def classes(self) -> dict[str, int]:
        """How many rows each label has; nothing where a number is to be predicted."""
        return {} if self._is_number else dict(sorted(Counter(self.y.tolist()).items()))

    @property
    def _is_number(self) -> bool:
        return self.y.dtype.kind == "f"

    def regression(self) -> tuple[Floats, Floats]:
        """`X` and the numbers to predict.

        >>> X, y = load("abalone").regression()
        >>> X.shape, y.max()
        ((4177, 8), np.float64(29.0))
        """
        if not self._is_number:
            raise ValueError(f"{self.name} has classes and no number to predict: use binary().")
        return self.X, self.y

    def one_hot(self) -> Dataset:
        """The same rows with a 0/1 column for each value of a symbolic column, named ``column=value``.

        >>> load("abalone").one_hot().columns[:4]
        ('sex=F', 'sex=I', 'sex=M', 'length')
        """
        names: list[str] = []
        parts: list[Floats] = []
        for name, values in zip(self.columns, self.X.T, strict=True):
            levels = self.symbols.get(name)
            if levels is None:
                names.append(name)
                parts.append(values[:, np.newaxis])
            else:
                names += [f"{name}={level}" for level in levels]
                parts.append((values[:, np.newaxis] == np.arange(len(levels))).astype(np.float64))
        return replace(self, X=np.hstack(parts), columns=tuple(names), symbols={})

    def binary(self, positive: Any = None, negative: Any = None) -> tuple[NDArray[Any], NDArray[np.int64]]:
        """`X` and 0/1 classes, where `positive` and `negative` are labels or collections of labels.

        Rows of other labels are left out. Without `negative` all other labels are negative, without
        `positive` all other labels are positive: ``load("page_blocks").binary(negative="1")``.

        >>> X, y = load("glass").binary(3)
        >>> int(y.sum()), y.size
        (17, 214)
        """
        if self._is_number:
            raise ValueError(f"{self.name} has a number to predict and no classes: use regression().")
        if positive is None and negative is None:
            raise ValueError("Give the positive label, the negative label, or both.")
        ones, zeros = self._rows_of(positive), self._rows_of(negative)
        ones, zeros = (~zeros if positive is None else ones), (~ones if negative is None else zeros)
        if (ones & zeros).any():
            raise ValueError("A label can be positive or negative, but not both.")
        if not ones.any() or not zeros.any():
            raise ValueError(f"No label of {self.name} is left for the other class: name fewer labels.")
        used = ones | zeros
        return self.X[used], ones[used].astype(np.int64)

    def _rows_of(self, labels: Any) -> NDArray[np.bool_]:
        if labels is None:
            return np.zeros(self.y.size, dtype=bool)
        one = isinstance(labels, str) or not isinstance(labels, Iterable)
        wanted = [str(label) for label in ([labels] if one else labels)]  # 3 means '3'
        known = np.unique(self.y).tolist()
        for label in wanted:
            if label not in known:
                raise ValueError(f"{self.name} has no label {label!r}; its labels are {', '.join(known)}.")
        return np.isin(self.y, wanted)


def load(
    name: str, *, folder: str | os.PathLike[str] | None = None, download: bool = True, progress: bool = True
) -> Dataset:
    """Load a data set by name.

    `folder` takes the place of SHIFTLAB_DATA. With ``download=False`` nothing is fetched and the cache is not
    looked at either. `progress` shows a bar while a file is fetched.

    >>> load("ecoli").X.shape
    (336, 7)
    """
    item = entry(name)
    if item.bundled:
        path = resources.files(__package__).joinpath("data", f"{name}.csv.gz")
        cure = "install shiftlab again"
        try:
            with path.open("rb") as raw:
                return _dataset(item, read_csv(raw, str(path), cure, item.format), "bundled", str(path), cure)
        except FileNotFoundError:
            raise DataError(f"{path} is missing although it belongs to shiftlab; {cure}.") from None
    file = local_file(name, folder)
    if file is not None:
        otherwise = "" if item.public is None else f", or take it away so that {name} is downloaded"
        cure = f"put an intact copy of it there{otherwise}"
        try:
            with file.open("rb") as raw:
                return _dataset(item, read_csv(raw, str(file), cure, item.format), FOLDER_VARIABLE, str(file), cure)
        except OSError as error:  # read_csv reports its own, so this is the opening
            raise DataError(f"{file} cannot be read ({error.strerror or error}); {cure}.") from None
    if not download:
        raise DataError(
            f"{name} is not bundled and {name}.csv.gz is in no folder that {FOLDER_VARIABLE} names; "
            f"put it into one, or allow the download."
        )
    from .download import public_table

    table, where, cure = public_table(item, progress=progress)
    return _dataset(item, table, "download", where, cure)


def _dataset(item: Entry, table: Table, source: str, where: str, cure: str) -> Dataset:
    public = item.public if source == "download" else None
    rows, classes = (public.rows, public.classes) if public else (item.rows, item.classes)
    check_table(table, item.columns, rows, classes, where, cure, item.format.missing)
    strangers = sorted(set(table.y.tolist()) - set(item.classes))
    if strangers and not item.format.number:
        raise DataError(f"{where} has a label {strangers[0]!r} that {item.name} must not have; {cure}.")
    checksum = fingerprint(*table)
    verified = checksum == item.sha256
    if not verified and (public is None or public.verified):
        raise DataError(
            f"{where} has other values than the registered ones (checksum {checksum[:16]}, but must be "
            f"{item.sha256[:16]}); {cure}."
        )
    columns, X = item.columns[:-1], table.X
    if item.drop_columns:
        kept = [i for i, column in enumerate(columns) if column not in item.drop_columns]
        columns, X = tuple(columns[i] for i in kept), np.ascontiguousarray(X[:, kept])
    symbols = {name: values for name, values in item.format.symbols.items() if name in columns}
    return Dataset(item.name, X, table.y, columns, source, checksum, verified, symbols)


def local_file(name: str, folder: str | os.PathLike[str] | None = None) -> Path | None:
    """The file of `name` in `folder`, or else in the folder that SHIFTLAB_DATA names, if it is there."""
    given = folder if folder is not None else os.environ.get(FOLDER_VARIABLE)
    if not given:
        return None
    where = Path(given).expanduser()
    if not where.is_dir():
        raise DataError(f"{where} is no folder; set {FOLDER_VARIABLE} to the folder that holds the data files.")
    return next((file for end in SUFFIXES if (file := where / f"{name}{end}").is_file()), None)
