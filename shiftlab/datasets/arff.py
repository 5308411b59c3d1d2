"""OpenML's file format, ARFF, read into a table with our column and label names."""

from __future__ import annotations

import io
from pathlib import Path
from typing import IO

import numpy as np
from scipy.io import arff

from .registry import Entry, Public
from .table import Table


def read_arff(path: Path, target: str, entry: Entry, public: Public) -> Table:
    """The table of `path` with the columns and labels of `entry`; `target` is the file's name of the label.

    A file that cannot be read raises whatever scipy raises: ValueError, IndexError, OSError and others.
    """
    with path.open(encoding="utf-8") as text:
        records, meta = arff.loadarff(_only(text, public.keep) if public.keep else text)
    theirs = meta.names()
    label = target if target in theirs else theirs[-1]
    features = [column for column in theirs if column != label]
    wanted = list(entry.columns[:-1])
    by_name = {column.lower(): column for column in features}
    if set(by_name) == {column.lower() for column in wanted}:
        features = [by_name[column.lower()] for column in wanted]
    elif len(features) != len(wanted):
        wanted = features  # the caller counts the columns and refuses
    # Otherwise OpenML has names of its own, in the order of the original file.
    X = np.column_stack([np.asarray(records[column], dtype=np.float64) for column in features])
    columns = (*wanted, entry.columns[-1])
    if entry.format.number:
        return Table(columns, X, np.asarray(records[label], dtype=np.float64))
    labels = [public.labels.get(name, name) for name in _label_names(records[label])]
    return Table(columns, X, np.array(labels, dtype=str))


def _label_names(values: np.ndarray) -> list[str]:
    if values.dtype.kind == "f":  # 1.0 is the class '1'
        return [f"{value:.17g}" for value in values.tolist()]
    return [value.decode().strip("\"' ") for value in values.tolist()]


def _only(text: IO[str], keep: tuple[str, ...]) -> io.StringIO:
    """The header and the rows of the classes in `keep`: parsing all 581,012 rows of covertype takes long."""
    lines: list[str] = []
    for line in text:
        lines.append(line)
        if line.strip().lower() == "@data":
            break
    lines.extend(line for line in text if line.rpartition(",")[2].strip("\"' \r\n\t") in keep)
    return io.StringIO("".join(lines))
