"""Our weighers beside adapt's and skada's on five shifted problems, and beside no weights where nothing shifted.

`make bench-peers` runs this in an environment of its own. Two tables are printed. The first has a line for each
problem and family of methods: the mean score of ours over 100 draws and that of the best peer of the family, the mean
paired difference with its 95 % interval (ok from -0.005 up), and the CPU time of training and predicting, in one
thread, as a multiple of that peer's (ok up to 1.2). What a peer gets wrong stays in the table. The second has, for
each of our weighers, what it costs where nothing has shifted, over the draws in which it did not warn (ok up to
0.005). A line that is missed is a finding, not a failure of the command.

    python compare.py [--draws 100] [--out FOLDER] [--so-far]

Each result is kept in FOLDER at once; run again, it goes on. adapt's KLIEP, which comes last, takes most of the time.
"""

import os

os.environ.update({f"{name}_NUM_THREADS": "1" for name in ("OMP", "OPENBLAS", "MKL")})
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")  # it reports the processor it runs on

import argparse
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from draws import Result, results
from families import COMPARED, UNWEIGHTED, WITHOUT_SHIFT, Method
from problems import PROBLEMS

import shiftlab
from shiftlab.experiments.intervals import student

LARGEST_LOSS = 0.005
MOST_CPU = 1.2
TABLE = "{:10} {:13} {:>7} {:>8} {:36} {:>7} {:>8} {:>19} {:>7} {:>7} {:>6}  {}"
QUIET_TABLE = "{:10} {:22} {:>7} {:>9} {:>20}  {}"

Scores = np.ndarray[Any, np.dtype[np.float64]]


class Found(NamedTuple):
    """Of one method on one problem, by draws; NaN is a draw in which it stopped with an error, or is still to come."""

    scores: Scores
    seconds: float
    warned: np.ndarray[Any, np.dtype[np.bool_]]
    failed: int
    n_draws: int


class Table:
    """The results, by problem and method."""

    def __init__(self, found: list[Result], n_draws: int, *, shifted: bool) -> None:
        self.n_draws = n_draws
        self._results: dict[tuple[str, str], list[Result]] = {}
        for result in found:
            if result.shifted == shifted:
                self._results.setdefault((result.problem, result.method), []).append(result)

    def __call__(self, problem: str, method: Method) -> Found:
        """All draws, in the order of their seeds."""
        rows = self._results.get((problem, method.settings + method.name), [])
        scores, warned = np.full(self.n_draws, np.nan), np.zeros(self.n_draws, dtype=bool)
        for row in rows:
            scores[row.seed], warned[row.seed] = np.nan if row.score is None else row.score, row.warned
        seconds = float(np.median([row.seconds for row in rows])) if rows else np.nan
        return Found(scores, seconds, warned, sum(row.score is None for row in rows), len(rows))


def beside_peers(table: Table) -> Iterator[str]:
    """The lines of the first table."""
    yield TABLE.format(
        "problem", "family", "none", "ours", "best peer", "its", "diff.", "95 % interval", "ms", "its", "ratio", ""
    )
    families = list(dict.fromkeys(method.family for method in COMPARED))
    for problem in PROBLEMS:
        for family in families:
            yield _line(table, problem, family)


def _line(table: Table, problem: str, family: str) -> str:
    ours, *peers = (method for method in COMPARED if method.family == family)
    mine = table(problem, ours)
    theirs = {peer.name: table(problem, peer) for peer in peers}
    best = max(theirs, key=lambda name: _mean(theirs[name].scores - mine.scores))  # on the draws that both have
    differences = mine.scores - theirs[best].scores
    differences = differences[~np.isnan(differences)]
    low, high = student(differences)
    ratio = mine.seconds / theirs[best].seconds
    missed = [] if low is not None and low > -LARGEST_LOSS else ["score"]
    missed += [] if ratio <= MOST_CPU else ["CPU"]
    fewest = min(mine.n_draws, *(found.n_draws for found in theirs.values()))
    warned = f", ours warned in {mine.warned.sum()}" if mine.warned.any() else ""
    return TABLE.format(
        problem,
        family,
        f"{_mean(table(problem, UNWEIGHTED).scores):.3f}",
        f"{_mean(mine.scores):.4f}",
        best + (f" (error in {theirs[best].failed})" if theirs[best].failed else ""),
        f"{_mean(theirs[best].scores):.4f}",
        f"{differences.mean():+.4f}",
        "" if low is None else f"[{low:+.4f}, {high:+.4f}]",
        f"{1000 * mine.seconds:.1f}",
        f"{1000 * theirs[best].seconds:.1f}",
        f"{ratio:.2f}",
        _verdict(missed, fewest, table.n_draws) + warned,
    )


def _verdict(missed: list[str], drawn: int, asked: int) -> str:
    if drawn < asked:  # the best peer may be one of which too little is known
        return f"still to come: {drawn} of {asked} draws by all"
    return "MISSED: " + " and ".join(missed) if missed else "ok"


def _mean(scores: Scores) -> float:
    known = scores[~np.isnan(scores)]
    return float(known.mean()) if known.size else -np.inf


def without_shift(table: Table) -> Iterator[str]:
    """The lines of the second table."""
    yield QUIET_TABLE.format("problem", "weigher", "warned", "cost", "95 % interval", "")
    for problem in PROBLEMS:
        plain = table(problem, UNWEIGHTED).scores
        for method in WITHOUT_SHIFT:
            found = table(problem, method)
            costs = (plain - found.scores)[~found.warned]
            costs = costs[~np.isnan(costs)]
            cells = ["", "", "warned each time" if found.warned.any() else "still to come"]
            if costs.size:
                low, high = student(costs)
                verdict = _verdict([] if costs.mean() <= LARGEST_LOSS else ["cost"], found.n_draws, table.n_draws)
                cells = [f"{costs.mean():+.4f}", "" if low is None else f"[{low:+.4f}, {high:+.4f}]", verdict]
            yield QUIET_TABLE.format(problem, _short(method), int(found.warned.sum()), *cells)


def _short(method: Method) -> str:
    return "uLSIF (alpha=0)" if "alpha=0" in method.settings else method.name


def main() -> None:
    """Print what is compared, and both tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--draws", type=int, default=100, help="how many, seeds 0, 1, ... (100)")
    parser.add_argument("--out", type=Path, default=Path("shiftlab-results/peers"), help="where results are kept")
    parser.add_argument("--so-far", action="store_true", help="run nothing, print the tables of what is kept")
    options = parser.parse_args()
    found = results(options.out / "draws.jsonl", options.draws, so_far=options.so_far)
    versions = ", ".join(f"{name} {version(name)}" for name in ("adapt", "skada", "scikit-learn", "numpy"))
    print(f"shiftlab {shiftlab.__version__} in {Path(shiftlab.__file__).parent}; {versions}; draws: {options.draws}\n")
    for method in COMPARED:
        print(f"{method.family:13} {method.name:36} {method.settings}")
    lines = list(beside_peers(Table(found, options.draws, shifted=True)))
    print("", *lines, sep="\n")
    quiet = list(without_shift(Table(found, options.draws, shifted=False)))
    print("\nnothing shifted: what weights cost where the weigher did not warn\n", *quiet, sep="\n")
    for said in sorted({f"{row.method}: {row.said:.200}" for row in found if row.said}):
        print("stopped with an error:", said)
    for name, table in (("beside peers", lines[1:]), ("without a shift", quiet[1:])):
        missed, to_come = (sum(word in line for line in table) for word in ("MISSED", "still to come"))
        print(f"{name}: {missed} of {len(table)} lines missed" + (f", {to_come} still to come" if to_come else ""))


if __name__ == "__main__":
    main()
