"""The presenter's side, in a Jupyter server: login, XSRF, what can be done, and which ports listen."""

import http.client

import psutil
import pytest
import voting

from shiftlab.course import registry

ID = "02-drift"
STATE = {"open", "address", "qr", "asked", "rounds", "revealed", "hint", "answer"}


@pytest.fixture(scope="module")
def lecture(tmp_path_factory):
    with voting.Lecture(tmp_path_factory.mktemp("lecture")) as there:
        yield there


@pytest.fixture(autouse=True)
def _ended(lecture):
    yield
    assert lecture.do("end")[0] == 200


def state(lecture):
    status, said = lecture.ask("GET", Authorization=f"token {lecture.token}")
    assert status == 200
    assert set(said) == STATE
    return said


def ports(lecture):
    """Those that others than this machine's own processes could be told of."""
    listening = psutil.Process(lecture.process.pid).net_connections("tcp")
    return {one.laddr.port for one in listening if one.status == psutil.CONN_LISTEN}


def test_no_port_but_jupyters_listens_until_the_room_is_opened(lecture):
    before = ports(lecture)
    assert lecture.port in before
    assert lecture.do("ask", id=ID)[0] == 200  # hands can be counted
    assert ports(lecture) == before
    _, said = lecture.do("open")
    (votes,) = ports(lecture) - before
    assert said["address"].startswith(f"http://127.0.0.1:{votes}/")
    assert said["qr"].startswith("<svg")
    assert lecture.do("open") == (200, said)  # once is enough
    lecture.do("end")
    assert ports(lecture) == before


def test_the_listener_of_the_votes_has_none_of_jupyters_routes(lecture):
    lecture.do("open")
    phone = voting.Phone(state(lecture)["address"])
    for path in ("/api", "/tree", "/login", "/shiftlab/votes", f"/{phone.token}/api"):
        assert phone.ask("GET", path, Authorization=f"token {lecture.token}")[0] in (403, 404)


def test_a_lecture_from_the_question_to_the_second_vote(lecture):
    lecture.do("open")
    _, said = lecture.do("ask", id=ID)
    choices = [*registry.prediction(ID).choices]
    assert said["asked"] == {"id": ID, "question": registry.prediction(ID).question, "choices": choices}
    phones = [voting.Phone(said["address"]) for _ in range(4)]
    for place, phone in enumerate(phones):
        phone.state()
        phone.vote(min(place, 2))
    assert state(lecture)["rounds"][0] == {
        "open": True, "counts": {"up": 1, "down": 1, "unchanged": 2}, "total": 4, "hands": False
    }  # fmt: skip
    assert (state(lecture)["hint"], state(lecture)["answer"]) == (None, None)
    _, said = lecture.do("close-round")
    assert (said["hint"], said["answer"]) == ("50 % are right: let neighbours discuss, then vote again.", "unchanged")
    assert lecture.do("reveal")[1]["revealed"] is True
    _, said = lecture.do("again")
    assert (said["revealed"], [one["open"] for one in said["rounds"]]) == (False, [False, True])
    for phone in phones:
        assert phone.vote(2, phone.state()["round"])[0] == 200
    lecture.do("hands", choice="unchanged", by=2)
    lecture.do("close-round")
    _, said = lecture.do("reveal")
    assert said["rounds"][1] == {
        "open": False,
        "counts": {"up": 0, "down": 0, "unchanged": 6},
        "total": 6,
        "hands": True,
    }
    assert said["hint"] == "100 % are right: go on."


@pytest.mark.parametrize(
    ("what", "status", "says"),
    [
        ({"do": "ask", "id": "02-drfit"}, 404, "There is no prediction '02-drfit'; did you mean 02-drift?"),
        ({"do": "ask"}, 404, "There is no prediction None;"),
        ({"do": "ask", "id": ["02-drift"]}, 404, "There is no prediction ['02-drift'];"),
        ({"do": "dance"}, 400, "There is nothing to do like 'dance': there are open, ask,"),
        ({"do": ["open"]}, 400, "There is nothing to do like ['open']"),
        ([], 400, "There is nothing to do like None"),
        (b"{", 400, "What to do is said in JSON."),
        (b"", 400, "What to do is said in JSON."),
        ({"do": "close-round"}, 409, "No question was asked yet."),
        ({"do": "hands", "choice": "up", "by": 1}, 409, "No question was asked yet."),
    ],
)
def test_what_cannot_be_done_is_said_in_one_sentence(lecture, what, status, says):
    answered, said = lecture.ask("POST", what, Authorization=f"token {lecture.token}")
    assert answered == status
    assert set(said) == {"message"}
    assert said["message"].startswith(says)
    assert "\n" not in said["message"]


def test_who_is_not_logged_in_sees_and_does_nothing(lecture):
    for headers in ({}, {"Authorization": "token wrong"}):
        assert lecture.ask("GET", **headers)[0] == 403
        assert lecture.ask("POST", {"do": "open"}, **headers)[0] == 403
    assert state(lecture)["open"] is False


def test_a_page_of_another_origin_does_nothing(lecture):
    headers = {"Authorization": f"token {lecture.token}", "Origin": "http://elsewhere.example"}
    lecture.ask("POST", {"do": "open"}, **headers | {"Authorization": ""})
    assert state(lecture)["open"] is False


def test_a_browser_that_is_logged_in_needs_the_xsrf_token_too(lecture):
    connection = http.client.HTTPConnection("127.0.0.1", lecture.port)
    cookies = {}
    for page in ("/login", f"/login?token={lecture.token}"):
        connection.request("GET", page)
        answer = connection.getresponse()
        answer.read()
        cookies |= dict(given.partition(";")[0].split("=", 1) for given in answer.headers.get_all("Set-Cookie"))
    connection.close()
    sent = "; ".join(f"{name}={value}" for name, value in cookies.items())
    assert lecture.ask("GET", Cookie=sent)[0] == 200
    assert lecture.ask("POST", {"do": "open"}, Cookie=sent)[0] == 403
    assert state(lecture)["open"] is False
    assert lecture.ask("POST", {"do": "open"}, Cookie=sent, **{"X-XSRFToken": cookies["_xsrf"]})[0] == 200
    assert state(lecture)["open"] is True


def test_the_server_ends_and_so_does_the_vote(tmp_path):
    with voting.Lecture(tmp_path) as there:
        _, said = there.do("open")
        phone = voting.Phone(said["address"])
        assert phone.state()["step"] == "wait"
    with pytest.raises(ConnectionError):
        phone.state()
