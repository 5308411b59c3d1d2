"""Votes on the loopback: a hall in a loop of its own, phones that speak HTTP, and a Jupyter server with votes."""

import asyncio
import http.client
import json
import secrets
import threading
from contextlib import contextmanager

import hosts

from shiftlab_widgets.server.votes.hall import Hall, ShiftlabVotes


@contextmanager
def hall(**settings):
    """An open hall on the loopback, in a thread as it would be in the Jupyter server. `call` does something in it."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    there = Hall(ShiftlabVotes(**{"ip": "127.0.0.1", **settings}))

    def call(act, *arguments):
        async def done():
            return act(*arguments)

        return asyncio.run_coroutine_threadsafe(done(), loop).result(10)

    there.call = call
    call(there.open)
    try:
        yield there
    finally:
        call(there.end)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


class Phone:
    """A browser with one cookie, as honest as it is told to be."""

    def __init__(self, address):
        _, _, self.host, self.token, _ = address.split("/")
        self.cookie = None

    def ask(self, method, path, body=None, **headers):
        """Status, text and headers of the answer. A header that is None is not sent."""
        sent = {"Host": self.host, "Cookie": self.cookie, **headers}
        if body is not None:
            sent.setdefault("Content_Length", str(len(body)))
        connection = http.client.HTTPConnection(self.host, timeout=10)
        try:
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            for name, value in sent.items():
                if value is not None:
                    connection.putheader(name.replace("_", "-"), value)
            connection.endheaders(body)
            answer = connection.getresponse()
            if given := answer.getheader("Set-Cookie"):
                self.cookie = given.partition(";")[0]
            return answer.status, answer.read().decode(), answer.headers
        finally:
            connection.close()

    def state(self):
        status, text, _ = self.ask("GET", f"/{self.token}/state")
        assert status == 200, text
        return json.loads(text)

    def vote(self, choice, number=1, **headers):
        usual = {"Origin": f"http://{self.host}", "Content_Type": "application/json"}
        body = json.dumps({"round": number, "choice": choice}).encode()
        return self.ask("POST", f"/{self.token}/vote", body, **usual | headers)[:2]


class Lecture(hosts.Host):
    """A Jupyter server that asks for a token, with the votes."""

    def __init__(self, folder):
        self.token = secrets.token_hex(16)
        super().__init__("lab", folder)

    def ask(self, method, body=None, **headers):
        """Status and JSON of what the votes answer to the presenter."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            said = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
            connection.request(method, "/shiftlab/votes", said, headers)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        finally:
            connection.close()

    def do(self, what, **more):
        return self.ask("POST", {"do": what, **more}, Authorization=f"token {self.token}")

    def _command(self):
        return [
            "jupyter_server",
            f"--ServerApp.port={self.port}",
            "--ServerApp.port_retries=0",
            "--ServerApp.ip=127.0.0.1",
            f"--IdentityProvider.token={self.token}",
            f"--ServerApp.root_dir={self.folder}",
            "--ServerApp.allow_root=True",
            "--ShiftlabVotes.ip=127.0.0.1",
        ]
