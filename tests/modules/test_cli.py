"""The command line: exit codes, one readable line for every error, and nothing half-written."""

import errno
import json
import os
import subprocess
import sys

import pytest

from shiftlab import __version__, claims, cli, experiments
from shiftlab.claims import words
from shiftlab.datasets import names as data_names
from shiftlab.support import files

MODULE = [sys.executable, "-m", "shiftlab.cli"]
VERDICTS = set(words.VERDICTS)


@pytest.fixture(autouse=True)
def _nothing_from_outside(monkeypatch, tmp_path):
    monkeypatch.delenv("SHIFTLAB_DATA", raising=False)
    monkeypatch.setenv("SHIFTLAB_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("SHIFTLAB_OPENML", "http://127.0.0.1:9")  # no test here may download
    monkeypatch.setenv("COLUMNS", "200")  # help is not wrapped
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")


@pytest.fixture
def call(capsys):
    """Run a command; its exit code and what it printed."""

    def called(*arguments):
        try:
            code = cli.main(list(map(str, arguments)))
        except SystemExit as stop:
            code = stop.code
        return code, *capsys.readouterr()

    return called


@pytest.fixture
def refusal(call, tmp_path):
    """Run a command that is a wrong request: exit code 2, one line on stderr, nothing written. The line."""

    def refused(*arguments, said=""):
        code, out, err = call(*arguments)
        assert code == 2
        assert out.startswith(said)
        assert said or not out
        assert err.startswith("shiftlab")
        assert err.endswith("\n")
        assert err.count("\n") == 1
        assert "Traceback" not in err
        assert not list((tmp_path / "here").rglob("*.json"))
        assert not list((tmp_path / "here").rglob(f"{files.TEMPORARY}*"))
        return err

    return refused


# Help.


def test_help_lists_the_commands(call):
    code, out, err = call("--help")
    assert (code, err) == (0, "")
    for command in ("reproduce", "claims", "data"):
        assert command in out


@pytest.mark.parametrize("arguments", [[], ["--debug"]])
def test_the_name_alone_is_a_question_that_the_help_answers(call, arguments):
    assert call(*arguments) == call("--help")
    assert call(*arguments)[0] == 0


def test_the_version_is_told(call):
    assert call("--version") == (0, f"shiftlab {__version__}\n", "")


@pytest.mark.parametrize("name", experiments.names())
def test_help_of_an_experiment_lists_every_setting_with_its_range(call, name):
    code, out, err = call("reproduce", name, "--help")
    assert (code, err) == (0, "")
    for option in ("--full", "--jobs", "--out", "--no-progress"):
        assert option in out
    words = " ".join(out.split())
    for field in experiments.get(name).fields:
        assert f"--{field.name.replace('_', '-')} {field.type.__name__.upper()} {field.label}; {field.range}." in words
        assert field.help in words


def test_help_without_a_name_lists_the_experiments(call):
    code, out, _ = call("reproduce", "-h")
    assert code == 0
    assert f"experiments: {', '.join(experiments.names())}" in out


def test_the_module_and_main_are_the_same_command():
    done = subprocess.run([*MODULE, "reproduce", "undersamplin"], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == (
        "shiftlab: There is no experiment 'undersamplin' (did you mean 'undersampling'?); "
        f"there are {', '.join(experiments.names())}.\n"
    )


def test_help_does_not_wait_for_anything_heavy():
    heavy = ("sklearn", "matplotlib", "pydantic", "scipy", "numpy", "joblib")
    look = f"import sys; from shiftlab import cli; cli.build_parser(); print([m for m in {heavy} if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", look], capture_output=True, text=True).stdout == "[]\n"


# Wrong requests.


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["reproduc"], ["invalid choice", "'reproduc'", "reproduce"]),
        (["--colour"], ["--help"]),
        (["claims", "--colour"], ["--colour"]),
        (["data", "ecoli", "glass"], ["glass"]),
        (["reproduce", "weather"], ["'weather'", "undersampling"]),
        (["reproduce", "weather", "--help"], ["'weather'", "undersampling"]),
        (["reproduce", "undersampling", "undersampling-real"], ["one experiment", "undersampling-real"]),
        (["reproduce", "undersampling", "--gamma", "3"], ["--gamma", "reproduce undersampling --help"]),
        (["reproduce", "undersampling", "--gamma=3"], ["--gamma=3"]),
        (["reproduce", "undersampling", "--se", "3"], ["--se"]),  # not a short form of --seed
        (["reproduce", "undersampling", "--fold", "3"], ["--fold"]),  # a setting of the other experiment
        (["reproduce", "undersampling", "--mu"], ["--mu", "expected one argument"]),
        (["reproduce", "undersampling", "--mu", "--beta", "0.5"], ["--mu", "expected one argument"]),
        (["reproduce", "undersampling", "-x", "3"], ["-x"]),
        (["reproduce", "undersampling", "--mu", "99"], ["mu=99 does not fit: give 0 <= mu <= 15."]),
        (["reproduce", "undersampling", "--mu", "-1"], ["mu=-1 does not fit"]),
        (["reproduce", "undersampling", "--mu", "abc"], ["mu='abc' does not fit: give 0 <= mu <= 15."]),
        (["reproduce", "undersampling", "--mu", "nan"], ["mu=nan does not fit"]),
        (["reproduce", "undersampling", "--mu="], ["mu='' does not fit"]),
        (["reproduce", "undersampling", "--beta", "0"], ["beta=0 does not fit: give 0 < beta <= 1."]),
        (["reproduce", "undersampling", "--beta", "1/10"], ["beta=0.1 would leave", "at least N+/N- = 0.1111"]),
        (["reproduce", "undersampling", "--prior", "0.3"], ["with prior=0.3", "0.4286"]),
        (["reproduce", "undersampling", "--n", "1e4"], ["n='1e4'", "a whole number"]),
        (["reproduce", "undersampling", "--learner", "tree"], ["'tree'", "one of exact, logistic, forest"]),
        (["reproduce", "undersampling-real", "--fold", "11"], ["fold=11 does not exist", "give 0 (all) to 10"]),
        (["reproduce", "undersampling-real", "--dataset", "iris"], ["'iris'", "one of ecoli, glass"]),
        (["reproduce", "--mu", "15"], ["--mu is a setting of one experiment", "undersampling"]),
        (["reproduce", "--mu=15"], ["--mu is a setting of one experiment", "undersampling"]),
        (
            ["reproduce", "discriminative", "--problem", "exact"],
            ["problem='exact' is an experiment of its own now: discriminative-theorems."],
        ),
        (["reproduce", "undersampling", "--jobs", "0"], ["--jobs 0 does not fit"]),
        (["reproduce", "undersampling", "--jobs", "-2"], ["--jobs -2 does not fit"]),
        (["reproduce", "undersampling", "--jobs", "two"], ["--jobs", "'two'"]),
        (["claims", "--paper", "weather"], ["'weather'", "undersampling"]),
        (["data", "titanic"], ["'titanic'", "ecoli"]),
        (["data", "wine-quality"], ["do you mean wine_quality_red or wine_quality_white"]),
        (["data", "ecolli"], ["the nearest name is 'ecoli'"]),
        (["data", ""], ["There is no data set ''", "ecoli"]),
    ],
    ids=lambda value: " ".join(value) or "nothing" if isinstance(value, list) else None,
)
def test_a_wrong_request_is_refused_in_one_line_that_helps(refusal, arguments, words):
    line = refusal(*arguments)
    for word in words:
        assert word in line


def test_without_a_network_it_says_where_data_can_be_put(refusal):
    line = refusal("data", "oil_spill")
    assert "oil_spill could not be downloaded from http://127.0.0.1:9" in line
    assert "SHIFTLAB_DATA" in line


def test_an_experiment_without_its_data_says_where_they_can_be_put(refusal):
    held = ["--dataset", "oil", "--folds", "2", "--levels", "1"]
    line = refusal("reproduce", "undersampling-real", *held, "--no-progress", said="undersampling-real, quick")
    assert "oil_spill could not be downloaded" in line
    assert "SHIFTLAB_DATA" in line


def test_a_file_where_the_folder_should_be_is_named(tiny, refusal, tmp_path):
    (tmp_path / "file").write_text("mine")
    line = refusal("reproduce", "tiny", "--out", tmp_path / "file", "--no-progress", said="tiny, quick")
    assert str(tmp_path / "file") in line
    assert (tmp_path / "file").read_text() == "mine"


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EACCES, errno.EROFS, errno.EDQUOT, errno.EIO])
@pytest.mark.parametrize("moment", ["tempfile.mkstemp", "os.fsync", "os.replace"])
def test_a_disk_that_is_full_or_cannot_be_written_is_one_line(tiny, refusal, monkeypatch, number, moment):
    def failing(*arguments, **named):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(f"shiftlab.support.files.{moment}", failing)
    line = refusal("reproduce", "tiny", "--out", "out", "--no-progress", said="tiny, quick")
    assert line == f"shiftlab: {os.strerror(number)}\n"


def test_a_disk_that_fills_up_later_keeps_what_was_finished(tiny, call, monkeypatch, tmp_path):
    real, calls = os.fsync, []

    def failing(file):
        calls.append(file)
        if len(calls) > 8:  # six cells, records.json and records.csv fit
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        real(file)

    monkeypatch.setattr("shiftlab.support.files.os.fsync", failing)
    command = ["reproduce", "tiny", "--out", tmp_path / "out", "--no-progress"]
    code, _, err = call(*command)
    assert (code, err) == (2, f"shiftlab: {os.strerror(errno.ENOSPC)}\n")
    assert not list((tmp_path / "out").rglob(f"{files.TEMPORARY}*"))
    assert sorted(path.name for path in (tmp_path / "out/tiny/quick").iterdir()) == ["records.csv", "records.json"]
    monkeypatch.setattr("shiftlab.support.files.os.fsync", real)
    code, out, _ = call(*command)
    assert code == 0
    assert "0 cells computed, 6 found finished" in out


@pytest.mark.parametrize(
    "arguments", [["--debug", "data", "titanic"], ["data", "--debug", "titanic"], ["data", "titanic", "--debug"]]
)
def test_debug_shows_the_traceback_wherever_it_is_written(call, arguments):
    code, out, err = call(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("Traceback (most recent call last)")
    assert err.splitlines()[-1].startswith("shiftlab: There is no data set 'titanic'")


def test_debug_works_for_settings_too(call):
    code, _, err = call("reproduce", "undersampling", "--debug", "--mu", "99")
    assert code == 2
    assert "Traceback" in err


@pytest.mark.parametrize("arguments", [["02", "--predictions", "mine"], ["02", "mine", "--predictions"]])
def test_a_folder_may_stand_behind_an_option(call, tmp_path, arguments):
    (tmp_path / "here" / "mine").mkdir()
    code, out, err = call("reset", *arguments)
    assert (code, err) == (0, "")
    assert out.startswith("Predictions forgotten: 0.")


def test_a_mistake_of_ours_is_not_dressed_up_as_a_wrong_request(tiny, monkeypatch):
    monkeypatch.setitem(vars(tiny.report), "record", lambda result: {}["missing"])
    with pytest.raises(KeyError):
        cli.main(["reproduce", "tiny", "--no-progress"])


# Work that is done.


def test_reproduce_writes_below_the_folder_and_prints_the_table(tiny, call, tmp_path):
    code, out, err = call("reproduce", "tiny", "--out", tmp_path / "out", "--no-progress")
    assert (code, err) == (0, "")
    assert out.splitlines()[0].startswith("tiny, quick: 6 cells")
    assert "Means" in out
    assert (tmp_path / "out" / "tiny" / "quick" / "run.json").exists()
    code, out, _ = call("reproduce", "tiny", "--full", "--out", tmp_path / "out", "--no-progress")
    assert code == 0
    assert "6 cells computed, 6 found finished" in out


def test_results_go_to_a_folder_here_unless_told_otherwise(tiny, call, tmp_path):
    assert call("reproduce", "tiny", "--no-progress")[0] == 0
    assert (tmp_path / "here" / "shiftlab-results" / "tiny" / "quick" / "run.json").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ["tiny", "--n", "20", "--center", "-1/2"],
        ["tiny", "--n=20", "--center=-0.5"],
        ["--n", "20", "tiny", "--center", "-.5"],
        ["--center", "-5e-1", "--n=20", "tiny"],
    ],
)
def test_settings_and_the_name_come_in_any_order(tiny, call, arguments):
    assert call("reproduce", *arguments, "--out", "out", "--no-progress")[0] == 0
    with open("out/tiny/quick/run.json", encoding="utf-8") as file:
        assert json.load(file)["overrides"] == {"n": 20, "center": -0.5}


def test_yes_and_no_are_settings_too(tiny, call):
    assert call("reproduce", "tiny", "--weighted", "yes", "--out", "out", "--no-progress")[0] == 0
    with open("out/tiny/quick/run.json", encoding="utf-8") as file:
        assert json.load(file)["held"]["weighted"] is True


def test_without_a_name_all_experiments_are_reproduced(tiny, call, monkeypatch):
    monkeypatch.setattr(experiments, "names", lambda: ["tiny"])
    code, out, _ = call("reproduce", "--no-progress")
    assert code == 0
    assert "tiny, quick: 6 cells" in out


def test_progress_is_shown_on_stderr(tiny, call):
    code, out, err = call("reproduce", "tiny")
    assert code == 0
    assert "6/6" in err
    assert "6/6" not in out


@pytest.fixture
def stored():
    """The claims as they are kept."""
    return claims.load()


def test_headline_claims_are_listed_with_their_verdicts(call, stored):
    code, out, err = call("claims")
    assert (code, err) == (0, "")
    *tables, rest = out.rstrip("\n").split("\n\n")
    titles, tables = tables[::2], [table.splitlines() for table in tables[1::2]]
    headlines = words.headlines(stored)
    assert titles == list(dict.fromkeys(claim.paper for claim in headlines))
    assert all(header.split() == ["claim", "verdict", "ours"] for header, *_ in tables)
    assert all(any(verdict in line for verdict in VERDICTS) for _, *lines in tables for line in lines)
    assert sum(len(lines) for _, *lines in tables) == len(headlines)
    assert max(map(len, out.splitlines())) <= 120
    assert "formulas checked" in rest


def test_all_claims_are_listed_when_asked_for(call):
    code, out, err = call("claims", "--all")
    assert (code, err) == (0, "")
    header, *lines = out.splitlines()
    assert header.split() == ["paper", "claim", "place", "kind", "verdict"]
    assert len(lines) > len(call("claims")[1].splitlines())
    assert {"mathematics", "printed table"} <= {
        kind for line in lines for kind in ("mathematics", "printed table") if kind in line
    }


@pytest.mark.parametrize("more", [(), ("--all",), ("--json",)])
def test_claims_of_one_paper_are_fewer(call, more):
    code, out, err = call("claims", "--paper", "kmm", *more)
    assert (code, err) == (0, "")
    assert "kmm" in out
    assert len(out) < len(call("claims", *more)[1])


def test_claims_are_printed_as_json(call, stored):
    code, out, err = call("claims", "--json")
    assert (code, err) == (0, "")
    assert json.loads(out) == [claim.as_dict() for claim in stored]


def test_data_sets_are_listed_with_their_sources(call):
    code, out, err = call("data")
    assert (code, err) == (0, "")
    header, *lines = out.splitlines()
    assert "licence" in header
    assert [line.split()[0] for line in lines] == list(data_names())


@pytest.mark.parametrize(("name", "shape"), [("ecoli", "336 rows, 7 features"), ("glass", "214 rows, 9 features")])
def test_a_bundled_set_is_loaded_and_described(call, name, shape):
    code, out, err = call("data", name)
    assert (code, err) == (0, "")
    assert out.startswith(f"{name}: {shape}, from bundled\nclasses: ")
    assert "(as registered)" in out
    assert "licence: " in out


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("breast-cancer", "breast_cancer_wisconsin_original"),
        ("German-Credit", "german_credit"),  # though there is a german_credit_numeric
        ("house votes", "house_votes_84"),
        ("abal", "abalone"),
    ],
)
def test_a_set_is_found_by_another_spelling_or_a_part_of_its_name(call, said, name):
    assert call("data", said) == call("data", name)
    assert call("data", name)[0] == 0


def test_a_set_with_a_number_to_predict_says_so(call):
    out = call("data", "abalone")[1]
    assert out.startswith("abalone: 4,177 rows, 8 features, from bundled\nto predict: rings, from 1 to 29\n")


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_reader_that_has_seen_enough_gets_no_traceback(unbuffered):
    read, write = os.pipe()
    os.close(read)
    environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    done = subprocess.run([*MODULE, "data"], stdout=write, stderr=subprocess.PIPE, text=True, env=environment)
    os.close(write)
    assert done.stderr == ""
    assert done.returncode != 0  # not everything was said


# Pages.


def test_a_page_is_written_with_the_settings_that_are_given(call, tmp_path):
    code, out, err = call("page", "bias-kinds", "--n=200", "--strength", "0.5", "--seconds=0.001", "--no-progress")
    assert (code, err) == (0, "")
    assert out.startswith("bias-kinds.html: ")
    assert "pictures" in out.splitlines()[1]
    text = (tmp_path / "here" / "bias-kinds.html").read_text(encoding="utf-8")
    assert "strength 0.5" in text or "0.5" in text
    assert call("page", "--out=other.html", "bias-kinds", "--seconds=0.001", "--no-progress")[0] == 0
    assert (tmp_path / "here" / "other.html").exists()


def test_help_of_pages_lists_options_and_settings(call):
    code, out, _ = call("page", "undersampling", "--help")
    assert code == 0
    for option in (
        "--out",
        "--controls",
        "--most-values",
        "--size-limit",
        "--seconds",
        "--jobs",
        "--no-progress",
        "--mu",
    ):
        assert option in out


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ([], "name an experiment"),
        (["undersamplin"], "did you mean 'undersampling'"),
        (["undersampling", "--mu=99"], "mu"),
        (["undersampling", "--controls=nu,beta"], "'nu'"),
        (["undersampling", "--out=page.png"], "must end in .html"),
        (["undersampling", "--most-values=1"], "2 values at least"),
        (["undersampling", "--size-limit=0"], "room"),
        (["undersampling", "--jobs=0"], "--jobs 0"),
        (["undersampling", "undersampling-real"], "name one experiment"),
        (["undersampling", "--sed=1"], "--sed"),
    ],
)
def test_a_page_that_cannot_be_is_refused(refusal, arguments, word):
    assert word in refusal("page", *arguments)


def test_without_the_widgets_a_sentence_says_what_writes_pages(refusal, monkeypatch):
    monkeypatch.setattr("importlib.metadata.entry_points", lambda **_: [])
    assert "pages are written by shiftlab-widgets" in refusal("page", "undersampling")


def test_a_page_that_is_stopped_says_that_there_is_none(call, monkeypatch):
    def stopped(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "_page_writer", lambda: stopped)
    assert call("page", "undersampling") == (130, "", "shiftlab: interrupted; no page was written.\n")


@pytest.mark.parametrize("name", experiments.names())
def test_no_setting_is_called_like_an_option_of_pages(name):
    options = {"out", "controls", "most_values", "size_limit", "seconds", "jobs", "no_progress", "help"}
    assert not options & {field.name for field in experiments.get(name).fields}
