"""What the README and the page beside it show works, and prints what they say."""

import itertools
import subprocess
import sys

import pytest
from documents import ROOT, code_blocks

from shiftlab import claims, experiments
from shiftlab.claims import words
from shiftlab.claims.pages import front
from shiftlab.cli import build_parser
from shiftlab.course import registry


def run(code):
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_ten_lines_print_what_stands_below_them():
    example, expected = code_blocks("README.md", "python")[0], code_blocks("README.md", "text")[0]
    assert len([line for line in example.splitlines() if line.strip()]) <= 11
    assert run(example) == expected


def test_the_experiment_example_runs_and_describes_its_result():
    assert run(code_blocks("README.md", "python")[1]).startswith("μ = 15, β = 0.111, logistic regression")


def test_the_page_about_your_own_data_prints_what_stands_in_it():
    code = "".join(code_blocks("docs/your-data.md", "python"))
    assert run(code).splitlines() == "".join(code_blocks("docs/your-data.md", "text")).splitlines()


def test_every_experiment_is_in_the_table_of_experiments():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for name in experiments.names():
        assert f"| `{name}` |" in text


def test_the_table_of_lessons_says_what_the_lessons_say_of_themselves():
    rows = [line for line in (ROOT / "README.md").read_text(encoding="utf-8").splitlines() if line.startswith("| [0")]
    assert rows == [
        f"| [{one.number}, {one.title[0].lower()}{one.title[1:]}](notebooks/{one.file}) | {one.minutes} | {one.about} |"
        for one in registry.lessons().values()
    ]


def test_the_verdicts_of_every_paper_are_counted():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = text.partition(front.BEGIN)[2].partition(front.END)[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in shown.splitlines() if line[:3] == "| ["]
    counts = words.counts(claims.load())
    assert {row[0]: [int(cell) for cell in row[2:]] for row in rows} == {
        f"[{paper}](docs/claims/{paper}.md)": [counts[paper][verdict] for verdict in words.VERDICTS] for paper in counts
    }
    assert words.beside_the_counts(claims.load())[1:] in shown


COMMANDS = [line for line in "".join(code_blocks("README.md", "sh")).splitlines() if "shiftlab " in line]


@pytest.mark.parametrize("line", COMMANDS)
def test_the_commands_shown_are_commands(line):
    words = line.split("#")[0].split()
    assert words[0] == "shiftlab"
    build_parser().parse_known_args(words[1:])  # leaves the process with code 2 when it is none


def test_the_make_targets_named_exist():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for document in ("README.md", "CONTRIBUTING.md"):
        words = (ROOT / document).read_text(encoding="utf-8").replace("`", " ").split()
        for before, target in itertools.pairwise(words):
            if before == "make" and target.strip(".,;").replace("-", "").isalpha() and target in makefile:
                assert f"\n{target.strip('.,;')}:" in makefile
