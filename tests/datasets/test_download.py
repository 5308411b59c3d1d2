"""The public source: a local web server stands for OpenML."""

import builtins
import errno
import gzip
import hashlib
import json
import os
import re
import socket
import threading
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import numpy as np
import pytest

from shiftlab.datasets import DataError, load, provenance_table
from shiftlab.datasets.registry import entries

NAME = "oil_spill"  # small, and OpenML has other label names
ID = entries()[NAME].public.openml
LOCAL = os.environ.get("SHIFTLAB_DATA")


def arff_text(name, *, public_label=str, columns=None, extra=(), nominal=True, classes=None):
    """A public file that fits the registry in everything but the values."""
    item = entries()[name]
    rng = np.random.default_rng(0)
    labels = [public_label(label) for label, count in (classes or item.classes).items() for _ in range(count)]
    rows = rng.integers(0, 9, (len(labels), len(item.columns) - 1))
    columns = columns or [f"V{i}" for i in range(rows.shape[1])]
    kind = "{" + ",".join(sorted({*labels, *extra})) + "}" if nominal else "NUMERIC"
    lines = ["% a comment", f"@RELATION {name}", ""]
    lines += [f"@ATTRIBUTE {column} REAL" for column in columns] + [f"@ATTRIBUTE class {kind}", "", "@DATA"]
    lines += [",".join(map(str, row)) + f",{label}" for row, label in zip(rows.tolist(), labels, strict=True)]
    lines += [",".join(["1"] * rows.shape[1]) + f",{label}" for label in extra]
    return "\n".join(lines) + "\n"


class Site:
    """What the server has: paths with their bytes, and a log of what was asked for."""

    def __init__(self):
        self.files, self.requests, self.missing_bytes = {}, [], 0

    def publish(self, name, text, *, md5=None, url=None, target="class"):
        number = entries()[name].public.openml
        data = text.encode()
        path = f"/data/v1/download/{number}/{name}.arff"
        self.files[path] = data
        self.describe(
            number,
            url=url or f"https://www.openml.org{path}",
            md5_checksum=md5 or hashlib.md5(data).hexdigest(),
            default_target_attribute=target,
        )

    def describe(self, number, **fields):
        self.files[f"/api/v1/json/data/{number}"] = json.dumps({"data_set_description": fields}).encode()


@pytest.fixture
def site(monkeypatch):
    site = Site()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            site.requests.append(self.path)
            data = site.files.get(self.path)
            if data is None:
                self.send_error(404)
                return
            self.send_response(200)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data[: len(data) - site.missing_bytes] if self.path.endswith("arff") else data)

        def log_message(self, *args):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    monkeypatch.setenv("SHIFTLAB_OPENML", f"http://127.0.0.1:{server.server_port}")
    yield site
    server.shutdown()
    server.server_close()
    thread.join(timeout=5)


@pytest.fixture(autouse=True)
def cache(monkeypatch, tmp_path):
    for variable in ("SHIFTLAB_DATA", "http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("SHIFTLAB_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def public_oil(label):
    return {"0": "-1"}.get(label, label)


def refusal(name=NAME):
    with pytest.raises(DataError) as caught:
        load(name, progress=False)
    message = str(caught.value)
    assert "\n" not in message
    assert message.endswith(".")
    assert not re.search(r"\. [A-Z]", message), "more than one sentence"
    assert f"put {name}.csv.gz into a folder and set SHIFTLAB_DATA" in message
    return message


def left_in(cache):
    return sorted(file.name for file in cache.iterdir()) if cache.is_dir() else []


def test_a_set_is_downloaded_once_and_then_read_from_the_cache(site, cache):
    site.publish(NAME, arff_text(NAME, public_label=public_oil))
    first = load(NAME, progress=False)
    assert first.source == "download"
    assert not first.verified
    assert first.X.shape == (937, 48)
    assert first.columns[0] == "x2"
    assert first.classes == {"0": 896, "1": 41}
    assert len(site.requests) == 2
    assert left_in(cache) == [f"openml-{ID}.arff", f"openml-{ID}.json"]
    second = load(NAME, progress=False)
    assert len(site.requests) == 2, "the second load must not ask the server"
    assert second.checksum == first.checksum
    assert {row.name: row.source for row in provenance_table()}[NAME] == "cache"


def test_a_number_to_predict_is_downloaded_as_one(site):
    name = "kin8nm"
    rows = np.random.default_rng(0).normal(size=(8192, 9)).round(3)
    lines = ["@RELATION r", *(f"@ATTRIBUTE {column} REAL" for column in entries()[name].columns), "@DATA"]
    site.publish(name, "\n".join([*lines, *(",".join(map(str, row)) for row in rows.tolist())]) + "\n", target="y")
    X, y = load(name, progress=False).regression()
    np.testing.assert_array_equal(np.column_stack([X, y]), rows)


def test_progress_is_shown_only_when_asked_for(site, cache, capfd):
    site.publish(NAME, arff_text(NAME, public_label=public_oil))
    load(NAME, progress=False)
    assert capfd.readouterr() == ("", "")
    for file in cache.iterdir():
        file.unlink()
    load(NAME)
    assert NAME in capfd.readouterr().err


def test_shiftlab_data_comes_before_a_download(site, tmp_path, monkeypatch):
    site.publish(NAME, arff_text(NAME, public_label=public_oil))
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / f"{NAME}.csv").write_text("not a table")
    monkeypatch.setenv("SHIFTLAB_DATA", str(tmp_path / "own"))
    with pytest.raises(DataError, match=f"{NAME}.csv"):
        load(NAME)
    assert site.requests == []
    (tmp_path / "own" / f"{NAME}.csv").unlink()
    assert load(NAME, progress=False).source == "download"


def test_labels_of_the_public_file_get_our_names(site):
    name = "segment"
    theirs = {ours: public for public, ours in entries()[name].public.labels.items()}
    site.publish(name, arff_text(name, public_label=theirs.get))
    assert load(name, progress=False).classes == {str(i): 330 for i in range(1, 8)}


def test_quoted_and_numeric_labels_are_read(site, cache):
    for nominal, public_label in ((True, "'{}'".format), (False, "{}.0".format)):
        name = "mammography_ism"
        site.publish(name, arff_text(name, public_label=public_label, nominal=nominal))
        assert load(name, progress=False).classes == {"-1": 10923, "1": 260}
        for file in cache.iterdir():
            file.unlink()


def test_columns_are_matched_by_name_where_the_names_are_ours(site):
    columns = list(reversed(entries()[NAME].columns[:-1]))
    site.publish(NAME, arff_text(NAME, public_label=public_oil, columns=columns))
    by_name = load(NAME, progress=False)
    assert by_name.columns == entries()[NAME].columns[1:-1]
    rng = np.random.default_rng(0)
    file = rng.integers(0, 9, (937, 49))
    np.testing.assert_array_equal(by_name.X, file[:, ::-1][:, 1:])


def test_only_the_classes_of_our_set_are_kept(site):
    name = "covtype_3v4_38501"
    site.publish(name, arff_text(name, extra=("1", "2", "7")))
    assert load(name, progress=False).classes == {"3": 35754, "4": 2747}


def test_a_public_copy_with_fewer_rows_is_known(site):
    classes = {"1": 1531, "2": 703, "3": 1356, "4": 625, "5": 707, "7": 1508}
    site.publish("satimage", arff_text("satimage", public_label="{}.".format, classes=classes))
    data = load("satimage", progress=False)
    assert data.X.shape == (6430, 36)
    assert data.classes == classes


def test_a_verified_public_file_must_have_the_registered_checksum(site, monkeypatch):
    item = entries()[NAME]
    verified = replace(item, public=replace(item.public, verified=True))
    monkeypatch.setattr("shiftlab.datasets.real.entry", lambda name: verified)
    site.publish(NAME, arff_text(NAME, public_label=public_oil))
    assert "checksum" in refusal()


@pytest.mark.parametrize("name", ["oil_spill", "segment", "page_blocks", "mammography_ism"])
def test_the_same_values_from_the_public_source_have_the_same_checksum(site, name):
    if not LOCAL:
        pytest.skip("SHIFTLAB_DATA is not set")
    file = Path(LOCAL) / f"{name}.csv.gz"
    if not file.is_file():
        pytest.skip(f"{file.name} is not in the folder named by SHIFTLAB_DATA")
    theirs = {ours: public for public, ours in entries()[name].public.labels.items()}
    header, *rows = gzip.decompress(file.read_bytes()).decode().split()
    cells = [row.rpartition(",") for row in rows]
    kind = ",".join(sorted({theirs.get(label, label) for _, _, label in cells}))
    lines = ["@RELATION r"] + [f"@ATTRIBUTE {column} REAL" for column in header.split(",")[:-1]]
    lines += [f"@ATTRIBUTE class {{{kind}}}", "@DATA"]
    lines += [f"{numbers},{theirs.get(label, label)}" for numbers, _, label in cells]
    site.publish(name, "\n".join(lines) + "\n")
    data = load(name, progress=False)
    assert data.source == "download"
    assert data.verified


def test_a_damaged_cache_is_repaired(site, cache):
    site.publish(NAME, arff_text(NAME, public_label=public_oil))
    good = load(NAME, progress=False).checksum
    for file in (f"openml-{ID}.arff", f"openml-{ID}.json"):
        (cache / file).write_text("{}")
        assert load(NAME, progress=False).checksum == good


def test_another_checksum_than_announced_is_refused_and_not_kept(site, cache):
    site.publish(NAME, arff_text(NAME, public_label=public_oil), md5="0" * 32)
    assert "MD5 differs" in refusal()
    assert left_in(cache) == []


def test_a_transfer_that_breaks_off_leaves_nothing(site, cache):
    site.publish(NAME, arff_text(NAME, public_label=public_oil))
    site.missing_bytes = 1000
    assert "broke off" in refusal()
    assert left_in(cache) == []


def test_without_network_it_says_what_to_do(cache, monkeypatch):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    monkeypatch.setenv("SHIFTLAB_OPENML", f"http://127.0.0.1:{port}")
    assert "cannot be reached" in refusal()
    assert left_in(cache) == []


def test_an_address_that_is_none_is_refused(monkeypatch):
    monkeypatch.setenv("SHIFTLAB_OPENML", "openml.example")
    with pytest.raises(DataError, match="http://"):
        load(NAME)


def test_a_missing_description_and_a_missing_file_are_reported(site, cache):
    assert "answered 404" in refusal()
    site.publish(NAME, arff_text(NAME), url="/elsewhere.arff")
    assert "answered 404" in refusal()
    assert left_in(cache) == []


@pytest.mark.parametrize(
    "answer",
    [
        b"<html>Please log in</html>",
        b"[]",
        b'{"error": {"code": "111"}}',
        b'{"data_set_description": {"url": "ftp://x.example/a", "md5_checksum": "' + b"0" * 32 + b'"}}',
        b'{"data_set_description": {"url": "/a.arff", "md5_checksum": "none"}}',
        b'{"data_set_description": {"url": 3, "md5_checksum": null}}',
        b"\xff\xfe",
    ],
)
def test_an_answer_that_is_no_description_is_refused(site, cache, answer):
    site.files[f"/api/v1/json/data/{ID}"] = answer
    assert "description" in refusal()
    assert left_in(cache) == []


def test_a_public_file_with_other_counts_is_refused(site):
    text = arff_text(NAME, public_label=public_oil)
    site.publish(NAME, text[: text.rstrip().rindex("\n") + 1])
    assert "936 rows, but must have 937" in refusal()


def test_a_public_file_with_other_labels_is_refused(site):
    site.publish(NAME, arff_text(NAME, public_label=lambda label: {"0": "-1", "1": "2"}[label]))
    assert "rows of class" in refusal()


def test_a_public_file_with_too_few_columns_is_refused(site):
    text = "@RELATION r\n@ATTRIBUTE a REAL\n@ATTRIBUTE class {1,2}\n@DATA\n1,1\n2,2\n"
    site.publish(NAME, text)
    assert "2 rows" in refusal()


@pytest.mark.parametrize(
    "text",
    [
        "x1,x2,class\n1,2,3\n",
        "",
        "@RELATION r\n@ATTRIBUTE a STRING\n@DATA\nx\n",
        "@RELATION r\n@ATTRIBUTE a REAL\n@ATTRIBUTE class {1}\n@DATA\n1\n",
        "@RELATION r\n@ATTRIBUTE a REAL\n@ATTRIBUTE class {1}\n@DATA\nmany,1\n",
        "@RELATION r\n@ATTRIBUTE a REAL\n@ATTRIBUTE class {1}\n@DATA\n",
    ],
)
def test_a_public_file_that_is_no_table_is_refused(site, text):
    site.publish(NAME, text)
    assert "openml-" in refusal()


def test_a_full_disk_is_reported_and_nothing_half_written_stays(site, cache, monkeypatch):
    site.publish(NAME, arff_text(NAME, public_label=public_oil))

    class FullDisk:
        def __init__(self, file):
            self.file, self.written = file, 0

        def write(self, data):
            self.written += self.file.write(data[:100])
            raise OSError(errno.ENOSPC, "No space left on device")

        def close(self):
            self.file.close()

    opened = []

    def open_full(*args):
        opened.append(FullDisk(builtins.open(*args)))  # noqa: SIM115, pooch closes it
        return opened[-1]

    monkeypatch.setattr("pooch.downloaders.open", open_full, raising=False)
    assert "disk with the cache is full" in refusal()
    assert opened[0].written == 100
    assert left_in(cache) == []


def test_a_disk_that_fills_up_at_the_last_moment_leaves_a_usable_cache(site, cache, monkeypatch):
    site.publish(NAME, arff_text(NAME, public_label=public_oil))

    def full(*args):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("shiftlab.support.files.os.replace", full)
        assert "disk with the cache is full" in refusal()
    assert left_in(cache) == [f"openml-{ID}.arff"]  # whole: it came under its name after its MD5 was right
    assert load(NAME, progress=False).X.shape == (937, 48)


def test_who_may_read_the_description_is_what_the_umask_says(site, cache):
    site.publish(NAME, arff_text(NAME, public_label=public_oil))
    before = os.umask(0o027)
    try:
        load(NAME, progress=False)
    finally:
        os.umask(before)
    assert (cache / f"openml-{ID}.json").stat().st_mode & 0o777 == 0o640


def test_a_cache_that_cannot_be_written_is_reported(site, cache, monkeypatch):
    site.publish(NAME, arff_text(NAME, public_label=public_oil))
    cache.write_text("a file where the folder should be")
    assert "cache folder cannot be written" in refusal()
    cache.unlink()
    cache.mkdir()

    def forbidden(*args, **kwargs):
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr("pooch.utils.tempfile.NamedTemporaryFile", forbidden)
    assert "SHIFTLAB_CACHE" in refusal()
