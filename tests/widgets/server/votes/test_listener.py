"""What phones and others may ask of the listener: what is done, and what is refused in one sentence."""

import http.client
import json
import logging
import re
import socket
import time

import pytest
import voting

from shiftlab.course import registry
from shiftlab.course.prediction import Prediction
from shiftlab_widgets.server.votes import listener as listeners
from shiftlab_widgets.server.votes.limiter import Limiter
from shiftlab_widgets.server.votes.listener import Listener

ID = "02-drift"
CHOICES = [*registry.prediction(ID).choices]


@pytest.fixture
def hall():
    with voting.hall() as there:
        there.call(there.ask, ID)
        yield there


@pytest.fixture
def phone(hall):
    made = voting.Phone(hall.listener.address)
    made.state()
    return made


def counts(hall):
    return hall.call(lambda: [one.counts for one in hall.room.rounds])


def is_sentence(text):
    return re.fullmatch(r"[^.\n<>]+\.", text) is not None


def test_a_phone_sees_the_question_votes_and_sees_that_it_has(hall):
    phone = voting.Phone(hall.listener.address)
    state = phone.state()
    assert (state["step"], state["choices"], state["nth"]) == ("vote", CHOICES, 1)
    assert state["question"] == registry.prediction(ID).question
    status, text = phone.vote(2, state["round"])
    assert (status, json.loads(text)) == (200, {"step": "voted"})
    assert phone.state()["step"] == "voted"
    assert voting.Phone(hall.listener.address).state()["step"] == "vote"
    assert counts(hall) == [[0, 0, 1]]


def test_a_phone_never_learns_the_answer_or_the_counts(hall, phone):
    phone.vote(0)
    hall.call(hall.room.close_round)
    hall.call(hall.room.reveal)
    assert set(phone.state()) == {"step", "pace", "question", "choices", "round", "nth"}


def test_a_second_vote_is_refused_and_the_first_one_stays(hall, phone):
    phone.vote(2)
    status, text = phone.vote(0)
    assert (status, text) == (409, "Your vote is in already, and it cannot be changed.")
    assert counts(hall) == [[0, 0, 1]]


def test_a_round_that_is_closed_and_one_that_comes_after_it(hall, phone):
    hall.call(hall.room.close_round)
    assert phone.vote(0) == (409, "Voting is closed.")
    assert phone.state()["step"] == "closed"
    hall.call(hall.room.again)
    assert (phone.state()["round"], phone.state()["nth"]) == (2, 2)
    assert phone.vote(0, 1) == (409, "Voting is closed.")
    assert phone.vote(0, 2)[0] == 200
    assert counts(hall) == [[0, 0, 0], [1, 0, 0]]


@pytest.mark.parametrize(
    "origin", [None, "null", "http://elsewhere.example", "https://{host}", "http://{host}.example", ""]
)
def test_another_page_cannot_vote(hall, phone, origin):
    status, text = phone.vote(0, Origin=origin and origin.format(host=phone.host))
    assert (status, text) == (403, "A vote comes from the page of the vote only.")
    assert counts(hall) == [[0, 0, 0]]


@pytest.mark.parametrize("host", [None, "elsewhere.example", "localhost:{port}", "127.0.0.1", ""])
def test_another_host_is_refused_whatever_it_asks(hall, phone, host):
    named = host and host.format(port=phone.host.partition(":")[2])
    status, text, _ = phone.ask("GET", f"/{phone.token}/state", Host=named)
    if host:
        assert (status, text) == (421, "Votes are taken under their own address only.")
    else:
        assert status in (400, 421)  # HTTP itself wants one
    assert phone.vote(0, Host=named)[0] in (400, 421)
    assert counts(hall) == [[0, 0, 0]]


@pytest.mark.parametrize("token", ["", "x", "{token}x", "{half}", "%C3%A9", "%00", "state"])
@pytest.mark.parametrize("rest", ["/", "/state", "/phone.js", "/elsewhere", ""])
def test_without_the_token_there_is_nothing(phone, token, rest):
    token = token.format(token=phone.token, half=phone.token[:6])
    status, text, headers = phone.ask("GET", f"/{token}{rest}", Cookie=None)
    assert (status, text) == (403, "This is not the address of the vote: scan the code again.")
    assert "Set-Cookie" not in headers


def test_a_vote_with_a_wrong_token_is_no_vote(hall, phone):
    phone.token = "x" * len(phone.token)
    assert phone.vote(0)[0] == 403
    assert counts(hall) == [[0, 0, 0]]


@pytest.mark.parametrize(
    "path", ["/x", "/state/", "//", "/phone.py", "/../../etc/passwd", "/page/phone.js", "/%2e%2e/a"]
)
def test_there_is_nothing_but_the_vote(phone, path):
    status, text, _ = phone.ask("GET", f"/{phone.token}{path}")
    assert (status, text) == (404, "There is nothing at this address.")
    status, text, _ = phone.ask("DELETE", f"/{phone.token}{path}", b"", Origin=f"http://{phone.host}")
    assert (status, text) == (404, "There is nothing at this address.")


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [("POST", "/", "GET"), ("PUT", "/state", "GET"), ("GET", "/vote", "POST"), ("OPTIONS", "/vote", "POST")],
)
def test_a_method_that_is_not_for_it(phone, method, path, allowed):
    status, text, headers = phone.ask(method, f"/{phone.token}{path}", b"" if method in ("POST", "PUT") else None)
    assert (status, text, headers["Allow"]) == (405, "This address is not for such a request.", allowed)


def test_a_method_that_nobody_knows(phone):
    status, text, _ = phone.ask("BREW", f"/{phone.token}/state")
    assert status == 405
    assert is_sentence(text)


def test_ten_megabytes_are_refused_before_they_are_sent(hall, phone):
    """Its headers are enough for an answer."""
    usual = {"Origin": f"http://{phone.host}", "Content_Type": "application/json"}
    status, text, _ = phone.ask("POST", f"/{phone.token}/vote", Content_Length="10485760", **usual)
    assert (status, text) == (413, "This is too long for a vote.")
    status, text, _ = phone.ask("POST", f"/{phone.token}/vote", Transfer_Encoding="chunked", **usual)
    assert (status, text) == (411, "A request says how long it is.")
    with pytest.raises(ConnectionError):  # who sends them all the same is cut off on the way
        phone.ask("POST", f"/{phone.token}/vote", b"x" * 10_485_760, **usual)
    assert phone.vote(0)[0] == 200


@pytest.mark.parametrize("headers", [{"X_Long": "x" * 20_000}, {"Content_Length": "x"}])
def test_headers_that_cannot_be_read_end_the_connection(phone, headers):
    try:
        status, *_ = phone.ask("GET", f"/{phone.token}/state", **headers)
    except (ConnectionError, http.client.HTTPException):
        status = None
    assert status in (400, 431, None)
    assert phone.state()["step"] == "vote"


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"null", b"{}", b"\xff", b"[" * 2000]
    + [json.dumps({"round": 1, "choice": choice}).encode() for choice in ("0", 0.0, None, True, [0], {"a": 1})]
    + [json.dumps({"round": number, "choice": 0}).encode() for number in ("1", 1.0, None, True)],
)
def test_a_vote_that_is_none(hall, phone, body):
    usual = {"Origin": f"http://{phone.host}", "Content_Type": "application/json"}
    status, text, _ = phone.ask("POST", f"/{phone.token}/vote", body, **usual)
    assert (status, text) == (400, "A vote has the number of the round and that of the choice.")
    assert counts(hall) == [[0, 0, 0]]


def test_a_vote_for_no_choice(hall, phone):
    assert phone.vote(3) == (400, "There is no such choice.")
    assert phone.vote(-1) == (400, "There is no such choice.")


def test_a_form_of_another_kind_is_no_vote(phone):
    assert phone.vote(0, Content_Type="text/plain") == (415, "A vote is sent as JSON.")


@pytest.mark.parametrize("cookie", [None, "shiftlab-vote=me.0123", "shiftlab-vote=", "other=1"])
def test_a_browser_that_keeps_no_cookie_is_told_so(hall, phone, cookie):
    status, text = phone.vote(0, Cookie=cookie)
    assert (status, text) == (403, "One vote a browser is kept by a cookie: allow cookies for this page.")
    assert counts(hall) == [[0, 0, 0]]


def test_the_cookie_is_for_this_page_and_out_of_reach_of_scripts(hall):
    phone = voting.Phone(hall.listener.address)
    _, _, headers = phone.ask("GET", f"/{phone.token}/state")
    name, *attributes = headers["Set-Cookie"].split("; ")
    assert name.startswith("shiftlab-vote=")
    assert set(attributes) == {"HttpOnly", "SameSite=Strict", f"Path=/{phone.token}/"}
    _, _, headers = phone.ask("GET", f"/{phone.token}/state")
    assert "Set-Cookie" not in headers


def test_every_answer_has_its_headers_refused_or_not(phone):
    for path in ("/", "/phone.js", "/phone.css", "/state", "/vote", "/nothing"):
        for token in (phone.token, "wrong"):
            _, _, headers = phone.ask("GET", f"/{token}{path}")
            assert headers["Content-Security-Policy"].startswith("default-src 'none'; script-src 'self';")
            assert "unsafe" not in headers["Content-Security-Policy"]
            assert headers["X-Content-Type-Options"] == "nosniff"
            assert headers["Referrer-Policy"] == "no-referrer"
            assert headers["Cache-Control"] == "no-store"
            assert "Server" not in headers
            assert "Access-Control-Allow-Origin" not in headers


def test_the_page_asks_nobody_else(phone):
    kinds = {"/": "text/html", "/phone.css": "text/css", "/phone.js": "text/javascript"}
    for path, kind in kinds.items():
        status, text, headers = phone.ask("GET", f"/{phone.token}{path}")
        assert (status, headers["Content-Type"]) == (200, f"{kind}; charset=utf-8")
        assert not re.search(r"https?:|//[a-z]+\.|style=|<style|onclick", text)


def test_an_address_typed_without_its_last_stroke(phone):
    status, _, headers = phone.ask("GET", f"/{phone.token}")
    assert (status, headers["Location"]) == (302, f"/{phone.token}/")


def test_html_in_a_question_is_text(hall):
    evil = Prediction("99", "<img src=x onerror=alert(1)> & `<b>`", {"<b>up</b>": "", '"': ""}, '"', "it", "so")
    hall.call(hall.room.close_round)
    hall.call(hall.room.ask, evil)
    state = voting.Phone(hall.listener.address).state()
    assert state["question"] == "&lt;img src=x onerror=alert(1)&gt; &amp; <code>&lt;b&gt;</code>"
    assert state["choices"] == ["&lt;b&gt;up&lt;/b&gt;", '"']


def test_one_browser_that_asks_without_end_is_slowed_down_and_nobody_else(hall, phone):
    answers = [phone.ask("GET", f"/{phone.token}/state") for _ in range(40)]
    statuses = [status for status, *_ in answers]
    assert statuses[:15] == [200] * 15
    assert statuses[-1] == 429
    _, text, headers = answers[-1]
    assert is_sentence(text)
    assert headers["Retry-After"] == "2"
    assert voting.Phone(phone.host.join(["http://", f"/{phone.token}/"])).state()["step"] == "vote"


def test_one_address_that_asks_without_end_is_slowed_down(hall, phone):
    hall.call(setattr, hall.listener, "peers", Limiter(burst=30, rate=1))
    statuses = [phone.ask("GET", "/wrong/", Cookie=None)[0] for _ in range(40)]
    assert statuses[:30] == [403] * 30
    assert statuses[35:] == [429] * 5


def test_one_address_does_not_fill_the_room_with_browsers(hall, phone):
    hall.call(setattr, hall.listener, "newcomers", Limiter(burst=3, rate=0.01))
    answers = [phone.ask("GET", f"/{phone.token}/state", Cookie=None) for _ in range(5)]
    assert [status for status, *_ in answers] == [200, 200, 200, 429, 429]
    assert answers[-1][1] == "Too many browsers come from one network: wait a moment."
    assert "Set-Cookie" not in answers[-1][2]
    assert phone.state()["step"] == "vote"  # who has a ballot is not concerned


def test_a_lecture_hall_behind_one_address_is_no_flood():
    """Three files, news, a vote and news again from each of 300 phones at once, and then news on and on."""
    at_once, then = 300 * (3 + 1 + 1 + 1), listeners.POLLS
    assert at_once < listeners.PEER_BURST
    assert listeners.BALLOTS_BURST >= 2 * 300
    assert 2 * then < listeners.PEER_RATE
    assert listeners.BROWSER_RATE / 2 > 1 / listeners.OFTEN


def test_more_connections_than_there_is_room_for_are_closed_and_the_others_stay(hall, phone, monkeypatch):
    monkeypatch.setattr(listeners, "MOST_CONNECTIONS", 5)

    def connected(number):
        deadline = time.monotonic() + 10
        while hall.call(lambda: hall.listener._server.connections) != number and time.monotonic() < deadline:
            time.sleep(0.01)
        assert hall.call(lambda: hall.listener._server.connections) == number

    connected(0)
    host, port = phone.host.split(":")
    held = [socket.create_connection((host, int(port))) for _ in range(5)]
    connected(5)
    with pytest.raises((ConnectionError, http.client.HTTPException)):
        phone.state()
    for one in held:
        one.close()
    connected(0)
    assert phone.state()["step"] == "vote"


def test_the_more_phones_the_longer_they_wait(hall):
    pace = Listener.pace.fget
    paces = []
    for connections in (1, 30, 300, 5000):
        hall.call(setattr, hall.listener._server, "connections", connections)
        paces.append(pace(hall.listener))
    hall.call(setattr, hall.listener._server, "connections", 0)
    assert paces == [1.0, 1.0, 3.0, 10.0]


def test_no_log_and_no_memory_of_who_was_there(hall, phone, caplog):
    caplog.set_level(logging.DEBUG)
    phone.vote(0)
    phone.vote(0)
    phone.ask("GET", "/wrong/")
    with socket.create_connection(phone.host.split(":")) as broken:
        broken.sendall(b"not HTTP\r\n\r\n")
        broken.recv(100)
    said = "\n".join(record.getMessage() for record in caplog.records if "asyncio" not in record.name)
    assert "127.0.0.1" not in said
    assert phone.token not in said
    assert all("127.0.0.1" not in name for name in hall.listener.peers._left)
    assert len(hall.listener.peers._left) == 1


def test_what_fails_here_is_logged_without_who_had_asked(hall, phone, caplog, monkeypatch):
    monkeypatch.setattr(hall.room, "step", lambda voter: 1 / 0)
    status, text, _ = phone.ask("GET", f"/{phone.token}/state")
    assert (status, text) == (500, "Something went wrong here.")
    (record,) = [record for record in caplog.records if record.levelname == "ERROR"]
    assert record.getMessage() == "shiftlab: a vote's State failed"


def test_the_end_is_at_once_and_forgets_all(hall, phone):
    phone.vote(1)
    host, port = phone.host.split(":")
    with socket.create_connection((host, int(port))) as connected:
        connected.sendall(f"GET /{phone.token}/state HTTP/1.1\r\nHost: {phone.host}\r\n\r\n".encode())
        assert connected.recv(100)
        hall.call(hall.end)
        connected.settimeout(10)
        while connected.recv(4096):
            pass  # what was on its way, and then the end
    with pytest.raises(ConnectionError):
        phone.state()
    assert hall.call(hall.state) == {
        "open": False, "address": None, "qr": None,
        "asked": None, "rounds": [], "revealed": False, "hint": None, "answer": None,
    }  # fmt: skip


def test_a_room_opened_again_is_another_one(hall, phone):
    hall.call(hall.end)
    hall.call(hall.open)
    other = voting.Phone(hall.listener.address)
    assert other.token != phone.token
    assert other.state()["step"] == "wait"
    phone.host = other.host
    assert phone.ask("GET", f"/{phone.token}/state")[0] == 403
    assert hall.listener.ballots.read(phone.cookie.partition("=")[2]) is None


def test_a_port_that_is_taken_is_named(hall, phone, one_sentence):
    port = int(phone.host.partition(":")[2])
    assert f"port {port} of 127.0.0.1" in one_sentence(Listener, hall.room, "127.0.0.1", port)
    assert "cannot be taken at 192.0.2.77" in one_sentence(Listener, hall.room, "192.0.2.77")


def test_a_name_in_place_of_the_address(hall):
    with voting.hall(name="Lecture.Example:8080") as there:
        assert there.listener.address == f"http://lecture.example:8080/{there.listener.token}/"
        _, port = there.listener._server._sockets.popitem()[1].getsockname()
        phone = voting.Phone(there.listener.address)
        phone.host = f"127.0.0.1:{port}"
        assert phone.ask("GET", f"/{phone.token}/state")[0] == 421
        assert phone.ask("GET", f"/{phone.token}/state", Host="lecture.example:8080")[0] == 200
