"""Every method on every draw, kept line by line in a file: what was interrupted goes on where it stopped."""

import hashlib
import json
import time
import warnings
from collections.abc import Iterable, Iterator
from importlib.metadata import version
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from families import COMPARED, UNWEIGHTED, WITHOUT_SHIFT, Method
from problems import PROBLEMS, Task
from sklearn.base import is_classifier
from sklearn.metrics import accuracy_score, r2_score
from threadpoolctl import threadpool_limits
from tqdm import tqdm

import shiftlab
from shiftlab.weights import ShiftWarning

SLOW = {"adapt KLIEP"}  # a hundred times as long as the others: they come last


class Result(NamedTuple):
    """What one method made of one draw; `score` is None where it stopped with an error, which `said` tells."""

    problem: str
    shifted: bool
    seed: int
    method: str
    score: float | None
    seconds: float
    warned: bool
    said: str
    of: str
    """A digest of the code and the libraries: results of other code are not taken for these."""


def results(file: Path, n_draws: int, *, so_far: bool = False) -> list[Result]:
    """Those that `file` has, and those that are missing, which are added to it; unless `so_far` is enough."""
    wanted = list(_wanted(n_draws))
    kept = _kept(file)
    missing = [] if so_far else [job for job in wanted if job not in kept]
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a", encoding="utf-8") as lines, threadpool_limits(1):
        for job in tqdm(missing, desc="fits", disable=not missing, mininterval=5):
            kept[job] = _run(job)
            lines.write(json.dumps(kept[job]._asdict()) + "\n")
            lines.flush()
    return [kept[job] for job in wanted if job in kept]


class _Job(NamedTuple):
    problem: str
    shifted: bool
    seed: int
    method: str
    of: str


_METHODS = {method.settings + method.name: method for method in [UNWEIGHTED, *COMPARED, *WITHOUT_SHIFT]}


def _wanted(n_draws: int) -> Iterator[_Job]:
    """The quick ones first, draw by draw, so that the methods share whatever else the machine does."""
    codes = {key: _digest(method) for key, method in _METHODS.items()}

    def jobs(methods: Iterable[Method], *, shifted: bool) -> Iterator[_Job]:
        keys = [method.settings + method.name for method in methods]
        for seed, problem, key in product(range(n_draws), PROBLEMS, keys):
            yield _Job(problem, shifted, seed, key, codes[key])

    yield from jobs([UNWEIGHTED, *(method for method in COMPARED if method.name not in SLOW)], shifted=True)
    yield from jobs([UNWEIGHTED, *WITHOUT_SHIFT], shifted=False)
    yield from jobs([method for method in COMPARED if method.name in SLOW], shifted=True)


def _kept(file: Path) -> dict[_Job, Result]:
    if not file.exists():
        return {}
    kept = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        try:
            result = Result(**json.loads(line))
        except (json.JSONDecodeError, TypeError):  # cut off in the middle, or of another shape
            continue
        kept[_Job(result.problem, result.shifted, result.seed, result.method, result.of)] = result
    return kept


def _run(job: _Job) -> Result:
    task, method = PROBLEMS[job.problem](job.seed, shifted=job.shifted), _METHODS[job.method]
    given = method.offered(task)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        started = time.process_time()
        try:
            predicted = method.predict(task, given)
            seconds, said = time.process_time() - started, ""
            score = _score(task, predicted)
        except Exception as error:  # of any library, of any kind: it is a result
            seconds, score, said = time.process_time() - started, None, f"{type(error).__name__}: {error}"
    warned = any(issubclass(warning.category, ShiftWarning) for warning in caught)
    return Result(job.problem, job.shifted, job.seed, job.method, score, seconds, warned, said, job.of)


def _score(task: Task, predicted: Any) -> float:
    return float((accuracy_score if is_classifier(task.estimator) else r2_score)(task.y_new, predicted))


def _digest(method: Method) -> str:
    """Of the problems and, for ours, of the code that weighs and trains; for a peer, of its version."""
    here, package = Path(__file__).parent, Path(shiftlab.__file__).parent
    files = [here / "problems.py", here / "families.py"]
    if method.library == "shiftlab":
        files += sorted([*package.glob("weights/**/*.py"), *package.glob("learners/reweighted/*.py")])
    libraries = {"numpy", "scipy", "scikit-learn", "skada"} | ({method.library} - {"shiftlab"})
    parts = [*(file.read_bytes() for file in files), *(version(name).encode() for name in sorted(libraries))]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:12]
