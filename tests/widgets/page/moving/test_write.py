"""The file that is written: what is in it, how large it is, and what it does not overwrite."""

import base64
import dataclasses
import gzip
import hashlib
import re
import time

import pytest
import reel
from moving_pages import with_presets

from shiftlab import experiments
from shiftlab.support import files
from shiftlab_widgets import explore
from shiftlab_widgets.page.moving import write
from shiftlab_widgets.page.moving.grid import settings_of

SMALL = {"seconds": 3, "progress": False}


@pytest.fixture(scope="module")
def experiment():
    return with_presets(experiments.get("undersampling"), 3)


@pytest.fixture(scope="module")
def start(experiment):
    return experiment.settings(n=400)


@pytest.fixture(scope="module")
def page(experiment, start, tmp_path_factory):
    return write(
        experiment,
        tmp_path_factory.mktemp("page") / "page.html",
        start,
        controls=["mu", "beta"],
        values=4,
        progress=False,
        seconds=10,
    )


@pytest.fixture(scope="module")
def content(page):
    return page.path.read_bytes()


def test_every_cell_says_what_the_experiment_says_or_why_it_is_refused(experiment, content):
    _, tables, _ = reel.blocks(content)
    assert len(reel.cells(tables)) > 40
    for i, values in enumerate(reel.cells(tables)):
        settings = settings_of(experiment, values)
        if isinstance(settings, str):
            assert tables["refusals"][-1 - tables["frame"][i]] == settings
        else:
            assert tables["sentences"][tables["sentence"][i]] == experiment.describe(experiment.result(settings))
            assert tables["quicks"][tables["quick"][i]] == ""
    assert min(tables["frame"]) < 0


def test_every_preset_is_a_step_and_every_control_has_its_values(experiment, start, content):
    about, tables, _ = reel.blocks(content)
    cells = reel.cells(tables)
    assert [step["label"] for step in about["steps"]] == list(experiment.presets)
    for step, settings in zip(about["steps"], experiment.presets.values(), strict=True):
        assert experiment.settings(**cells[step["cell"]]) == settings
    assert experiment.settings(**cells[about["start"]]) == start
    assert about["beside"] == ["mu", "beta"]
    assert {field["name"] for field in about["fields"]} >= {"mu", "beta", "sigma", "seed", "learner"}


def test_the_size_is_what_a_server_sends(page, content):
    assert page.kilobytes == pytest.approx(len(gzip.compress(content, 9)) / 1000, abs=0.1)


def test_it_may_ask_nobody_for_anything(content):
    """The policy forbids it, and only the script and the style that are in it may run."""
    text = content.decode()
    policy = re.search('Content-Security-Policy" content="([^"]*)"', text)[1]
    assert policy.startswith("default-src 'none'; img-src data:;")
    for tag, directive in (("script", "script-src"), ("style", "style-src")):
        (inline,) = re.findall(rf'<{tag}(?: type="module")?>(.*?)</{tag}>', text, re.S)
        digest = base64.b64encode(hashlib.sha256(inline.encode()).digest()).decode()
        assert f"{directive} 'sha256-{digest}'" in policy
    assert not re.search(r'(?:src|href)="(?!data:)', text)
    assert "unsafe" not in policy


def test_a_page_that_is_too_large_has_fewer_values_and_says_how_many(experiment, start, page, tmp_path):
    limit = 0.9 * page.kilobytes
    less = write(
        experiment, tmp_path / "less.html", start, controls=["mu", "beta"], values=4, size_limit=limit, **SMALL
    )
    assert less.kilobytes <= limit
    assert less.pictures < page.pictures
    assert f"{less.pictures:,} pictures" in less.told[0]
    assert "move together" in " ".join(page.told)


def test_presets_that_have_no_room_are_refused(experiment, start, tmp_path):
    with pytest.raises(ValueError, match="give the page more room"):
        write(experiment, tmp_path / "none.html", start, size_limit=5, **SMALL)
    assert list(tmp_path.iterdir()) == []


def test_without_time_there_are_the_presets(experiment, start, tmp_path):
    page = write(experiment, tmp_path / "page.html", start, seconds=1e-6, progress=False)
    assert page.pictures == 4
    assert any("one picture only" in sentence for sentence in page.told)


def test_expensive_settings_are_computed_more_quickly_and_say_so(tmp_path):
    quick = with_presets(experiments.get("bias-kinds"), 0)

    def slow(settings):
        started = time.process_time()
        while settings.n > 100 and time.process_time() < started + 0.5:
            pass
        return quick.run(settings)

    experiment = dataclasses.replace(quick, run=slow, coarse=lambda settings: settings.changed(n=100))
    start = experiment.settings(n=300)
    page = write(experiment, tmp_path / "page.html", start, values=2, seconds=3, progress=False)
    _, tables, _ = reel.blocks(page.path.read_bytes())
    assert tables["quicks"] == ["", "Computed with n=100, which is quicker."]
    assert "Some pictures are by a quicker computation, and say so." in page.told
    for i, values in enumerate(reel.cells(tables)):
        settings = experiment.settings(**values)
        used = experiment.coarse(settings) if tables["quick"][i] else settings
        assert tables["sentences"][tables["sentence"][i]] == quick.describe(quick.result(used))


def test_several_jobs_write_the_same_page(tmp_path):
    experiment = with_presets(experiments.get("bias-kinds"), 0)
    pages = [
        write(experiment, tmp_path / f"{jobs}.html", values=2, seconds=1000, jobs=jobs, progress=False)
        for jobs in (1, 2)
    ]
    one, two = (page.path.read_bytes() for page in pages)
    assert one == two
    assert pages[0].pictures > 10


def test_data_that_are_not_here_are_left_out(tmp_path, monkeypatch):
    monkeypatch.setenv("SHIFTLAB_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("SHIFTLAB_DATA", raising=False)
    monkeypatch.delenv("SHIFTLAB_OPENML", raising=False)
    experiment = with_presets(experiments.get("kmm-selection"), 0)
    page = write(experiment, tmp_path / "page.html", values=2, seconds=0.5, progress=False)
    (left_out,) = [sentence for sentence in page.told if sentence.startswith("Left out")]
    assert "usps-6-8" in left_out
    assert "haberman" not in left_out


def test_a_page_is_written_over_a_page_and_over_nothing_else(experiment, start, tmp_path, one_sentence):
    path = tmp_path / "page.html"
    path.write_text("<html>my own</html>")
    assert "is no page of shiftlab's" in one_sentence(write, experiment, path, start, **SMALL)
    assert path.read_text() == "<html>my own</html>"
    path.unlink()
    for _ in range(2):
        write(experiment, path, start, seconds=1e-6, progress=False)
    assert "must end in .html" in one_sentence(write, experiment, tmp_path / "page.png", start)
    assert "is a folder" in one_sentence(write, experiment, _folder(tmp_path), start)


def _folder(tmp_path):
    (tmp_path / "folder.html").mkdir()
    return tmp_path / "folder.html"


@pytest.mark.parametrize(("option", "value"), [("values", 1), ("size_limit", 0), ("seconds", -1)])
def test_limits_that_make_no_sense_are_refused(experiment, start, tmp_path, one_sentence, option, value):
    assert one_sentence(write, experiment, tmp_path / "page.html", start, **{option: value})


def test_who_stops_it_finds_no_half_page(experiment, start, tmp_path, monkeypatch):
    def stopped(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(files.os, "replace", stopped)
    with pytest.raises(KeyboardInterrupt):
        write(experiment, tmp_path / "page.html", start, seconds=1e-6, progress=False)
    assert list(tmp_path.iterdir()) == []


def test_an_explorer_writes_the_page_of_what_it_shows(tmp_path):
    explorer = explore(
        with_presets(experiments.get("bias-kinds"), 3),
        steps=[(name, f"{i}?") for i, name in enumerate(list(experiments.get("bias-kinds").presets)[:2])],
        controls=["cut", "strength"],
    )
    explorer.set(n=300)
    page = explorer.page(tmp_path / "page.html", seconds=1e-6, progress=False)
    about, tables, _ = reel.blocks(page.path.read_bytes())
    assert reel.cells(tables)[about["start"]]["n"] == 300
    assert [(step["label"], step["question"]) for step in about["steps"]] == [
        ("Step 1 of 2", "0?"),
        ("Step 2 of 2", "1?"),
    ]
    assert about["beside"] == []  # nothing of them moves: there was no time
    explorer.close()
