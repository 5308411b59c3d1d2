"""The files that describe the project agree with each other."""

import itertools
import json
import re
import subprocess
import sys
import tomllib

import yaml
from documents import ROOT

import shiftlab_widgets
from shiftlab import __version__
from shiftlab.claims import build
from shiftlab.course import registry
from shiftlab.course.lesson import PACKAGED

PROJECT, WIDGETS = (
    tomllib.loads((ROOT / folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for folder in ("", "widgets")
)
#: conda's name where it is another one; matplotlib-base is the same library without a window toolkit.
CONDA_NAMES = {"matplotlib": "matplotlib-base", "jupyter-server": "jupyter_server"}


def conda_name(requirement):
    name, bound = re.fullmatch(r"([a-z0-9-]+)(.*)", requirement).groups()
    return CONDA_NAMES.get(name, name) + bound


def test_environment_yml_is_in_step_with_pyproject():
    environment = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))
    conda = {item for item in environment["dependencies"] if isinstance(item, str)}
    needed = [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["lab"], *WIDGETS["dependencies"]]
    ours = {f"{project['name']}=={__version__}" for project in (PROJECT, WIDGETS)}
    expected = {conda_name(item) for item in needed if item not in ours}
    assert conda == expected | {"pip", f"python{PROJECT['requires-python']}"}
    (pip,) = (item["pip"] for item in environment["dependencies"] if isinstance(item, dict))
    assert pip == ["--editable .", "--editable ./widgets"]


def test_the_two_wheels_require_each_other_in_one_version():
    assert f"shiftlab-widgets=={__version__}" in PROJECT["optional-dependencies"]["lab"]
    assert f"shiftlab=={__version__}" in WIDGETS["dependencies"]


def test_no_dependency_of_others_has_an_upper_bound():
    everything = [
        *PROJECT["dependencies"],
        *WIDGETS["dependencies"],
        *itertools.chain(*PROJECT["optional-dependencies"].values()),
    ]
    others = [item for item in everything if not item.startswith("shiftlab")]
    assert not [item for item in others if "<" in item or "==" in item]


def test_there_is_one_version():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["version"] == __version__ == shiftlab_widgets.__version__


def test_the_citation_lists_the_papers():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    cited = [f"{paper['title']}, {paper['year']}" for paper in citation["references"]]
    assert all(title.endswith(one) for title, one in zip(build.titles().values(), cited, strict=True))


def test_the_wheel_has_data_claims_and_lessons_without_their_evidence(tmp_path):
    import zipfile

    build = f"from hatchling.build import build_wheel; build_wheel({str(tmp_path)!r})"
    subprocess.run([sys.executable, "-c", build], cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {
        "shiftlab/py.typed",
        "shiftlab/datasets/registry.json",
        "shiftlab/datasets/data/ecoli.csv.gz",
        "shiftlab/claims/claims.json",
    } <= names
    assert not [name for name in names if name.endswith("evidence.json")]  # it would be most of the wheel
    assert not [name for name in names if name.startswith("tests")]
    packaged = PACKAGED.relative_to(ROOT).as_posix()
    lessons = {f"{packaged}/{lesson.file}" for lesson in registry.lessons().values()}
    assert lessons == {name for name in names if name.endswith(".ipynb")}
    for name in lessons:  # students' own: without outputs
        assert not [cell for cell in json.loads(zipfile.ZipFile(wheel).read(name))["cells"] if cell.get("outputs")]


def test_make_help_lists_the_commands():
    listed = subprocess.run(["make", "help"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for command in ("env", "lab", "test", "bench", "claims", "clean"):
        assert f"make {command} " in listed


def test_every_public_part_is_reachable_from_the_package():
    entries = {path.stem for path in (ROOT / "shiftlab").iterdir() if path.is_dir() or path.suffix == ".py"}
    # no parts to import: the command line, what is shared inside, and rooms that `experiments` and `claims` open
    parts = {name for name in entries if not name.startswith("_")} - {"cli", "papers", "support"}
    code = f"import shiftlab; print([name for name in {sorted(parts)} if not hasattr(shiftlab, name)])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_importing_the_package_imports_nothing_heavy():
    heavy = {"numpy", "scipy", "sklearn", "matplotlib", "pydantic"}
    code = f"import sys, shiftlab; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_jupyter_side_is_not_imported_by_any_part():
    code = (
        "import sys, shiftlab.cli, shiftlab.claims.build, shiftlab.learners.undersampled\n"
        "from shiftlab import experiments\n"
        "for name in experiments.names(): experiments.get(name)\n"
        "print(sorted({'IPython', 'ipywidgets', 'jupyterlab', 'matplotlib.pyplot'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_students_kernel_loads_only_what_its_explorer_needs(tmp_path):
    """In a room full of them; scikit-learn comes with the first learner that is asked for."""
    code = (
        "import sys\n"
        "from shiftlab_widgets import explore\n"
        "explorer = explore('undersampling')\n"
        "explorer.set(mu=5.0)\n"
        "explorer.pin()\n"
        "explorer.seeds(2)\n"
        "explorer.lecture()\n"
        "explorer.save(sys.argv[1])\n"
        "print(sorted({'scipy.stats', 'sklearn', 'pandas', 'matplotlib.pyplot'} & set(sys.modules)))"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "picture.png")]
    assert subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip() == "[]"
