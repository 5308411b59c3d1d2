"""No network while something is drawn ahead, and the same network as ever after it."""

import socket
import threading

import pytest

from shiftlab import datasets
from shiftlab_widgets.ahead.offline import offline


def test_a_data_set_is_not_downloaded(monkeypatch, tmp_path):
    monkeypatch.setenv("SHIFTLAB_CACHE", str(tmp_path))
    monkeypatch.delenv("SHIFTLAB_DATA", raising=False)
    with offline(), pytest.raises(datasets.DataError, match="could not be downloaded"):
        datasets.load("creditcard")


def test_only_who_is_in_the_block_is_refused():
    found = {}

    def look_up():
        found["elsewhere"] = socket.getaddrinfo("127.0.0.1", 80)

    with offline():
        with pytest.raises(OSError, match="nothing is fetched ahead"):
            socket.getaddrinfo("127.0.0.1", 80)
        other = threading.Thread(target=look_up)
        other.start()
        other.join()
    assert found["elsewhere"]
    assert socket.getaddrinfo("127.0.0.1", 80)
