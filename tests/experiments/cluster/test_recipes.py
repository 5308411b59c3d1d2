"""The recipes for clusters are read as their programs read them, and run here as far as one machine can."""

import contextlib
import json
import os
import re
import signal
import subprocess
import sys

import pytest
import yaml
from dask_processes import Processes, wait_for
from documents import ROOT

from shiftlab import cli

RECIPES = ROOT / "docs" / "recipes"
TEXT = (ROOT / "docs" / "cluster.md").read_text(encoding="utf-8")

#: Stands for Slurm's sbatch: starts the script of a job here, and says a number.
SBATCH = """#!/bin/sh
cp "$1" {folder}/job.sh
setsid sh -c 'echo $$ > {folder}/job.pid; cd {folder}; . ./job.sh' > {folder}/job.log 2>&1 &
echo "Submitted batch job 7"
"""


def pods():
    """The container of every pod of the recipe, by its name."""
    documents = [one for one in yaml.safe_load_all((RECIPES / "kubernetes.yaml").read_text()) if one]
    specs = [one["spec"]["template"]["spec"] for one in documents if "template" in one["spec"]]
    return documents, {spec["containers"][0]["name"]: spec["containers"][0] for spec in specs}


def environment(container):
    return {one["name"]: one["value"] for one in container["env"]}


def test_the_page_names_every_recipe_and_every_option():
    assert set(re.findall(r"\(recipes/([\w.]+)\)", TEXT)) == {path.name for path in RECIPES.iterdir() if path.is_file()}
    for line in re.findall(r"^(?:shiftlab|make) .*--?.*$", TEXT, re.MULTILINE):
        known = {"--full", "--scheduler", "--out", "--jobs"}
        assert set(re.findall(r"--[a-z]+", line)) <= known, line


def test_the_parts_of_the_kubernetes_recipe_fit_together():
    documents, containers = pods()
    kinds = {(one["kind"], one["metadata"]["name"]) for one in documents}
    assert {kind for kind, _ in kinds} == {"PersistentVolumeClaim", "Service", "Deployment", "Job"}
    service = next(one for one in documents if one["kind"] == "Service")
    address = f"tcp://{service['metadata']['name']}:{service['spec']['ports'][0]['port']}"
    assert address in containers["worker"]["command"]
    assert address in containers["run"]["command"]
    scheduler = next(
        one for one in documents if one["metadata"]["name"] == "shiftlab-scheduler" and "template" in one["spec"]
    )
    assert scheduler["spec"]["template"]["metadata"]["labels"] == service["spec"]["selector"]
    assert len({container["image"] for container in containers.values()}) == 1
    assert environment(containers["worker"])["SHIFTLAB_DATA"] == environment(containers["run"])["SHIFTLAB_DATA"]
    _, program, *arguments = ["shiftlab", *containers["run"]["command"][1:]]
    given, rest = cli.build_parser().parse_known_args([program, *arguments])
    assert (given.full, given.scheduler, rest) == (True, address, [])


@pytest.mark.quick_experiments
def test_the_commands_of_the_kubernetes_recipe_run_on_one_machine(tmp_path):
    """The same commands, at a port that is free, the workers in folders of their own."""
    _, containers = pods()
    here = environment(containers["scheduler"])
    with Processes(tmp_path) as processes:
        command = containers["scheduler"]["command"][2:]
        processes.start("scheduler", *swapped(command, "8786", "0"), "--host", "127.0.0.1", **here)
        processes.wait_for_scheduler()
        address = "tcp://shiftlab-scheduler:8786"
        for name in ("one", "two"):
            (tmp_path / name).mkdir()
            command = [word for word in containers["worker"]["command"][2:] if word != address]
            processes.start("worker", *command, where=tmp_path / name)
        run = swapped(containers["run"]["command"][1:], address, processes.address)
        run = [word for word in swapped(run, "/results", str(tmp_path / "results")) if word != "--full"]
        wait_for(lambda: processes.count_workers() == 2)
        shiftlab = [sys.executable, "-m", "shiftlab.cli", *run, "bias-kinds", "--no-progress"]
        done = subprocess.run(shiftlab, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    facts = json.loads((tmp_path / "results" / "bias-kinds" / "quick" / "run.json").read_text())["cluster"]
    assert (facts["workers"], facts["retries"]) == (2, 0)


def swapped(words, old, new):
    assert old in words
    return [new if word == old else word for word in words]


@pytest.mark.quick_experiments
def test_the_slurm_recipe_runs_with_a_queue_that_starts_jobs_here(tmp_path):
    pytest.importorskip("dask_jobqueue")
    (tmp_path / "bin").mkdir()
    for name, script in (("sbatch", SBATCH.format(folder=tmp_path)), ("scancel", "#!/bin/sh\n")):
        (tmp_path / "bin" / name).write_text(script)
        (tmp_path / "bin" / name).chmod(0o755)
    recipe = (RECIPES / "slurm.py").read_text().replace("WORKERS_A_JOB = 8", "WORKERS_A_JOB = 1")
    (tmp_path / "slurm.py").write_text(recipe)
    here = {"PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}", "DASK_TEMPORARY_DIRECTORY": str(tmp_path)}
    local = {
        "DASK_JOBQUEUE__SLURM__INTERFACE": "lo",
        "DASK_JOBQUEUE__SLURM__SCHEDULER_OPTIONS__DASHBOARD_ADDRESS": ":0",
    }
    command = [sys.executable, "slurm.py", "1", "bias-kinds", "--no-progress"]
    try:
        done = subprocess.run(
            command, cwd=tmp_path, env=os.environ | here | local, capture_output=True, text=True, timeout=120
        )
    finally:
        if (tmp_path / "job.pid").exists():  # of the session that the job is
            with contextlib.suppress(ProcessLookupError):
                os.killpg(int((tmp_path / "job.pid").read_text()), signal.SIGKILL)
    assert done.returncode == 0, done.stderr
    facts = json.loads((tmp_path / "shiftlab-results" / "bias-kinds" / "quick" / "run.json").read_text())["cluster"]
    assert facts["workers"] == 1
    script = (tmp_path / "job.sh").read_text()
    assert "--nthreads 1" in script
    assert "export SHIFTLAB_DATA=" in script
