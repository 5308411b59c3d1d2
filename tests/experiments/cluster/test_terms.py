"""Who computes by other code, versions, threads or data is refused, in one sentence."""

import math
import os
import shutil
import threading

import pytest
from dask_processes import ROOMS, wait_for

from shiftlab import experiments
from shiftlab.experiments.cluster import RefusedError, connected
from shiftlab.experiments.cluster.terms import Terms, needed, objection
from shiftlab.experiments.sweep import sweep


@pytest.fixture(autouse=True)
def _who_edits_meanwhile_does_not_disturb(monkeypatch):
    monkeypatch.setattr("shiftlab.experiments.cluster.terms.BEGUN", math.inf)


def terms(experiment, cells=()):
    return Terms.of(experiment, cells)


def test_the_process_that_asks_has_no_objection_to_its_own_terms(slow):
    assert objection(terms(slow), 1) is None


def test_more_than_one_thread_is_refused(slow):
    assert objection(terms(slow), 4).startswith("has 4 threads, and limits on threads are for a whole process")


def test_other_versions_are_named(slow):
    other = terms(slow)._replace(versions=(("numpy", "9.9"), ("shiftlab", terms(slow).versions[1][1])))
    sentence = objection(other, 1)
    assert "and not 9.9: install the same versions there" in sentence
    assert "shiftlab" not in sentence


def test_other_code_is_refused_by_its_digest(slow):
    sentence = objection(terms(slow)._replace(code="0123"), 1)
    assert sentence == f"would use other code for slow ({slow.code.digest} and not 0123): give it the same shiftlab"
    assert (
        objection(terms(slow)._replace(experiment="fast"), 1) == "knows no experiment fast: give it the same shiftlab"
    )


def test_who_may_have_imported_an_older_file_is_refused(slow, monkeypatch):
    monkeypatch.setattr("shiftlab.experiments.cluster.terms.BEGUN", 0.0)
    assert objection(terms(slow), 1).endswith("was changed: start it again")


def test_data_that_are_not_there_are_named(monkeypatch, tmp_path):
    selection = experiments.get("kmm-selection")
    asked = terms(selection)._replace(data=(("haberman", "bundled"), ("usps", "SHIFTLAB_DATA")))
    monkeypatch.setenv("SHIFTLAB_CACHE", str(tmp_path))
    monkeypatch.setenv("SHIFTLAB_DATA", str(tmp_path))
    assert objection(asked, 1).startswith("lacks data that are here: usps; put them into a folder that it can read")


def test_only_data_that_cells_name_are_needed(slow):
    real = experiments.get("undersampling-real")
    cells = [cell for cell in real.cells("quick") if cell.dataset in ("ecoli", "glass")]
    assert needed(real, cells) == {cell.dataset for cell in cells}
    assert {"usps", "pima"} <= needed(experiments.get("kmm-selection"), [])
    assert needed(slow, [slow.settings()]) == {"usps"}


# Workers of other kinds.


@pytest.fixture
def changed_rooms(tmp_path):
    """The same experiment after a change of its source."""
    rooms = tmp_path / "rooms"
    shutil.copytree(ROOMS, rooms, ignore=shutil.ignore_patterns("__pycache__"))
    source = rooms / "slow_paper" / "slow" / "__init__.py"
    source.write_text(source.read_text().replace("float(result.numbers.mean())", "2 * float(result.numbers.mean())"))
    os.utime(source)
    return rooms


OLDER = "import shiftlab.experiments.machine as machine\nmachine.__version__ = '0.0.1'\n"


def test_a_worker_with_other_versions_or_code_is_refused_before_the_first_cell(
    slow, begun, processes, changed_rooms, one_sentence
):
    processes.start_worker(more=OLDER)
    processes.start_worker(rooms=changed_rooms)
    with connected(processes.address) as cluster:
        wait_for(lambda: cluster.count() == 2)
        sentence = one_sentence(sweep, slow, slow.cells(), cluster=cluster, progress=False)
    assert sentence.startswith("The worker tcp://127.0.0.1:")
    assert "shiftlab 0.0.1 and not" in sentence or "would use other code for slow" in sentence
    assert sentence.endswith("; 1 more of 2 workers are refused as well.")
    assert not begun(0)


def test_a_worker_that_joins_later_is_asked_with_its_first_cell(slow, begun, processes, changed_rooms, tmp_path):
    processes.start_worker()
    cells = [slow.settings(seed=seed, seconds=0.2) for seed in range(200)]

    def join():
        wait_for(lambda: begun(3))
        processes.start_worker(rooms=changed_rooms)

    joining = threading.Thread(target=join)
    joining.start()
    with connected(processes.address) as cluster, pytest.raises(RefusedError, match="would use other code for slow"):
        sweep(slow, cells, folder=tmp_path / "cells", cluster=cluster, progress=False)
    joining.join()
    assert 3 <= len(list((tmp_path / "cells").glob("*.json"))) < 200
