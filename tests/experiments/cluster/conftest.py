"""Workers for the tests of clusters, and cells that take their time or their worker with them."""

import sys

import dask
import pytest
from dask_processes import PRELOAD, ROOMS, TINY, Processes, wait_for

from shiftlab import experiments, papers
from shiftlab.experiments.cluster import connected

collect_ignore = ["rooms"]  # experiments, which need the tests' other rooms


@pytest.fixture(scope="module")
def notes(tmp_path_factory):
    """Where cells that are begun leave a file each, for as long as the workers of a module live."""
    folder = tmp_path_factory.mktemp("begun")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SLOW_FOLDER", str(folder))
        yield folder


@pytest.fixture
def slow(monkeypatch, notes):
    """The experiment of this folder, found by its name."""
    monkeypatch.setattr(papers, "__path__", [*papers.__path__, str(ROOMS), str(TINY)])
    for path in notes.iterdir():
        path.unlink()
    yield experiments.get("slow")
    for paper in ("slow_paper", "small_paper"):
        for name in [name for name in sys.modules if name.startswith(f"shiftlab.papers.{paper}")]:
            del sys.modules[name]
        vars(papers).pop(paper, None)


@pytest.fixture
def begun(notes):
    """The processes that have begun a cell with this seed."""
    return lambda seed: [int(path.suffix[1:]) for path in notes.glob(f"{seed}.*")]


@pytest.fixture
def processes(notes, tmp_path):
    """A scheduler that no other test needs."""
    with Processes(tmp_path) as started:
        yield started.start_scheduler()


@pytest.fixture(scope="module")
def two_processes(notes, tmp_path_factory):
    """A scheduler and two workers for a whole module, the second worker in another folder."""
    folder = tmp_path_factory.mktemp("two")
    (folder / "elsewhere").mkdir()
    with Processes(folder) as started:
        started.start_scheduler()
        started.start_worker()
        started.start_worker(where=folder / "elsewhere")
        yield started


@pytest.fixture
def two(two_processes):
    with connected(str(two_processes.file)) as cluster:
        wait_for(lambda: cluster.count() == 2)
        yield cluster


@pytest.fixture
def local(notes, tmp_path):
    """Lets the workers of local:N find the experiment, too."""
    preload = tmp_path / "preload.py"
    preload.write_text(PRELOAD.format(rooms=str(ROOMS), more=""))
    with dask.config.set({"distributed.worker.preload": [str(preload)], "temporary-directory": str(tmp_path)}):
        yield
