"""The real data sets: what is bundled, what SHIFTLAB_DATA holds, and what happens to damaged files."""

import gzip
import hashlib
import io
import lzma
import os
import re
import struct
from importlib import resources
from pathlib import Path

import numpy as np
import pytest

from shiftlab.datasets import DataError, load, names, provenance, provenance_table
from shiftlab.datasets.registry import entries
from shiftlab.datasets.table import Format, check_table, fingerprint, read_csv

DATA = Path(str(resources.files("shiftlab.datasets"))) / "data"
LOCAL = os.environ.get("SHIFTLAB_DATA")
SMALL = "oil_spill"  # any set that is not bundled


@pytest.fixture(autouse=True)
def _nothing_from_outside(monkeypatch, tmp_path):
    monkeypatch.delenv("SHIFTLAB_DATA", raising=False)
    monkeypatch.setenv("SHIFTLAB_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("SHIFTLAB_OPENML", "http://127.0.0.1:9")  # no test here may download


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("SHIFTLAB_DATA", str(tmp_path))
    return tmp_path


def table_text(name, change=None):
    """A table of random numbers that fits the registry in everything but the values."""
    item = entries()[name]
    rng = np.random.default_rng(0)
    labels = [label for label, count in item.classes.items() for _ in range(count)]
    lines = [",".join(item.columns)]
    lines += [",".join([*map(str, rng.integers(0, 9, len(item.columns) - 1)), label]) for label in labels]
    if change is not None:
        change(lines)
    return "\n".join(lines) + "\n"


def refusal(name):
    with pytest.raises(DataError) as caught:
        load(name, progress=False)
    message = str(caught.value)
    assert "\n" not in message
    assert message.endswith(".")
    assert not re.search(r"\. [A-Z]", message), "more than one sentence"
    return message


@pytest.mark.parametrize(("name", "shape", "n_labels"), [("ecoli", (336, 7), 8), ("glass", (214, 9), 6)])
def test_bundled_sets_load_without_network_or_folder(name, shape, n_labels):
    data = load(name)
    assert data.source == "bundled"
    assert data.verified
    assert data.X.shape == shape
    assert data.X.dtype == np.float64
    assert data.X.flags.c_contiguous
    assert len(data.columns) == shape[1]
    assert len(data.classes) == n_labels
    assert data.checksum == entries()[name].sha256 == fingerprint((*data.columns, "class"), data.X, data.y)


def test_fingerprint_is_what_it_says():
    X = np.array([[1.0, 2.5], [-3.0, 4.0]])
    expected = hashlib.sha256(b"a\nb\nclass" + struct.pack("<4d", 1, 2.5, -3, 4) + b"x\ny").hexdigest()
    assert fingerprint(("a", "b", "class"), X, ["x", "y"]) == expected
    assert fingerprint(("a", "b", "class"), np.asfortranarray(X), np.array(["x", "y"])) == expected


def test_positive_classes_of_the_undersampling_paper():
    assert load("ecoli").binary("imU")[1].sum() == 35
    X, y = load("glass").binary(3)
    assert (y.sum(), y.size, X.shape) == (17, 214, (214, 9))


def test_binary_takes_collections_and_leaves_out_other_labels():
    glass = load("glass")
    assert glass.binary(["5", "6", "7"])[1].sum() == 13 + 9 + 29
    X, y = glass.binary(3, negative=[1, 2])
    assert (y.sum(), y.size, len(X)) == (17, 17 + 70 + 76, 163)
    assert glass.binary(negative=1)[1].sum() == 214 - 70


@pytest.mark.parametrize(
    ("positive", "negative", "word"),
    [
        ("4", None, "no label '4'"),
        (None, None, "Give"),
        ("1", ["1", "2"], "both"),
        ("123567", None, "no label"),
    ],
)
def test_binary_says_what_is_wrong(positive, negative, word):
    with pytest.raises(ValueError, match=word):
        load("glass").binary(positive, negative)


def test_binary_needs_two_classes():
    glass = load("glass")
    with pytest.raises(ValueError, match="other class"):
        glass.binary(list(glass.classes))


def test_a_number_to_predict_is_given_by_regression():
    abalone = load("abalone")
    X, rings = abalone.regression()
    assert X.shape == (4177, 8)
    assert rings.dtype == np.float64
    assert (rings.min(), rings.max(), rings[0]) == (1, 29, 15)
    assert abalone.classes == {}
    with pytest.raises(ValueError, match=r"no classes: use regression\(\)\.$"):
        abalone.binary("15")
    with pytest.raises(ValueError, match=r"no number to predict: use binary\(\)\.$"):
        load("glass").regression()


def test_symbols_are_places_in_a_list_that_can_be_spread_over_columns():
    abalone = load("abalone")
    assert abalone.symbols == {"sex": ["F", "I", "M"]}
    assert abalone.X[:4, 0].tolist() == [2, 2, 0, 2]
    spread = abalone.one_hot()
    assert spread.columns == ("sex=F", "sex=I", "sex=M", *abalone.columns[1:])
    np.testing.assert_array_equal(spread.X[:, :3], np.eye(3)[abalone.X[:, 0].astype(int)])
    np.testing.assert_array_equal(spread.X[:, 3:], abalone.X[:, 1:])
    assert spread.one_hot().columns == spread.columns
    assert load("german_credit").one_hot().binary("1")[0].shape == (1000, 61)


def test_a_vote_has_three_values_and_a_question_mark_is_one_of_them():
    votes = load("house_votes_84")
    assert {tuple(values) for values in votes.symbols.values()} == {("?", "n", "y")}
    assert len(votes.symbols) == 16
    np.testing.assert_array_equal(np.bincount(votes.X[:, 0].astype(int)), [12, 236, 187])


def test_missing_values_are_nan_and_counted():
    data = load("breast_cancer_wisconsin_original")
    missing = np.isnan(data.X)
    assert missing.sum() == missing[:, data.columns.index("V6")].sum() == 16
    assert np.nanmin(data.X) == 1
    assert np.nanmax(data.X) == 10
    assert data.binary("benign")[1].sum() == 458


CELLS = Format(symbols={"color": ["blue", "red"]}, missing={"size": 1}, number=True)
TINY = b"color,size,price\nred,,3\nblue,2,4.5\n"


def checked(text):
    table = read_csv(io.BytesIO(text), "text", "cure", CELLS)
    check_table(table, ("color", "size", "price"), 2, {}, "text", "cure", CELLS.missing)
    return table


def test_cells_are_read_by_their_format():
    table = checked(TINY)
    np.testing.assert_array_equal(table.X, [[1, np.nan], [0, 2]])
    assert table.y.tolist() == [3, 4.5]
    other = np.array([[1, -np.nan], [0, 2]])
    assert fingerprint(table.columns, other, table.y) == fingerprint(*table)
    texts = read_csv(io.BytesIO(b"text,class\na b,x\n c,y\n"), "text", "cure", Format(text=True))
    assert texts.X.tolist() == [["a b"], [" c"]]
    assert texts.y.tolist() == ["x", "y"]


QUOTED = b'number,split,body\r\n1,TRAIN,"a, b\nsecond ""line"""\r\n2,TEST,\r\n'


def read_quoted(text):
    return read_csv(io.BytesIO(text), "text", "cure", Format(text=True, label="split"))


def test_texts_in_quotes_may_hold_commas_and_lines_and_their_label_comes_last():
    table = read_quoted(QUOTED)
    assert table.columns == ("number", "body", "split")
    assert table.X.tolist() == [["1", 'a, b\nsecond "line"'], ["2", ""]]
    assert table.y.tolist() == ["TRAIN", "TEST"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (b"split", b"part", "text has no column 'split'; cure."),
        (b"2,TEST", b"2,TEST,more", "text has 3 column names but 4 cells in a row; cure."),
        (QUOTED[18:], b"", "text has no rows; cure."),
        (b'""line"""', b'""line', "text is damaged and cannot be unpacked as a table of text; cure."),
    ],
)
def test_texts_in_quotes_that_do_not_fit_are_refused(old, new, message):
    assert old in QUOTED
    with pytest.raises(DataError) as caught:
        read_quoted(QUOTED.replace(old, new))
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (b"red", b"green", "is not a table of numbers .*green"),
        (b"red,", b"red,9", "0 empty cells in column 'size', but must have 1"),
        (b"2,4.5", b",4.5", "2 empty cells in column 'size', but must have 1"),
        (b"2,4.5", b"inf,4.5", "no number in column 'size' of row 2"),
        (b"4.5", b"dear", "must have a number in its last column .*dear"),
        (b"4.5", b"nan", "no number in column 'price' of row 2"),
    ],
)
def test_cells_that_do_not_fit_their_format_are_refused(old, new, message):
    with pytest.raises(DataError, match=message) as caught:
        checked(TINY.replace(old, new))
    assert str(caught.value).endswith("; cure.")


def test_a_set_without_a_public_source_says_which_file_to_put_where():
    message = refusal("usps")
    assert "no public source" in message
    assert "put usps.csv.gz into a folder and set SHIFTLAB_DATA" in message


def test_every_name_has_a_provenance():
    assert {"ecoli", "glass", "letter", "creditcard"} <= set(names())
    for name, row in zip(names(), provenance_table(), strict=True):
        facts = provenance(name)
        assert row.name == facts["name"] == name
        assert facts["format"]["number"] or facts["rows"] == sum(facts["classes"].values())
        assert all((facts["origin"], facts["licence"], facts["citation"], facts["title"], facts["note"]))
        assert row.source == ("bundled" if facts["bundled"] else "download" if facts["public"] else "by hand")
        assert row.public_file == "unverified"
        assert set(facts["drop_columns"]) < set(facts["columns"])


def test_an_unknown_name_gets_a_suggestion():
    assert "the nearest name is 'letter'" in refusal("leter")
    assert "ecoli" in refusal("no such set at all")


def test_readme_of_the_bundled_data_agrees_with_the_registry():
    readme = (DATA / "README.md").read_text(encoding="utf-8")
    bundled = {item.name: item for item in entries().values() if item.bundled}
    rows = [line.strip("| ").split(" | ") for line in readme.splitlines() if line.startswith("|")][2:]
    assert {row[0] for row in rows} == set(bundled) == {file.name.split(".")[0] for file in DATA.glob("*.gz")}
    for name, origin, shape, checksum, csv, licence, cite, public_file in rows:
        item = bundled[name]
        assert shape == f"{item.rows} x {len(item.columns)}"
        assert checksum == f"`{item.sha256}`"
        assert csv == f"`{hashlib.sha256(gzip.decompress((DATA / f'{name}.csv.gz').read_bytes())).hexdigest()}`"
        assert (origin, licence, cite) == (item.origin, item.licence, item.citation)
        assert public_file == provenance(name)["public_file"]


def test_a_set_that_is_nowhere_says_where_to_put_it():
    with pytest.raises(DataError, match=r"SHIFTLAB_DATA .*put it"):
        load(SMALL, download=False)


def test_a_folder_that_does_not_exist_is_named(folder, monkeypatch):
    monkeypatch.setenv("SHIFTLAB_DATA", str(folder / "missing"))
    assert "missing is no folder" in refusal(SMALL)


def test_other_values_than_the_registered_ones_are_refused(folder):
    (folder / f"{SMALL}.csv").write_text(table_text(SMALL))
    message = refusal(SMALL)
    assert "checksum" in message
    assert f"{SMALL}.csv" in message


@pytest.mark.parametrize("suffix", [".csv.gz", ".csv.xz"])
def test_a_file_that_was_cut_short_is_refused(folder, suffix):
    pack = gzip.compress if suffix.endswith("gz") else lzma.compress
    packed = pack(table_text(SMALL).encode())
    (folder / f"{SMALL}{suffix}").write_bytes(packed[: len(packed) // 2])
    assert "cut short" in refusal(SMALL)


@pytest.mark.parametrize("suffix", [".csv.gz", ".csv.xz", ".csv"])
@pytest.mark.parametrize("garbage", [b"\x00\xff\xfe garbage" * 100, b"<html>Please log in</html>"])
def test_garbage_is_refused(folder, suffix, garbage):
    (folder / f"{SMALL}{suffix}").write_bytes(garbage)
    assert f"{SMALL}{suffix}" in refusal(SMALL)


def test_a_flipped_byte_inside_is_refused(folder):
    packed = bytearray(gzip.compress(table_text(SMALL).encode()))
    packed[len(packed) // 2] ^= 0xFF
    (folder / f"{SMALL}.csv.gz").write_bytes(packed)
    assert f"{SMALL}.csv.gz" in refusal(SMALL)


def _change(row, old, new):
    def change(lines):
        cells = lines[row].split(",")
        cells[old] = new
        lines[row] = ",".join(cells)

    return change


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (lambda lines: lines.pop(), "936 rows, but must have 937"),
        (lambda lines: lines.append(lines[-1]), "938 rows"),
        (lambda lines: lines.__setitem__(slice(None), lines[:1]), "no rows"),
        (lambda lines: lines.clear(), "column names"),
        (
            lambda lines: lines.__setitem__(slice(None), [line.partition(",")[2] for line in lines]),
            "49 columns",
        ),
        (lambda lines: lines.__setitem__(0, "extra," + lines[0]), "column names but"),
        (lambda lines: lines.__setitem__(5, lines[5] + ",1"), "not a table of numbers"),
        (_change(5, 2, "many"), "not a table of numbers .*many.* at row 5"),
        (_change(5, 2, ""), "not a table of numbers"),
        (_change(5, 2, "nan"), "no number in column 'x3' of row 5"),
        (_change(0, 2, "price"), "'price' where 'x3'"),
        (_change(-1, -1, "0"), "rows of class"),
        (_change(-1, -1, "2"), "rows of class"),
    ],
)
def test_a_table_that_does_not_fit_the_registry_is_refused(folder, change, word):
    (folder / f"{SMALL}.csv.gz").write_bytes(gzip.compress(table_text(SMALL, change).encode()))
    assert re.search(word, refusal(SMALL))


def test_a_damaged_bundled_file_says_to_install_again(tmp_path, monkeypatch):
    packed = (DATA / "glass.csv.gz").read_bytes()
    (tmp_path / "data").mkdir()
    monkeypatch.setattr("shiftlab.datasets.real.resources.files", lambda package: tmp_path)
    assert "install shiftlab again" in refusal("glass")
    (tmp_path / "data" / "glass.csv.gz").write_bytes(packed[:-200])
    assert "install shiftlab again" in refusal("glass")


def test_quotes_are_stripped_and_blank_lines_ignored():
    table = read_csv(io.BytesIO(b'"a","b","class"\r\n1,2,"0"\r\n\r\n3,4.5e1,"1"\r\n'), "text", "cure")
    assert table.columns == ("a", "b", "class")
    assert table.X.tolist() == [[1, 2], [3, 45]]
    assert table.y.tolist() == ["0", "1"]


@pytest.mark.parametrize("name", [name for name in names() if not entries()[name].bundled])
def test_local_sets_load_with_the_registered_checksum(name, monkeypatch):
    if not LOCAL or not any((Path(LOCAL) / f"{name}.csv{end}").is_file() for end in (".gz", ".xz", "")):
        pytest.skip(f"{name} is not in a folder named by SHIFTLAB_DATA")
    monkeypatch.setenv("SHIFTLAB_DATA", LOCAL)
    item, data = entries()[name], load(name)
    assert data.source == "SHIFTLAB_DATA"
    assert data.verified
    assert data.checksum == item.sha256
    assert data.X.shape == (item.rows, len(item.columns) - 1 - len(item.drop_columns))
    assert data.classes == item.classes
    if item.format.text:
        assert all(isinstance(text, str) and text for text in data.X[:, 0])
    else:
        assert np.isnan(data.X).sum() == sum(item.format.missing.values())


@pytest.mark.parametrize(
    ("name", "labels", "n_positive"),
    [
        ("letter", {"positive": "A"}, 789),
        ("mammography_ism", {"positive": "1"}, 260),
        ("oil_spill", {"positive": "1"}, 41),
        ("page_blocks", {"negative": "1"}, 560),
        ("pendigits", {"positive": "7"}, 1142),
        ("satimage", {"positive": "4"}, 626),
        ("covtype_3v4_38501", {"positive": "4", "negative": "3"}, 2747),
        ("usps", {"positive": 6, "negative": 8}, 834),
        ("singh_prostate", {"positive": "Normal"}, 50),
        ("landmine_29fields", {"positive": 1}, 904),
    ],
)
def test_local_sets_have_the_positives_of_the_paper(name, labels, n_positive):
    if not LOCAL:
        pytest.skip("SHIFTLAB_DATA is not set")
    assert load(name, folder=LOCAL).binary(**labels)[1].sum() == n_positive
