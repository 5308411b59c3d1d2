"""The address that phones are given."""

import socket

import pytest

from shiftlab_widgets.server.refused import Refused
from shiftlab_widgets.server.votes import address


def test_the_address_is_one_of_ours_and_no_loopback():
    try:
        found = address.reachable()
    except Refused:
        pytest.skip("this machine is in no network")
    assert not found.startswith("127.")
    with socket.socket() as own:
        own.bind((found, 0))


def test_without_a_way_out_it_is_the_address_of_our_name(monkeypatch):
    monkeypatch.setattr(address, "_towards", lambda _: None)
    monkeypatch.setattr(address, "_named", lambda: ["127.0.1.1", "10.1.2.3"])
    assert address.reachable() == "10.1.2.3"


def test_without_a_network_it_is_said_how_to_name_one(monkeypatch, one_sentence):
    monkeypatch.setattr(address, "_towards", lambda _: None)
    monkeypatch.setattr(address, "_named", lambda: ["127.0.1.1"])
    assert "--ShiftlabVotes.ip=ADDRESS" in one_sentence(address.reachable)


@pytest.mark.parametrize(
    ("host", "stands"),
    [
        ("10.0.0.7", "10.0.0.7:81"),
        ("fe80::1", "[fe80::1]:81"),
        ("[fe80::1]:8", "[fe80::1]:8"),
        ("Lecture.Example", "lecture.example:81"),
        ("lecture.example:80", "lecture.example"),
        ("lecture.example:8080", "lecture.example:8080"),
    ],
)
def test_host_and_port_as_a_browser_names_them(host, stands):
    assert address.authority(host, 81) == stands
